"""Another round between the same people: a lobby like the one before, with the seats swapped."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bot.play import effects, queries
from bot.play.executor import Executor, Outcome
from bot.play.lobby import agreement, seating
from bot.play.lobby.lobby import Lobby, Opening
from bot.play.lobby.seating import Person
from bot.play.ports import Entropy, Reader, UnitOfWork
from bot.play.receipts import Receipt
from bot.play.records import Audit, Change, Match, MatchId, SeatHolder, SeatingOrder, Status
from bot.play.refusals import NoMatch, NotNow, NotSeated
from games.core.contract import AnyGame
from games.core.seats import Seat, Seats

_PREFIX = "rematch:"


def of(match: Match) -> MatchId | None:
    """The match that this one is the rematch of."""
    is_one = match.origin.startswith(_PREFIX)
    return MatchId(match.origin.removeprefix(_PREFIX)) if is_one else None


def swapped(sides: Seats) -> tuple[Seat, ...]:
    """The new seat of each: everybody moves on by one team, and stays with their team-mates.

    Where teams differ in size nobody can move on, and all keep their seats.
    """
    sizes = {sides.teams.count(team) for team in sides.teams}
    together = list(sides.teams) == sorted(sides.teams)
    step = sizes.pop() if len(sizes) == 1 and together else 0
    return tuple(Seat((seat + step) % len(sides)) for seat in sides.all())


def invited(old: Match, holders: Iterable[SeatHolder]) -> dict[int, Seat]:
    """The seats in the rematch of those who have played to the end, or had given up, by user."""
    given_up = dict(zip(old.resigned_by, map(Seat, old.resigned), strict=True))
    held = {holder.user: holder.seat for holder in holders if holder.user is not None}
    # Of two who have had the same seat the later one keeps it.
    taken = set(held.values())
    before = {user: seat for user, seat in given_up.items() if seat not in taken}
    new = swapped(old.sides)
    return {user: new[seat] for user, seat in {**before, **held}.items()}


@dataclass(frozen=True, slots=True)
class Rematches:
    executor: Executor
    games: Mapping[str, AnyGame]
    entropy: Entropy
    lobby: Lobby

    async def ask(self, match_id: MatchId, person: Person, interaction: int) -> Receipt:
        """The first of the players opens the lobby, the others sit down in it.

        Raises a ``Refusal``: not over, not one of the players, or another match is there.
        """
        async with self.executor.store.reading() as reader:
            old, seats = await self._before(reader, match_id)
            there = await self._open_one(reader, old)
        if person.user not in seats:
            raise NotSeated(
                "Only those who played can ask for a rematch.",
                instead="Open a match for everybody with /match new.",
            )
        if there is not None:
            return await self._sit_down(there, person, seats, interaction)
        return await self._open(old, person, seats, interaction)

    async def missing(self, reader: Reader, match: Match) -> tuple[int, ...]:
        """Who has not sat down yet in a rematch, in the order of their seats."""
        before = of(match)
        if before is None:
            return ()
        _, seats = await self._before(reader, before)
        there = {holder.user for holder in await reader.read(queries.Holders(match.id))}
        return tuple(user for user in sorted(seats, key=seats.__getitem__) if user not in there)

    async def _before(self, reader: Reader, match_id: MatchId) -> tuple[Match, dict[int, Seat]]:
        found = await reader.read(queries.Seated(match_id))
        if found is None:
            raise NoMatch("There is no such match.")
        old, holders = found
        if old.status is not Status.OVER or not old.seq:
            raise NotNow("This match is not over yet.", instead="A rematch comes after it.")
        return old, invited(old, holders)

    async def _open_one(self, reader: Reader, old: Match) -> Match | None:
        """The rematch that waits in the channel. Raises ``NotNow`` when it has begun."""
        there = await reader.read(queries.MatchIn(old.channel))
        if there is None or there.status is Status.OVER or of(there) != old.id:
            return None
        if there.status is Status.RUNNING:
            raise NotNow("The rematch has already begun.", instead="Its panel is in the channel.")
        return there

    async def _sit_down(
        self, lobby: Match, person: Person, seats: Mapping[int, Seat], interaction: int
    ) -> Receipt:
        async with self.executor.store.reading() as reader:
            holders = await reader.read(queries.Holders(lobby.id))
        seat = seats[person.user]
        people = {holder.seat for holder in holders if not holder.computer}
        free = seat not in people and seat < lobby.seats
        return await self.lobby.join(lobby.id, person, interaction, seat if free else None)

    async def _open(
        self, old: Match, person: Person, seats: Mapping[int, Seat], interaction: int
    ) -> Receipt:
        opening = Opening(old.server, old.channel, person, old.game, interaction)

        async def step(work: UnitOfWork) -> Outcome:
            if await self._open_one(work, old) is not None:
                raise NotNow("The rematch is now open.", instead="Press the button once more.")
            abandoned = await self.lobby.room_for_another(work, opening)
            match, said = await self._like(work, old, person)
            own = SeatHolder(match.id, seats[person.user], person.user, person.name)
            holders: tuple[SeatHolder, ...] = (own,)
            new = swapped(old.sides)
            game = self.games[old.game]
            before = await work.read(queries.Holders(old.id))
            machines = sorted(
                (new[holder.seat], holder.level) for holder in before if holder.computer
            )
            for seat, level in machines:
                if seat != own.seat:
                    holders = (*holders, seating.computer(game, match, holders, seat, level))
            now = self.executor.clock.now()
            change = Change(
                match=match,
                expected=None,
                audit=Audit(now, person.user, "rematch", match.id, old.game),
                holders=tuple(sorted(holders, key=lambda holder: holder.seat)),
                outbox_messages=effects.lobby(match, 0, now),
            )
            return Outcome(change, Receipt(match.id, said), further=abandoned)

        return await self.executor.execute(f"channel {old.channel}", person.user, interaction, step)

    async def _like(self, reader: Reader, old: Match, person: Person) -> tuple[Match, str]:
        """A lobby with all that was agreed on for ``old``, and what its host is told."""
        game = self.games[old.game]
        named = json.loads(old.settings)
        said, pack = "The lobby of the rematch is open, and you have a seat.", old.pack
        if pack is not None and game.packs is not None:
            # The content itself is copied again when the match starts.
            named.pop(game.packs.setting, None)
            if await reader.read(queries.PackByKey(old.server, old.game, pack)) is None:
                said += f" The content pack {pack} is gone: it is played without."
                pack = None
        now = self.executor.clock.now()
        match = Match(
            id=self.lobby.new_id(),
            game=old.game,
            settings=json.dumps(named),
            rules_version=game.meta.rules_version,
            status=Status.LOBBY,
            server=old.server,
            channel=old.channel,
            host=person.user,
            seats=old.seats,
            seating=SeatingOrder.CHOICE,
            seed=self.entropy.bytes(32),
            created_at=now,
            teams=old.teams,
            clock=old.clock,
            pack=pack,
            referee=old.referee,
            practice=old.practice,
            origin=f"{_PREFIX}{old.id}",
            touched_at=now,
        )
        await agreement.final(reader, game, match)
        return match, said

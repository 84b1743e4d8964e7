"""Before a match: opening it, agreeing on settings, starting. Who sits where is in ``chairs``."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.play import effects
from bot.play.executor import Executor, Outcome
from bot.play.lobby import agreement, seating
from bot.play.lobby.seating import Person, Seating
from bot.play.lobby.teams import listed
from bot.play.match import table, transitions
from bot.play.ports import Entropy, Reader, UnitOfWork
from bot.play.positions import ENDINGS
from bot.play.receipts import Receipt
from bot.play.records import Audit, Change, Kind, Match, MatchId, SeatHolder, SeatingOrder, Status
from bot.play.refusals import NoMatch, NotNow, NotSeated
from games.core import endings
from games.core.contract import AnyGame
from games.core.seats import Seat

__all__ = ["Lobby", "Opening", "Person"]

OPEN_ON_A_SERVER = 100
OPEN_OF_A_USER = 25


@dataclass(frozen=True, slots=True)
class Opening:
    """The wish for a new match.

    ``seats``      0 means the game's usual number, or as many as ``teams`` have
    ``teams``      the team of each seat; empty when every seat is a team of its own
    ``computers``  so many of the other seats are given to computer players, of this ``level``;
                   empty for the usual one
    ``clock``      as somebody named or typed it; empty for none
    ``referee``    the user who is named referee, if any
    """

    server: int
    channel: int
    host: Person
    game: str
    interaction: int
    seats: int = 0
    seating: SeatingOrder = SeatingOrder.RANDOM
    settings: Mapping[str, Any] | None = None
    teams: tuple[int, ...] = ()
    computers: int = 0
    level: str = ""
    clock: str = ""
    pack: str | None = None
    referee: int | None = None


class Lobby(Seating):
    def __init__(self, door: Executor, games: Mapping[str, AnyGame], entropy: Entropy) -> None:
        super().__init__(door, games)
        self._entropy = entropy

    async def open(self, wish: Opening) -> Receipt:
        """Open a match in a channel, with its host in the first seat."""

        async def step(work: UnitOfWork) -> Outcome:
            game = self._games.get(wish.game)
            if game is None:
                known = ", ".join(each.meta.title for each in self._games.values())
                raise NoMatch("There is no such game here.", instead=f"There are: {known}.")
            abandoned = await self.room_for_another(work, wish)
            now = self._door.clock.now()
            match = self._opened(game, wish)
            await agreement.final(work, game, match)
            holds: tuple[SeatHolder, ...] = (
                SeatHolder(match.id, Seat(0), wish.host.user, wish.host.name),
            )
            for _ in range(wish.computers):
                holds = (*holds, seating.computer(game, match, holds, None, wish.level))
            await work.see_server(wish.server, now)
            change = Change(
                match=match,
                expected=None,
                audit=Audit(now, wish.host.user, "open", match.id, game.meta.id),
                holds=holds,
                parcels=effects.lobby(match, 0, now),
            )
            said = f"The lobby of {game.meta.title} is open. You have a seat."
            return Outcome(change, Receipt(match.id, said), further=abandoned)

        return await self._door.pass_through(
            f"channel {wish.channel}", wish.host.user, wish.interaction, step
        )

    def _opened(self, game: AnyGame, wish: Opening) -> Match:
        meta = game.meta
        seats = len(wish.teams) or wish.seats or meta.players[0]
        if seats not in meta.players or (wish.seats and wish.seats != seats):
            raise NotNow(f"{meta.title} is for {listed(meta.players)} players, not {seats}.")
        named = dict(wish.settings or {})
        settings = agreement.checked(game, named)
        now = self._door.clock.now()
        match = Match(
            id=self.new_id(),
            game=meta.id,
            settings=settings.model_dump_json(include=set(named)),
            rules_version=meta.rules_version,
            status=Status.LOBBY,
            server=wish.server,
            channel=wish.channel,
            host=wish.host.user,
            seats=seats,
            seating=wish.seating,
            seed=self._entropy.bytes(32),
            created_at=now,
            touched_at=now,
            clock=agreement.clock(wish.clock, game),
            pack=wish.pack,
            referee=wish.referee,
        )
        return agreement.with_teams(match, (), wish.teams)[0] if wish.teams else match

    async def change_setting(
        self, match_id: MatchId, user: int, field: str, value: object, interaction: int
    ) -> Receipt:
        """Settle one of the game's settings, or ``seating``, ``teams`` ("1v2v2"), ``clock``
        (the name of a preset, or its text form) or ``pack`` (a key, empty for none). Only the host
        may.
        """

        async def step(work: UnitOfWork) -> Outcome:
            match, holds = await seating.in_lobby(work, match_id)
            seating.check_host(match, user)
            game = self._games[match.game]
            match, holds = await agreement.changed(work, game, match, holds, field, value)
            return self.arranged(match, holds, user, "set", "Changed.")

        return await self._door.pass_through(match_id, user, interaction, step)

    async def start(self, match_id: MatchId, user: int, interaction: int) -> Receipt:
        """Begin the match. Any player in it may, once all seats are taken."""

        async def step(work: UnitOfWork) -> Outcome:
            match, holds = await seating.in_lobby(work, match_id)
            if all(hold.user != user for hold in holds):
                raise NotSeated("Only somebody with a seat in the match may start it.")
            missing = match.seats - len(holds)
            if missing:
                seats = "one more player" if missing == 1 else f"{missing} more players"
                raise NotNow(f"The match needs {seats} before it can start.")
            return await self._begun(work, match, holds, user)

        return await self._door.pass_through(match_id, user, interaction, step)

    async def _begun(
        self, work: UnitOfWork, match: Match, holds: tuple[SeatHolder, ...], user: int
    ) -> Outcome:
        game = self._games[match.game]
        if match.seating is SeatingOrder.RANDOM:
            order = shuffled(holds, self._entropy)
            holds = tuple(replace(hold, seat=Seat(s)) for s, hold in enumerate(order))
        settings = await agreement.final(work, game, match)
        state = game.setup(settings, match.sides)
        match = replace(
            match, settings=settings.model_dump_json(), rules_version=game.meta.rules_version
        )
        run = transitions.Transition(game, match, holds, state, begun=False)
        run.add(
            transitions.PendingEntry(
                Kind.START, transitions.start_body(match.settings, match.sides.teams), state
            )
        )
        rest = await table.carried_on(run)
        change = await table.changed(work, run, transitions.Cause("start", user), self._door)
        sitting = tuple(run.holds[seat] for seat in sorted(run.holds))
        receipt = Receipt(match.id, "The match has begun.")
        return Outcome(replace(change, holds=sitting), receipt, run.state, rest)

    async def room_for_another(self, reader: Reader, wish: Opening) -> tuple[Change, ...]:
        """Raises ``NotNow`` when there is none. A match that all its players have left makes
        room: the change ends it.
        """
        there = await reader.match_in(wish.channel)
        abandoned: tuple[Change, ...] = ()
        if there is not None and there.status is not Status.OVER:
            if any(not hold.computer for hold in await reader.holds(there.id)):
                raise NotNow(
                    "This channel has a match already.",
                    instead="Use another channel, or let the match have a thread of its own.",
                )
            abandoned = (await self._ended(reader, there, wish.host.user),)
        on_server = len(await reader.open_on(wish.server, OPEN_ON_A_SERVER, placed=True))
        of_user = len(await reader.open_of(wish.host.user, OPEN_OF_A_USER))
        for count, most, whose in (
            (on_server, OPEN_ON_A_SERVER, "This server has"),
            (of_user, OPEN_OF_A_USER, "You have"),
        ):
            if count >= most:
                raise NotNow(f"{whose} {count} open matches; {most} is the limit.")
        return abandoned

    async def _ended(self, reader: Reader, match: Match, user: int) -> Change:
        """A match in which nobody plays any more, ended without a result."""
        now = self._door.clock.now()
        ending = ENDINGS.write(endings.abandoned()).decode() if match.seq else None
        return Change(
            match=replace(
                match,
                status=Status.OVER,
                finished_at=now,
                ending=ending,
                paused_at=None,
                paused_until=None,
                paused_by="",
            ),
            expected=match.seq,
            audit=Audit(now, user, "abandoned", match.id),
            closed=tuple(row.key for row in await reader.decisions(match.id)),
            parcels=effects.lobby(match, match.seq, now),
        )

    def new_id(self) -> MatchId:
        return MatchId(base64.b32encode(self._entropy.bytes(5)).decode().lower())


def shuffled(holds: Sequence[SeatHolder], entropy: Entropy) -> list[SeatHolder]:
    """In a random order; 8 bytes a choice keep the bias below 1 in 10**17."""
    rest = list(holds)
    order: list[SeatHolder] = []
    while rest:
        order.append(rest.pop(int.from_bytes(entropy.bytes(8), "big") % len(rest)))
    return order

"""Another round between the same people: a lobby like the one before, with the seats swapped; or
the next match of a campaign, which goes on from the end of the one before, in the same seats.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from bot.play import effects
from bot.play.executor import Command, Outcome, PlayContext, Receipt, transactional
from bot.play.lobby import agreement, lobby, seating
from bot.play.lobby.lobby import Opening
from bot.play.lobby.seating import Person
from bot.play.match import views
from bot.play.refusals import NotNow, NotSeated, load_seated
from bot.play.storage import queries
from bot.play.storage.ports import Reader, UnitOfWork
from bot.play.storage.records import Audit, Change, Match, MatchId, SeatHolder, SeatingOrder, Status
from games.core.types import Seat, Seats

_REMATCH, _NEXT = "rematch", "next"


def rematched_match(match: Match) -> MatchId | None:
    """The match that this one is the rematch of, or the next one of a campaign after."""
    kind, _, before = match.origin.partition(":")
    return MatchId(before) if kind in (_REMATCH, _NEXT) else None


def is_next(match: Match) -> bool:
    """Whether it is the next match of a campaign."""
    return match.origin.startswith(f"{_NEXT}:")


def swap_seats(sides: Seats, *, keeps: bool = False) -> tuple[Seat, ...]:
    """The new seat of each: everybody moves on by one team, and stays with their team-mates.

    Where teams differ in size nobody can move on, and all keep their seats; so they do where
    everything goes on (``keeps``).
    """
    if keeps:
        return tuple(sides.all())
    sizes = {sides.teams.count(team) for team in sides.teams}
    together = list(sides.teams) == sorted(sides.teams)
    step = sizes.pop() if len(sizes) == 1 and together else 0
    return tuple(Seat((seat + step) % len(sides)) for seat in sides.all())


def invited_seats(
    old: Match, holders: Iterable[SeatHolder], *, keeps: bool = False
) -> dict[int, Seat]:
    """The seats in the rematch of those who have played to the end, or had given up, by user."""
    given_up = dict(zip(old.resigned_by, map(Seat, old.resigned), strict=True))
    held = {holder.user: holder.seat for holder in holders if holder.user is not None}
    # Of two who have had the same seat the later one keeps it.
    taken = set(held.values())
    before = {user: seat for user, seat in given_up.items() if seat not in taken}
    new = swap_seats(old.sides, keeps=keeps)
    return {user: new[seat] for user, seat in {**before, **held}.items()}


async def ask_for_rematch(
    context: PlayContext, command: Command, name: str, *, follows: bool = False
) -> Receipt:
    """The first of the players opens the lobby, the others sit down in it.

    ``follows``  it is the next match of a campaign

    Raises a ``Refusal``: not over, not one of the players, or another match is there.
    """
    carried: Mapping[str, Any] = {}
    if follows:
        ended = await views.load_for_user(context, command.match, command.user)
        carried = {} if ended.view is None else ended.game.follow_up(ended.view)
        if not carried:
            raise NotNow("Nothing goes on from this match.", instead="Ask for a rematch.")
    async with context.store.reading() as reader:
        old = await _load_ended(reader, command.match)
        there = await _find_open_rematch(reader, old)
        keeps = follows if there is None else is_next(there)
        seats = invited_seats(old, await reader.read(queries.Holders(old.id)), keeps=keeps)
        holders = () if there is None else await reader.read(queries.Holders(there.id))
    if command.user not in seats:
        raise NotSeated(
            "Only those who played can ask for a rematch.",
            instead="Open a match for everybody with `/match new`.",
        )
    if there is None:
        person = Person(command.user, name)
        opening = Opening(old.server, old.channel, person, old.game, command.interaction)
        return await _open_rematch(context, opening, old, seats[command.user], carried)
    seat = seats[command.user]
    people = {holder.seat for holder in holders if not holder.is_computer}
    free = seat not in people and seat < there.seats
    into = Command(there.id, command.user, command.interaction)
    return await seating.join(context, into, name, seat if free else None)


async def missing_players(reader: Reader, match: Match) -> tuple[int, ...]:
    """Who has not sat down yet in a rematch, in the order of their seats."""
    before = rematched_match(match)
    if before is None:
        return ()
    old = await _load_ended(reader, before)
    seats = invited_seats(old, await reader.read(queries.Holders(old.id)), keeps=is_next(match))
    there = {holder.user for holder in await reader.read(queries.Holders(match.id))}
    return tuple(user for user in sorted(seats, key=seats.__getitem__) if user not in there)


async def _load_ended(reader: Reader, match_id: MatchId) -> Match:
    old, _ = await load_seated(reader, match_id)
    if old.status is not Status.OVER or not old.seq:
        raise NotNow("This match is not over yet.", instead="A rematch comes after it.")
    return old


async def _find_open_rematch(reader: Reader, old: Match) -> Match | None:
    """The rematch that waits in the channel. Raises ``NotNow`` when it has begun."""
    there = await reader.read(queries.MatchIn(old.channel))
    if there is None or there.status is Status.OVER or rematched_match(there) != old.id:
        return None
    if there.status is Status.RUNNING:
        raise NotNow("The rematch has already begun.", instead="Its panel is in the channel.")
    return there


@transactional
async def _open_rematch(
    work: UnitOfWork,
    context: PlayContext,
    opening: Opening,
    old: Match,
    own: Seat,
    carried: Mapping[str, Any],
) -> Outcome:
    person = opening.host
    if await _find_open_rematch(work, old) is not None:
        raise NotNow("The rematch is now open.", instead="Press the button once more.")
    abandoned = await lobby.make_room(work, context, opening)
    match, said = await _copy_lobby(work, context, old, person, carried)
    holders: tuple[SeatHolder, ...] = (SeatHolder(match.id, own, person.user, person.name),)
    new = swap_seats(old.sides, keeps=bool(carried))
    game = context.games[old.game]
    before = await work.read(queries.Holders(old.id))
    machines = sorted((new[holder.seat], holder.level) for holder in before if holder.is_computer)
    for seat, level in machines:
        if seat != own:
            holders = (*holders, seating.seat_computer(game, match, holders, seat, level))
    now = context.clock.now()
    change = Change(
        match=match,
        expected=None,
        audit=Audit(now, person.user, "rematch", match.id, old.game),
        holders=tuple(sorted(holders, key=lambda holder: holder.seat)),
        outbox_messages=effects.lobby_messages(match, 0, now),
    )
    return Outcome(change, Receipt(match.id, said), further=abandoned)


async def _copy_lobby(
    reader: Reader, context: PlayContext, old: Match, person: Person, carried: Mapping[str, Any]
) -> tuple[Match, str]:
    """A lobby with all that was agreed on for ``old``, and what its host is told."""
    game = context.games[old.game]
    named = {**json.loads(old.settings), **carried}
    what = "next match" if carried else "rematch"
    said, pack = f"The lobby of the {what} is open, and you have a seat.", old.pack
    if pack is not None and game.packs is not None:
        # The content itself is copied again when the match starts.
        named.pop(game.packs.setting, None)
        if await reader.read(queries.PackByKey(old.server, old.game, pack)) is None:
            said += f" The content pack {pack} is gone: it is played without."
            pack = None
    now = context.clock.now()
    match = Match(
        id=lobby.new_id(context),
        game=old.game,
        settings=json.dumps(agreement.unusual_values(game, named)),
        rules_version=game.meta.rules_version,
        status=Status.LOBBY,
        server=old.server,
        channel=old.channel,
        host=person.user,
        seats=old.seats,
        seating=SeatingOrder.CHOICE,
        seed=context.entropy.bytes(32),
        created_at=now,
        teams=old.teams,
        clock=old.clock,
        pack=pack,
        referee=old.referee,
        hints=old.hints,
        practice=old.practice,
        origin=f"{_NEXT if carried else _REMATCH}:{old.id}",
        touched_at=now,
    )
    await agreement.final_settings(reader, game, match)
    return match, said

"""Before a match: opening it, agreeing on settings, starting. ``seating`` says who sits where."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.play import effects
from bot.play.executor import Command, Outcome, PlayContext, Receipt, transactional
from bot.play.lobby import agreement, alpha, seating, server_settings
from bot.play.lobby.seating import Person
from bot.play.lobby.teams import example_text, join_numbers, usual
from bot.play.match import changes, submission, transitions
from bot.play.positions import ENDINGS
from bot.play.refusals import NoMatch, NotNow, NotSeated
from bot.play.seat_holders import is_of_tournament
from bot.play.storage import queries
from bot.play.storage.ports import Entropy, Reader, UnitOfWork, lock_key
from bot.play.storage.profiles import Wish
from bot.play.storage.records import (
    Audit,
    Change,
    EntryKind,
    Hints,
    Match,
    MatchId,
    SeatHolder,
    SeatingOrder,
    Status,
)
from games.core.contract import AnyGame
from games.core.types import Ending, Seat, Seats

OPEN_ON_A_SERVER = 100
OPEN_OF_A_USER = 25
_OFFERED = "The free seats are offered in the channel for open seats."


@dataclass(frozen=True, slots=True)
class Opening:
    """The options of a new match.

    ``seats``      0 means the game's usual number, or as many as ``teams`` have
    ``teams``      the team of each seat; empty when every seat is a team of its own
    ``computers``  so many of the other seats are given to computer players, of this ``level``;
                   empty for the usual one
    ``clock``      as somebody named or typed it; empty for none
    ``referee``    the user who is named referee, if any
    ``hints``      what is said of good moves; ``None`` for the usual
    ``guests``     others who are given seats: the match is what they have wished for
    ``start``      whether it begins at once where no seat is left for anybody else
    ``offered``    whether its seats are offered in the server's channel for that
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
    hints: Hints | None = None
    guests: tuple[Person, ...] = ()
    start: bool = False
    offered: bool = False

    @property
    def lock(self) -> str:
        return lock_key("channel", self.channel)

    @property
    def user(self) -> int:
        return self.host.user


class Occupied(NotNow):
    """The channel has a match already."""


@transactional
async def open(work: UnitOfWork, context: PlayContext, opening: Opening) -> Outcome:
    """Open a match in a channel, with its host in the first seat; begin it at once where that is
    wanted and computer players take all other seats."""
    game = context.games.get(opening.game)
    if game is None:
        known = ", ".join(each.meta.title for each in context.games.values())
        raise NoMatch("There is no such game here.", instead=f"There are: {known}.")
    abandoned = await make_room(work, context, opening)
    now = context.clock.now()
    await work.see_server(opening.server, now)
    match = _build_match(context, game, opening)
    if opening.offered:
        await server_settings.check_offers(work, opening.server)
    await agreement.final_settings(work, game, match)
    for guest in opening.guests:
        # Who has found somebody else meanwhile is not seated again.
        if not await work.drop(Wish, user=guest.user, server=opening.server, game=game.meta.id):
            raise NotNow(f"{guest.name} has just found another match.", instead="Try again.")
    if opening.guests:
        await work.drop(Wish, user=opening.user, server=opening.server, game=game.meta.id)
    people = enumerate((opening.host, *opening.guests))
    holders = tuple(SeatHolder(match.id, Seat(at), each.user, each.name) for at, each in people)
    for _ in range(opening.computers):
        holders = (*holders, seating.seat_computer(game, match, holders, None, opening.level))
    if opening.start and len(holders) == match.seats:
        begun = await begin(work, context, match, holders, opening.user)
        return replace(begun, change=replace(begun.change, expected=None), further=abandoned)
    change = Change(
        match=match,
        expected=None,
        audit=Audit(now, opening.host.user, "open", match.id, game.meta.id),
        holders=holders,
        outbox_messages=effects.lobby_messages(match, 0, now),
    )
    said = f"The lobby of {game.meta.title} is open. You have a seat."
    if match.offered:
        said = f"{said} {_OFFERED}"
    return Outcome(change, Receipt(match.id, said), further=abandoned)


def _build_match(context: PlayContext, game: AnyGame, opening: Opening) -> Match:
    meta = game.meta
    seats = len(opening.teams) or opening.seats or meta.players[0]
    if seats not in meta.players or (opening.seats and opening.seats != seats):
        raise NotNow(f"{meta.title} is for {join_numbers(meta.players)} players, not {seats}.")
    teams = opening.teams or usual(seats, meta)
    sides = Seats(teams) if teams else Seats.alone(seats)
    if wrong := meta.misseated(sides):
        raise NotNow(wrong, instead=f"Teams are written as {example_text(meta)}.")
    named = game.settings.for_teams(opening.settings or {}, len({*sides.teams}))
    settings = agreement.check_settings(game, named)
    now = context.clock.now()
    match = Match(
        id=new_id(context),
        game=meta.id,
        settings=settings.model_dump_json(include=set(named)),
        rules_version=meta.rules_version,
        status=Status.LOBBY,
        server=opening.server,
        channel=opening.channel,
        host=opening.host.user,
        seats=seats,
        seating=opening.seating,
        seed=context.entropy.bytes(32),
        created_at=now,
        touched_at=now,
        clock=agreement.read_clock(opening.clock, game),
        pack=opening.pack,
        referee=opening.referee,
        hints=opening.hints,
        offered=opening.offered,
    )
    return agreement.with_teams(match, (), teams)[0] if teams else match


@transactional
async def change_setting(
    work: UnitOfWork, context: PlayContext, command: Command, field: str, value: object
) -> Outcome:
    """Settle one of the game's settings, or ``seating``, ``teams`` ("1v2v2"), ``clock``
    (the name of a preset, or its text form), ``hints`` or ``pack`` (a key, empty for none). Only
    the host may.
    """
    match, holders = await seating.load_lobby(work, command.match)
    seating.check_host(match, command.user)
    game = context.games[match.game]
    match, holders = await agreement.change_setting(work, game, match, holders, field, value)
    return seating.rearrange(context, match, holders, command.user, "set", "Changed.")


@transactional
async def offer(work: UnitOfWork, context: PlayContext, command: Command) -> Outcome:
    """Offer the free seats of a lobby in the server's channel for that. Only the host may."""
    match, holders = await seating.load_lobby(work, command.match)
    seating.check_host(match, command.user)
    await server_settings.check_offers(work, match.server)
    if match.offered:
        raise NotNow("The seats are offered already.")
    match = replace(match, offered=True)
    return seating.rearrange(context, match, holders, command.user, "offer", _OFFERED)


@transactional
async def fill_settings(
    work: UnitOfWork, context: PlayContext, command: Command, preset: str
) -> Outcome:
    """Make all of the game's settings those of one of its presets. Only the host may."""
    match, holders = await seating.load_lobby(work, command.match)
    seating.check_host(match, command.user)
    match = await agreement.fill_preset(work, context.games[match.game], match, preset)
    return seating.rearrange(context, match, holders, command.user, "set", "Changed.")


@transactional
async def start(
    work: UnitOfWork, context: PlayContext, command: Command, name: str = ""
) -> Outcome:
    """Begin the match. Any player in it may, once all seats are taken.

    ``name``  of somebody who takes the last free seat as well
    """
    match, holders = await seating.load_lobby(work, command.match)
    seated = any(holder.user == command.user for holder in holders)
    missing = match.seats - len(holders)
    if not seated and name and missing < 2:
        seat = seating.find_seat(match, holders, None)
        holders = (*holders, SeatHolder(match.id, seat, command.user, name))
        missing = 0
    elif not seated:
        raise NotSeated("Only somebody with a seat in the match may start it.")
    if missing:
        seats = "one more player" if missing == 1 else f"{missing} more players"
        raise NotNow(f"The match needs {seats} before it can start.")
    await alpha.check(work, context.games[match.game], match.server)
    return await begin(work, context, match, holders, command.user)


async def begin(
    work: UnitOfWork, context: PlayContext, match: Match, holders: tuple[SeatHolder, ...], user: int
) -> Outcome:
    """Begin a match with these in its seats. Raises a ``Refusal`` for settings it cannot have."""
    game = context.games[match.game]
    if match.seating is SeatingOrder.RANDOM:
        order = shuffle(holders, context.entropy)
        holders = tuple(replace(holder, seat=Seat(s)) for s, holder in enumerate(order))
    settings = await agreement.final_settings(work, game, match)
    state = game.setup(settings, match.sides)
    match = replace(
        match, settings=settings.model_dump_json(), rules_version=game.meta.rules_version
    )
    transition = transitions.Transition(game, match, holders, state, begun=False)
    transition.add(
        transitions.PendingEntry(
            EntryKind.START, transitions.start_body(match.settings, match.sides.teams), state
        )
    )
    rest = await submission.carry_on(transition)
    change = await submission.build_change(work, context, transition, changes.Cause("start", user))
    sitting = tuple(transition.holders[seat] for seat in sorted(transition.holders))
    receipt = Receipt(match.id, "The match has begun.")
    return Outcome(replace(change, holders=sitting), receipt, rest)


async def make_room(work: UnitOfWork, context: PlayContext, opening: Opening) -> tuple[Change, ...]:
    """Raises ``NotNow`` when there is none, or none for this game in alpha. A match that all its
    players have left makes room: the change ends it.
    """
    await alpha.check(work, context.games[opening.game], opening.server)
    there = await work.read(queries.MatchIn(opening.channel))
    abandoned: tuple[Change, ...] = ()
    if there is not None and there.status is not Status.OVER:
        if any(not holder.is_computer for holder in await work.read(queries.Holders(there.id))):
            raise Occupied(
                "This channel already has a match.",
                instead="Use another channel, or let the match have a thread of its own.",
            )
        work.require_locks(there.id)
        abandoned = (await _end_deserted(work, context, there, opening.host.user),)
    open_here = await work.read(queries.OpenOn(opening.server, None, placed=True))
    on_server = sum(not is_of_tournament(each) for each in open_here)
    of_user = len(await work.read(queries.OpenOf(opening.host.user, OPEN_OF_A_USER)))
    for count, most, whose in (
        (on_server, OPEN_ON_A_SERVER, "This server has"),
        (of_user, OPEN_OF_A_USER, "You have"),
    ):
        if count >= most:
            raise NotNow(f"{whose} {count} open matches; {most} is the limit.")
    return abandoned


async def _end_deserted(reader: Reader, context: PlayContext, match: Match, user: int) -> Change:
    """A match in which nobody plays any more, ended without a result."""
    now = context.clock.now()
    ending = ENDINGS.write(Ending.abandoned()).decode() if match.seq else None
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
        closed=tuple(row.key for row in await reader.read(queries.OpenDecisions(match.id))),
        outbox_messages=effects.lobby_messages(match, match.seq, now),
    )


def new_id(context: PlayContext) -> MatchId:
    return MatchId(base64.b32encode(context.entropy.bytes(5)).decode().lower())


def shuffle(holders: Sequence[SeatHolder], entropy: Entropy) -> list[SeatHolder]:
    """Shuffle seat holders; 8 bytes a choice keep the bias below 1 in 10**17."""
    rest = list(holders)
    order: list[SeatHolder] = []
    while rest:
        order.append(rest.pop(int.from_bytes(entropy.bytes(8), "big") % len(rest)))
    return order

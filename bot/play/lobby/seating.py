"""Who holds a seat: people sit down and get up, computer players fill in, before and in a match."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from bot.play import effects
from bot.play.context import Command, PlayContext, transactional
from bot.play.executor import Outcome
from bot.play.match import table
from bot.play.match.changes import Cause
from bot.play.match.transitions import PendingEntry, Transition
from bot.play.receipts import Receipt
from bot.play.refusals import NotNow, NotSeated, seated
from bot.play.seat_holders import spare
from bot.play.storage import queries
from bot.play.storage.ports import Reader, UnitOfWork
from bot.play.storage.records import (
    MOVES,
    Audit,
    Change,
    Entry,
    Kind,
    Match,
    MatchId,
    SeatHolder,
    SeatingOrder,
    Status,
)
from games.core.computer import usual
from games.core.contract import AnyGame
from games.core.seats import SPECTATOR, Seat


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody on Discord; ``name`` has been made safe to show."""

    user: int
    name: str


class Replacement(StrEnum):
    """What becomes of a seat that somebody gives up in a running match."""

    VACANT = "vacant"
    COMPUTER = "computer"


@transactional
async def join(
    work: UnitOfWork,
    context: PlayContext,
    command: Command,
    name: str,
    seat: Seat | None = None,
) -> Outcome:
    """Sit down: in ``seat``, or in the first that nobody holds; that of a computer player has
    to be named. In a running match the seat goes on as it stands.
    """
    person = Person(command.user, name)
    match, holders = await _open_match(work, command.match)
    if match.status is Status.RUNNING:
        return await _took_over(work, context, match, person, seat)
    mine = next((holder for holder in holders if holder.user == person.user), None)
    others = tuple(holder for holder in holders if holder is not mine)
    if mine is not None and (seat is None or seat == mine.seat):
        raise NotNow("You already have a seat in this match.", instead="Leave gives it up.")
    chosen = _to_take(match, others, seat)
    rest = tuple(holder for holder in others if holder.seat != chosen)
    sitting = (*rest, SeatHolder(match.id, chosen, person.user, person.name))
    said = "You have a seat; which one is drawn at the start. Have fun!"
    if match.seating is SeatingOrder.CHOICE:
        names = context.games[match.game].meta.seat_names[match.seats]
        said = f"{_got(names[chosen], others, chosen)} Have fun!"
    return arranged(context, match, sitting, person.user, "join", said)


@transactional
async def leave(
    work: UnitOfWork,
    context: PlayContext,
    command: Command,
    instead: Replacement = Replacement.VACANT,
    level: str = "",
) -> Outcome:
    """Give the seat up. When nobody is left in a lobby, it closes; in a running match
    ``instead`` says what becomes of the seat, and ``level`` how well a computer player plays.
    """
    match, holders = await _open_match(work, command.match)
    if all(holder.user != command.user for holder in holders):
        raise NotSeated("You have no seat in this match.")
    if match.status is Status.RUNNING:
        return await _left(work, context, match, command.user, instead, level)
    left = tuple(holder for holder in holders if holder.user != command.user)
    people = [holder.user for holder in left if holder.user is not None]
    if not people:
        now = context.clock.now()
        closed = replace(match, status=Status.OVER, finished_at=now)
        return arranged(
            context,
            closed,
            left,
            command.user,
            "close",
            "You were the last one, so the lobby is closed.",
        )
    if match.host == command.user:
        match = replace(match, host=people[0])
    return arranged(context, match, left, command.user, "leave", "You have left the lobby.")


@transactional
async def add_computer(
    work: UnitOfWork,
    context: PlayContext,
    command: Command,
    seat: Seat | None = None,
    level: str = "",
) -> Outcome:
    """Give a free seat of a lobby to a computer player of this level, the usual one when it
    is empty. Only the host may."""
    match, holders = await in_lobby(work, command.match)
    check_host(match, command.user)
    new = computer(context.games[match.game], match, holders, seat, level)
    return arranged(
        context, match, (*holders, new), command.user, "computer", f"{new.name} plays along."
    )


@transactional
async def remove(
    work: UnitOfWork, context: PlayContext, command: Command, seat: Seat | None = None
) -> Outcome:
    """Take a computer player out of a lobby: that of ``seat``, else the last. Only the host
    may; people leave by themselves.
    """
    match, holders = await in_lobby(work, command.match)
    check_host(match, command.user)
    computers = [holder for holder in holders if holder.computer]
    found = [holder for holder in computers if seat is None or holder.seat == seat]
    if not found:
        raise NotNow("There is no computer player to remove.")
    gone = found[-1]
    left = tuple(holder for holder in holders if holder is not gone)
    return arranged(context, match, left, command.user, "remove", f"{gone.name} is gone.")


def arranged(
    context: PlayContext,
    match: Match,
    holders: tuple[SeatHolder, ...],
    user: int,
    action: str,
    said: str,
) -> Outcome:
    """A lobby as it is from now on."""
    now = context.clock.now()
    match = replace(match, touched_at=now, warned_at=None)
    change = Change(
        match=match,
        expected=match.seq,
        audit=Audit(now, user, action, match.id),
        holders=tuple(sorted(holders, key=lambda holder: holder.seat)),
        outbox_messages=effects.lobby(match, match.seq, now),
    )
    return Outcome(change, Receipt(match.id, said))


async def _left(
    work: UnitOfWork,
    context: PlayContext,
    match: Match,
    user: int,
    instead: Replacement,
    level: str,
) -> Outcome:
    transition = await table.begun(work, context, match.id, paused=True)
    seat = table.seat_of(transition, user)
    for each in [
        each for each in spare(transition.holders.values()) if transition.holders[each].user == user
    ]:
        if each != seat:
            vacate(transition, each, Replacement.VACANT, user=user)
    taker = vacate(transition, seat, instead, level, user=user)
    said = "You have left the match. Nobody holds your seat now."
    if taker is not None:
        said = f"You have left the match. {taker.name} plays on for you."
    return await _changed_hands(work, context, transition, seat, Cause("leave", user), said)


async def _took_over(
    work: UnitOfWork, context: PlayContext, match: Match, person: Person, wanted: Seat | None
) -> Outcome:
    transition = await table.begun(work, context, match.id, paused=True)
    holders = tuple(transition.holders.values())
    if any(holder.user == person.user for holder in holders):
        raise NotNow("You already have a seat in this match.")
    seat = _to_take(match, holders, wanted)
    await seat_taken(work, transition, person, seat, user=person.user)
    name = transition.game.words.seat(transition.game.view(transition.state, SPECTATOR), seat)
    said = (
        f"{_got(name, holders, seat)} The match goes on as it stands: My orders tells what "
        "your seat knows and what is asked of it. Have fun!"
    )
    return await _changed_hands(
        work, context, transition, seat, Cause("take over", person.user), said
    )


async def _changed_hands(
    work: UnitOfWork,
    context: PlayContext,
    transition: Transition,
    seat: Seat,
    cause: Cause,
    said: str,
) -> Outcome:
    rest = await table.carried_on(transition)
    cause = replace(cause, renewed=frozenset({seat}))
    change = await table.changed(work, context, transition, cause)
    return Outcome(change, Receipt(transition.match.id, said), rest)


def vacate(
    transition: Transition,
    seat: Seat,
    instead: Replacement,
    level: str = "",
    kind: Kind = Kind.LEFT,
    **line: Any,
) -> SeatHolder | None:
    """An entry after which nobody holds ``seat``, or a computer player, that is given back.

    ``level`` of the computer player
    ``kind``  how the seat was left: ``RESIGNATION`` for good
    ``line``  who did it: more of its ``PendingEntry``. The seat belongs into ``Cause.renewed``.
    Raises ``NotNow``.
    """
    gone = transition.holders.get(seat)
    if gone is None:
        raise NotNow("Nobody holds that seat.")
    if gone.computer and instead is Replacement.COMPUTER:
        raise NotNow(f"{gone.name} has that seat, a computer player.")
    del transition.holders[seat]
    taker = None
    if instead is Replacement.COMPUTER:
        taker = computer(
            transition.game, transition.match, tuple(transition.holders.values()), seat, level
        )
        transition.keep(taker)
    body = _held(gone.user)
    transition.add(PendingEntry(kind, body, transition.state, seat=seat, text=gone.name, **line))
    return taker


async def seat_taken(
    reader: Reader, transition: Transition, person: Person, seat: Seat, **line: Any
) -> None:
    """An entry that gives ``seat`` to ``person`` in place of its holder.

    ``line``  who did it: more of its ``PendingEntry``. The seat belongs into ``Cause.renewed``.
    Raises ``NotNow`` for somebody who has a seat or knows what another team must not know.
    """
    mine = line.get("user") == person.user
    if any(holder.user == person.user for holder in transition.holders.values()):
        raise NotNow(f"{person.name} already has a seat in this match.")
    await _check_knows_no_other(reader, transition, person, seat, mine=mine)
    before = transition.holders.get(seat)
    transition.keep(SeatHolder(transition.match.id, seat, person.user, person.name))
    body = _held(person.user, None if before is None else before.user)
    transition.add(
        PendingEntry(Kind.TAKEN, body, transition.state, seat=seat, text=person.name, **line)
    )


def _held(*users: int | None) -> str:
    """Who held a seat and therefore knows its secrets."""
    return json.dumps({"holders": [user for user in users if user is not None]})


def computer(
    game: AnyGame, match: Match, holders: tuple[SeatHolder, ...], seat: Seat | None, level: str = ""
) -> SeatHolder:
    """A computer player in ``seat``, or in the first that is free.

    ``level``  one of the game's; empty for the usual one. The name says it where there are several
    Raises ``NotNow``.
    """
    if game.computer is None:
        raise NotNow(f"{game.meta.title} has no computer player.")
    levels = game.computer.levels
    level = level or usual(levels)
    if level not in levels:
        raise NotNow(
            f"{game.meta.title} has no computer player of that level.",
            instead=f"There {'is' if len(levels) == 1 else 'are'}: {', '.join(levels)}.",
        )
    free = _free(match, holders)
    if seat is not None and seat not in free:
        raise NotNow("That seat is not free.")
    if not free:
        raise NotNow("All seats of this match are taken.")
    names = {holder.name.partition(" (")[0] for holder in holders if holder.computer}
    name = next(name for n in range(1, match.seats + 2) if (name := f"Computer {n}") not in names)
    if len(levels) > 1:
        name = f"{name} ({level})"
    return SeatHolder(match.id, free[0] if seat is None else seat, None, name, level=level)


def check_host(match: Match, user: int) -> None:
    """Raises ``NotSeated``."""
    if match.host != user:
        raise NotSeated("Only the player who opened the match sets it up.")


def _free(match: Match, holders: tuple[SeatHolder, ...]) -> list[Seat]:
    taken = {holder.seat for holder in holders}
    return [Seat(seat) for seat in range(match.seats) if seat not in taken]


def to_have(match: Match, holders: tuple[SeatHolder, ...]) -> tuple[Seat, ...]:
    """The seats that somebody else can take: first the free ones, then those of computer
    players, then those of people who have others as well."""
    computers = [holder.seat for holder in holders if holder.computer]
    found = (*_free(match, holders), *computers, *sorted(spare(holders)))
    return tuple(seat for seat in found if seat not in match.resigned)


def _got(name: str, others: tuple[SeatHolder, ...], seat: Seat) -> str:
    """Which seat somebody has now, and whose it was."""
    before = next((holder.name for holder in others if holder.seat == seat), "")
    return f"You have a seat: {name}{f', in place of {before}' if before else ''}."


def _to_take(match: Match, others: tuple[SeatHolder, ...], wanted: Seat | None) -> Seat:
    """The seat that somebody can have: ``wanted``, or a free one.

    Raises ``NotNow``.
    """
    further = spare(others)
    people = {each.seat: each for each in others if not (each.computer or each.seat in further)}
    if wanted is not None and wanted in people:
        if match.status is Status.RUNNING:
            held = f"{people[wanted].name} has that seat."
            raise NotNow("This match has already started.", instead=held)
        raise NotNow(f"{people[wanted].name} already has that seat.")
    can_have = to_have(match, others)
    if wanted is not None and wanted in match.resigned:
        raise NotNow(
            "That seat was resigned for good.",
            instead="Only the referee of the match can let somebody take it.",
        )
    if not can_have or (wanted is not None and wanted not in can_have):
        if match.status is Status.RUNNING:
            given_up = bool(set(match.resigned) - set(people))
            rest = (
                "Its other seats were resigned for good."
                if given_up
                else "All its seats are taken."
            )
            raise NotNow("This match has already started.", instead=rest)
        raise NotNow("All seats of this match are taken.")
    if wanted is None and any(holder.seat == can_have[0] and holder.computer for holder in others):
        raise NotNow("Computer players hold all other seats.", instead="Say whose seat you want.")
    return can_have[0] if wanted is None else wanted


async def _check_knows_no_other(
    reader: Reader, transition: Transition, person: Person, seat: Seat, *, mine: bool
) -> None:
    """Raises ``NotNow`` for somebody who has seen what only another team may know."""
    if not transition.game.meta.secrets:
        return
    teams = transition.match.sides.teams
    you, know = ("You have", "know") if mine else (f"{person.name} has", "knows")
    for entry in await reader.read(queries.Entries(transition.match.id)):
        if not _knew(entry, person.user):
            continue
        if entry.seat is None:
            what = "seen the secrets of all seats"
            if entry.kind is Kind.TRIED:
                what = "found out something that is hidden"
            raise NotNow(
                f"{you} {what} as the referee of this match.",
                instead="Somebody else has to take that seat.",
            )
        if teams[entry.seat] == teams[seat]:
            continue
        if entry.kind is Kind.LOOKED:
            raise NotNow(
                f"{you} looked through the eyes of another team in this match, and {know} its "
                "secrets.",
                instead="Somebody else has to take that seat.",
            )
        whose = "You" if mine else "They"
        raise NotNow(
            f"{you} played for another team in this match, and {know} its secrets.",
            instead=f"{whose} can take a seat of that team, if one is free.",
        )


def _knew(entry: Entry, user: int) -> bool:
    """Whether ``user`` learned by this entry, or had known before it, what a seat alone knows."""
    if entry.kind in (Kind.LEFT, Kind.TAKEN, Kind.RESIGNATION):
        holders = json.loads(entry.body).get("holders")
        if holders is not None:
            return user in holders
    if entry.user != user or entry.kind is Kind.STANDING:
        return False
    if not entry.referee:
        return entry.seat is not None
    # What a referee does to a seat is told to everybody; what they see, or answer for it, is not.
    if entry.kind in MOVES or entry.kind is Kind.TRIED:
        return entry.referee_seat is None
    return entry.kind is Kind.LOOKED


async def _open_match(reader: Reader, match_id: MatchId) -> tuple[Match, tuple[SeatHolder, ...]]:
    """Raises ``NoMatch`` or ``NotNow``."""
    match, holders = await seated(reader, match_id)
    if match.status is Status.OVER:
        raise NotNow("This match is over.")
    return match, holders


async def in_lobby(reader: Reader, match_id: MatchId) -> tuple[Match, tuple[SeatHolder, ...]]:
    """A match that has not started, and who sits there. Raises ``NoMatch`` or ``NotNow``."""
    match, holders = await _open_match(reader, match_id)
    if match.status is Status.RUNNING:
        raise NotNow("This match has already started.")
    return match, holders

"""Leaving a running match, resigning it, and taking over a seat that somebody has left.

A seat that was left is open to everybody who knows no secrets of another team, its player too; a
seat that was resigned only to somebody put there by the referee. Where all other sides are empty,
the last one can claim the win.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from enum import StrEnum
from typing import Any

from bot.play.executor import Command, Outcome, PlayContext, Receipt, transactional
from bot.play.lobby import seating
from bot.play.lobby.seating import Person
from bot.play.match import submission
from bot.play.match.changes import Cause
from bot.play.match.transitions import PendingEntry, Transition
from bot.play.refusals import NotNow
from bot.play.seat_holders import spare_seats
from bot.play.storage import queries
from bot.play.storage.ports import Reader, UnitOfWork
from bot.play.storage.records import MOVES, Entry, EntryKind, Match, SeatHolder
from games.core.types import SPECTATOR, Ending, Seat


class Replacement(StrEnum):
    """What becomes of a seat that somebody gives up in a running match."""

    VACANT = "vacant"
    COMPUTER = "computer"


@transactional
async def leave(
    work: UnitOfWork,
    context: PlayContext,
    command: Command,
    instead: Replacement = Replacement.VACANT,
    level: str = "",
) -> Outcome:
    """Give up the seat, and all further ones of a practice match. Raises a ``Refusal``.

    Args:
        instead: what becomes of the seat.
        level: how well a computer player plays.
    """
    transition = await submission.begin_transition(work, context, command.match, paused=True)
    seat, user = submission.find_seat(transition, command.user), command.user
    for each in sorted(spare_seats(transition.holders.values())):
        if each != seat and transition.holders[each].user == user:
            vacate(transition, each, Replacement.VACANT, user=user)
    taker = vacate(transition, seat, instead, level, user=user)
    on = "Nobody holds your seat now." if taker is None else f"{taker.name} plays on for you."
    said = f"You have left the match. {on}"
    return await _pass_on(work, context, transition, seat, Cause("leave", user), said)


@transactional
async def resign(
    work: UnitOfWork,
    context: PlayContext,
    command: Command,
    instead: Replacement = Replacement.VACANT,
    level: str = "",
) -> Outcome:
    """Resign. Raises a ``Refusal``.

    Args:
        instead: what becomes of the seat in a match that goes on.
        level: how well a computer player plays.
    """
    transition = await submission.begin_transition(work, context, command.match, paused=True)
    seat, user = submission.find_seat(transition, command.user), command.user
    match, cause = transition.match, Cause("resign", user, seat)
    winners = find_winners(match, transition.holders.values(), seat)
    if winners:
        name = transition.holders[seat].name
        transition.add(
            PendingEntry(
                EntryKind.RESIGNATION, "{}", transition.state, seat=seat, user=user, text=name
            )
        )
        ending = Ending.given_up(winners, transition.game.meta.resign_rule)
        change = await submission.build_change(
            work, context, transition, replace(cause, ending=ending)
        )
        return Outcome(change, Receipt(match.id, "You have resigned. Thank you for the match."))
    taker = vacate(transition, seat, instead, level, kind=EntryKind.RESIGNATION, user=user)
    transition.match = replace(
        match, resigned=(*match.resigned, int(seat)), resigned_by=(*match.resigned_by, user)
    )
    on = "Nobody holds your seat now" if taker is None else f"{taker.name} plays on"
    said = f"You have resigned. {on}; the others go on. Thank you for the match."
    return await _pass_on(work, context, transition, seat, cause, said)


@transactional
async def take_over(
    work: UnitOfWork, context: PlayContext, command: Command, name: str, wanted: Seat | None = None
) -> Outcome:
    """Play on in a seat as it stands: in ``wanted``, or in the first that nobody holds.

    Raises a ``Refusal``.
    """
    transition = await submission.begin_transition(work, context, command.match, paused=True)
    holders = tuple(transition.holders.values())
    if any(holder.user == command.user for holder in holders):
        raise NotNow("You already have a seat in this match.")
    seat = seating.find_seat(transition.match, holders, wanted)
    person = Person(command.user, name)
    await give_seat(work, transition, person, seat, user=person.user)
    seat_name = transition.game.words.seat(transition.game.view(transition.state, SPECTATOR), seat)
    said = (
        f"{seating.describe_seat(seat_name, holders, seat)} The match goes on as it stands: My "
        "orders tells what your seat knows and what is asked of it. Have fun!"
    )
    return await _pass_on(work, context, transition, seat, Cause("take over", person.user), said)


async def _pass_on(
    work: UnitOfWork,
    context: PlayContext,
    transition: Transition,
    seat: Seat,
    cause: Cause,
    said: str,
) -> Outcome:
    """Add what follows once ``seat`` has another holder, in one change."""
    rest = await submission.carry_on(transition)
    cause = replace(cause, renewed=frozenset({seat}))
    change = await submission.build_change(work, context, transition, cause)
    return Outcome(change, Receipt(transition.match.id, said), rest)


def vacate(
    transition: Transition,
    seat: Seat,
    instead: Replacement,
    level: str = "",
    *,
    kind: EntryKind = EntryKind.LEFT,
    **line: Any,
) -> SeatHolder | None:
    """Add an entry after which nobody holds ``seat``, or a computer player.

    The caller also names the seat in ``Cause.renewed``, so that its time begins anew.

    Args:
        level: how well the computer player plays.
        kind: how the seat was left: ``RESIGNATION`` for good.
        line: who did it: more of its ``PendingEntry``.

    Returns: the computer player.
    Raises: NotNow: nobody holds the seat, or a computer player does already.
    """
    gone = transition.holders.get(seat)
    if gone is None:
        raise NotNow("Nobody holds that seat.")
    if gone.is_computer and instead is Replacement.COMPUTER:
        raise NotNow(f"{gone.name} has that seat, a computer player.")
    del transition.holders[seat]
    taker = None
    if instead is Replacement.COMPUTER:
        holders = tuple(transition.holders.values())
        taker = seating.seat_computer(transition.game, transition.match, holders, seat, level)
        transition.keep(taker)
    body = _describe_holders(gone.user)
    transition.add(PendingEntry(kind, body, transition.state, seat=seat, text=gone.name, **line))
    return taker


async def give_seat(
    reader: Reader, transition: Transition, person: Person, seat: Seat, **line: Any
) -> None:
    """Add an entry that gives ``seat`` to ``person`` in place of its holder.

    The seat belongs into ``Cause.renewed``.

    Args:
        line: who did it: more of its ``PendingEntry``.

    Raises: NotNow: ``person`` has a seat, or knows what another team must not know.
    """
    if any(holder.user == person.user for holder in transition.holders.values()):
        raise NotNow(f"{person.name} already has a seat in this match.")
    mine = line.get("user") == person.user
    await _check_knows_no_secrets(reader, transition, person, seat, mine=mine)
    before = transition.holders.get(seat)
    transition.keep(SeatHolder(transition.match.id, seat, person.user, person.name))
    body = _describe_holders(person.user, None if before is None else before.user)
    transition.add(
        PendingEntry(EntryKind.TAKEN, body, transition.state, seat=seat, text=person.name, **line)
    )


def find_winners(match: Match, holders: Iterable[SeatHolder], seat: Seat) -> tuple[Seat, ...]:
    """Who wins when ``seat`` resigns; nobody where the match goes on without it.

    A side is left while somebody holds a seat of it who has not resigned: a person, or a computer
    player who was not put there in the place of one who has.
    """
    sides = match.sides
    if len(set(sides.teams)) == 2 and len(sides) == 2:
        return sides.others(seat)
    teams = {
        sides.teams[holder.seat]
        for holder in holders
        if holder.seat != seat and not (holder.is_computer and holder.seat in match.resigned)
    }
    if len(teams) > 1:
        return ()
    # With nobody left at all, the win goes to those who have not resigned.
    out = {seat, *map(Seat, match.resigned)}
    left = teams or {sides.teams[each] for each in sides.all() if each not in out}
    return tuple(each for each in sides.all() if sides.teams[each] in left) or sides.others(seat)


async def _check_knows_no_secrets(
    reader: Reader, transition: Transition, person: Person, seat: Seat, *, mine: bool
) -> None:
    """Raises ``NotNow`` for somebody who has seen what only another team may know."""
    if not transition.game.meta.secrets:
        return
    teams = transition.match.sides.teams
    you, know = ("You have", "know") if mine else (f"{person.name} has", "knows")
    whose = "You" if mine else "They"
    nobody = "Somebody else has to take that seat."
    for entry in await reader.read(queries.Entries(transition.match.id)):
        if not _knew_secrets(entry, person.user):
            continue
        if entry.seat is None:
            what = "seen the secrets of all seats"
            if entry.kind is EntryKind.TRIED:
                what = "found out something that is hidden"
            raise NotNow(f"{you} {what} as the referee of this match.", instead=nobody)
        if teams[entry.seat] == teams[seat]:
            continue
        if entry.kind is EntryKind.LOOKED:
            looked = "looked through the eyes of another team in this match"
            raise NotNow(f"{you} {looked}, and {know} its secrets.", instead=nobody)
        raise NotNow(
            f"{you} played for another team in this match, and {know} its secrets.",
            instead=f"{whose} can take a seat of that team, if one is free.",
        )


def _knew_secrets(entry: Entry, user: int) -> bool:
    """Whether ``user`` learned by this entry, or had known before it, what a seat alone knows."""
    if entry.kind in (EntryKind.LEFT, EntryKind.TAKEN, EntryKind.RESIGNATION):
        holders = json.loads(entry.body).get("holders")
        if holders is not None:
            return user in holders
    if entry.user != user or entry.kind is EntryKind.STANDING:
        return False
    if not entry.referee:
        return entry.seat is not None
    # What a referee does to a seat is told to everybody; what they see, or answer for it, is not.
    if entry.kind in MOVES or entry.kind is EntryKind.TRIED:
        return entry.referee_seat is None
    return entry.kind is EntryKind.LOOKED


def _describe_holders(*users: int | None) -> str:
    """The JSON of who held a seat and therefore knows its secrets."""
    return json.dumps({"holders": [user for user in users if user is not None]})

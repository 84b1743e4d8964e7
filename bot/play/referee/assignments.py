"""The referee gives a seat to somebody, to a computer player, or to nobody; and looks through the
eyes of one."""

from __future__ import annotations

from dataclasses import replace

from bot.play.lobby.seating import Person
from bot.play.match.transitions import PendingEntry
from bot.play.people.leaving import Replacement, give_seat, vacate
from bot.play.referee.authority import ActionResult, RefereeCase, referee_action
from bot.play.refusals import NotNow
from bot.play.storage.records import EntryKind, SeatHolder
from games.core.types import Seat


@referee_action("seat")
async def give(case: RefereeCase, seat: Seat, person: Person) -> ActionResult:
    """Give a seat to ``person``, who learns what the seat knows."""
    transition, before = case.transition, case.transition.holders.get(seat)
    await give_seat(case.work, transition, person, seat, **case.line)
    _forgive(case, seat)
    return ActionResult(
        f"{person.name} has {case.seat_name(seat)} now{_describe_replaced(before)}.",
        renewed=frozenset({seat}),
    )


@referee_action("vacate")
async def clear(
    case: RefereeCase, seat: Seat, instead: Replacement, level: str = ""
) -> ActionResult:
    """Remove the holder of a seat; with ``level`` a computer player takes over."""
    before = case.transition.holders.get(seat)
    taker = vacate(case.transition, seat, instead, level, **case.line)
    _forgive(case, seat)
    who = "Nobody" if taker is None else taker.name
    said = f"{who} has {case.seat_name(seat)} now{_describe_replaced(before)}."
    return ActionResult(said, renewed=frozenset({seat}))


@referee_action("look")
async def look(case: RefereeCase, seat: Seat | None) -> ActionResult:
    """Note that the referee looks at the view of ``seat``, or at everything.

    Everybody is told when the match is over.
    """
    transition = case.transition
    if case.seat is not None:
        raise NotNow(
            "You play in this match, so you see only what your seat sees.",
            instead="Somebody who does not play can look.",
        )
    if not transition.game.meta.secrets:
        raise NotNow(
            f"{transition.game.meta.title} has no secrets.",
            instead="`/match show` shows the board.",
        )
    transition.add(
        PendingEntry(EntryKind.LOOKED, "{}", transition.state, seat=seat, hidden=True, **case.line)
    )
    of = "every seat" if seat is None else f"{case.seat_name(seat)}"
    return ActionResult(
        f"You see what {of} may see. Everybody is told when the match is over.", still=True
    )


def _forgive(case: RefereeCase, seat: Seat) -> None:
    """Note that a resigned seat is played again."""
    match = case.transition.match
    if seat in match.resigned:
        left = [
            each for each in zip(match.resigned, match.resigned_by, strict=True) if each[0] != seat
        ]
        case.transition.match = replace(
            match,
            resigned=tuple(each for each, _ in left),
            resigned_by=tuple(user for _, user in left),
        )


def _describe_replaced(before: SeatHolder | None) -> str:
    return "" if before is None else f", in place of {before.name}"

"""The end of the match (2.13)."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from games.colonial_space_wars import events as e
from games.colonial_space_wars.rules.values import can_activate
from games.colonial_space_wars.state import StepBuilder
from games.colonial_space_wars.table import BLUE, RED, UNDAMAGED, Table, other
from games.core.types import Ending, Seat

SEATS = (RED, BLUE)


def quarters(table: Table, seat: Seat) -> int:
    """What a side's units in play are worth, in quarters of a point (CSW-118)."""
    return sum(table.kind(unit).resources * unit.health for unit in table.in_play(seat))


def score(table: Table, seat: Seat) -> Fraction:
    return Fraction(quarters(table, seat), UNDAMAGED)


def without_command(builder: StepBuilder) -> None:
    """CSW-116: a side that can activate no unit at the start of its turn is defeated."""
    seat = builder.table.active
    if not can_activate(builder.table, seat):
        _defeat(builder, (seat,), "command", "CSW-116")


def without_units(builder: StepBuilder) -> None:
    """CSW-117: a side without a unit in play is defeated; if neither has one it is a draw."""
    table = builder.table
    gone = tuple(seat for seat in SEATS if not any(table.in_play(seat)))
    if gone and table.ending is None:
        _defeat(builder, gone, "units", "CSW-117")


def _defeat(
    builder: StepBuilder, seats: tuple[Seat, ...], reason: Literal["command", "units"], rule: str
) -> None:
    builder.tell(*(e.Defeated(seat, reason) for seat in seats))
    winner = other(seats[0]) if len(seats) == 1 else None
    end(builder, Ending(reason, () if winner is None else (winner,), (), rule))


def by_score(builder: StepBuilder) -> None:
    """CSW-118: after the last round the higher value of surviving units wins."""
    table, limit = builder.table, builder.table.agreement.round_limit
    if not limit or table.round <= limit:
        return
    red, blue = (quarters(table, seat) for seat in SEATS)
    sides = (RED, red, blue), (BLUE, blue, red)
    winners = tuple(seat for seat, own, opposing in sides if own > opposing)
    scores = (red / UNDAMAGED, blue / UNDAMAGED)
    end(builder, Ending("score", winners, scores, "CSW-118"), (red, blue))


def end(builder: StepBuilder, ending: Ending, scores: tuple[int, int] | None = None) -> None:
    builder.change(phase="over", ending=ending, open=None)
    builder.tell(e.GameOver(ending.winners[0] if ending.winners else None, scores))

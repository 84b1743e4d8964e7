"""The end of the match (2.14)."""

from __future__ import annotations

from typing import Literal

from games.core.types import Ending, Seat
from games.galaxy_aflame import events as e
from games.galaxy_aflame.state import StepBuilder
from games.galaxy_aflame.table import BLUE, RED, SEATS, other


def by_units(builder: StepBuilder) -> None:
    """A side without units on the table and in reserve has lost (GA-102, GA-103)."""
    table = builder.table
    gone = [seat for seat in SEATS if not table.left(seat)]
    if len(gone) == 2:
        _end(builder, None, "units", "GA-103")
    elif gone:
        _end(builder, other(gone[0]), "units", "GA-102")


def by_deadlock(builder: StepBuilder) -> None:
    """End the match once nobody can destroy anything any more (GA-105)."""
    table = builder.table
    cards = [table.card(unit) for seat in SEATS for unit in table.left(seat)]
    if all(card.vehicle and not card.anti_vehicle for card in cards):
        _by_score(builder, "deadlock", "GA-105")


def by_rounds(builder: StepBuilder) -> None:
    """End the match after the last round (GA-104)."""
    table = builder.table
    if 0 < table.agreement.round_limit <= table.round:
        _by_score(builder, "rounds", "GA-104")


def _by_score(builder: StepBuilder, reason: Literal["rounds", "deadlock"], rule: str) -> None:
    table = builder.table
    red, blue = table.score(RED), table.score(BLUE)
    winner = None if red == blue else max(SEATS, key=table.score)
    _end(builder, winner, reason, rule, scored=True)


def _end(
    builder: StepBuilder,
    winner: Seat | None,
    reason: Literal["units", "rounds", "deadlock"],
    rule: str,
    *,
    scored: bool = False,
) -> None:
    exact = tuple(map(builder.table.score, SEATS)) if scored else ()
    winners = () if winner is None else (winner,)
    ending = Ending(reason, winners, tuple(map(float, exact)), rule)
    builder.change(phase="over", ending=ending, agenda=())
    told = (str(exact[0]), str(exact[1])) if scored else None
    builder.tell(e.GameOver(winner, reason, told))

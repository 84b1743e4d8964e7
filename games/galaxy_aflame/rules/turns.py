"""Turns (2.6): how they begin and end."""

from __future__ import annotations

from dataclasses import replace

from games.core.moves import move
from games.core.types import Decision, Seat
from games.galaxy_aflame import events as e
from games.galaxy_aflame.notation import Move
from games.galaxy_aflame.rules import ending, falling, reinforcements
from games.galaxy_aflame.rules.values import piece
from games.galaxy_aflame.state import StepBuilder
from games.galaxy_aflame.table import Table, Unit, other


def begin(builder: StepBuilder, seat: Seat) -> None:
    """A seat's turn begins, with its reinforcements (GA-34)."""
    table = builder.table
    fresh = {unit.code: _fresh(table, unit) for unit in table.of(seat)}
    builder.put_all({**table.units, **fresh})
    builder.change(active=seat, turns=table.turns + 1)
    reinforcements.begin(builder)


def begin_first(builder: StepBuilder, _: str) -> None:
    """The first turn begins when everybody has deployed (GA-34)."""
    begin(builder, builder.table.first)


def _fresh(table: Table, unit: Unit) -> Unit:
    """A unit that has done nothing yet; some have to give something up (GA-79, GA-62)."""
    pinned = unit.suppressed and table.agreement.suppression == "pinned"
    return replace(
        unit,
        limited=unit.shaken or pinned,
        shaken=False,
        moved=False,
        ran=False,
        shots=0,
        boarded=table.carrier(unit.code) is not None,
        embarked=False,
        disembarked=False,
    )


def end(builder: StepBuilder) -> None:
    """End of turn (GA-39), and the opponent's begins."""
    falling.at_end_of_turn(builder)
    ending.by_units(builder)
    if builder.table.ending is None:
        _clear(builder)
        ending.by_deadlock(builder)
    if builder.table.ending is None and builder.table.active != builder.table.first:
        _end_round(builder)
    if builder.table.ending is None:
        begin(builder, other(builder.table.active))


def _clear(builder: StepBuilder) -> None:
    """What lasts a turn is over: failed checks, suppression, and giving up (GA-39)."""
    table = builder.table
    seat = table.active
    free = [piece(table, unit) for unit in table.of(seat) if unit.suppressed]
    builder.put_all({code: _rested(unit, seat) for code, unit in table.units.items()})
    if free:
        builder.tell(e.SuppressionEnded(tuple(free)))
    builder.tell(e.TurnEnded(seat))


def _rested(unit: Unit, seat: Seat) -> Unit:
    unit = replace(unit, fails=0, fell_back=False)
    if unit.seat != seat:
        return unit
    shaken = unit.shaken and not unit.limited
    return replace(unit, suppressed=False, shaken=shaken, limited=False)


def _end_round(builder: StepBuilder) -> None:
    """End the round (GA-33, GA-39, 5)."""
    builder.tell(e.RoundEnded(builder.table.round))
    ending.by_rounds(builder)
    if builder.table.ending is None:
        builder.change(round=builder.table.round + 1)


@move("end", "turn", "END")
class End(Move):
    """``END`` (GA-39)"""

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        end(builder)

"""Turns, command points and activations (2.5, 2.6)."""

from __future__ import annotations

from dataclasses import replace

from games.colonial_space_wars import events as e
from games.colonial_space_wars.notation import Move, UnitCode
from games.colonial_space_wars.rules import ending
from games.colonial_space_wars.rules.values import (
    can_activate,
    forbid,
    no_activation,
    no_unit,
    opened,
    piece,
)
from games.colonial_space_wars.state import StepBuilder
from games.colonial_space_wars.table import Activation, Unit, other
from games.colonial_space_wars.view import Request
from games.core.moves import move
from games.core.telling import listed
from games.core.types import Decision, Forbidden, Seat

# --- The turn ---


def begin(builder: StepBuilder, seat: Seat) -> None:
    """Start of turn (CSW-36): effects end, points come, defeat is tested."""
    builder.change(phase="turn", active=seat, inspire_used=False)
    for unit in builder.table.of(seat):
        if unit.dug_in:
            builder.put(unit, dug_in=False)
            builder.tell(e.EffectEnded(piece(builder.table, unit), "dug_in"))
    table = builder.table
    leaders, voices = table.income(seat)
    promised, martyr = table.bonus[seat], table.martyrs[seat]
    builder.table = table.promise(seat, 0, martyr=False)
    pool = leaders + voices + promised
    builder.change(pool=pool, turns=table.turns + 1, first_step=table.steps)
    builder.tell(e.TurnStarted(seat, table.round, leaders, voices, promised, martyr))
    ending.without_command(builder)


def _refresh(builder: StepBuilder) -> None:
    """Reset S, A and what was done this turn for every unit (CSW-96)."""
    units = builder.table.units.values()
    fresh = {
        unit.code: replace(unit, struck=0, hits=0, activated=False, healed=False) for unit in units
    }
    builder.change(units=fresh)


def end(builder: StepBuilder) -> None:
    """End of turn (CSW-40), then the opponent's begins."""
    _close(builder)
    table = builder.table
    seat = table.active
    for unit in table.of(seat):
        if unit.inspired:
            builder.tell(e.EffectEnded(piece(table, unit), "inspired"))
        if unit.dread:
            builder.tell(e.EffectEnded(piece(table, unit), "dread"))
        builder.put(unit, inspired=False, dread=False)
    _refresh(builder)
    builder.tell(e.TurnEnded(seat, table.pool))
    builder.change(pool=0)
    if seat != table.attacker:
        builder.tell(e.RoundEnded(table.round))
        builder.change(round=table.round + 1)
        ending.by_score(builder)
    if builder.table.ending is None:
        begin(builder, other(seat))


@move("end", "turn", "END")
class End(Move):
    """``END`` (CSW-39)"""

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        end(builder)


# --- Activations ---


@move("activate", "turn", "ACTIVATE {unit}", quick=True)
class Activate(Move):
    """``ACTIVATE R4`` (CSW-41)"""

    unit: UnitCode

    def refuse(self, request: Request) -> Forbidden | None:
        table = request.view.table
        if refused := no_unit(table, self.unit):
            return refused
        unit = table.units[self.unit]
        if unit.seat != request.decision.seat:
            own = listed(each.code for each in table.in_play(request.decision.seat))
            why = f"{unit.code} belongs to your opponent."
            return forbid("NOT_OWNER", "41", why, f"You command {own}.")
        if unit.activated:
            return forbid("ALREADY_ACTIVATED", "43", f"{unit.code} has been activated this turn.")
        if (price := table.cost(unit)) > table.pool:
            why = f"{unit.code} costs {price} command points, but the pool has {table.pool}."
            cheap = [each.code for each in table.in_play(unit.seat) if _affordable(request, each)]
            can = f"You can activate {', '.join(cheap)}." if cheap else ""
            return forbid("NO_CMD", "41", why, can)
        return None

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        """Finishes an open activation first (CSW-44)."""
        _close(builder)
        open_activation(builder, builder.unit(self.unit))


def _affordable(request: Request, unit: Unit) -> bool:
    table = request.view.table
    return not unit.activated and table.cost(unit) <= table.pool


def open_activation(builder: StepBuilder, unit: Unit) -> None:
    """Pay for a unit and open its activation (CSW-41, CSW-48)."""
    table = builder.table
    price = table.cost(unit)
    builder.put(unit, activated=True)
    builder.change(pool=table.pool - price, open=Activation(unit.code, table.kind(unit).movement))
    builder.tell(e.Activated(piece(table, unit), price, table.pool - price))


@move("finish", "turn", "FINISH")
class Finish(Move):
    """``FINISH`` (CSW-A17)"""

    def refuse(self, request: Request) -> Forbidden | None:
        return no_activation(request)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        finish(builder)


def finish(builder: StepBuilder) -> None:
    """Finish the open activation, and end the turn if nothing more can be activated (CSW-38)."""
    _close(builder)
    table = builder.table
    ended = table.ending is not None
    if table.agreement.auto_end and not ended and not can_activate(table, table.active):
        end(builder)


def _close(builder: StepBuilder) -> None:
    table = builder.table
    if table.open is not None:
        builder.tell(e.ActivationFinished(piece(table, opened(table))))
        builder.change(open=None)

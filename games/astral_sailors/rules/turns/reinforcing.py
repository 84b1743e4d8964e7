"""Reinforcements (2.9, D-47, D-48)."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from games.astral_sailors.events import battle as e
from games.astral_sailors.names import called
from games.astral_sailors.notation import At, Toward, UnitCode
from games.astral_sailors.rules.turns import entering, placing, turns
from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.table import Table, Unit
from games.astral_sailors.tasks import Move
from games.astral_sailors.view import Asked
from games.core.geometry.squares import Base
from games.core.notation import move
from games.core.types import Decision, Forbidden

Nothing = Literal["no reserve", "no points", "no room"]


def affordable(table: Table, seat: int) -> tuple[Unit, ...]:
    """Units of the seat's Reserve that its pool can pay."""
    pool = table.players[seat].pool
    return tuple(unit for unit in _reserve(table, seat) if table.kind(unit).cost <= pool)


def nothing_to_bring(table: Table, seat: int) -> Nothing | None:
    """Why there is nothing to decide in this seat's turn, so that nobody has to wait (D-76).

    With closed armies that may tell nothing of the Reserve: the turn passes only
    when the pool, which is public, buys no unit that any army has.
    """
    if not table.agreement.open_armies:
        return "no points" if table.players[seat].pool < _cheapest(table) else None
    if not _reserve(table, seat):
        return "no reserve"
    payable = affordable(table, seat)
    if not payable:
        return "no points"
    kinds = {unit.kind: unit for unit in payable}
    room = any(entering.any_spot(table, unit) is not None for unit in kinds.values())
    return None if room else "no room"


def _cheapest(table: Table) -> int:
    kinds = table.catalogue.units.values()
    return min(kind.cost for kind in kinds if kind.category != "commander")


def _reserve(table: Table, seat: int) -> tuple[Unit, ...]:
    """Commanders are never bought: they are deployed, or dead (5.3, ASCW-149)."""
    return tuple(
        unit
        for unit in table.of(seat)
        if unit.place == "reserve" and table.kind(unit).category != "commander"
    )


# --- Moves ---


@move("reinforce", "reinforce", "BRING {unit} {at} {facing}")
class Reinforce(Move):
    unit: UnitCode
    at: At
    facing: Toward

    def refuse(self, asked: Asked) -> Forbidden | None:
        """Why the unit of the army whose turn it is cannot enter there."""
        table, seat = asked.view.table, asked.view.table.turn.seat
        unit = table.units.get(self.unit)
        if unit is None or unit.seat != seat:
            return placing.not_in_reserve(table, seat, self.unit, "ASCW-55")
        kind = table.kind(unit)
        base = Base(self.at.c, self.at.r, kind.base)
        return _unavailable(table, unit) or entering.refusal(table, unit, base)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        """The turn ends by itself when nothing more can be brought (D-76)."""
        turns.count_move(builder)
        seat = builder.table.turn.seat
        cost = builder.kind(self.unit).cost
        player = replace(builder.player(seat), pool=builder.player(seat).pool - cost)
        builder.put_player(player)
        placing.appears(builder, self.unit, self.at, self.facing)
        builder.tell(
            e.UnitReinforced(
                unit=self.unit, at=self.at, facing=self.facing, cost=cost, pool=player.pool
            )
        )
        if nothing_to_bring(builder.table, seat) is None:
            builder.then("check")
        else:
            _end(builder, seat)


def _unavailable(table: Table, unit: Unit) -> Forbidden | None:
    """Why the unit cannot be brought anywhere."""
    kind, pool = table.kind(unit), table.players[unit.seat].pool
    if kind.category == "commander" and not unit.on_board:
        return Forbidden(
            "ASCW-149",
            f"{called(table, unit.code)} is a Commander, and Commanders never come "
            "from the Reserve.",
            code="DEAD_COMMANDER",
        )
    if unit.place != "reserve":
        return placing.not_in_reserve(table, unit.seat, unit.code, "ASCW-55")
    if kind.cost > pool:
        return Forbidden(
            "ASCW-54",
            f"{called(table, unit.code)} costs {kind.cost} points, but your pool holds {pool}.",
            code="NOT_ENOUGH_POINTS",
        )
    return None


def end(builder: StepBuilder) -> None:
    """The turn is over."""
    turns.count_move(builder)
    _end(builder, builder.table.turn.seat)


def _end(builder: StepBuilder, seat: int) -> None:
    builder.tell(e.TurnEnded(seat=seat))
    builder.then("check", "next-turn")

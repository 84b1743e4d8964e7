"""Previews of a move from its seat's view."""

from __future__ import annotations

from games.astral_sailors import odds
from games.astral_sailors.board import line_of_sight
from games.astral_sailors.rules.setup.deployment import Deploy
from games.astral_sailors.rules.turns.activation import Capture, Jump, March, Melee, Run, Shoot
from games.astral_sailors.rules.turns.reinforcing import Reinforce
from games.astral_sailors.table import Table
from games.astral_sailors.tasks import Move
from games.astral_sailors.view import PlannedMove
from games.astral_sailors.words import considerations
from games.core.geometry.squares import Base


def plan_of(table: Table, move: Move) -> PlannedMove | None:
    """The path and targets of a move, ``None`` for other kinds of moves."""
    match move:
        case March() | Run() | Jump():
            unit = table.units[move.unit]
            path = move.way(table, unit)
            if not (isinstance(move, Run) and move.target):
                return PlannedMove(move.unit, move.move, path.bases, facing=path.facing)
            target = table.units[move.target]
            chances = (considerations.charge(table, unit, target, path),)
            bases, struck = path.bases, (table.base(target),)
            return PlannedMove(unit.code, "run", bases, struck, (), path.facing, chances)
        case Shoot() | Melee():
            return _strike(table, move)
        case Capture(code, target):
            return PlannedMove(code, "capture", (), (table.base(table.units[target]),))
        case Deploy(code, at) | Reinforce(code, at):
            side = table.kind(table.units[code]).base
            return PlannedMove(code, move.move, (Base(at.c, at.r, side),), facing=move.facing)
        case _:
            return None


def _strike(table: Table, move: Shoot | Melee) -> PlannedMove:
    unit, targets = table.units[move.unit], tuple(table.units[aim.target] for aim in move.aims)
    seen = line_of_sight.look_all(table, unit, targets) if move.how == "shoot" else {}
    chances = []
    for aim, target in zip(move.aims, targets, strict=True):
        half = aim.target in seen and seen[aim.target].result == "half"
        found = odds.of_attack(table, unit, target, move.how, aim.dice, half=half)
        chances.append(considerations.wound_chances(table, target, found))
    scores = tuple(seen[target.code].score for target in targets) if seen else ()
    bases = tuple(map(table.base, targets))
    return PlannedMove(unit.code, move.how, (), bases, scores, chances=tuple(chances))

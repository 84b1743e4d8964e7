"""Previews of a move from its seat's view."""

from __future__ import annotations

from collections.abc import Collection

from games.astral_sailors import agenda, odds
from games.astral_sailors.agenda import perform
from games.astral_sailors.board import line_of_sight
from games.astral_sailors.notation import Aim
from games.astral_sailors.rules.setup.deployment import Deploy
from games.astral_sailors.rules.turns.activation import Capture, Jump, March, Melee, Run, Shoot
from games.astral_sailors.rules.turns.reinforcing import Reinforce
from games.astral_sailors.state import StepBuilder
from games.astral_sailors.table import Table, Unit
from games.astral_sailors.tasks import Move
from games.astral_sailors.view import PlannedMove, SailorsView
from games.astral_sailors.words import considerations
from games.core.geometry.squares import Base
from games.core.types import Decision, Seated


def preview(view: SailorsView, decision: Decision, move: Move) -> SailorsView:
    """``view`` with a plan of the legal ``move``, or the view after it.

    A move that needs dice or another answer is shown up to there.
    """
    plan = plan_of(view.table, move)
    if plan is not None:
        return view.planning(plan)
    builder = StepBuilder(view.supposed)
    perform(builder, decision, move)
    agenda.run(builder)
    return SailorsView.of(builder.done().state, Seated(decision.seat))


def plan_of(table: Table, move: Move) -> PlannedMove | None:
    """The path and targets of a move, ``None`` for other kinds of moves."""
    match move:
        case March() | Run() | Jump():
            unit = table.units[move.unit]
            path = move.way(table, unit)
            if not (isinstance(move, Run) and move.target):
                return PlannedMove(move.unit, move.move, path.bases)
            target = table.units[move.target]
            chances = (considerations.charge(table, unit, target, path),)
            aims = _bases(table, [target.code])
            return PlannedMove(unit.code, "run", path.bases, aims, chances=chances)
        case Shoot(code, aims):
            seen = line_of_sight.look_all(table, table.units[code], _targets(table, aims))
            scores = tuple(seen[aim.target].score for aim in aims)
            half = {aim.target for aim in aims if seen[aim.target].result == "half"}
            return _strike(table, move, scores, half)
        case Melee():
            return _strike(table, move)
        case Capture(code, target):
            return PlannedMove(code, "capture", (), _bases(table, [target]))
        case Deploy(code, at) | Reinforce(code, at):
            side = table.kind(table.units[code]).base
            return PlannedMove(code, move.move, (Base(at.c, at.r, side),), facing=move.facing)
        case _:
            return None


def _strike(
    table: Table,
    move: Shoot | Melee,
    scores: tuple[int, ...] = (),
    half: Collection[str] = (),
) -> PlannedMove:
    unit, how = table.units[move.unit], move.move
    chances = []
    for aim in move.aims:
        target = table.units[aim.target]
        found = odds.of_attack(table, unit, target, how, aim.dice, half=aim.target in half)
        chances.append(considerations.wound_chances(table, target, found))
    aims = _bases(table, [aim.target for aim in move.aims])
    return PlannedMove(unit.code, how, (), aims, scores, chances=tuple(chances))


def _targets(table: Table, aims: tuple[Aim, ...]) -> tuple[Unit, ...]:
    return tuple(table.units[aim.target] for aim in aims)


def _bases(table: Table, codes: list[str] | tuple[str, ...]) -> tuple[Base, ...]:
    return tuple(table.base(table.units[code]) for code in codes)

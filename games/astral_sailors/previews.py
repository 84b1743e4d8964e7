"""Previews of a move from its seat's view."""

from __future__ import annotations

from games.astral_sailors import agenda
from games.astral_sailors import moves as m
from games.astral_sailors.board import line_of_sight, paths
from games.astral_sailors.project import state_of, view_of
from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.table import Table, Unit
from games.astral_sailors.verbs import perform
from games.astral_sailors.view import Plan, SailorsView
from games.core.decisions import Decision
from games.core.geometry.squares import Base
from games.core.seats import Seated


def preview(view: SailorsView, decision: Decision, move: m.Move) -> SailorsView:
    """``view`` with a plan of the legal ``move``, or the view after it.

    What needs dice, or an answer, stops there.
    """
    plan = plan_of(view.table, move)
    if plan is not None:
        return view.planning(plan)
    builder = StepBuilder(state_of(view))
    perform(builder, decision, move)
    agenda.run(builder)
    return view_of(builder.done().state, Seated(decision.seat))


def plan_of(table: Table, move: m.Move) -> Plan | None:
    """The path and targets of a move, ``None`` for other kinds of moves."""
    match move:
        case m.March() | m.Run() | m.Jump():
            unit = table.units[move.unit]
            path = paths.way(table, unit, move)
            struck = (move.target,) if isinstance(move, m.Run) and move.target else ()
            return Plan(move.unit, move.move, path.bases, _bases(table, struck))
        case m.Shoot(code, aims):
            seen = line_of_sight.look_all(table, table.units[code], _targets(table, aims))
            scores = tuple(seen[aim.target].score for aim in aims)
            return Plan(code, "shoot", (), _bases(table, [aim.target for aim in aims]), scores)
        case m.Melee(code, aims):
            return Plan(code, "melee", (), _bases(table, [aim.target for aim in aims]))
        case m.Capture(code, target):
            return Plan(code, "capture", (), _bases(table, [target]))
        case m.Deploy(code, at) | m.Reinforce(code, at):
            side = table.kind(table.units[code]).base
            return Plan(code, move.move, (Base(at.c, at.r, side),), facing=move.facing)
        case _:
            return None


def _targets(table: Table, aims: tuple[m.Aim, ...]) -> tuple[Unit, ...]:
    return tuple(table.units[aim.target] for aim in aims)


def _bases(table: Table, codes: list[str] | tuple[str, ...]) -> tuple[Base, ...]:
    return tuple(table.base(table.units[code]) for code in codes)

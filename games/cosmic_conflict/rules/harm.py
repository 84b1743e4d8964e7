"""Damage in the flow of a match: what comes before it, its dice and its answers (3.7, 3.8)."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.types import Roll, Rolled
from games.cosmic_conflict.course import seat_of
from games.cosmic_conflict.events import DamagePart, UnitDamaged
from games.cosmic_conflict.orders import Orders, silenced
from games.cosmic_conflict.rules import damage
from games.cosmic_conflict.rules.conditions import COMMUNICATIONS, ConditionChoice
from games.cosmic_conflict.rules.damage import DamageTask, Progress
from games.cosmic_conflict.rules.damage_events import ConditionApplied
from games.cosmic_conflict.state import StepBuilder
from games.cosmic_conflict.tasks import Cause, Hurt


def strike(builder: StepBuilder, task: Hurt) -> None:
    """Assign damage whose windows are over."""
    found = damage.assign(builder.table, task.unit, task.damage, task.shot, task.order)
    carry(builder, task.unit, found, task.damage, task.cause, task.by)


def rolls(builder: StepBuilder, task: DamageTask) -> tuple[Roll, ...]:
    """Two dice for a Condition (CC-047)."""
    if task.needs != "dice":
        return ()
    return (Roll(2, 6, f"{builder.piece(task.unit)}: Condition"),)


def rolled(builder: StepBuilder, task: DamageTask, dice: Rolled) -> None:
    carry(builder, task.unit, damage.rolled(builder.table, task, dice.faces[0]))


def go_on(builder: StepBuilder, task: DamageTask) -> None:
    """Nobody needs to be asked."""
    carry(builder, task.unit, damage.automatic(builder.table, task))


def keep(builder: StepBuilder, task: DamageTask, result: int) -> None:
    carry(builder, task.unit, damage.kept(builder.table, task, result))


def control(builder: StepBuilder, task: DamageTask, *, replaced: bool) -> None:
    carry(builder, task.unit, damage.controlled(builder.table, task, replaced))


def choose(builder: StepBuilder, task: DamageTask, choice: ConditionChoice) -> None:
    carry(builder, task.unit, damage.chosen(builder.table, task, choice))


def carry(
    builder: StepBuilder,
    id: str,
    found: Progress,
    amount: int = 0,
    cause: Cause = "further",
    by: str = "",
) -> None:
    """Take over how far damage got."""
    before = builder.unit(id)
    assert before.at is not None
    builder.table = found.table
    parts = found.events
    if parts:
        design = builder.table.design(before)
        builder.tell(
            UnitDamaged(
                builder.piece(id),
                amount,
                cause,
                by,
                design.labels,
                parts,
                design.health,
                builder.unit(id).health,
                before.at,
            )
        )
    if found.task:
        builder.push(found.task)
    _silence(builder, id, parts)
    bury(builder)


def _silence(builder: StepBuilder, id: str, parts: Sequence[DamagePart]) -> None:
    """Communications Damage removes hidden Orders and the Token (CC-055)."""
    applied = (part for part in parts if isinstance(part, ConditionApplied))
    unit = builder.unit(id)
    if unit.state == "in" and any(part.result == COMMUNICATIONS for part in applied):
        quiet, left = silenced(unit, builder.hidden(unit))
        builder.put(quiet)
        builder.hide(quiet, left)


def bury(builder: StepBuilder) -> None:
    """Forget what units that are gone have hidden."""
    for unit in builder.table.units.values():
        if unit.state != "in" and unit.id in builder.sheets[seat_of(unit.side)].orders:
            builder.hide(unit, Orders())

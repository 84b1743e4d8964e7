"""Venomous and Electric (ASCW-158, 159, D-33)."""

from __future__ import annotations

from dataclasses import replace

from games.astral_sailors.rules.combat import attack
from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.table import LastAction
from games.astral_sailors.tasks import Tick


def start(builder: StepBuilder) -> None:
    """At the start of a round: put a ``Tick`` on the agenda for every victim, by code.

    Where marks stack, each tick is followed by that of the victim's next mark.
    """
    victims = (unit for unit in builder.table.on_board() if unit.poison)
    builder.push(*(Tick(unit.code) for unit in victims))


def tick(builder: StepBuilder, task: Tick) -> None:
    """One mark ticks: its automatic attack goes on the agenda."""
    unit = builder.unit(task.unit)
    if task.mark >= len(unit.poison):
        return  # it fell, and its marks with it
    mark = unit.poison[task.mark]
    worn = (replace(mark, ticks=mark.ticks - 1),) if mark.ticks > 1 else ()
    marks = (*unit.poison[: task.mark], *worn, *unit.poison[task.mark + 1 :])
    following = task.mark + len(worn)
    builder.put(replace(unit, poison=marks))
    if following < len(marks):
        builder.push(Tick(unit.code, following))
    seat = builder.unit(mark.source).seat
    last = LastAction(mark.source, seat, "poison", aims=(builder.base(unit.code),))
    builder.table = replace(builder.table, last=last)
    attack.automatic(builder, unit.code, mark.damage, source=mark.source)

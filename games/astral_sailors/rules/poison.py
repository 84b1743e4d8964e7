"""Venomous and Electric (ASCW-158, 159, D-33)."""

from __future__ import annotations

from dataclasses import replace

from games.astral_sailors.rules import attack
from games.astral_sailors.step_builder import Course
from games.astral_sailors.table import LastAction, Tick


def start(course: Course) -> None:
    """At the start of a round: put a ``Tick`` on the agenda for every victim, by code.

    Where marks stack, each tick is followed by that of the victim's next mark.
    """
    victims = (unit for unit in course.table.on_board() if unit.poison)
    course.push(*(Tick(unit.code) for unit in victims))


def tick(course: Course, task: Tick) -> None:
    """One mark ticks: its automatic attack goes on the agenda."""
    unit = course.unit(task.unit)
    if task.mark >= len(unit.poison):
        return  # it fell, and its marks with it
    mark = unit.poison[task.mark]
    worn = (replace(mark, ticks=mark.ticks - 1),) if mark.ticks > 1 else ()
    marks = (*unit.poison[: task.mark], *worn, *unit.poison[task.mark + 1 :])
    following = task.mark + len(worn)
    course.put(replace(unit, poison=marks))
    if following < len(marks):
        course.push(Tick(unit.code, following))
    seat = course.unit(mark.source).seat
    last = LastAction(mark.source, seat, "poison", aims=(course.base(unit.code),))
    course.table = replace(course.table, last=last)
    attack.automatic(course, unit.code, mark.damage, source=mark.source)

"""Defence checks and what they cost: models, vehicles, units (2.9, 2.11, 2.12)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from games.core.events import Event
from games.core.geometry.plane import Point
from games.core.types import Roll, Seat
from games.galaxy_aflame import events as e
from games.galaxy_aflame.rules import movement
from games.galaxy_aflame.rules.values import piece
from games.galaxy_aflame.state import StepBuilder
from games.galaxy_aflame.table import Table, Unit
from games.galaxy_aflame.table.tasks import Checks

Told: TypeAlias = Callable[[e.CheckReport], Event]
SAVE, SAVE_IN_COVER = 4, 3
"""What a check needs (GA-63, GA-65)."""


def check_rolls(table: Table, checks: Checks) -> tuple[Roll, ...]:
    """The dice of the checks, one for each hit (GA-63)."""
    if not checks.hits:
        return ()
    card = table.card(table.units[checks.unit])
    why = f"{checks.unit} {card.name}: checks on {checks.need}+"
    return (Roll(checks.hits, card.defence, why),)


def suffer(
    builder: StepBuilder, checks: Checks, told: Told, *, kills: bool = True
) -> e.CheckReport:
    """What rolled checks lead to (GA-64, GA-78 to GA-81); ``told`` makes the event of it.

    The passengers of a destroyed transport have no place after it.

    ``kills``  whether they can destroy a vehicle (GA-76)
    """
    unit = builder.unit(checks.unit)
    report = _report(builder.table, unit, checks, kills=kills)
    at = unit.at
    assert at is not None
    builder.put(
        unit,
        models=report.left,
        fails=unit.fails + checks.failures,
        shaken=unit.shaken or report.fate == "shaken",
        cargo=unit.cargo if report.left else (),
    )
    _count(builder, unit.seat, models=unit.models - report.left)
    builder.tell(told(report))
    if not report.left:
        remove(builder, checks.unit, at, "shot")
    return report


def _report(table: Table, unit: Unit, checks: Checks, *, kills: bool) -> e.CheckReport:
    card, saves, failures = table.card(unit), checks.saves, checks.failures
    lost = 0 if card.vehicle else min(failures, unit.models)
    left = unit.models - lost
    fate: Literal["", "out", "shaken", "destroyed"] = "" if left else "out"
    if card.vehicle and failures:
        fate = "destroyed" if kills and failures > saves else "shaken"
        left = 0 if fate == "destroyed" else left
    who, faces = piece(table, unit), checks.faces
    return e.CheckReport(who, checks.hits, faces, checks.need, saves, failures, lost, left, fate)


def _count(builder: StepBuilder, seat: Seat, *, models: int = 0, units: int = 0) -> None:
    """Losses since the last reinforcement step (GA-89)."""
    losses = list(builder.table.losses)
    lost_models, lost_units = losses[seat]
    losses[seat] = lost_models + models, lost_units + units
    builder.change(losses=(losses[0], losses[1]))


def remove(
    builder: StepBuilder, code: str, at: Point, cause: Literal["shot", "fled", "wreck", "carried"]
) -> None:
    """A unit is out, with all its models and passengers (GA-81, GA-85, GA-95)."""
    unit = builder.unit(code)
    _count(builder, unit.seat, models=unit.models, units=1)
    fails = unit.fails
    builder.table = builder.table.put(Unit(code, unit.card, unit.seat, 0, out=True, fails=fails))
    builder.tell(e.Removed(piece(builder.table, unit), at, cause, unit.models))
    for passenger in unit.cargo:
        remove(builder, passenger, at, "carried")
    movement.part(builder)

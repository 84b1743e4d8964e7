"""Safe drift: the automatic move of a ship whose player is out of time (canon 4.7)."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.geometry.plane import Point
from games.cosmic_conflict import terrain
from games.cosmic_conflict.rules.movement import (
    STEP,
    Bearing,
    MovePlan,
    plot,
    refuse_locked,
    refuse_velocity,
)
from games.cosmic_conflict.space import BOARD, DU
from games.cosmic_conflict.table import Table, Unit


def safe_drift(table: Table, unit: Unit) -> MovePlan:
    """The first move that is safe, judged before Push and Pull; Fighters stay where they are.

    It is confirmed: no move may be safe, or Pull may bring the ship into Solid terrain.
    """
    spared = None
    for plan in _candidates(table, unit):
        end = plot(table.design(unit), unit, plan).to
        if end not in table.board or terrain.solid_at(table.features, end):
            continue
        if not terrain.hazards(table.features, end, table.size(unit)):
            return plan
        spared = spared or plan
    return spared or MovePlan(turn=_homeward(table, unit), confirmed=True)


def _candidates(table: Table, unit: Unit) -> Iterator[MovePlan]:
    """Each legal change of Velocity without a shift, then with a full one in 12 directions."""
    design = table.design(unit)
    for change in (0, -1, 1):
        if refuse_velocity(table, unit, change) or refuse_locked(unit, change):
            continue
        yield MovePlan(change, confirmed=True)
        if length := design.maneuver(unit.velocity + change, unit.off) * DU:
            for relative in range(0, 360, 30):
                shift = Bearing((unit.heading + relative) % 360, length)
                yield MovePlan(change, shift, confirmed=True)


def _homeward(table: Table, unit: Unit) -> int:
    """The turn that faces the centre of the board as far as is allowed, the smaller one and then
    the one to starboard where two are as good."""
    plotted = plot(table.design(unit), unit, MovePlan())
    centre = Point(table.board.width // 2, table.board.height // 2)
    most = STEP * plotted.heading_value

    def rank(turn: int) -> tuple[int, int, int]:
        bow, _ = BOARD.relative(plotted.to, unit.heading + turn, centre)
        return bow, -abs(turn), turn

    return max(range(-most, most + 1), key=rank)

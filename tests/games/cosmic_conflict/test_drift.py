"""Safe drift (canon 4.7)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.geometry.plane import Point
from games.cosmic_conflict.content.hulls import vmax
from games.cosmic_conflict.content.terrain import solid_at
from games.cosmic_conflict.rules import movement
from games.cosmic_conflict.rules.movement import Bearing, MovePlan, safe_drift
from games.cosmic_conflict.table.tasks import PlottedMove
from games.cosmic_conflict.table.units import Table
from tests.games.cosmic_conflict.scenes import LOCKED, du, plain, scene, unit

MOON = {"kind": "moon", "at": [27, 15]}


def drift(table: Table) -> tuple[MovePlan, PlottedMove]:
    ship = table.units["a1"]
    plan = safe_drift(table, ship)
    return plan, movement.plot(table, ship, plan)


def sure(change: int = 0, shift: Bearing | None = None, turn: int = 0) -> MovePlan:
    """A plan that nothing stops."""
    return MovePlan(change, shift, turn, confirmed=True)


def lone(size: int, at: str, heading: int, velocity: int, **fields: Any) -> tuple[Any, Any]:
    return unit("a1", plain(size), at, heading=heading, velocity=velocity, **fields)


@pytest.mark.rules("W-63", "CC-025")
def test_the_bearings_of_the_shift_are_relative_to_the_heading() -> None:
    plan, _ = drift(scene(lone(4, "31 15", 270, 2), terrain=[MOON]))
    assert plan == sure(shift=Bearing(30, 100))


@pytest.mark.rules("W-63", "CC-023", "CC-185")
def test_a_ship_slows_down_before_it_speeds_up() -> None:
    moon = {"kind": "moon", "disc": [27, 15, 2.5]}
    plan, plotted = drift(scene(lone(6, "27 10", 0, 3), terrain=[moon]))
    assert plan == sure(-1)
    assert plotted.to == du("27 12")
    two = [{"kind": "rock", "disc": [27, y, 0.5], "solid": True} for y in (11, 10)]
    plan, plotted = drift(scene(lone(6, "27 10", 0, 1), terrain=two))
    assert (plan, plotted.to) == (sure(1), du("27 12"))


@pytest.mark.rules("W-63", "CC-056", "CC-185", "D-042")
def test_a_locked_velocity_stays_in_a_drift() -> None:
    rock = {"kind": "rock", "disc": [27, 13, 0.5], "solid": True}
    plan, _ = drift(scene(lone(6, "27 10", 0, 3, conditions=LOCKED), terrain=[rock]))
    assert plan == sure()


@pytest.mark.rules("W-63", "CC-190")
def test_a_ship_avoids_hazards_if_it_can() -> None:
    field = {"kind": "asteroid_field", "disc": [27, 13, 0.5]}
    plan, _ = drift(scene(lone(6, "27 10", 0, 3), terrain=[field]))
    assert plan == sure(-1)
    wide = {"kind": "asteroid_field", "disc": [27, 13, 3.5]}
    plan, _ = drift(scene(lone(6, "27 10", 0, 3), terrain=[wide]))
    assert plan == sure()
    rock = {"kind": "rock", "disc": [27, 13, 0.5], "solid": True}
    plan, _ = drift(scene(lone(6, "27 10", 0, 3), terrain=[wide, rock]))
    assert plan == sure(-1)


@pytest.mark.rules("W-63", "CC-193")
def test_drift_is_judged_before_push_and_pull() -> None:
    pull = {"kind": "well", "disc": [27, 15, 5], "pull": 1}
    table = scene(lone(6, "27 9", 0, 3), terrain=[MOON, pull])
    plan, plotted = drift(table)
    assert (plan, plotted.to) == (sure(), du("27 12"))
    assert movement.refuse(table, table.units["a1"], plan) is None


@pytest.mark.rules("W-63", "CC-024", "D-086")
@pytest.mark.parametrize(
    ("at", "heading", "turn"),
    [
        ("54 15", 90, 30),
        ("27 30", 0, 30),
        ("27 0", 180, 30),
        ("53.9 29", 90, 30),
        ("54 1", 90, -30),
    ],
)
def test_a_ship_that_cannot_stay_turns_towards_the_centre(at: str, heading: int, turn: int) -> None:
    table = scene(lone(6, at, heading, 3))
    plan, plotted = drift(table)
    assert plan == sure(turn=turn)
    assert plotted.to not in table.board
    assert movement.refuse(table, table.units["a1"], plan) is None


@pytest.mark.rules("W-63", "CC-026")
def test_the_turn_ends_where_the_ship_faces_the_centre() -> None:
    wall = {"kind": "wall", "disc": [20, 15, 3], "solid": True}
    plan, plotted = drift(scene(lone(6, "20 14", 80, 0, conditions=LOCKED), terrain=[wall]))
    assert (plan.turn, plotted.heading) == (2, 82)


@pytest.mark.rules("W-63", "CC-024", "CC-185", "CC-190")
@given(
    st.integers(1, 6),
    st.integers(0, 5400),
    st.integers(0, 3000),
    st.integers(0, 359),
    st.integers(0, 3),
)
def test_a_drift_is_legal_and_safe_where_any_is(
    size: int, x: int, y: int, heading: int, velocity: int
) -> None:
    at = f"{x // 100}.{x % 100:02} {y // 100}.{y % 100:02}"
    rocks = [MOON, {"kind": "asteroid_field", "at": [14, 11]}, {"kind": "planet", "at": [44, 19]}]
    table = scene(lone(size, at, heading, velocity), terrain=rocks)
    plan, plotted = drift(table)
    assert movement.refuse(table, table.units["a1"], plan) is None
    if not is_safe(table, plotted.to):
        assert (plan.change, plan.shift) == (0, None)
        ship = table.units["a1"]
        changes = [each for each in (0, -1, 1) if 0 <= velocity + each <= vmax(size)]
        ends = [movement.plot(table, ship, MovePlan(change)).to for change in changes]
        assert not any(is_safe(table, end) for end in ends)


def is_safe(table: Table, at: Point) -> bool:
    return at in table.board and not solid_at(table.features, at)

"""Who could be attacked in the next turn, and by whom."""

from __future__ import annotations

from typing import Any

import pytest

from games.galaxy_aflame.odds.threats import Threat, threatened_units
from tests.games.galaxy_aflame.course import position


def found(units: dict[str, Any], layout: Any = None, **settings: Any) -> dict[str, Threat]:
    course = position(units, layout, settings=settings)
    return {each.target: each for each in threatened_units(course.table)}


@pytest.mark.parametrize(
    ("y", "now", "later"),
    [("18", ("B1",), ()), ("18.1", (), ("B1",)), ("24", (), ("B1",)), ("24.1", (), ())],
)
def test_an_enemy_threatens_from_where_it_stands_or_after_its_move(
    y: str, now: tuple[str, ...], later: tuple[str, ...]
) -> None:
    threats = found({"R1": f"INF 24 {y}", "B1": "RIF 24 0"})
    if now or later:
        assert threats["R1"] == Threat("R1", now, later)
    else:
        assert "R1" not in threats


def test_table_range_reaches_everything_but_what_is_near() -> None:
    units = {"R1": "INF 24 36", "R2": "REE 24 5", "B1": "MAR 24 0"}
    threats = found(units)
    assert threats["R1"].now == ("B1",)
    assert threats["R2"].later == ("B1",)


def test_a_vehicle_is_threatened_by_what_can_destroy_it() -> None:
    units = {"R1": "LEV 24 20", "B1": "RIF 24 8", "B2": "HUN 28 8"}
    assert found(units)["R1"].now == ("B2",)
    assert found(units, small_arms_shake=True)["R1"].now == ("B1", "B2")
    last = {"R1": "LEV 24 20", "B1": "RIF 24 8", "B2": "MAR 28 8"}
    assert "R1" not in found(last)
    assert found(last, last_resort=True)["R1"].later == ("B1",)


def test_a_solid_piece_hides_a_unit_until_the_enemy_moves() -> None:
    units = {"R1": "INF 11 22", "B1": "RIF 11 10", "B2": "HOW 11 6"}
    threats = found(units, "ruined_quarter")
    assert threats["R1"] == Threat("R1", ("B2",), ("B1",))


@pytest.mark.parametrize(("y", "reached"), [("32", True), ("32.1", False)])
def test_a_passenger_threatens_from_where_it_is_driven(y: str, reached: bool) -> None:
    units = {"R1": f"INF 24 {y}", "B1": "CAR 24 0", "B2": {"card": "RIF", "in": "B1"}}
    threats = found(units)
    assert ("R1" in threats and "B2" in threats["R1"].later) is reached

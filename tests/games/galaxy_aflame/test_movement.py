"""Movement: lengths, paths, spots, and straight towards something (GA-35, GA-40 to GA-45)."""

from __future__ import annotations

import pytest

from games.core.geometry.plane import Point
from games.galaxy_aflame.rules import movement
from tests.games.galaxy_aflame.course import position

FAR = {"B1": "RIF 46 2"}


@pytest.mark.rules("GA-35", "GA-40")
@pytest.mark.parametrize(
    ("card", "move", "run"), [("INF", 60, 120), ("BIK", 120, 180), ("HOW", 30, 90)]
)
def test_how_far_a_unit_moves_and_runs(card: str, move: int, run: int) -> None:
    match = position({"R1": f"{card} 24 24", **FAR})
    table, unit = match.table, match.unit("R1")
    assert movement.allowed(table, unit, False) == move
    assert movement.allowed(table, unit, True) == run
    longer = position({"R1": f"{card} 24 24", **FAR}, settings={"hand": 80})
    assert movement.allowed(longer.table, unit, True) == run + 20
    assert movement.allowed(longer.table, unit, False) == move


@pytest.mark.rules("GA-11")
@pytest.mark.parametrize(
    ("points", "fits"),
    [
        (((100, 100), (100, 220)), True),
        (((100, 100), (136, 148), (172, 196)), True),
        (((100, 100), (136, 148), (172, 197)), False),
        (((100, 100), (220, 101)), False),
    ],
)
def test_a_path_of_exactly_the_full_length_is_not_too_long(
    points: tuple[tuple[int, int], ...], fits: bool
) -> None:
    assert movement.is_within(tuple(Point(*each) for each in points), 120) is fits


@pytest.mark.rules("GA-11")
@pytest.mark.parametrize(
    ("legs", "most", "fits"),
    [
        (((25, 73), (47, 53)), 148, True),
        (((82, 82), (48, 130), (41, 109)), 371, True),
        (((29, 41), (16, 71)), 123, False),
        (((52, 103), (53, 105)), 232, False),
    ],
)
def test_a_millionth_of_an_inch_too_many_is_tolerated(
    legs: tuple[tuple[int, int], ...], most: int, fits: bool
) -> None:
    """The first two are too long by 0.99 and 0.999994 millionths of an inch, the third by 1.001."""
    path = [Point(0, 0)]
    for leg in legs:
        path.append(path[-1].plus(*leg))
    assert movement.is_within(tuple(path), most) is fits

"""The board, distances, headings and arcs (D-001 to D-007), with the numbers of the canon."""

from __future__ import annotations

import ast
from decimal import ROUND_CEILING, Decimal
from math import atan2, degrees
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.geometry.plane import Board, Point, within
from games.cosmic_conflict import space
from games.cosmic_conflict.space import ARCS, BOARD, SCALE

COORDINATES = st.integers(-2000, 7200)
POINTS = st.builds(Point, COORDINATES, COORDINATES)
HEADINGS = st.integers(0, 359)


def du(text: str) -> Point:
    return SCALE.point(text)


# --- Lengths ---


@pytest.mark.rules("D-001")
def test_lengths_are_whole_hundredths_and_shown_with_two_decimals() -> None:
    assert SCALE.read("16.82") == 1682
    with pytest.raises(ValueError, match="at most 2 decimals"):
        SCALE.read("1.005")
    assert list(map(space.shown, (1000, 5, -5, -1050, 0))) == [
        "10.00", "0.05", "-0.05", "-10.50", "0.00",
    ]  # fmt: skip
    assert space.shown_point(du("16.82 -12.3")) == "(16.82, -12.30)"


@pytest.mark.rules("D-001")
@pytest.mark.parametrize(
    "module", ["space.py", "content/terrain.py", "content/maps.py", "rules/terrain.py"]
)
def test_no_float_is_in_the_geometry(module: str) -> None:
    source = Path(space.__file__).parent.joinpath(module).read_text(encoding="utf-8")
    found = [
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Div)
        or (isinstance(node, ast.Constant) and isinstance(node.value, float))
        or (isinstance(node, ast.Name) and node.id == "float")
    ]
    assert found == []


@pytest.mark.rules("D-002")
@given(POINTS, POINTS, st.integers(0, 100))
def test_what_is_within_a_limit_is_at_most_that_far_away(a: Point, b: Point, limit: int) -> None:
    found = space.distance(a, b)
    assert (found <= 100 * limit) == within(a, b, 100 * limit)
    assert within(a, b, found)
    square = Decimal((a.x - b.x) ** 2 + (a.y - b.y) ** 2)
    assert found == square.sqrt().to_integral_value(ROUND_CEILING)


# --- The board and its edges ---


@pytest.mark.rules("CC-008", "D-003")
def test_the_default_board_is_54_by_30_and_its_border_is_on_it() -> None:
    assert (BOARD.width, BOARD.height) == (5400, 3000)
    assert (space.SHORTEST, space.LONGEST) == (2000, 7200)
    assert du("54 30") in BOARD
    assert du("0 0") in BOARD
    assert du("54.01 30") not in BOARD


@pytest.mark.rules("CC-211", "D-003", "W-65")
def test_side_1_starts_in_the_south_and_side_2_in_the_north() -> None:
    assert [space.depth(BOARD, side, du("20 8.01")) for side in (1, 2)] == [801, 2199]
    assert space.depth(BOARD, 1, du("20 8")) == space.depth(BOARD, 2, du("20 22")) == 800
    away = [space.ahead(du("20 15"), space.EDGES[side], 100) for side in (1, 2)]
    assert away == [du("20 16"), du("20 14")]


@pytest.mark.rules("CC-221", "D-003", "D-096", "W-59")
def test_the_middle_line_is_in_no_far_half() -> None:
    far = [space.is_in_far_half(BOARD, 1, du(f"20 {y}")) for y in ("15", "15.01", "14.99")]
    assert far == [False, True, False]
    far = [space.is_in_far_half(BOARD, 2, du(f"20 {y}")) for y in ("15", "15.01", "14.99")]
    assert far == [False, False, True]
    odd = Board(5400, 3001, 1)
    assert space.is_in_far_half(odd, 1, Point(0, 1501))
    assert space.is_in_far_half(odd, 2, Point(0, 1500))


@pytest.mark.rules("D-085", "D-086")
@pytest.mark.parametrize(
    ("point", "nearest"),
    [("55 10", "54 10"), ("-0.01 31", "0 30"), ("20 -3", "20 0"), ("54 30", "54 30")],
)
def test_a_point_off_the_board_is_clamped_to_it(point: str, nearest: str) -> None:
    assert space.clamped(BOARD, du(point)) == du(nearest)


# --- Movement ---


@pytest.mark.rules("D-005")
@given(POINTS, HEADINGS, st.integers(0, 1000))
def test_a_shift_by_bearing_never_breaks_its_limit(at: Point, bearing: int, length: int) -> None:
    assert within(at, space.shifted(at, bearing, length), length)


@pytest.mark.rules("CC-026", "CC-027", "D-006", "W-01", "W-02")
@pytest.mark.parametrize(
    ("before", "after", "turn"),
    [(0, 60, 60), (0, 300, -60), (0, 61, 61), (30, 90, 60), (350, 10, 20), (10, 350, -20)],
)
def test_a_turn_is_counted_clockwise(before: int, after: int, turn: int) -> None:
    assert space.turned(before, after) == turn


@pytest.mark.rules("D-006")
@given(HEADINGS, HEADINGS)
def test_a_turn_leads_from_one_heading_to_the_other(before: int, after: int) -> None:
    turn = space.turned(before, after)
    assert -180 < turn <= 180
    assert (before + turn) % 360 == after


# --- Arcs ---


@pytest.mark.rules("D-007")
@given(POINTS, HEADINGS, POINTS)
def test_an_arc_reaches_45_degrees_to_each_side(at: Point, heading: int, target: Point) -> None:
    found = space.arcs(at, heading, target)
    if at == target:
        assert found == ARCS
        return
    bearing = degrees(atan2(target.x - at.x, target.y - at.y)) - heading
    for letter, middle in {"F": 0, "P": 270, "S": 90, "A": 180}.items():
        off = abs((bearing - middle + 180) % 360 - 180)
        if abs(off - 45) > 0.001:
            assert (letter in found) == (off < 45)


# --- Missile tokens ---


@pytest.mark.rules("D-049")
@given(POINTS, POINTS)
def test_a_missile_token_is_never_farther_than_10(launcher: Point, target: Point) -> None:
    token = space.token_point(launcher, target)
    if launcher != target:
        assert 998 <= space.distance(launcher, token) <= 1000


@pytest.mark.rules("D-049")
def test_a_token_that_rounding_would_put_too_far_goes_9_99() -> None:
    launcher, target = Point(0, 0), Point(1001, 45)
    assert space.token_point(launcher, target) == Point(998, 45)

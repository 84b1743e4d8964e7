"""The open table: exact measuring, compared with fractions on random cases with many ties.

Numbers come from the rules of two games: tenths of an inch with y to the south, and hundredths
with y to the north.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from decimal import ROUND_CEILING, Decimal, localcontext
from fractions import Fraction
from itertools import pairwise, product
from math import radians, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.geometry.plane import (
    ONE,
    Board,
    Disc,
    Point,
    Polygon,
    Rectangle,
    Scale,
    cosine,
    length,
    meet,
    near_segment,
    on_the_way,
    rounded,
    sine,
    squared,
    toward,
    truncated,
    within,
)

TENTHS, HUNDREDTHS = Scale(1), Scale(2)
SOUTHWARD, NORTHWARD = Board(480, 360, -1), Board(5400, 3000, 1)
INCHES = st.integers(-480, 480)
POINTS = st.builds(Point, INCHES, INCHES)


def at(text: str) -> Point:
    return TENTHS.point(text)


def du(text: str) -> Point:
    return HUNDREDTHS.point(text)


# --- Lengths as text ---


@pytest.mark.parametrize(
    ("text", "units"), [("24", 240), ("19.5", 195), ("0", 0), ("-0.5", -5), ("-0", 0), ("007", 70)]
)
def test_a_length_is_read_in_units(text: str, units: int) -> None:
    assert TENTHS.read(text) == units


@pytest.mark.parametrize(
    "text",
    ["", "+5", "1e9", "24.55", "1.", ".5", "1,5", "--1", "12345", "\u0662", "0x10", "1 2", "inf"],
)
def test_what_is_no_length_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="at most 1 decimals"):
        TENTHS.read(text)


def test_each_scale_has_its_own_finest_length() -> None:
    assert HUNDREDTHS.read("24.55") == 2455
    assert HUNDREDTHS.write(2450) == "24.5"
    with pytest.raises(ValueError, match="at most 2"):
        HUNDREDTHS.read("24.555")


@given(st.integers(-99999, 99999), st.sampled_from((TENTHS, HUNDREDTHS, Scale(0))))
def test_every_length_is_read_back(units: int, scale: Scale) -> None:
    assert scale.unit in (1, 10, 100)
    if abs(units) < 10_000 * scale.unit:
        assert scale.read(scale.write(units)) == units


@given(POINTS)
def test_every_point_is_read_back(point: Point) -> None:
    assert at(TENTHS.name(point)) == point
    assert at(TENTHS.name(point).replace(" ", ",")) == point


@pytest.mark.parametrize("text", ["24", "24 18 3", "24 18.55", "", "x y"])
def test_what_is_no_point_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"decimals|values to unpack"):
        at(text)


# --- Distances ---


def test_a_limit_itself_is_within() -> None:
    assert within(at("10 10"), at("20.8 24.4"), 180)
    assert not within(at("0 0"), at("18.1 0"), 180)
    assert within(du("10 10"), du("11.2 11.6"), 200)
    assert not within(du("10 10"), du("11.21 11.6"), 200)


def test_a_length_is_rounded_up() -> None:
    assert length((du("0 0"), du("6 8"))) == 1000
    assert length((du("0 0"), du("6 8.01"))) == 1001
    assert length((du("10 10"), du("10.01 28"))) == 1801


def test_a_path_is_as_long_as_its_legs() -> None:
    path = (at("7 16"), at("8 14"), at("14 14"), at("15 16"))
    assert length(path, 100_000) == 10_472_136
    assert length(path[:1]) == length(()) == 0


@given(st.lists(POINTS, min_size=2, max_size=6), st.sampled_from((1, 10, 100_000)))
def test_a_sum_of_roots_is_rounded_up_exactly(path: list[Point], parts: int) -> None:
    with localcontext() as context:
        context.prec = 80
        exact = sum((Decimal(squared(a, b)).sqrt() for a, b in pairwise(path)), Decimal(0))
        assert length(path, parts) == (exact * parts).to_integral_value(ROUND_CEILING)


def test_lengths_that_nearly_are_whole_are_told_apart() -> None:
    # sqrt(n * n + 1) is n and a little: hardly more than whole, and not within it.
    far = 10**9
    assert length((Point(0, 0), Point(far, 1))) == far + 1
    assert length((Point(0, 0), Point(far, 1), Point(2 * far, 2)), 10) == 20 * far // 1 + 1


# --- Lines and shapes, each compared with fractions on many thousand cases ---

Small = Callable[[], Point]


def small(seed: int, size: int = 6) -> Small:
    """Random points so close to each other that they often lie on one line."""
    below = random.Random(seed).randrange
    return lambda: Point(below(size), below(size))


def inside_for(a: Point, b: Point, half_planes: list[tuple[int, int, int]]) -> Fraction:
    """How much of a segment has ``p * x + q * y + r > 0`` in all half planes: a share."""
    low, high = Fraction(0), Fraction(1)
    for p, q, r in half_planes:
        start, end = p * a.x + q * a.y + r, p * b.x + q * b.y + r
        if end == start:
            if start <= 0:
                return Fraction(0)
        elif end > start:
            low = max(low, Fraction(-start, end - start))
        else:
            high = min(high, Fraction(-start, end - start))
    return max(high - low, Fraction(0)) if a != b else Fraction(0)


def share_of_the_way(point: Point, a: Point, b: Point) -> Fraction:
    """Where on a segment the point nearest to another is."""
    x, y = b.x - a.x, b.y - a.y
    if a == b:
        return Fraction(0)
    share = Fraction((point.x - a.x) * x + (point.y - a.y) * y, x * x + y * y)
    return min(max(share, Fraction(0)), Fraction(1))


def exactly_apart(point: Point, a: Point, b: Point) -> Fraction:
    share = share_of_the_way(point, a, b)
    x, y = a.x + share * (b.x - a.x) - point.x, a.y + share * (b.y - a.y) - point.y
    return x * x + y * y


def test_a_line_passes_through_a_rectangle_where_fractions_say_so() -> None:
    point, found = small(1), set()
    for _ in range(25_000):
        (x0, y0), (x1, y1), a, b = point(), point(), point(), point()
        if x0 < x1 and y0 < y1:
            part = inside_for(a, b, [(1, 0, -x0), (-1, 0, x1), (0, 1, -y0), (0, -1, y1)])
            blocked = Rectangle(x0, y0, x1, y1).blocks(a, b)
            assert blocked == (part > 0), (x0, y0, x1, y1, a, b)
            found.add(blocked)
    assert found == {True, False}


def test_a_line_passes_through_a_polygon_where_fractions_say_so() -> None:
    point, seen = small(2), 0
    for _ in range(25_000):
        corners, a, b = tuple(point() for _ in range(3 + seen % 2)), point(), point()
        try:
            shape = Polygon(corners)
        except ValueError:
            continue
        seen += 1
        edges = pairwise(shape.corners + shape.corners[:1])
        planes = [(v.y - w.y, w.x - v.x, w.y * v.x - w.x * v.y) for v, w in edges]
        assert shape.blocks(a, b) == (inside_for(a, b, planes) > 0), (corners, a, b)
        assert shape.inside(a) == all(p * a.x + q * a.y + r > 0 for p, q, r in planes)
        assert shape.covers(a) == all(p * a.x + q * a.y + r >= 0 for p, q, r in planes)
    assert seen > 5_000


def test_a_line_passes_through_a_disc_where_fractions_say_so() -> None:
    point, rng, ties = small(3), random.Random(3), 0
    for _ in range(20_000):
        centre, a, b, radius = point(), point(), point(), rng.randrange(1, 4)
        apart = exactly_apart(centre, a, b)
        ties += apart == radius * radius
        disc = Disc(centre, radius)
        assert disc.blocks(a, b) == (a != b and apart < radius * radius)
        assert near_segment(centre, a, b, radius) == (apart <= radius * radius)
        assert disc.inside(a) == (squared(a, centre) < radius * radius)
        assert disc.covers(a) == within(a, centre, radius)
    assert ties > 1_000


def test_two_segments_meet_where_fractions_say_so() -> None:
    point, found = small(5, 5), set()
    for _ in range(20_000):
        a, b, c, d = point(), point(), point(), point()
        expected = do_meet(a, b, c, d)
        assert meet(a, b, c, d) == meet(d, c, a, b) == expected, (a, b, c, d)
        found.add(expected)
    assert found == {True, False}


def do_meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    x, y, u, v = b.x - a.x, b.y - a.y, d.x - c.x, d.y - c.y
    across = x * v - y * u
    if not across:
        ends = [(c, a, b), (d, a, b), (a, c, d), (b, c, d)]
        return any(exactly_apart(*end) == 0 for end in ends)
    s = Fraction((c.x - a.x) * v - (c.y - a.y) * u, across)
    t = Fraction((c.x - a.x) * y - (c.y - a.y) * x, across)
    return 0 <= s <= 1 and 0 <= t <= 1


@pytest.mark.parametrize(
    ("start", "end", "blocked"),
    [
        ("11 10", "11 22", True),
        ("6 12", "10 16", True),
        ("7 10", "7 22", False),
        ("8 10", "8 22", False),
        ("4 10", "8 14", False),
        ("4 18", "12 10", False),
    ],
)
def test_running_along_a_wall_or_touching_its_corner_is_free(
    start: str, end: str, *, blocked: bool
) -> None:
    corners = [Point(x, y) for x, y in ((80, 140), (140, 140), (140, 180), (80, 180))]
    for wall in (Rectangle(80, 140, 140, 180), Polygon(tuple(corners))):
        assert wall.blocks(at(start), at(end)) == wall.blocks(at(end), at(start)) == blocked


def test_a_marker_may_be_passed_at_its_radius() -> None:
    marker = Disc(at("24 20"), 10)
    assert marker.blocks(at("24 24"), at("24 16"))
    assert not marker.blocks(at("22.9 24"), at("22.9 16"))
    assert not marker.blocks(at("23 24"), at("23 16"))


def test_a_barrier_is_near_within_two_inches_of_any_of_its_points() -> None:
    barrier = at("6 10"), at("18 10")
    near = [near_segment(at(text), *barrier, 20) for text in ("12 8.5", "12 8", "12 7.9", "18.5 9")]
    assert near == [True, True, False, True]
    shots = [("12 20", "12 8.5"), ("12 4", "12 8.5"), ("24 9", "12 8.5")]
    shots += [("18.5 20", "18.5 9"), ("12 20", "18.5 9"), ("18 12", "18 9")]
    assert [meet(at(a), at(b), *barrier) for a, b in shots] == [
        True, False, False, False, True, True,
    ]  # fmt: skip


@pytest.mark.parametrize("corners", [(0, 0, 4, 0), (4, 0, 0, 4), (0, 4, 4, 0)])
def test_a_rectangle_without_an_inside_is_refused(corners: tuple[int, int, int, int]) -> None:
    with pytest.raises(ValueError, match="second corner"):
        Rectangle(*corners)


STAR = ((0, 10), (6, -8), (-10, 3), (10, 3), (-6, -8))


@pytest.mark.parametrize(
    "corners",
    [
        (),
        ((0, 0), (4, 0)),
        ((0, 0), (4, 0), (8, 0)),
        ((0, 0), (4, 0), (4, 4), (4, 8)),
        ((0, 0), (4, 0), (1, 1), (0, 4)),
        ((0, 0), (4, 0), (0, 4), (4, 4)),
        ((0, 0), (4, 0), (0, 4), (0, 0), (4, 0), (0, 4)),
        STAR,
    ],
)
def test_what_is_no_convex_polygon_is_refused(corners: tuple[tuple[int, int], ...]) -> None:
    with pytest.raises(ValueError, match="convex"):
        Polygon(tuple(Point(*corner) for corner in corners))


def test_the_corners_of_a_polygon_go_round_either_way() -> None:
    corners = tuple(Point(*corner) for corner in ((0, 0), (4, 0), (4, 4)))
    for shape in (Polygon(corners), Polygon(corners[::-1])):
        assert shape.inside(Point(3, 1))
        assert not shape.inside(Point(2, 2))
        assert shape.covers(Point(2, 2))


# --- Directions ---


def test_the_table_of_sines_is_that_of_whole_degrees() -> None:
    for angle in range(-360, 720):
        assert abs(sine(angle) - ONE * sin(radians(angle))) <= 0.5 + 1e-6
        assert cosine(angle) == sine(90 - angle)
        assert sine(-angle) == -sine(angle)


def test_what_lies_ahead_and_to_the_right_is_measured_in_millionths() -> None:
    found = NORTHWARD.relative(du("20 10"), 30, du("29.66 12.59"))
    assert found == (707300475, 707080150)


# --- Straight steps ---


@pytest.mark.parametrize(
    ("start", "heading", "far", "end"),
    [
        ("20 10", 30, 500, "22.5 14.33"),
        ("30 20", 225, 500, "26.46 16.46"),
        ("30 20", 300, 300, "27.4 21.5"),
        ("30 20", 217, 400, "27.59 16.81"),
    ],
)
def test_a_straight_step_is_rounded_away_from_zero(
    start: str, heading: int, far: int, end: str
) -> None:
    assert NORTHWARD.ahead(du(start), heading, far) == du(end)


def test_north_is_where_the_table_says() -> None:
    assert SOUTHWARD.ahead(at("24 18"), 0, 60) == at("24 12")
    assert NORTHWARD.ahead(du("24 18"), 0, 600) == du("24 24")


@given(st.integers(0, 1000), st.integers(0, 359), st.sampled_from((SOUTHWARD, NORTHWARD)))
def test_a_step_that_falls_short_never_breaks_its_limit(
    far: int, heading: int, table: Board
) -> None:
    start = Point(240, 180)
    assert within(start, table.short_of(start, heading, far), far)


def test_a_step_falls_short_by_less_than_a_unit() -> None:
    assert NORTHWARD.short_of(du("22.5 14.33"), 75, 200) == du("24.43 14.84")


def test_toward_leads_as_far_as_it_says() -> None:
    assert toward(Point(0, 0), Point(300, 400), 100) == Point(60, 80)
    assert toward(Point(0, 0), Point(3, 4), 100) == Point(60, 80)
    assert toward(Point(5, 5), Point(5, 5), 100) == Point(5, 5)
    assert toward(Point(0, 0), Point(2, -2), 100) == Point(71, -71)


@given(POINTS, POINTS, st.integers(0, 200))
def test_the_way_to_a_goal_is_rounded_exactly(start: Point, goal: Point, most: int) -> None:
    way = list(on_the_way(start, goal, most))
    if within(start, goal, most):
        assert way.pop(0) == goal
    square = squared(start, goal)
    fars = [far for far in range(most, 0, -1) if far * far < square]
    assert len(way) == len(fars)
    for far, point in zip(fars, way, strict=True):
        for began, ends, found in zip(start, goal, point, strict=True):
            # Within a half of what was found, compared by squares with their signs.
            exact = Fraction((ends - began) * abs(ends - began) * far * far, square)
            low, high = (Fraction(2 * (found - began) + end, 2) for end in (-1, 1))
            assert low * abs(low) < exact < high * abs(high)


def test_the_way_to_a_goal_stops_short_of_it() -> None:
    way = list(on_the_way(Point(0, 0), Point(30, -40), 25))
    assert (way[0], way[-1], len(way)) == (Point(15, -20), Point(1, -1), 25)
    assert list(on_the_way(Point(0, 0), Point(0, 3), 9)) == [(0, 3), (0, 2), (0, 1)]
    assert list(on_the_way(Point(5, 5), Point(5, 5), 9)) == [(5, 5)]


@pytest.mark.parametrize(
    ("over", "under", "nearest", "towards_zero"),
    [(5, 2, 3, 2), (-5, 2, -3, -2), (7, 3, 2, 2), (-8, 3, -3, -2), (0, 5, 0, 0)],
)
def test_fractions_are_rounded(over: int, under: int, nearest: int, towards_zero: int) -> None:
    assert rounded(over, under) == nearest
    assert truncated(over, under) == towards_zero


def test_the_border_belongs_to_the_table() -> None:
    inside = [point in SOUTHWARD for point in map(Point, (0, 480, 481, -1), (0, 360, 0, 5))]
    assert inside == [True, True, False, False]
    assert all(Point(x, y) in SOUTHWARD for x, y in product((0, 480), (0, 360)))

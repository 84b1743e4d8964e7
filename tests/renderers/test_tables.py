"""Which part of an open table a close-up shows."""

from __future__ import annotations

from itertools import starmap

import pytest

from games.core.geometry.plane import Board, Point, Scale
from renderers.tables import TableLayout, find_melee

LAYOUT = TableLayout(Scale(1), 1000, 960, 60, 240, crowd=20)
LARGE, USUAL = Board(960, 720, 1), Board(480, 360, 1)


@pytest.mark.parametrize(
    ("board", "places", "wide"),
    [
        (LARGE, [(300, 300)], 240),
        (LARGE, [(300, 300), (310, 300)], 120),
        (LARGE, [(300, 300), (310, 300), (420, 300)], 160),
        (LARGE, [(300, 300), (420, 300)], 240),
        (LARGE, [(300, 300), (520, 300)], 240),
        (LARGE, [(300, 300), (521, 300)], 320),
        (LARGE, [(300, 300), (300, 461)], 320),
        (LARGE, [(300, 300), (700, 300)], 480),
        (LARGE, [(300, 300), (800, 300)], 240),
        (USUAL, [(100, 100), (400, 100)], 240),
    ],
)
def test_a_close_up_is_as_large_as_what_matters_up_to_a_quarter_of_the_table(
    board: Board, places: list[tuple[int, int]], wide: int
) -> None:
    points = list(starmap(Point, places))
    part = LAYOUT.close(board, points, lambda per: ())
    assert LAYOUT.fits(board, points) == all(map(part.covers, points))
    assert (part.x1 - part.x0, part.y1 - part.y0) == (wide, wide * 3 // 4)
    assert part.covers(points[-1])
    near = LAYOUT.part(board, points[-1:], lambda per: ())
    assert near.x1 - near.x0 == 240


def test_of_more_than_there_is_room_for_the_last_are_shown() -> None:
    far, *near = Point(20, 20), Point(300, 200), Point(400, 250)
    part = LAYOUT.close(USUAL, [far, *near], lambda per: ())
    assert part == LAYOUT.close(USUAL, near, lambda per: ())
    assert all(map(part.covers, near))
    assert not part.covers(far)


def test_a_larger_part_has_fewer_pixels_for_an_inch() -> None:
    part = LAYOUT.close(LARGE, [Point(300, 300), Point(700, 300)], lambda per: ())
    assert LAYOUT.plan(LARGE, part, False, 10).per == LAYOUT.per(480) == 20
    assert LAYOUT.plan(LARGE, None, False, 10).per == 10


def test_a_fight_is_all_who_are_linked_with_the_places_by_short_steps() -> None:
    at = [Point(x, 50) for x in (0, 50, 90, 95, 200)]
    sides = (1, 1, 1, 2, 2)
    assert find_melee(at[:1], list(zip(at, sides, strict=True)), 50) == (*at[3::-1], at[0])
    assert find_melee(at[:1], list(zip(at, sides, strict=True)), 49) == (at[0],)
    assert find_melee(at[:1], [(each, 1) for each in at], 50) == (at[0],)
    assert find_melee((), [(each, 1) for each in at], 50) == ()

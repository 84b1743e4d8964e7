from __future__ import annotations

import pytest

from games.core.geometry.squares import Base, Facing, Square
from renderers import paint
from renderers.boards.squaremap import SquareMap, Window
from renderers.palette import MUTED, STAR, VOID
from renderers.scene import Drawing, Style

STYLE = Style(19, MUTED, VOID)


def board(size: int = 16, *, turned: bool = False, window: Window | None = None) -> SquareMap:
    return SquareMap(window or Window.whole(size), 40, 30, 50, turned)


def test_places_follow_the_coordinates() -> None:
    assert board().corner(Base(0, 0)) == (30, 50)
    assert board().corner(Base(3, 5)) == (30 + 120, 50 + 200)
    assert board().centre(Base(3, 5, 2)) == (30 + 160, 50 + 240)


def test_turning_puts_the_south_eastern_corner_first() -> None:
    turned = board(turned=True)
    assert turned.corner(Base(15, 15)) == (30, 50)
    assert turned.corner(Base(14, 13, 2)) == (30, 50 + 40)
    assert turned.box(0, 0, 3, 2) == (30 + 13 * 40, 50 + 14 * 40)


@pytest.mark.parametrize("side", [1, 2, 3])
@pytest.mark.parametrize("facing", Facing)
def test_a_step_leads_where_the_shown_facing_points(side: int, facing: Facing) -> None:
    for turned in (False, True):
        grid = board(turned=turned)
        here = Base(6, 6, side)
        (ax, ay), (bx, by) = grid.centre(here), grid.centre(here.at(here.anchor.plus(facing)))
        across, down = grid.shown(facing).step
        assert (bx - ax, by - ay) == (40 * across, 40 * down)


def test_a_window_shows_whole_squares_of_a_part() -> None:
    grid = board(32, window=Window(10, 4, 16, 16))
    assert grid.corner(Base(10, 4)) == (30, 50)
    assert grid.wide == grid.high == 640
    assert grid.window.name == "K5 to Z20"


@pytest.mark.parametrize(
    ("base", "shown"),
    [
        (Base(10, 4), True),
        (Base(9, 4), False),
        (Base(9, 4, 2), True),
        (Base(8, 2, 3), True),
        (Base(7, 4, 3), False),
        (Base(25, 19), True),
        (Base(26, 19), False),
        (Base(25, 20), False),
    ],
)
def test_a_base_is_shown_when_one_of_its_squares_is(base: Base, shown: bool) -> None:
    assert Window(10, 4, 16, 16).shows(base) is shown


def test_a_window_has_what_matters_in_its_middle() -> None:
    assert Window.whole(32).around((Base(14, 15), Base(17, 16)), 16, 16) == Window(8, 8, 16, 16)


@pytest.mark.parametrize("corner", [Base(0, 0), Base(31, 0), Base(0, 31), Base(29, 29, 3)])
def test_a_window_stays_on_the_board(corner: Base) -> None:
    window = Window.whole(32).around((corner,), 16, 16)
    assert all(0 <= square.c < 32 and 0 <= square.r < 32 for square in window.squares())
    assert window.shows(corner)


def test_what_matters_most_is_in_a_window_too_small_for_all() -> None:
    window = Window.whole(32).around((Base(0, 0), Base(31, 31), Base(20, 2)), 16, 16)
    assert window.shows(Base(20, 2))


def test_a_window_is_not_larger_than_the_board() -> None:
    assert Window.whole(8).around((Base(3, 3),), 16, 16) == Window(0, 0, 8, 8)


@pytest.mark.parametrize("turned", [False, True])
def test_letters_and_numbers_stand_on_all_sides(turned: bool) -> None:
    grid = board(32, turned=turned, window=Window(16, 8, 16, 16))
    captions = list(grid.rim(STYLE, 30))
    texts = [caption.text for caption in captions]
    letters = ["Q", "R", "S", "T", "U", "V", "W", "X", "Y", "Z", "AA", "AB", "AC", "AD", "AE", "AF"]
    assert sorted(texts) == sorted(2 * letters + 2 * [str(row) for row in range(9, 25)])
    first = [caption for caption in captions if caption.text in ("Q", "9")]
    for caption in first:
        x, y = grid.centre(Base(16, 8))
        near = abs(caption.x - x) if caption.text == "Q" else abs(caption.y - y)
        assert near < 12


def test_thick_lines_part_the_quadrants() -> None:
    marks = list(board(24).lines(8, 3, STAR))
    across = sorted(x for art, x, _ in marks if art.height > art.width)
    down = sorted(y for art, _, y in marks if art.width > art.height)
    assert across == [30 - 1 + 320 * number for number in range(4)]
    assert down == [50 - 1 + 320 * number for number in range(4)]


def test_a_window_has_the_lines_that_fall_into_it() -> None:
    grid = board(32, window=Window(5, 9, 16, 16))
    marks = list(grid.lines(8, 3, STAR))
    across = sorted(x for art, x, _ in marks if art.height > art.width)
    assert across == [grid.corner(Base(8, 0))[0] - 1, grid.corner(Base(16, 0))[0] - 1]


def test_mats_cover_the_margins_and_nothing_of_the_board() -> None:
    grid = SquareMap(Window(0, 0, 4, 4), 40, 30, 30)
    lines = paint.scanlines(Drawing(220, 220, STAR, tuple(grid.mats(30))))
    rows = [lines[221 * row + 1 : 221 * row + 221] for row in range(220)]
    inside = {index for row in rows[30:190] for index in row[30:190]}
    outside = {index for row in rows for index in row} - inside
    assert len(inside) == 1
    assert len(outside) == 1
    assert rows[29][100] == rows[190][100] == rows[100][29] == rows[100][190] == rows[0][0]


def test_the_squares_of_a_window_come_row_by_row() -> None:
    assert list(Window(2, 3, 2, 2).squares()) == [
        Square(2, 3), Square(3, 3), Square(2, 4), Square(3, 4),
    ]  # fmt: skip

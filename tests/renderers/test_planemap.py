"""Where points of a table lie on a picture, and what is drawn around them."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest

from games.core.geometry.plane import Board, Disc, Point, Polygon, Rectangle, Scale
from games.core.overlay import Arrow, Overlay, Region, Ring
from games.core.types import Seat
from renderers import paint
from renderers import palette as c
from renderers.boards import planemap, terrain
from renderers.boards.planemap import Ground, PlaneMap, Scenery, around, whole
from renderers.overlay import overlays
from renderers.overlay.callouts import Box
from renderers.scene import Area, Drawing, Shape, Stroke, Style
from renderers.scene import Disc as Dot
from tests.renderers.pixels import decoded, noise

TABLE, SCALE = Board(240, 180, -1), Scale(1)
BOARD = PlaneMap(TABLE, SCALE, whole(TABLE), 24, 40, 90, 5)
CLOSE = replace(BOARD, window=Rectangle(60, 30, 180, 120), per=48)
STYLE = Style(20, c.WHITE, c.VOID)


def test_a_length_of_one_has_the_same_pixels_everywhere() -> None:
    assert (BOARD.wide, BOARD.high, BOARD.unit) == (576, 432, 24)
    assert BOARD.at(Point(0, 0)) == (40, 90)
    assert BOARD.at(Point(15, 30)) == (76, 162)
    assert CLOSE.area == Box(40, 90, 576, 432)
    assert CLOSE.at(Point(60, 30)) == (40, 90)
    assert CLOSE.at(Point(120, 75)) == CLOSE.area.centre


def test_north_is_above_whichever_way_y_grows() -> None:
    north = replace(BOARD, table=Board(240, 180, 1))
    assert north.at(Point(0, 0)) == (40, 90 + 432)
    assert north.at(Point(0, 180)) == (40, 90)
    assert north.bounds(Rectangle(0, 0, 10, 20)) == Box(40, 90 + 432 - 48, 24, 48)


@pytest.mark.parametrize("north", [1, -1])
def test_a_turned_board_is_the_same_from_the_other_side(north: Literal[1, -1]) -> None:
    board = replace(BOARD, table=replace(TABLE, north=north))
    turned = replace(board, turned=True)
    for point in (Point(0, 0), Point(240, 180), Point(70, 33)):
        (x, y), (tx, ty) = board.at(point), turned.at(point)
        assert (x + tx, y + ty) == (2 * 40 + 576, 2 * 90 + 432)


def test_a_marker_has_its_box_and_an_area_its_own() -> None:
    assert BOARD.bounds(Point(100, 100)) == Box(268, 318, 24, 24)
    left, top, wide, high = BOARD.bounds(Disc(Point(100, 100), 30))
    assert (left, top, wide, high) == pytest.approx((208, 258, 144, 144))
    assert BOARD.bounds(Rectangle(0, 0, 240, 180)) == BOARD.area
    corners = (Point(0, 0), Point(40, 0), Point(40, 40))
    assert BOARD.bounds(Polygon(corners)) == Box(40, 90, 96, 96)


@pytest.mark.parametrize("north", [1, -1])
@pytest.mark.parametrize("turned", [False, True])
def test_outlines_go_clockwise(north: Literal[1, -1], *, turned: bool) -> None:
    board = replace(BOARD, table=replace(TABLE, north=north), turned=turned)
    corners = (Point(0, 0), Point(40, 0), Point(40, 40))
    for shape in (Polygon(corners), Disc(Point(90, 90), 30), Rectangle(0, 0, 50, 60)):
        points = board.corners(shape)
        pairs = zip(points, (*points[1:], points[0]), strict=True)
        assert sum(ax * by - ay * bx for (ax, ay), (bx, by) in pairs) > 0


def test_an_area_is_cut_off_where_the_window_ends_but_a_ring_is_not() -> None:
    reach = Disc(Point(60, 75), 30)
    for x, y in CLOSE.outline(reach):
        assert CLOSE.area.holds((x, y))
    ring = CLOSE.outline(Point(60, 75), 30)
    assert min(x for x, _ in ring) == pytest.approx(40 - 144)
    assert max(x for x, _ in ring) == pytest.approx(40 + 144)
    away = Disc(Point(10, 10), 5)
    assert CLOSE.outline(away) == CLOSE.corners(away)


def test_a_ring_has_its_radius_around_markers_and_areas() -> None:
    for place in (Point(100, 90), Disc(Point(100, 90), 15), Rectangle(90, 80, 110, 100)):
        for x, y in BOARD.outline(place, 60):
            assert ((x - 280) ** 2 + (y - 306) ** 2) ** 0.5 == pytest.approx(144)


def test_a_window_shows_what_matters_and_stays_on_the_table() -> None:
    assert around(TABLE, (Point(100, 90), Point(140, 90)), 120, 90) == Rectangle(60, 45, 180, 135)
    assert around(TABLE, (Point(0, 0),), 120, 90) == Rectangle(0, 0, 120, 90)
    assert around(TABLE, (Point(240, 180),), 120, 90) == Rectangle(120, 90, 240, 180)
    assert around(TABLE, (Point(0, 0), Point(240, 180)), 120, 90) == Rectangle(120, 90, 240, 180)
    assert around(TABLE, (Point(5, 5),), 999, 999) == whole(TABLE)


def test_a_window_on_what_leaves_the_table_is_at_its_edge() -> None:
    gone = (Point(100, 185), Point(100, 190))
    assert around(TABLE, gone, 120, 90) == Rectangle(40, 90, 160, 180)
    assert around(TABLE, (Point(-5, 20),), 120, 90, 10) == Rectangle(0, 0, 120, 90)


def test_windows_can_begin_at_whole_lengths_only_and_show_what_they_showed() -> None:
    points = (Point(103, 87), Point(138, 96))
    assert around(TABLE, points, 120, 90) == Rectangle(60, 46, 180, 136)
    assert around(TABLE, points, 120, 90, 10) == Rectangle(60, 50, 180, 140)
    for x in range(241):
        for other in (x, 240 - x):
            found = around(TABLE, (Point(other, 20), Point(x, 20)), 120, 90, 10)
            assert found.covers(Point(x, 20))
            assert found.x0 % 10 == 0


def test_a_window_moves_a_little_lest_it_cuts_a_marker_and_never_off_what_matters() -> None:
    def found(*uncut: Disc) -> Rectangle:
        return around(TABLE, (Point(110, 95),), 120, 90, 10, uncut)

    assert found() == found(Disc(Point(110, 95), 10)) == Rectangle(50, 50, 170, 140)
    assert found(Disc(Point(110, 45), 10)) == Rectangle(50, 60, 170, 150)
    assert found(Disc(Point(50, 95), 10), Disc(Point(110, 140), 10)) == Rectangle(60, 60, 180, 150)
    assert found(Disc(Point(20, 50), 10), Disc(Point(230, 140), 10)) == found()
    both, cut = (Point(0, 90), Point(100, 90)), Disc(Point(120, 90), 9)
    assert around(TABLE, both, 120, 90, 10, (cut,)) == Rectangle(0, 50, 120, 140)


@pytest.mark.parametrize("north", [1, -1])
@pytest.mark.parametrize("turned", [False, True])
def test_windows_share_blocks_and_show_what_is_there(
    north: Literal[1, -1], *, turned: bool
) -> None:
    table = Board(240, 180, north)
    scenery = (
        Scenery(Disc(Point(100, 90), 35), c.CYAN, c.CARD),
        Scenery(Rectangle(110, 20, 190, 80), c.MUTED, painter=terrain.woods),
        Scenery((Point(20, 20), Point(220, 160)), c.YELLOW, width=0.3),
    )
    ground = Ground(100, lambda block: block.ground(c.PLATE, scenery, 30, c.RIM))
    made = set()
    for x, y in ((60, 30), (70, 30), (120, 90), (0, 0)):
        window = Rectangle(x, y, x + 120, y + 90)
        board = PlaneMap(table, SCALE, window, 48, 12, 9, 5, turned)
        panes = list(ground.panes(board))
        made |= {pane.art for pane in panes}
        assert sum(pane.width * pane.height for pane in panes) == board.wide * board.high
        shown = paint.png(Drawing(600, 450, c.VOID, (), panes=panes))
        alone = board.ground(c.PLATE, scenery, 30, c.RIM)
        expected = paint.png(Drawing(600, 450, c.VOID, ((alone, 12, 9),)))
        assert noise(decoded(shown), decoded(expected)) < 40  # a pixel off is more than 200
    assert len(made) == 6


def test_the_part_that_is_shown_has_a_name() -> None:
    assert planemap.part_name(CLOSE.scale, CLOSE.window) == "6 to 18 across, 3 to 12 down"


def drawn(*scenery: Scenery) -> list[Shape]:
    """What is drawn over the grid, which has lines at 6, 9, 12, 15, 18 and 3, 6, 9, 12."""
    art = CLOSE.ground(c.PLATE, scenery, 30, c.RIM)
    assert (art.width, art.height) == (576, 432)
    return list(art.shapes[9:])


def test_the_ruler_stands_beside_the_lines_of_the_grid() -> None:
    lines = CLOSE.ground(c.PLATE, (), 30, c.RIM).shapes
    upright = [CLOSE.x + line.points[0][0] for line in lines[:5] if isinstance(line, Stroke)]
    across = [word for word in CLOSE.ruler(30, STYLE, 40) if word.y < CLOSE.y]
    assert [word.x for word in across] == upright
    assert [word.text for word in across] == ["6", "9", "12", "15", "18"]
    down = [word.text for word in CLOSE.ruler(30, STYLE, 40) if word.x < CLOSE.x]
    assert down == ["3", "6", "9", "12"]
    assert not drawn()


def test_scenery_is_plain_painted_or_dotted() -> None:
    hut, wall = Rectangle(60, 30, 120, 60), (Point(60, 90), Point(90, 90))
    plain = drawn(Scenery(hut, c.MUTED, c.CARD))
    assert [type(shape) for shape in plain] == [Area, Stroke]
    wood = drawn(Scenery(hut, c.MUTED, painter=terrain.woods))
    assert len(wood) > 10
    assert wood[0] == Area(((0, 0), (288, 0), (288, 144), (0, 144)), c.WOOD_DARK)
    assert {type(shape) for shape in drawn(Scenery(hut, c.MUTED, dotted=True))} == {Dot}
    assert drawn(Scenery(wall, c.YELLOW, width=0.25)) == [
        Stroke(((0, 288), (144, 288)), 12, c.YELLOW)
    ]


def test_the_whole_table_is_small_beside_a_part_of_it() -> None:
    scenery = (Scenery(Disc(Point(120, 90), 30), c.CYAN),)
    inset = CLOSE.inset(scenery, [(Point(5, 5), c.RED)], 120)
    assert (inset.width, inset.height) == (120, 92)
    board, (dot, x, y), (frame, left, top) = inset.marks
    assert board[0] is CLOSE.inset(scenery, (), 120).marks[0][0]
    assert isinstance(shape := dot.shapes[0], Dot)
    assert (shape.colour, x + dot.width // 2, y + dot.height // 2) == (c.RED, 6, 6)
    window = [shape for shape in frame.shapes if isinstance(shape, Stroke)][-1].points
    assert (left + window[0][0], top + window[0][1]) == (4 + 112 / 4, 4 + 84 / 6)


def test_every_part_of_an_overlay_is_drawn_on_a_table() -> None:
    centre = Point(120, 75)
    reach = Region(places=frozenset({Disc(centre, 40)}), label="6 in")
    parts = (
        reach,
        Ring(place=centre, radius=60),
        Arrow(start=centre, end=Point(70, 40), seat=Seat(0)),
    )
    layers = overlays.draw(Overlay(parts), CLOSE, (c.RED, c.CYAN), (), 20)
    assert len(layers.under) > 40
    assert layers.over
    drawing = Drawing(660, 600, c.VOID, [*layers.under, *layers.over, *CLOSE.mats(40)])
    assert paint.png(drawing)


def test_an_area_that_only_touches_the_window_is_not_drawn() -> None:
    beside = Region(places=frozenset({Rectangle(60, 120, 180, 180)}))
    layers = overlays.draw(Overlay((beside,)), CLOSE, (), (), 36)
    assert layers == overlays.draw(Overlay(()), CLOSE, (), (), 36)

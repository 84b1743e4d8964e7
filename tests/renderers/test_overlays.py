"""Overlays on maps of squares and of hexes, and in words."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.geometry.hexes import Hex
from games.core.geometry.squares import Base
from games.core.overlay import Arrow, Ghost, Loss, Marker, Overlay, OverlayPart, Region, Ring, Route
from games.core.types import Seat
from renderers import paint
from renderers.boards.hexmap import HexMap
from renderers.boards.squaremap import SquareMap, Window
from renderers.cards import legend, sides
from renderers.cards.legend import of_overlay
from renderers.overlay import overlay_art
from renderers.overlay.callouts import Box
from renderers.overlay.overlays import StoryStep, draw, steps, told
from renderers.palette import BLUE, RED, VOID
from renderers.scene import Art, Drawing, Label

SQUARES = SquareMap(Window.whole(16), 96, 68, 120)
HEXES = HexMap(5, turned=False)
PLACES: dict[str, tuple[Any, list[Any]]] = {
    "squares": (SQUARES, [Base(2, 3), Base(3, 4), Base(7, 8), Base(12, 3, 2)]),
    "hexes": (HEXES, [Hex(0, 0), Hex(1, 0), Hex(-2, 3), Hex(3, -3)]),
}


def parts_of(a: Any, b: Any, far: Any, other: Any) -> list[OverlayPart[Any]]:
    return [
        Route(places=(a, b, far), number=1, seat=Seat(0)),
        Arrow(start=far, end=other, number=1, seat=Seat(0), label="-2"),
        Arrow(start=a, end=b, number=2, seat=Seat(1)),
        Loss(place=b, number=2, seat=Seat(0), label="R5"),
        Marker(place=other, number=3, label="new"),
        Region(places=frozenset((a, b)), label="reach"),
        Region(places=frozenset((far,)), hatched=False),
        Ring(place=far),
        Ring(place=a, radius=2),
        Ghost(place=far, label="R7"),
    ]


def texts(art: Art) -> list[str]:
    return [shape.text for shape in art.shapes if isinstance(shape, Label)]


@pytest.mark.parametrize("board", PLACES)
@pytest.mark.parametrize("number", range(10))
def test_every_part_is_seen_on_every_map(board: str, number: int) -> None:
    grid, places = PLACES[board]
    part = parts_of(*places)[number]
    layers = draw(Overlay((part,)), grid, (RED, BLUE), (), 36)
    empty = paint.scanlines(Drawing(1672, 1800, VOID, ()))
    shown = paint.scanlines(Drawing(1672, 1800, VOID, (*layers.under, *layers.over)))
    assert shown != empty
    if part.label:
        assert any(part.label in texts(art) for art, _, _ in layers.over)
    if part.number:
        assert any(str(part.number) in texts(art) for art, _, _ in layers.over) or not part.label


def test_older_traces_are_fainter_and_labels_are_not() -> None:
    grid, (a, b, far, other) = PLACES["squares"]
    old = Arrow(start=a, end=far, number=1, seat=Seat(0), label="-1")
    new = Arrow(start=b, end=other, number=2, seat=Seat(0), label="-1")
    both = draw(Overlay((old, new)), grid, (RED, BLUE), (), 36)
    bright = draw(Overlay((new,)), grid, (RED, BLUE), (), 36)
    assert {art for art, _, _ in bright.under} < {art for art, _, _ in both.under}
    plates = {overlay_art.callout(number, "-1", 36, RED, False) for number in (1, 2)}
    assert plates <= {art for art, _, _ in both.over}


@pytest.mark.parametrize("board", PLACES)
def test_choices_stand_inside_their_places_and_beside_pieces(board: str) -> None:
    grid, places = PLACES[board]
    parts = tuple(
        Marker(number=number, place=place, label="+12 −3")
        for number, place in enumerate(places[:3], start=1)
    )
    pieces = (grid.bounds(places[2]),)
    layers = draw(Overlay(parts, is_question=True), grid, (RED, BLUE), pieces, 36)
    boxes = {texts(art)[0]: Box(x, y, art.width, art.height) for art, x, y in layers.over}
    for number, place in (("1", places[0]), ("2", places[1])):
        assert boxes[number].inside(grid.bounds(place))
    assert not boxes["3"].meets(pieces[0])
    assert not any(boxes["3"].meets(boxes[other]) for other in "12")


def test_of_too_many_choices_the_last_are_counted() -> None:
    ring = Ring(place="A1", told="Yellow's ship on A1")
    markers = [Marker(number=n, place=f"B{n}", told=f"B{n} +7") for n in range(1, 10)]
    asks = Overlay((ring, *markers), is_question=True)
    assert told(asks, 50) == "Yellow's ship on A1. 1: B1 +7. 2: B2 +7. And 7 more."


def test_below_a_board_the_first_choices_stand_and_the_heaviest_steps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    parts = [
        Marker(number=n, place=f"B{n}", label="+7" * (n > 2), told=f"B{n}") for n in range(1, 6)
    ]
    area = Region(places=frozenset("A1"), told="The zone")
    monkeypatch.setattr(sides, "ROWS", 2)

    def said(overlay: Overlay[str]) -> list[str]:
        part = sides.told(list(steps(overlay)), (RED, BLUE), 900, 0, None)
        assert len(part.marks) == sum(word.text.startswith("B") for word in part.words)
        return [word.text for word in part.words]

    assert said(Overlay((area, *parts), is_question=True)) == ["The zone", "B1", "B2", "and 3 more"]
    assert said(Overlay(tuple(parts))) == ["B3", "B4", "B5", "and 2 more"]
    unnumbered = [StoryStep(0, text, None, 0) for text in ("What happened", "And then")]
    lines = sides.told(unnumbered, (), 900, 0, None).words
    assert [line.text for line in lines] == ["What happened", "And then"]


def test_what_lies_outside_of_a_window_is_not_drawn() -> None:
    close = SquareMap(Window(0, 0, 4, 4), 96, 68, 120)
    far = Arrow(start=Base(9, 9), end=Base(12, 9), number=1, label="-1")
    assert draw(Overlay((far,)), close, (), (), 36) == ([], [])


def test_an_area_at_the_edge_of_the_board_has_all_its_edges() -> None:
    for x in (8, 9):
        board = SquareMap(Window(0, 0, 1, 1), 48, x, 26)
        layers = draw(Overlay((Region(places=frozenset((Base(0, 0),))),)), board, (), (), 36)
        assert len(layers.under) == 5


def test_a_story_is_told_step_by_step_and_the_oldest_go_first() -> None:
    story = Overlay(
        (
            Route(places=("A1", "B2"), number=1, told="R5 moves A1-B2"),
            Arrow(start="B2", end="D2", number=1, told="shoots B6 -2"),
            Loss(place="D2", number=2, told="B7 is out"),
        )
    )
    assert told(story) == "1: R5 moves A1-B2, shoots B6 -2. 2: B7 is out."
    assert told(story, 30) == "After 1 earlier step: 2: B7 is out."
    assert told(Overlay()) == ""


@pytest.mark.parametrize("board", PLACES)
def test_choices_stand_on_their_own_places_even_side_by_side(board: str) -> None:
    grid, _ = PLACES[board]
    row = [Hex(q, 1) for q in range(-3, 3)] if board == "hexes" else [Base(c, 4) for c in range(6)]
    markers = tuple(Marker(place=at, number=n, label="+3 -1") for n, at in enumerate(row, 20))
    layers = draw(Overlay(markers), grid, (), (), 30)
    assert len(layers.over) == len(row)
    middles = {(x + art.width // 2, y + art.height // 2) for art, x, y in layers.over}
    for at in row:
        x, y = grid.bounds(at).centre
        assert any(abs(x - mx) < 4 and abs(y - my) < 4 for mx, my in middles)


@pytest.mark.parametrize(
    ("label", "size", "shown"),
    [
        ("b3 100%", 16, ["1", "b3 100%"]),
        ("b3 100%", 28, ["1", "100%"]),
        ("+12 -3", 32, ["1"]),
        ("b3 100%", 48, ["1"]),
    ],
)
def test_only_what_can_be_read_of_a_mark_stands_with_its_number(
    label: str, size: int, shown: list[str]
) -> None:
    marker = Marker(place=Base(2, 3), number=1, label=label)
    layers = draw(Overlay((marker,), is_question=True), SQUARES, (RED, BLUE), (), size)
    (plate,) = (art for art, _, _ in layers.over)
    assert texts(plate) == shown
    written = [each for each in plate.shapes if isinstance(each, Label)][1:]
    assert all(each.style.size >= size * 3 // 4 for each in written)


def test_the_legend_has_a_line_for_each_mark_of_an_overlay_and_for_no_other() -> None:
    _, places = PLACES["hexes"]
    parts = parts_of(*places)
    for part in parts:
        lines = [*of_overlay(Overlay((part,)), (RED, BLUE))]
        marks = {line.mark for line in lines} - {"Number"}
        assert len(marks) == len(lines) - (part.number > 0)
        assert len(marks) == (not isinstance(part, Marker))
    whole = [*of_overlay(Overlay(tuple(parts)), (RED, BLUE))]
    assert len(whole) == len({line.mark for line in whole}) == 9
    assert not [*of_overlay(Overlay(), (RED, BLUE))]
    assert len(legend.told(whole * 9)) <= 1024
    for line in whole:
        assert line.sample.width <= 160
        assert line.sample.height <= 100
        empty = Art(line.sample.width, line.sample.height, VOID, ())
        shown = [
            paint.scanlines(Drawing(160, 100, VOID, [(art, 0, 0)])) for art in (line.sample, empty)
        ]
        assert shown[0] != shown[1]


def test_numbers_are_choices_in_a_question_and_steps_in_a_story() -> None:
    marker = Marker(number=1, place=Hex(0, 0))
    (step,), (choice,) = (
        [*of_overlay(Overlay((marker,), is_question=asks), (RED,))] for asks in (False, True)
    )
    assert "order" in step.means
    assert "choice" in choice.means


def test_an_arrow_that_leads_nowhere_is_drawn() -> None:
    """A missile whose token lies at its target."""
    arrow = Arrow(start=Base(3, 4), end=Base(3, 4), number=1, seat=Seat(0), label="2")
    assert any(draw(Overlay((arrow,)), SQUARES, (RED, BLUE), (), 36))


def test_an_area_with_a_corner_given_twice_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Corners so near to each other that they come to lie on one pixel."""
    part: Region[Any] = Region(places=frozenset((Base(3, 4),)))
    plain, _ = draw(Overlay((part,)), SQUARES, (RED, BLUE), (), 36)
    outline = SQUARES.outline(Base(3, 4))
    monkeypatch.setattr(SquareMap, "outline", lambda *_: (*outline, outline[-1]))
    under, _ = draw(Overlay((part,)), SQUARES, (RED, BLUE), (), 36)
    assert len(under) == len(plain)

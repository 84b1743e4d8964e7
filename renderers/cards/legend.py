"""The marks that are on a board, each with what it means: a picture, and the same in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeAlias, TypeVar

from games.core.geometry.squares import Base
from games.core.overlay import Arrow, Ghost, Loss, Overlay, OverlayPart, Region, Ring, Route
from renderers import palette as c
from renderers.boards.squaremap import SquareMap, Window
from renderers.glyphs import larger
from renderers.lettering import LONGEST_ALT
from renderers.overlay import overlay_art, overlays
from renderers.overlay.threat_marks import Threats, plate, ways
from renderers.palette import Colour
from renderers.scene import Art, Caption, Drawing, Style

P = TypeVar("P")
L = TypeVar("L")

WIDE, ROW, EDGE = 1000, 112, 24
_MARK = Style(38, c.WHITE, c.VOID)
_MEANS = Style(36, c.MUTED, c.VOID, bold=False)


class LegendLine(NamedTuple):
    """A sample of the mark, at most 100 pixels high and 160 wide; what it looks like in words, and
    what it means. No other mark of the game has the same words."""

    sample: Art
    mark: str
    means: str


Marked: TypeAlias = tuple[L, str, str, Callable[[L], bool]]
"""A sample, what its mark looks like in words, what that means, and whether a piece has it."""


def of_pieces(
    marked: Iterable[Marked[L]], pieces: Sequence[L], draw: Callable[[L], Art]
) -> Iterator[LegendLine]:
    """A line for each mark that some of the pieces have."""
    for sample, mark, means, has in marked:
        if any(map(has, pieces)):
            yield LegendLine(draw(sample), mark, means)


_OF_THREATS = {
    "shots": ("Arrow, code or number", "who could {} it from where they stand"),
    "blows": ("Swords, code or number", "who could strike it"),
    "later": ("Arrow on a dark plate", "who could {} it after a move"),
}


def of_threats(
    found: Iterable[Threats], colour: Colour, high: int, verb: str
) -> Iterator[LegendLine]:
    """A line for each way in which units are shown to be in danger; ``verb`` is that of a shot."""
    for way in ways(found):
        mark, means = _OF_THREATS[way]
        yield LegendLine(plate(way, "2", colour, high), mark, means.format(verb))


_HERE, _THERE = Base(0, 0), Base(2, 0)
_MAP = SquareMap(Window(0, 0, 3, 1), 48, 8, 26)
_PLACE = Base(1, 0)
_DASHES: OverlayPart[Base] = Ghost(place=_PLACE)
_OF_OVERLAYS: tuple[tuple[type, bool, OverlayPart[Base], str, str], ...] = (
    (Route, False, Route(places=(_HERE, _THERE)), "Line with a head", "a move"),
    (Arrow, False, Arrow(start=_HERE, end=_THERE), "Dashes with a head", "a shot, blow or effect"),
    (Loss, False, Loss(place=_PLACE), "Red cross", "something was lost there"),
    (Region, True, Region(places=frozenset((_HERE, _PLACE, _THERE))), "Stripes", "may be chosen"),
    (Region, False, Region(places=frozenset((_PLACE,)), hatched=False), "Outline", "what is meant"),
    (Ring, False, Ring(place=_PLACE), "Ring of dashes", "what the question is about"),
    (Ring, True, _DASHES, "Dashes around an area", "everything as near as that"),
    (Ghost, False, _DASHES, "Outline of dashes", "where it would stand"),
)
"""Which parts of an overlay have a line: their type, whether they are hatched or have a radius, a
sample, what it looks like in words, and what it means."""


def of_overlay(overlay: Overlay[P] | None, colours: Sequence[Colour]) -> Iterator[LegendLine]:
    """A line for each kind of mark of an overlay; ``colours`` are those of the seats."""
    if overlay is None:
        return
    numbered = [part for part in overlay.parts if part.number]
    if numbered:
        seat = numbered[0].seat
        colour = c.WHITE if seat is None else colours[seat]
        means = "a choice" if overlay.is_question else "the order; older lines are darker"
        yield LegendLine(overlay_art.callout(1, "", 48, colour, False), "Number", means)
    for kind, wide, sample, mark, means in _OF_OVERLAYS:
        found = [part for part in overlay.parts if isinstance(part, kind) and _wide(part) is wide]
        if found:
            yield LegendLine(_sample(replace(sample, seat=found[0].seat), colours), mark, means)


def _wide(part: OverlayPart[P]) -> bool:
    return part.hatched if isinstance(part, Region) else isinstance(part, Ring) and part.radius > 0


def _sample(part: OverlayPart[Base], colours: Sequence[Colour]) -> Art:
    layers = overlays.draw(Overlay((part,)), _MAP, colours, (), 36)
    marks = (*layers.under, *layers.over)
    shapes = (larger(shape, 1, x, y) for art, x, y in marks for shape in art.shapes)
    return Art(160, 100, c.VOID, tuple(shapes))


def drawing(lines: Sequence[LegendLine]) -> Drawing:
    marks, words = [], []
    for number, (sample, mark, means) in enumerate(lines):
        top = EDGE + number * ROW
        marks.append((sample, EDGE + (160 - sample.width) // 2, top + (100 - sample.height) // 2))
        left, room = EDGE + 190, WIDE - 2 * EDGE - 190
        words.append(Caption(mark, left, top + 46, _MARK, room=room))
        words.append(Caption(means, left, top + 92, _MEANS, room=room))
    return Drawing(WIDE, 2 * EDGE + ROW * len(lines), c.VOID, marks, words)


def told(lines: Sequence[LegendLine]) -> str:
    """The legend as alt text: as many lines as fit into 1,024 characters."""
    told = "Legend."
    for _, mark, means in lines:
        line = f" {mark}: {means}."
        told += line if len(told) + len(line) <= LONGEST_ALT else ""
    return told

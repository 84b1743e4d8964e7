"""Draws an overlay over the map of a board, hexes and squares alike, and tells it in words.

Nothing is see-through: areas are hatched, places to come are outlines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from math import atan2, cos, degrees, hypot, radians, sin
from operator import attrgetter
from typing import Generic, NamedTuple, Protocol, TypeVar

from games.core.overlay import Arrow, Ghost, Loss, Marker, Overlay, OverlayPart, Region, Ring, Route
from renderers import palette as c
from renderers.overlay import overlay_art as art
from renderers.overlay.callouts import Box, Wanted, leader, placed
from renderers.palette import Colour, blend
from renderers.scene import Art, Mark, Point

P = TypeVar("P")
P_contra = TypeVar("P_contra", contravariant=True)

FAINT = 0.75
"""How much of its colour an older trace keeps, as a share."""

HATCH = 0.4
"""The same of the stripes of an area: what lies in it comes first."""

HEAD = 0.25
"""How far the tip of a head lies before its middle, in units."""


class BoardMap(Protocol[P_contra]):
    """Where the places of a board lie on the picture.

    ``area`` is the board, or the window of it that is shown; ``unit`` the pixels from one place
    to the next.
    """

    @property
    def area(self) -> Box: ...

    @property
    def unit(self) -> int: ...

    def bounds(self, place: P_contra) -> Box:
        """The box of a place, or of a piece that stands there."""
        ...

    def outline(self, place: P_contra, radius: int = 0) -> tuple[Point, ...]:
        """The corners, clockwise, of a place and of everything within ``radius`` steps of it."""
        ...


class Layers(NamedTuple):
    """Marks under the pieces of the board, and above them."""

    under: list[Mark]
    over: list[Mark]


def draw(
    overlay: Overlay[P],
    board: BoardMap[P],
    colours: Sequence[Colour],
    tokens: Sequence[Box],
    size: int,
) -> Layers:
    """The overlay on a board. No label covers one of ``tokens``, which are the pieces.

    ``colours`` are those of the seats, ``size`` that of the lettering in pixels.
    """
    drawing = _Drawing(board, colours)
    last = max((part.number for part in overlay.parts), default=0)
    for part in overlay.parts:
        faint = isinstance(part, Route | Arrow) and 0 < part.number < last
        drawing.trace(part, faint=faint)
    rest = (
        list(drawing.choices(overlay.parts, tokens, size)) if overlay.is_question else overlay.parts
    )
    drawing.label(rest, tokens, size)
    return Layers(drawing.under, drawing.over)


class StoryStep(NamedTuple):
    """A step of a story in words; ``seat`` is that of who acted, ``weight`` 2 with a loss, 1 with
    something else worth a label."""

    number: int
    text: str
    seat: int | None
    weight: int


def steps(overlay: Overlay[P]) -> Iterator[StoryStep]:
    """What there is to tell, in order: ``R5 moves C3-E7, R5 shoots B6 -2``. Losses weigh most, then
    what has a label; of choices the first matter most, and all weigh the same."""
    for number, group in groupby(overlay.parts, key=attrgetter("number")):
        parts = list(group)
        words = ", ".join(dict.fromkeys(part.told for part in parts if part.told))
        weight = max(2 if isinstance(part, Loss) else bool(part.label) for part in parts)
        weight *= not overlay.is_question
        if words:
            yield StoryStep(number, words, parts[0].seat, weight)


def lines(overlay: Overlay[P] | None) -> Iterator[str]:
    """The steps in lines: ``1: R5 moves C3-E7.``"""
    for step in steps(overlay) if overlay else ():
        yield f"{step.number}: {step.text}." if step.number else f"{step.text}."


def told(overlay: Overlay[P], longest: int = 500) -> str:
    """The overlay in words: ``1: R5 moves C3-E7, shoots B6 -2. 2: ...``; only the last steps, or
    the first choices, where all would be longer than ``longest`` characters."""
    found = list(lines(overlay))
    left_out = 0
    while found and sum(len(step) + 1 for step in found) > longest:
        del found[-1 if overlay.is_question else 0]
        left_out += 1
    if left_out and overlay.is_question:
        found.append(f"And {left_out} more.")
    elif left_out:
        found.insert(0, f"After {left_out} earlier step{'s' if left_out > 1 else ''}:")
    return " ".join(found)


class _Drawing(Generic[P]):
    """What is drawn so far; ``lines`` are points that labels rather leave to be seen, ``lost``
    places at which something was lost."""

    def __init__(self, board: BoardMap[P], colours: Sequence[Colour]) -> None:
        self.board = board
        # The lines at the edge of the board belong to it, wherever rounding puts them.
        self.shown = Box.around(board.area.centre, board.area.wide + 4, board.area.high + 4)
        self.colours = colours
        self.under: list[Mark] = []
        self.over: list[Mark] = []
        self.lines: list[Point] = []
        self.lost: list[Box] = []

    def trace(self, part: OverlayPart[P], *, faint: bool) -> None:
        """Everything of a part but its label."""
        colour = self._colour(part, faint=faint)
        match part:
            case Route():
                self._route(part, colour)
            case Arrow():
                self._arrow(part, colour)
            case Loss():
                box = self.board.bounds(part.place)
                self.lost.append(box)
                self._centred(self.under, art.grave(round(box.wide)), box.centre)
            case Region():
                self._region(part, colour)
            case Ring() if part.radius:
                self._dashes(self.board.outline(part.place, part.radius), colour)
            case Ring():
                box = self.board.bounds(part.place)
                self._centred(self.over, art.ring(colour, round(box.wide * 1.3)), box.centre)
            case Ghost():
                self._dashes(self.board.outline(part.place), colour)

    def choices(
        self, parts: Sequence[OverlayPart[P]], tokens: Sequence[Box], size: int
    ) -> Iterator[OverlayPart[P]]:
        """A number in every free place that is a choice, beside it where it would hide another
        number. Yields the parts that are none, and those for which there is no room."""
        plates: list[Box] = []
        for part in parts:
            if not isinstance(part, Marker):
                yield part
                continue
            box = self.board.bounds(part.place)
            if any(map(Box.around(box.centre, box.wide / 3, box.high / 3).meets, tokens)):
                yield part
            elif box.meets(self.board.area):
                unit = round(min(box.wide, box.high))
                colour = self._colour(part)
                plate = art.choice(part.number, part.label, unit, colour, size * 3 // 4)
                found = _slid(Box.around(box.centre, plate.width, plate.height), plates, tokens)
                if found is None:
                    yield part
                    continue
                self._centred(self.over, plate, found.centre)
                plates.append(found)
                self.lost.append(Box.around(found.centre, box.wide, box.high))

    def label(self, parts: Sequence[OverlayPart[P]], tokens: Sequence[Box], size: int) -> None:
        """A callout for every part that has something to say: losses first, then the numbers,
        which have places of their own."""
        said = [one for part in parts for one in self._callouts(part, tokens, size)]
        said = sorted(_once(said), key=lambda one: (not one.lost, bool(one.text)))
        wanted = [Wanted(one.about, one.art.width, one.art.height, one.first) for one in said]
        shown = self.board.area
        boxes = placed(wanted, [*tokens, *self.lost], self.lines, shown, self.board.unit / 4)
        for one, found in zip(said, boxes, strict=True):
            if found is not None:
                dot = art.dot(one.colour, self.board.unit // 7)
                for at in leader(found, one.about, self.board.unit / 6):
                    self._centred(self.under, dot, at)
                self.over.append((one.art, round(found.left), round(found.top)))

    def _callouts(
        self, part: OverlayPart[P], tokens: Sequence[Box], size: int
    ) -> Iterator[_Callout]:
        match part:
            case Route():
                about, first = part.places[0], (part.places[0], *part.places[1:-1])
            case Arrow():
                about, first = part.end, ()
            case Loss() | Ring() | Ghost():
                about, first = part.place, ()
            case Marker():
                about, first = part.place, (part.place,)
            case Region():
                about = max(part.places, key=lambda place: self.board.bounds(place).top)
                first = ()
        box = self.board.bounds(about)
        numbered = isinstance(part, Route | Marker | Ghost)
        if box.meets(self.board.area) and (part.label or (part.number and numbered)):
            colour, lost = self._colour(part), isinstance(part, Loss)
            plate = art.callout(part.number, part.label, size, colour, lost)
            centres = tuple(self.board.bounds(place).centre for place in first)
            alone = isinstance(part, Marker) and not any(
                token.holds(box.centre) for token in tokens
            )
            if alone and part.number and part.label:
                plate = art.stacked(part.number, part.label, size, colour, self.board.unit - 4)
            yield _Callout(plate, box, part.number, part.label, colour, centres, lost)

    def _colour(self, part: OverlayPart[P], *, faint: bool = False) -> Colour:
        colour = c.WHITE if part.seat is None else self.colours[part.seat]
        return blend(c.VOID, colour, FAINT) if faint else colour

    def _route(self, part: Route[P], colour: Colour) -> None:
        """A line with a head; a ring where it starts, unless its number stands there."""
        boxes, unit = [self.board.bounds(place) for place in part.places], self.board.unit
        lines = [_Line.between(here, there) for here, there in pairwise(boxes)]
        if not part.number:
            self._centred(self.under, art.ring(colour, round(boxes[0].wide)), boxes[0].centre)
        self.lines.append(boxes[0].centre)
        dots = [(line, at) for line in lines for at in _steps(line.length, unit / 4)]
        for ink, wide in art.cased(colour):
            for line, at in dots:
                piece = art.stroke(ink, line.angle, unit // 4, round(unit * wide))
                self._centred(self.under, piece, line.at(at))
        self.lines += [line.at(at) for line, at in dots[::2]]
        last = lines[-1]
        head = art.head(colour, last.angle, unit)
        far = last.length - last.edge(boxes[-1]) - unit * HEAD
        self._centred(self.under, head, last.at(max(far, last.length / 2)))

    def _arrow(self, part: Arrow[P], colour: Colour) -> None:
        """A line of dashes and a head; a smaller head alone between neighbours."""
        unit, start, end = self.board.unit, *map(self.board.bounds, (part.start, part.end))
        line = _Line.between(start, end)
        first, last = line.edge(start), line.length - line.edge(end)
        near = last - first < unit * 0.7
        if not near:
            dash = art.dash(colour, line.angle, unit)
            for far in _steps(last - first - unit * 0.4, unit * 0.54):
                at = line.at(first + far)
                self.lines.append(at)
                self._centred(self.under, dash, at)
        far = (first + last) / 2 if near else last - unit * HEAD
        head = art.head(colour, line.angle, unit // 2 if near else unit)
        self._centred(self.over, head, line.at(far))

    def _region(self, part: Region[P], colour: Colour) -> None:
        """Stripes, and a line along the edges that only one of the places has."""
        edges: dict[frozenset[Point], int] = {}
        for place in sorted(part.places, key=lambda place: self.board.bounds(place)[:2]):
            points = self.board.outline(place)
            if min(max(side) - min(side) for side in zip(*points, strict=True)) < 1:
                continue  # only its border is in the window
            left, top = (round(min(point[side] for point in points)) for side in (0, 1))
            if part.hatched:
                inside = tuple((x - left, y - top) for x, y in points)
                self._put(
                    self.under,
                    art.hatch(inside, blend(c.VOID, colour, HATCH), self.board.unit / 4),
                    left,
                    top,
                )
            corners = [point for point, _ in groupby((*points, points[0]))]
            for pair in pairwise(corners):
                edges[frozenset(pair)] = edges.get(frozenset(pair), 0) + 1
        width = max(3, self.board.unit / 16)
        for (ax, ay), (bx, by) in (sorted(pair) for pair, times in edges.items() if times == 1):
            piece = art.edge(round(bx - ax), round(abs(by - ay)), by < ay, width, colour)
            self._put(self.under, piece, round(ax - width / 2), round(min(ay, by) - width / 2))

    def _dashes(self, points: Sequence[Point], colour: Colour) -> None:
        """A broken line around something."""
        for here, there in pairwise((*points, points[0])):
            line = _Line.between(Box(*here, 0, 0), Box(*there, 0, 0))
            dash = art.dash(colour, line.angle, self.board.unit * 3 // 4)
            for at in _steps(line.length, self.board.unit / 2):
                self._centred(self.under, dash, line.at(at))

    def _centred(self, marks: list[Mark], piece: Art, at: Point) -> None:
        self._put(marks, piece, round(at[0]) - piece.width // 2, round(at[1]) - piece.height // 2)

    def _put(self, marks: list[Mark], piece: Art, x: int, y: int) -> None:
        """A mark whose middle lies on the part of the board that is shown."""
        if self.shown.holds((x + piece.width / 2, y + piece.height / 2)):
            marks.append((piece, x, y))


def _steps(length: float, gap: float) -> Iterator[float]:
    """Middles of pieces of a line, each about ``gap`` long."""
    count = max(1, round(length / gap))
    for number in range(count):
        yield length * (number + 0.5) / count


def _slid(plate: Box, plates: Sequence[Box], tokens: Sequence[Box]) -> Box | None:
    """The nearest place where a plate hides no other, first tried straight away from that."""
    hidden = next((each for each in plates if _hides(plate, each)), None)
    if hidden is None:
        return plate
    away = _Line.between(hidden, plate).angle
    for far in range(3, round(1.5 * plate.wide), 3):
        for turn in (0, 45, -45, 90, -90, 135, -135, 180):
            angle = radians(away + turn)
            x, y = plate.left + far * cos(angle), plate.top + far * sin(angle)
            moved = Box(round(x), round(y), plate.wide, plate.high)
            if not any(_hides(moved, each) for each in (*plates, *tokens)):
                return moved
    return None


def _hides(plate: Box, other: Box) -> bool:
    """Whether a plate covers more than a rim of something."""
    return Box.around(plate.centre, plate.wide * 0.8, plate.high * 0.8).meets(other)


class _Callout(NamedTuple):
    art: Art
    about: Box
    number: int
    text: str
    colour: Colour
    first: tuple[Point, ...]
    lost: bool


def _once(said: Sequence[_Callout]) -> Iterator[_Callout]:
    """Drop bare numbers of steps that have been shown before."""
    numbers = set[int]()
    for one in said:
        if one.text or one.number not in numbers:
            yield one
        if not one.text:
            numbers.add(one.number)


class _Line(NamedTuple):
    """A straight line between the middles of two boxes; ``angle`` in degrees, clockwise from the
    right, a multiple of ``art.TURN``."""

    start: Point
    length: float
    ahead: Point
    angle: int

    @classmethod
    def between(cls, one: Box, other: Box) -> _Line:
        (ax, ay), (bx, by) = one.centre, other.centre
        length = hypot(bx - ax, by - ay)
        if not length:
            return cls((ax, ay), 1.0, (1.0, 0.0), 0)
        angle = round(degrees(atan2(by - ay, bx - ax)) / art.TURN) * art.TURN
        return cls((ax, ay), length, ((bx - ax) / length, (by - ay) / length), angle)

    def edge(self, box: Box) -> float:
        """How far the edge of a square box lies from its middle, along the line."""
        return box.wide / 2 / max(map(abs, self.ahead))

    def at(self, far: float) -> Point:
        return self.start[0] + self.ahead[0] * far, self.start[1] + self.ahead[1] * far

"""The end of a match as a picture for every game: who won and why, and how it came to that."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import chain

from games.core.telling import Sample, ScoreHistory, TurningPoint
from games.core.types import Seat
from renderers import paint
from renderers import palette as c
from renderers.glyphs import box, moved
from renderers.lettering import drawable, shorten
from renderers.palette import Colour
from renderers.scene import (
    Anchor,
    Area,
    Art,
    Caption,
    Disc,
    Drawing,
    Mark,
    Point,
    Shape,
    Stroke,
    Style,
)

WIDE = 1200
EDGE = 48
_TITLE = Style(38, c.MUTED, c.VOID)
_WHY = Style(44, c.WHITE, c.VOID, bold=False)
_SMALL = Style(38, c.MUTED, c.VOID, bold=False)
_AXIS = Style(30, c.MUTED, c.CARD, bold=False)
_STRONG = Style(44, c.WHITE, c.VOID)
_LINE = 56
_CHART = 380
_LABELS, _MOST_LABELS = 290, 480
"""Pixels at the right of the chart for the names and scores of its lines: at least, at most."""
_TAIL = 66
"""Of these, for the sign before a name."""
_MOST_SECRETS = 8
"""Sentences about secrets that the picture has room for; the text has all."""
_MOST_PLACES = 300
"""Along a line of the chart; of longer matches only so many turns are drawn."""


@dataclass(frozen=True, slots=True)
class Party:
    """A side of the match.

    ``name`` in the game, ``players`` of its seats, the last ``score`` if it has one; it is drawn in
    the colour of ``seat``
    """

    name: str
    players: str
    seat: Seat
    won: bool
    score: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """What stands at the end of a match.

    ``title``    of the game
    ``headline``  ``Yellow wins``
    ``why``      the result in a sentence
    ``parties``  in the order of the sides of the course
    ``say``      a score, or a change of one, in the words of the game
    ``secrets``  what the seats had kept to themselves, a sentence each
    """

    title: str
    headline: str
    why: str
    parties: tuple[Party, ...]
    score_history: ScoreHistory
    say: Callable[[Fraction], str]
    secrets: tuple[str, ...] = ()

    def scored(self, party: Party) -> str:
        return party.name if party.score is None else f"{party.name} {self.say(party.score)}"

    @property
    def reason(self) -> str:
        """``why`` without what the headline has said; may be empty."""
        rest = self.why.removeprefix(self.headline).lstrip(":,. ")
        return f"{rest[:1].upper()}{rest[1:]}"


# --- In words ---


def alt(result: Result) -> str:
    """The whole result as alt text, in at most 1,024 characters."""
    opening = f"{result.title}. {result.headline}."
    said = (opening, result.reason, *lines(result), *_course(result))
    return shorten(" ".join(filter(None, said)))


def lines(result: Result) -> Iterator[str]:
    """Scores, turning points and losses, as far as there are any."""
    score_history, parties = result.score_history, result.parties
    if any(party.score is not None for party in parties):
        yield f"{score_history.measure or 'Score'}: {', '.join(map(result.scored, parties))}."
    points = [_turned(result, point) for point in score_history.turning_points()]
    if points:
        yield f"Turning points: {'; '.join(points)}."
    lost = [_counted(score_history.lost(number), 8) for number in range(len(score_history.sides))]
    if any(lost):
        each = (f"{party.name} {said or 'none'}" for party, said in zip(parties, lost, strict=True))
        yield f"Losses: {'; '.join(each)}."
    yield from result.secrets


def _course(result: Result) -> Iterator[str]:
    score_history, parties = result.score_history, result.parties
    halts = [score_history.samples[at] for at in _evenly(len(score_history.samples), 6)]
    if len(halts) > 1:
        scores = (f"{one.turn} {' to '.join(map(result.say, one.scores))}" for one in halts)
        yield f"The course, {' to '.join(party.name for party in parties)}: {'; '.join(scores)}."


def _turned(result: Result, point: TurningPoint) -> str:
    """``Turn 24: Cyan +6, Yellow −3``: the largest gain and the largest loss."""
    sample = result.score_history.samples[point.at]
    return f"{sample.turn}: {_changed(result, point)}"


def _changed(result: Result, point: TurningPoint) -> str:
    ranked = sorted(zip(point.changes, result.parties, strict=True), key=lambda each: -each[0])
    ends = [each for each in (ranked[0], ranked[-1]) if each[0]]
    return ", ".join(f"{party.name} {_signed(result, change)}" for change, party in ends)


def _signed(result: Result, change: Fraction) -> str:
    return f"+{result.say(change)}" if change > 0 else result.say(change)


def _counted(lost: Sequence[str], most: int) -> str:
    """``5 (R5, R9, R10 and 2 more)``."""
    if not lost:
        return ""
    more = f" and {len(lost) - most} more" if len(lost) > most else ""
    return f"{len(lost)} ({', '.join(lost[:most])}{more})"


def _evenly(count: int, most: int) -> list[int]:
    """At most ``most`` numbers below ``count``, evenly spread, the first and the last included."""
    if count <= most:
        return list(range(count))
    return [round(step * (count - 1) / (most - 1)) for step in range(most)]


# --- As a picture ---


def drawing(result: Result, colours: Sequence[Colour]) -> Drawing:
    """Banner, chart, turning points and sides, from above to below; ``colours`` are by seat."""
    picture = _Picture(result, [colours[party.seat] for party in result.parties])
    picture.banner()
    if len(result.score_history.samples) > 1:
        picture.chart()
        picture.points()
    picture.sides()
    return Drawing(WIDE, picture.y + EDGE // 2, c.VOID, picture.marks, picture.captions)


def _rows(said: str, room: int) -> Iterator[str]:
    """A sentence in one or two rows, a longer one in a row for as many clauses as it has room
    for: nothing of it may be cut."""
    rows = paint.wrapped(said, _WHY, room)
    if all(paint.width(row, _WHY) <= room for row in rows):
        yield from rows
        return
    row, *clauses = re.split(r"(?<=;) ", said)
    for clause in clauses:
        if paint.width(f"{row} {clause}", _WHY) > room:
            yield from paint.wrapped(row, _WHY, room)
            row = clause
        else:
            row = f"{row} {clause}"
    yield from paint.wrapped(row, _WHY, room)


class _Picture:
    """What has been drawn so far, down to ``y``. ``colours`` are those of the parties."""

    def __init__(self, result: Result, colours: Sequence[Colour]) -> None:
        self.result, self.score_history = result, result.score_history
        self.parties = tuple(zip(range(len(colours)), result.parties, colours, strict=True))
        self.y = 0
        self.marks: list[Mark] = []
        self.captions: list[Caption] = []

    def say(self, text: str, x: int, style: Style, anchor: Anchor = "left", room: int = 0) -> None:
        """A line at ``y``; as far as the right edge where no ``room`` is given."""
        self.captions.append(Caption(text, x, self.y, style, anchor, room or WIDE - EDGE - x))

    def banner(self) -> None:
        won = [(party, colour) for _, party, colour in self.parties if party.won]
        ink = won[0][1] if won else c.WHITE
        left = EDGE + 150
        self.marks.append((_cup(ink) if won else _pennant(c.MUTED), EDGE - 8, 40))
        self.y = 72
        self.say(self.result.title, left, _TITLE, room=600)
        if len(self.score_history.samples) > 1:
            last, _, _ = self.score_history.samples[-1].turn.partition(",")
            self.say(last, WIDE - EDGE, _TITLE, "right", room=350)
        self.y = 164
        styles = [Style(size, ink, c.VOID) for size in (92, 72, 52)]
        room, text = WIDE - left - EDGE, self.result.headline
        fitting = (style for style in styles if paint.width(text, style) <= room)
        self.say(text, left, next(fitting, styles[-1]))
        self.y += 14
        players = ", ".join(filter(None, (drawable(party.players) for party, _ in won)))
        for line in paint.wrapped(players, _STRONG, room)[:1]:
            self.y += _LINE
            self.say(line, left, _STRONG)
        for said in (self.result.reason, *self.result.secrets[:_MOST_SECRETS]):
            for line in _rows(said, WIDE - 2 * EDGE):
                self.y += _LINE
                self.say(line, EDGE, _WHY)

    def chart(self) -> None:
        """The scores turn by turn; at the right, the name and score of each line."""
        samples, wide = self.score_history.samples, WIDE - 2 * EDGE - self._labels_wide()
        self.y += 76
        self.say(self.score_history.measure, EDGE, _SMALL)
        top = self.y + 24
        scale = _Scale.of(samples, wide)
        shapes: list[Shape] = [Area(box(0, 0, wide, _CHART, 14), c.CARD)]
        for score in (scale.low, scale.high):
            _, y = scale.place(0, score)
            shapes.append(Stroke(((scale.left, y), (wide, y)), 2, c.DARK_EDGE))
            said, below = self.result.say(score), top + round(y) - 8
            self.captions.append(Caption(said, EDGE + 12, below, _AXIS))
        for number, party, colour in reversed(self.parties):
            path = [
                scale.place(at, samples[at].scores[number])
                for at in _evenly(len(samples), _MOST_PLACES)
            ]
            shapes.append(Stroke(tuple(path), 8 if party.won else 6, colour))
            for at in _evenly(len(samples), 6)[1:-1]:
                shapes += _sign(number, scale.place(at, samples[at].scores[number]), 13, colour)
        for number, (x, y) in enumerate(_over(self.score_history, scale), 1):
            shapes.append(Disc(x, y, 23, c.WHITE))
            self._digit(EDGE + round(x), top + round(y), number)
        self.marks.append((Art(wide, _CHART, c.VOID, tuple(shapes)), EDGE, top))
        self._labels(EDGE + wide, top, scale)
        self.y = top + _CHART

    def _label(self, number: int) -> tuple[str, int]:
        """The name and score of a line, and the size of its letters."""
        scores = self.score_history.samples[-1].scores
        name = self.score_history.sides[number].name
        return f"{name} {self.result.say(scores[number])}", min(44, self._gap() - 4)

    def _gap(self) -> int:
        return min(_LINE, _CHART // len(self.score_history.sides))

    def _labels_wide(self) -> int:
        labels = (self._label(number) for number in range(len(self.score_history.sides)))
        longest = max(paint.width(said, Style(size, c.WHITE, c.VOID)) for said, size in labels)
        return min(max(_LABELS, longest + _TAIL), _MOST_LABELS)

    def _labels(self, x: int, top: int, scale: _Scale) -> None:
        ends = [scale.place(0, score)[1] for score in self.score_history.samples[-1].scores]
        for (number, _, colour), start, end in zip(
            self.parties, ends, _apart(ends, self._gap(), 16, _CHART - 20), strict=True
        ):
            self.marks.append((_tail(number, colour, round(start), round(end)), x, top))
            said, size = self._label(number)
            self.y = top + round(end) + size // 3
            self.say(said, x + _TAIL, Style(size, colour, c.VOID))

    def points(self) -> None:
        self.y += 24
        for number, point in enumerate(self.score_history.turning_points(), 1):
            self.y += _LINE
            self.marks.append((_badge(), EDGE, self.y - 36))
            self._digit(EDGE + 24, self.y - 12, number)
            said = _changed(self.result, point)
            self.say(said, WIDE - EDGE, _STRONG, "right", WIDE - 2 * EDGE)
            room = WIDE - 2 * EDGE - 100 - paint.width(said, _STRONG)
            self.say(
                self.score_history.samples[point.at].turn, EDGE + 68, _SMALL, room=max(1, room)
            )

    def sides(self) -> None:
        """Each side with its player and its losses, the many in two columns."""
        columns = 2 if len(self.parties) > 3 else 1
        wide = (WIDE - 2 * EDGE) // columns
        self.y += 40
        for number, party, colour in self.parties:
            x, column = EDGE + number % columns * wide, number % columns
            self.y += 0 if column else _LINE
            self.marks.append((_swatch(number, colour), x, self.y - 38))
            said = party.name if len(self.score_history.samples) > 1 else self.result.scored(party)
            if player := drawable(party.players):
                said += f" · {player}"
            style = Style(44 if columns == 1 else 38, colour, c.VOID)
            room = wide - 100 - paint.width(said, style)
            right = self._lost(number, room if columns == 1 else 0)
            self.say(right, x + wide - 24 * (columns - 1), _SMALL, "right", wide)
            self.say(said, x + 62, style, room=wide - 100 - paint.width(right, _SMALL))

    def _lost(self, number: int, room: int) -> str:
        """What a side lost, by name as far as there is room."""
        lost = self.score_history.lost(number) if self.score_history.samples else ()
        if not lost:
            return ""
        texts = [f"lost {_counted(lost, most)}" for most in (8, 6, 4, 3, 2, 1)]
        fitting = (text for text in texts if paint.width(text, _SMALL) <= room)
        return next(fitting, f"lost {len(lost)}")

    def _digit(self, x: int, y: int, number: int) -> None:
        style = Style(34, c.VOID, c.WHITE)
        self.captions.append(Caption(str(number), x, y + 12, style, "middle"))


@dataclass(frozen=True, slots=True)
class _Scale:
    """Where scores lie on the chart: between ``low`` and ``high``, over ``last`` turns."""

    low: Fraction
    high: Fraction
    last: int
    wide: int
    left: int = 24

    @classmethod
    def of(cls, samples: Sequence[Sample], wide: int) -> _Scale:
        scores = [score for sample in samples for score in sample.scores]
        return cls(min(scores), max(*scores, min(scores) + 1), len(samples) - 1, wide)

    def place(self, at: int, score: Fraction) -> Point:
        share = float((self.high - score) / (self.high - self.low))
        return self.left + (self.wide - self.left) * at / self.last, 64 + (_CHART - 88) * share


def _over(score_history: ScoreHistory, scale: _Scale) -> Iterator[Point]:
    """Where the turning points are marked: above all lines, beside one another."""
    x = 0.0
    for point in score_history.turning_points():
        at, y = scale.place(point.at, max(score_history.samples[point.at].scores))
        x = max(28, x + 50, at) if x else max(28, at)
        yield min(x, scale.wide - 28), max(28, y - 44)


def _apart(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places near those wanted, in their order, at least ``gap`` apart and between two ends."""
    order = sorted(range(len(wanted)), key=lambda number: wanted[number])
    found = [0.0] * len(wanted)
    least = low
    for at in order:
        found[at] = max(wanted[at], least)
        least = found[at] + gap
    most = high
    for at in reversed(order):
        found[at] = min(found[at], most)
        most = found[at] - gap
    return found


@cache
def _badge() -> Art:
    return Art(48, 48, c.VOID, (Disc(24, 24, 23, c.WHITE),))


@cache
def _swatch(number: int, colour: Colour) -> Art:
    return Art(44, 44, c.VOID, tuple(_sign(number, (22, 22), 18, colour)))


def _tail(number: int, colour: Colour, start: int, end: int) -> Art:
    """The line between the end of a curve and its label."""
    link = Stroke(((0, start), (18, start), (38, end)), 3, colour)
    return Art(60, _CHART, c.VOID, (link, *_sign(number, (44, end), 13, colour)), cut=True)


_SIGNS: tuple[tuple[Point, ...], ...] = (
    (),
    ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    ((0, -1.15), (1.1, 0.85), (-1.1, 0.85)),
    ((0, -1.25), (1.25, 0), (0, 1.25), (-1.25, 0)),
    ((0, 1.15), (1.1, -0.85), (-1.1, -0.85)),
)
"""Outlines by which sides are told apart without colours; the first is a disc."""


def _sign(number: int, at: Point, size: float, colour: Colour) -> Iterator[Shape]:
    """The sign of a side; hollow from the sixth side on."""
    outline = _SIGNS[number % len(_SIGNS)]
    for scale, ink in ((1.0, colour), (0.5, c.VOID))[: 1 + (number >= len(_SIGNS))]:
        if outline:
            yield Area(moved(outline, *at, size * scale), ink)
        else:
            yield Disc(*at, size * scale, ink)


@cache
def _cup(colour: Colour) -> Art:
    bowl = ((-0.62, -0.9), (0.62, -0.9), (0.5, -0.1), (0.16, 0.3), (-0.16, 0.3), (-0.5, -0.1))
    foot = ((-0.1, 0.2), (0.1, 0.2), (0.16, 0.62), (0.46, 0.8), (-0.46, 0.8), (-0.16, 0.62))
    ears = [
        Stroke(moved(ear, 68, 72, 62), 9, colour)
        for ear in (
            ((-0.6, -0.7), (-0.95, -0.65), (-0.85, -0.2), (-0.5, -0.05)),
            ((0.6, -0.7), (0.95, -0.65), (0.85, -0.2), (0.5, -0.05)),
        )
    ]
    filled = [Area(moved(part, 68, 72, 62), colour) for part in (bowl, foot)]
    return Art(136, 136, c.VOID, tuple(chain(ears, filled)))


@cache
def _pennant(colour: Colour) -> Art:
    cloth = ((-0.55, -0.9), (0.9, -0.45), (-0.55, 0.0))
    pole = Stroke(((34, 14), (34, 124)), 9, colour)
    return Art(136, 136, c.VOID, (pole, Area(moved(cloth, 68, 72, 62), colour)))

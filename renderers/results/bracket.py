"""The rounds of a knock-out or double elimination as a picture: who meets whom, and who goes on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from renderers import palette as c
from renderers.glyphs import box
from renderers.lettering import drawable, shorten
from renderers.scene import Area, Art, Caption, Drawing, Mark, Stroke, Style

COLUMNS, MOST = 3, 16
"""Rounds in a picture, and ties of a round."""
_WIDE, _EDGE = 1100, 30
_HIGH, _APART = 92, 112
"""Of the card of a tie, and from one to the next."""
_GAP = 46
"""Between two columns."""
_CARD = (_WIDE - 2 * _EDGE - (COLUMNS - 1) * _GAP) // COLUMNS
_TITLE = Style(52, c.WHITE, c.VOID)
_ABOUT = Style(34, c.MUTED, c.VOID, bold=False)
_HEAD = 214


@dataclass(frozen=True, slots=True)
class Tie:
    """Two sides that meet: empty for one that is not known yet, or that has no opponent.

    ``won``   0 or 1 for the side that goes on, ``None`` before that is known
    ``rest``  whether the first has no opponent
    ``drawn`` whether it goes on after a draw
    """

    sides: tuple[str, str]
    won: int | None = None
    rest: bool = False
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class Round:
    """``beaten``: those of a double elimination between sides with one loss."""

    title: str
    ties: Sequence[Tie]
    beaten: Sequence[Tie] = ()


@dataclass(frozen=True, slots=True)
class Bracket:
    """``rounds``: at most ``COLUMNS`` that follow one another, with at most ``MOST`` ties each."""

    title: str
    about: str
    rounds: Sequence[Round]


def alt(bracket: Bracket) -> str:
    """All of it, in at most 1,024 characters."""
    said = [f"{bracket.title}. {bracket.about}."]
    for each in bracket.rounds:
        said += [f"{each.title}: {'; '.join(map(_describe, each.ties)) or 'none'}."]
        said += [f"With one loss: {'; '.join(map(_describe, each.beaten))}."] if each.beaten else []
    return shorten(" ".join(said))


def _describe(tie: Tie) -> str:
    one, other = (each or "?" for each in tie.sides)
    if tie.rest:
        return f"{one} without a match"
    if tie.won is None:
        return f"{one} against {other}"
    goes_on, out = (one, other) if tie.won == 0 else (other, one)
    return f"{goes_on} {'goes on after a draw with' if tie.drawn else 'beats'} {out}"


def drawing(bracket: Bracket) -> Drawing:
    """A column for each round. In a tree the winner of two ties stands between them."""
    marks: list[Mark] = []
    captions = [
        Caption(bracket.title, _EDGE, 76, _TITLE, room=_WIDE - 2 * _EDGE),
        Caption(bracket.about, _EDGE, 122, _ABOUT, room=_WIDE - 2 * _EDGE),
    ]
    middles: list[float] = []
    tallest = max((len(each.ties) for each in bracket.rounds), default=0)
    below = _HEAD + tallest * _APART + 60
    for at, each in enumerate(bracket.rounds):
        left = _EDGE + at * (_CARD + _GAP)
        captions.append(Caption(each.title, left, _HEAD - 20, _ABOUT, room=_CARD))
        before, middles = middles, _place(middles, len(each.ties))
        if len(before) == 2 * len(middles):
            for top, bottom in zip(before[::2], before[1::2], strict=True):
                marks.append((_joint(round(bottom - top)), left - _GAP, _HEAD + round(top)))
        for tie, middle in zip(each.ties, middles, strict=True):
            _put(tie, left, _HEAD + round(middle) - _HIGH // 2, marks, captions)
        if each.beaten:
            captions.append(Caption("With one loss", left, below, _ABOUT, room=_CARD))
        for place, tie in enumerate(each.beaten):
            _put(tie, left, below + 20 + place * _APART, marks, captions)
    lowest = max((len(each.beaten) for each in bracket.rounds), default=0)
    height = below + 40 + lowest * _APART if lowest else below - 20
    return Drawing(_WIDE, height, c.VOID, marks, captions)


def _place(before: Sequence[float], count: int) -> list[float]:
    """The middles of the ties of a column, between the two from which each follows."""
    if len(before) == 2 * count:
        return [(before[at] + before[at + 1]) / 2 for at in range(0, len(before), 2)]
    return [_APART * (at + 0.5) for at in range(count)]


def _put(tie: Tie, left: int, top: int, marks: list[Mark], captions: list[Caption]) -> None:
    marks.append((_card(), left, top))
    for place, caption in enumerate(_lines(tie)):
        name, won = caption
        style = Style(34, c.WHITE if won is not False else c.MUTED, c.CARD, bold=won is True)
        base = top + 37 + place * 42
        room = _CARD - 28 - (34 if won is not None and not tie.rest else 0)
        captions.append(Caption(name, left + 14, base, style, room=room))
        if won is not None and not tie.rest:
            points = "½" if tie.drawn else str(int(won))
            captions.append(Caption(points, left + _CARD - 14, base, style, "right"))


def _lines(tie: Tie) -> Iterator[tuple[str, bool | None]]:
    """What stands in a tie, and whether that side goes on; ``None`` where it is open."""
    for place, name in enumerate(tie.sides):
        won = None if tie.won is None else tie.won == place
        if tie.rest and place:
            yield "no opponent", False
        else:
            yield drawable(name) or "…", won


@cache
def _card() -> Art:
    outline = box(1, 1, _CARD - 2, _HIGH - 2, 12)
    return Art(
        _CARD, _HIGH, c.VOID, (Area(outline, c.CARD), Stroke(outline, 2, c.RIM, closed=True))
    )


@cache
def _joint(high: int) -> Art:
    """The line from two ties, ``high`` apart, to the one between them."""
    across, middle = _GAP // 2, high // 2
    lines = (
        Stroke(((0, 2), (across, 2), (across, high - 2), (0, high - 2)), 3, c.STAR_DIM),
        Stroke(((across, middle), (_GAP, middle)), 3, c.STAR_DIM),
    )
    return Art(_GAP, high, c.VOID, lines)

"""What can be hit next, and by whom: plates at every unit in danger.

Each way has its sign: an arrow for those that could shoot a unit from where they stand, crossed
swords for those that could strike it, an arrow on an empty plate for those that must move first.
Beside it stands their number, or the code of the only one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias, TypeVar

from games.core.telling import listed, shortened
from renderers import paint
from renderers import palette as c
from renderers.glyphs import box
from renderers.palette import Colour
from renderers.scene import Area, Art, Label, Shape, Stroke, Style

P = TypeVar("P")

WAYS = ("shots", "blows", "later")
Threats: TypeAlias = Mapping[str, Sequence[str]]
"""By way, the codes of those that could hit a unit so."""


def plates(threats: Threats, colour_of: Callable[[str], Colour], high: int) -> Iterator[Art]:
    """A label for each threat, grey for enemies of several colours."""
    for way in _drawn(threats):
        codes = threats[way]
        colours = {colour_of(code) for code in codes}
        colour = colours.pop() if len(colours) == 1 else c.STONE_LIGHT
        yield plate(way, codes[0] if len(codes) == 1 else str(len(codes)), colour, high)


def ways(found: Iterable[Threats]) -> tuple[str, ...]:
    """Which of ``WAYS`` are drawn on the board, for its legend."""
    drawn = {way for threats in found for way in _drawn(threats)}
    return tuple(way for way in WAYS if way in drawn)


def opponents(
    found: Iterable[tuple[str, Threats]],
    stand: Callable[[str], tuple[P | None, bool]],
    chosen: Collection[P],
) -> Iterator[P]:
    """Where those stand that could hit, or be hit by, one's own units at the ``chosen`` places.

    ``stand``  where a unit stands, and whether it is one's own
    """
    pairs = ((target, code) for target, ways in found for way in WAYS for code in ways.get(way, ()))
    for target, code in dict.fromkeys(pairs):
        for one, other in ((target, code), (code, target)):
            (at, own), (place, _) = stand(one), stand(other)
            if own and at in chosen and place is not None:
                yield place


def lines(found: Iterable[tuple[str, Threats]], words: Mapping[str, str]) -> Iterator[str]:
    """``R4 can be attacked by B2, after a move by B7 and B8``: ``words`` are those of each way, and
    a verb that they share is said once."""
    for target, threats in found:
        hit = [way for way in WAYS if threats.get(way)]
        said = [words[way].format(listed(shortened(threats[way]))) for way in hit]
        verb = f"{said[0].partition(' ')[0]} "
        rest = (each.removeprefix(verb) for each in said[1:])
        yield f"{target} can be {', '.join((said[0], *rest))}"


def _drawn(threats: Threats) -> list[str]:
    """What needs a move is drawn where nothing else threatens the unit."""
    now = [way for way in WAYS[:2] if threats.get(way)]
    return now or [way for way in WAYS[2:] if threats.get(way)]


@lru_cache(maxsize=256)
def plate(way: str, text: str, colour: Colour, high: int) -> Art:
    """A sign and a code or a count; hollow for what needs a Move first."""
    hollow = way == "later"
    fill, ink = (c.VOID, colour) if hollow else (colour, c.VOID)
    style = Style(round(high * 0.86), ink, fill)
    sign, gap = high * 0.85, high // 6
    wide = round(sign + paint.width(text, style) + 2.4 * gap)
    shapes: list[Shape] = [
        Area(box(0, 0, wide, high, high / 4), c.VOID),
        Area(box(2, 2, wide - 4, high - 4, high / 5), colour),
    ]
    if hollow:
        shapes.append(Area(box(4.5, 4.5, wide - 9, high - 9, high / 6), c.VOID))
    shapes += _swords(gap, high, ink) if way == "blows" else _arrow(gap, high, ink)
    middle = gap + sign + (wide - gap - sign) / 2 - gap * 0.2
    shapes.append(Label(middle, high / 2, text, style))
    return Art(wide, high, c.VOID, tuple(shapes), cut=True)


def _arrow(left: float, high: float, ink: Colour) -> Iterator[Shape]:
    y, right = high / 2, left + high * 0.8
    tip = high * 0.26
    yield Stroke(((left + high * 0.08, y), (right - tip, y)), high * 0.13, ink)
    yield Area(((right, y), (right - 1.5 * tip, y - tip), (right - 1.5 * tip, y + tip)), ink)


def _swords(left: float, high: float, ink: Colour) -> Iterator[Shape]:
    near, far, top, low = left + high * 0.1, left + high * 0.76, high * 0.2, high * 0.8
    for start, end in ((near, far), (far, near)):
        yield Stroke(((start, low), (end, top)), high * 0.1, ink)
        hilt = start + (end - start) * 0.27
        y, arm = low + (top - low) * 0.27, (end - start) * 0.16
        yield Stroke(((hilt - arm, y - abs(arm)), (hilt + arm, y + abs(arm))), high * 0.09, ink)

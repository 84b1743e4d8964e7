"""The whole board in small beside a part of it: its rim, its pieces as dots, and the window."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from renderers import palette as c
from renderers.glyphs import larger
from renderers.palette import Colour
from renderers.scene import Area, Art, Disc, Point, Shape, Stroke

Corners = Sequence[Point]


def inset(
    rim: Corners, window: Corners, ground: Iterable[tuple[Corners, Colour]],
    dots: Iterable[Disc], size: int,
) -> Art:  # fmt: skip
    """At most ``size`` pixels wide and high; the lengths given may be in any unit.

    ``ground``  areas under the dots, such as scenery
    """
    return _inset(tuple(rim), tuple(window), tuple(ground), tuple(dots), size)


@lru_cache(maxsize=256)
def _inset(
    rim: tuple[Point, ...], window: tuple[Point, ...],
    ground: tuple[tuple[Corners, Colour], ...], dots: tuple[Disc, ...], size: int,
) -> Art:  # fmt: skip
    """What has been painted is known again by its art, so equal insets are one."""
    left, top = min(x for x, _ in rim), min(y for _, y in rim)
    wide, high = max(x for x, _ in rim) - left, max(y for _, y in rim) - top
    unit = (size - 8) / max(wide, high)

    def placed(shape: Shape) -> Shape:
        return larger(shape, unit, 4 - left * unit, 4 - top * unit)

    below = (Area(tuple(points), colour) for points, colour in ground)
    shapes = [placed(shape) for shape in (Area(rim, c.PLATE), *below)]
    shapes.append(placed(Stroke(rim, 2 / unit, c.RIM, closed=True)))
    shapes += map(placed, dots)
    shapes += (
        placed(Stroke(window, 7 / unit, c.VOID, closed=True)),
        placed(Stroke(window, 4 / unit, c.WHITE, closed=True)),
    )
    cut = len(rim) != 4  # a rectangle fills its box, and a mask costs as much as the painting
    return Art(round(wide * unit) + 8, round(high * unit) + 8, c.VOID, tuple(shapes), cut)

"""The sky around a board: stars and a far planet, the same in every picture."""

from __future__ import annotations

from collections.abc import Iterator

from renderers.palette import DARK_EDGE, MUTED, STAR, STAR_DIM, VOID, WHITE, Colour, blend
from renderers.scene import Art, Disc, Mark, Shape, Stroke


def sky(width: int, height: int) -> Iterator[Mark]:
    """Stars all over, and the limb of a planet in the lower left corner."""
    kinds = tuple(
        _star(radius, colour)
        for radius, colour in ((0.8, STAR_DIM), (1.2, STAR_DIM), (1.2, STAR), (1.7, MUTED))
    )
    bright = _bright_star()
    for number in range(230):
        x, y = _scattered(number, width - 24, height - 24)
        yield (bright if number % 29 == 5 else kinds[number * number % 7 % 4]), x, y
    limb = _limb(310)
    yield limb, 0, height - 310


def _scattered(number: int, width: int, height: int) -> tuple[int, int]:
    """Places that look random and are not: multiples of two irrational steps."""
    return int(number * 0.754877666 % 1 * width), int(number * 0.569840296 % 1 * height)


def _star(radius: float, colour: Colour) -> Art:
    return Art(6, 6, VOID, (Disc(3, 3, radius, colour),))


def _bright_star() -> Art:
    rays: tuple[Shape, ...] = (
        Stroke(((3, 11), (19, 11)), 1, STAR_DIM),
        Stroke(((11, 3), (11, 19)), 1, STAR_DIM),
        Disc(11, 11, 3.2, STAR),
        Disc(11, 11, 2, WHITE),
    )
    return Art(22, 22, VOID, rays)


def _limb(size: int) -> Art:
    """The lit edge of a large planet whose centre lies outside of the corner."""
    x, y, radius = 20.0, size + 40.0, 250.0
    shapes: list[Shape] = [Disc(x, y, radius + 3, blend(VOID, DARK_EDGE, 0.5))]
    count = 9
    for number in range(count + 1):
        part = number / count
        shapes.append(
            Disc(x - 26 * part, y + 22 * part, radius - 2 - 4 * part, blend(DARK_EDGE, VOID, part))
        )
    return Art(size, size, VOID, tuple(shapes))

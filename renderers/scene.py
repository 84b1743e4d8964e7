"""What a picture is made of: shapes in small pieces of art, art placed on a drawing, and lettering.

Nothing here knows how to paint. Lengths are pixels of the finished picture, y
counts downwards; shapes may use fractions, places of art are whole pixels.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from renderers.palette import Colour

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Disc:
    """A filled circle around (``x``, ``y``)."""

    x: float
    y: float
    radius: float
    colour: Colour


@dataclass(frozen=True, slots=True)
class Area:
    """A filled polygon."""

    points: tuple[Point, ...]
    colour: Colour


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through ``points`` with round joints, back to the start when ``closed``."""

    points: tuple[Point, ...]
    width: float
    colour: Colour
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Style:
    """How lettering looks: ``size`` in pixels, on a plain ``ground``."""

    size: int
    colour: Colour
    ground: Colour
    bold: bool = True


@dataclass(frozen=True, slots=True)
class Label:
    """Short lettering inside a piece of art, centred on (``x``, ``y``)."""

    x: float
    y: float
    text: str
    style: Style


Shape: TypeAlias = Disc | Area | Stroke | Label


@dataclass(frozen=True, slots=True, eq=False)
class Art:
    """A small drawing that is painted once and kept.

    An art is itself and equal to no other, so that looking up what was painted
    costs next to nothing: make each one once. The box is filled with
    ``ground`` first, unless the art is ``cut``: then only what its shapes cover
    is put onto the picture, and ``ground`` is what their edges fade to.
    """

    width: int
    height: int
    ground: Colour
    shapes: tuple[Shape, ...]
    cut: bool = False


class Icon(NamedTuple):
    """A square piece of art that stands beside a name in a text, and the words for it."""

    words: str
    art: Art


SIGN = 128
"""The side of a sign."""


def seat_signs(names: Sequence[str], art_of: Callable[[int], Art]) -> dict[str, Icon]:
    """The signs of the seats or sides with these names."""
    return {seat_key(at): Icon(name, art_of(at)) for at, name in enumerate(names)}


def seat_key(number: int) -> str:
    """Under which a renderer has the sign of a seat, or of a side of several seats."""
    return f"seat {number}"


Mark: TypeAlias = tuple[Art, int, int]
"""Art with the place of its upper left corner."""


class Pane(NamedTuple):
    """A part of a piece of art, ``width`` by ``height`` from (``left``, ``top``), put at (``x``,
    ``y``). The art is painted whole, for all the pictures that show some of it."""

    art: Art
    left: int
    top: int
    width: int
    height: int
    x: int
    y: int


Anchor: TypeAlias = Literal["left", "middle", "right"]


@dataclass(frozen=True, slots=True)
class Caption:
    """One line of lettering; ``x`` is the place of the anchor, ``y`` the base line.

    Longer than ``room`` it is cut and ends in an ellipsis.
    """

    text: str
    x: int
    y: int
    style: Style
    anchor: Anchor = "left"
    room: int = 2000


@dataclass(frozen=True, slots=True, eq=False)
class Drawing:
    """Everything that is to be painted, in order: backdrop, panes, marks, captions.

    A backdrop is a drawing that is painted once and kept (so make it once); its
    width and ground are those of all drawings on it, of which it may be the upper part.
    """

    width: int
    height: int
    ground: Colour
    marks: Sequence[Mark]
    captions: Sequence[Caption] = field(default=())
    backdrop: Drawing | None = None
    panes: Sequence[Pane] = field(default=())

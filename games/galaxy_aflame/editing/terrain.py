"""Terrain as a referee sets it (GA-G03)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

from games.core.editing import acts
from games.core.editing.acts import Act, Argument, Kind
from games.core.editing.editing import SAME
from games.core.geometry.plane import Disc, Point, Rectangle
from games.core.notation import Value
from games.core.refusals import Forbidden
from games.galaxy_aflame.catalogue import LARGEST, MOST_PIECES, OWN_EDGE, open_inches
from games.galaxy_aflame.editing.units import around
from games.galaxy_aflame.ground import INCH, INCHES, Barrier, Ground, inches
from games.galaxy_aflame.rules.values import forbid
from games.galaxy_aflame.state import StepBuilder
from games.galaxy_aflame.table import Table
from games.galaxy_aflame.view import View

Shape: TypeAlias = Rectangle | Disc | Barrier
FIELDS: Mapping[str, str] = {"SOLID": "solid", "COVER": "cover", "BARRIER": "barriers"}
CALLED: Mapping[str, str] = {"SOLID": "solid piece", "COVER": "cover area", "BARRIER": "barrier"}
STEP = 6 * INCH


class Piece(NamedTuple):
    """``COVER 2``: the pieces of each kind are numbered from 1."""

    kind: str
    number: int


def _read_piece(_: object, text: str) -> Piece:
    found = re.fullmatch("(SOLID|COVER|BARRIER) ([1-9][0-9]?)", text)
    if found is None:
        raise ValueError
    return Piece(found[1], int(found[2]))


def shapes(ground: Ground, kind: str) -> tuple[Shape, ...]:
    return tuple(getattr(ground, FIELDS[kind]))


def _shape(view: View, piece: Piece) -> Shape:
    return shapes(view.table.ground, piece.kind)[piece.number - 1]


def _pieces(view: View) -> Iterator[Piece]:
    for kind in FIELDS:
        for number in range(len(shapes(view.table.ground, kind))):
            yield Piece(kind, number + 1)


def _no_piece(view: View, piece: Piece) -> Forbidden | None:
    if piece in _pieces(view):
        return None
    return forbid("OPTION", "09", f"There is no {CALLED[piece.kind]} {piece.number}.")


def _called(_: View, piece: Piece) -> str:
    return f"{CALLED[piece.kind]} {piece.number}"


def told(shape: Shape) -> str:
    """``8 14 to 14 18``, ``a circle of 3 in around 12 12``."""
    if isinstance(shape, Disc):
        return f"a circle of {inches(shape.radius)} around {INCHES.name(shape.centre)}"
    start, end = points(shape)
    return f"{INCHES.name(start)} to {INCHES.name(end)}"


def points(shape: Shape) -> tuple[Point, ...]:
    """What has to be on the table; the first of them is where a piece is put."""
    if isinstance(shape, Disc):
        return (shape.centre,)
    if isinstance(shape, Rectangle):
        return (Point(shape.x0, shape.y0), Point(shape.x1, shape.y1))
    return shape


def moved(shape: Shape, at: Point) -> Shape:
    start = points(shape)[0]
    ends = [point.plus(at.x - start.x, at.y - start.y) for point in points(shape)]
    if isinstance(shape, Disc):
        return replace(shape, centre=at)
    return Rectangle(*ends[0], *ends[1]) if isinstance(shape, Rectangle) else (ends[0], ends[1])


def _changed(ground: Ground, kind: str, found: tuple[Shape, ...]) -> Ground:
    changed: dict[str, Any] = {FIELDS[kind]: found}
    return replace(ground, **changed)


# --- What cannot be ---


def unsound(table: Table, kind: str, shape: Shape, others: tuple[Shape, ...]) -> Forbidden | None:
    """Why a piece cannot lie there among the others of its kind (GA-09, GA-13, 5.3)."""
    for at in points(shape):
        if refused := _off_table(table, at):
            return refused
    if len(others) >= MOST_PIECES:
        return forbid("OPTION", "09", f"A table has at most {MOST_PIECES} of each kind of terrain.")
    if not isinstance(shape, Rectangle) or kind != "SOLID":
        return None
    for unit in table.on_table():
        if unit.at is not None and shape.inside(unit.at):
            return forbid("SPOT", "13", f"{unit.code} stands at {INCHES.name(unit.at)}.")
    ground = _changed(table.ground, kind, (*others, shape))
    if all(open_inches(ground, y) >= OWN_EDGE for y in (0, ground.height)):
        return None
    return forbid("SPOT", "13", f"A home edge needs {OWN_EDGE} in of legal spots.")


def _off_table(table: Table, at: Point) -> Forbidden | None:
    if at in table.ground.table:
        return None
    return forbid("OPTION", "09", f"{INCHES.name(at)} is not on the table of {table.ground.size}.")


# --- Pieces that are there ---


def _others(ground: Ground, piece: Piece) -> tuple[Shape, ...]:
    found = shapes(ground, piece.kind)
    return found[: piece.number - 1] + found[piece.number :]


def _shift(builder: StepBuilder, piece: Piece, at: Point) -> None:
    ground, kind = builder.table.ground, piece.kind
    found = [
        moved(shape, at) if number == piece.number else shape
        for number, shape in enumerate(shapes(ground, kind), 1)
    ]
    builder.change(ground=_changed(ground, kind, tuple(found)))


def _no_shift(view: View, piece: Piece, at: Point) -> Forbidden | None:
    shape = moved(_shape(view, piece), at)
    return unsound(view.table, piece.kind, shape, _others(view.table.ground, piece))


def _remove(builder: StepBuilder, piece: Piece) -> None:
    ground = builder.table.ground
    builder.change(ground=_changed(ground, piece.kind, _others(ground, piece)))


def _removed(view: View, piece: Piece) -> str:
    return f"removes the {CALLED[piece.kind]} {told(_shape(view, piece))}"


A_PIECE = Argument(
    Value[Any, Piece](
        "terrain such as COVER 2",
        _read_piece,
        lambda piece: f"{piece.kind} {piece.number}",
        "[A-Z]+ [0-9]+",
    ),
    "Which piece?",
    _pieces,
    label=lambda view, piece: f"{_called(view, piece)}: {told(_shape(view, piece))}",
    called=_called,
    group=lambda _, piece: (piece.kind, f"{CALLED[piece.kind].capitalize()}s"),
    missing=_no_piece,
)
TERRAIN = Kind(
    "terrain", "Terrain", A_PIECE,
    (
        Act(
            "shift", "TERRAIN {piece} TO {at}", "Its first corner or centre",
            {
                "piece": A_PIECE,
                "at": acts.point(
                    INCHES, lambda view, _: (view.table.ground.border,), "Where is that?",
                    offered=lambda view, piece: around(points(_shape(view, piece))[0]),
                ),
            },
            _shift, "the place of {piece}",
            lambda view, piece: points(_shape(view, piece))[0], refuse=_no_shift,
        ),
        Act(
            "remove", "TERRAIN {piece} REMOVE", "Remove it", {"piece": A_PIECE}, _remove,
            said=_removed,
        ),
    ),
)  # fmt: skip

# --- New pieces ---


def _rectangle(x0: int, y0: int, x1: int, y1: int) -> Rectangle:
    """Raises ``ValueError``."""
    return Rectangle(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))


def _circle(x: int, y: int, radius: int) -> Disc:
    if not 0 < radius <= LARGEST * INCH:
        raise ValueError
    return Disc(Point(x, y), radius)


def _barrier(x0: int, y0: int, x1: int, y1: int) -> Barrier:
    if (x0, y0) == (x1, y1):
        raise ValueError
    return Point(x0, y0), Point(x1, y1)


def _written(shape: Shape) -> str:
    radius = (shape.radius,) if isinstance(shape, Disc) else ()
    return " ".join(map(INCHES.write, (*chain(*points(shape)), *radius)))


def _shape_of(
    make: Callable[..., Shape], count: int, wanted: str, like: Callable[[Point], Shape]
) -> Argument:
    """``make`` takes ``count`` lengths; a piece ``like`` one is offered at each of some points."""

    def read(_: object, text: str) -> Shape:
        numbers = list(map(INCHES.read, text.replace(",", " ").split()))
        if len(numbers) != count:
            raise ValueError
        return make(*numbers)

    extent = rf"\S+(?: \S+){{{count - 1}}}"
    return Argument(
        Value[Any, Shape](wanted, read, _written, extent),
        "Where?",
        lambda view: map(like, _grid(view.table)),
        label=lambda _, shape: told(shape),
        called=lambda _, shape: told(shape),
        group=_column,
        example=wanted.partition("such as ")[2],
    )


def _grid(table: Table) -> Iterator[Point]:
    """Every six inches, column by column."""
    for x in range(STEP, table.ground.width, STEP):
        yield from (Point(x, y) for y in range(STEP, table.ground.height, STEP))


def _column(_: View, shape: Shape) -> tuple[str, str]:
    x = INCHES.write(points(shape)[0].x)
    return x, f"{x} in from the west"


def _adding(name: str, kind: str, shape: Argument) -> Act:
    def put(builder: StepBuilder, found: Shape) -> None:
        ground = builder.table.ground
        builder.change(ground=_changed(ground, kind, (*shapes(ground, kind), found)))

    def refuse(view: View, found: Shape) -> Forbidden | None:
        there = shapes(view.table.ground, kind)
        if found in there:
            return Forbidden("GA-09", f"There is that {CALLED[kind]} already.", code=SAME)
        return unsound(view.table, kind, found, there)

    label = "A new round cover area" if name == "CIRCLE" else f"A new {CALLED[kind]}"
    return Act(
        f"add{name.lower()}", f"ADD {name} {{shape}}", label, {"shape": shape}, put,
        said=f"adds a {CALLED[kind]}, {{shape}}", refuse=refuse,
    )  # fmt: skip


def _block(at: Point) -> Rectangle:
    return Rectangle(at.x, at.y, at.x + 4 * INCH, at.y + 3 * INCH)


NEW_TERRAIN = (
    _adding(
        "SOLID", "SOLID", _shape_of(_rectangle, 4, "two corners such as 8 14 14 18", _block)
    ),
    _adding("COVER", "COVER", _shape_of(_rectangle, 4, "two corners such as 16 5 20 9", _block)),
    _adding(
        "CIRCLE", "COVER",
        _shape_of(
            _circle, 3, "a centre and radius such as 24 18 3", lambda at: Disc(at, 3 * INCH)
        ),
    ),
    _adding(
        "BARRIER", "BARRIER",
        _shape_of(
            _barrier, 4, "two ends such as 14 24 20 24", lambda at: (at, at.plus(6 * INCH, 0))
        ),
    ),
)  # fmt: skip

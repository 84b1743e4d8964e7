"""Text fields, what is legal, and what units and places are called."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from games.core.geometry.plane import Point, Rectangle, Shape, squared
from games.core.overlay import Overlay, Ring
from games.core.questions import Points, Sketch, TextField
from games.core.questions.places import TypedPlace
from games.core.questions.places import place_field as point_field
from games.core.questions.tree import Ask, Node, Typed, branch
from games.core.telling import listed
from games.cosmic_conflict.moves import NOTATION
from games.cosmic_conflict.notation import Answer
from games.cosmic_conflict.rules.movement import Move
from games.cosmic_conflict.space import DU, SCALE, distance
from games.cosmic_conflict.table.course import seat_of
from games.cosmic_conflict.table.units import Table, Unit
from games.cosmic_conflict.view import Request

Nodes = Iterator[Node[Answer]]
LONGEST_TYPED = 4000
NUDGE = DU // 2


def legal(request: Request, move: Answer) -> bool:
    return NOTATION.refusal(request, move) is None


def confirmable(request: Request, move: Move) -> bool:
    """Whether a move is legal, or would be with CONFIRM."""
    return legal(request, move) or legal(request, replace(move, confirmed=True))


# --- Text fields ---


def typed(request: Request, begun: str, example: str, label: str = "Type it") -> Typed[Answer]:
    """Anything that continues a text; a page with a text begun has its own "Type it" for all."""
    field = TextField(label, example, LONGEST_TYPED)
    return Typed(field, lambda text: NOTATION.read(request, begun + text))


def place_field(
    request: Request,
    begun: str,
    example: str,
    reach: tuple[Shape, ...],
    start: Point | None = None,
    *,
    at: Callable[[Any], Point | None] = lambda move: getattr(move, "at", None),
    after: Callable[[Any], Answer | Ask[Answer]] = lambda move: move,
) -> Typed[Answer]:
    """A place within ``reach``, written after ``begun``; from ``start`` also a wind and a length.

    ``after``  the answer, or the question that follows a legal one of which only the place was
               typed
    """

    def read(text: str) -> Answer | Ask[Answer]:
        move = NOTATION.read(request, begun + text)
        if refused := NOTATION.refusal(request, move):
            raise refused
        return move if any(map(str.isalpha, text)) else after(move)

    table = request.view.table
    points = Points(SCALE, (*reach, *limits(table)))
    place = TypedPlace[Answer](read, at)
    return point_field(place, table.board, points, NUDGE, SCALE.write, example, start)


def limits(table: Table) -> tuple[Shape, ...]:
    """Where it changes whether a unit can stand: the board and Solid terrain."""
    board = Rectangle(0, 0, table.board.width, table.board.height)
    zones = (zone for feature in table.features for zone in feature.zones)
    return (board, *(zone.shape for zone in zones if zone.solid))


# --- Units ---


def name(table: Table, unit: Unit) -> str:
    """``a1 Citadel``"""
    return f"{unit.id} {unit.name or table.design(unit).name}"


def nearest(table: Table, unit: Unit, at: Point) -> list[Unit]:
    """The enemies on the board, the nearest to a place first."""
    return sorted(table.enemies(unit), key=lambda each: squared(at, each.spot))


def far_from(unit: Unit, at: Point) -> str:
    return f"{SCALE.write(distance(unit.spot, at))} from {unit.id}"


def ringed(*units: Unit) -> Sketch:
    """A ring around each unit on the board that a question is about."""
    return partial(_ringed, units)


def _ringed(units: Sequence[Unit]) -> Overlay[Any]:
    there = [(each, each.at) for each in units if each.at is not None]
    if not there:
        return Overlay()
    told = f"{'A ring marks' if len(there) == 1 else 'Rings mark'} {listed(u.id for u, _ in there)}"
    rings = tuple(
        Ring(place=at, seat=seat_of(each.side), told="" if number else told)
        for number, (each, at) in enumerate(there)
    )
    return Overlay(rings, tuple(ring.place for ring in rings))


# --- Questions ---


def group(
    key: str, label: str, text: str, nodes: Iterable[Node[Answer]], ground: Sketch, detail: str = ""
) -> Nodes:
    """One node with a question about several others; none where there are none."""
    found = tuple(nodes)
    if found:
        ask = Ask(f"{label}: which one?", lambda: found, ground=ground)
        yield branch(key, label, text, ask, detail or f"{len(found)} possible")

"""Questions while terrain is placed (CC-181, D-079)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from games.core.geometry.plane import Point
from games.core.overlay import Overlay, Region
from games.core.questions import Ask, branch, leaf
from games.cosmic_conflict.content.maps import KINDS, FeatureKind, attributes
from games.cosmic_conflict.notation import Answer
from games.cosmic_conflict.options.fields import Nodes, legal, place_field, typed
from games.cosmic_conflict.rules.setup import placing
from games.cosmic_conflict.rules.setup.placing import (
    EDGE_WORDS,
    KIND,
    AcceptTerrain,
    ChooseEdge,
    PlaceTerrain,
)
from games.cosmic_conflict.space import DU, SCALE, shown_point
from games.cosmic_conflict.table.course import side_of
from games.cosmic_conflict.view import Request

COLUMNS, ROWS = 9, 3
"""Places that are offered."""
DIRECTIONS: Final = range(0, 360, 45)


def terrain(request: Request) -> Ask[Answer]:
    turn = request.view.course.terrain
    if turn is not None and turn.choosing:
        return Ask("Which edge of the terrain do you start from?", partial(_edges, request))
    field = typed(request, "", "TERRAIN DUST CLOUD 20 12")
    prompt = "Which terrain do you place?"
    return Ask(prompt, partial(_kinds, request), field, ground=partial(_ground, request))


def _ground(request: Request) -> Overlay[Any]:
    table = request.view.table
    told = "Centres may lie in the hatched area"
    area = placing.ground(table.board, table.sides)
    region: Region[Any] = Region(places=frozenset((area,)), seat=request.decision.seat, told=told)
    return Overlay((region,))


def _edges(request: Request) -> Nodes:
    own = side_of(request.decision.seat)
    for word, edge in sorted(EDGE_WORDS.items(), key=lambda each: each[1] != own):
        if legal(request, move := ChooseEdge(edge)):
            detail = "the terrain is turned" if edge != own else "your own; nothing is turned"
            yield leaf(word.lower(), f"The {word.lower()} edge", move, detail)


def _kinds(request: Request) -> Nodes:
    count = len(request.view.table.features)
    lies = f"with {count} on the board" if count else "nothing lies there yet"
    yield leaf("accept", "Place no more terrain", AcceptTerrain(), lies)
    for kind in KINDS.values():
        detail = attributes(kind.feature("", Point(0, 0)))
        ask = _where(request, kind)
        key = kind.key.replace("_", "")
        yield branch(key, kind.name, f"TERRAIN {KIND.write(kind.key)} ", ask, detail)


def _where(request: Request, kind: FeatureKind) -> Ask[Answer]:
    def after(move: Any) -> Answer | Ask[Answer]:
        return _direction(request, kind, move.at) if kind.has_direction else move

    table = request.view.table
    area = placing.ground(table.board, table.sides)
    begun = f"TERRAIN {KIND.write(kind.key)} "
    field = place_field(request, begun, SCALE.name(_middle(request)), (area,), after=after)
    ground = partial(_ground, request)
    return Ask(
        f"Where does {kind.name} lie?", partial(_places, request, kind), field, ground=ground
    )


def _middle(request: Request) -> Point:
    board = request.view.table.board
    return Point(board.width // 2, board.height // 2)


def _places(request: Request, kind: FeatureKind) -> Nodes:
    begun = f"TERRAIN {KIND.write(kind.key)} "
    for at in _spots(request):
        move = PlaceTerrain(kind.key, at)
        key, label = f"{at.x}x{at.y}", shown_point(at)
        if kind.has_direction:
            yield branch(key, label, begun, _direction(request, kind, at), at=at)
        else:
            yield leaf(key, label, move, at=at)


def _spots(request: Request) -> Iterator[Point]:
    """A grid of whole-du points."""
    table = request.view.table
    area = placing.ground(table.board, table.sides)
    for row in range(ROWS):
        y = area.y0 + (area.y1 - area.y0) * row // (ROWS - 1)
        for column in range(1, COLUMNS + 1):
            x = area.x0 + (area.x1 - area.x0) * column // (COLUMNS + 1)
            yield Point(x // DU * DU, y)


def _direction(request: Request, kind: FeatureKind, at: Point) -> Ask[Answer]:
    begun = f"TERRAIN {KIND.write(kind.key)} {SCALE.name(at)} "
    prompt = f"Which way does {kind.name} {'move' if kind.mobile else 'point'}?"
    return Ask(prompt, partial(_directions, kind, at), typed(request, begun, "DIRECTION 90"))


def _directions(kind: FeatureKind, at: Point) -> Nodes:
    for degrees in DIRECTIONS:
        yield leaf(f"d{degrees}", f"{degrees}°", PlaceTerrain(kind.key, at, degrees))

"""Questions while terrain is placed (CC-181, D-079)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final, TypeAlias

from games.core.geometry.plane import Disc, Point
from games.core.overlay import Overlay, Region
from games.core.questions.places import WINDS
from games.core.questions.tree import Ask, Typed, branch, leaf
from games.cosmic_conflict.content.maps import KINDS, FeatureKind, attributes
from games.cosmic_conflict.content.terrain import spread
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
from games.cosmic_conflict.space import DU, SCALE
from games.cosmic_conflict.table.course import side_of
from games.cosmic_conflict.view import Request

COLUMNS, ROWS = 9, 3
"""Places that are offered."""
Make: TypeAlias = Callable[[str, Point, int | None], Answer]
"""Makes a move of a kind of terrain, a place and a direction."""
DIRECTIONS: Final = range(0, 360, 45)


def terrain(request: Request) -> Ask[Answer]:
    turn = request.view.course.terrain
    if turn is not None and turn.choosing:
        return Ask("Which edge of the terrain do you start from?", partial(_edges, request))
    field = typed(request, "", "TERRAIN DUST CLOUD 20 12")
    prompt = "Which terrain do you place?"
    return Ask(prompt, partial(_kinds, request), field, ground=partial(ground_overlay, request))


def ground_overlay(request: Request) -> Overlay[Any]:
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
    yield from kinds(request, "TERRAIN", PlaceTerrain)


def kinds(request: Request, verb: str, make: Make) -> Nodes:
    """All kinds of terrain, each with the places for it, for a move that puts one there."""
    for kind in KINDS.values():
        begun = f"{verb} {KIND.write(kind.key)} "
        detail = attributes(kind.feature("", Point(0, 0)))
        ask = _where(request, kind, begun, make)
        yield branch(kind.key.replace("_", ""), kind.name, begun, ask, detail)


def _where(request: Request, kind: FeatureKind, begun: str, make: Make) -> Ask[Answer]:
    def after(move: Any) -> Answer | Ask[Answer]:
        return _direction(request, kind, move.at, begun, make) if kind.has_direction else move

    def places() -> Nodes:
        for at in spots(request):
            key, label, move = f"{at.x}x{at.y}", SCALE.name(at), make(kind.key, at, None)
            if not legal(request, move):
                continue
            if kind.has_direction:
                ask = _direction(request, kind, at, begun, make)
                yield branch(key, label, begun, ask, at=at)
            else:
                yield leaf(key, label, move, at=at)

    field = where(request, begun, after)
    ground = partial(ground_overlay, request)
    return Ask(f"Where does the {kind.name} lie?", places, field, ground=ground)


def where(
    request: Request, begun: str, after: Callable[[Any], Answer | Ask[Answer]] = lambda move: move
) -> Typed[Answer]:
    """A place where the centre of a piece may lie."""
    table = request.view.table
    area = placing.ground(table.board, table.sides)
    return place_field(request, begun, SCALE.name(table.middle), (area,), after=after)


def spots(request: Request) -> Iterator[Point]:
    """A grid of whole-du points."""
    table = request.view.table
    area = placing.ground(table.board, table.sides)
    for row in range(ROWS):
        y = area.y0 + (area.y1 - area.y0) * row // (ROWS - 1)
        for column in range(1, COLUMNS + 1):
            x = area.x0 + (area.x1 - area.x0) * column // (COLUMNS + 1)
            yield Point(x // DU * DU, y)


def _direction(
    request: Request, kind: FeatureKind, at: Point, begun: str, make: Make
) -> Ask[Answer]:
    board, radius = request.view.table.board, spread(kind.feature("", at))

    def directions() -> Nodes:
        for degrees, wind in zip(DIRECTIONS, WINDS, strict=True):
            move, beside = make(kind.key, at, degrees), board.short_of(at, degrees, radius + DU)
            yield leaf(f"d{degrees}", f"{degrees}°, {wind}", move, at=beside)

    field = typed(request, f"{begun}{SCALE.name(at)} ", "DIRECTION 90", "Type the direction")
    verb = "move" if kind.mobile else "point"
    told = f"The {kind.name} lies in the hatched area"
    seat = request.decision.seat
    area: Region[Any] = Region(places=frozenset((Disc(at, radius),)), seat=seat, told=told)
    prompt = f"Which way does the {kind.name} {verb} at {SCALE.name(at)}?"
    return Ask(prompt, directions, field, ground=partial(Overlay, (area,), (at,)))

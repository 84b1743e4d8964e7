"""Terrain that is not that of the map: by dice, placed by the sides in turn, or placed by one side
while another chooses an edge (CC-181, CC-182, D-079, canon 5.4).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from typing import Annotated, Any, Final

from pydantic import Field

from games.core.geometry.plane import Board, Point, Rectangle, squared
from games.core.moves import move
from games.core.notation import Value, one_of
from games.core.steps import Do, TaskKind
from games.core.types import Decision, Forbidden, Roll, Rolled
from games.cosmic_conflict import events as e
from games.cosmic_conflict.content import maps
from games.cosmic_conflict.content.maps import KINDS, kind_name
from games.cosmic_conflict.content.terrain import Feature, spread, turned_feature, turned_point
from games.cosmic_conflict.notation import DEGREES, Answer, At
from games.cosmic_conflict.rules.setup.preparation import ZONE
from games.cosmic_conflict.rules.values import forbid
from games.cosmic_conflict.space import DU, EDGES, SIDES, depth, shown
from games.cosmic_conflict.state import StepBuilder
from games.cosmic_conflict.table.course import TerrainTurn, seat_of, side_of
from games.cosmic_conflict.table.tasks import TerrainDraw
from games.cosmic_conflict.table.units import Table
from games.cosmic_conflict.view import Request

CLEAR: Final = ZONE + DU
"""How far the centre of a piece is at least from every starting edge (5.4)."""
MARGIN: Final = 5 * DU
"""How far random pieces are at least from the other edges (5.4)."""
MOST: Final = 6
"""Pieces that are placed by hand; every side may place LEAST of them."""
LEAST: Final = 2
DRAWN: Final = 3
"""Kinds of random terrain."""
RANDOM: Final = (
    "asteroid_field",
    "dust_cloud",
    "gas_nebula",
    "wreckage",
    "ancient_minefield",
    "moon",
)
"""Those that it is drawn from, in the order of the die."""


def ground(board: Board, sides: Sequence[int], margin: int = 0) -> Rectangle:
    """Where the centres of pieces may lie: so far from the starting edges, and ``margin`` from the
    others."""
    starts = {EDGES[side] for side in sides}
    north, east, south, west = (
        CLEAR if heading in starts else margin for heading in (180, 270, 0, 90)
    )
    return Rectangle(west, south, board.width - east, board.height - north)


def begin(builder: StepBuilder, about: str = "") -> None:
    """Begin to place terrain, before ships are deployed; the side with the initiative is first."""
    if builder.course.agreement.terrain_setup == "random":
        _draw(builder)
    else:
        builder.change(phase="terrain", terrain=TerrainTurn(builder.table.initiative))


def decisions(builder: StepBuilder) -> tuple[Decision, ...]:
    return (Decision(seat_of(_turn(builder).side), "terrain", builder.course.steps),)


def _turn(match: Any) -> TerrainTurn:
    turn: TerrainTurn | None = match.course.terrain
    assert turn is not None
    return turn


def _set(builder: StepBuilder, about: str = "") -> None:
    """The terrain is fixed; marks inside Solid terrain move (canon 5.5)."""
    table = builder.table
    if builder.course.agreement.scenario == "rescue":
        builder.table = table.with_vip(*table.objectives)
    else:
        marks = maps.beside_solid(table.board, table.features, table.objectives)
        builder.lay(objectives=marks)
    builder.change(phase="deploy", terrain=None)
    builder.then("deploy")


def _lay(builder: StepBuilder, *features: Feature) -> None:
    """Put pieces on the board, with the next IDs."""
    there = builder.table.features
    named = (replace(each, id=f"T{n}") for n, each in enumerate(features, len(there) + 1))
    builder.lay(features=(*there, *named))


# --- Random terrain ---


def _draw(builder: StepBuilder) -> None:
    builder.push(TerrainDraw(), Do("terrain-set"))


def copies(sides: Sequence[int]) -> range:
    """The quarter turns that a random piece is repeated in: each side sees the same."""
    return range(0, 4, 2 if len(sides) == 2 else 1)


def free_places(table: Table, kind: str) -> tuple[Point, ...]:
    """The whole-du points where a random piece and its copies overlap nothing (5.4)."""
    return _free(table.board, table.features, table.sides, kind)


@lru_cache(maxsize=64)
def _free(
    board: Board, features: Sequence[Feature], sides: Sequence[int], kind: str
) -> tuple[Point, ...]:
    legal = ground(board, sides, MARGIN)
    radius = spread(KINDS[kind].feature("", Point(board.width, board.height)))
    there = [(each.zones[0].centre, spread(each)) for each in features]

    def fits(at: Point) -> bool:
        places = [turned_point(board, at, each) for each in copies(sides)]
        return (
            all(map(legal.covers, places))
            and not any(_meet(a, radius, b, radius) for a, b in combinations(places, 2))
            and not any(_meet(at, radius, *each) for each in there)
        )

    xs, ys = range(0, board.width, DU), range(0, board.height, DU)
    points = (Point(x, y) for y in ys for x in xs if 2 * x <= board.width)
    return tuple(filter(fits, points))


def _meet(a: Point, one: int, b: Point, other: int) -> bool:
    """Whether two discs overlap; touching is not enough."""
    return squared(a, b) < (one + other) ** 2


def _draw_rolls(builder: StepBuilder, task: TerrainDraw) -> tuple[Roll, ...]:
    if task.placing:
        name = kind_name(task.kinds[-1])
        return (Roll(1, len(free_places(builder.table, task.kinds[-1])), f"Place of {name}"),)
    number = len(task.kinds) + 1
    return (Roll(1, len(RANDOM) - len(task.kinds), f"Random terrain, kind {number} of {DRAWN}"),)


def _drawn(builder: StepBuilder, task: TerrainDraw, rolled: Rolled) -> None:
    """The kinds differ; one without a free place is left out."""
    die = rolled.faces[0][0]
    if task.placing:
        kind, table = task.kinds[-1], builder.table
        feature, turns = (
            KINDS[kind].feature("", free_places(table, kind)[die - 1]),
            copies(table.sides),
        )
        _lay(builder, *(turned_feature(table.board, feature, each) for each in turns))
        _tell_placed(builder, 0, len(turns))
        task = replace(task, placing=False)
    else:
        kind = [each for each in RANDOM if each not in task.kinds][die - 1]
        task = TerrainDraw((*task.kinds, kind), bool(free_places(builder.table, kind)))
    if task.placing or len(task.kinds) < DRAWN:
        builder.push(task)


def _tell_placed(builder: StepBuilder, side: int, count: int = 1) -> None:
    new = builder.table.features[-count:]
    places = tuple((each.id, each.zones[0].centre) for each in new)
    builder.tell(e.TerrainPlaced(side, new[0].kind, places, new[0].direction))


# --- By hand ---


def placed_left(table: Table, turn: TerrainTurn, split: bool) -> int:
    """How many more pieces the side may place."""
    most = MOST if split else max(LEAST, MOST // table.side_count)
    return most - turn.placed.count(turn.side)


def _go_on(builder: StepBuilder, turn: TerrainTurn) -> None:
    """The next side that may place a piece. After the last one the terrain is fixed, or another
    side chooses an edge. Where nobody has placed any, it is that of the map, or random where the
    board has another size."""
    table, agreed = builder.table, builder.course.agreement
    split = agreed.terrain_setup == "split"
    for side in (turn.side,) if split else (*table.others(turn.side), turn.side):
        after = replace(turn, side=side)
        if side not in turn.accepted and placed_left(table, after, split) > 0:
            builder.change(terrain=after)
            return
    if table.features and split:
        builder.change(terrain=replace(turn, side=table.others(turn.side)[0], choosing=True))
    elif table.features:
        _set(builder)
    elif (agreed.board_w, agreed.board_h) == (agreed.space_map.width, agreed.space_map.height):
        builder.lay(features=agreed.space_map.features)
        builder.tell(e.MapLaid(agreed.space_map.name))
        _set(builder)
    else:
        _draw(builder)


def _kind(_: Any, text: str) -> str:
    found = re.fullmatch(r"[A-Z]{1,20}(?:[ _][A-Z]{1,20}){0,3}", text)
    if found is None:
        raise ValueError
    return text.replace(" ", "_").lower()


KIND: Final[Value[Any, str]] = Value(
    "terrain such as DUST CLOUD",
    _kind,
    lambda kind: kind.replace("_", " ").upper(),
    extent=r"[A-Z]+(?:[ _][A-Z]+)*",
)
EDGE_WORDS: Final = dict(zip(("SOUTH", "NORTH", "WEST", "EAST"), SIDES, strict=True))
"""By the side that starts there (D-003)."""
EDGE: Final = one_of("an edge such as NORTH", EDGE_WORDS)


def _not_now(request: Request, choosing: bool) -> Forbidden | None:
    if _turn(request.view).choosing == choosing:
        return None
    if choosing:
        return forbid("PHASE", "D-079", "You place terrain now; the edge is chosen afterwards.")
    return forbid("PHASE", "D-079", "The terrain is laid.", "Choose your edge: EDGE NORTH.")


@move("terrain", "terrain", "TERRAIN {terrain} {at}[ DIRECTION {direction}]")
class PlaceTerrain(Answer):
    """``TERRAIN DUST CLOUD 20 12``, ``TERRAIN METEOR SWARM 5 12 DIRECTION 90`` (CC-181)"""

    terrain: Annotated[str, Field(pattern=r"^[a-z]+(_[a-z]+)*$", max_length=40), KIND]
    at: At
    direction: Annotated[int, Field(ge=0, le=359), DEGREES] | None = None

    def refuse(self, request: Request) -> Forbidden | None:
        """Checks in the order of canon 4.8."""
        if refused := _not_now(request, choosing=False):
            return refused
        table = request.view.table
        if self.at not in table.board:
            size = f"{shown(table.board.width)} by {shown(table.board.height)}"
            return forbid("BOARD", "CC-181", f"That is off the board, which is {size}.")
        return refuse_piece(table, self.terrain, self.at, self.direction)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        _lay(builder, KINDS[self.terrain].feature("", self.at, self.direction or 0))
        own, turn = side_of(decision.seat), _turn(builder)
        _tell_placed(builder, own)
        _go_on(builder, replace(turn, placed=(*turn.placed, own)))


def refuse_piece(
    table: Table, terrain: str, at: Point, direction: int | None = None
) -> Forbidden | None:
    """Why a piece cannot lie there (E-TERRAIN)."""
    if terrain not in KINDS:
        there = ", ".join(each.name for each in KINDS.values())
        why = f"There is no terrain called {kind_name(terrain)}."
        return forbid("TERRAIN", "CC-182", why, f"There are {there}.")
    if not ground(table.board, table.sides).covers(at):
        nearest = min(table.sides, key=lambda each: depth(table.board, each, at))
        far = shown(depth(table.board, nearest, at))
        why = f"That is {far} from the starting edge of Side {nearest}."
        instead = f"The centre of a piece is at least {shown(CLEAR)} away from it."
        return forbid("TERRAIN", "CC-181", why, instead)
    if direction is not None and not KINDS[terrain].has_direction:
        why = f"{kind_name(terrain)} has no direction: it stays, and looks the same all round."
        return forbid("TERRAIN", "CC-182", why, "Leave the direction out.")
    return None


def overlapped(table: Table, terrain: str, at: Point) -> tuple[Feature, ...]:
    """The pieces that one would overlap, which is allowed (CC-181)."""
    radius = spread(KINDS[terrain].feature("", at))
    return tuple(
        each for each in table.features if _meet(at, radius, each.zones[0].centre, spread(each))
    )


@move("terrain-accept", "terrain", "ACCEPT")
class AcceptTerrain(Answer):
    """``ACCEPT``: the side places no more terrain (CC-182)."""

    def refuse(self, request: Request) -> Forbidden | None:
        return _not_now(request, choosing=False)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        own, turn = side_of(decision.seat), _turn(builder)
        builder.tell(e.TerrainAccepted(own))
        _go_on(builder, replace(turn, accepted=(*turn.accepted, own)))


@move("edge", "terrain", "EDGE {edge}")
class ChooseEdge(Answer):
    """``EDGE NORTH``: the edge of the terrain that the side starts from (CC-181).

    Edges belong to their sides for good: the terrain is turned instead.
    """

    edge: Annotated[int, Field(ge=1, le=4), EDGE]

    def refuse(self, request: Request) -> Forbidden | None:
        if refused := _not_now(request, choosing=True):
            return refused
        if self.edge in request.view.table.sides:
            return None
        there = ", ".join(word for word, of in EDGE_WORDS.items() if of in request.view.table.sides)
        return forbid("ZONE", "D-003", "Nobody starts from that edge.", f"You can choose {there}.")

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        own, table = side_of(decision.seat), builder.table
        degrees = (EDGES[own] - EDGES[self.edge]) % 360
        turned = (turned_feature(table.board, each, degrees // 90) for each in table.features)
        builder.lay(features=tuple(turned))
        builder.tell(e.EdgeChosen(own, self.edge, degrees))
        _set(builder)


STEPS: Final = {"terrain": begin, "terrain-set": _set}
KIND_OF_TASK: Final = TaskKind[StepBuilder, TerrainDraw](rolls=_draw_rolls, rolled=_drawn)

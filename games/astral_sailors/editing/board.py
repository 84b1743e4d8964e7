"""What can be set of scenery and quadrants."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from games.astral_sailors.board.ground import terrain_at
from games.astral_sailors.board.terrain import extent, squares_of
from games.astral_sailors.content.catalogue import PieceKind
from games.astral_sailors.editing.values import (
    BATTLE,
    FIELD,
    TEAM,
    by_column,
    not_in,
    read_name,
    read_square,
    refuse,
    same,
)
from games.astral_sailors.names import called, inside, listed, team_name
from games.astral_sailors.rules.setup import scenery
from games.astral_sailors.rules.victory import quadrants
from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.table import Piece, Table, Unit
from games.astral_sailors.tasks import NOBODY
from games.astral_sailors.view import SailorsView
from games.core.editing.acts import Act, Argument, Kind, number
from games.core.geometry.squares import Square
from games.core.notation import Value
from games.core.refusals import Forbidden

COUNTERS = ("not held", "held for one round", "captured")

# --- Pieces ---


def too_early(table: Table) -> Forbidden | None:
    """Why pieces cannot be set yet at all."""
    if table.phase in ("scenery", *FIELD) or table.agreement.scenery == "gm":
        return None
    return refuse("There is no scenery yet: it is placed once all armies are locked.")


def _no_piece(view: SailorsView, code: str) -> Forbidden | None:
    pieces = view.table.catalogue.pieces
    known = f"The codes are {', '.join(pieces)}."
    wrong = refuse(f"There is no piece with the code {code}.", known, "ASCW-20")
    return None if code in pieces else wrong


PIECE = Argument(
    Value("a piece of scenery", read_name),
    "Which piece?",
    lambda view, *_: () if too_early(view.table) else view.table.catalogue.pieces,
    label=lambda view, code: f"{code} {_kind(view.table, code).name}, {_size(view, code)}",
    called=lambda view, code: inside(_kind(view.table, code).name),
    missing=_no_piece,
)


def _kind(table: Table, code: str) -> PieceKind:
    return table.catalogue.pieces[code]


def _size(view: SailorsView, code: str) -> str:
    kind = _kind(view.table, code)
    return f"{kind.columns} × {kind.rows}"


def _place(table: Table, at: Square) -> int:
    """Index in ``table.pieces`` of the piece with this corner. Raises ``LookupError``."""
    return [(piece.c, piece.r) for piece in table.pieces].index((at.c, at.r))


def _at(table: Table, at: Square) -> Piece:
    return table.pieces[_place(table, at)]


def _read_corner(view: SailorsView, text: str) -> Square:
    """The north-western square of the piece that covers this one."""
    at = read_square(view, text)
    place = terrain_at(view.table, at)
    return at if place is None else Square(view.table.pieces[place].c, view.table.pieces[place].r)


def _nothing_there(view: SailorsView, at: Square) -> Forbidden | None:
    if any((piece.c, piece.r) == (at.c, at.r) for piece in view.table.pieces):
        return None
    return refuse(f"No piece of scenery has its north-western corner on {at}.")


def _piece_name(view: SailorsView, at: Square) -> str:
    return inside(_kind(view.table, _at(view.table, at).kind).name)


CORNER = Argument(
    Value("a square", _read_corner),
    "Which piece?",
    lambda view, *_: [Square(piece.c, piece.r) for piece in view.table.pieces],
    label=lambda view, at: f"{_kind(view.table, _at(view.table, at).kind).name} on {at}",
    called=lambda view, at: f"the {_piece_name(view, at)} on {at}",
    missing=_nothing_there,
)


@dataclass(frozen=True)
class _Spot:
    """Where a piece lies, and whether it is turned."""

    at: Square
    turned: bool = False


def _read_spot(view: SailorsView, text: str) -> _Spot:
    at, *turned = text.split()
    if turned not in ([], ["TURNED"]):
        raise ValueError
    return _Spot(read_square(view, at), bool(turned))


def _room(view: SailorsView, code: str) -> Iterator[_Spot]:
    """Free squares; turned pieces can be typed or turned later."""
    kind = _kind(view.table, code)
    yield from map(_Spot, scenery.room(view.table, kind.columns, kind.rows))


SPOT = Argument(
    Value(
        "a square, and TURNED or nothing",
        _read_spot,
        lambda spot: f"{spot.at}{' TURNED' if spot.turned else ''}",
        r"\S+(?:\s+\S+)?",
    ),
    "Where is its north-western corner?",
    _room,
    group=lambda view, spot: by_column(view, spot.at),
    example="D4 TURNED",
)
TO = Argument(
    Value("a square", read_square),
    "Where is its north-western corner?",
    lambda view, _: [Square(c, r) for c in range(view.table.size) for r in range(view.table.size)],
    group=by_column,
)


def _square(table: Table, code: str) -> Forbidden | None:
    kind = _kind(table, code)
    if kind.columns == kind.rows:
        return same(f"{kind.name} is square, so turning it changes nothing.")
    return None


def _cannot_lie(view: SailorsView, code: str, spot: _Spot) -> Forbidden | None:
    table = view.table
    if found := too_early(table) or (_square(table, code) if spot.turned else None):
        return found
    piece = Piece(code, spot.at.c, spot.at.r, spot.turned)
    return misplaced(table, piece, None) or _no_room(replace(table, pieces=(*table.pieces, piece)))


Change = Callable[..., Piece | None]


def _moved(_: Table, piece: Piece, to: Square) -> Piece:
    return replace(piece, c=to.c, r=to.r)


def _turned(_: Table, piece: Piece) -> Piece:
    return replace(piece, turned=not piece.turned)


def _exchanged(table: Table, piece: Piece, code: str) -> Piece:
    kind = _kind(table, code)
    return replace(piece, kind=code, turned=piece.turned and kind.columns != kind.rows)


def _removed(_: Table, __: Piece) -> None:
    return None


def _with(table: Table, at: Square, piece: Piece | None) -> Table:
    """``table`` with another piece, or none, in place of that on ``at``."""
    place, pieces = _place(table, at), table.pieces
    after = (*pieces[:place], *((piece,) if piece else ()), *pieces[place + 1 :])
    if piece is not None:
        return replace(table, pieces=after)
    turn = table.turn
    struck, touched = (_moved_up(each, place) for each in (turn.struck, turn.touched))
    return replace(table, pieces=after, turn=replace(turn, struck=struck, touched=touched))


def _moved_up(places: tuple[int, ...], gone: int) -> tuple[int, ...]:
    """Indices of pieces after the one at ``gone`` is removed."""
    return tuple(place - (place > gone) for place in places if place != gone)


def _of_piece(
    name: str, form: str, label: str, args: dict[str, Argument], change: Change, **more: Any
) -> Act:
    unchanged = more.pop("unchanged", lambda *_: None)

    def wrong(view: SailorsView, at: Square, *values: Any) -> Forbidden | None:
        table = view.table
        if found := too_early(table) or unchanged(table, at, *values):
            return found
        piece = change(table, _at(table, at), *values)
        found = misplaced(table, piece, _place(table, at)) if piece else None
        return found or _no_room(_with(table, at, piece))

    def put(builder: StepBuilder, at: Square, *values: Any) -> None:
        table = builder.table
        builder.table = _with(table, at, change(table, _at(table, at), *values))

    args = {"piece": CORNER, **args}
    return Act(name, f"SCENERY {{piece}} {form}", label, args, put, refuse=wrong, **more)


def _same_kind(table: Table, at: Square, code: str) -> Forbidden | None:
    wrong = same("It is already a piece of that kind.")
    return wrong if _at(table, at).kind == code else None


# --- What cannot be ---


def misplaced(table: Table, piece: Piece, place: int | None) -> Forbidden | None:
    """Why ``piece`` cannot lie like that: off the board, on another piece, under a unit that cannot
    stand there. ``place`` is its own among the pieces, if it lies there already."""
    kind = table.catalogue.pieces[piece.kind]
    columns, rows = extent(piece, kind)
    at = Square(piece.c, piece.r)
    if min(at) < 0 or max(piece.c + columns, piece.r + rows) > table.size:
        why = f"{kind.name} on {at} would not fit on the board ({table.size} by {table.size})."
        return refuse(why, rule="ASCW-D49")
    covered = squares_of(table)
    squares = [Square(c, r) for r in range(at.r, at.r + rows) for c in range(at.c, at.c + columns)]
    for square in squares:
        other = covered.get(square, place)
        if other not in (None, place):
            name = table.catalogue.pieces[table.pieces[other].kind].name
            why = f"{kind.name} would overlap {name} at {square}."
            return refuse(why, "Remove that piece first.", "ASCW-D49")
    if kind.entry in ("open", "difficult"):
        return None
    return next((_crushed(table, unit, kind) for unit in _on(table, set(squares), kind)), None)


def _on(table: Table, squares: set[Square], kind: PieceKind) -> Iterator[Unit]:
    """Units on these squares that cannot stand on such a piece (D-05)."""
    for unit in table.on_board():
        special = table.kind(unit).specials
        free = special.fly or (kind.water and special.aquatic)
        if not free and not squares.isdisjoint(table.base(unit).squares()):
            yield unit


def _crushed(table: Table, unit: Unit, kind: PieceKind) -> Forbidden:
    why = f"{called(table, unit.code)} cannot stand on {inside(kind.name)}."
    return refuse(why, "Move the unit first.", "ASCW-D05")


def _no_room(table: Table) -> Forbidden | None:
    if table.phase != "scenery" or table.turn.seat == NOBODY:
        return None
    try:
        scenery.automatic(table)
    except LookupError:
        return refuse("That would leave no room for the next piece to be placed.")
    return None


# --- Quadrants ---


def _no_quadrant(view: SailorsView, name: str) -> Forbidden | None:
    names = quadrants.names(view.table)
    why = "The board has no quadrant of that name."
    wrong = refuse(why, f"The quadrants run from {names[0]} to {names[-1]}.", "ASCW-129")
    return None if name in names else wrong


QUADRANT = Argument(
    Value("a quadrant", read_name),
    "Which quadrant?",
    lambda view: quadrants.names(view.table),
    missing=_no_quadrant,
)


def _held(view: SailorsView, name: str, number: int, counter: int) -> tuple[str, str]:
    holders = [
        f"{COUNTERS[held]} by {team_name(other)}"
        for other, team in enumerate(view.table.teams)
        if (held := team.quadrants.get(name, 0))
    ]
    after = f"{COUNTERS[counter]} by {team_name(number)}" if counter else COUNTERS[0]
    return listed(holders) or COUNTERS[0], after


def _hold(builder: StepBuilder, name: str, number: int, counter: int) -> None:
    """Clear the other teams' counters of the quadrant."""
    for other, team in enumerate(builder.table.teams):
        kept = {each: held for each, held in team.quadrants.items() if each != name}
        if other == number and counter:
            kept[name] = counter
        ordered = {each: kept[each] for each in quadrants.names(builder.table) if each in kept}
        builder.put_team(other, replace(team, quadrants=ordered))


def _lay(builder: StepBuilder, code: str, spot: _Spot) -> None:
    piece = Piece(code, spot.at.c, spot.at.r, spot.turned)
    builder.table = replace(builder.table, pieces=(*builder.table.pieces, piece))


BOARD = (
    Act(
        "lay", "SCENERY ADD {kind} {spot}", "Add a piece of scenery",
        {"kind": PIECE, "spot": SPOT},
        _lay,
        said="places the {kind} on {spot}", refuse=_cannot_lie,
    ),
    Kind(
        "piece", "A piece on the board", CORNER,
        (
            _of_piece("move", "TO {to}", "Move it", {"to": TO}, _moved, said="moves {piece}",
                      words=lambda view, at, to: (str(at), str(to)),
                      unchanged=lambda _, at, to: (
                          same("The piece is already there.") if at == to else None)),
            _of_piece("exchange", "AS {kind}", "Change its kind", {"kind": PIECE}, _exchanged,
                      said="replaces {piece} with the {kind}", unchanged=_same_kind,
                      detail="changes its height, opacity or danger"),
            _of_piece("rotate", "TURN", "Turn it", {}, _turned, said="turns {piece}",
                      unchanged=lambda table, at: _square(table, _at(table, at).kind)),
            _of_piece("lift", "REMOVE", "Remove it", {}, _removed, said="removes {piece}"),
        ),
    ),
    Act(
        "quadrant", "QUADRANT {quadrant} {team} {counter}", "A quadrant",
        {"quadrant": QUADRANT, "team": TEAM, "counter": number(range(quadrants.CAPTURED + 1))},
        _hold, "the counter of {quadrant}",
        lambda view, name, team: view.table.teams[team].quadrants.get(name, 0),
        words=_held, rule="ASCW-131",
        refuse=lambda view, *_: not_in(view.table, BATTLE, "Quadrants can be held"),
    ),
)  # fmt: skip

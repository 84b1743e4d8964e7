"""Adjustments of scenery and quadrants."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from games.astral_sailors.adjusting.kinds import (
    AddPiece,
    ChangePiece,
    MovePiece,
    OfBoard,
    RemovePiece,
    SetQuadrant,
    TurnPiece,
)
from games.astral_sailors.adjusting.replies import (
    BATTLE,
    FIELD,
    no_team,
    not_in,
    outside,
    refuse,
    same,
    told,
)
from games.astral_sailors.board.terrain import extent, squares_of
from games.astral_sailors.content.catalogue import PieceKind
from games.astral_sailors.names import called, inside, listed, team_name
from games.astral_sailors.rules.setup import scenery
from games.astral_sailors.rules.victory import quadrants
from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.table import NOBODY, Piece, Table, Unit
from games.core.geometry.squares import Square
from games.core.refusals import Forbidden

COUNTERS = ("not held", "held for one round", "captured")


def refusal(table: Table, adjustment: OfBoard) -> Forbidden | None:
    if isinstance(adjustment, SetQuadrant):
        return _quadrant(table, adjustment)
    if found := too_early(table):
        return found
    if isinstance(adjustment, AddPiece):
        if found := _unknown(table, adjustment.piece):
            return found
        kind = table.catalogue.pieces[adjustment.piece]
        if adjustment.turned and kind.columns == kind.rows:
            return same(f"{kind.name} is square, so turning it changes nothing.")
    else:
        if place_at(table, adjustment.at) is None:
            return refuse(f"No piece of scenery has its north-western corner on {adjustment.at}.")
        if found := _unchanged(table, adjustment):
            return found
    after = _pieces(table, adjustment)
    found = None
    if isinstance(adjustment, AddPiece):
        found = misplaced(table, after[-1], None)
    elif not isinstance(adjustment, RemovePiece):
        place = place_at(table, adjustment.at)
        assert place is not None
        found = misplaced(table, after[place], place)
    return found or _no_room(replace(table, pieces=after))


def too_early(table: Table) -> Forbidden | None:
    """Why pieces cannot be set yet at all."""
    if table.phase in ("scenery", *FIELD) or table.agreement.scenery == "gm":
        return None
    return refuse("There is no scenery yet: it is placed once all armies are locked.")


def _unknown(table: Table, piece: str) -> Forbidden | None:
    if piece in table.catalogue.pieces:
        return None
    known = ", ".join(table.catalogue.pieces)
    return refuse(f"There is no piece with the code {piece}.", f"The codes are {known}.", "ASCW-20")


def _unchanged(
    table: Table, adjustment: MovePiece | TurnPiece | ChangePiece | RemovePiece
) -> Forbidden | None:
    place = place_at(table, adjustment.at)
    assert place is not None
    piece = table.pieces[place]
    match adjustment:
        case MovePiece(at, to) if at == to:
            return same("The piece is already there.")
        case ChangePiece(_, kind):
            if kind == piece.kind:
                return same("It is already a piece of that kind.")
            return _unknown(table, kind)
        case TurnPiece():
            lies = table.catalogue.pieces[piece.kind]
            if lies.columns == lies.rows:
                return same(f"{lies.name} is square, so turning it changes nothing.")
    return None


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


def _quadrant(table: Table, adjustment: SetQuadrant) -> Forbidden | None:
    if found := no_team(table, adjustment.team) or not_in(table, BATTLE, "Quadrants can be held"):
        return found
    names = quadrants.names(table)
    if adjustment.quadrant not in names:
        why = "The board has no quadrant of that name."
        return refuse(why, f"The quadrants run from {names[0]} to {names[-1]}.", "ASCW-129")
    if found := outside("The counter", adjustment.counter, 0, quadrants.CAPTURED, "ASCW-131"):
        return found
    if _counter(table, adjustment.team, adjustment.quadrant) == adjustment.counter:
        return same(f"It is already {adjustment.counter}.")
    return None


def _counter(table: Table, team: int, name: str) -> int:
    return table.teams[team].quadrants.get(name, 0)


def place_at(table: Table, at: Square) -> int | None:
    """Index in ``table.pieces`` of the piece with this corner."""
    return next(
        (place for place, piece in enumerate(table.pieces) if (piece.c, piece.r) == at), None
    )


def _pieces(
    table: Table, adjustment: AddPiece | MovePiece | TurnPiece | ChangePiece | RemovePiece
) -> tuple[Piece, ...]:
    pieces = table.pieces
    if isinstance(adjustment, AddPiece):
        new = Piece(adjustment.piece, adjustment.at.c, adjustment.at.r, adjustment.turned)
        return (*pieces, new)
    place = place_at(table, adjustment.at)
    assert place is not None
    before, piece, after = pieces[:place], pieces[place], pieces[place + 1 :]
    match adjustment:
        case MovePiece(_, to):
            piece = replace(piece, c=to.c, r=to.r)
        case TurnPiece():
            piece = replace(piece, turned=not piece.turned)
        case ChangePiece(_, code):
            kind = table.catalogue.pieces[code]
            piece = replace(piece, kind=code, turned=piece.turned and kind.columns != kind.rows)
        case RemovePiece():
            return (*before, *after)
    return (*before, piece, *after)


# --- Setting it ---


def perform(builder: StepBuilder, adjustment: OfBoard) -> None:
    if isinstance(adjustment, SetQuadrant):
        _hold(builder, adjustment)
        return
    table = builder.table
    if isinstance(adjustment, AddPiece):
        name = inside(table.catalogue.pieces[adjustment.piece].name)
        turned = ", turned" if adjustment.turned else ""
        told(builder, "add-piece", name, "", f"{adjustment.at}{turned}")
    else:
        _tell(builder, adjustment)
    if isinstance(adjustment, RemovePiece):
        place = place_at(table, adjustment.at)
        turn = table.turn
        struck, touched = _moved_up(turn.struck, place), _moved_up(turn.touched, place)
        builder.table = replace(table, turn=replace(turn, struck=struck, touched=touched))
    builder.table = replace(builder.table, pieces=_pieces(table, adjustment))


def _tell(
    builder: StepBuilder, adjustment: MovePiece | TurnPiece | ChangePiece | RemovePiece
) -> None:
    pieces, at = builder.table.catalogue.pieces, adjustment.at
    place = place_at(builder.table, at)
    assert place is not None
    name = inside(pieces[builder.table.pieces[place].kind].name)
    match adjustment:
        case MovePiece(_, to):
            told(builder, "move-piece", name, at, to)
        case TurnPiece():
            told(builder, "turn-piece", name, "", at)
        case ChangePiece(_, code):
            told(builder, "change-piece", inside(pieces[code].name), name, at)
        case RemovePiece():
            told(builder, "remove-piece", name, at, "")


def _moved_up(places: Iterable[int], gone: int | None) -> tuple[int, ...]:
    """Indices of pieces after the one at ``gone`` is removed."""
    assert gone is not None
    return tuple(place - (place > gone) for place in places if place != gone)


def _hold(builder: StepBuilder, adjustment: SetQuadrant) -> None:
    """Clear the other teams' counters of the quadrant."""
    name, number = adjustment.quadrant, adjustment.team
    holders = [
        f"{COUNTERS[counter]} by {team_name(other)}"
        for other, team in enumerate(builder.table.teams)
        if (counter := team.quadrants.get(name, 0))
    ]
    after = COUNTERS[adjustment.counter]
    after += f" by {team_name(number)}" if adjustment.counter else ""
    told(builder, "quadrant", name, listed(holders) or COUNTERS[0], after)
    for other, team in enumerate(builder.table.teams):
        kept = {each: counter for each, counter in team.quadrants.items() if each != name}
        if other == number and adjustment.counter:
            kept[name] = adjustment.counter
        ordered = {each: kept[each] for each in quadrants.names(builder.table) if each in kept}
        builder.put_team(other, replace(team, quadrants=ordered))

"""Placing scenery (2.3, D-49, D-50)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Annotated

from games.astral_sailors import events as e
from games.astral_sailors.board.terrain import covered, piece_kind, terrain_at
from games.astral_sailors.content.catalogue import (
    PER_PLAYER,
    PieceKind,
    Preset,
    Spot,
    fewest,
    quadrant_name,
    quadrants,
    spots_of,
)
from games.astral_sailors.content.loading import BASE, catalogue_of
from games.astral_sailors.names import counted
from games.astral_sailors.notation import PIECE, TURNED, At, Name
from games.astral_sailors.rules.turns import turns
from games.astral_sailors.state import StepBuilder
from games.astral_sailors.table import Scenery, Table
from games.astral_sailors.tasks import DiceOff, Move
from games.astral_sailors.view import Request
from games.core.geometry.squares import Square, square
from games.core.moves import move
from games.core.types import Decision, Forbidden

COPIES = 2
"""Copies of a piece that one player may place (5.5)."""

CRATE = "CR"
"""The piece that the bot places when nothing of its preset fits."""

AUTO = {16: "dockyard", 24: "colony", 32: "colony"}
"""The preset that the bot uses, by board size."""


def begin(builder: StepBuilder, about: str) -> None:
    """Step ``scenery``: lay the preset, or roll who begins.

    With ``gm`` the board stays empty: the referee lays pieces whenever they please.
    """
    match builder.table.agreement.scenery:
        case "alternate":
            turns.nobodys(builder)
            builder.change(phase="scenery")
            builder.push(DiceOff("scenery", turns.teams(builder.table)))
        case "preset":
            _lay(builder, preset_for(builder.table))
            builder.then("deployment")
        case "gm":
            builder.then("deployment")


def preset_for(table: Table) -> Preset:
    """The preset of the agreement: a named one that does not fit the board, and ``pack`` without
    a preset that does, become that of the base game for this board."""
    known = table.catalogue.presets
    fitting = {key: each for key, each in known.items() if table.size in each.sizes}
    wanted: str = table.agreement.preset
    if wanted == "pack":
        wanted = next((key for key in fitting if key not in BASE.presets), "auto")
    return fitting.get(wanted, known[AUTO[table.size]])


def _lay(builder: StepBuilder, preset: Preset) -> None:
    spots = spots_of(preset, builder.table.size)[: PER_PLAYER * len(builder.table.players)]
    pieces = tuple(Scenery(spot.piece, *_at(spot), spot.turned) for spot in spots)
    builder.change(pieces=pieces)
    builder.tell(e.PresetLaid(preset.name, len(pieces)))


def _at(spot: Spot) -> Square:
    at = square(spot.square)
    if at is None:
        raise ValueError(f"{spot.square} is not a square")
    return at


def ordered(builder: StepBuilder, team: int) -> None:
    """The dice-off is won by ``team``: the players place in this order, again and again."""
    line = turns.line(builder.table, team)
    builder.tell(e.TurnOrder(line))
    builder.turn(order=line * PER_PLAYER)
    _go_on(builder, 0)


def next_turn(builder: StepBuilder, about: str) -> None:
    """Step ``next-piece``: the next player, or the deployment."""
    _go_on(builder, builder.table.turn.at + 1)


def _go_on(builder: StepBuilder, first: int) -> None:
    """The next in the order, from place ``first`` on, who has a piece to place.

    Who has left places no more; for who left the army to team-mates (D-77), or wished so with
    the army, the bot places. Nobody is asked when the board has no room.
    """
    order = builder.table.turn.order
    for at in range(first, len(order)):
        player = builder.player(order[at])
        if not turns.takes_part(player):
            continue
        turns.give(builder, replace(builder.table.turn, at=at))
        found = next(_automatic(builder.table), None)
        if found is None:
            continue
        if builder.sheets[player.seat].auto:
            lay(builder, found)
        return
    turns.nobodys(builder)
    builder.then("deployment")


# --- Legality ---


@move("place", "scenery", "{kind} {at}[ {turned}]")
class PlacePiece(Move):
    """``at`` is the north-western square of the piece as it lies."""

    kind: Annotated[Name, PIECE]
    at: At
    turned: Annotated[bool, TURNED] = False

    @property
    def piece(self) -> Scenery:
        """The piece as it would lie, nobody's yet."""
        return Scenery(self.kind, self.at.c, self.at.r, self.turned)

    def refuse(self, request: Request) -> Forbidden | None:
        """Why the piece cannot lie there. The limit of copies does not bind the bot (D-70)."""
        table = request.view.table
        if self.kind in table.catalogue.pieces:
            return _misplaced(table, self) or _limit(table, self)
        why = f"There is no piece with the code {self.kind}."
        can = f"The codes are {', '.join(table.catalogue.pieces)}."
        return Forbidden("ASCW-20", why, instead=can, code="UNKNOWN_PIECE")

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        lay(builder, self)


def pieces_left(table: Table) -> int:
    """Pieces still to come, that of the turn included."""
    turn = table.turn
    return sum(turns.takes_part(table.players[seat]) for seat in turn.order[max(turn.at, 0) :])


def _limit(table: Table, move: PlacePiece) -> Forbidden | None:
    count = _copies(table, table.turn.seat, move.kind)
    if count < COPIES:
        return None
    name = table.catalogue.pieces[move.kind].name
    why = f"You have already placed {name} {count} times, and {COPIES} is the most for each player."
    return Forbidden("ASCW-D50", why, instead="Choose another piece.", code="PIECE_LIMIT")


def _copies(table: Table, seat: int, kind: str) -> int:
    """How many pieces of a kind a seat has placed."""
    return sum(piece.kind == kind and piece.seat == seat for piece in table.pieces)


def _misplaced(table: Table, move: PlacePiece) -> Forbidden | None:
    """Why a piece may not lie there, but for the limit of copies."""
    kind, piece, size = table.catalogue.pieces[move.kind], move.piece, table.size
    if move.turned and kind.columns == kind.rows:
        why, can = f"{kind.name} is square, so turning it changes nothing.", "Place it unturned."
        return Forbidden("ASCW-D49", why, instead=can, code="TURNED")
    (c, r), (columns, rows) = move.at, kind.extent(piece.turned)
    last, margin = Square(c + columns - 1, r + rows - 1), _margin(table)
    if c < 0 or r < 0 or last.c >= size or last.r >= size:
        why = (
            f"{kind.name} covers {columns} by {rows} squares and would not fit there on the "
            f"board of {size} by {size}."
        )
        return Forbidden("ASCW-D49", why, code="OFF_BOARD")
    if min(c, r) < margin or max(last.c, last.r) >= size - margin:
        why = f"{kind.name} would cover {move.at} to {last}, including border squares."
        can = "Keep the border clear: reinforcements enter there."
        return Forbidden("ASCW-D49", why, instead=can, code="BORDER")
    return _overlap(table, piece, kind) or _quadrants(table, move)


def misfits(table: Table) -> Iterator[Forbidden]:
    """Pieces on the board that are off it, or on others."""
    taken: dict[Square, str] = {}
    for piece in table.pieces:
        kind, at = table.catalogue.pieces[piece.kind], Square(piece.c, piece.r)
        covers = piece.squares(kind)
        if min(at) < 0 or max(map(max, covers)) >= table.size:
            why = f"{kind.name} on {at} would not fit on the board ({table.size} by {table.size})."
            yield Forbidden("ASCW-D49", why)
        if hit := next((each for each in covers if each in taken), None):
            yield Forbidden("ASCW-D49", f"{kind.name} would overlap {taken[hit]} on {hit}.")
        taken.update(dict.fromkeys(covers, kind.name))


def _margin(table: Table) -> int:
    """How many rows along the border stay clear (D-49)."""
    return int(table.agreement.perimeter_clear)


def _overlap(table: Table, piece: Scenery, kind: PieceKind) -> Forbidden | None:
    for at in piece.squares(kind):
        if (place := terrain_at(table, at)) is not None:
            other = piece_kind(table, place).name
            why = f"{kind.name} would overlap {other} at {at}."
            return Forbidden("ASCW-D49", why, code="OVERLAP")
    return None


def _quadrants(table: Table, move: PlacePiece) -> Forbidden | None:
    """The pieces still to come must be able to bring every quadrant to its number (D-50).

    Should that have become impossible, because players have left, every piece has to help.
    """
    poor, bound = _poor_quadrants(table)
    if not bound or (move.at.c // 8, move.at.r // 8) in poor:
        return None
    least, coming = fewest(table.size, len(table.players)), pieces_left(table) - 1
    why = (
        f"Every quadrant needs {counted(least, 'piece')}: {sum(poor.values())} are missing, but "
        f"only {coming} would be left to place after this one."
    )
    can = f"Place it in {', '.join(quadrant_name(*each) for each in poor)}."
    return Forbidden("ASCW-D50", why, instead=can, code="QUADRANT_RULE")


def _poor_quadrants(table: Table) -> tuple[dict[tuple[int, int], int], bool]:
    """How many pieces each quadrant that has too few still needs, and whether the next piece must
    go into one of them."""
    least = fewest(table.size, len(table.players))
    anchors = [Square(piece.c, piece.r) for piece in table.pieces]
    before = quadrants(anchors, table.size)
    poor = {place: least - count for place, count in before.items() if count < least}
    return poor, sum(poor.values()) > pieces_left(table) - 1


# --- Placing ---


@move("place-auto", "scenery", "PLACE AUTO")
class AutoPlace(Move):
    """Let the bot lay the next piece of its list (D-70)."""

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        lay(builder, automatic(builder.table))


def lay(builder: StepBuilder, move: PlacePiece) -> None:
    """The army whose turn it is places a piece."""
    seat = builder.table.turn.seat
    builder.change(pieces=(*builder.table.pieces, replace(move.piece, seat=seat)))
    turns.count_move(builder)
    builder.tell(e.SceneryPlaced(seat, move.kind, move.at, move.turned))
    builder.then("check", "next-piece")


def automatic(table: Table) -> PlacePiece:
    """The piece that the bot lays when a player is absent or leaves it to the bot (D-70).

    Raises ``LookupError`` when the board has no room: then nobody is asked.
    """
    found = next(_automatic(table), None)
    if found is None:
        raise LookupError("no piece can be placed any more")
    return found


def _automatic(table: Table) -> Iterator[PlacePiece]:
    """The pieces of the preset, then a Crate on every square: those that are legal."""
    wishes = _wishes(table.agreement.pack, table.size)
    yield from (move for move in wishes if _misplaced(table, move) is None)
    yield from (PlacePiece(CRATE, at) for at in spots(table, CRATE))


def wish(table: Table, kind: str, *, turned: bool) -> Square | None:
    """Where the preset of the bot has such a piece, if it may lie there."""
    wishes = _wishes(table.agreement.pack, table.size)
    fitting = (each for each in wishes if (each.kind, each.turned) == (kind, turned))
    return next((each.at for each in fitting if _misplaced(table, each) is None), None)


@lru_cache(maxsize=16)
def _wishes(pack: str, size: int) -> tuple[PlacePiece, ...]:
    """The pieces that the bot lays if it can, in order."""
    spots = spots_of(catalogue_of(pack).presets[AUTO[size]], size)
    return tuple(PlacePiece(spot.piece, _at(spot), spot.turned) for spot in spots)


# --- All squares at once ---


def spots(table: Table, kind: str, *, turned: bool = False) -> tuple[Square, ...]:
    """Every anchor where a piece of ``kind`` may lie now, in reading order; copies not counted."""
    of = table.catalogue.pieces[kind]
    if turned and of.columns == of.rows:
        return ()
    across = of.extent(turned)
    free = _room(table.pieces, table.agreement.pack, table.size, _margin(table), *across)
    poor, bound = _poor_quadrants(table)
    return tuple(at for at in free if (at.c // 8, at.r // 8) in poor) if bound else free


def spots_of_seat(table: Table, seat: int, kind: str, *, turned: bool) -> tuple[Square, ...]:
    """Every anchor where ``seat`` may place a piece of ``kind`` now, in reading order."""
    return spots(table, kind, turned=turned) if _copies(table, seat, kind) < COPIES else ()


def room(table: Table, columns: int, rows: int) -> tuple[Square, ...]:
    """Every anchor from which so large a piece lies on free squares, those of the border too."""
    return _room(table.pieces, table.agreement.pack, table.size, 0, columns, rows)


@lru_cache(maxsize=256)
def _room(
    pieces: tuple[Scenery, ...], pack: str, size: int, margin: int, columns: int, rows: int
) -> tuple[Square, ...]:
    """Anchors from which a piece of this extent lies on free squares of the board, ``margin``
    squares away from its edges. Rows of squares are whole numbers, the bit c is column c."""
    taken = [0] * size
    for c, r in covered(pieces, pack):
        taken[r] |= 1 << c
    found = []
    for r in range(margin, size - margin - rows + 1):
        row = 0
        for each in taken[r : r + rows]:
            row |= each
        lying = (1 << columns) - 1
        found += [
            Square(c, r) for c in range(margin, size - margin - columns + 1) if not row & lying << c
        ]
    return tuple(found)

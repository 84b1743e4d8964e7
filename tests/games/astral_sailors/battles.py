"""Crowded boards made by chance, for comparing the rules with slow and plain versions of them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from games.astral_sailors.board import ground
from games.astral_sailors.board.step_graph import ways
from games.astral_sailors.board.terrain import place_of
from games.astral_sailors.table import LETTERS, Piece, Table, Unit
from games.core.geometry.squares import Base, Facing, Square
from tests.games.astral_sailors.positions import kind, piece_kind, table, unit

KINDS = (
    kind("XX1", "Light feet", height=0.5, movement=3),
    kind("XX2", base=2, height=3, movement=4),
    kind("XX3", "Fly", base=1, height=2.5, movement=4),
    kind("XX4", "Fly", base=3, height=0.5, movement=2),
    kind("XX5", "Aquatic", base=2, movement=4),
    kind("XX6", movement=1),
    piece_kind("XW", size=[4, 1], height=2),
    piece_kind("XG", size=[3, 2], height=2.5, opacity="soft", entry="open"),
    piece_kind("XH", size=[2, 2], height=0.5, opacity="solid", entry="crossable"),
    piece_kind("XL", size=[1, 4], height=0, opacity="", entry="difficult", danger=1),
    piece_kind("XA", size=[2, 3], height=0, opacity="", entry="open", danger=0),
    piece_kind("XP", size=[3, 2], height=0, opacity="", entry="impassable", water=True),
)
"""Kinds of unit and scenery that the base game lacks; base game kinds are used as well."""


def step_cost(table: Table, unit: Unit, start: Base, facing: Facing) -> int | None:
    """Movement points of one king step, 1 or 2; ``None`` when it is illegal (D-05, D-12, D-15)."""
    net = ways(table, unit, side=start.side)
    return net.cost(place_of(net.land.stride, start), facing)


def battle(
    chance: Random, *, size: int = 16, units: int = 20, pieces: int = 10, teams: tuple[int, ...]
) -> Table:
    """``units`` and ``pieces`` are tried for; some are left out when the board is full."""
    empty = table((), size=size, teams=teams, kinds=KINDS)
    found = replace(empty, pieces=_scenery(chance, empty, pieces))
    for _ in range(units):
        placed = _placed(chance, found, sum(teams))
        if placed is not None:
            found = found.with_unit(placed)
    ordered = sorted(found.units.values(), key=lambda each: (each.seat, each.number))
    return replace(found, units={each.code: each for each in ordered})


def _scenery(chance: Random, empty: Table, count: int) -> tuple[Piece, ...]:
    covered: set[tuple[int, int]] = set()
    found: list[Piece] = []
    kinds = tuple(empty.catalogue.pieces.values())
    for _ in range(count):
        of, turned = chance.choice(kinds), chance.random() < 0.5
        columns, rows = (of.rows, of.columns) if turned else (of.columns, of.rows)
        c, r = chance.randrange(empty.size - columns + 1), chance.randrange(empty.size - rows + 1)
        squares = {(x, y) for x in range(c, c + columns) for y in range(r, r + rows)}
        if not squares & covered:
            covered |= squares
            found.append(Piece(of.code, c, r, turned))
    return tuple(found)


def _placed(chance: Random, found: Table, seats: int) -> Unit | None:
    of = chance.choice(tuple(found.catalogue.units.values()))
    seat = chance.randrange(seats)
    number = sum(each.seat == seat for each in found.units.values()) + 1
    where = Square(
        chance.randrange(found.size - of.base + 1), chance.randrange(found.size - of.base + 1)
    )
    made = unit(f"{LETTERS[seat]}{number}", of.code, str(where), chance.choice(tuple(Facing)))
    if not ground.stands(found, made, Base(where.c, where.r, of.base)):
        return None
    if chance.random() < 0.05:
        return replace(made, place="captive", held_by="R1")
    return made

"""Where units stand and what a step costs, against a plain reading of the rules."""

from __future__ import annotations

from random import Random

import pytest

from bench.games.astral_sailors import crowded_table
from games.astral_sailors.board import terrain
from games.astral_sailors.table import Table, Unit
from games.core.geometry.squares import Base, Facing, Square
from tests.games.astral_sailors.positions import piece, table
from tests.games.astral_sailors.step_costs import step_cost


def test_terrain_is_found_on_every_square_of_a_turned_piece() -> None:
    of = table((), [piece("WA", "C4"), piece("CT", "H8", turned=True)])
    names = {(2, 3): 0, (4, 3): 0, (7, 7): 1, (7, 8): 1, (8, 7): None, (5, 3): None}
    assert {at: terrain.terrain_at(of, Square(*at)) for at in names} == names


@pytest.mark.rules("ASCW-D05", "ASCW-D12", "ASCW-D15")
@pytest.mark.parametrize("seed", range(25))
def test_steps_and_stands_agree_with_a_plain_reading_of_the_rules(seed: int) -> None:
    chance = Random(seed)
    of = crowded_table(chance, size=12, units=14, pieces=9, teams=(2, 1))
    for one in of.on_board():
        start = of.base(one)
        for facing in Facing:
            assert step_cost(of, one, start, facing) == _plain_cost(of, one, start, facing)
        for _ in range(10):
            where = Base(chance.randrange(-1, 12), chance.randrange(-1, 12), start.side)
            assert terrain.stands(of, one, where) is _plain_stands(of, one, where)


def _plain_cost(of: Table, one: Unit, start: Base, facing: Facing) -> int | None:
    def may(where: Base) -> bool:
        if not where.within(of.size):
            return False
        if of.kind(one).specials.fly:
            return True
        return not any(
            _kind_on(of, one, each) == "impassable" for each in where.squares()
        ) and not any(
            of.enemies(one, other) and where.gap(of.base(other)) == 0 for other in of.on_board()
        )

    dc, dr = facing.step
    to = Base(start.c + dc, start.r + dr, start.side)
    if not may(to):
        return None
    if dc and dr and not of.kind(one).specials.fly:
        halves = (Base(start.c + dc, start.r, start.side), Base(start.c, start.r + dr, start.side))
        if not any(map(may, halves)):
            return None
    light = of.kind(one).specials.light_feet
    hard = any(_kind_on(of, one, each) in ("difficult", "crossable") for each in to.squares())
    return 2 if hard and not light else 1


def _plain_stands(of: Table, one: Unit, where: Base) -> bool:
    if not where.within(of.size):
        return False
    if any(other != one and where.gap(of.base(other)) == 0 for other in of.on_board()):
        return False
    return not any(
        _kind_on(of, one, each) in ("impassable", "crossable") for each in where.squares()
    )


def _kind_on(of: Table, one: Unit, at: Square) -> str:
    special = of.kind(one).specials
    for each in of.pieces:
        kind_ = of.catalogue.pieces[each.kind]
        columns, rows = kind_.columns, kind_.rows
        if each.turned:
            columns, rows = rows, columns
        if each.c <= at.c < each.c + columns and each.r <= at.r < each.r + rows:
            return "open" if special.fly or (special.aquatic and kind_.water) else kind_.entry
    return "open"

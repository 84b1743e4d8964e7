"""All squares and all Runs found at once are those that the rules allow one by one."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random

import pytest

from bench.games.astral_sailors import crowded_table
from games.astral_sailors.board import paths
from games.astral_sailors.rules.setup import scenery
from games.astral_sailors.rules.setup.scenery import PlacePiece
from games.astral_sailors.rules.turns.activation import Run
from games.astral_sailors.table import Scenery, Table, Turn
from games.core.geometry.squares import Facing, Square
from tests.games.astral_sailors import positions
from tests.games.astral_sailors.asked_of import forbidden


def _may_run(of: Table, run: Run) -> bool:
    """Whether the Run is legal, or would be with the target of its Charge."""
    found = forbidden(of, 0, run)
    return found is None or found.rule == "ASCW-D19"


def half_built(chance: Random, *, clear: bool) -> Table:
    """A board on which seat 0 places next, after some pieces of both players."""
    of = positions.table(phase="scenery", round=0, perimeter_clear=clear)
    left = chance.choice((1, 3, 8))
    of = replace(of, turn=Turn((0, 1) * 5, at=10 - left))
    for _ in range(chance.choice((0, 4, 9))):
        kind = chance.choice(tuple(of.catalogue.pieces))
        found = scenery.spots(of, kind)
        if found:
            at = chance.choice(found)
            of = replace(of, pieces=(*of.pieces, Scenery(kind, *at, False, chance.randrange(2))))
    return of


@pytest.mark.rules("ASCW-D49", "ASCW-D50")
@pytest.mark.parametrize("seed", range(8))
def test_a_piece_is_offered_every_square_where_it_may_lie_and_no_other(seed: int) -> None:
    of = half_built(Random(seed), clear=seed % 2 == 0)
    every = [Square(c, r) for r in range(of.size) for c in range(of.size)]
    for kind, turned in product(of.catalogue.pieces, (False, True)):
        one_by_one = tuple(
            at for at in every if forbidden(of, 0, PlacePiece(kind, at, turned)) is None
        )
        assert scenery.spots_of_seat(of, 0, kind, turned=turned) == one_by_one, (kind, turned)


@pytest.mark.rules("ASCW-73", "ASCW-74")
@pytest.mark.parametrize("seed", range(4))
def test_every_run_found_at_once_is_legal_and_no_other(seed: int) -> None:
    of = crowded_table(Random(seed), size=16, units=30, pieces=10, teams=(1, 1))
    of = replace(of, turn=replace(of.turn, quota=len(of.of(0))))
    for unit in of.of(0):
        if not unit.on_board:
            continue
        found = paths.all_runs(of, unit)
        legal = {
            (facing, steps)
            for facing, steps in product(Facing, range(1, 2 * of.kind(unit).movement + 2))
            if _may_run(of, Run(unit.code, facing, steps))
        }
        assert {(facing, steps) for facing, ways in found.items() for steps in ways} == legal

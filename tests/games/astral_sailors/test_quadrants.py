"""Occupation: groups of quadrants, whatever is held; and the spot where a captive is put down."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.astral_sailors.board import terrain
from games.astral_sailors.rules.victory import capture, quadrants
from games.core.geometry.squares import Base, Square
from tests.games.astral_sailors.goals import commander, having
from tests.games.astral_sailors.positions import builder, piece, table, unit

HOMES = {
    (1, 1): (2, 1, {"Q1-1", "Q2-1"}),
    (1, 1, 1): (5, 2, {"Q1-1", "Q2-1", "Q3-1"}),
    (4, 4): (8, 4, {"Q1-1", "Q2-1", "Q3-1", "Q4-1", "Q4-2", "Q4-3", "Q4-4"}),
}


@pytest.mark.rules("ASCW-129", "ASCW-D63")
@pytest.mark.parametrize("teams", HOMES)
def test_half_of_the_quadrants_are_wanted_and_half_of_those_may_lie_at_home(
    teams: tuple[int, ...],
) -> None:
    wanted, most, home = HOMES[teams]
    at = table([], teams=teams)
    assert (quadrants.wanted(at), quadrants.most_at_home(at)) == (wanted, most)
    assert set(quadrants.home(at, 0)) == home
    assert quadrants.largest(having(at, 0, quadrants=dict.fromkeys(home, 2)), 0) == most


NAMES = st.sampled_from(quadrants.names(table([], teams=(4, 4))))


@pytest.mark.rules("ASCW-130")
@given(st.frozensets(NAMES))
def test_the_largest_group_is_found_whatever_is_held(names: frozenset[str]) -> None:
    """Against a slower way: groups grow until none touches another."""
    groups = [{name} for name in sorted(names)]
    joined = True
    while joined:
        joined = False
        for a in groups:
            for b in groups:
                if a is not b and any(_beside(x, y) for x in a for y in b):
                    a |= b
                    groups.remove(b)
                    joined = True
                    break
            if joined:
                break
    home = HOMES[4, 4][2]
    sizes = {
        "all": [len(group) for group in groups],
        "half": [len(group - home) + min(4, len(group & home)) for group in groups],
    }
    for option, found in sizes.items():
        at = table([], teams=(4, 4), home_quadrants=option)
        at = having(at, 0, quadrants=dict.fromkeys(names, 2))
        assert quadrants.largest(at, 0) == max(found, default=0)


def _beside(a: str, b: str) -> bool:
    (ac, ar), (bc, br) = ((int(part) for part in name[1:].split("-")) for name in (a, b))
    return abs(ac - bc) + abs(ar - br) == 1


@pytest.mark.rules("ASCW-D61", "ASCW-D04")
@given(
    at=st.tuples(st.integers(1, 13), st.integers(1, 13)),
    crates=st.frozensets(st.tuples(st.integers(0, 15), st.integers(0, 15)), max_size=60),
)
def test_the_spot_of_a_captive_that_is_let_go_is_free_and_none_is_nearer(
    at: tuple[int, int], crates: frozenset[tuple[int, int]]
) -> None:
    captor = unit("R2", "EX3", str(Square(*at)), holds="B1")
    captive = unit("B1", "GU1", "", place="captive", held_by="R2", lost=1)
    crates -= {at, (1, 1)}
    match = builder(table([commander(0), captor, captive]), (3,), targets={0: 1})
    lying = tuple(piece("CR", str(Square(*each))) for each in sorted(crates))
    match.table = before = replace(match.table, pieces=lying)
    capture.let_go(match, "R2")
    spot, start = match.base("B1"), Base(*at)
    assert terrain.stands(before, captive, spot)
    for square in (Base(c, r) for c in range(16) for r in range(16)):
        if start.gap(square) < start.gap(spot):
            assert not terrain.stands(before, captive, square)

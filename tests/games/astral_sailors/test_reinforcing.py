"""Reinforcements: the squares that are offered."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.astral_sailors.board import zones
from games.astral_sailors.rules.turns import reinforcing
from games.astral_sailors.rules.turns.reinforcing import Reinforce
from games.astral_sailors.table import Scenery
from games.core.geometry.squares import Base, Facing, Square
from tests.games.astral_sailors import positions
from tests.games.astral_sailors.asked_of import forbidden

Places = list[tuple[int, int]]
Pieces = list[tuple[str, int, int]]
Options = tuple[int, str, str]


@pytest.mark.rules("ASCW-56", "ASCW-57", "ASCW-58", "ASCW-155", "ASCW-156", "ASCW-D47")
@pytest.mark.parametrize(
    ("kind", "places", "pieces", "options"),
    [
        (
            "EX6",
            [(7, 11), (2, 3)],
            [("WA", 5, 6), ("WA", 9, 9), ("DW", 3, 2)],
            (3, "clean", "anywhere"),
        ),
        ("EX6", [(7, 11), (2, 3)], [("WA", 5, 6), ("WA", 9, 9)], (3, "any", "own_zone")),
        ("EX3", [(7, 11)], [], (3, "clean", "own_zone")),
        ("EX3", [(7, 11)], [], (3, "clean", "anywhere")),
    ],
)
def test_spots_are_the_anchors_that_are_not_refused(
    kind: str, places: Places, pieces: Pieces, options: Options
) -> None:
    compare(kind, places, pieces, options)


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(("EX3", "EX6", "EX8", "EX9", "MC4")),
    st.lists(st.tuples(st.integers(0, 15), st.integers(0, 15)), min_size=2, max_size=6),
    st.lists(
        st.tuples(
            st.sampled_from(("WA", "WO", "DW", "FE")), st.integers(1, 12), st.integers(1, 12)
        ),
        max_size=4,
    ),
    st.tuples(
        st.sampled_from((0, 3)),
        st.sampled_from(("clean", "any")),
        st.sampled_from(("own_zone", "anywhere")),
    ),
)
def test_spots_of_any_board_are_those_that_are_not_refused(
    kind: str, places: Places, pieces: Pieces, options: Options
) -> None:
    compare(kind, places, pieces, options)


def compare(kind: str, places: Places, pieces: Pieces, options: Options) -> None:
    units = [positions.unit("R1", "EX1", ""), positions.unit("R2", kind, "")]
    for number, place in enumerate(dict.fromkeys(places)):
        name = f"R{number + 3}" if number % 3 == 2 else f"B{number + 1}"
        of = "GU5" if number == 3 else "GU3"  # one with Detect
        units.append(positions.unit(name, "EX3" if name[0] == "R" else of, str(Square(*place))))
    names = ("silent_gap", "silent_los", "reinforce_alone")
    agreed: dict[str, Any] = dict(zip(names, options, strict=True))
    found = positions.table(
        units, [Scenery(*piece) for piece in pieces], phase="reinforcement", pools={0: 99}, **agreed
    )
    unit, spots = found.units["R2"], reinforcing.spots(found, found.units["R2"])
    assert spots == tuple(
        Square(c, r)
        for r in range(16)
        for c in range(16)
        if forbidden(found, 0, Reinforce("R2", Square(c, r), Facing.N)) is None
    )
    if not found.kind(unit).specials.silent:
        side = found.kind(unit).base
        assert all(zones.on_border(found, Base(*spot, side)) for spot in spots)

"""Movement, terrain and transports (2.7 to 2.9)."""

from __future__ import annotations

import random

import pytest

from bench.games.colonial_space_wars import plain_stops
from games.colonial_space_wars.catalogue import BASE
from games.core.geometry.squares import Square
from tests.games.colonial_space_wars.course import position


@pytest.mark.rules("CSW-53", "CSW-61", "CSW-102")
def test_nobody_stops_on_a_cliff_or_on_a_unit() -> None:
    rows = ("...C.", ".....")
    match = position({"R1": "KES A1", "R2": "CAP B1", "B1": "PIL C1"}, rows)
    assert {"B1", "C1", "D1"}.isdisjoint(match.stops("R1"))
    assert match.stops("R1")["E1"] == 4
    match.play("ACTIVATE R1")
    assert match.refused("MOVE C1") == "E_OCCUPIED"
    assert match.refused("MOVE D1") == "E_TERRAIN"
    assert match.refused("MOVE A1") == "E_OCCUPIED"


@pytest.mark.rules("CSW-49", "CSW-51", "CSW-52", "CSW-57", "CSW-61")
@pytest.mark.parametrize("seed", range(12))
def test_stops_are_those_of_a_plain_search(seed: int) -> None:
    rng = random.Random(seed)
    rows = tuple("".join(rng.choices(".ABC", (6, 2, 1, 2), k=9)) for _ in range(8))
    squares = [Square(c, r) for c in range(9) for r in range(8)]
    for kind in ("BRI", "BAS", "VEI", "KES", "MAS"):
        places = rng.sample(squares, 9)
        codes = ["R1", "R2", "R3", "R4", "B1", "B2", "B3", "B4", "B5"]
        units = {code: f"CAP {at}" for code, at in zip(codes, places, strict=True)}
        match = position({**units, "R1": f"{kind} {places[0]}"}, rows)
        expected = plain_stops(rows, BASE.units[kind], places[0], set(places[1:]))
        assert match.stops("R1") == {str(square): cost for square, cost in expected.items()}
        for to, cost in expected.items():
            moved = position({**units, "R1": f"{kind} {places[0]}"}, rows)
            moved.play("ACTIVATE R1", f"MOVE {to}")
            assert moved.left == BASE.units[kind].movement - cost

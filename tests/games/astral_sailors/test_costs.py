"""The cost formula, checked against the table of the canon."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from games.astral_sailors.content import BASE
from games.astral_sailors.costs import cost_of, parts

# Body, guns, blades, legs, presence, base, specials, in thousandths, as the canon tells them.
TABLE = {
    "EX1": (7875, 3000, 3000, 500, 500, 0, 6500),
    "EX6": (2250, 1500, 4000, 500, 500, 0, 6000),
    "EX7": (2250, 4375, 1000, 0, 500, 0, 500),
    "EX8": (7875, 2250, 4000, 1000, 500, 1000, 1500),
    "EX10": (6750, 4688, 0, 1000, 500, 1000, 1000),
    "GU1": (4500, 1125, 3000, 0, 500, 0, 12000),
    "GU2": (6750, 1500, 3000, 500, 500, 0, 6750),
    "GU9": (10500, 7500, 1500, -500, 500, 4000, 7000),
    "MC5": (2250, 1562, 1000, 0, 500, 0, 0),
    "CV3": (3000, 0, 1000, -500, 500, 0, 0),
}


@pytest.mark.rules("ASCW-65")
@pytest.mark.parametrize("code", BASE.units)
def test_every_unit_of_the_base_game_costs_what_the_formula_says(code: str) -> None:
    assert cost_of(BASE.units[code]) == BASE.units[code].cost


@pytest.mark.parametrize(("code", "expected"), TABLE.items())
def test_the_summands_are_those_of_the_canon(code: str, expected: tuple[int, ...]) -> None:
    found = parts(BASE.units[code])
    for value, thousandths in zip(found.values(), expected, strict=True):
        assert abs(value * 1000 - thousandths) <= Fraction(1, 2)


def test_halves_are_rounded_up_and_mercenaries_cost_a_tenth_more() -> None:
    surveyor = BASE.units["CV2"]
    assert sum(parts(surveyor).values()) == Fraction(7, 2)
    assert cost_of(surveyor) == 4
    outrider = BASE.units["MC1"]
    assert sum(parts(outrider).values()) == Fraction(39, 4)
    assert cost_of(outrider) == 11
    assert cost_of(replace(outrider, category="troop")) == 10


def test_the_formula_goes_on_beyond_the_table() -> None:
    trooper = replace(BASE.units["EX3"], resistance=4)
    costs = [cost_of(replace(trooper, defence=defence)) for defence in range(7)]
    assert costs == sorted(set(costs))
    costs = [cost_of(replace(trooper, shot_damage=damage)) for damage in range(7)]
    assert costs == sorted(set(costs))
    far = replace(trooper, farthest=17)
    assert parts(far)["guns"] == 2 * Fraction(3, 2) * Fraction(7, 4)


def test_few_shots_are_cheaper_than_many() -> None:
    specials = BASE.units["MC5"].specials
    costs = [
        parts(replace(BASE.units["MC5"], specials=replace(specials, limited=limited)))["guns"]
        for limited in (1, 2, 8, 9, 0)
    ]
    assert costs[0] < costs[1] < costs[2] == costs[3] == costs[4]

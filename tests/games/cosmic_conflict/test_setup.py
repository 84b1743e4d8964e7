"""Fleets that are too large, slots on all maps and codes of designs (4.1, D-088);
``cases/deploying.toml`` has the rest."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.cosmic_conflict.agreement import Agreement
from games.cosmic_conflict.content.catalogue import BASE
from games.cosmic_conflict.content.limits import FleetUnit
from games.cosmic_conflict.rules.setup import preparation
from tests.games.cosmic_conflict.scenes import scene


@pytest.mark.rules("CC-T01")
def test_a_fleet_has_at_most_40_units_as_the_settings_say() -> None:
    most, more = ((FleetUnit("DART"),) * count for count in (40, 41))
    assert preparation.refuse_fleet(BASE.designs, most, 5000) is None
    found = preparation.refuse_fleet(BASE.designs, more, 5000)
    assert found is not None
    assert found.sentence == "The fleet has 41 units, but the limit is 40."
    assert "40 units" in (Agreement.model_fields["points"].description or "")


@pytest.mark.rules("D-088")
@pytest.mark.parametrize("space", ["shattered_moon", "veil", "meteor_run", "quick"])
@pytest.mark.parametrize("fleet", ["A", "B", "C", "D", "Q1", "Q2", "Q3"])
def test_the_automatic_slots_of_all_maps_are_legal(space: Any, fleet: str) -> None:
    opening = preparation.opening(Agreement(map=space))
    for side in (1, 2):
        found = preparation.units(BASE.designs, side, BASE.fleets[fleet].units)
        table = replace(opening, designs=BASE.designs).put(*found)
        while ships := preparation.unplaced(table, side):
            slot = preparation.automatic(table, preparation.placeable(table, side)[0])
            assert preparation.refuse_placement(table, slot) is None
            table = preparation.placed(table, slot)
            assert len(preparation.unplaced(table, side)) == len(ships) - 1


@pytest.mark.rules("CC-253", "D-107")
def test_a_long_code_makes_room_for_the_unit_that_it_is_named_after() -> None:
    one = replace(BASE.designs["WREN"], code="W" * 24)
    other = replace(one, name="Other")
    table, _ = preparation.with_design(scene(), one, "a1")
    table, found = preparation.with_design(table, other, "a40")
    assert found.code == "W" * 19 + "-a40"
    assert preparation.with_design(table, other, "b1") == (table, found)

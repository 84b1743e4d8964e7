"""Enhance Scanners (CC-165 to 168, D-056, D-096)."""

from __future__ import annotations

import pytest

from games.cosmic_conflict.rules.orders import commands
from games.cosmic_conflict.table.orders import ORDERS, Moment
from games.cosmic_conflict.table.units import Table
from tests.games.cosmic_conflict.scenes import code, scene, unit


def facing(at: str, sic: str = "VANG") -> Table:
    return scene(unit("a1", "LONG", "10 1"), unit("a2", "HALB", "10 2"), unit("b1", sic, at))


def scan(table: Table, target: str = "b1") -> str:
    """The code of the refusal to read a ship's Orders."""
    return code(commands.refuse_scan(table, table.units["a1"], table.units[target]))


@pytest.mark.rules("CC-168", "D-056")
def test_only_enemy_ships_on_the_board_are_scanned() -> None:
    table = facing("10 20")
    assert scan(table, "a2") == "E-TARGET"
    assert scan(table.removed(table.units["b1"], "fled")) == "E-TARGET"
    assert scan(facing("10 20", "HORN")) == "E-TARGET"


@pytest.mark.rules("CC-167", "CC-168", "D-096")
def test_each_choice_has_its_moments() -> None:
    ship = facing("10 20").units["a1"]

    def moments(choice: int) -> set[Moment]:
        window = ORDERS["scanners"].window
        return {each for each in window if not commands.refuse_choice(ship, choice, each)}

    assert moments(commands.SCENARIO_CHOICE) == {"R5"}
    assert moments(commands.ORDERS_CHOICE) == {"attacks", "moving"}
    assert code(commands.refuse_choice(ship, commands.SCENARIO_CHOICE, "moving")) == "E-WINDOW"

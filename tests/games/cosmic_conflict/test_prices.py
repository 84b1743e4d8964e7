"""Prices of ships and Fighters (2.15, CC-147 to 150)."""

from __future__ import annotations

from typing import Any

import pytest

from games.cosmic_conflict.content.catalogue import BASE
from games.cosmic_conflict.content.design_data import read

ITEMS = {
    "WREN": [34, 10],
    "DART": [26, 10],
    "HALB": [34, 20, 13, 10],
    "LONG": [26, 26, 10, 10],
    "PIKE": [26, 26, 20, 10, 10, 10],
    "PART": [34, 26, 20, 14, 10, 10],
    "BULW": [20, 36, 20, 10, 10, 10],
    "LANC": [40, 20, 14, 10, 10],
    "VANG": [34, 34, 20, 20, 14, 13, 10, 10],
    "TEMP": [34, 34, 34, 20, 20, 14, 14, 10, 10, 10],
    "CITA": [40, 37, 34, 20, 20, 14, 14, 13, 10, 10, 10],
    "HEAR": [5, 5, 0, 34, 10, 10, 10, 10],
    "ROOS": [5, 34, 20, 10, 13, 10],
}
SUMS = {
    "WREN": (74, 1, 1, 100, 74),
    "DART": (66, 1, 1, 100, 66),
    "HALB": (137, 2, 2, 100, 137),
    "LONG": (132, 2, 2, 100, 132),
    "PIKE": (162, 3, 3, 115, 187),
    "PART": (204, 3, 3, 100, 204),
    "BULW": (196, 3, 3, 100, 196),
    "LANC": (184, 3, 3, 100, 184),
    "VANG": (275, 4, 4, 100, 275),
    "TEMP": (350, 5, 5, 100, 350),
    "CITA": (402, 6, 6, 100, 402),
    "HEAR": (204, 4, 4, 100, 204),
    "ROOS": (182, 3, 3, 100, 182),
}
"""Canon 5.1: subtotal, Primary and Secondary slots, percent, points."""
FIGHTERS = {
    "HORN": (40, 1, 44),
    "MACE": (30, 0, 30),
    "WASP": (30, 0, 30),
    "MAUL": (40, 1, 44),
    "DRIF": (30, 0, 30),
}
"""Canon 5.1: sum, Secondaries beyond the allowance, points."""


def ship(size: int, primary: list[Any], secondary: list[Any] | None = None) -> Any:
    return read({"size": size, "primary": primary, "secondary": secondary or []})


def kinetic(arcs: str, variant: str | None = None) -> dict[str, Any]:
    return {"type": "KIN", "arcs": arcs, "variant": variant}


@pytest.mark.rules("W-34", "CC-283", "CC-284", "CC-286", "CC-288", "D-008", "D-030", "D-098")
@pytest.mark.parametrize("code", ITEMS)
def test_each_item_of_a_ship_costs_what_is_printed(code: str) -> None:
    assert [item.price for item in BASE.designs[code].items] == ITEMS[code]


@pytest.mark.rules("W-34", "CC-020", "CC-283", "CC-285", "CC-287", "D-098", "D-099")
@pytest.mark.parametrize("code", SUMS)
def test_a_ship_costs_what_is_printed(code: str) -> None:
    price = BASE.designs[code].price
    slots = (price.primary_slots, price.secondary_slots)
    assert (price.sum, *slots, price.percent, price.points) == SUMS[code]
    assert price.beyond == 0


@pytest.mark.rules("W-34", "CC-147", "CC-148", "CC-149", "CC-150", "D-061")
@pytest.mark.parametrize("code", FIGHTERS)
def test_a_fighter_costs_what_is_printed(code: str) -> None:
    price = BASE.designs[code].price
    assert (price.sum, price.beyond, price.points) == FIGHTERS[code]


@pytest.mark.rules("CC-288", "D-008")
def test_each_arc_has_its_price_and_all_round_costs_the_sum() -> None:
    costs = [ship(2, [kinetic(arcs)]).primary[0].price for arcs in ("F", "P", "S", "A", "FPSA")]
    assert costs == [26, 24, 24, 22, 36]
    costs = [ship(2, [], [kinetic(a)]).secondary[0].price for a in ("F", "P", "S", "A", "FPSA")]
    assert costs == [13, 12, 12, 11, 18]


@pytest.mark.rules("CC-088", "CC-089", "CC-090", "D-028", "D-030", "D-098")
def test_linked_is_free_oversized_costs_more_and_a_structural_mount_costs_forty() -> None:
    for variant in ("L1", "L2", "L3"):
        assert ship(2, [kinetic("F", variant)]).primary[0].price == 26
    assert ship(2, [kinetic("A", "OV")]).primary[0].price == 29  # 22 × 1.3 = 28.6
    assert ship(2, [kinetic("P", "OV")]).primary[0].price == 32  # 24 × 1.3 = 31.2
    assert ship(2, [kinetic("F", "SM")]).primary[0].price == 40
    assert ship(2, [kinetic("A", "SM")]).points == 100


@pytest.mark.rules("CC-285", "CC-287", "D-030", "D-099")
def test_surcharges_add_up_and_a_structural_mount_counts_twice() -> None:
    shields = {"type": "SHD"}
    price = ship(1, [shields, shields], [shields, shields]).price
    assert (price.sum, price.percent, price.points) == (90, 115, 104)  # 103.5
    mount = ship(1, [kinetic("F", "SM")]).price
    assert (mount.sum, mount.primary_slots, mount.percent, mount.points) == (70, 2, 110, 77)
    two = ship(2, [shields] * 4, [shields] * 4).price
    assert (two.sum, two.percent, two.points) == (180, 130, 234)


@pytest.mark.rules("CC-118", "CC-121", "CC-285", "D-099")
def test_hangars_are_cheap_but_take_slots() -> None:
    hangars = [{"type": "FLH"}, {"type": "FH"}]
    price = ship(1, hangars).price
    assert (price.sum, price.percent, price.points) == (35, 110, 39)


@pytest.mark.rules("CC-147", "CC-149", "CC-150", "D-061", "D-058")
def test_the_surcharges_of_a_fighter_add_up() -> None:
    special = [{"type": one} for one in ("FTL", "FPWS", "INT", "PAY")]
    gun = {"type": "KIN", "wsize": 6}
    assert [read({"primary": gun, "secondary": special[:n]}).points for n in range(5)] == [
        *(20, 30, 44, 60, 78)
    ]
    assert [read({"primary": None, "secondary": special[:n]}).points for n in range(5)] == [
        *(0, 10, 20, 33, 48)
    ]

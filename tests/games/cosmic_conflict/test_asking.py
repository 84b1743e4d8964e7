"""How the measuring questions are asked; ``cases/measuring.toml`` has the worked examples."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.cosmic_conflict.measuring import ask, refused


def gun(kind: str, size: int, variant: str | None = None) -> dict[str, Any]:
    return {"type": kind, "size": size, "variant": variant}


def hull(size: int, *tracks: Any, **more: Any) -> dict[str, Any]:
    return {"size": size, "absorbers": list(tracks), **more}


@pytest.mark.rules("W-04", "CC-023", "D-015")
def test_w04_a_change_beyond_the_highest_velocity_is_refused() -> None:
    battleship = {"unit": {"size": 6}, "at": [10, 10], "velocity": 3}
    assert refused("move", {**battleship, "change": 1}) == "E-VELOCITY"
    assert refused("move", {**battleship, "velocity": 4, "change": -1}) == "E-VELOCITY"
    assert refused("move", {**battleship, "change": -2}) == "E-VELOCITY"


@pytest.mark.rules("CC-056", "D-042")
def test_a_unit_of_the_position_moves_from_where_it_is() -> None:
    units = {"a1": {"sic": "HALB", "at": [20, 5], "velocity": 3}}
    assert ask("move", {"unit": "a1"}, units=units)["step2"] == [20, 8]
    assert ask("move", {"unit": "a1", "heading": 90}, units=units)["step2"] == [23, 5]
    units["a1"]["conditions"] = [{"result": 11, "choice": "b"}]
    assert refused("move", {"unit": "a1", "change": 1}, units=units) == "E-VEL-LOCKED"
    assert ask("move", {"unit": units["a1"]})["step2"] == [20, 8]
    assert refused("move", {"unit": "HORN", "at": [5, 5]}) == "E-FIGHTER"
    assert refused("move", {"unit": "HALB"}) == "E-FORMAT"


@pytest.mark.rules("W-42", "CC-209", "D-085")
def test_w42_a_random_push_needs_two_dice_and_pulls_nobody() -> None:
    asked = {"push": 1, "random": True, "centre": [20, 15], "at": [20, 15]}
    assert refused("displace", {**asked, "dice": [3]}) == "E-FORMAT"
    assert refused("displace", {**asked, "dice": [3, 4], "pull": 1}) == "E-FORMAT"


@pytest.mark.rules("W-13", "W-31", "W-44", "CC-090", "CC-127", "CC-135", "CC-173", "D-029")
@pytest.mark.parametrize(
    ("weapon", "target", "distance", "more"),
    [
        (gun("KIN", 6, "SM"), {"size": 6}, 22.01, {"dice": [2, 4, 6]}),
        ("MACE RKT1", "TEMP", 6.01, {"dice": [3, 4, 2]}),
        ("WREN KIN1", "MACE", 10.01, {"dice": [4, 5]}),
        (gun("KIN", 2), {"size": 4}, 21, {"dice": [3, 5], "marks": [1]}),
    ],
)
def test_beyond_its_range_there_is_no_attack(
    weapon: Any, target: Any, distance: float, more: dict[str, Any]
) -> None:
    asked = {"weapon": weapon, "target": target, "distance": distance, **more}
    assert refused("attack", asked) == "E-RANGE"


@pytest.mark.rules("CC-029", "CC-053")
def test_a_weapon_is_one_of_a_unit() -> None:
    units = {"a1": {"sic": "VANG", "at": [9, 9]}}
    asked = {"target": {"size": 4}, "distance": 10, "dice": [3, 4]}
    named = [{"weapon": "a1 BEAM1"}, {"unit": "a1", "weapon": "BEAM"}, {"weapon": "VANG BEAM1"}]
    found = [ask("attack", {**asked, **each}, units=units) for each in named]
    assert found[0] == found[1] == found[2]
    codes = [
        refused("attack", {**asked, "weapon": each}, units=units)
        for each in ("BEAM1", "a2 BEAM1", "a1 BEAM7", "a1 SHD1", "ZZZZ BEAM1")
    ]
    assert codes == ["E-FORMAT", *["E-UNKNOWN-ID"] * 4]
    assert refused("attack", {**asked, "weapon": gun("RKT", 3, "L1")}) == "E-DESIGN-VARIANT"
    assert refused("attack", {**asked, "weapon": gun("KIN", 3), "dice": [3, 4, 5]}) == "E-FORMAT"


@pytest.mark.rules("CC-243", "D-103")
def test_damage_with_a_deck_takes_the_place_of_a_card_for_each_condition() -> None:
    deck = {"settings": {"deck": True}}
    asked = {"unit": hull(3, health=9), "damage": 1}
    # 36 cards in the order of their results: 1 Catastrophic, 2 Critical, 7 Structural, 11 Serious,
    # 5 Weapons Damage, which this hull cannot have: another card is drawn. The last does nothing.
    assert ask("damage", {**asked, "dice": [36]}, **deck)["conditions"] == []
    assert ask("damage", {**asked, "dice": [26, 10]}, **deck)["conditions"] == [4]
    assert ask("damage", {**asked, "dice": [26, 11]}, **deck)["conditions"] == [6]
    assert refused("damage", {**asked, "dice": [37]}, **deck) == "E-FORMAT"
    assert refused("damage", {**asked, "dice": [7, 1]}) == "E-FORMAT"


def test_the_dice_of_damage_must_be_as_many_as_are_needed() -> None:
    for dice in ([], [3], [3, 3, 1]):
        asked = {"unit": hull(3, health=9), "damage": 1, "dice": dice}
        assert refused("damage", asked) == "E-FORMAT"
    for wrong in (hull(3, health=30), hull(3, ["SHD", 11]), hull(0, ["SHD", 7])):
        assert refused("damage", {"unit": wrong, "damage": 1}) == "E-FORMAT"
    gone = {"a1": {"sic": "VANG", "state": "destroyed"}}
    assert refused("damage", {"unit": "a1", "damage": 1}, units=gone) == "E-TARGET"

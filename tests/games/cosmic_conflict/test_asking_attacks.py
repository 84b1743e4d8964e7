"""Questions about attacks and damage, with the canon's worked examples (chapter 6)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.cosmic_conflict.measuring import ask, refused


def gun(kind: str, size: int, variant: str | None = None) -> dict[str, Any]:
    return {"type": kind, "size": size, "variant": variant}


def attack(weapon: Any, target: Any, distance: Any, *dice: int, **more: Any) -> dict[str, Any]:
    target = {"size": target} if isinstance(target, int) else target
    asked = {"weapon": weapon, "target": target, "distance": distance, "dice": list(dice), **more}
    return ask("attack", asked)


def result(*asked: Any, **more: Any) -> tuple[int, str, int, int]:
    """A, the band, X and F."""
    found = attack(*asked, **more)
    return found["A"], found["band"], found["X"], found["F"]


KIN3, BEAM4, RKT2 = gun("KIN", 3), gun("BEAM", 4), gun("RKT", 2)

# --- Attacks ---


@pytest.mark.rules("W-09", "W-10", "CC-036", "CC-039", "CC-085")
def test_w09_w10_extended_range_and_glances() -> None:
    assert result(KIN3, 4, 14, 3, 5) == (3, "hit", 4, 4)
    assert result(KIN3, 4, 14, 1, 4) == (1, "glance", 3, 2)
    assert result(KIN3, 4, 14, 1, 2) == (1, "glance", 1, 1)
    assert result(KIN3, 4, 14, 1, 1) == (1, "glance", 0, 0)


@pytest.mark.rules("W-11", "CC-040", "CC-082", "D-022", "D-027")
def test_w11_a_miss_and_negative_damage() -> None:
    assert result(gun("KIN", 5), 3, 14, 2, 5) == (-1, "miss", 7, 0)
    assert result(gun("KIN", 0), 4, 9, 4, 3) == (8, "hit", 0, 0)
    assert result(gun("KIN", 0), 4, 9, 4, 6) == (8, "hit", 2, 2)


@pytest.mark.rules("W-12", "CC-088")
def test_w12_linked_fire() -> None:
    linked = gun("KIN", 3, "L2")
    assert result(linked, 1, 9, 2, 4) == (3, "glance", 4, 2)
    assert result(linked, 1, 9, 3, 4) == (4, "hit", 4, 4)


@pytest.mark.rules("W-13", "CC-089", "CC-090", "D-029")
def test_w13_oversized_and_structural() -> None:
    assert result(gun("BEAM", 5, "OV"), 4, 21.5, 5, 2, 6) == (2, "hit", 7, 7)
    structural = gun("KIN", 6, "SM")
    assert result(structural, 6, 9, 2, 4, 6) == (1, "hit", 10, 10)
    assert result(structural, 6, 22, 2, 4, 6) == (0, "glance", 10, 5)
    far = {"weapon": structural, "target": {"size": 6}, "distance": 22.01, "dice": [2, 4, 6]}
    assert refused("attack", far) == "E-RANGE"


@pytest.mark.rules("W-14", "CC-109", "CC-110", "D-053")
@pytest.mark.parametrize(
    ("ecm", "figures"),
    [
        ({}, (3, "hit", 4, 4)),
        ({"ecm_p": 1}, (2, "hit", 4, 4)),
        ({"ecm_p": 1, "ecm_s": 1}, (2, "glance", 4, 2)),
        ({"ecm_s": 2}, (3, "glance", 4, 2)),
    ],
)
def test_w14_ecm(ecm: Any, figures: Any) -> None:
    assert result(BEAM4, {"size": 4, **ecm}, 10, 3, 4) == figures


@pytest.mark.rules("W-15", "CC-161")
def test_w15_evasive_actions() -> None:
    assert result(BEAM4, {"size": 4, "evasive": True}, 10, 2, 3) == (1, "glance", 3, 2)
    assert result(BEAM4, 4, 10, 2, 3) == (2, "hit", 3, 3)


@pytest.mark.rules("W-26", "CC-086", "CC-095", "CC-096", "CC-122")
def test_w26_rockets_by_band_with_pws() -> None:
    target = {"size": 3, "pws": 1}
    found = [result(RKT2, target, each, 4, 5, 3)[::2] for each in (6, 6.01, 12)]
    found += [result(RKT2, target, each, 4, 5)[::2] for each in (12.01, 18)]
    assert found == [(5, 6), (4, 3), (4, 3), (3, 3), (3, 3)]


@pytest.mark.rules("W-27", "CC-086", "CC-097", "CC-102", "D-031", "D-051")
def test_w27_a_missile_against_pws_and_aws() -> None:
    figures = (5, "hit", 2, 2)  # The canon prints A = 4 + 3 - 2 as 4.
    assert result("LONG MSL1", {"size": 3, "pws": 1, "aws": 1}, 8, 4, 5) == figures
    units = {"b1": {"sic": "PART", "at": [20, 20]}, "b2": {"sic": "BULW", "at": [23, 24]}}
    asked = {"unit": "LONG", "weapon": "MSL", "target": "b1", "distance": 8, "dice": [4, 5]}
    found = ask("attack", asked, units=units)
    assert (found["A"], found["X"]) == (5, 2)
    units["b2"]["at"] = [20, 26.01]
    assert ask("attack", asked, units=units)["X"] == 3
    assert result("LONG MSL1", "BULW", 8, 4, 5)[2] == 5 + 2 - 3 - 2 - 1, "it covers itself"


@pytest.mark.rules("W-29", "CC-100", "CC-188")
def test_w29_a_missile_through_a_dust_cloud() -> None:
    target = {"size": 3, "pws": 1}
    assert result(gun("MSL", 2), target, 7.76, 2, 6, obscuring=1) == (2, "glance", 4, 2)


@pytest.mark.rules("W-31", "CC-126", "CC-127", "CC-134", "CC-135")
def test_w31_fighters_attack_and_are_attacked() -> None:
    assert result("MACE RKT1", "TEMP", 6, 3, 4, 2) == (4, "hit", 4, 4)
    far = {"weapon": "MACE RKT1", "target": "TEMP", "distance": 6.01, "dice": [3, 4, 2]}
    assert refused("attack", far) == "E-RANGE"
    assert result("WREN KIN1", "MACE", 9, 4, 5) == (5, "hit", 5, 5)
    far = {"weapon": "WREN KIN1", "target": "MACE", "distance": 10.01, "dice": [4, 5]}
    assert refused("attack", far) == "E-RANGE"


@pytest.mark.rules("W-41", "CC-191")
def test_w41_the_die_of_a_blocking_request() -> None:
    found = attack(BEAM4, 4, 10, 5, 6)
    assert (found["A"], found["F"]) == (5, 6)
    assert (found["sums"], found["request"]) == ({"acc": 33, "dmg1": 21}, "dmg1")
    found = attack(BEAM4, 4, 10, 2, 2)
    assert (found["sums"], found["request"]) == ({"acc": 11, "dmg1": 21}, "acc")
    assert attack(BEAM4, 4, 10, 1, 1)["request"] is None, "F cannot become less than 1"


@pytest.mark.rules("W-46", "CC-154")
def test_w46_the_means_of_a_reroll() -> None:
    found = attack(KIN3, 3, 9, 1, 5)
    assert (found["A"], found["X"], found["F"]) == (1, 5, 3)
    assert found["sums"] == {"acc": 26, "dmg1": 12}


@pytest.mark.rules("W-44", "CC-171", "CC-173")
def test_w44_marked_effects() -> None:
    assert result(gun("KIN", 2), 4, 21, 3, 5, marks=[1, 3]) == (6, "hit", 3, 3)
    far = {"weapon": gun("KIN", 2), "target": {"size": 4}, "distance": 21, "dice": [3, 5]}
    assert refused("attack", {**far, "marks": [1]}) == "E-RANGE"


@pytest.mark.rules("W-45", "CC-172", "D-069")
def test_w45_mark_effect_2_ignores_obscuring_terrain() -> None:
    assert result(BEAM4, 4, 10, 3, 4, obscuring=1)[0] == 2
    assert result(BEAM4, 4, 10, 3, 4, obscuring=1, marks=[2])[0] == 3


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
    assert refused("attack", {**asked, "weapon": KIN3, "dice": [3, 4, 5]}) == "E-FORMAT"


# --- Damage ---


def hurt(unit: Any, amount: int, *dice: int, **more: Any) -> dict[str, Any]:
    return ask("damage", {"unit": unit, "damage": amount, "dice": list(dice), **more})


def hull(size: int, *tracks: Any, **more: Any) -> dict[str, Any]:
    return {"size": size, "absorbers": list(tracks), **more}


def shot(kind: str, accuracy: int) -> dict[str, Any]:
    return {"type": kind, "A": accuracy}


def left(found: dict[str, Any]) -> tuple[list[int], int]:
    return found["absorbers"], found["health"]


@pytest.mark.rules("W-16", "CC-092", "CC-104", "CC-108", "D-032")
@pytest.mark.parametrize(
    ("accuracy", "damage", "boxes", "health"),
    [(5, 5, [4, 3], 5), (4, 5, [0, 3], 1), (3, 9, [0, 0], 2)],
)
def test_w16_kinetic_bypass(accuracy: int, damage: int, boxes: Any, health: int) -> None:
    unit = hull(4, ["SHD", 4], {"type": "ARM", "left": 3})
    assert left(hurt(unit, damage, attack=shot("KIN", accuracy))) == (boxes, health)


@pytest.mark.rules("W-17", "CC-094", "D-033")
def test_w17_a_beam_and_rockets_against_tracks() -> None:
    unit = hull(4, ["SHD", 4], ["ARM", 3])
    assert left(hurt(unit, 9, attack=shot("BEAM", 9))) == ([0, 0], 2)
    unit = hull(4, ["ARM", 3], ["SHD", 2])
    assert left(hurt(unit, 4, attack=shot("RKT", 5))) == ([0, 2], 1)


@pytest.mark.rules("W-18", "CC-044", "CC-045", "CC-054")
def test_w18_overflow_through_every_layer() -> None:
    unit = hull(3, ["SHD", 3], ["ARM", 2], health=8)
    assert hurt(unit, 9, 5, 4, attack=shot("BEAM", 2)) == {
        "destroyed": False,
        "health": 12,
        "absorbers": [0, 0],
        "conditions": [9],
        "structural": 0,
    }


@pytest.mark.rules("W-19", "W-20", "CC-050", "CC-051", "CC-052", "D-038")
def test_w19_w20_critical_damage() -> None:
    found = hurt(hull(3, health=9), 3, 1, 2, 2, 3, 3, 4)
    assert (found["health"], found["conditions"], found["structural"]) == (15, [5, 7], 1)
    found = hurt(hull(3, health=9), 1, 1, 2, 1, 2, 6, 6, 2, 2, 6, 6)
    assert (found["health"], found["conditions"]) == (10, [4])


@pytest.mark.rules("W-21", "CC-051", "D-036")
def test_w21_the_structural_bonus() -> None:
    found = hurt(hull(4, health=8, structural=1), 2, 3, 3)
    assert (found["health"], found["conditions"], found["structural"]) == (14, [6], 1)


@pytest.mark.rules("W-22", "CC-046", "CC-048", "CC-049", "CC-055")
def test_w22_rerolls_and_destruction() -> None:
    silent = {"sic": "HALB", "health": 9, "conditions": [10], "absorbers": [0]}
    found = hurt(silent, 1, 4, 6, 6, 6)
    assert (found["health"], found["conditions"]) == (10, [])
    found = hurt(hull(2, health=18), 5)
    assert (found["destroyed"], found["health"]) == (True, 20)
    assert hurt(hull(3, health=9), 1, 1, 1)["destroyed"]


@pytest.mark.rules("W-24", "CC-157", "CC-158", "D-043")
def test_w24_brace_for_impact() -> None:
    found = hurt(hull(4, health=6), 9, 2, 2, 3, 4, brace=True)
    assert (found["health"], found["conditions"]) == (12, [7])
    found = hurt(hull(4, health=6), 9, 2, 2)
    assert (found["health"], found["conditions"]) == (15, [4])


@pytest.mark.rules("W-31", "CC-138")
def test_w31_a_fighter_is_hit() -> None:
    assert left(hurt("MACE", 5, attack=shot("KIN", 5))) == ([3], 5)
    assert left(hurt(hull(0, ["ARM", 3]), 5, attack=shot("KIN", 5))) == ([3], 5)
    assert hurt({"size": 0}, 6)["destroyed"]


@pytest.mark.rules("CC-016", "D-034")
def test_damage_of_terrain_goes_to_shields_first() -> None:
    units = {"a1": {"sic": "VANG", "at": [20, 10]}}
    found = ask("damage", {"unit": "a1", "damage": 8}, units=units)
    assert (sorted(found["absorbers"]), found["health"]) == ([2, 10], 0)


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

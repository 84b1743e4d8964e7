"""Attacks: ranges, modes, cover, Assaults and vehicles (GA-46 to GA-80, GA-97 to GA-100)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.galaxy_aflame.course import having, position

PLAIN = {"R1": "INF 24 24", "B1": "RIF 24 12"}
NONE = "1 1 1 1 1 1 1 1 1 1"
WALL = {"solid": [[20, 16, 28, 18]]}


# --- Ranges and sight ---


@pytest.mark.rules("GA-14", "GA-15", "GA-47", "GA-48", "GA-49", "GA-50")
@pytest.mark.parametrize(
    ("card", "codes"),
    [
        ("INF", ("", "", "", "E_RANGE")),
        ("SPA", ("", "E_RANGE", "E_RANGE", "E_RANGE")),
        ("CHO", ("E_DEAD_ZONE", "", "", "E_RANGE")),
        ("SPI", ("E_DEAD_ZONE", "", "", "")),
    ],
)
def test_what_each_range_reaches(card: str, codes: tuple[str, ...]) -> None:
    for at, code in zip(("10", "10.1", "22", "22.1"), codes, strict=True):
        match = position({"R1": f"{card} 4 30", "B1": f"RIF {at} 30"})
        found = "" if match.allows("SHOOT R1 B1") else match.refused("SHOOT R1 B1")
        assert (at, found) == (at, code)


@pytest.mark.rules("GA-14", "GA-15", "GA-16", "GA-48", "GA-49")
@pytest.mark.parametrize(
    ("card", "at", "legal"),
    [
        ("SPA", "9", True),
        ("SPA", "9.1", False),
        ("SPI", "9", False),
        ("SPI", "9.1", True),
        ("INF", "19", True),
        ("INF", "19.1", False),
    ],
)
def test_the_options_hand_and_arm_move_the_limits_of_both(card: str, at: str, legal: bool) -> None:
    units = {"R1": f"{card} 4 30", "B1": f"{card} {at} 30"}
    match = position(units, settings={"hand": 50, "arm": 150})
    assert match.allows("SHOOT R1 B1") is legal
    assert match.play("END").allows("SHOOT B1 R1") is legal


@pytest.mark.rules("GA-17")
@pytest.mark.parametrize(("courtesy", "far", "legal"), [(0, 18.1, 0), (5, 18.5, 1), (5, 18.6, 0)])
def test_courtesy_makes_arm_range_longer(courtesy: int, far: float, legal: int) -> None:
    units = {"R1": "INF 4 30", "B1": f"RIF {4 + far:g} 30"}
    match = position(units, settings={"courtesy": courtesy})
    assert match.allows("SHOOT R1 B1") is bool(legal)
    assert match.play("END").allows("SHOOT B1 R1") is bool(legal)


@pytest.mark.rules("GA-17", "GA-48")
def test_courtesy_leaves_hand_range_alone() -> None:
    units = {"R1": "SPA 4 30", "R2": "CHO 4 26", "B1": "RIF 10.1 30", "B2": "STO 10.1 26"}
    match = position(units, settings={"courtesy": 20})
    assert match.refused("SHOOT R1 B1") == "E_RANGE"
    assert match.allows("SHOOT R2 B2")


@pytest.mark.rules("GA-51")
def test_only_solid_pieces_block_the_line_of_sight() -> None:
    assert position(PLAIN, WALL).refused("SHOOT R1 B1 KILL") == "E_LOS"
    ground = {"cover": [{"rect": [20, 16, 28, 18]}], "barriers": [[[20, 15], [28, 15]]]}
    units = {**PLAIN, "R2": "MAN 24 21", "B2": "STO 24 16"}
    assert position(units, ground).allows("SHOOT R1 B1 KILL")
    assert position(PLAIN, WALL, settings={"los": False}).allows("SHOOT R1 B1 KILL")


@pytest.mark.rules("GA-67", "GA-100")
def test_indirect_fire_does_not_pass_over_a_barrier_to_who_is_behind_it() -> None:
    ground = {**WALL, "barriers": [[[20, 13], [28, 13]]]}
    match = position({"R1": "BRI 24 24", "B1": "RIF 24 12"}, ground)
    match.play("SHOOT R1 B1").roll("4 1 1 1 1 1", "3")
    assert match.told("Attacked")[0].checks.need == 3


@pytest.mark.rules("GA-46", "GA-52", "GA-53")
def test_who_shoots_and_who_is_shot_at() -> None:
    units = {
        "R1": "INF 24 24",
        "R2": "MAN 30 24",
        "R3": having("REE", **{"in": "R2"}),
        "R4": "EEL",
        "B1": "RIF 24 12",
        "B2": "CAR 30 12",
        "B3": having("HUN", **{"in": "B2"}),
        "B4": having("STO", state="out"),
        "B5": "BIK",
    }
    match = position(units)
    assert match.refused("SHOOT R3 B1 KILL") == "E_CARRIED"
    assert match.refused("SHOOT R1 B3 KILL") == "E_CARRIED"
    assert match.refused("SHOOT R1 R2 KILL") == "E_TARGET"
    assert match.refused("SHOOT R1 R3 KILL") == "E_CARRIED"
    assert match.refused("SHOOT R1 B4 KILL") == "E_TARGET"
    assert match.refused("SHOOT R1 B5 KILL") == "E_TARGET"
    assert match.refused("SHOOT R1 B9 KILL") == "E_TARGET"
    assert match.refused("SHOOT R4 B1 KILL") == "E_TARGET"
    assert match.refused("SHOOT B1 R1 KILL") == "E_TARGET"
    assert match.allows("SHOOT R1 B1")


# --- Dice ---


@pytest.mark.rules("GA-06", "GA-18", "GA-20", "GA-54", "GA-55", "GA-56")
@pytest.mark.parametrize(
    ("card", "dice", "faces", "hits"),
    [
        (having("INF", "24 24", models=3), (3, 4), "3 4 4", 2),
        (having("REE", "24 24", models=3), (3, 6), "3 4 5", 2),
        (having("BRI", "24 24"), (6, 6), "1 2 3 4 5 6", 3),
        (having("LAM", "24 24"), (4, 8), "3 4 8 1", 2),
        (having("SPI", "24 24"), (3, 10), "3 4 10", 2),
    ],
)
def test_each_model_rolls_its_dice_and_four_is_a_success(
    card: Any, dice: tuple[int, int], faces: str, hits: int
) -> None:
    match = position({"R1": card, "B1": "RIF 24 12"}).play("SHOOT R1 B1 KILL")
    assert match.dice == (dice,)
    match.roll(faces)
    assert match.dice == ((hits, 6),)


@pytest.mark.rules("GA-18", "GA-19", "GA-55")
def test_three_is_a_success_against_a_suppressed_unit_in_both_modes() -> None:
    units = {**PLAIN, "B1": having("RIF", "24 12", suppressed=True)}
    kill = position(units).play("SHOOT R1 B1 KILL").roll("3 2 1 1 1 1 1 1 1 1")
    assert kill.dice == ((1, 6),)
    told = kill.roll("6").told("Attacked")[0]
    assert (told.need, told.die) == (3, 0)
    suppress = position(units).play("SHOOT R1 B1 SUPPRESS").roll("3 3 1 1 1 1 1 1 1 1")
    assert suppress.dice == ((1, 4),)


@pytest.mark.rules("GA-55")
def test_what_counts_is_whether_it_was_suppressed_before_the_shot() -> None:
    match = position(PLAIN).play("SHOOT R1 B1 SUPPRESS").roll("4 3 3 3 1 1 1 1 1 1")
    assert not match.dice
    assert match.told("Attacked")[0].successes == 1
    assert match.unit("B1").suppressed


@pytest.mark.rules("GA-57", "GA-58")
@pytest.mark.parametrize(
    ("faces", "suppressed", "die"),
    [
        (NONE, False, ()),
        ("4 1 1 1 1 1 1 1 1 1", True, ()),
        ("4 4 1 1 1 1 1 1 1 1", True, ((1, 4),)),
    ],
)
def test_suppression_needs_one_success_and_hits_need_two(
    faces: str, suppressed: bool, die: tuple[tuple[int, int], ...]
) -> None:
    match = position(PLAIN).play("SHOOT R1 B1 SUPPRESS").roll(faces)
    assert match.dice == die
    if die:
        match.roll("2", "5 5")
        assert match.told("Attacked")[0].die == 2
    assert match.unit("B1").suppressed is suppressed
    assert [each.code for each in match.told("Attacked")[0].suppressed] == ["B1"] * suppressed
    assert match.unit("R1").shots == 1


@pytest.mark.rules("GA-38")
def test_two_shots_have_targets_and_modes_of_their_own() -> None:
    match = position({**PLAIN, "B2": "STO 30 12"})
    match.shoot("R1 B1 SUPPRESS", "4 1 1 1 1 1 1 1 1 1").shoot("R1 B2 KILL", NONE)
    assert match.unit("R1").shots == 2
    assert not match.unit("B2").suppressed
    assert match.refused("SHOOT R1 B1 KILL") == "E_BUDGET"


# --- Automatic suppression ---

CHOIR = {"R1": "CHO 24 24", "R2": "INF 24 16", "B1": "RIF 24 12"}


@pytest.mark.rules("GA-59", "GA-60", "GA-99")
def test_what_is_within_the_radius_of_the_target_is_suppressed() -> None:
    units = {
        **CHOIR,
        "B2": "STO 24 8",
        "B3": "BIK 28.1 12",
        "B4": "CAR 21 12",
        "B5": having("HUN", **{"in": "B4"}),
    }
    match = position(units).shoot("R1 B1 SUPPRESS", "1", "5")
    assert [unit.code for unit in match.table.units.values() if unit.suppressed] == ["B1", "B2"]
    told = match.told("Attacked")[0]
    assert [each.code for each in told.suppressed] == ["B1", "B2"]
    assert (told.faces, told.successes, told.die) == ((), 0, 1)
    assert match.models("B1") == [7]


@pytest.mark.rules("GA-59")
def test_the_attacker_chooses_the_victim() -> None:
    match = position({**CHOIR, "B2": "STO 24 8", "B3": "BIK 28.1 12"})
    for victim in ("B3", "B4"):
        assert not match.allows(f"SHOOT R1 B1 SUPPRESS VICTIM {victim}")
    assert match.refused("SHOOT R1 B1 SUPPRESS VICTIM B3") == "E_VICTIM"
    assert match.refused("SHOOT R1 B1 KILL VICTIM B1") == "E_VICTIM"
    assert match.refused("SHOOT R2 B1 SUPPRESS VICTIM B1") == "E_VICTIM"
    assert match.refused("SHOOT R1 B1 SUPPRESS VICTIM R2") == "E_TARGET"
    assert match.refused("SHOOT R1 B1 SUPPRESS VICTIM B9") == "E_TARGET"
    match.play("SHOOT R1 B1 SUPPRESS VICTIM B2").roll("3")
    assert match.dice == ((3, 8),)
    match.roll("1 1 4")
    assert match.models("B1", "B2") == [7, 3]
    assert match.told("Attacked")[0].checks.unit.code == "B2"


@pytest.mark.rules("GA-59", "GA-65")
def test_the_cover_of_the_victim_counts() -> None:
    units = {**CHOIR, "B2": "STO 24 8"}
    ground = {"cover": [{"circle": [24, 8, 1]}]}
    match = position(units, ground).shoot("R1 B1 SUPPRESS VICTIM B2", "1", "3")
    assert match.models("B2") == [5]
    match = position(units, ground).shoot("R1 B1 SUPPRESS", "1", "3")
    assert match.models("B1") == [6]


@pytest.mark.rules("GA-99")
def test_in_kill_mode_such_a_unit_shoots_normally() -> None:
    match = position({**CHOIR, "B2": "STO 24 8"}).play("SHOOT R1 B1 KILL")
    assert match.dice == ((3, 6),)
    match.roll("4 1 1", "6")
    assert not any(unit.suppressed for unit in match.table.on_table())


# --- Checks and cover ---


@pytest.mark.rules("GA-63", "GA-64", "GA-69")
@pytest.mark.parametrize(("faces", "left"), [("3 4 4", 6), ("1 2 3", 4), ("4 5 6", 7)])
def test_a_check_is_saved_on_four(faces: str, left: int) -> None:
    match = position({**PLAIN, "R1": "SPI 24 24"}).shoot("R1 B1 KILL", "10 10 10", faces)
    assert match.models("B1") == [left]
    assert match.unit("B1").fails == 7 - left


@pytest.mark.rules("GA-64", "GA-69", "GA-81", "GA-89")
def test_failures_beyond_the_last_model_are_lost_but_counted() -> None:
    units = {**PLAIN, "B1": having("RIF", "24 12", models=2), "B2": "STO 4 4"}
    match = position(units).shoot("R1 B1 KILL", "4 4 4 1 1 1 1 1 1 1", "1 1 1")
    assert match.unit("B1").out
    assert match.told("Attacked")[0].checks.lost == 2
    assert match.table.losses[1] == (2, 1)
    assert match.unit("B1").fails == 3
    assert match.kinds() == ["Attacked", "Removed"]
    removed = match.told("Removed")[0]
    assert (removed.cause, removed.models) == ("shot", 0)


@pytest.mark.rules("GA-65", "GA-66", "GA-68")
@pytest.mark.parametrize(
    ("at", "mode", "need"),
    [("24 12", "KILL", 3), ("24 15", "KILL", 3), ("24 15.1", "KILL", 4), ("24 12", "SUPPRESS", 3)],
)
def test_an_area_of_cover_counts_with_its_border_in_both_modes(
    at: str, mode: str, need: int
) -> None:
    ground = {"cover": [{"circle": [24, 12, 3]}]}
    match = position({"R1": "INF 24 24", "B1": f"RIF {at}"}, ground)
    match.play(f"SHOOT R1 B1 {mode}").roll("4 4 1 1 1 1 1 1 1 1")
    match.roll("2", "3 4") if mode == "SUPPRESS" else match.roll("3 4")
    report = match.told("Attacked")[0].checks
    assert (report.need, report.saves) == (need, 2 if need == 3 else 1)
    assert match.told("Attacked")[0].cover is (need == 3)


@pytest.mark.rules("GA-65", "GA-68", "GA-77")
def test_vehicles_use_cover_too() -> None:
    ground = {"cover": [{"rect": [20, 10, 28, 14]}]}
    match = position({"R1": "LAM 24 24", "B1": "CAR 24 12"}, ground)
    match.shoot("R1 B1 KILL", "4 4 1 1", "3 2")
    assert match.unit("B1").shaken

"""The worked examples of the canon, T01 to T30, with its numbers."""

from __future__ import annotations

import pytest

from tests.games.colonial_space_wars.course import CLEFT, MARCH, Course, hurt, position, setup

RED_ONLY = {"B1": "PIL L10"}
"""An enemy far away, so that nobody is defeated."""


@pytest.mark.rules("CSW-20", "CSW-21", "T01")
def test_the_higher_roll_wins_the_initiative_and_ties_are_rolled_again() -> None:
    match = setup(factions={"R": "union", "B": "centauri"})
    match.roll(4, 4)
    assert match.table.winner is None
    match.roll(2, 5)
    assert match.decision().kind == "role"
    assert match.decision().seat == 1
    match.play("ROLE DEFENDER")
    assert match.table.attacker == 0
    assert (match.decision().kind, match.decision().seat) == ("zone", 0)


@pytest.mark.rules("CSW-22", "CSW-23", "CSW-24", "CSW-26", "T02")
def test_the_attacker_deploys_all_units_in_the_zone() -> None:
    match = setup(factions={"R": "union", "B": "centauri"}, attacker="R")
    match.play("ZONE SOUTH")
    assert match.decision().seat == 0
    assert match.refused("DEPLOY R4 C8") == "E_ZONE"
    match.play("DEPLOY R4 C9")
    assert match.refused("DEPLOY R5 C9") == "E_OCCUPIED"
    match.play("DEPLOY R9 C10", "DEPLOY R5 IN R9", "DEPLOY R6 IN R9")
    assert match.refused("DEPLOY R7 IN R9") == "E_CARRY"
    assert match.refused("DEPLOY DONE") == "E_INCOMPLETE"
    assert match.table.zone_of(match.table.active) == "south"
    match.play("DEPLOY AUTO", "DEPLOY DONE")
    assert match.decision().seat == 1
    assert match.refused("DEPLOY B1 C3") == "E_ZONE"
    match.play("DEPLOY B1 C2")


UNION = {"R1": "COM A9", "R2": "CAP B9", "R3": "CAP C9", **RED_ONLY}


@pytest.mark.rules("CSW-31", "CSW-32", "CSW-33", "T03")
def test_the_union_draws_its_points_from_its_leaders() -> None:
    match = position({**UNION, "R2": hurt("CAP", "B9", 1)}, turn="B", pool=3)
    match.play("END")
    assert match.table.pool == 7
    match = position({"R1": "COM A9", "R2": "CAP B9", **RED_ONLY}, turn="B").play("END")
    assert match.table.pool == 5
    match = position({"R2": "CAP B9", **RED_ONLY}, turn="B").play("END")
    assert match.table.pool == 2


def _brotherhood(voices: int, *, prelate: bool = True, **more: object) -> Course:
    units = {f"B{number + 2}": f"PIL {'ABCDEFGH'[number]}1" for number in range(voices)}
    if prelate:
        units["B1"] = "PRE L1"
    return position({**units, "R1": "COM A9"}, turn="R", **more)


@pytest.mark.rules("CSW-34", "CSW-35", "CSW-108", "T04")
def test_centauri_adds_at_most_five_voices_and_a_promised_point() -> None:
    assert _brotherhood(8).play("END").table.pool == 7
    assert _brotherhood(4).play("END").table.pool == 6
    assert _brotherhood(4, prelate=False).play("END").table.pool == 4
    promised = _brotherhood(4, prelate=False, bonus={"B": 1}).play("END")
    assert promised.table.pool == 5
    assert promised.play("END", "END").table.pool == 4
    two_swords = _brotherhood(8, settings={"swords": 2})
    assert two_swords.play("END").table.pool == 10


@pytest.mark.rules("CSW-42", "CSW-85", "CSW-86", "CSW-107", "T05")
@pytest.mark.parametrize(
    ("unit", "price"),
    [
        ({"type": "BRI", "health": 4}, 1),
        ({"type": "BRI", "health": 3}, 1),
        ({"type": "BRI", "health": 2}, 2),
        ({"type": "BRI", "health": 1}, 3),
        ({"type": "BRI", "health": 1, "inspired": True}, 2),
        ({"type": "BRI", "health": 1, "inspired": True, "dread": True}, 3),
        ({"type": "COL", "health": 1}, 2),
        ({"type": "BRI", "health": 4, "inspired": True}, 0),
    ],
)
def test_damage_and_effects_change_the_cost(unit: dict[str, object], price: int) -> None:
    match = position({"R1": {"at": "F5", **unit}, **RED_ONLY})
    assert match.table.cost(match.unit("R1")) == price


@pytest.mark.rules("CSW-41", "CSW-43", "T06")
def test_a_unit_is_activated_once_and_paid_for() -> None:
    match = position({"R1": hurt("BRI", "F5", 1), "R2": "BRI F6", **RED_ONLY}, pool=2)
    refusal = match.refusal("ACTIVATE R1")
    assert refusal.code == "E_NO_CMD"
    assert "costs 3" in refusal.sentence
    assert "has 2" in refusal.sentence
    settings = {"auto_end": False}
    match = position({"R2": "BRI F6", **RED_ONLY}, settings=settings)
    match.play("ACTIVATE R2")
    assert match.table.pool == 19
    match.play("FINISH")
    assert match.refused("ACTIVATE R2") == "E_ALREADY_ACTIVATED"


@pytest.mark.rules("CSW-49", "CSW-57", "CSW-59", "CSW-60", "CSW-103", "T07")
def test_terrain_costs_by_class() -> None:
    light = position({"R1": "BRI F2", **RED_ONLY}, MARCH).stops("R1")
    assert (light["F3"], light["F4"], light["F5"]) == (2, 3, 3)
    match = position({"R1": "BAS F2", **RED_ONLY}, MARCH).play("ACTIVATE R1")
    assert match.stops("R1")["F3"] == 3
    refusal = match.refusal("MOVE F4")
    assert refusal.code == "E_MOV"
    assert "costs 4" in refusal.sentence
    scouts = position({"R1": "VEI F2", **RED_ONLY}, MARCH).stops("R1")
    assert (scouts["F3"], scouts["F4"]) == (1, 2)


@pytest.mark.rules("CSW-51", "CSW-61", "CSW-102", "T08")
def test_cliffs_stop_those_on_the_ground() -> None:
    match = position({"R1": "BRI E3", **RED_ONLY}, MARCH).play("ACTIVATE R1")
    assert match.refused("MOVE E4") == "E_TERRAIN"
    assert match.stops("R1")["D4"] == 1
    assert match.stops("R1")["D5"] == 2
    refusal = match.refusal("MOVE E6")
    assert refusal.code == "E_MOV"
    assert "costs 4" in refusal.sentence
    flyer = position({"R1": "KES E3", **RED_ONLY}, MARCH).play("ACTIVATE R1")
    assert flyer.stops("R1")["E6"] == 3
    assert flyer.refused("MOVE E4") == "E_TERRAIN"


@pytest.mark.rules("CSW-51", "CSW-75", "CSW-76", "T09")
def test_a_corner_between_two_cliffs_is_closed() -> None:
    match = position({"R1": "BRI A1", "B1": "PIL C3"}, CLEFT).play("ACTIVATE R1")
    assert not match.stops("R1")
    assert match.refused("MOVE B2") == "E_NO_PATH"
    match = position({"R1": "ENG A1", "B1": "PIL B2"}, CLEFT).play("ACTIVATE R1")
    assert match.refused("ATTACK B1 1") == "E_BLOCKED"
    position({"R1": "BRI A1", "B1": "PIL B2"}, CLEFT).play("ACTIVATE R1", "ATTACK B1 1")


@pytest.mark.rules("CSW-52", "CSW-102", "T10")
def test_only_flyers_cross_other_units() -> None:
    row = (".....",)
    match = position({"R1": "BRI A1", "R2": "CAP B1", "B1": "PIL E1"}, row).play("ACTIVATE R1")
    assert match.refused("MOVE C1") == "E_NO_PATH"
    match = position({"R1": "KES A1", "R2": "CAP B1", "B1": "PIL C1"}, row).play("ACTIVATE R1")
    assert match.stops("R1") == {"D1": 3, "E1": 4}
    assert match.refused("MOVE B1") == "E_OCCUPIED"


@pytest.mark.rules("CSW-73", "CSW-74", "T11")
def test_range_counts_a_diagonal_step_as_one() -> None:
    match = position({"R1": "BRI A1", "B1": "PIL C3", "B2": "PIL D2"}).play("ACTIVATE R1")
    assert match.distance("A1", "C3") == 2
    assert match.distance("A1", "D2") == 3
    match.play("ATTACK B1 1")
    assert match.refused("ATTACK B2 1") == "E_RANGE"
    match = position({"R1": "BRI D5", "B1": "PIL F5"}, MARCH)
    match.play("ACTIVATE R1", "ATTACK B1 1")


def _templars(health: int = 4) -> Course:
    return position(
        {
            "R1": "BRI F5",
            "R2": "BRI G5",
            "R3": "CAP H5",
            "B1": hurt("TEM", "G7", health),
            "B2": "PRE A1",
        }
    )


@pytest.mark.rules("CSW-13", "CSW-89", "CSW-90", "CSW-91", "CSW-92", "CSW-93", "T12")
def test_points_of_a_turn_add_up_against_protection() -> None:
    match = _templars()
    match.play("ORDER R1: ATTACK B1 2")
    assert (match.unit("B1").struck, match.unit("B1").health) == (2, 4)
    match.play("ORDER R2: ATTACK B1 2")
    assert (match.unit("B1").struck, match.unit("B1").health) == (4, 3)
    assert [event.wreck for event in match.told("HealthLost")] == [False]
    match.play("ACTIVATE R3", "ATTACK B1 2")
    assert (match.unit("B1").struck, match.unit("B1").hits) == (6, 3)
    assert match.unit("B1").health == 1


@pytest.mark.rules("CSW-89", "CSW-96", "T13")
def test_points_are_forgotten_between_turns_but_lost_health_is_not() -> None:
    match = _templars().play("ORDER R1: ATTACK B1 2", "ORDER R2: ATTACK B1 2")
    match.play("ACTIVATE R3", "ATTACK B1 2", "END")
    assert (match.unit("B1").struck, match.unit("B1").hits) == (0, 0)
    match.play("END", "ORDER R1: ATTACK B1 2")
    assert (match.unit("B1").struck, match.unit("B1").health) == (2, 1)


def _bastion() -> Course:
    units = {"R1": "BAS F5", "B1": "PIL F7", "B2": "TEM E7", "B3": "ARK H7", "R2": "LAN F4"}
    return position(units).play("ACTIVATE R1")


@pytest.mark.rules("CSW-79", "CSW-80", "CSW-81", "CSW-82", "T14")
def test_points_are_limited_by_class_and_in_all() -> None:
    match = _bastion().play("ATTACK B1 2")
    assert match.healths("B1") == [4]
    assert match.targets("R1")["B1"]["points"] == 1
    assert match.targets("R1")["B3"]["points"] == 2
    match.play("ATTACK B3 2")
    assert match.healths("B3") == [4]
    refusal = match.refusal("ATTACK B2 1")
    assert refusal.code == "E_POINTS"
    assert "has 0 left" in refusal.sentence
    match = _bastion()
    assert "has 3 left" in match.refusal("ATTACK B1 4").sentence
    match.play("ATTACK B1 3")
    assert match.healths("B1") == [3]
    assert [match.targets("R1")[code]["points"] for code in ("B2", "B3")] == [0, 1]
    assert match.refused("ATTACK B3 2") == "E_POINTS"
    match.play("ATTACK B3 1")
    assert match.healths("B3") == [4]
    match = _bastion().play("ACTIVATE R2", "ATTACK B1 1")
    assert [match.targets("R2")[code]["points"] for code in ("B1", "B3")] == [0, 2]


@pytest.mark.rules("CSW-45", "CSW-55", "CSW-77", "CSW-79", "T15")
def test_a_unit_attacks_between_two_moves() -> None:
    units = {"R1": "TEM F5", "B1": "LAN F6", "B2": "BRI F9"}
    match = position(units).play("ACTIVATE R1", "ATTACK B1 2")
    assert match.healths("B1") == [3]
    match.play("MOVE E6", "MOVE E8")
    assert match.left == 1
    match.play("ATTACK B2 1")
    assert match.unit("B2").struck == 1
    assert match.healths("B2") == [4]
    assert match.refused("ATTACK B2 1") == "E_POINTS"


@pytest.mark.rules("CSW-91", "CSW-94", "T16")
@pytest.mark.parametrize("health", [2, 1])
def test_a_unit_below_the_last_level_is_destroyed(health: int) -> None:
    match = position({"R1": "BAS F5", "B1": hurt("HOS", "F7", health), "B2": "PRE A1"})
    match.play("ACTIVATE R1", "ATTACK B1 3")
    assert match.unit("B1").destroyed
    match.play("MOVE F7")
    assert match.refused("ATTACK B1 1") == "E_NO_UNIT"


@pytest.mark.rules("CSW-92", "CSW-95", "CSW-106", "T17")
def test_an_aegis_protects_its_neighbours_while_it_stands() -> None:
    units = {
        "B1": "PIL F7",
        "B2": hurt("ARK", "G7", 2),
        "R1": "BRI F5",
        "R2": "BRI G5",
        "R3": "BAS H5",
        "R4": "LAN G4",
    }
    match = position(units).play("ORDER R1: ATTACK B1 2")
    assert match.told("Attacked")[0].protection == 3
    assert match.healths("B1") == [4]
    match.play("ORDER R3: ATTACK B2 4")
    assert match.healths("B2") == [1]
    match.play("ORDER R4: ATTACK B2 3")
    assert match.unit("B2").destroyed
    assert match.healths("B1") == [4]
    match.play("ACTIVATE R2", "ATTACK B1 1")
    assert (match.unit("B1").struck, match.unit("B1").health) == (3, 3)


@pytest.mark.rules("CSW-36", "CSW-110", "T18")
def test_digging_in_lasts_until_the_next_own_turn() -> None:
    match = position({"R1": "BRI F5", "R2": "BRI A9", "R3": "COM A10", "B1": "PRE L1"})
    match.play("ACTIVATE R1", "MOVE F6", "SKILL DIG IN")
    assert match.left == 0
    assert match.unit("R1").dug_in
    match.play("END")
    assert match.unit("R1").dug_in
    match.play("END")
    assert not match.unit("R1").dug_in
    match.play("ACTIVATE R2", "MOVE D9")
    assert match.refused("SKILL DIG IN") == "E_SKILL"


@pytest.mark.rules("CSW-65", "CSW-66", "CSW-67", "CSW-70", "CSW-104", "T19")
def test_a_transport_carries_two() -> None:
    units = {"R1": "MAS F5", "R2": "BRI F3", "R3": "CAP E4", "R4": "ENG G5", **RED_ONLY}
    match = position(units).play("ACTIVATE R2", "MOVE F4", "EMBARK")
    assert match.left == 1
    match.play("ACTIVATE R3", "EMBARK R1", "ACTIVATE R4")
    assert match.refused("EMBARK") == "E_CARRY"
    match.play("ACTIVATE R1", "MOVE F10")
    assert match.left == 0
    assert match.unit("R1").cargo == ("R2", "R3")
    match.play("END", "END", "ACTIVATE R2", "DISEMBARK F9")
    assert match.left == 2
    match.play("MOVE F7")
    assert match.left == 0
    assert match.at("R2") == "F7"


def _wreck(passenger: int, **more: str) -> Course:
    units = {
        "B1": "SUN F8",
        "B2": "SUN G8",
        "R1": hurt("MAS", "F5", 1),
        "R2": {"type": "BRI", "in": "R1"},
        "R3": {"type": "CAP", "in": "R1", "health": passenger},
        "R4": "COM A10",
        **more,
    }
    return position(units, turn="B").play("ORDER B1: ATTACK R1 3", "ACTIVATE B2", "ATTACK R1 3")


@pytest.mark.rules("CSW-71", "CSW-97", "T20")
def test_passengers_of_a_wreck_lose_a_level_and_get_out_in_order() -> None:
    match = _wreck(1)
    assert match.unit("R1").destroyed
    assert (match.at("R2"), match.unit("R2").health) == ("F5", 3)
    assert [event.wreck for event in match.told("HealthLost")] == [True]
    assert match.unit("R3").destroyed
    match = _wreck(3, R4="COM F4")
    assert (match.at("R2"), match.unit("R2").health) == ("F5", 3)
    assert (match.at("R3"), match.unit("R3").health) == ("G4", 2)
    assert match.unit("R2").struck == 0


@pytest.mark.rules("CSW-15", "CSW-16", "CSW-33", "CSW-116", "T21")
def test_a_side_without_leaders_is_defeated_when_its_turn_begins() -> None:
    units = {"R1": hurt("CAP", "F5", 1), "R2": "BRI A9", "R3": "BAS A10", "B1": "TEM F6"}
    match = position(units, turn="B").play("ACTIVATE B1", "ATTACK R1 3")
    assert match.unit("R1").destroyed
    assert match.ending is None
    match.play("END")
    assert match.ending is not None
    assert match.ending.winners == (1,)
    assert match.ending.rule == "CSW-116"


@pytest.mark.rules("CSW-42", "CSW-116", "T22")
def test_one_affordable_unit_is_enough() -> None:
    units = {"R1": hurt("CAP", "F5", 1), "R2": hurt("BRI", "A9", 1), "B1": "PRE L1"}
    match = position({**units, "R3": hurt("BAS", "A10", 3)}, turn="B").play("END")
    assert match.ending is None
    match = position({**units, "R3": hurt("BAS", "A10", 2)}, turn="B").play("END")
    assert match.ending is not None
    assert match.ending.winners == (1,)


@pytest.mark.rules("CSW-105", "T23")
def test_camouflage_hides_from_afar_on_rough_ground() -> None:
    match = position({"R1": "LAN F1", "B1": "VEI F4"}, MARCH).play("ACTIVATE R1")
    assert match.refused("ATTACK B1 1") == "E_CAMO"
    position({"R1": "LAN F2", "B1": "VEI F4"}, MARCH).play("ACTIVATE R1", "ATTACK B1 1")
    position({"R1": "LAN F1", "B1": "VEI G4"}, MARCH).play("ACTIVATE R1", "ATTACK B1 1")


@pytest.mark.rules("CSW-92", "CSW-113", "T24")
def test_a_barrage_strikes_nine_squares_and_ends_the_activation() -> None:
    units = {"R1": "HOW F10", "R2": "BRI F8", "B1": "PIL F6", "B2": "SUN G5", "B3": "TEM E4"}
    match = position(units).play("ACTIVATE R1")
    assert match.refused("SKILL BARRAGE F4") == "E_SKILL"
    match.play("SKILL BARRAGE F5")
    assert [event.target.code for event in match.told("Attacked")] == ["B3", "B2", "B1"]
    assert match.healths("B1", "B2", "B3") == [4, 3, 4]
    assert match.table.open is None
    match.play("ACTIVATE R2", "ATTACK B1 2")
    assert (match.unit("B1").struck, match.unit("B1").health) == (4, 2)
    match = position(units).play("ACTIVATE R1", "MOVE F9")
    assert match.refused("SKILL BARRAGE F5") == "E_SKILL"


@pytest.mark.rules("CSW-111", "CSW-112", "T25")
def test_a_unit_is_healed_once_a_turn() -> None:
    units = {
        "B1": "HOS F7",
        "B2": hurt("TEM", "F5", 2),
        "B3": "HOS E5",
        "B4": hurt("ARK", "E6", 2),
        "R1": "COM A10",
    }
    match = position(units, turn="B").play("ACTIVATE B1", "MOVE F6")
    assert match.refused("SKILL HEAL B4") == "E_SKILL"
    match.play("SKILL HEAL B2")
    assert match.healths("B2") == [3]
    assert match.left == 0
    match.play("ACTIVATE B3")
    assert match.refused("SKILL HEAL B2") == "E_SKILL"
    match = position(units, turn="B").play("ACTIVATE B1", "MOVE G6", "MOVE F6")
    assert match.left == 1
    assert match.refused("SKILL HEAL B2") == "E_SKILL"


@pytest.mark.rules("CSW-31", "CSW-108", "T26")
def test_a_fallen_martyr_gives_a_point_once() -> None:
    units = {
        "B1": "PRE L1",
        **{f"B{number}": f"PIL {column}1" for number, column in ((2, "A"), (3, "B"), (4, "C"))},
        "B5": hurt("PIL", "F7", 1),
        "R1": "BAS F5",
        "R2": "COM A10",
    }
    match = position(units).play("ACTIVATE R1", "ATTACK B5 3", "END")
    assert match.unit("B5").destroyed
    assert match.table.pool == 6
    assert sum(match.table.income(match.table.active)) == 5


@pytest.mark.rules("CSW-51", "CSW-114", "T27")
def test_a_leap_ignores_everything_in_between() -> None:
    match = position({"R1": "TEM A1", "B1": "PIL C1"}, CLEFT).play("ACTIVATE R1")
    assert match.refused("MOVE B2") == "E_NO_PATH"
    match.play("SKILL LEAP B2")
    assert match.left == 2
    match.play("MOVE C3")
    assert match.left == 1
    assert match.refused("SKILL LEAP A3") == "E_SKILL"


@pytest.mark.rules("CSW-38", "CSW-39", "T28")
def test_the_turn_ends_when_nothing_more_can_be_paid() -> None:
    units = {"R1": "BRI F5", "R2": hurt("BRI", "A9", 2), "R3": hurt("BRI", "A10", 1)}
    match = position({**units, "B1": "PRE L1"}, pool=2).play("ACTIVATE R1", "FINISH")
    assert match.table.active == 1
    match = position({**units, "R4": "COM C10", "B1": "PRE L1"}, pool=2)
    match.play("ACTIVATE R1", "FINISH")
    assert (match.table.active, match.table.pool) == (0, 1)
    match.play("END")
    assert match.table.active == 1


def _last_round(ark: int) -> Course:
    units = {
        "R1": "COM A10",
        "R2": hurt("BAS", "B10", 2),
        "B1": hurt("PRE", "A1", 3),
        "B2": "PIL B1",
        "B3": hurt("ARK", "C1", ark),
    }
    return position(units, turn="B", round=20).play("END")


@pytest.mark.rules("CSW-118", "T29")
def test_surviving_units_are_counted_after_the_last_round() -> None:
    ending = _last_round(2).ending
    assert ending is not None
    assert (ending.winners, ending.scores) == ((), (6.5, 6.5))
    ending = _last_round(1).ending
    assert ending is not None
    assert (ending.winners, ending.scores) == ((0,), (6.5, 5.75))


@pytest.mark.rules("CSW-45", "T30")
def test_an_order_is_checked_whole() -> None:
    units = {"R4": "BRI F5", "R5": "BRI A10", "B2": "PIL F8", "B1": "PRE A1"}
    match = position(units, pool=3)
    refusal = match.refusal("ORDER R4: MOVE F6; ATTACK B2 3; MOVE F4")
    assert match.refused("ORDER R4: MOVE F6; ATTACK B2 3; MOVE F4") == "E_POINTS:2"
    assert "has 2 left" in refusal.sentence
    assert (match.table.pool, match.at("R4")) == (3, "F5")
    match.play("order r4: move f6; attack b2 2; move f4")
    assert (match.table.pool, match.at("R4")) == (2, "F4")
    assert (match.unit("B2").struck, match.unit("B2").health) == (2, 4)
    assert match.unit("R4").activated
    assert match.table.open is None

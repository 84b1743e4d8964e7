"""Attacks, protection and skills (2.10 to 2.12)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.colonial_space_wars.agreement import Agreement
from games.colonial_space_wars.game import GAME
from games.colonial_space_wars.rules.skills import SKILLS
from games.colonial_space_wars.tools import CswPosition
from tests.games.colonial_space_wars.course import MARCH, SEATS, Course, hurt, position

FAR = {"B9": "PIL L10"}


@pytest.mark.rules("CSW-72", "CSW-74")
def test_attacks_are_refused_in_the_order_of_the_codes() -> None:
    units = {"R1": "BRI F5", "R2": "CAP F6", "R3": "CAP A9", "B1": "PIL F7", "B2": "PIL A1"}
    match = position(units)
    assert match.refused("ATTACK B8 1") == "E_NO_UNIT"
    assert match.refused("ATTACK B1 1") == "E_NO_ACTIVATION"
    match.play("ACTIVATE R1")
    assert match.refused("ATTACK B2 9") == "E_RANGE"
    assert match.refused("ATTACK R3 9") == "E_RANGE"
    assert match.refused("ATTACK R2 9") == "E_FRIENDLY"
    assert match.refused("ATTACK R1 1") == "E_FRIENDLY"
    for points in ("0", "-1", "3", "999"):
        assert match.refused(f"ATTACK B1 {points}") == "E_POINTS"
    inside = position({**units, "B1": "ARK F7", "B3": {"type": "PIL", "in": "B1"}})
    assert inside.play("ACTIVATE R1").refused("ATTACK B3 1") == "E_EMBARKED"


@pytest.mark.rules("CSW-12", "CSW-74", "CSW-75")
def test_range_is_measured_at_the_moment_of_the_attack() -> None:
    units = {"R1": "LAN F5", "R2": "CAP F6", "B1": "PIL F8", "B2": "PIL F7", "B3": "PIL F9"}
    match = position(units).play("ACTIVATE R1", "ATTACK B1 1")
    assert match.refused("ATTACK B3 1") == "E_RANGE"
    match.play("MOVE G6")
    assert match.refused("ATTACK B3 1") == "E_POINTS"


@pytest.mark.rules("CSW-75", "CSW-76")
def test_only_range_one_is_stopped_by_a_corner_of_two_cliffs() -> None:
    one = (".C", "..")
    position({"R1": "ENG A1", "B1": "PIL B2"}, one).play("ACTIVATE R1", "ATTACK B1 1")
    orthogonal = {"metric": "orthogonal"}
    both = (".C.", "C..", "...")
    match = position({"R1": "BRI A1", "B1": "PIL B2"}, both, settings=orthogonal)
    match.play("ACTIVATE R1", "ATTACK B1 1")


@pytest.mark.rules("CSW-78", "CSW-79")
def test_points_always_strike_and_may_be_all_there_are() -> None:
    match = position({"R1": "BAS F5", "B1": "HOS F7", "B2": "PIL F8"}).play("ACTIVATE R1")
    match.play("ATTACK B1 1")
    assert match.unit("B1").struck == 1
    match.play("ATTACK B1 MAX")
    assert (match.unit("B1").struck, match.unit("B1").health) == (3, 2)
    assert match.refused("ATTACK B2 MAX") == "E_POINTS"


@pytest.mark.rules("CSW-80", "CSW-82")
def test_what_is_left_in_all_limits_the_other_class() -> None:
    units = {"R1": "KES F5", "B1": "PIL F7", "B2": "ARK H7"}
    match = position(units).play("ACTIVATE R1", "ATTACK B2 2")
    assert match.targets("R1")["B1"]["points"] == 1
    assert match.targets("R1")["B2"]["points"] == 0
    assert match.refused("ATTACK B1 2") == "E_POINTS"
    match.play("ATTACK B1 1")
    assert match.refused("ATTACK B1 1") == "E_POINTS"


@pytest.mark.rules("CSW-89", "CSW-92")
def test_protection_may_absorb_points_of_every_attack() -> None:
    units = {"R1": "BRI F5", "R2": "BRI G5", "R3": "BAS H5", "B1": "TEM G7", "B2": "PIL A1"}
    match = position(units, settings={"hit_model": "attack"})
    match.play("ORDER R1: ATTACK B1 2", "ORDER R2: ATTACK B1 2")
    assert match.healths("B1") == [4]
    match.play("ACTIVATE R3", "ATTACK B1 3")
    assert match.healths("B1") == [4]
    turn = position(units).play("ORDER R1: ATTACK B1 2", "ORDER R3: ATTACK B1 3")
    assert turn.healths("B1") == [2]


@pytest.mark.rules("CSW-93", "CSW-94")
def test_hits_count_before_the_next_action() -> None:
    units: dict[str, Any] = {
        "R1": "BAS F5",
        "R2": "BRI F4",
        "B1": hurt("SUN", "F6", 1),
        "B2": "PIL A1",
    }
    match = position(units).play("ORDER R1: ATTACK B1 3; MOVE F6")
    assert match.at("R1") == "F6"
    assert [event.after for event in match.told("HealthLost")] == []
    assert [event.unit.code for event in match.told("Destroyed")] == ["B1"]


# --- Skills ---


@pytest.mark.rules("CSW-14", "CSW-98", "CSW-99")
def test_skills_are_used_once_by_those_who_have_them() -> None:
    units: dict[str, Any] = {
        "R1": "COM F5",
        "R2": "BRI F6",
        "R3": "BRI F7",
        "R4": "LAN F8",
        "R5": hurt("BAS", "G5", 2),
        "R6": "ENG G6",
        **FAR,
    }
    match = position(units)
    assert match.refused("SKILL INSPIRE R2") == "E_NO_ACTIVATION"
    match.play("ACTIVATE R6")
    for text in ("SKILL DIG IN", "SKILL FLYING", "SKILL VOICE", "SKILL REPAIR", "SKILL DREAD B9"):
        assert match.refused(text) == "E_SKILL"
    assert match.refused("SKILL SHOUT") == "UNREADABLE"
    assert match.refused("SKILL REPAIR R9") == "E_NO_UNIT"
    match.play("SKILL REPAIR R5")
    assert match.refused("SKILL REPAIR R5") == "E_SKILL"
    match.play("ACTIVATE R2", "SKILL DIG IN")
    assert match.refused("SKILL DIG IN") == "E_SKILL"
    assert set(SKILLS) == {"inspire", "dig in", "repair", "heal", "barrage", "leap", "dread"}


PROPHET = """
title = "Prophets"
[[units]]
code = "PRO"
name = "Prophet"
faction = "centauri"
command = 1
movement = 6
class = "L"
attack = [1, 0]
range = 1
protection = 1
resources = 3
skills = ["Leader (2)", "Dread", "Leap"]
"""


@pytest.mark.rules("CSW-99")
def test_each_of_several_skills_is_used_once_in_an_activation() -> None:
    units = {"R1": "PRO F5", "B1": "PIL F7", "B2": "PIL G7", "B3": "PRE A1"}
    match = position(units, settings={"pack": PROPHET}).play("ACTIVATE R1", "SKILL DREAD B1")
    match.play("SKILL LEAP E5")
    assert match.left == 4
    for text in ("SKILL DREAD B2", "SKILL LEAP D5"):
        refusal = match.refusal(text)
        assert refusal.code == "E_SKILL"
        assert "in this activation" in refusal.sentence


@pytest.mark.rules("CSW-32", "CSW-100")
@pytest.mark.parametrize(("kind", "points"), [("COM", 3), ("CAP", 2), ("PRE", 2), ("BRI", 0)])
def test_a_leader_gives_points_inside_a_transport_too(kind: str, points: int) -> None:
    units: dict[str, Any] = {
        "R1": "CAP A10",
        "R2": {"type": kind, "in": "R3"},
        "R3": "MAS F5",
        "B1": "PRE A1",
    }
    assert position(units, turn="B").play("END").table.pool == 2 + points


@pytest.mark.rules("CSW-34", "CSW-101")
def test_a_voice_counts_for_centauri_alone() -> None:
    units: dict[str, Any] = {
        "B1": "PRE A1",
        "B2": "SUN B1",
        "B3": {"type": "HOS", "in": "B4"},
        "B4": "ARK C1",
    }
    units["R1"] = "COM A10"
    assert position(units).play("END").table.pool == 4
    given = {"R": "union", "B": "union"}
    assert position(units, factions=given).play("END").table.pool == 2


@pytest.mark.rules("CSW-105")
def test_camouflage_works_on_rough_ground_beyond_two_squares() -> None:
    rows = ("......", "......")
    for terrain, code in ((".", None), ("A", "E_CAMO"), ("B", "E_CAMO"), ("C", None)):
        rows = (f"...{terrain}..", "......")
        match = position({"R1": "LAN A1", "B1": "VEI D1"}, rows).play("ACTIVATE R1")
        if code:
            assert match.refused("ATTACK B1 1") == code
        else:
            match.play("ATTACK B1 1")
    match = position({"R1": "HOW F1", "R2": "BRI A10", "B1": "VEI F4"}, MARCH)
    match.play("ACTIVATE R1", "SKILL BARRAGE F5")
    assert match.unit("B1").struck == 2
    other = position({"R1": "LAN F1", "B1": "PIL F4"}, MARCH).play("ACTIVATE R1")
    other.play("ATTACK B1 1")


@pytest.mark.rules("CSW-107")
@pytest.mark.parametrize("health", [4, 3, 2, 1])
def test_the_unshaken_cost_the_same_at_any_health(health: int) -> None:
    match = position({"B1": hurt("COL", "F5", health), "R1": "COM A10"}, turn="B", pool=5)
    assert match.play("ACTIVATE B1").table.pool == 3


@pytest.mark.rules("CSW-35", "CSW-108")
def test_a_martyr_promises_one_point_in_the_turn_of_the_opponent() -> None:
    units: dict[str, Any] = {
        "R1": "BAS F5",
        "R2": "BAS G5",
        "B1": hurt("PIL", "F7", 1),
        "B2": hurt("PIL", "G7", 1),
        "B3": hurt("TEM", "F3", 1),
        "B4": "PRE A1",
        "R3": "COM A10",
    }
    match = position(units).play("ORDER R1: ATTACK B1 3", "ORDER R2: ATTACK B2 3")
    assert match.table.bonus == (0, 1)
    templars = position(units).play("ORDER R1: ATTACK B3 3", "ORDER R2: ATTACK B3 1")
    assert templars.table.bonus == (0, 0)


@pytest.mark.rules("CSW-35", "CSW-108")
def test_a_martyr_adds_to_what_else_was_promised() -> None:
    units: dict[str, Any] = {
        "R1": "BAS F5",
        "R2": "BAS G5",
        "B1": hurt("PIL", "F7", 1),
        "B2": hurt("PIL", "G7", 1),
        "B3": "PRE A1",
        "R3": "COM A10",
    }
    match = position(units, bonus={"B": 3}).play("ORDER R1: ATTACK B1 3")
    assert match.table.bonus == (0, 4)
    match = Course(CswPosition.of(match.state).state(Agreement(), SEATS))
    match.play("ORDER R2: ATTACK B2 3", "END")
    assert match.table.pool == 2 + 4
    [began] = match.told("TurnStarted")
    assert GAME.words.tell(began) == (
        "Round 1: Blue has 6 command points (2 from leaders, 1 from a Martyr, 3 from the referee)."
    )
    stored = GAME.event_form.write(replace(began, bonus=1)).replace(b',"martyr":true', b"")
    assert b"martyr" not in stored
    assert "1 from a Martyr)" in GAME.words.tell(GAME.event_form.read(stored))
    assert (match.table.bonus, match.table.martyrs) == ((0, 0), (False, False))


@pytest.mark.rules("CSW-109")
def test_inspire_makes_another_unit_cheaper_once_a_turn() -> None:
    units: dict[str, Any] = {
        "R1": "COM F5",
        "R2": "COM F6",
        "R3": hurt("BRI", "F8", 1),
        "R4": "BRI F9",
        "R5": {"type": "BRI", "at": "E5", "activated": True},
        "B1": "PIL G5",
    }
    match = position(units, pool=9).play("ACTIVATE R1")
    for code in ("R1", "R4", "R5", "B1"):
        assert match.refused(f"SKILL INSPIRE {code}") == "E_SKILL"
    match.play("SKILL INSPIRE R3")
    assert (match.table.pool, match.left) == (8, 3)
    match.play("ACTIVATE R3")
    assert match.table.pool == 6
    match.play("ACTIVATE R2")
    assert match.refused("SKILL INSPIRE R4") == "E_SKILL"
    match.play("END")
    assert not match.unit("R3").inspired
    match.play("END", "ACTIVATE R2", "SKILL INSPIRE R4")


@pytest.mark.rules("CSW-110", "CSW-106")
def test_digging_in_adds_to_an_aegis_and_needs_a_point() -> None:
    units: dict[str, Any] = {
        "B1": {"type": "PIL", "at": "F7", "dug_in": True},
        "B2": "ARK G7",
        "R1": "BRI F5",
        "R2": "LAN A10",
    }
    match = position(units).play("ACTIVATE R1", "ATTACK B1 2")
    assert match.told("Attacked")[0].protection == 4
    spent = position({"R1": "BRI F5", **FAR}).play("ACTIVATE R1", "SKILL DIG IN")
    assert spent.left == 0
    assert spent.refused("MOVE F6") == "E_MOV"


@pytest.mark.rules("CSW-110")
def test_who_is_moved_is_not_dug_in_any_more() -> None:
    units: dict[str, Any] = {"R1": {"type": "TEM", "at": "F5", "dug_in": True}, **FAR}
    assert not position(units).play("ORDER R1: MOVE F6").unit("R1").dug_in
    assert not position(units).play("ORDER R1: SKILL LEAP F7").unit("R1").dug_in


@pytest.mark.rules("CSW-111", "CSW-112")
@pytest.mark.parametrize(
    ("healer", "skill", "patient", "other"),
    [("ENG", "REPAIR", "BAS", "BRI"), ("HOS", "HEAL", "TEM", "ARK")],
)
def test_repair_and_heal_give_a_level_back(
    healer: str, skill: str, patient: str, other: str
) -> None:
    units: dict[str, Any] = {
        "R1": f"{healer} F5",
        "R2": hurt(patient, "F6", 1),
        "R3": hurt(patient, "F8", 1),
        "R4": hurt(other, "G5", 1),
        "R5": f"{patient} G6",
        "B1": hurt(patient, "E5", 1),
        "B8": "PRE A1",
        "R8": "COM A10",
    }
    match = position(units).play("ACTIVATE R1")
    assert match.refused(f"SKILL {skill} R3") == "E_NOT_ADJACENT"
    for code in ("R1", "R4", "R5", "B1"):
        assert match.refused(f"SKILL {skill} {code}") == "E_SKILL"
    match.play(f"SKILL {skill} R2")
    assert (match.healths("R2"), match.left) == ([2], 1)
    assert match.unit("R2").healed
    match.play("END", "END")
    assert not match.unit("R2").healed


@pytest.mark.rules("CSW-113")
def test_a_barrage_is_no_attack_and_needs_a_quiet_activation() -> None:
    units = {"R1": "HOW F9", "R2": "MAS G9", "B1": "PIL F5", "B2": "SUN F7", "R3": "BRI F6"}
    match = position(units).play("ACTIVATE R1", "ATTACK B2 1")
    assert match.refused("SKILL BARRAGE F5") == "E_SKILL"
    match = position(units).play("ACTIVATE R1")
    assert match.refused("SKILL BARRAGE Z9") == "E_OFF_BOARD"
    assert match.refused("SKILL BARRAGE F3") == "E_SKILL"
    match.play("SKILL BARRAGE F6")
    assert [match.unit(code).struck for code in ("B1", "B2", "R3")] == [2, 2, 0]
    assert match.refused("MOVE F8") == "E_NO_ACTIVATION"


@pytest.mark.rules("CSW-113")
def test_those_who_climb_out_of_a_wreck_are_not_struck() -> None:
    units: dict[str, Any] = {
        "R1": "HOW F10",
        "B1": {"type": "ARK", "at": "F6", "health": 1, "s": 2},
        "B2": {"type": "PIL", "in": "B1"},
        "B3": "TEM G7",
        "R2": "COM A10",
    }
    match = position(units).play("ACTIVATE R1", "SKILL BARRAGE F6")
    assert match.unit("B1").destroyed
    assert (match.at("B2"), match.unit("B2").health, match.unit("B2").struck) == ("F6", 3, 0)
    assert match.unit("B3").struck == 2


@pytest.mark.rules("CSW-113")
def test_without_diagonals_a_barrage_covers_five_squares() -> None:
    units = {"R1": "HOW F9", "R2": "COM A10", "B1": "PIL F6", "B2": "PIL G6", "B3": "PIL G7"}
    match = position(units, settings={"metric": "orthogonal"})
    match.play("ACTIVATE R1", "SKILL BARRAGE F6")
    assert [match.unit(code).struck for code in ("B1", "B2", "B3")] == [2, 2, 0]


@pytest.mark.rules("CSW-114")
def test_a_leap_lands_on_a_free_square_within_two() -> None:
    units = {"R1": "TEM F5", "R2": "BRI F6", "B1": "PIL G6"}
    rows = ("............",) * 4 + ("....C.......",) + ("............",) * 5
    match = position(units, rows).play("ACTIVATE R1")
    assert match.refused("SKILL LEAP Z9") == "E_OFF_BOARD"
    assert match.refused("SKILL LEAP F6") == "E_OCCUPIED"
    assert match.refused("SKILL LEAP E5") == "E_TERRAIN"
    assert match.refused("SKILL LEAP F8") == "E_SKILL"
    match.play("SKILL LEAP F7")
    assert (match.at("R1"), match.left) == ("F7", 2)
    tired = position({"R1": "TEM F5", **FAR}).play("ACTIVATE R1", "MOVE F8")
    assert tired.left == 1
    assert tired.refused("SKILL LEAP F9") == "E_SKILL"


@pytest.mark.rules("CSW-42", "CSW-115")
def test_dread_lasts_until_the_end_of_its_owners_next_turn() -> None:
    units = {"B1": "PRE F5", "B2": "PRE E5", "R1": "BRI F8", "R2": "COM F9", "R3": "BRI L10"}
    match = position(units, turn="B").play("ACTIVATE B1")
    for code in ("R2", "B2"):
        assert match.refused(f"SKILL DREAD {code}") == "E_SKILL"
    match.play("SKILL DREAD R1")
    assert match.left == 3
    match.play("END")
    assert match.table.pool == 3
    assert match.play("ACTIVATE R1").table.pool == 1
    match.play("END", "END", "ACTIVATE R1")
    assert match.table.pool == 2
    twice = position({**units, "B2": "PRE F6", "B3": "PIL A1"}, turn="B")
    twice.play("ORDER B1: SKILL DREAD R1", "ORDER B2: SKILL DREAD R1", "END", "ACTIVATE R1")
    assert twice.table.pool == 1

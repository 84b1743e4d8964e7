"""What a changed number or sign in the rules must not get past."""

from __future__ import annotations

import pytest

from games.colonial_space_wars.game import GAME
from games.colonial_space_wars.rules import transports
from games.core.types import Chance
from tests.games.colonial_space_wars.course import position, setup


@pytest.mark.rules("CSW-20")
def test_the_initiative_is_rolled_with_dice_of_six_sides() -> None:
    course = setup().play("R: FACTION UNION", "B: FACTION UNION", "R: READY", "B: READY")
    pending = GAME.pending(course.state)
    assert isinstance(pending, Chance)
    assert [(roll.count, roll.sides) for roll in pending.rolls] == [(1, 6), (1, 6)]


@pytest.mark.rules("CSW-80", "CSW-81", "CSW-82")
def test_what_another_unit_has_spent_is_not_taken_from_a_units_points() -> None:
    course = position({"R1": "BRI E5", "R2": "BRI E6", "B1": "BAS F5", "B2": "PIL F6"})
    course.play("ACTIVATE R1", "ATTACK B2 2")
    assert course.targets("R2")["B2"]["points"] == 2


@pytest.mark.rules("CSW-74")
def test_a_refusal_names_at_most_eight_other_targets() -> None:
    enemies = {f"B{number}": f"PIL {'ABCDEFGHI'[number - 1]}4" for number in range(1, 10)}
    course = position({"R1": "HOW E5", **enemies, "B10": "BAS L1"}).play("ACTIVATE R1")
    assert course.refusal("ATTACK B10 1").instead.count("(") == 8


@pytest.mark.rules("CSW-113")
def test_a_skill_is_told_with_its_square_or_its_unit() -> None:
    course = position({"R1": "HOW E5", "B1": "BAS E2", "R2": "PRE L1"})
    (used,) = course.play("ACTIVATE R1", "SKILL BARRAGE E2").told("SkillUsed")
    assert (str(used.square), used.target) == ("E2", None)


@pytest.mark.rules("CSW-19")
def test_a_unit_is_added_after_the_last_of_its_type() -> None:
    course = setup({"army_mode": "points"})
    course.play("R: FACTION UNION", "R: DROP BAS", "R: ADD BRI")
    units = course.state.sheets[0].units
    assert units.index("LAN") == units.index("BRI") + units.count("BRI")


@pytest.mark.rules("CSW-110")
def test_the_last_movement_point_is_enough_to_dig_in() -> None:
    course = position({"R1": "BRI F5", "B1": "PIL A1"}).play("ACTIVATE R1", "MOVE F7")
    assert course.left == 1
    course.play("SKILL DIG IN")
    assert (course.left, course.unit("R1").dug_in) == (0, True)


@pytest.mark.rules("CSW-113")
def test_a_barrage_costs_no_movement() -> None:
    still = {"unit": "R1", "movement_left": 0}
    course = position({"R1": "HOW E5", "B1": "PIL E2"}, open=still).play("SKILL BARRAGE E2")
    assert course.told("SkillUsed")


@pytest.mark.rules("CSW-65")
def test_the_last_movement_point_is_enough_to_embark() -> None:
    course = position({"R1": "BRI F5", "R2": "MAS F8", "B1": "PIL A1"})
    course.play("ACTIVATE R1", "MOVE F7")
    assert course.left == 1
    course.play("EMBARK")
    assert course.unit("R2").cargo == ("R1",)


@pytest.mark.rules("CSW-67")
def test_who_is_not_inside_a_transport_cannot_get_off_anywhere() -> None:
    table = position({"R1": "BRI F5", "B1": "PIL A1"}).table
    assert transports.exits(table, table.units["R1"]) == ()


@pytest.mark.rules("CSW-19")
def test_a_locked_faction_is_not_changed() -> None:
    course = setup().play("R: FACTION UNION", "R: READY")
    assert course.refused("R: FACTION CENTAURI") == "E_PHASE"


@pytest.mark.rules("CSW-110")
def test_digging_in_is_refused_without_a_movement_point() -> None:
    course = position({"R1": "BRI F5", "B1": "PIL A1"}).play("ACTIVATE R1", "MOVE F8")
    refusal = course.refusal("SKILL DIG IN")
    assert str(refusal).startswith("Dig In costs 1 movement point, but R1 has 0 left.")

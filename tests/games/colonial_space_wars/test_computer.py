"""The computer player: legal everywhere, better than chance, and it uses what its units can do."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.colonial_space_wars.computer import COMPUTER
from games.colonial_space_wars.game import GAME
from games.colonial_space_wars.notation import Move
from games.colonial_space_wars.rules.attacks import DeclareAttack
from games.colonial_space_wars.rules.orders import Order
from games.colonial_space_wars.rules.skills import UseSkill
from games.colonial_space_wars.rules.turns import End, Finish
from games.core.computer import Level
from games.core.types import Seated
from tests.games.colonial_space_wars.course import Course, hurt, position


def order(course: Course, level: Level = "normal") -> Move | None:
    decision = course.decision()
    view = GAME.view(course.state, Seated(decision.seat))
    move = COMPUTER.choose(view, decision, random.Random(0), level)
    assert move is None or GAME.options(view, decision).refusal(move) is None
    return move


def steps(course: Course) -> list[str]:
    """The text forms of the steps of an order."""
    found = order(course)
    assert isinstance(found, Order)
    return GAME.write(found).partition(": ")[2].split("; ")


def test_several_units_strike_one_target_together() -> None:
    course = position({"R1": "BRI E5", "R2": "BRI E6", "B1": "TEM F5", "B2": "BAS F6"})
    for _ in range(2):
        found = order(course)
        assert isinstance(found, Order)
        assert any(isinstance(step, DeclareAttack) and step.target == "B1" for step in found.steps)
        course.play(GAME.write(found))
    assert course.unit("B1").health < 4


def test_a_struck_unit_steps_back_out_of_reach_after_its_attack() -> None:
    units = {"R1": "KES F8", "B1": hurt("PIL", "F4", 1, s=2), "B2": "HOW E1", "B3": "BAS G2"}
    course = position(units)
    found = steps(course)
    assert found[-2].startswith("ATTACK B1")
    assert found[-1].startswith("MOVE")


SHUT_IN = {
    f"R{number}": {"type": "HOS", "at": at, "activated": True}
    for number, at in ((2, "A9"), (3, "B9"), (4, "B10"))
}


@pytest.mark.parametrize(
    ("units", "step"),
    [
        ({"R1": "HOS F5", "R2": hurt("PIL", "F6", 2)}, "SKILL HEAL R2"),
        ({"R1": "ENG F5", "R2": hurt("BAS", "F6", 2)}, "SKILL REPAIR R2"),
        ({"R1": "HOW F9", "B1": hurt("PIL", "E5", 1, s=2), "B2": "PIL F5"}, "SKILL BARRAGE"),
        ({"R1": "PRE F5", "B1": "BAS F2"}, "SKILL DREAD B1"),
        ({"R1": "BRI F3", "B1": "BAS F1", "B2": "BAS G1"}, "SKILL DIG IN"),
        ({"R1": "TEM A10", **SHUT_IN, "B1": hurt("PIL", "A7", 1, s=2)}, "SKILL LEAP"),
        ({"R1": "LAN F9", "R2": "MAS G9"}, "EMBARK R2"),
        ({"R1": {"type": "LAN", "in": "R2"}, "R2": {"type": "MAS", "at": "F6"}}, "DISEMBARK"),
    ],
)
def test_it_uses_what_a_unit_can_do(units: dict[str, Any], step: str) -> None:
    others = {} if any(code[0] == "B" for code in units) else {"B9": "ENG A1"}
    for unit in units.values():
        if isinstance(unit, dict) and unit["type"] == "MAS":
            unit["activated"] = "at" in unit
    assert any(each.startswith(step) for each in steps(position({**units, **others})))


def test_inspire_is_used_where_the_points_are_short() -> None:
    units = {"R1": "COM F9", "R2": hurt("BAS", "F10", 2), "B1": "PIL F1"}
    assert "SKILL INSPIRE R2" in steps(position(units, pool=3))


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_inspire_is_not_spent_on_a_unit_that_has_nothing_to_do(level: Level) -> None:
    units = {"R1": "COM F9", "R2": "CAP F10", "R3": hurt("CAP", "A10", 2), "B1": "PIL F1"}
    assert order(position(units, pool=3), level) == End()


@pytest.mark.parametrize("level", COMPUTER.levels)
def test_inspire_is_not_spent_where_it_takes_the_points_of_a_common_attack(level: Level) -> None:
    units = {"R1": hurt("COM", "C1", 2), "R2": "CAP C3", "R3": hurt("LAN", "C2", 2)}
    found = order(position({**units, "B1": "MAS E1", "B2": "COM J5"}, pool=3), level)
    assert not isinstance(found, Order) or UseSkill("inspire", "R3") not in found.steps


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_an_inspired_unit_is_used_next(level: Level) -> None:
    inspired = {"type": "BRI", "at": "F9", "inspired": True}
    units = {"R1": inspired, "R2": "KES A9", "R3": "COM F10", "B1": "PIL F2"}
    found = order(position(units, pool=1), level)
    assert isinstance(found, Order)
    assert found.unit == "R1"


def test_who_is_inspired_is_no_reason_for_what_another_unit_does() -> None:
    inspired = {"type": "BRI", "at": "F9", "inspired": True}
    course = position({"R1": inspired, "R2": "LAN A9", "R3": "COM F10", "B1": "PIL F2"})
    view = GAME.view(course.state, Seated(course.decision().seat))
    found = COMPUTER.suggest(view, course.decision())
    assert {each.key for each in found if each.moves} >= {"R1", "R2"}
    assert not any("R1" in each.reason for each in found)


def test_the_turn_is_ended_when_nothing_is_worth_its_points() -> None:
    assert order(position({"R1": "CAP F10", "B1": "ENG F1"})) == End()


def test_an_open_activation_is_finished_first() -> None:
    course = position({"R1": "CAP F10", "R2": "BRI E9", "B1": "ENG F1"}).play("ACTIVATE R2")
    assert order(course) == Finish()

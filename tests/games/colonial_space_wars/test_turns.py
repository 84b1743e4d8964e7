"""Turns, command points and activations (2.5, 2.6), and the end (2.13)."""

from __future__ import annotations

from typing import Any

import pytest

from games.colonial_space_wars.game import GAME
from games.colonial_space_wars.rules.ending import without_units
from games.colonial_space_wars.state import StepBuilder
from games.core.types import Seated
from tests.games.colonial_space_wars.course import Course, hurt, position

UNITS = {"R1": "COM A10", "R2": "BRI F5", "R3": "BRI G5", "B1": "PRE A1", "B2": "PIL B1"}


@pytest.mark.rules("CSW-29", "CSW-30", "CSW-40")
def test_turns_alternate_and_two_are_a_round() -> None:
    match = position(UNITS)
    assert (match.table.active, match.table.round) == (0, 1)
    match.play("END")
    assert (match.table.active, match.table.round) == (1, 1)
    match.play("END")
    assert (match.table.active, match.table.round) == (0, 2)
    match = position(UNITS, attacker="B", turn="B").play("END")
    assert (match.table.active, match.table.round) == (0, 1)
    assert match.play("END").table.round == 2


@pytest.mark.rules("CSW-31", "CSW-39")
def test_points_that_are_left_are_lost() -> None:
    match = position(UNITS, pool=9).play("END")
    assert match.told("TurnEnded")[0].unspent == 9
    assert match.table.pool == 3
    assert match.play("END").table.pool == 3


@pytest.mark.rules("CSW-35", "CSW-36")
def test_a_promise_to_the_other_side_is_kept() -> None:
    match = position(UNITS, bonus={"R": 1, "B": 2}).play("END")
    assert (match.table.bonus, match.table.pool) == ((1, 0), 5)
    turns = match.table.turns
    match.play("END")
    assert (match.table.bonus, match.table.pool) == ((0, 0), 4)
    assert match.table.turns == turns + 1


@pytest.mark.rules("CSW-36")
def test_effects_end_before_points_come_and_defeat_is_tested_last() -> None:
    units: dict[str, Any] = {
        "R1": "COM A10",
        "B1": {"type": "CAP", "at": "F5", "dug_in": True, "s": 3, "a": 1},
    }
    match = position(units).play("END")
    assert [type(event).__name__ for event in match.events][-2:] == ["EffectEnded", "TurnStarted"]
    unit = match.unit("B1")
    assert (unit.dug_in, unit.struck, unit.hits, match.table.pool) == (False, 0, 0, 2)
    assert match.ending is None
    units["B1"] = hurt("BAS", "F5", 1)
    match = position({**units, "B2": hurt("CAP", "F6", 2)}).play("END")
    assert (match.table.pool, match.ending) == (2, None)
    match = position({**units, "B2": hurt("CAP", "F6", 1)}).play("END")
    names = [type(event).__name__ for event in match.events]
    assert names[-3:] == ["TurnStarted", "Defeated", "GameOver"]
    assert (match.table.pool, match.told("Defeated")[0].reason) == (2, "command")


@pytest.mark.rules("CSW-30", "CSW-37", "CSW-41")
def test_as_many_units_are_used_as_points_allow() -> None:
    match = position(UNITS, pool=2, settings={"auto_end": False})
    match.play("ACTIVATE R1", "ACTIVATE R2")
    assert match.table.pool == 0
    assert match.refused("ACTIVATE R3") == "E_NO_CMD"


@pytest.mark.rules("CSW-38")
def test_the_turn_does_not_end_by_itself_if_that_was_agreed() -> None:
    match = position(UNITS, pool=1, settings={"auto_end": False}).play("ORDER R2: MOVE F6")
    assert (match.table.active, match.table.pool) == (0, 0)
    ended = position(UNITS, pool=1).play("ORDER R2: MOVE F6")
    assert ended.table.active == 1
    read = position(UNITS, pool=0)
    assert read.table.active == 0


@pytest.mark.rules("CSW-40")
def test_the_end_of_a_turn_closes_what_was_open() -> None:
    units: dict[str, Any] = {
        **UNITS,
        "R2": {"type": "BRI", "at": "F5", "inspired": True, "dread": True},
        "B2": {"type": "PIL", "at": "F7", "dread": True, "s": 2, "a": 1},
    }
    match = position(units).play("ACTIVATE R2", "END")
    assert match.table.open is None
    assert match.told("ActivationFinished")
    ended = [(event.unit.code, event.effect) for event in match.told("EffectEnded")]
    assert ended == [("R2", "inspired"), ("R2", "dread")]
    red, blue = match.unit("R2"), match.unit("B2")
    assert (red.inspired, red.dread, red.activated) == (False, False, False)
    assert (blue.dread, blue.struck, blue.hits) == (True, 0, 0)
    assert not match.play("END").unit("B2").dread


@pytest.mark.rules("CSW-43", "CSW-44", "CSW-47")
def test_another_activation_finishes_the_first() -> None:
    match = position(UNITS).play("ACTIVATE R2", "MOVE F6", "ACTIVATE R3")
    assert [event.unit.code for event in match.told("ActivationFinished")] == ["R2"]
    assert match.table.open is not None
    assert match.table.open.unit == "R3"
    assert match.left == 3
    assert match.refused("ACTIVATE R2") == "E_ALREADY_ACTIVATED"
    match.play("FINISH")
    for text in ("MOVE G6", "ATTACK B2 1", "SKILL DIG IN", "EMBARK", "DISEMBARK G6", "FINISH"):
        assert match.refused(text) == "E_NO_ACTIVATION"
    match.play("ACTIVATE R1", "END")
    assert [event.unit.code for event in match.told("ActivationFinished")] == ["R1"]


@pytest.mark.rules("CSW-46")
def test_an_activated_unit_may_do_nothing() -> None:
    match = position(UNITS).play("ACTIVATE R2", "FINISH")
    assert match.unit("R2").activated
    assert match.at("R2") == "F5"


@pytest.mark.rules("CSW-41")
def test_what_cannot_be_activated_is_refused_in_the_order_of_the_codes() -> None:
    units: dict[str, Any] = {**UNITS, "R4": {"type": "BRI", "destroyed": True}}
    match = position(units, pool=0)
    assert match.refused("ACTIVATE R9") == "E_NO_UNIT"
    assert match.refused("ACTIVATE R4") == "E_NO_UNIT"
    assert match.refused("ACTIVATE B1") == "E_NOT_OWNER"
    assert match.refused("ACTIVATE R2") == "E_NO_CMD"
    spent = position({**UNITS, "R2": {"type": "BRI", "at": "F5", "activated": True}}, pool=0)
    assert spent.refused("ACTIVATE R2") == "E_ALREADY_ACTIVATED"
    assert match.refused("DEPLOY R2 F6") == "E_PHASE"


@pytest.mark.rules("CSW-45")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("ORDER R2: MOVE F6; MOVE F9", "E_MOV:2"),
        ("ORDER R2: MOVE Z9", "E_OFF_BOARD:1"),
        ("ORDER R2: SKILL DIG IN; MOVE F6", "E_MOV:2"),
        ("ORDER R9: MOVE F6", "E_NO_UNIT"),
        ("ORDER R2: EMBARK", "E_NOT_ADJACENT:1"),
        ("ORDER R2: SKILL REPAIR R3; MOVE F6", "E_SKILL:1"),
        ("ORDER R2: MOVE F6; FINISH", "UNREADABLE"),
        ("ORDER R2:", "UNREADABLE"),
    ],
)
def test_an_order_is_refused_with_the_number_of_the_step(order: str, code: str) -> None:
    assert position(UNITS).refused(order) == code


@pytest.mark.rules("CSW-44", "CSW-117")
@pytest.mark.parametrize("order", ["MOVE F6", "MOVE F6; ATTACK B1 1", "ATTACK B1 2; MOVE F6"])
@pytest.mark.parametrize("health", [1, 4])
def test_an_order_is_carried_out_from_where_its_check_has_come(order: str, health: int) -> None:
    match = position({"R2": "BAS F5", "R3": "BAS A1", "B1": hurt("HOS", "F7", health)})
    decision = match.decision()
    view = GAME.view(match.state, Seated(decision.seat))
    move = GAME.read(view, decision, f"ORDER R2: {order}")
    found = GAME.options(view, decision).check(move)
    assert isinstance(found, StepBuilder)
    plainly = GAME.apply(match.state, decision.seat, decision, move)
    assert GAME.apply(match.state, decision.seat, decision, move, found) == plainly
    # The steps are not taken again: what the check has come to is all that counts.
    nothing = StepBuilder(match.state)
    done = GAME.apply(match.state, decision.seat, decision, move, nothing)
    assert done.events == ()


def test_an_order_ends_with_the_match() -> None:
    match = position({"R2": "BAS F5", "B1": hurt("HOS", "F7", 1)})
    match.play("ORDER R2: ATTACK B1 2; MOVE F6; ATTACK B1 1")
    assert match.ending is not None
    assert match.at("R2") == "F5"


def test_a_long_order_is_read() -> None:
    steps = "; ".join(["MOVE F6", "MOVE F5"] * 30)
    match = position(UNITS)
    assert match.refused(f"ORDER R2: {steps}") == "E_MOV:4"
    assert match.refused(f"ORDER R2: {'; '.join(['MOVE F6'] * 101)}") == "UNREADABLE"


# --- The end ---


@pytest.mark.rules("CSW-15", "CSW-16", "CSW-117")
def test_a_side_without_units_is_defeated_at_once() -> None:
    match = position({"R1": "BAS F5", "R2": "COM A10", "B1": hurt("PIL", "F7", 1)})
    match.play("ACTIVATE R1", "ATTACK B1 3")
    assert match.ending is not None
    assert (match.ending.winners, match.ending.rule) == ((0,), "CSW-117")
    assert [event.reason for event in match.told("Defeated")] == ["units"]


@pytest.mark.rules("CSW-117")
def test_units_inside_a_wreck_may_be_the_last() -> None:
    units: dict[str, Any] = {
        "R1": "BAS F5",
        "B1": hurt("ARK", "F7", 1),
        "B2": {"type": "PIL", "in": "B1", "health": 1},
    }
    match = position(units).play("ACTIVATE R1", "ATTACK B1 4")
    assert match.ending is not None
    assert match.ending.winners == (0,)
    units["B2"] = {"type": "PIL", "in": "B1", "health": 2}
    assert position(units).play("ACTIVATE R1", "ATTACK B1 4").ending is None


@pytest.mark.rules("CSW-117")
def test_neither_side_wins_when_both_are_without_units() -> None:
    match = position({"R1": "BAS F5", "B1": "PIL F7"})
    edit = GAME.editing.read(GAME.editing.see(match.state), "R1 DESTROY")
    ended = Course(GAME.editing.apply(match.state, edit).state).ending
    assert ended is not None
    assert ended.winners == (1,)
    builder = StepBuilder(position({}).state)
    without_units(builder)
    drawn = Course(builder.done().state).ending
    assert drawn is not None
    assert (drawn.winners, drawn.rule) == ((), "CSW-117")


@pytest.mark.rules("CSW-116")
def test_dread_counts_for_defeat_and_a_possible_inspire_does_not() -> None:
    units: dict[str, Any] = {"R1": hurt("CAP", "A10", 2), "B1": "PRE A8"}
    assert position(units, turn="B").play("END").ending is None
    match = position(units, turn="B").play("ACTIVATE B1", "SKILL DREAD R1", "END")
    assert match.ending is not None
    assert match.ending.rule == "CSW-116"


@pytest.mark.rules("CSW-40", "CSW-118")
@pytest.mark.parametrize(
    ("limit", "last", "over"), [(20, 19, False), (20, 20, True), (0, 99, False)]
)
def test_the_match_ends_after_the_last_round(limit: int, last: int, over: bool) -> None:
    settings = {"round_limit": limit}
    match = position(UNITS, turn="B", round=last, settings=settings).play("END")
    assert (match.ending is not None) == over
    assert not over or match.table.pool == 0
    first = position(UNITS, turn="R", round=last, settings=settings).play("END")
    assert first.ending is None


@pytest.mark.rules("CSW-119")
def test_players_may_concede_or_agree_on_a_draw() -> None:
    assert (GAME.meta.resign_rule, GAME.meta.draw_rule) == ("CSW-119", "CSW-119")

"""Turns, command points and activations (2.5, 2.6), and the end (2.13)."""

from __future__ import annotations

import pytest

from games.colonial_space_wars.game import GAME
from games.colonial_space_wars.rules.ending import without_units
from games.colonial_space_wars.state import StepBuilder
from games.core.questions import Question, marked_label
from games.core.types import Seated
from tests.games.colonial_space_wars.course import Course, hurt, position

UNITS = {"R1": "COM A10", "R2": "BRI F5", "R3": "BRI G5", "B1": "PRE A1", "B2": "PIL B1"}


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


@pytest.mark.rules("CSW-119")
def test_players_may_concede_or_agree_on_a_draw() -> None:
    assert (GAME.meta.resign_rule, GAME.meta.draw_rule) == ("CSW-119", "CSW-119")


@pytest.mark.parametrize(
    ("pool", "lost"),
    [(0, ""), (1, "1 command point would be lost"), (2, "2 command points would be lost")],
)
def test_ending_a_turn_says_how_many_points_it_loses(pool: int, lost: str) -> None:
    match = position(UNITS, pool=pool)
    decision = match.decision()
    view = GAME.view(match.state, Seated(decision.seat))
    question = GAME.options(view, decision).question(())
    assert isinstance(question, Question)
    assert [each.detail for each in question.choices if each.key == "end"] == [lost]


def test_targets_come_in_the_order_of_what_all_points_do_to_them() -> None:
    course = position({"R1": "BAS F9", "B1": "BAS F7", "B2": "BRI E7", "B3": hurt("BRI", "G7", 1)})
    decision = course.decision()
    options = GAME.options(GAME.view(course.state, Seated(decision.seat)), decision)
    question = options.question(("R1", "a"))
    assert isinstance(question, Question)
    assert [marked_label(each) for each in question.advised().choices] == [
        "B3 Brigade on G7: health 1 · destroyed",
        "B2 Brigade on E7: health 4 · −1 health",
        "B1 Bastion tank on F7: health 4 · no hit",
    ]

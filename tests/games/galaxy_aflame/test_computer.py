"""The computer player: legal everywhere, better than chance, and it uses what its units can do."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from bench.strength import by_computer, course
from games.core.computer import Level
from games.core.types import Seated, Seats
from games.galaxy_aflame.computer import COMPUTER, SKILLS
from games.galaxy_aflame.computer.situation import PlayerSkill, Situation
from games.galaxy_aflame.game import GAME
from games.galaxy_aflame.notation import Move
from games.galaxy_aflame.rules.draft import Draft
from games.galaxy_aflame.rules.transports import Embark
from tests.games.galaxy_aflame.course import Course, having, position
from tests.games.galaxy_aflame.starting import drafting


def answer(course: Course, level: Level = "normal") -> Move:
    decision = course.decision()
    view = GAME.view(course.state, Seated(decision.seat))
    move = COMPUTER.choose(view, decision, random.Random(0), level)
    assert move is not None
    assert GAME.options(view, decision).refusal(move) is None
    return move


def text(units: Mapping[str, Any], layout: Any = None, level: Level = "normal", **more: Any) -> str:
    return GAME.write(answer(position(units, layout, **more), level))


def test_it_takes_a_card_against_vehicles_first_and_denies_the_opponent_theirs() -> None:
    match = drafting(["INF", "SPA", "LEV", "LAM"], ["RIF", "PEN", "HUN", "WAL"])
    first = answer(match)
    assert isinstance(first, Draft)
    assert first.card == "LEV"
    second = answer(match.play(GAME.write(first)))
    assert isinstance(second, Draft)
    assert second.card == "WAL"
    assert second.deny == "LAM"


def test_it_shoots_twice_where_the_target_is_in_reach() -> None:
    units = {"R1": "STO 24 24", "B1": "RIF 24 12"}
    assert text(units).startswith("SHOOT R1 B1")
    again = {**units, "R1": having("STO", "24 24", shots=1)}
    assert text(again).startswith("SHOOT R1 B1")


def test_an_easy_player_does_not_work_out_the_danger_that_it_has_no_fear_of(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    feared: list[PlayerSkill] = []
    danger = Situation.danger

    def counted(situation: Situation, *given: Any) -> float:
        feared.append(situation.skill)
        return danger(situation, *given)

    monkeypatch.setattr(Situation, "danger", counted)
    for level in COMPUTER.levels:
        text({"R1": "RIF 24 30", "B1": "INF 24 8"}, level=level)
    assert set(feared) == {SKILLS["normal"], SKILLS["hard"]}


def test_it_moves_into_reach_and_shoots() -> None:
    found = text({"R1": "RIF 24 30", "B1": "INF 24 8"})
    assert found.startswith("ORDER MOVE R1")
    assert "SHOOT R1 B1" in found


def test_it_finishes_a_unit_that_is_about_to_fall_back_over_the_edge() -> None:
    """Blue B1 would be lost with all models, B2 would not."""
    units = {
        "R1": "RIF 24 18",
        "B1": having("PEN", "24 5", fails=2),
        "B2": having("PEN", "30 12", fails=2),
    }
    assert text(units).startswith("SHOOT R1 B1 KILL")


def test_the_suppressor_shoots_before_the_others() -> None:
    units = {
        "R1": "REE 21 20",
        "R2": "CHO 24 20",
        "R3": "INF 27 20",
        "B1": "STO 24 8",
        "B2": "RIF 22 8",
    }
    assert " SUPPRESS" in text(units)


def test_passengers_are_driven_to_the_enemy_and_get_out_to_strike() -> None:
    units = {
        "R1": {"card": "REE", "in": "R2", "boarded": True},
        "R2": "MAN 24 30",
        "B1": "PEN 24 12",
    }
    found = text(units)
    assert found.startswith("ORDER MOVE R2")
    assert "DISEMBARK R1" in found
    assert "SHOOT R1 B1" in found


def test_slow_units_board_a_transport_when_the_enemy_is_far() -> None:
    units = {"R1": "REE 24 36", "R2": "MAN 24 32.5", "B1": "RIF 24 0"}
    match = position(units)
    for _ in range(3):
        move = answer(match)
        if isinstance(move, Embark):
            return
        match.play(GAME.write(move))
    pytest.fail("R1 walks")


def test_a_transport_in_the_hand_is_deployed_with_a_passenger() -> None:
    match = position(
        {"R1": having("REE"), "R2": having("MAN"), "R3": having("BRI"), "B1": having("RIF")},
        phase="deploy",
    )
    assert GAME.write(answer(match)).startswith("DEPLOY R2")
    assert GAME.write(answer(match.play(GAME.write(answer(match))))) == "DEPLOY R1 IN R2"


def test_a_vehicle_that_nothing_can_hurt_does_not_hide() -> None:
    found = text({"R1": "LEV 24 30", "B1": "RIF 24 20"})
    assert found.startswith(("SHOOT R1", "ORDER MOVE R1"))


def test_the_turn_is_ended_when_nothing_is_left_to_do() -> None:
    done = having("INF", "24 24", moved=True, shots=1)
    assert text({"R1": done, "B1": "RIF 24 12"}) == "END"


def test_a_turn_takes_little_time() -> None:
    """Questions, not seconds: a turn of five units is at most twelve answers."""
    state = GAME.setup(GAME.settings.model_validate({"muster": "random"}), Seats.alone(2))
    answers: dict[int, int] = {}
    for moment in course(GAME, state, by_computer(GAME), random.Random(1)):
        if moment.decision is not None and moment.decision.kind == "turn":
            turn = moment.state.table.turns
            answers[turn] = answers.get(turn, 0) + 1
    assert max(answers.values()) <= 12

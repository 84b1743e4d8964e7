"""Civilians are units like all others (D-55)."""

from __future__ import annotations

import pytest

from games.astral_sailors.board import line_of_sight
from games.astral_sailors.rules.combat import aiming, wounds
from games.astral_sailors.rules.combat.answering import Pay
from games.astral_sailors.rules.turns import rounds, turns
from games.astral_sailors.rules.victory import quadrants
from games.astral_sailors.state import StepBuilder
from tests.games.astral_sailors import positions
from tests.games.astral_sailors.battle import Battle
from tests.games.astral_sailors.positions import unit

pytestmark = pytest.mark.rules("ASCW-D55")

RED = (unit("R1", "EX1", "C3"), unit("R2", "CV1", "D3"), unit("R3", "CV2", "E3"))


def test_their_player_activates_them() -> None:
    table = positions.table(RED)
    assert [each.code for each in turns.selectable(table, 0)] == ["R1", "R2", "R3"]
    assert rounds.quota(table, 0, 1) == 2


def test_they_strike_whom_they_touch_if_they_have_attacks() -> None:
    table = positions.table((*RED, unit("B1", "GU3", "D2"), unit("B2", "GU3", "E2")))
    labourer, surveyor = table.units["R2"], table.units["R3"]
    assert [each.code for each in aiming.in_reach(table, labourer, "melee")] == ["B1", "B2"]
    assert aiming.in_reach(table, surveyor, "melee") == ()


def test_they_are_enemies_for_the_income_at_the_front() -> None:
    table = positions.table((*RED, unit("B1", "CV1", "C5"), unit("B2", "CV1", "C6")))
    assert rounds.enemies_near_commander(table, 0) == 1


def test_they_bring_a_reward_and_a_point_to_the_elite() -> None:
    auditor = unit("R4", "EX6", "H8")
    builder = StepBuilder(
        positions.state(positions.table((*RED, auditor, unit("B1", "CV1", "H7"))))
    )
    wounds.eliminate(builder, (("B1", "R4"),))
    assert builder.table.players[0].pool == 2 + 1
    assert builder.table.players[0].civilians == 1
    assert builder.table.units["B1"].place == "reserve"


def test_their_wounds_are_paid_for() -> None:
    cast = [unit("R2", "CV1", "H12"), unit("B1", "GU3", "H7")]
    fight = Battle(cast, pools={0: 1}).attack("shoot", "B1", "R2", 1, 6, 1)
    assert fight.asked == [("pay", 0)]
    assert fight.answer(0, Pay("R2", 1)).unit("R2").on_board


def test_they_hold_quadrants_and_hide_what_is_behind_them() -> None:
    builder = StepBuilder(positions.state(positions.table((*RED[1:], unit("B1", "GU3", "L12")))))
    quadrants.count(builder)
    assert builder.table.teams[0].quadrants == {"Q1-1": 1}
    table = positions.table((*RED, unit("B1", "GU3", "D1"), unit("B2", "GU3", "D6")))
    assert line_of_sight.look(table, table.units["B2"], table.units["B1"]).blockers == ("R2",)

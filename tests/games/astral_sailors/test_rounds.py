"""The round: who plays in which order, and dice-offs, whatever the teams and the dice."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.astral_sailors.rules import any_time
from games.astral_sailors.rules.turns import turns
from games.astral_sailors.rules.turns.activation import Hold
from games.astral_sailors.rules.victory import objectives
from games.astral_sailors.table import Turn
from games.astral_sailors.tasks import (
    Attack,
    AttackTarget,
    DelayedAction,
    DiceOff,
    RollIncome,
    Tick,
)
from games.core.steps import Do
from games.core.types import Rolled
from tests.games.astral_sailors import positions


@pytest.mark.rules("ASCW-05", "ASCW-06", "ASCW-D41", "ASCW-D59")
@given(st.lists(st.integers(1, 4), min_size=2, max_size=4), st.data())
def test_the_line_has_everybody_once_and_changes_teams_while_it_can(
    teams: list[int], data: st.DataObject
) -> None:
    if sum(teams) > 8:
        return
    table = positions.table(teams=teams, size=32)
    gone = data.draw(st.sets(st.integers(0, sum(teams) - 1)))
    for seat in gone:
        table = table.with_player(replace(table.players[seat], left=True, removed=True))
    line = turns.line(table, data.draw(st.integers(0, len(teams) - 1)))
    assert sorted(line) == [seat for seat in range(sum(teams)) if seat not in gone]
    for place, (one, two) in enumerate(pairwise(line)):
        if table.team(one) == table.team(two):
            assert {table.team(seat) for seat in line[place:]} == {table.team(one)}


@pytest.mark.rules("ASCW-D77")
def test_the_turn_of_an_army_taken_over_is_asked_of_who_plays_it() -> None:
    units = [positions.unit("R1", "EX1", "B1"), positions.unit("B1", "EX1", "B3")]
    table = positions.table([*units, positions.unit("G1", "GU1", "B5")], teams=(2, 1))
    table = table.with_player(replace(table.players[0], left=True, played_by=1))
    (decision,) = turns.decisions(replace(table, turns=7))
    assert (decision.seat, decision.kind, decision.number) == (1, "activate", 7)
    assert decision.batch == f"half-{table.turn.number}-0"
    assert decision.waits
    assert not decision.secret
    assert turns.decisions(replace(table, turn=Turn())) == ()
    assert turns.decisions(replace(table, phase="over")) == ()
    found = [[unit.code for unit in turns.selectable(table, seat)] for seat in range(3)]
    assert found == [["R1"], [], []]
    assert turns.selectable(replace(table, phase="reinforcement"), 0) == ()


@pytest.mark.rules("ASCW-03", "ASCW-D57")
@pytest.mark.parametrize(
    ("left", "between"),
    [
        (Do("activation"), True),
        (RollIncome((0, 1)), True),
        (Do("begin-round"), True),
        (Attack("melee", "B2", (AttackTarget("R1", 1),), stage="part"), False),
        (DelayedAction(1, Hold("B1")), False),
        (Do("strike-terrain", "B1"), False),
        (Do("next-turn"), False),
    ],
)
def test_a_turn_goes_on_while_its_own_action_is_worked_off(left: Any, between: bool) -> None:
    table = positions.table([positions.unit("R1", "EX1", "B1")])
    agenda = (Do("end-spent-turn", "1"), left)
    assert objectives.between_turns(replace(table, agenda=agenda)) == between


@pytest.mark.rules("ASCW-D59")
def test_what_the_bot_still_had_to_do_for_removed_units_is_dropped() -> None:
    units = [positions.unit(f"{seat}1", "EX1", f"B{row}") for row, seat in enumerate("RBG", 1)]
    table = positions.table([*units, positions.unit("R2", "EX3", "F9")], teams=(2, 1), turn=2)
    left = Do("order"), Tick("B1"), Do("strike-terrain", "R2"), Do("check")
    builder = positions.builder(replace(table, agenda=left), (2, 4))
    any_time.remove(builder, "0")
    assert left[2] not in builder.table.agenda
    assert left[1] in builder.table.agenda
    assert Do("next-turn") not in builder.table.agenda, "it is the turn of another"
    own = replace(table, agenda=(Do("check"),), turn=replace(table.turn, order=(0, 2, 1)))
    builder = positions.builder(own, (2, 4))
    any_time.remove(builder, "0")
    assert Do("next-turn") in builder.table.agenda, "its own turn was going on"


@pytest.mark.rules("ASCW-03", "ASCW-04", "ASCW-D72")
@given(st.lists(st.lists(st.integers(1, 6), min_size=4, max_size=4), min_size=1, max_size=12))
def test_the_winner_of_a_dice_off_rolled_highest_in_every_round_of_rolling(
    rolls: list[list[int]],
) -> None:
    table = positions.table(teams=[1] * 4, phase="deployment", round=0)
    players = tuple(replace(player, deployed=False) for player in table.players)
    builder = positions.builder(replace(table, players=players))
    task = DiceOff("start", (0, 1, 2, 3))
    for faces in rolls:
        thrown = tuple(faces[: len(task.left)])
        any_time.settle_dice_off(builder, task, Rolled((thrown,)))
        pairs = zip(task.left, thrown, strict=True)
        best = tuple(team for team, face in pairs if face == max(thrown))
        top = builder.pop()
        if len(best) == 1:
            assert builder.table.starter == best[0]
            return
        assert isinstance(top, DiceOff)
        assert (top.left, top.rolls) == (best, (*task.rolls, thrown))
        task = top

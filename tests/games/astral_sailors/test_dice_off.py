"""Dice-offs: who rolls, who rolls again, who wins."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.astral_sailors.events import DiceOffRolled, MatchWon
from games.astral_sailors.rules import any_time
from games.astral_sailors.state import State
from games.astral_sailors.tasks import DiceOff
from tests.games.astral_sailors import positions
from tests.games.astral_sailors.flow import of, roll, wanted


def contest(purpose: str, teams: int) -> State:
    table = positions.table(teams=[1] * teams, phase="deployment", round=0)
    players = tuple(replace(player, deployed=False) for player in table.players)
    table = replace(table, players=players)
    task = DiceOff(purpose, tuple(range(teams)))  # type: ignore[arg-type]
    return positions.state(replace(table, agenda=(task,)))


@pytest.mark.rules("ASCW-02", "ASCW-03", "ASCW-04", "ASCW-40", "WE-41")
def test_those_tied_for_the_highest_roll_again_until_one_wins() -> None:
    state = contest("deployment", 4)
    dice = 0
    events = []
    for faces in ((4, 6, 6, 1), (2, 2), (5, 3)):
        count, why = wanted(state)
        assert why == "dice-off: deployment"
        assert count == len(faces)
        outcome = roll(state, *faces)
        events += of(outcome, DiceOffRolled)
        state, dice = outcome.state, dice + count
    assert [(each.teams, each.rolls, each.winner) for each in events] == [
        ((0, 1, 2, 3), (4, 6, 6, 1), -1),
        ((1, 2), (2, 2), -1),
        ((1, 2), (5, 3), 1),
    ]
    assert dice == 8
    assert state.table.turn.seat == 1


@pytest.mark.rules("ASCW-03", "ASCW-35", "ASCW-40", "ASCW-D42", "ASCW-D72")
@pytest.mark.parametrize(
    ("purpose", "phase"),
    [("scenery", "scenery"), ("deployment", "deployment"), ("start", ""), ("round", "")],
)
def test_the_winner_is_told_to_who_asked(purpose: str, phase: str) -> None:
    state = contest(purpose, 3)
    if phase == "scenery":
        state = replace(state, table=replace(state.table, phase="scenery"))
    outcome = roll(state, 1, 2, 5)
    if phase:
        assert outcome.state.table.turn.seat == 2
    else:
        assert outcome.state.table.starter == 2
        assert outcome.state.table.turn.order == (2, 0, 1)
        assert wanted(outcome.state) == (3, "income")


@pytest.mark.rules("ASCW-03", "ASCW-D57")
def test_a_dice_off_can_decide_between_victors() -> None:
    table = positions.table(
        [positions.unit("R1", "EX1", "C3"), positions.unit("B1", "GU1", "H8")], turn=0
    )
    task = DiceOff("victory", (0, 1))
    outcome = roll(positions.state(replace(table, agenda=(task,))), 3, 4)
    (won,) = of(outcome, MatchWon)
    assert won.team == 1
    assert outcome.state.table.result is not None


@pytest.mark.rules("ASCW-03", "ASCW-04", "ASCW-D72")
@given(st.lists(st.lists(st.integers(1, 6), min_size=4, max_size=4), min_size=1, max_size=12))
def test_the_winner_rolled_highest_in_every_round_of_rolling(rolls: list[list[int]]) -> None:
    builder = positions.builder(contest("start", 4).table)
    builder.table = replace(builder.table, agenda=())
    task = DiceOff("start", (0, 1, 2, 3))
    for faces in rolls:
        thrown = tuple(faces[: len(task.left)])
        any_time.settle_dice_off(builder, task, thrown)
        best = tuple(
            team for team, face in zip(task.left, thrown, strict=True) if face == max(thrown)
        )
        top = builder.pop()
        if len(best) == 1:
            assert builder.table.starter == best[0]
            return
        assert isinstance(top, DiceOff)
        assert top.left == best
        assert top.rolls == (*task.rolls, thrown)
        task = top

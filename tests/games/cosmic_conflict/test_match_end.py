"""The end of the match: step R9, the victory conditions, the result (2.12, 3.11, CC-213 to 229)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from games.core.types import Ending, Seat
from games.cosmic_conflict.content.designs import Design
from games.cosmic_conflict.content.maps import marks
from games.cosmic_conflict.space import BOARD
from games.cosmic_conflict.table.course import MatchResult
from games.cosmic_conflict.table.units import Condition, Unit
from tests.games.cosmic_conflict.activations import acting, ship
from tests.games.cosmic_conflict.matches import at_end, standing
from tests.games.cosmic_conflict.scenes import plain, scene, unit

Pair = tuple[Unit, Design]


# --- R9 ---


@pytest.mark.rules("W-55", "CC-213", "D-089")
def test_w55_from_turn_5_on_a_die_of_4_to_6_ends_the_match() -> None:
    assert at_end(4).dice == ()
    assert at_end(4).table.turn == 5
    found = at_end(5)
    assert found.dice == ("End of turn 5: 4 to 6 ends the match",)
    found.roll(3)
    (ended,) = found.told("TurnEnded")
    assert (ended.turn, ended.die, ended.over) == (5, 3, False)
    assert found.table.turn == 6
    found = at_end(6).roll(4)
    (ended,) = found.told("TurnEnded")
    assert (ended.turn, ended.die, ended.over) == (6, 4, True)
    assert found.course.phase == "scoring"
    assert found.table.turn == 6


@pytest.mark.rules("W-55", "CC-140", "CC-213", "CC-214")
def test_w55_a_side_without_ships_ends_the_match_without_a_die() -> None:
    left = unit("a1", "WREN", "10 3"), unit("b1", "HORN", "10 27")
    found = at_end(3, *left)
    (ended,) = found.told("TurnEnded")
    assert (ended.turn, ended.die, ended.over) == (3, 0, True)
    assert found.dice == ("Victory condition",)
    assert at_end(7, *left).told("TurnEnded")[0].die == 0


@pytest.mark.rules("CC-212", "CC-213", "D-089")
def test_the_least_and_most_turns_are_as_agreed() -> None:
    assert at_end(1, min_turns=2).told("TurnEnded")[0].die == 0
    assert at_end(2, min_turns=2, max_turns=3).dice[0].startswith("End of turn 2")
    found = at_end(3, min_turns=2, max_turns=3)
    (ended,) = found.told("TurnEnded")
    assert (ended.die, ended.over) == (0, True)
    assert at_end(99).told("TurnEnded") == []


# --- Scoring ---


SEVERAL = (Condition(4), Condition(7))


def w57() -> Sequence[Pair]:
    gone: Mapping[str, Any] = {"state": "destroyed"}
    return (
        unit("a1", "VANG", "10 10"),
        unit("a2", "PART", "12 10", conditions=(Condition(8, "a"),)),
        unit("a3", "BULW", **gone),
        unit("a4", "HALB", state="fled"),
        unit("b1", "TEMP", "30 10", conditions=SEVERAL, surveyed=True),
        unit("b2", "BULW", "32 10"),
        unit("b3", "VANG", **gone),
    )


@pytest.mark.rules("W-57", "W-58", "CC-215", "CC-217", "CC-219", "CC-220", "D-090", "D-094")
def test_w58_drawing_and_final_result() -> None:
    found = at_end(5, *w57()).roll(4)
    assert list(found.course.drawn) == ["deep_survey"]
    for die in (5, 2, 2, 4):
        assert found.dice == ("Victory condition",)
        found.roll(die)
    told = [(each.die, each.condition) for each in found.told("VictoryDrawn")]
    assert told == [(5, ""), (2, "remaining"), (2, ""), (4, "conditions")]
    assert list(found.course.drawn) == ["deep_survey", "remaining", "conditions"]
    assert found.dice == ("Ships Remaining: Sizes or points",)
    found.roll(5)
    scored = [(each.score.condition, each.score.totals) for each in found.told("VictoryScored")]
    assert scored == [
        ("deep_survey", (0, 1)),
        ("remaining", (754, 742)),
        ("conditions", (1, 2)),
    ]
    assert [each.dice for each in found.told("VictoryScored")] == [(), (5,), ()]
    (over,) = found.told("GameOver")
    assert (over.won, over.winner, over.margin) == ((2, 1), 1, "victory")
    assert found.course.result == MatchResult((2, 1), 1, "victory")
    assert found.ending == Ending("score", (Seat(0),), (2.0, 1.0), "CC-220")


@pytest.mark.rules("W-56", "CC-215", "CC-216", "D-090", "D-091")
def test_w56_area_control_has_its_two_dice() -> None:
    def ship(id: str, size: int, at: str) -> Pair:
        return unit(id, plain(size), at)

    found = at_end(
        5,
        ship("a1", 3, "10 3"),
        ship("a2", 2, "20 3"),
        ship("a3", 1, "50 3"),
        ship("b1", 4, "12 27"),
        ship("b2", 2, "36 27"),
        ship("b3", 2, "35.99 27"),
        scenario="open",
        vc_random=1,
        vc_exclude=(2,),
    )
    found.roll(6).roll(2, 1)
    assert list(found.course.drawn) == ["area"]
    assert found.dice == ("Area Control: parts", "Area Control: axis")
    found.roll(3, 2)
    (scored,) = found.told("VictoryScored")
    assert scored.score.parts == ((3, 4), (2, 2), (1, 2))
    assert (scored.score.totals, scored.dice) == ((0, 2), (3, 2))
    assert found.ending == Ending("score", (Seat(1),), (0.0, 1.0), "CC-220")


@pytest.mark.rules("W-57", "CC-218", "CC-220", "D-092", "D-094")
def test_w57_a_condition_that_nobody_wins_is_a_draw() -> None:
    found = at_end(5, *w57(), scenario="open", vc_random=1).roll(4, 3)
    assert found.dice == ("Ships Destroyed or Fled: Sizes or points",)
    found.roll(2)
    assert found.told("VictoryScored")[0].score.totals == (8, 8)
    assert found.told("GameOver")[0].margin == "draw"
    assert found.ending == Ending("score", (), (0.0, 0.0), "CC-220")


@pytest.mark.rules("W-60", "CC-225", "CC-227", "CC-228", "CC-229", "D-097")
def test_w60_contested_marks_without_random_conditions() -> None:
    table = scene(
        unit("a1", plain(3), "14 11"),
        unit("a2", plain(6), "27 15"),
        unit("b1", plain(1), "18 17.01"),
        unit("b2", plain(2), "36 19"),
        unit("b3", plain(5), "30 20"),
        objectives=marks(BOARD, (), 1000),
        turn=5,
    )
    found = standing(table, scenario="contested_marks", vc_random=0).step("R9").roll(5)
    assert found.told("VictoryScored")[0].score.totals == (3, 2)
    assert found.told("GameOver")[0].winner == 1
    assert found.asked == []


@pytest.mark.rules("CC-213", "D-089")
def test_a_proposal_to_stop_is_declined_by_playing_on() -> None:
    found = acting(ship("a1", "WREN", "10 3"), ship("b1", "WREN", "10 27"), vc_random=0)
    found.play("1: STOP")
    assert found.told("StopProposed")[0].side == 1
    assert found.refused("1: STOP") == "E-PHASE"
    found.play("1: ACTIVATE a1; MOVE V0")
    assert found.course.stopping == 1
    found.play("2: ACTIVATE b1; MOVE V0")
    assert found.course.stopping == 0


@pytest.mark.rules("CC-213", "D-089")
def test_passing_declines_too() -> None:
    ships = ship("a1", "WREN", "10 3"), ship("a2", plain(2), "20 3"), ship("b1", "WREN", "10 27")
    found = acting(*ships).play("1: STOP", "1: PASS")
    assert found.course.stopping == 1
    found.play("2: PASS")
    assert found.course.stopping == 0


@pytest.mark.rules("CC-213", "D-089")
def test_an_agreed_end_is_counted_as_it_stands() -> None:
    ships = ship("a1", "WREN", "10 16", surveyed=True), ship("b1", "WREN", "10 27")
    found = acting(*ships, vc_random=0).play("1: STOP", "1: ACTIVATE a1; MOVE V0")
    found.play("2: STOP")
    assert found.course.result == MatchResult((1, 0), 1, "victory")
    assert found.ending is not None
    (ended,) = found.told("TurnEnded")
    assert (ended.die, ended.over) == (0, True)

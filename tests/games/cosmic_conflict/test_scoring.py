"""Victory conditions, scenarios and the result (2.12; CC-215 to 229, D-090 to D-097)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cosmic_conflict.agreement import Agreement
from games.cosmic_conflict.content.designs import Design
from games.cosmic_conflict.content.maps import marks
from games.cosmic_conflict.rules import damage, scoring
from games.cosmic_conflict.rules.scoring import NUMBERED
from games.cosmic_conflict.rules.setup import preparation
from games.cosmic_conflict.space import BOARD
from games.cosmic_conflict.table.course import ConditionScore, MatchResult
from games.cosmic_conflict.table.units import Condition, Table, Unit
from tests.games.cosmic_conflict.scenes import code, du, plain, scene, unit

SEVERAL = (Condition(4), Condition(7))
GONE = {"destroyed": {"state": "destroyed"}, "fled": {"state": "fled"}}


def lost(id: str, sic: str | Design, how: str, **fields: Any) -> tuple[Unit, Design]:
    return unit(id, sic, **GONE[how], **fields)


def ship(id: str, size: int, at: str = "1 1", **fields: Any) -> tuple[Unit, Design]:
    return unit(id, plain(size), at, **fields)


def winners(*sides: int) -> list[ConditionScore]:
    return [ConditionScore("area", (0, 0), side) for side in sides]


def outcome(table: Table, number: int, *dice: int) -> tuple[tuple[int, ...], int]:
    """Totals and winner of a numbered condition."""
    found = scoring.score(table, NUMBERED[number - 1], dice)
    return found.totals, found.winner


def w57() -> Table:
    return scene(
        unit("a1", "VANG", "10 10"),
        unit("a2", "PART", "12 10", conditions=(Condition(8, "a"),)),
        lost("a3", "BULW", "destroyed"),
        lost("a4", "HALB", "fled"),
        unit("b1", "TEMP", "30 10", conditions=SEVERAL),
        unit("b2", "BULW", "32 10"),
        lost("b3", "VANG", "destroyed"),
    )


# --- The draw and the result ---


@pytest.mark.rules("W-58", "CC-215", "CC-220", "D-090", "D-094")
def test_w58_drawing_and_final_result() -> None:
    assert scoring.drawn((5, 2, 2), 2) == ("remaining",)
    assert scoring.drawn((5, 2, 2, 4), 2) == ("remaining", "conditions")
    table = w57()
    scores = [scoring.score(table, "remaining", (5,)), scoring.score(table, "conditions")]
    (objective,) = winners(2)
    assert scoring.result([objective, *scores], table.sides) == MatchResult((2, 1), 1, "victory")


@pytest.mark.rules("CC-215", "D-090")
def test_excluded_conditions_repeats_and_high_dice_are_rolled_again() -> None:
    faces = (1, 6, 5, 3, 3, 4, 2)
    assert scoring.drawn(faces, 3, {1}) == ("lost", "conditions", "remaining")
    assert scoring.drawn(faces, 2) == ("area", "lost")
    assert scoring.drawn((6, 5, 3), 1, {3}) == ()
    assert scoring.drawn((), 0) == ()


@pytest.mark.rules("CC-220", "D-094")
@pytest.mark.parametrize(
    ("sides", "expected"),
    [
        ((), MatchResult((0, 0), 0, "draw")),
        ((0, 0, 0), MatchResult((0, 0), 0, "draw")),
        ((1, 2, 0), MatchResult((1, 1), 0, "draw")),
        ((0, 2, 0), MatchResult((0, 1), 2, "victory")),
        ((2, 2, 0), MatchResult((0, 2), 2, "decisive")),
        ((1, 1, 1), MatchResult((3, 0), 1, "total")),
        ((1, 1, 1, 1), MatchResult((4, 0), 1, "total")),
        ((1, 1, 2, 1), MatchResult((3, 1), 1, "decisive")),
    ],
)
def test_the_margin_is_how_many_conditions_more_were_won(
    sides: tuple[int, ...], expected: MatchResult
) -> None:
    assert scoring.result(winners(*sides), (1, 2)) == expected


@pytest.mark.rules("CC-216", "CC-217", "CC-218", "CC-219")
def test_what_the_dice_of_each_condition_decide() -> None:
    dice = [scoring.DICE.get(condition, ()) for condition in NUMBERED]
    assert [len(each) for each in dice] == [2, 1, 1, 0]


# --- 1 Area Control ---


def w56() -> Table:
    return scene(
        ship("a1", 3, "10 3"),
        ship("a2", 2, "20 3"),
        ship("a3", 1, "50 3"),
        ship("b1", 4, "12 27"),
        ship("b2", 2, "36 27"),
        ship("b3", 2, "35.99 27"),
    )


@pytest.mark.rules("W-56", "CC-216", "D-091")
def test_w56_area_control() -> None:
    found = scoring.score(w56(), "area", (3, 2))
    assert found.basis == "x"
    assert found.parts == ((3, 4), (2, 2), (1, 2))
    assert (found.totals, found.winner) == ((0, 2), 2)
    assert [each.amount for each in found.units] == [3, 2, 1, 4, 2, 2]


@pytest.mark.rules("CC-216", "D-091")
def test_the_axis_die_divides_the_width_with_1_to_3_and_the_height_with_4_to_6() -> None:
    table = w56()
    by_die = [scoring.score(table, "area", (2, die)) for die in range(1, 7)]
    assert [each.basis for each in by_die] == ["x", "x", "x", "y", "y", "y"]
    assert {each.parts for each in by_die[:3]} == {((5, 4), (1, 4))}
    assert {each.parts for each in by_die[3:]} == {((6, 0), (0, 8))}
    assert [each.winner for each in by_die] == [0, 0, 0, 0, 0, 0]


@pytest.mark.rules("D-091")
def test_the_far_border_belongs_to_the_last_part() -> None:
    table = scene(ship("a1", 2, "54 30"), ship("b1", 1, "0 0"))
    for axis in (1, 6):
        assert scoring.score(table, "area", (6, axis)).parts[::5] == ((0, 1), (2, 0))
    assert scoring.score(table, "area", (1, 1)).parts == ((2, 1),)


@pytest.mark.rules("CC-216", "CC-140", "D-056", "D-091")
def test_only_ships_on_the_board_control_an_area() -> None:
    table = scene(ship("a1", 1, "10 10"), unit("a2", "HORN", "10 11"), lost("a3", plain(6), "fled"))
    found = scoring.score(table, "area", (1, 1))
    assert (found.parts, found.totals) == (((1, 0),), (1, 0))


@given(parts=st.integers(1, 6), axis=st.integers(1, 6), x=st.integers(0, 5400))
@pytest.mark.rules("CC-216", "D-091")
def test_every_ship_counts_in_exactly_one_part(parts: int, axis: int, x: int) -> None:
    base = scene(ship("a1", 3), ship("b1", 2, "54 30"))
    moved = replace(base.units["a1"], at=du("1 1")._replace(x=x))
    found = scoring.score(base.put(moved), "area", (parts, axis))
    assert len(found.parts) == parts
    assert tuple(map(sum, zip(*found.parts, strict=True))) == (3, 2)


# --- 2 Remaining, 3 Destroyed or Fled, 4 Conditions ---


@pytest.mark.rules("W-57", "CC-217", "CC-218", "CC-219", "D-092")
def test_w57_remaining_destroyed_conditions() -> None:
    table = w57()
    assert outcome(table, 2, 5) == ((754, 742), 1)
    assert outcome(table, 3, 2) == ((8, 8), 0)
    assert outcome(table, 4) == ((1, 2), 1)
    shares = {each.unit: each.amount for each in scoring.score(table, "remaining", (5,)).units}
    assert shares == {"a1": 550, "a2": 204, "b1": 350, "b2": 392}
    shares = {each.unit: each.amount for each in scoring.score(table, "lost", (2,)).units}
    assert shares == {"a3": 6, "a4": 2, "b3": 8}


@pytest.mark.rules("CC-217", "CC-218")
def test_dice_of_1_to_3_count_sizes_and_of_4_to_6_points() -> None:
    table = w57()
    sizes, points = ((8 + 3, 5 + 6), 0), ((754, 742), 1)
    assert [outcome(table, 2, die) for die in range(1, 7)] == [sizes] * 3 + [points] * 3
    points = ((2 * 196 + 137, 2 * 275), 1)
    assert [outcome(table, 3, die) for die in range(1, 7)] == [((8, 8), 0)] * 3 + [points] * 3
    bases = [scoring.score(table, "lost", (die,)).basis for die in (3, 4)]
    assert bases == ["size", "points"]


@pytest.mark.rules("CC-217", "D-092")
def test_any_number_of_conditions_halves_a_ship_once() -> None:
    table = scene(
        ship("a1", 3, conditions=(Condition(4),) * 4), ship("b1", 1, conditions=(Condition(6),))
    )
    assert outcome(table, 2, 1) == ((3, 1), 1)


@pytest.mark.rules("CC-217", "D-092")
@pytest.mark.parametrize(
    ("dice", "left"),
    [((1, 3), 3), ((1, 4), 3), ((2, 4), 3), ((3, 4), 3), ((4, 6), 3), ((5, 6), 3), ((6, 6), 6)],
)
def test_a_condition_of_the_results_4_to_11_halves_a_ship(dice: tuple[int, int], left: int) -> None:
    struck = damage.assign(scene(ship("a1", 3, health=9), ship("b1", 1)), "a1", 1)
    assert struck.task is not None
    found = damage.rolled(struck.table, struck.task, dice)
    while found.task:
        found = damage.automatic(found.table, found.task)
    assert outcome(found.table, 2, 1) == ((left, 2), 1)


@pytest.mark.rules("CC-217", "CC-218", "D-086", "D-092")
def test_a_fled_ship_counts_nothing_as_remaining_and_half_as_lost() -> None:
    table = scene(ship("a1", 1), lost("a2", plain(3), "fled"), ship("b1", 2))
    assert outcome(table, 2, 1) == ((2, 4), 2)
    assert outcome(table, 3, 1) == ((3, 0), 2)


@pytest.mark.rules("CC-218")
def test_conditions_of_lost_ships_change_nothing() -> None:
    table = scene(lost("a1", plain(3), "destroyed", conditions=SEVERAL), ship("b1", 2))
    assert outcome(table, 3, 1) == ((6, 0), 2)
    assert outcome(table, 2, 1) == ((0, 4), 2)


@pytest.mark.rules("W-70", "CC-140", "CC-141", "CC-143", "D-056", "D-060", "D-092")
def test_only_points_totals_count_fighters() -> None:
    """A Hornet and a Maul (44 each) whose Hearth (204) is lost, a Drifter (30) that needs none."""
    table = scene(
        lost("a1", "HEAR", "destroyed"),
        lost("a2", "HORN", "destroyed", carrier="a1"),
        unit("a3", "MAUL", "10 10", carrier="a1"),
        unit("a4", "DRIF", "10 10"),
        unit("a5", "DRIF", "10 10", carrier="a1"),
        ship("b1", 1),
    )
    assert outcome(table, 2, 1) == ((0, 2), 2)
    assert outcome(table, 3, 1) == ((8, 0), 2)
    assert outcome(table, 2, 6) == ((2 * 60, 2 * 30), 1)
    assert outcome(table, 3, 6) == ((2 * (204 + 44 + 44), 0), 2)


@pytest.mark.rules("D-060", "CC-141", "CC-218")
def test_fighters_remain_when_their_carrier_fled_and_count_half_when_they_fled() -> None:
    table = scene(
        lost("a1", "HEAR", "fled"),
        lost("a2", "HORN", "fled", carrier="a1"),
        unit("a3", "MAUL", "10 10", carrier="a1"),
        unit("b1", "ROOS", "30 10"),
        unit("b2", "WASP", aboard="b1", carrier="b1"),
    )
    assert outcome(table, 2, 6) == ((2 * 44, 2 * (182 + 30)), 2)
    assert outcome(table, 3, 6) == ((204 + 44, 0), 2)


@pytest.mark.rules("CC-219", "D-093")
def test_conditions_of_ships_in_play_are_counted_each() -> None:
    table = scene(
        ship("a1", 6, conditions=(Condition(4), Condition(4), Condition(11, "a"))),
        lost("a2", plain(2), "destroyed", conditions=SEVERAL),
        lost("a3", plain(2), "fled", conditions=SEVERAL),
        ship("b1", 2, conditions=SEVERAL),
        ship("b2", 2, conditions=SEVERAL),
    )
    assert outcome(table, 4) == ((3, 4), 1)


@pytest.mark.rules("CC-219", "D-093")
def test_a_side_without_ships_cannot_win_with_no_conditions() -> None:
    wiped_out = scene(
        ship("a1", 2, conditions=SEVERAL), lost("b1", plain(2), "fled"), unit("b2", "DRIF", "9 9")
    )
    assert outcome(wiped_out, 4) == ((2, 0), 1)
    nobody = scene(lost("a1", plain(2), "destroyed"), lost("b1", plain(2), "destroyed"))
    assert outcome(nobody, 4) == ((0, 0), 0)


@pytest.mark.rules("CC-217", "CC-219")
def test_equal_totals_are_won_by_nobody() -> None:
    table = scene(ship("a1", 2), ship("b1", 2))
    found = [outcome(table, number, *dice) for number, dice in ((1, (1, 1)), (2, (1,)), (4, ()))]
    assert [winner for _, winner in found] == [0, 0, 0]


# --- Deep Survey ---


@pytest.mark.rules("W-59", "CC-167", "CC-221", "CC-222", "CC-223", "CC-224", "D-003", "D-096")
def test_w59_deep_survey() -> None:
    table = scene(
        unit("a1", "WREN", "20 15"),
        unit("a2", "WREN", "20 15.01"),
        unit("a3", "WREN", "20 20", surveyed=True),
        lost("a4", "WREN", "destroyed", surveyed=True),
        lost("b1", "WREN", "fled", surveyed=True),
        unit("b2", "WREN", "20 15"),
        unit("b3", "WREN", "20 14.99", surveyed=True),
    )
    refused = {
        id: code(scoring.refuse_survey(table, table.units[id])) for id in ("a1", "a2", "a3", "b2")
    }
    assert refused == {"a1": "E-SCENARIO", "a2": "", "a3": "E-SCENARIO", "b2": "E-SCENARIO"}
    found = scoring.score(table, "deep_survey")
    assert (found.totals, found.winner) == ((1, 2), 2)
    assert [each.unit for each in found.units] == ["a3", "b1", "b3"]


@pytest.mark.rules("CC-222", "CC-223", "CC-140")
def test_a_refused_survey_says_why() -> None:
    table = scene(
        unit("a1", "WREN", "20 12.5"),
        unit("a2", "WREN", "20 20", surveyed=True),
        unit("a3", "HORN", "20 20"),
        unit("b1", "WREN", "20 17.5"),
    )
    said = [scoring.refuse_survey(table, each) for each in table.units.values()]
    assert [(each.rule, each.sentence) for each in said if each] == [
        ("CC-222", "a1 is 12.50 from its starting edge; it must be more than 15.00 away."),
        ("CC-223", "a2 has its token already."),
        ("CC-140", "a3 is a Fighter; only ships hold tokens."),
        ("CC-222", "b1 is 12.50 from its starting edge; it must be more than 15.00 away."),
    ]


@pytest.mark.rules("CC-224", "D-096")
def test_a_token_stays_with_a_ship_that_jumps_and_is_lost_with_one_destroyed() -> None:
    table = scene(unit("a1", "WREN", "20 20", surveyed=True), unit("b1", "WREN", "20 20"))
    fled = table.removed(table.units["a1"], "fled")
    destroyed = table.removed(table.units["a1"], "destroyed")
    assert scoring.score(fled, "deep_survey").totals == (1, 0)
    assert scoring.score(destroyed, "deep_survey").totals == (0, 0)


# --- Contested Marks ---


@pytest.mark.rules("W-60", "CC-225", "CC-227", "CC-228", "CC-229", "D-097")
def test_w60_contested_marks() -> None:
    objectives = marks(BOARD, (), 1000)
    assert objectives == (du("18 15"), du("36 15"))
    table = scene(
        ship("a1", 3, "14 11"),
        ship("a2", 6, "27 15"),
        ship("b1", 1, "18 17.01"),
        ship("b2", 2, "36 19"),
        ship("b3", 5, "30 20"),
        objectives=objectives,
    )
    found = scoring.score(table, "contested_marks")
    assert (found.totals, found.winner) == ((3, 2), 1)
    assert [each.amount for each in found.units] == [1, 2, 0, 1, 1]
    distances = {each.unit: each.distances for each in found.units}
    assert distances["a1"][0] == 566
    assert distances["a2"] == (900, 900)
    assert distances["b1"][0] == 201
    assert distances["b2"][1] == 400
    assert distances["b3"][1] == 782
    even = scoring.score(table.removed(table.units["a1"], "fled"), "contested_marks")
    assert (even.totals, even.winner) == ((2, 2), 0)


@pytest.mark.rules("CC-227", "CC-140")
@pytest.mark.parametrize("size", range(1, 7))
def test_a_ship_counts_within_twice_its_size_of_a_mark(size: int) -> None:
    for at, count in ((f"{20 + 2 * size} 15", 1), (f"{20 + 2 * size}.01 15", 0)):
        table = scene(ship("a1", size, at), objectives=(du("20 15"),))
        assert scoring.score(table, "contested_marks").totals == (count, 0)


@pytest.mark.rules("CC-140", "CC-227")
def test_fighters_and_ships_that_are_gone_hold_no_mark() -> None:
    table = scene(
        unit("a1", "HORN", "20 15"),
        unit("a2", plain(6), "20 15", state="fled"),
        ship("b1", 6, "20 15", conditions=SEVERAL),
        objectives=(du("20 15"),),
    )
    found = scoring.score(table, "contested_marks")
    assert (found.totals, found.winner, len(found.units)) == ((0, 1), 2, 1)


@pytest.mark.rules("CC-225", "D-097")
def test_other_scenarios_have_no_marks() -> None:
    assert not preparation.opening(Agreement(scenario="open")).objectives
    assert len(preparation.opening(Agreement(scenario="contested_marks")).objectives) == 2

"""Brace for Impact and Damage Control (CC-157 to CC-160, D-043, D-044)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.cosmic_conflict.events import DamageIgnored
from games.cosmic_conflict.rules.damage import assign, completes_row, controlled, kept, rolled
from games.cosmic_conflict.table.tasks import HitSource
from games.cosmic_conflict.table.units import Condition
from tests.games.cosmic_conflict.outcomes import STRUCTURAL, Outcome, hull, ship
from tests.games.cosmic_conflict.scenes import plain


@pytest.mark.rules("CC-158", "D-043")
def test_both_results_under_brace_must_be_functional_and_the_owner_may_keep_either() -> None:
    table = hull(4, health=6, bracing=True, conditions=(Condition(10),))
    step = assign(table, "b1", 9)
    for dice in ((2, 2), (4, 6), (3, 4)):
        assert step.task is not None
        assert step.task.needs == "dice"
        step = rolled(step.table, step.task, dice)
    assert step.task is not None
    assert (step.task.needs, step.task.condition.results) == ("keep", (4, 7))
    step = kept(step.table, step.task, 4)
    assert step.task is not None
    done = controlled(step.table, step.task, replaced=False)
    assert (done.task, done.table.units["b1"].health) == (None, 10)


@pytest.mark.rules("CC-157", "D-043")
def test_brace_holds_in_each_event_of_the_turn_and_serious_damage_is_one_of_its_own() -> None:
    table = hull(replace(plain(4), row=2), health=1, bracing=True)
    found = Outcome(table, 5, 3, 4, 3, 3, 6, 6, 6, 6)
    assert (found.health, found.results) == (4, [7])
    ignored = [one.damage for one in found.events if isinstance(one, DamageIgnored)]
    assert ignored == [4]
    assert Outcome(hull(4, health=9, bracing=True), 1, 6, 6, 6, 6).health == 10


@pytest.mark.rules("CC-050", "CC-158", "D-038", "D-043")
def test_the_results_of_a_critical_are_rolled_once_each_under_brace() -> None:
    found = Outcome(hull(4, health=9, bracing=True), 1, 1, 2, 1, 2, 2, 2, 6, 6)
    assert (found.health, found.results) == (10, [4])


@pytest.mark.rules("CC-055", "D-041", "D-043")
def test_communications_damage_ends_brace_in_the_same_event() -> None:
    found = Outcome(hull(4, health=6, bracing=True), 9, 4, 6, 4, 6)
    assert (found.health, found.results, found.unit.bracing) == (15, [10], False)


@pytest.mark.rules("CC-160", "D-044")
def test_a_replaced_result_must_be_functional_and_is_final() -> None:
    start = assign(hull(4, health=9, conditions=(Condition(10),)), "b1", 1)
    assert start.task is not None
    asked = rolled(start.table, start.task, (1, 1))
    assert asked.task is not None
    again = controlled(asked.table, asked.task, replaced=True)
    assert again.task is not None
    rerolled = rolled(again.table, again.task, (4, 6))
    assert rerolled.task is not None
    assert rerolled.task.needs == "dice"
    done = rolled(rerolled.table, rerolled.task, (1, 1))
    assert (done.task, done.table.units["b1"].state) == (None, "destroyed")


@pytest.mark.rules("CC-160", "D-044")
def test_damage_control_may_replace_one_of_the_results_of_a_critical() -> None:
    table = hull(4, health=9)
    step = assign(table, "b1", 1)
    needs = []
    for dice, replaced in (((1, 2), False), ((6, 6), False), ((1, 1), True)):
        assert step.task is not None
        step = rolled(step.table, step.task, dice)
        assert step.task is not None
        needs.append(step.task.needs)
        step = controlled(step.table, step.task, replaced)
    assert needs == ["control"] * 3
    assert step.task is not None
    done = rolled(step.table, step.task, (2, 3))
    assert (done.task, done.table.units["b1"].conditions) == (None, (Condition(5),))


@pytest.mark.rules("CC-157", "D-043")
def test_brace_is_worth_it_when_a_row_that_is_not_the_last_would_be_completed() -> None:
    assert completes_row(hull(4, health=6), "b1", 4)
    assert not completes_row(hull(4, health=6), "b1", 3)
    assert completes_row(hull(4, health=6, conditions=STRUCTURAL), "b1", 3)
    assert not completes_row(hull(4, health=30), "b1", 12)
    assert completes_row(hull(4, health=29), "b1", 1)
    absorbed = hull(ship(4, "SHD"), health=9, conditions=STRUCTURAL)
    assert not completes_row(absorbed, "b1", 10)
    assert completes_row(absorbed, "b1", 11)
    assert completes_row(hull(4, health=8, conditions=STRUCTURAL), "b1", 1)
    assert not completes_row(hull("WASP"), "b1", 12)
    shielded = hull(ship(4, "SHD"), health=6, absorbers=(5,))
    assert not completes_row(shielded, "b1", 8)
    assert completes_row(shielded, "b1", 9)
    assert completes_row(shielded, "b1", 4, HitSource("KIN", 6))
    assert not completes_row(shielded, "b1", 4, HitSource("BEAM", 6))

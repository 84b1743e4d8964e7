"""Damage: tracks, bypass, rows, Conditions in the middle (2.5, 3.8), with the canon's numbers."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cosmic_conflict.events import (
    Absorbed,
    Bypassed,
    ConditionApplied,
    HealthDamaged,
    UnitDestroyed,
)
from games.cosmic_conflict.rules import damage
from games.cosmic_conflict.rules.damage import ConditionChoice, assign, controlled, rolled
from games.cosmic_conflict.table.tasks import HitSource
from games.cosmic_conflict.table.units import Condition
from tests.games.cosmic_conflict.outcomes import STRUCTURAL, Outcome, hull, ship
from tests.games.cosmic_conflict.scenes import plain, scene, unit

# --- Tracks ---


@pytest.mark.rules("W-16", "CC-016", "D-032")
def test_each_absorbed_and_bypassed_part_is_told() -> None:
    table = hull(ship(4, "SHD", "ARM"), absorbers=(4, 3))
    assert Outcome(table, 5, shot=HitSource("KIN", 4)).events == [
        Absorbed("b1", 0, 4, 0),
        Bypassed("b1", 1, 3, 4),
        HealthDamaged("b1", 1, 0, 1),
    ]


@pytest.mark.rules("D-034")
def test_shields_come_first_then_armor_each_in_sic_order() -> None:
    table = hull(ship(4, "ARM", "SHD", "ARM", "SHD"), absorbers=(1, 1, 1, 1))
    places = [one.item for one in Outcome(table, 4).events if isinstance(one, Absorbed)]
    assert places == [1, 3, 0, 2]
    wanted = Outcome(table, 4, order=(2, 3)).events
    assert [one.item for one in wanted if isinstance(one, Absorbed)] == [2, 3, 1, 0]
    beam = Outcome(table, 4, shot=HitSource("BEAM", 0), order=(2, 3)).events
    assert [one.item for one in beam if isinstance(one, Absorbed)] == [3, 1, 2, 0]
    behind = hull(ship(4, "AWS", "AWS", "SHD", "ARM"))
    assert Outcome(behind, 10, order=(3, 2)).unit.absorbers == (10, 0)
    assert Outcome(behind, 10, order=(1,)).unit.absorbers == (0, 10)


@pytest.mark.rules("CC-092", "CC-108", "D-032", "D-033")
@pytest.mark.parametrize(
    ("kind", "shields", "armor"),
    [("KIN", True, True), ("BEAM", False, False), ("RKT", True, False), ("MSL", True, False)],
)
def test_which_weapons_bypass_what(kind: str, shields: bool, armor: bool) -> None:
    for item, bypassed in (("SHD", shields), ("ARM", armor)):
        table = hull(ship(4, item), absorbers=(3,))
        assert Outcome(table, 1, shot=HitSource(kind, 4)).health == bypassed
        assert Outcome(table, 1, shot=HitSource(kind, 3)).health == 0


@pytest.mark.rules("CC-108", "D-032")
def test_damage_that_is_no_attack_never_bypasses() -> None:
    table = hull(ship(4, "SHD", "ARM"), absorbers=(1, 1))
    assert Outcome(table, 3).health == 1


@pytest.mark.rules("CC-054", "CC-059", "D-034")
def test_an_absorber_without_function_absorbs_nothing() -> None:
    table = hull(ship(4, "SHD", "ARM"), off=(0,))
    found = Outcome(table, 12)
    assert (found.unit.absorbers, found.health) == ((10, 0), 2)


@pytest.mark.rules("CC-016", "D-034")
def test_a_full_track_is_skipped_without_a_word() -> None:
    table = hull(ship(4, "SHD", "ARM", "ARM"), absorbers=(0, 2, 5))
    assert Outcome(table, 2, shot=HitSource("KIN", 1)).events == [Absorbed("b1", 1, 2, 0)]


@pytest.mark.rules("CC-033")
def test_no_damage_changes_nothing() -> None:
    table = hull("VANG", conditions=STRUCTURAL)
    assert assign(table, "b1", 0) == (table, None, ())
    gone = hull(3, state="fled")
    assert assign(gone, "b1", 3) == (gone, None, ())


# --- Rows ---


@pytest.mark.rules("CC-042", "CC-043", "CC-044", "CC-045", "D-035")
def test_each_row_causes_its_condition_before_the_next_is_filled() -> None:
    table = hull(3)
    first = assign(table, "b1", 25)
    assert first.table.units["b1"].health == 10
    assert first.task is not None
    assert first.task.needs == "dice"
    assert Outcome(table, 25, 6, 6, 6, 6).health == 25
    assert Outcome(hull(replace(plain(3), row=7)), 8, 6, 6).health == 8


@pytest.mark.rules("CC-050", "D-038")
def test_what_the_first_of_two_critical_results_does_is_done_before_the_second() -> None:
    found = Outcome(hull(3, health=9), 1, 1, 2, 3, 3, 2, 2)
    assert (found.health, found.results) == (12, [6, 4])
    order = [type(one).__name__ for one in found.events[-5:]]
    assert order == [
        *("ConditionRolled", "ConditionApplied", "HealthDamaged"),
        *("ConditionRolled", "ConditionApplied"),
    ]


@pytest.mark.rules("CC-051", "D-036")
def test_structural_damage_stacks_and_counts_only_what_reaches_health() -> None:
    twice = (Condition(4), Condition(5))
    assert Outcome(hull(4, conditions=twice), 1).health == 3
    absorbed = hull(ship(4, "SHD"), conditions=twice)
    assert Outcome(absorbed, 10).health == 0
    assert Outcome(absorbed, 11).health == 3


@pytest.mark.rules("CC-052", "D-037")
def test_serious_damage_goes_past_shields_and_may_complete_a_row_itself() -> None:
    shielded = hull(ship(4, "SHD"), health=9)
    found = Outcome(shielded, 1, 6, 6, shot=HitSource("KIN", 11))
    assert (found.health, found.unit.absorbers) == (10, (10,))
    serious = Outcome(shielded, 1, 3, 4, shot=HitSource("KIN", 11))
    assert (serious.health, serious.unit.absorbers, serious.results) == (12, (10,), [7])
    short = hull(replace(plain(4), row=2), health=1)
    again = Outcome(short, 2, 3, 4, 6, 6)
    assert (again.health, again.results) == (5, [7])


@pytest.mark.rules("CC-046", "CC-049", "CC-050", "D-038")
def test_nothing_more_is_rolled_for_a_unit_that_is_gone() -> None:
    assert Outcome(hull(3, health=9), 8, 1, 2, 1, 1).destroyed
    assert Outcome(hull(2, health=19), 3).destroyed
    serious = Outcome(hull(replace(plain(2), row=2), health=1), 4, 3, 4)
    assert (serious.destroyed, serious.health) == (True, 4)


@pytest.mark.rules("CC-046")
def test_fighters_aboard_are_lost_with_their_carrier() -> None:
    table = scene(
        unit("b1", "ROOS", "10 10", health=29, absorbers=(0, 0)),
        unit("b2", "WASP", aboard="b1"),
        unit("b3", "WASP", "11 10"),
    )
    found = Outcome(table, 1)
    assert found.events[-1] == UnitDestroyed("b1", ("b2",))
    assert [each.state for each in found.table.units.values()] == ["destroyed", "destroyed", "in"]


@pytest.mark.rules("CC-053", "CC-058", "D-040")
def test_weapons_damage_waits_for_the_owners_choice() -> None:
    table = hull("PART", health=9, absorbers=(0, 0))
    start = assign(table, "b1", 3)
    assert start.task is not None
    asked = rolled(start.table, start.task, (4, 4))
    assert asked.task is not None
    assert asked.task.needs == "control"
    choice = controlled(asked.table, asked.task, replaced=False)
    assert choice.task is not None
    assert choice.task.needs == "choice"
    done = damage.chosen(choice.table, choice.task, ConditionChoice("a", (0,)))
    assert done.task is None
    assert done.table.units["b1"].off == (0,)
    assert done.events == (ConditionApplied("b1", 8, "a", (0,)), HealthDamaged("b1", 2, 0, 12))
    by_itself = Outcome(table, 3, 4, 4)
    assert (by_itself.unit.off, by_itself.health) == ((1,), 12)


@pytest.mark.rules("CC-053", "CC-054", "CC-056", "CC-059", "D-040", "D-042")
@pytest.mark.parametrize(
    ("result", "choice"),
    [
        (8, ConditionChoice("b", (3,))),
        (9, ConditionChoice("b", (4,))),
        (11, ConditionChoice("a", (3,))),
        (11, ConditionChoice()),
    ],
)
def test_only_what_is_eligible_may_be_chosen(result: int, choice: ConditionChoice) -> None:
    table = hull("PART")
    assert choice not in damage.choices(table, table.units["b1"], result)


@pytest.mark.rules("CC-054", "CC-109")
def test_a_deactivated_shield_no_longer_absorbs_the_rest() -> None:
    table = hull(ship(4, "SHD"), health=9)
    found = Outcome(table, 1, 5, 4, shot=HitSource("KIN", 11))
    assert found.unit.off == (0,)
    assert Outcome(found.table, 3).health == 13


@pytest.mark.rules("CC-016", "CC-044", "D-034", "D-035")
@given(
    st.integers(1, 6),
    st.lists(st.integers(0, 10), max_size=4),
    st.integers(0, 80),
    st.sampled_from([None, HitSource("BEAM", 9), HitSource("KIN", 0)]),
)
def test_no_damage_is_lost_or_made_on_the_way(
    size: int, boxes: list[int], amount: int, shot: HitSource | None
) -> None:
    types = ("SHD", "ARM", "SHD", "ARM")[: len(boxes)]
    table = hull(ship(size, *types), absorbers=tuple(boxes))
    rows = min(max(amount - sum(boxes), 0), 10 * size) // 10
    found = Outcome(table, amount, *[6, 6] * min(rows, size - 1), shot=shot)
    taken = sum(boxes) - sum(found.unit.absorbers) + found.health
    assert taken == min(amount, sum(boxes) + 10 * size)
    assert found.destroyed == (amount >= sum(boxes) + 10 * size)

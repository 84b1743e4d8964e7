"""PWS exchanges at the end of a move (CC-123, CC-124, CC-144, D-052)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cosmic_conflict.rules import movement, terrain
from games.cosmic_conflict.rules.attacks import pws
from games.cosmic_conflict.rules.attacks.pws import PwsExchange
from games.cosmic_conflict.rules.movement import MovePlan
from games.cosmic_conflict.table.units import Table
from tests.games.cosmic_conflict.scenes import code, du, plain, scene, unit, well


def covered(at: str = "22 10", aws_at: str = "22 14") -> Table:
    """A Hornet 2.00 from a Partisan, which a Bulwark covers with its AWS."""
    return scene(unit("a1", "HORN", "20 10"), unit("b1", "PART", at), unit("b2", "BULW", aws_at))


def offers(table: Table, id: str = "a1") -> tuple[PwsExchange, ...]:
    return pws.exchanges(table, table.units[id])


@pytest.mark.rules("W-33", "CC-144", "D-052")
def test_w33_fighters_meet() -> None:
    table = scene(unit("a1", "HORN", "20 10"), unit("b1", "MACE", "21 10"))
    (found,) = offers(table)
    assert found == ("a1", "b1", (2, 0))
    assert found.damage((3, 2)) == (5, 0)
    assert table.designs["MACE"].absorbers[0][1] == 3
    (back,) = offers(table, "b1")
    assert back.dice == (0, 2)
    assert back.damage((3, 2)) == (0, 5)


@pytest.mark.rules("CC-123", "CC-124", "D-052")
def test_an_exchange_is_within_the_agreed_distance() -> None:
    assert [each.enemy for each in offers(covered())] == ["b1"]
    assert offers(covered(at="22.01 10")) == ()
    near = replace(covered(), pws_range=199)
    assert offers(near) == ()
    wide = replace(covered(aws_at="22 12"), pws_range=300)
    assert [each.enemy for each in offers(wide)] == ["b1", "b2"]


@pytest.mark.rules("CC-102", "D-051", "D-052")
def test_aws_gives_a_die_against_fighters_to_friendly_ships_in_reach() -> None:
    assert offers(covered(aws_at="22 16"))[0].dice == (1, 2)
    assert offers(covered(aws_at="22 16.01"))[0].dice == (1, 1)
    enemy_ship = scene(
        unit("a1", "PART", "20 10"), unit("b1", "PART", "22 10"), unit("b2", "BULW", "22 14")
    )
    assert offers(enemy_ship)[0].dice == (1, 1)
    bulwark = scene(unit("a1", "HORN", "20 10"), unit("b1", "BULW", "22 10"))
    assert offers(bulwark)[0].dice == (1, bulwark.designs["BULW"].count("PWS") + 1)
    hostile = scene(
        unit("a1", "HORN", "20 10"), unit("b1", "HORN", "22 10"), unit("b2", "BULW", "22 14")
    )
    assert offers(hostile)[0].dice == (2, 2)


@pytest.mark.rules("CC-123", "D-052")
def test_only_systems_that_work_count_and_at_least_one_die_is_needed() -> None:
    part = unit("b1", "PART", "22 10")
    pws = part[1].labels.index("PWS1")
    off = unit("b1", "PART", "22 10", off=(pws,))
    mace = unit("a1", "MACE", "20 10")
    assert offers(scene(mace, part))[0].dice == (0, 1)
    assert offers(scene(mace, off)) == ()
    assert offers(scene(unit("a1", "HORN", "20 10", off=(0, 1, 2)), off)) == ()


@pytest.mark.rules("CC-123", "CC-144", "D-052")
def test_the_fighter_system_counts_against_fighters_only() -> None:
    ship = scene(unit("a1", "HORN", "20 10"), unit("b1", plain(3), "22 10"))
    assert offers(ship)[0].dice == (1, 0)


@pytest.mark.rules("CC-123", "D-052")
def test_friends_and_units_that_are_gone_exchange_nothing() -> None:
    table = scene(
        unit("a1", "HORN", "20 10"),
        unit("a2", "PART", "20 10"),
        unit("b1", "HORN", aboard="b2"),
        unit("b2", "HEAR", state="fled"),
    )
    assert offers(table) == ()


@pytest.mark.rules("CC-123", "D-052")
def test_the_dice_are_counted_anew_after_damage() -> None:
    table = covered(aws_at="21 10")
    mover, enemy = table.units["a1"], table.units["b1"]
    weak = replace(mover, off=(0,))
    found = pws.exchange(table.put(weak), weak, enemy)
    assert found is not None
    assert found.dice == (0, 2)
    gone = replace(mover, at=None, state="destroyed")
    assert pws.exchange(table.put(gone), gone, enemy) is None


@pytest.mark.rules("CC-123", "D-052")
@pytest.mark.parametrize(
    ("dice", "elects"), [((1, 2), True), ((1, 1), False), ((2, 1), False), ((0, 1), True)]
)
def test_by_default_an_enemy_elects_with_more_dice(dice: tuple[int, int], elects: bool) -> None:
    assert PwsExchange("a1", "b1", dice).enemy_elects is elects


@pytest.mark.rules("CC-123", "D-052")
@given(st.lists(st.integers(1, 6), max_size=5), st.lists(st.integers(1, 6), max_size=5))
def test_each_takes_the_sum_of_the_others_dice(own: list[int], theirs: list[int]) -> None:
    found = PwsExchange("a1", "b1", (len(own), len(theirs)))
    assert found.damage(own + theirs) == (sum(own), sum(theirs))


@pytest.mark.rules("CC-123", "CC-124", "D-052")
@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        (("b1", "b2"), ""),
        (("b1", "b1"), "b1 is named twice; there is one exchange with each enemy."),
        (("a2",), "a2 is not an enemy on the board."),
        (("b9",), "b9 is not an enemy on the board."),
        (("b5",), "b5 is not an enemy on the board."),
        (("b3",), "b3 would be 2.01 away; a PWS exchange is within 2.00."),
        (("b4",), "Neither a1 nor b4 has a Proximity Weapon System that works."),
    ],
)
def test_an_election_names_enemies_within_reach_of_the_end(
    wanted: tuple[str, ...], says: str
) -> None:
    table = scene(
        unit("a1", plain(3), "20 8", velocity=2),
        unit("a2", "PART", "20 10"),
        unit("b1", "PART", "20 12"),
        unit("b2", "HORN", "18 10"),
        unit("b3", "PART", "22.01 10"),
        unit("b4", plain(2), "20 8"),
        unit("b5", "HORN", aboard="b1"),
    )
    found = movement.refuse(table, table.units["a1"], MovePlan(pws=wanted))
    assert (str(found) if found else "") == says
    assert code(found) == ("E-PWS" if says else "")


@pytest.mark.rules("CC-123", "D-052", "D-080")
def test_an_election_is_judged_after_push_and_pull_unless_dice_decide() -> None:
    units = unit("a1", plain(3), "20 8", velocity=2), unit("b1", "PART", "20 12")
    plan = MovePlan(pws=("b1",))
    push = scene(*units, terrain=[well(20, 11, push=1)])
    assert code(movement.refuse(push, push.units["a1"], plan)) == "E-PWS"
    pushed = terrain.arrive(push, replace(push.units["a1"], at=du("20 10"))).table
    assert offers(pushed) == ()
    rolled = scene(*units, terrain=[well(20, 11, push=1, random=True)])
    assert movement.refuse(rolled, rolled.units["a1"], plan) is None
    other = MovePlan(pws=("a1",))
    assert code(movement.refuse(rolled, rolled.units["a1"], other)) == "E-PWS"

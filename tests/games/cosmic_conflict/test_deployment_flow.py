"""Deployment by turns and in secret (CC-211, CC-115, D-088)."""

from __future__ import annotations

import pytest

from games.core.types import SPECTATOR
from games.cosmic_conflict.state import view_of
from tests.games.cosmic_conflict.matches import Match, match, quick
from tests.games.cosmic_conflict.scenes import du

NEST = "FLEET C"
"""A Hearth, a Tempest, a Bulwark and two Darts; a6 to a8 are Fighters of the Hearth."""


def placing(one: str, two: str, *faces: int, **agreed: object) -> Match:
    return quick(**agreed).play(f"1: FLEET {one}", f"2: FLEET {two}").roll(*(faces or (6, 1)))


def order(found: Match, count: int) -> list[int]:
    """The sides that are asked while so many units are placed automatically."""
    sides = []
    for _ in range(count):
        (decision,) = found.open
        sides.append(decision.seat + 1)
        found.play("AUTO")
    return sides


# --- By turns ---


@pytest.mark.rules("W-65", "CC-002", "CC-006", "CC-061", "CC-211", "D-015", "D-088")
def test_w65_deployment() -> None:
    found = match().play("1: FLEET A", "2: FLEET B").roll(4, 4, 2, 5)
    assert found.asked == ["2: deploy"]
    found.play("PLACE b1 27 24")
    assert found.asked == ["1: deploy"]
    assert found.refused("PLACE a5 10 4") == "E-SIZE-ORDER"
    assert found.refused("PLACE a1 20 8.01") == "E-ZONE"
    assert found.refused("PLACE a1 20 8 V3") == "E-VELOCITY"
    found.play("PLACE a1 20 8 HEADING 350 V0")
    citadel = found.unit("a1")
    assert (citadel.at, citadel.heading, citadel.velocity) == (du("20 8"), 350, 0)
    order(found, 7)
    assert found.asked == ["1: deploy"]
    assert found.refused("PLACE a5 30 4 V4") == "E-VELOCITY"
    found.play("PLACE a5 30 4 V3")
    assert found.course.phase == "orders"


@pytest.mark.rules("CC-211", "D-088")
def test_the_sides_place_by_turns_until_one_has_no_ship_left() -> None:
    found = placing("Q1", "Q2")
    assert order(found, 7) == [1, 2, 1, 2, 1, 2, 2]
    assert found.course.phase == "orders"
    assert placing("Q1", "Q2", 1, 6).asked == ["2: deploy"]


@pytest.mark.rules("CC-211", "CC-T02")
def test_the_bot_places_all_ships_of_a_side_when_their_turns_come() -> None:
    found = placing("Q1", "Q2").play("AUTO ALL")
    assert (found.unit("a1").at, found.unit("a2").at) == (du("9 4"), None)
    assert found.asked == ["2: deploy"]
    found.play("PLACE b1 10 20")
    assert (found.unit("a2").at, found.asked) == (du("18 4"), ["2: deploy"])
    found.play("AUTO ALL")
    assert found.course.phase == "orders"
    assert found.unit("b1").at == du("10 20")


@pytest.mark.rules("CC-211", "CC-T02")
@pytest.mark.parametrize("deploy", ["alternate", "secret"])
def test_who_lets_the_bot_deploy_with_the_fleet_is_asked_next_for_orders(deploy: str) -> None:
    found = quick(deploy=deploy).play("1: AUTO Q1", "2: AUTO Q2").roll(6, 1)
    assert found.course.phase == "orders"
    assert found.unit("a3").at == du("27 4")
    other = quick(deploy=deploy).play("1: AUTO Q1", "1: UNLOCK", "1: FLEET Q1", "2: AUTO Q2")
    assert other.roll(6, 1).asked[0] == "1: deploy"


@pytest.mark.rules("CC-211")
def test_every_placement_is_told_and_is_a_new_decision() -> None:
    found = placing("Q1", "Q2")
    first = found.open[0]
    assert not first.secret
    found.play("PLACE a1 10 4.5 HEADING 20 V1")
    (told,) = found.told("Deployed")
    assert (str(told.unit), told.at, told.heading, told.velocity, told.fighter) == (
        "a1 Vanguard",
        du("10 4.5"),
        20,
        1,
        False,
    )
    assert told.only is None
    found.play("AUTO")
    assert found.open[0].number > first.number


@pytest.mark.rules("CC-004", "CC-211")
def test_unknown_and_foreign_units_are_refused_first() -> None:
    found = placing("Q1", "Q2")
    assert found.refused("PLACE a9 10 20") == "E-UNKNOWN-ID"
    assert found.refused("PLACE b1 10 4 V9") == "E-OWNER"
    assert found.refused("PLACE a3 10 20") == "E-SIZE-ORDER"


@pytest.mark.rules("CC-211")
def test_a_heading_has_at_most_359_degrees() -> None:
    found = placing("Q1", "Q2")
    assert found.refused("PLACE a1 10 4 HEADING 360") == "UNREADABLE"
    found.play("PLACE a1 10 4 HEADING 359")


@pytest.mark.rules("D-088", "CC-211")
def test_the_automatic_slots_are_those_of_the_canon() -> None:
    found = placing("Q1", "Q2")
    order(found, 7)
    places = [found.unit(id).at for id in ("a1", "a2", "a3", "b1", "b2", "b3", "b4")]
    assert places[:3] == [du("9 4"), du("18 4"), du("27 4")]
    assert places[3:] == [du("7.2 20"), du("14.4 20"), du("21.6 20"), du("28.8 20")]
    assert [(found.unit(id).heading, found.unit(id).velocity) for id in ("a1", "b1")] == [
        (0, 2),
        (180, 2),
    ]


# --- Fighters ---


@pytest.mark.rules("CC-115", "CC-119", "D-088")
def test_fighters_are_placed_after_all_ships_as_many_as_there_are_launch_hangars() -> None:
    found = match().play(f"1: {NEST}", "2: FLEET Q1").roll(6, 1)
    found.play("PLACE a2 10 4")
    assert found.refused("2: PLACE b1 10 4") == "E-ZONE"
    order(found, 7)
    assert found.asked == ["1: deploy"]
    hearth = found.unit("a1").at
    assert hearth is not None
    near = f"{hearth.x // 100} {hearth.y // 100 + 8}"
    assert found.refused(f"PLACE a6 {near}.01") == "E-ZONE"
    found.play(f"PLACE a6 {near}")
    (told,) = found.told("Deployed")
    assert (told.fighter, told.heading, told.velocity) == (True, 0, 0)
    assert found.asked == ["1: deploy"]
    found.play(f"PLACE a8 {near}")
    assert found.course.phase == "orders"
    assert [found.unit(id).aboard for id in ("a6", "a7", "a8")] == ["", "a1", ""]


@pytest.mark.rules("CC-115", "CC-119", "D-088")
def test_lock_leaves_the_other_fighters_aboard() -> None:
    found = placing("Q3", "Q3", 1, 6)
    order(found, 6)
    assert found.asked == ["2: deploy"]
    found.play("LOCK")
    assert found.asked == ["1: deploy"]
    found.play("LOCK")
    assert found.course.phase == "orders"
    assert [found.unit(id).aboard for id in ("a2", "b2")] == ["a1", "b1"]


@pytest.mark.rules("CC-115", "D-088")
def test_a_side_without_fighters_for_space_is_not_asked() -> None:
    found = placing("Q1", "Q3")
    order(found, 6)
    assert found.asked == ["2: deploy"]
    found.play("AUTO")
    assert found.course.phase == "orders"
    assert found.unit("b2").aboard == "b1"


@pytest.mark.rules("CC-211")
def test_deployment_is_not_over_while_ships_need_a_place() -> None:
    found = placing("Q1", "Q2")
    refused = found.refusal("LOCK")
    assert refused.code == "E-PHASE"
    assert "a1, a2, a3" in refused.sentence


@pytest.mark.rules("CC-143", "CC-211", "D-088")
def test_a_fighter_without_a_carrier_must_be_placed() -> None:
    found = placing("OF VANG; DRIF; DRIF", "Q1")
    order(found, 4)
    assert found.asked == ["1: deploy"]
    assert found.refused("LOCK") == "E-PHASE"
    found.play("PLACE a3 20 8")
    assert found.refused("LOCK") == "E-PHASE"
    found.play("AUTO")
    assert found.course.phase == "orders"
    assert (found.unit("a2").at, found.unit("a3").at) == (du("12 4"), du("20 8"))


# --- In secret ---


def secret(one: str = "Q1", two: str = "Q2", *faces: int) -> Match:
    return placing(one, two, *(faces or (1, 6)), deploy="secret")


@pytest.mark.rules("CC-211", "D-088")
def test_in_secret_both_deploy_at_once_and_see_their_own_places_only() -> None:
    found = secret()
    assert found.asked == ["1: deploy", "2: deploy"]
    found.play("1: PLACE a3 10 4")
    assert [each.unit for each in found.sheet(1).places] == ["a3"]
    assert found.unit("a3").at is None
    assert found.view(2).sheets[0] is None
    assert view_of(found.state, SPECTATOR).sheets == (None, None)
    assert [event.only for event in found.events] == [(0,)]
    assert all(each.secret for each in found.open)


@pytest.mark.rules("CC-211", "D-088")
def test_in_secret_a_plan_may_be_changed_until_both_are_locked() -> None:
    found = secret().play("1: PLACE a3 10 4", "1: PLACE a1 12 4 V0")
    found.play("1: PLACE a3 11 5")
    assert found.refused("1: LOCK") == "E-PHASE"
    found.play("1: PLACE a2 20 4", "1: LOCK")
    assert found.asked == ["1: deploy-open", "2: deploy"]
    assert found.refused("1: PLACE a1 10 4") == "E-PHASE"
    found.play("1: UNLOCK", "1: PLACE a1 13 4 V1", "1: LOCK")
    assert found.unit("a1").at is None
    for _ in range(5):
        found.play("2: AUTO")
    assert found.course.phase == "orders"
    assert [str(told.unit.id) for told in found.told("Deployed")] == [
        *("b1", "b2", "b3", "b4"),
        *("a3", "a2", "a1"),
    ]
    assert (found.unit("a1").at, found.unit("a1").velocity) == (du("13 4"), 1)
    assert found.unit("a3").at == du("11 5")
    assert [found.sheet(side).places for side in (1, 2)] == [(), ()]
    assert not found.sheet(1).locked


@pytest.mark.rules("CC-211", "CC-T02")
def test_in_secret_all_automatic_places_can_be_changed_before_they_are_locked() -> None:
    found = secret("Q1", "Q2").play("1: PLACE a2 3 3", "1: AUTO ALL", "1: PLACE a3 30 5")
    assert {each.unit: each.at for each in found.sheet(1).places} == {
        "a2": du("3 3"),
        "a1": du("9 4"),
        "a3": du("30 5"),
    }
    assert found.asked[0] == "1: deploy"


@pytest.mark.rules("CC-115", "CC-211", "D-088")
def test_in_secret_the_fighters_of_a_ship_that_is_placed_anew_go_aboard() -> None:
    found = secret("Q3", "Q2")
    assert found.refused("1: PLACE a2 10 6") == "E-SIZE-ORDER"
    found.play("1: PLACE a1 10 4", "1: PLACE a2 10 6", "1: PLACE a1 20 4")
    assert [each.unit for each in found.sheet(1).places] == ["a1"]
    found.play("1: PLACE a2 20 6", "1: PLACE a2 20 7")
    assert [(each.unit, each.at) for each in found.sheet(1).places] == [
        ("a1", du("20 4")),
        ("a2", du("20 7")),
    ]


@pytest.mark.rules("D-088")
def test_in_secret_automatic_slots_fill_what_is_left_and_then_lock() -> None:
    found = secret("Q1", "Q2").play("1: PLACE a2 3 3")
    found.play("1: AUTO", "1: AUTO")
    assert {each.unit: each.at for each in found.sheet(1).places} == {
        "a2": du("3 3"),
        "a1": du("9 4"),
        "a3": du("27 4"),
    }
    assert found.asked[0] == "1: deploy"
    found.play("1: AUTO")
    assert found.asked[0] == "1: deploy-open"

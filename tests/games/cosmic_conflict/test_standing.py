"""Standing orders, and what happens when time runs out (4.1, 4.4, 4.7)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.core.geometry.plane import Point
from games.core.questions import Question
from games.core.standing import StandingOrder
from games.core.types import Decision, Forbidden, Seat, Unreadable
from games.cosmic_conflict.content.limits import FleetUnit
from games.cosmic_conflict.standing import STANDING
from games.cosmic_conflict.table.units import Condition
from games.cosmic_conflict.view import Sheet
from tests.games.cosmic_conflict.activations import acting, hidden, ship
from tests.games.cosmic_conflict.answering import answered, by_default, ordered, orders
from tests.games.cosmic_conflict.matches import Match, deployed, match, quick
from tests.games.cosmic_conflict.scenes import plain

# --- Texts ---


@pytest.mark.rules("CC-T06")
def test_orders_are_read_in_other_forms_too() -> None:
    view = deployed().view(1)
    assert STANDING.read(view, "a1 dodge 3") == StandingOrder("dodge", "A1", "3")
    assert STANDING.read(view, "default_order token") == StandingOrder("default-order", "", "token")
    assert STANDING.read(view, "escort_bearing a1 200") == StandingOrder(
        "escort-bearing", "A1", "200"
    )
    assert STANDING.read(view, "absorb a1 ask") == StandingOrder("absorb", "A1", "ask")


@pytest.mark.rules("CC-T06")
@pytest.mark.parametrize(
    "text",
    [
        "NONSENSE",
        "EVASIVE",
        "EVASIVE MAYBE",
        "BRACE-KEEP NEVER",
        "SACRIFICE NEVER",
        "TRACKS NEVER",
        "DODGE 0",
        "SNAP 100",
        "EVASIVE 2",
        "DEPLOY LOCK a1",
        "DEPLOY ACTIVATE a1",
        "FLEET Z",
    ],
)
def test_what_is_not_an_order_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        STANDING.read(deployed().view(1), text)


@pytest.mark.rules("CC-T06")
def test_orders_for_the_units_of_others_are_refused() -> None:
    view = deployed().view(1)
    for order in (
        StandingOrder("dodge", "B1", "auto"),
        StandingOrder("dodge", "", "x"),
        StandingOrder("no", "", ""),
    ):
        refused = STANDING.options(view).refusal(order)
        assert isinstance(refused, Forbidden)
        assert refused.code == "E-POLICY"


@pytest.mark.rules("CC-T06", "CC-T07")
def test_the_form_offers_every_topic_and_the_defaults_are_told() -> None:
    view = deployed().view(1)
    found = STANDING.options(view).question(())
    assert isinstance(found, Question)
    assert len(found.choices) == 29
    said = STANDING.show(view, ())
    assert "Reveal Evasive Actions: at the first attack on the ship (default)." in said
    assert "Dodge: if it saves 2 damage (default)." in said
    assert "Snap Attacks in the enemy's activations: never (default)." in said


@pytest.mark.rules("CC-T06")
def test_what_waits_is_told_by_the_kind_of_the_decision_alone() -> None:
    view = deployed().view(1)
    kinds = ("fleet", "deploy", "orders", "activate", "react", "resolve")
    for kind in kinds:
        decision = Decision(Seat(0), kind, 0)
        said = {
            STANDING.unless(view, decision, given)
            for given in (
                (),
                (StandingOrder("evasive", "", "never"), StandingOrder("lock", "", "auto")),
            )
        }
        assert len(said) == 1
        assert said != {""}
    assert STANDING.unless(view, Decision(Seat(0), "idle", 0), ()) == ""


# --- Fleets ---


@pytest.mark.rules("CC-T01")
def test_late_players_get_the_first_two_fleets_that_fit() -> None:
    found = match()
    assert (by_default(found, side=1), by_default(found, side=2)) == ("FLEET A", "FLEET B")
    small = quick()
    assert (by_default(small, side=1), by_default(small, side=2)) == ("FLEET Q1", "FLEET Q2")


@pytest.mark.rules("CC-T01")
@pytest.mark.parametrize(
    ("points", "fleet"),
    [
        (200, "FLEET OF BULW"),
        (203, "FLEET OF BULW"),
        (204, "FLEET OF PART"),
        (274, "FLEET OF PART; DART"),
        (480, "FLEET OF CITA; WREN"),
        (481, "FLEET Q1"),
        (999, "FLEET Q1"),
        (5000, "FLEET A"),
    ],
)
def test_points_that_no_starter_fleet_fits_buy_the_dearest_ships(points: int, fleet: str) -> None:
    assert by_default(match(points=points), side=1) == fleet


@pytest.mark.rules("CC-T01")
def test_late_players_get_a_fleet_for_all_points_below_the_starter_fleets() -> None:
    for points in range(200, 481, 20):
        found = match(points=points)
        assert by_default(found, side=2) == by_default(found, side=1) != "", points
        assert found.course.phase == "deploy"


@pytest.mark.rules("CC-T01")
@pytest.mark.parametrize("code", ["A", "B", "C"])
def test_what_the_other_side_has_chosen_has_no_influence(code: str) -> None:
    found = match().play(f"1: FLEET {code}")
    assert by_default(found, side=2) == "FLEET B"


@pytest.mark.rules("CC-T01")
def test_a_fleet_can_be_named_in_advance_and_one_that_was_unlocked_is_kept() -> None:
    found = match()
    given = orders(found, 1, "FLEET C")
    assert answered(found, orders(found, 1, "FLEET Q1", "FLEET ASK"), 1) is None
    assert by_default(match(), given, 1) == "FLEET C"
    assert ordered(found, given, 1)[0] == "FLEET C"
    found.play("1: UNLOCK")
    assert answered(found, given, 1) is None
    assert by_default(found, side=1) == "FLEET C"
    small = quick()
    assert answered(small, orders(small, 1, "FLEET A"), 1) is None
    assert by_default(small, orders(small, 1, "FLEET A"), 1) == "FLEET Q1"
    own = match().play("1: FLEET OF DART", "1: UNLOCK")
    assert by_default(own, side=1) == "FLEET OF DART"


@pytest.mark.rules("CC-T01")
def test_a_fleet_of_an_earlier_version_that_was_unlocked_and_is_too_large_is_not_kept() -> None:
    found = match(points=5000)
    large = Sheet(fleet=(FleetUnit("DART"),) * 75)
    found.state = replace(found.state, sheets=(large, Sheet()))
    assert by_default(found, side=1) == "FLEET A"


# --- Deployment ---


def placing(**agreed: Any) -> Match:
    """Before the first ship of a quick match; side 2 has the initiative."""
    return quick(**agreed).play("1: FLEET Q1", "2: FLEET Q2").roll(1, 6)


def _largest(found: Match, side: int) -> str:
    units = found.table.of(side)
    return max(units, key=lambda unit: found.table.size(unit)).id


@pytest.mark.rules("CC-T09")
def test_a_terrain_plan_is_used_in_order_and_late_players_accept() -> None:
    found = placing(terrain_setup="split")
    given = orders(found, 2, "TERRAIN TERRAIN MOON 18 12", "TERRAIN ACCEPT")
    assert answered(found) is None
    assert ordered(found, given) == ("TERRAIN MOON 18 12", orders(found, 2, "TERRAIN ACCEPT"))
    assert answered(found, orders(found, 2, "TERRAIN TERRAIN MOON 27 2")) is None
    assert by_default(found) == "ACCEPT"
    assert by_default(found) == "EDGE SOUTH"


@pytest.mark.rules("CC-T02", "CC-211", "D-088")
def test_a_deployment_plan_is_used_in_order() -> None:
    found = placing()
    first = _largest(found, 2)
    given = orders(found, 2, f"DEPLOY PLACE {first} 20 22", "DEPLOY AUTO")
    assert answered(found) is None
    text, given = ordered(found, given)
    assert (text, len(given)) == (f"PLACE {first} 20 22", 1)
    assert ordered(found, orders(found, 1, "DEPLOY AUTO")) == ("AUTO", ())
    assert ordered(found, given) == ("AUTO", ())


@pytest.mark.rules("CC-T02", "CC-211")
def test_a_place_that_is_not_legal_is_asked_for_and_late_players_get_the_slot() -> None:
    found = placing()
    first = _largest(found, 2)
    wrong = orders(found, 2, f"DEPLOY PLACE {first} 20 4")
    assert answered(found, wrong) is None
    right = orders(found, 2, f"DEPLOY PLACE {first} 20 22")
    assert by_default(placing(), wrong) == by_default(placing()) == "AUTO"
    assert by_default(found, right) == f"PLACE {first} 20 22"
    found.play("AUTO")
    skipped = answered(found, right)
    assert skipped is not None
    assert (skipped.move, skipped.left) == (None, ())
    assert by_default(found, right) == "AUTO"


@pytest.mark.rules("CC-T02", "D-088")
def test_a_secret_deployment_goes_by_plan_and_then_by_slots() -> None:
    found = placing(deploy="secret")
    first = _largest(found, 1)
    given = orders(found, 1, f"DEPLOY PLACE {first} 20 2")
    text, left = ordered(found, given, 1)
    assert (text, left) == (f"PLACE {first} 20 2", ())
    skipped = answered(found, given, 1)
    assert skipped is not None
    assert (skipped.move, skipped.left) == (None, ())
    said = []
    while "1: deploy" in found.asked:
        said.append(by_default(found, given, 1))
    assert said == ["AUTO"] * len(said)
    assert found.sheet(1).locked
    assert found.sheet(1).places[0].at == Point(2000, 200)
    assert by_default(found, given, 1) == ""


# --- The Command Phase ---


@pytest.mark.rules("CC-063", "CC-T03")
def test_late_players_get_their_default_orders_and_tokens() -> None:
    found = deployed()
    given = orders(found, 1, "A1 DEFAULT-ORDER EVASIVE", "DEFAULT-ORDER A2 TOKEN")
    found.play("1: ORDER a3 BRACE")
    assert by_default(found, given, 1) == "ORDER a1 EVASIVE"
    assert by_default(found, given, 1) == "LOCK"
    hides = found.sheet(1)
    assert hides.of("a1").names == ("evasive",)
    assert hides.of("a2").token
    assert hides.of("a3").names == ("brace",)


@pytest.mark.rules("CC-063", "CC-053", "CC-T03")
def test_a_default_order_that_is_barred_becomes_a_token() -> None:
    found = deployed()
    hurt = replace(found.unit("a1"), conditions=(Condition(8, "a"),))
    found.state = replace(found.state, table=found.table.put(hurt))
    given = orders(found, 1, "A1 DEFAULT-ORDER FOCUS")
    assert by_default(found, given, 1) == "LOCK"
    assert found.sheet(1).of("a1").token


@pytest.mark.rules("CC-T03")
def test_who_locks_at_once_does_so_once_a_turn() -> None:
    found = deployed()
    given = orders(found, 1, "DEFAULT-ORDER ALL EVASIVE", "LOCK AUTO")
    assert answered(found, orders(found, 1, "DEFAULT-ORDER ALL EVASIVE"), 1) is None
    said = []
    while found.asked[0] == "1: orders":
        text, given = ordered(found, given, 1)
        said.append(text)
    assert said[0] == "ORDER a1 EVASIVE"
    assert said[-1] == "LOCK"
    assert "Lock your Orders: at once every turn, with the default Orders." in STANDING.show(
        found.view(1), given
    )
    found.play("1: UNLOCK")
    assert answered(found, given, 1) is None
    found.state = replace(found.state, table=replace(found.table, turn=2))
    assert ordered(found, given, 1)[0] == "LOCK"
    found.play("1: UNLOCK")
    off = STANDING.given(given, STANDING.read(found.view(1), "LOCK CLEAR"))
    found.state = replace(found.state, table=replace(found.table, turn=3))
    assert answered(found, off, 1) is None


# --- Activations ---

MOON = {"kind": "moon", "disc": [27, 15, 2.5], "solid": True}


@pytest.mark.rules("CC-T04", "CC-070")
def test_who_is_late_passes_where_passing_is_legal() -> None:
    found = acting(ship("a1", plain(1), "3 2"), ship("a2", plain(2), "6 2"))
    assert by_default(found) == "PASS"
    assert by_default(found).startswith("ACTIVATE a2; MOVE")
    assert by_default(found).startswith("ACTIVATE a1; MOVE")


@pytest.mark.rules("W-63", "CC-024", "CC-185", "CC-T04", "CC-T05")
def test_w63_the_first_unit_drifts_safely_where_passing_is_not_legal() -> None:
    found = acting(
        ship("a1", plain(4), "27 9", velocity=4),
        ship("a2", plain(4), "5 5"),
        ship("b1", plain(4), "50 25"),
        terrain=[MOON],
    )
    assert by_default(found).startswith("ACTIVATE a1; MOVE V0 BEARING 120 1")
    a1 = found.unit("a1")
    assert a1.at is not None
    assert (a1.at.x, a1.at.y, a1.heading, a1.velocity) == (2786, 1250, 0, 4)
    assert a1.activated
    assert found.asked[0] == "2: activate"


@pytest.mark.rules("CC-T04", "CC-T05")
def test_fighters_stay_where_they_are() -> None:
    found = acting(ship("a1", "DRIF", "5 5", velocity=0), ship("b1", "DRIF", "50 25", velocity=0))
    assert by_default(found).startswith("ACTIVATE a1; MOVE TO 5 5")
    assert found.unit("a1").activated


@pytest.mark.rules("CC-T04", "CC-178")
def test_a_ship_that_jumps_just_leaves() -> None:
    found = acting(ship("a1", plain(4), "5 5", jumping=True), ship("b1", plain(4), "50 25"))
    assert by_default(found) == "ACTIVATE a1"
    assert found.unit("a1").state == "fled"


@pytest.mark.rules("CC-T04")
def test_in_the_middle_of_its_activation_a_late_ship_drifts_and_ends() -> None:
    found = acting(ship("a1", "HALB", "20 5"), ship("b1", "HALB", "20 14"))
    found.play("ACTIVATE a1")
    assert by_default(found) == "MOVE V0 CONFIRM"
    assert found.unit("a1").activated


@pytest.mark.rules("CC-T04", "CC-153")
def test_a_late_ship_goes_on_with_its_move_and_is_done_after_it() -> None:
    found = acting(hidden(ship("a1", "HALB", "20 5"), "contingent"), ship("b1", "HALB", "20 14"))
    found.play("ACTIVATE a1", "REVEAL CONTINGENT", "MOVE V0")
    assert [by_default(found) for _ in range(3)] == ["GO", "GO", "DONE"]
    assert found.unit("a1").activated


@pytest.mark.rules("CC-T06")
def test_what_is_offered_between_activations_is_never_answered() -> None:
    found = acting(ship("a1", "HALB", "20 5"), ship("b1", "HALB", "20 14", token=True))
    assert found.asked == ["1: activate", "2: idle"]
    given = orders(found, 2, "QUEUE PASS", "SNAP NEVER", "ELSE PASS")
    assert answered(found, given, 2) is None
    assert by_default(found, given, 2) == ""

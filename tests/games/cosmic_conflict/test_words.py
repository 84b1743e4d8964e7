"""What is said of positions, decisions and moves, word for word."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from games.core.telling import ScoredSide, Tally
from games.core.types import SPECTATOR, Decision, Ending, Seat
from games.cosmic_conflict.agreement import Agreement
from games.cosmic_conflict.content.limits import FleetUnit
from games.cosmic_conflict.moves import Activate
from games.cosmic_conflict.notation import StepList
from games.cosmic_conflict.rules.attacks.shots import Fire, Spend
from games.cosmic_conflict.rules.movement import Fly, Move
from games.cosmic_conflict.rules.orders.commands import Lock, Reveal
from games.cosmic_conflict.rules.setup.fleets import ChooseFleet
from games.cosmic_conflict.rules.turns.activation import Done, Pass
from games.cosmic_conflict.state import State, view_of
from games.cosmic_conflict.table.course import (
    Acting,
    ActivationPhase,
    ConditionScore,
    MatchResult,
    Progress,
)
from games.cosmic_conflict.table.orders import MAIN, Orders
from games.cosmic_conflict.table.units import Placement, Table
from games.cosmic_conflict.view import Scan, Sheet, View
from games.cosmic_conflict.words import facts
from tests.games.cosmic_conflict.matches import match
from tests.games.cosmic_conflict.scenes import du, scene, unit
from tests.games.cosmic_conflict.seeing import WORDS, asked, considered, hiding, seen

ASTEROIDS = {"kind": "asteroid_field", "disc": [20, 13, 2]}
DUST = {"kind": "dust_cloud", "disc": [20, 16, 1]}
PLANET = {"kind": "planet", "disc": [27, 15, 2.5]}


def battle(**fields: Any) -> Table:
    return scene(
        unit("a1", "HALB", "20 10"),
        unit("a2", "CITA", "25 5"),
        unit("b1", "BULW", "20 19", token=True),
        unit("b2", "DART", "30 20"),
        terrain=[ASTEROIDS, DUST],
        **fields,
    )


def acting(table: Table, id: str = "a1", **more: Any) -> View:
    return seen(table, 1, acting=Acting(id), **more)


def alone(sic: str, at: str, *terrain: dict[str, Any], **fields: Any) -> View:
    return acting(scene(unit("a1", sic, at, **fields), terrain=terrain))


# --- Questions ---


@pytest.mark.parametrize(
    ("kind", "question"),
    [
        ("fleet", "Choose a fleet of at most 1000 points; both are revealed together."),
        ("fleet-open", "Your fleet is locked until both are."),
        ("deploy-open", "Your starting places are locked until both are."),
        ("orders-open", "Your Orders are locked until both sides' are."),
        ("idle", "You may reveal an Order, use a Command or fire while Side 2 decides."),
    ],
)
def test_simple_decisions_have_a_question_of_their_own(kind: str, question: str) -> None:
    view = seen(battle(), 1, activation=ActivationPhase(1, 2, 1))
    assert asked(view, kind) == question


def test_deployment_asks_for_the_largest_ships_first() -> None:
    """W-65."""
    table = scene(unit("a1", "CITA"), unit("a2", "DART"), unit("b1", "DART"))
    assert asked(seen(table, 1, phase="deploy"), "deploy") == (
        "Place a1, Size 6, within 8 of the south edge."
    )
    assert asked(seen(table, 2, phase="deploy"), "deploy") == (
        "Place b1, Size 1, within 8 of the north edge."
    )
    aboard = scene(unit("a1", "HEAR", "20 4"), unit("a2", "HORN", aboard="a1", carrier="a1"))
    assert asked(seen(aboard, 1, phase="deploy"), "deploy") == (
        "Place a2, or lock: what is aboard stays there."
    )


def test_a_secret_deployment_asks_for_what_the_own_plan_lacks() -> None:
    table = scene(unit("a1", "CITA"), unit("a2", "DART"), unit("b1", "DART"))
    plan = Sheet(places=(Placement("a1", du("20 4")),))
    view = seen(table, 1, sheet=plan, phase="deploy", agreement=Agreement(deploy="secret"))
    assert asked(view, "deploy") == (
        "Starting places, in private: place a2 within 8 of the south edge."
    )
    both = replace(plan, places=(*plan.places, Placement("a2", du("25 4"))))
    view = seen(table, 1, sheet=both, phase="deploy", agreement=Agreement(deploy="secret"))
    assert asked(view, "deploy") == "Starting places, in private: all placed, lock."


def test_orders_ask_for_the_ships_that_have_nothing_yet() -> None:
    some = seen(battle(turn=3), 1, sheet=hiding("a1", token=True), phase="orders")
    assert asked(some, "orders") == (
        "An Order or a Token for each ship, turn 3: nothing yet for a2."
    )
    every = Sheet(orders={"a1": Orders(True), "a2": Orders(hidden=((MAIN, "jump"),))})
    view = seen(battle(turn=3), 1, sheet=every, phase="orders")
    assert asked(view, "orders") == (
        "An Order or a Token for each ship, turn 3: all are given, lock."
    )


def test_an_activation_names_the_size_and_who_may_be_activated() -> None:
    now = ActivationPhase(2, 1, 6)
    view = seen(battle(), 1, activation=now)
    assert asked(view, "activate") == "Activate a unit of Size 2: a1; you may pass."
    down = seen(battle(), 1, activation=replace(now, descending=True))
    assert asked(down, "activate") == "Activate a unit of Size 2: a1; you cannot pass."


def test_single_steps_of_an_activation_are_asked_with_what_is_left() -> None:
    table = battle()
    used = table.put(replace(table.units["a1"], used=(0,)))
    assert asked(acting(used), "activate") == "a1 Halberd acts: fire BEAM1, or move."
    on_the_way = seen(table, 1, acting=Acting("a1", "moving"))
    assert asked(on_the_way, "activate") == (
        "a1 Halberd is in its move: fire KIN1 or BEAM1, or go on."
    )
    moved = seen(table, 1, acting=Acting("a1", "moved"))
    assert asked(moved, "activate") == (
        "a1 Halberd has moved: launch, collect, reveal or fire what it still can, or end it."
    )


# --- Before confirming ---


def test_an_attack_is_considered_with_its_odds_at_the_first_legal_target() -> None:
    """An own unit is none."""
    assert considered(acting(battle()), Fire("KIN1", ("a2", "b2", "b1"))) == (
        "Mean damage 1.6 to b2 Dart over 14.15: hit 17%, glance 33%, miss 50%.",
        "Accuracy Size −1, range −1; Damage Size +1.",
    )
    assert considered(acting(battle()), Fire("KIN1", ("b1",))) == (
        "Mean damage 2.2 to b1 Bulwark over 9: hit 67%, glance 33%, miss 0%.",
        "Accuracy Size +1, terrain T2 −1; Damage Size −1.",
        "b1 may answer with a reroll for T1 and Dodge.",
    )


def test_of_several_attacks_each_has_a_line_before_that_of_the_move() -> None:
    steps = (Fire("KIN1", ("b1",)), Fire("BEAM1", ("b1",)), Move())
    first, second, third, *_ = considered(seen(battle(), 1), Activate("a1", steps))
    assert first == (
        "Mean damage 2.2 to b1 Bulwark over 9: hit 67%, glance 33%, miss 0%. "
        "Accuracy Size +1, terrain T2 −1; Damage Size −1. "
        "b1 may answer with a reroll for T1 and Dodge."
    )
    assert second.startswith("Mean damage ")
    assert third.startswith("To ")


def test_a_missile_at_a_distant_target_is_considered_with_its_token() -> None:
    """W-28's Missile: a token at most 10 away."""
    table = scene(unit("a1", "LONG", "10 2"), unit("b1", "VANG", "10 22"))
    assert considered(acting(table), Fire("MSL1", ("b1",)))[2] == (
        "It sets a Missile token at 10 12; the attack follows in the Resolution Phase "
        "if b1 is within 24 of it then."
    )


def test_a_move_is_considered_with_its_end_and_who_bears_on_it() -> None:
    view = acting(battle())
    assert considered(view, Move(1, bearing=90, far=100, turn=-30)) == (
        "To 21 11 at Velocity 1, heading 330°: shift 1 of 1, turn 30° of 120°.",
        "Fire bears on it from b1 (Size 3: KIN1).",
        "From there it reaches b1 (Size 3: KIN1, BEAM1) and b2 (Size 1: KIN1).",
    )
    assert considered(alone("HALB", "20 10"), Move())[1:] == ("No enemy bears on it there.",)


def test_a_move_into_solid_terrain_or_off_the_board_says_so() -> None:
    """W-38 and W-64."""
    into = alone("VANG", "27 9", PLANET, velocity=4)
    assert considered(into, Move(to=du("28 13"), confirmed=True)) == (
        "To 28 13 at Velocity 4, heading 0°: shift 1 of 1, turn 0° of 30°.",
        "It ends inside T1, which is Solid: it is destroyed.",
    )
    off = alone("VANG", "53 10", heading=90, velocity=2)
    assert considered(off, Move(confirmed=True))[1:] == ("a1 leaves the board there and flees.",)


def test_hazardous_terrain_is_told_with_and_without_navigate() -> None:
    """W-39."""
    field = {"kind": "asteroid_field", "disc": [14, 11, 3]}
    unused = considered(alone("PART", "14 12", field), Move())
    assert unused[1] == (
        "Hazardous terrain: 3 damage at once, none if it has used a Navigate Order or Command."
    )
    used = considered(alone("PART", "14 12", field, navigated=True), Move())
    assert used[1] == "Hazardous terrain: no damage, as it has used Navigate."
    change = (Reveal("velocity", change=1), Move())
    assert considered(alone("PART", "14 11", field), Activate("a1", change))[1] == used[1]


def test_dangerous_and_mobile_terrain_is_told_as_it_will_be() -> None:
    """W-40, then W-43."""
    mines = {"kind": "minefield", "disc": [20, 10, 3]}
    told = considered(alone("VANG", "20 10", mines, navigated=True), Move())
    assert told[2] == "Dangerous terrain: 8 damage in the Resolution Phase if it stays."
    asteroid = {"kind": "massive_asteroid", "disc": [15, 12, 1.5], "direction": 110}
    told = considered(alone("VANG", "18 11", asteroid), Move())
    assert told[1] == "T1, which is Solid, will move onto it and destroy it if it stays."


def test_push_and_pull_are_told_by_the_place_where_they_end() -> None:
    """W-42."""
    well = {"kind": "well", "disc": [27, 15, 4], "pull": 1}
    told = considered(alone("PART", "25 18", well), Move())
    assert told[1] == "T1 shifts it to 25.55 17.17."
    anomaly = {"kind": "gravity_anomaly_field", "disc": [20, 15, 4]}
    told = considered(alone("PART", "20 15", anomaly), Move())
    assert told[1] == "2 dice decide where terrain shifts it from there."


def test_a_carrier_s_move_tells_what_it_can_launch_and_collect() -> None:
    table = scene(
        unit("a1", "HEAR", "20 16", velocity=2),
        unit("a2", "HORN", aboard="a1", carrier="a1"),
        unit("a3", "MACE", "20 19", carrier="a1"),
        unit("b1", "WREN", "21 19"),
    )
    assert considered(acting(table), Move())[1:] == (
        "A PWS exchange with b1 is possible: 2 dice against 1.",
        "Fire bears on it from b1 (Size 1: KIN1).",
        "From there it reaches b1 (Size 1: BEAM1).",
        "It can launch a2 there.",
        "It can collect a3 there.",
        "It is in the far half there, where it can survey.",
    )
    flight = considered(acting(table, "a3"), Fly(du("20 17")))
    assert flight[0] == "To 20 17: 2 of 7."
    assert "a1 can collect it there." in flight


def test_marks_are_told_for_which_a_ship_counts() -> None:
    """W-60."""
    marks = du("18 15"), du("36 15")
    table = scene(unit("a1", "CITA", "27 15"), objectives=marks)
    view = acting(table, agreement=Agreement(scenario="contested_marks"))
    assert considered(view, Move())[-1] == "It counts for 2 marks there."


def test_a_preview_names_what_an_activation_does() -> None:
    view, now = seen(battle(), 1), Decision(Seat(0), "activate", 0)
    steps = (Fire("KIN1", ("b1",)), Move(1), Done())
    told = WORDS.foretell(view, now, Activate("a1", steps), ())
    assert told == "a1 Halberd fires KIN1 at b1 Bulwark and moves to 20 11."


def test_the_steps_of_an_activation_are_considered_one_after_the_other() -> None:
    steps = (Spend("b1", "accuracy"), Fire("KIN1", ("b1",)), Move(1), Done())
    told = considered(seen(battle(), 1), Activate("a1", steps))
    assert told[1] == "Accuracy Size +1, mark +2, terrain T2 −1; Damage Size −1."
    assert told[3].startswith("To 20 11 at Velocity 1, ")


def test_passing_and_locking_tell_what_is_left_undone() -> None:
    view = seen(battle(), 1, activation=ActivationPhase(2, 1, 6))
    assert considered(view, Pass()) == ("a1 can act after the larger ones, down from Size 6.",)
    orders = seen(battle(), 1, sheet=hiding("a1", token=True), phase="orders")
    assert considered(orders, Lock(), "orders") == ("Left blank: a2; each gets a Token.",)


def test_a_fleet_is_considered_with_its_ships() -> None:
    assert considered(seen(scene(), 1, phase="fleet"), ChooseFleet("A"), "fleet") == (
        "Anvil, 1000 points, battleship line: Citadel, Partisan, Bulwark, Longbow, Dart.",
    )


# --- Standing ---

FORCES = "Side 1: 2 of 2 ships, Health 80 of 80 left; Side 2: 2 of 2 ships, Health 40 of 40 left."


@pytest.mark.parametrize(
    ("course", "line"),
    [
        ({"phase": "fleet"}, "Both sides choose their fleets."),
        ({"phase": "deploy", "placing": 2}, "Side 2 deploys."),
        (
            {"phase": "deploy", "agreement": Agreement(deploy="secret")},
            "Both sides choose their starting places.",
        ),
        ({"phase": "orders"}, "Turn 3: both sides give Orders."),
        ({"activation": ActivationPhase(2, 1, 6)}, "Turn 3: Side 1 activates Size 2."),
        ({"acting": Acting("a1")}, "Turn 3: a1 Halberd acts."),
        ({"phase": "resolution"}, "Turn 3: Resolution Phase."),
        ({"phase": "scoring"}, "The battle is over and is being scored."),
        (
            {"phase": "scoring", "ending": Ending.given_up((Seat(0),), "D-094")},
            "The match is over.",
        ),
    ],
)
def test_the_standing_tells_the_phase(course: dict[str, Any], line: str) -> None:
    assert WORDS.standing(seen(battle(turn=3), 1, **course)).startswith(f"{line} {FORCES}")


def test_the_standing_tells_ships_health_and_the_score_of_the_scenario() -> None:
    table = battle(turn=3)
    hurt = replace(table.units["a2"], health=15, surveyed=True)
    gone = replace(table.units["b2"], state="destroyed", at=None)
    view = seen(table.put(hurt, gone), 1, phase="resolution")
    assert WORDS.standing(view) == (
        "Turn 3: Resolution Phase. Side 1: 2 of 2 ships, Health 65 of 80 left; "
        "Side 2: 1 of 2 ships, Health 30 of 40 left. Deep Survey: 1 to 0."
    )
    sides = (ScoredSide("Side 1", (Seat(0),)), ScoredSide("Side 2", (Seat(1),)))
    assert WORDS.tally(view) == Tally("Turn 3", "Health left", sides, (Fraction(65), Fraction(30)))
    assert WORDS.tally(seen(table, 1, phase="deploy")).scores == ()


def test_the_ending_tells_who_won_which_victory_condition() -> None:
    """W-57 and W-58."""
    scores = (
        ConditionScore("remaining", (754, 742), 1, "points"),
        ConditionScore("lost", (8, 8), 0, "size"),
    )
    course: dict[str, Any] = {"result": MatchResult((2, 1), 1, "victory"), "scores": scores}
    over = Ending("score", (Seat(0),), (2.0, 1.0), "CC-220")
    assert WORDS.ending(seen(battle(), 1, **course), over) == (
        "Side 1 wins: 2 victory conditions to 1, a victory. Ships Remaining for Side 1, "
        "377 to 371 by points; Ships Destroyed or Fled for nobody, fewest wins, 4 to 4 by Size."
    )
    conceded = Ending.given_up((Seat(1),), "D-094")
    assert WORDS.ending(seen(battle(), 1), conceded) == "Side 1 concedes: Side 2 wins."


def test_seats_are_called_by_their_sides() -> None:
    view = seen(battle(), 1)
    assert [WORDS.seat(view, Seat(at)) for at in (0, 1)] == ["Side 1", "Side 2"]


# --- Secrets ---

STEPS: StepList = (Fire("KIN1", ("b1",)), Move(), Done())


def test_secrets_are_told_ship_by_ship_with_scans_of_this_turn() -> None:
    orders = {"a1": Orders(True), "a2": Orders(hidden=((MAIN, "focus"), (8, "evasive")))}
    scans = (Scan("b1", 3, ("brace",)), Scan("b2", 2, ("jump",)), Scan("b2", 3, ()))
    sheet = Sheet(orders=orders, steps=STEPS, scans=scans)
    assert WORDS.secrets(seen(battle(turn=3), 1, sheet=sheet)) == (
        "Side 1: a1 Token; a2 Offensive Focus and Evasive Actions (PWS1).",
        "Side 1: 3 steps of the activation to come: FIRE KIN1 AT b1; MOVE V0; DONE.",
        "Side 1: b1 was scanned and hid Brace for Impact.",
        "Side 1: b2 was scanned and hid no Order.",
    )


def test_a_fleet_is_secret_until_both_are_open() -> None:
    fleet = Sheet("A", (FleetUnit("CITA"),), locked=True)
    view = seen(scene(), 1, sheet=fleet, phase="fleet")
    assert WORDS.secrets(view) == ("Side 1: fleet A: Citadel; locked.",)
    assert WORDS.secrets(seen(scene(), 1, phase="fleet")) == ("Your side hides nothing.",)


def test_a_spectator_hears_no_secret() -> None:
    state = State(battle(), Progress(Agreement()), (hiding("a1", "focus"), hiding("b1", "jump")))
    assert WORDS.secrets(view_of(state, SPECTATOR)) == ()


def test_what_the_other_side_hides_changes_no_word() -> None:
    """Two worlds."""
    course: dict[str, Any] = {"activation": ActivationPhase(2, 1, 6)}
    hidden = replace(hiding("b1", "evasive", "focus"), steps=STEPS, scans=(Scan("a1", 1, ()),))
    own = hiding("a1", "brace")
    worlds = [seen(battle(), 1, sheet=own, others=each, **course) for each in (None, hidden)]
    activate = Activate("a1", (Fire("KIN1", ("b1",)), Move()))
    said = [
        (
            asked(view, "activate"),
            considered(view, activate),
            WORDS.standing(view),
            WORDS.tally(view),
            WORDS.secrets(view),
        )
        for view in worlds
    ]
    assert said[0] == said[1]


# --- The largest fleets ---


def test_the_largest_fleets_are_told_in_short_sentences() -> None:
    found = match(points=5000, deploy="secret")
    fleet = f"FLEET OF {'; '.join(['LONG'] * 37)}"
    told = [WORDS.tell(event) for event in found.play(f"1: {fleet}", f"2: {fleet}").events]
    assert any("a8 Longbow and 29 more" in each for each in told)
    found.roll(6, 1)
    while waiting := [each for each in found.asked if each.endswith(": deploy")]:
        found.play(f"{waiting[0][0]}: AUTO")
        told += [WORDS.tell(event) for event in found.events]
        told += WORDS.secrets(found.view(1))
    found.play(*(f"1: ORDER a{number} CONTINGENT" for number in range(1, 38)), "1: LOCK")
    told += WORDS.secrets(found.view(1))
    assert any(each.endswith("; a9 Contingent Attack; locked.") for each in told)
    found.play("2: LOCK")
    told += [WORDS.ask(found.view(side), decision) for side in (1, 2) for decision in found.open]
    assert max(map(len, told)) <= 500


@pytest.mark.parametrize(
    ("most", "length"), [(0, "at least 5 turns"), (5, "5 turns"), (8, "5 to 8 turns")]
)
def test_how_long_a_match_lasts_is_told_beside_the_scenario(most: int, length: str) -> None:
    found = facts.scenario(match(max_turns=most).view(1))
    assert found == f"Deep Survey, 2 conditions drawn at the end, {length}; initiative Side 1"

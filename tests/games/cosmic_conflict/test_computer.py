"""The computer player: legal everywhere, better than chance, and it uses what its units can do."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from games.core.computer import Level
from games.core.notation import Request
from games.cosmic_conflict.computer import COMPUTER
from games.cosmic_conflict.game import GAME
from games.cosmic_conflict.moves import NOTATION
from games.cosmic_conflict.notation import Answer
from games.cosmic_conflict.rules import windows
from games.cosmic_conflict.rules.formations import Leave, MakeFormation
from games.cosmic_conflict.rules.scoring import score
from games.cosmic_conflict.space import ahead, arcs, distance
from games.cosmic_conflict.table.bonds import Bond
from games.cosmic_conflict.table.orders import MAIN
from games.cosmic_conflict.table.units import Condition, MarkedToken, MissileToken, Table
from tests.games.cosmic_conflict.activations import Plain, acting, hidden, ship
from tests.games.cosmic_conflict.duels import at as changed
from tests.games.cosmic_conflict.matches import Match, deployed, match, quick, standing
from tests.games.cosmic_conflict.scenes import du, scene, unit

FAR = ship("b9", "CITA", "50 29")
"""Somebody to fight, out of reach."""


def answer(match: Match, level: Level = "normal", side: int = 0) -> Answer:
    decision = next(each for each in match.open if side in (0, each.seat + 1) and each.waits)
    view = match.view(decision.seat + 1)
    move = COMPUTER.choose(view, decision, random.Random(0), level)
    assert move is not None
    assert NOTATION.refusal(Request(view, decision), move) is None
    assert move == COMPUTER.choose(view, decision, random.Random(0), level)
    return move


def text(match: Match, level: Level = "normal", side: int = 0) -> str:
    return NOTATION.write(answer(match, level, side))


def played(match: Match, count: int = 30, level: Level = "normal") -> list[str]:
    """What the computer player of side 1 does until somebody else is asked or dice are rolled."""
    said: list[str] = []
    while match.asked and match.asked[0] == "1: activate" and len(said) < count:
        said.append(text(match, level))
        match.play(said[-1])
    return said


@pytest.mark.rules("CC-143", "D-057")
def test_a_fighter_without_a_carrier_is_deployed_as_well() -> None:
    found = quick().play("1: FLEET OF WREN; DRIF", "2: FLEET OF WREN; DRIF").roll(6, 1)
    while found.course.phase == "deploy":
        found.play(text(found))
    assert found.unit("a2").at is not None
    assert found.unit("a2").velocity == 0


# --- Before turn 1 ---


def test_it_chooses_a_fleet_for_all_its_points() -> None:
    assert text(quick()) in ("FLEET Q1", "FLEET Q2", "FLEET Q3")
    assert text(match(points=480)) == "FLEET OF CITA; WREN"


def test_it_deploys_near_its_own_ships_and_ahead() -> None:
    match = quick().play("1: FLEET Q1", "2: FLEET Q2").roll(6, 1)
    while match.course.phase == "deploy":
        match.play(text(match))
    there = [unit.at for unit in match.table.of(1)]
    assert {at.y for at in there if at} <= {800, 600}
    xs = [at.x for at in there if at]
    assert max(xs) - min(xs) <= 900


def test_fighters_start_in_space_beside_their_carrier() -> None:
    match = quick().play("1: FLEET Q3", "2: FLEET Q2").roll(6, 1)
    while match.course.phase == "deploy":
        match.play(text(match))
    assert match.unit("a2").at is not None


# --- Fire ---


def test_it_finishes_an_enemy_that_is_about_to_be_destroyed() -> None:
    weak = ship("b2", "DART", "12 16", health=9, absorbers=(0,))
    match = acting(ship("a1", "WREN", "10 10"), ship("b1", "DART", "8 16"), weak)
    assert played(match)[:2] == ["ACTIVATE a1", "FIRE KIN1 AT b2"]


def test_an_area_weapons_system_shoots_down_a_missile() -> None:
    near, far = ship("a1", "BULW", "10 10"), ship("b1", "LONG", "10 28")
    match = acting(near, far)
    token = MissileToken("t1", du("10 14"), "b1", 0, "a1", 2400)
    match.state = replace(match.state, table=replace(match.table, missiles=(token,)))
    match.play("2: ACTIVATE b1; MOVE V0; DONE", "1: ACTIVATE a1")
    assert text(match) == "AWS 1 AT t1"


def test_a_mark_is_kept_for_the_large_ship_that_needs_it_more() -> None:
    small, large = hidden(ship("a1", "LONG", "10 10"), "mark"), ship("a2", "CITA", "12 8")
    enemy = ship("b1", "WREN", "12 13", activated=True)
    match = acting(small, large, enemy).play("ACTIVATE a1")
    assert text(match) == "MARK b1"
    assert not text(match.play("MARK b1")).startswith("SPEND")


def test_the_large_ship_spends_the_mark_on_accuracy() -> None:
    large, enemy = ship("a2", "CITA", "12 8"), ship("b1", "WREN", "12 17", activated=True)
    match = acting(ship("a1", "LONG", "10 10", activated=True), large, enemy)
    match.state = replace(
        match.state, table=replace(match.table, marked=(MarkedToken("a1", "b1"),))
    )
    assert text(match.play("ACTIVATE a2")) == "SPEND b1 1"


def test_who_can_fire_at_nobody_waits_for_larger_ships() -> None:
    assert text(acting(ship("a1", "WREN", "10 2"), ship("a2", "CITA", "14 2"), FAR)) == "PASS"


def test_a_token_that_is_left_is_spent_on_a_shot_at_the_end() -> None:
    ours = ship("a1", "PART", "10 10", token=True, activated=True)
    enemy, other = ship("b1", "PART", "10 15", activated=True), ship("b2", "CITA", "50 28")
    match = acting(ours, enemy, other).play("2: ACTIVATE b2; MOVE V0; DONE")
    said = []
    while match.asked == ["1: react"]:
        said.append(text(match))
        match.play(said[-1])
    assert set(said[:-1]) == {"REACT NO"}
    assert said[-1].startswith("SNAP a1")
    assert said[-1].endswith("AT b1 PAY TOKEN")


# --- Moves ---


def end(match: Match, level: Level = "normal") -> Match:
    """After the activation of ``a1``, whose Weapons have been used."""
    used = tuple(windows.weapons(match.table, match.unit("a1")))
    match.state = replace(match.state, table=changed(match.table, "a1", used=used))
    match.play("ACTIVATE a1")
    played(match, level=level)
    return match


@pytest.mark.parametrize("level", COMPUTER.levels)
@pytest.mark.parametrize(("at", "heading"), [("4.5 10", 270), ("27 2.5", 180), ("49.5 20", 90)])
def test_no_ship_flies_off_the_board(level: Level, at: str, heading: int) -> None:
    match = end(acting(ship("a1", "VANG", at, heading, velocity=3), FAR), level)
    moved = match.unit("a1")
    assert moved.at is not None
    assert moved.at in match.table.board
    then = ahead(moved.at, moved.heading, (moved.velocity - 1) * 100)
    shift = 200
    assert -shift <= then.x <= 5400 + shift
    assert -shift <= then.y <= 3000 + shift


@pytest.mark.parametrize("level", COMPUTER.levels)
def test_no_ship_ends_in_solid_terrain(level: Level) -> None:
    moon = {"kind": "moon", "at": ["10", "13"]}
    match = end(acting(ship("a1", "VANG", "10 10"), FAR, terrain=[moon]), level)
    assert match.unit("a1").state == "in"


def test_a_ship_turns_its_bow_to_the_enemy() -> None:
    match = end(acting(ship("a1", "LANC", "20 10", 0), ship("b1", "PART", "29 12", 270)))
    moved = match.unit("a1")
    assert moved.at is not None
    assert "F" in arcs(moved.at, moved.heading, du("29 12"))


@pytest.mark.parametrize("enemy", ["50 10", "4 10", "27 29"])
def test_a_ship_that_reaches_nobody_turns_to_where_it_comes_nearer(enemy: str) -> None:
    pair = ship("a1", "WREN", "27 2", velocity=3), ship("b1", "CITA", enemy, activated=True)
    moved = end(acting(*pair, scenario="open", vc_exclude=(1,))).unit("a1")
    then = ahead(moved.spot, moved.heading, moved.velocity * 100)
    assert distance(then, du(enemy)) < distance(moved.spot, du(enemy)) - 200


def test_a_ship_that_hides_scanners_crosses_the_middle() -> None:
    pair = hidden(ship("a1", "WREN", "10 11"), "scanners")
    match = end(acting(pair, FAR))
    at = match.unit("a1").at
    assert at is not None
    assert at.y > 1500


def test_a_ship_goes_to_a_contested_mark() -> None:
    ours, theirs = ship("a1", "VANG", "20 10"), ship("b1", "WREN", "50 29")
    table = scene(ours, theirs, objectives=(du("23 15"),), turn=5)
    match = standing(table, "activation", scenario="contested_marks").step("begin-activation")
    if match.asked[0].startswith("2"):
        match.play("ACTIVATE b1; MOVE V0; DONE")
    at = end(match).unit("a1").at
    assert at is not None
    assert distance(at, du("23 15")) <= 800


def test_a_ship_goes_where_more_cuts_of_the_board_are_won_if_area_control_may_count() -> None:
    ours = ship("a1", "WREN", "26.5 10", velocity=2), ship("a2", "CITA", "3 15", activated=True)
    table = scene(*ours, ship("b1", "VANG", "4 28", activated=True), turn=5)
    won = []
    for excluded in ((), (1,)):
        agreed: dict[str, Any] = {"scenario": "open", "vc_exclude": excluded}
        after = end(standing(table, "activation", **agreed).step("begin-activation")).table
        areas = (score(after, "area", dice) for dice in product(range(1, 7), (1, 4)))
        won.append(sum(each.winner == 1 for each in areas))
    assert won[0] > won[1]


# --- Fighters ---


def test_a_fighter_without_ammunition_comes_home() -> None:
    fighter = unit("a2", "WASP", "10 17", shots=0, carrier="a1")
    match = acting(ship("a1", "ROOS", "10 10"), fighter, FAR)
    assert "COLLECT a2" in played(match.play("ACTIVATE a2"))


def test_a_carrier_launches_its_fighters_at_enemies_that_are_near() -> None:
    fighter = unit("a2", "WASP", aboard="a1", carrier="a1")
    match = acting(ship("a1", "ROOS", "10 4"), fighter, ship("b1", "CITA", "10 24"))
    match = end(match)
    assert match.unit("a2").at is not None


# --- Orders ---


def orders(*units: Any, **agreed: Any) -> Match:
    """The Command Phase of a turn."""
    return standing(scene(*units, turn=3), "orders", **agreed).step("turn")


def test_a_ship_that_can_cross_the_middle_gets_enhance_scanners() -> None:
    match = orders(ship("a1", "WREN", "10 11"), FAR)
    assert text(match, side=1) == "ORDER a1 SCANNERS"
    early = orders(ship("a1", "WREN", "10 5"), FAR)
    assert text(early, side=1) != "ORDER a1 SCANNERS"
    assert text(early, "easy", side=1) == "LOCK"


@pytest.mark.parametrize(("enemy", "jumps"), [("VANG", True), ("HALB", False)])
def test_a_ship_that_will_hardly_survive_jumps(enemy: str, jumps: bool) -> None:
    weak = ship("a1", "PART", "10 20", health=26, absorbers=(0, 0), surveyed=True)
    match = orders(weak, ship("b1", enemy, "10 26"))
    assert (text(match, side=1) == "ORDER a1 JUMP") == jumps


def test_shields_that_are_down_are_reinforced() -> None:
    match = orders(
        ship("a1", "CITA", "10 12", absorbers=(0, 0, 0), surveyed=True), ship("b1", "PART", "10 24")
    )
    assert text(match, side=1) == "ORDER a1 REINFORCE"


@pytest.mark.parametrize(
    ("own", "promised"),
    [
        (
            ship("a1", "CITA", "10 12"),
            "about 3 boxes of its Shields may be lost to fire and come back",
        ),
        (
            ship("a1", "CITA", "10 12", absorbers=(0, 0, 0)),
            "about 8 boxes of its Shields come back",
        ),
    ],
)
def test_only_boxes_that_are_lost_are_promised_back(own: Any, promised: str) -> None:
    match = orders(own, ship("b1", "CITA", "10 24", 180))
    decision = next(each for each in match.open if each.seat == 0)
    found = COMPUTER.suggest(match.view(1), decision)
    assert next(each.reason for each in found if each.key == "a1") == promised


def test_every_ship_gets_something() -> None:
    match = deployed()
    while (said := text(match, side=1)) != "LOCK":
        match.play(f"1: {said}")
    given = [match.sheet(1).of(unit.id) for unit in match.table.of(1)]
    assert all(each.token or each.at(MAIN) for each in given)


# --- Suggestions ---


def suggestions(match: Match, side: int = 1) -> list[tuple[str, str, tuple[str, ...]]]:
    """The key, the label and the moves of each."""
    decision = next(each for each in match.open if each.seat + 1 == side and each.waits)
    found = COMPUTER.suggest(match.view(side), decision)
    return [(each.key, each.label, tuple(map(NOTATION.write, each.moves))) for each in found]


def test_the_dearest_fleets_are_suggested_deployed() -> None:
    found = suggestions(match(points=900))
    assert found[0] == ("autoQ1", "Take Q1 Patrol and deploy for me", ("AUTO Q1",))
    assert [key for key, _, _ in found] == ["autoQ1", "autoQ2", "autoQ3"]
    assert [key for key, _, _ in suggestions(match())] == ["autoA", "autoB", "autoC"]
    assert suggestions(match(points=300)) == []


def test_all_orders_are_one_suggestion_that_ends_with_the_lock() -> None:
    weak = ship("a1", "PART", "10 20", absorbers=(0, 0), surveyed=True)
    match = orders(weak, ship("a2", "WREN", "10 11"), ship("a3", "DART", "40 2"), FAR)
    match.play("1: TOKEN a3")
    (all_ships, *singly), third = suggestions(match)[:-1], suggestions(match)[-1]
    gifts = ("ORDER a1 REINFORCE", "ORDER a2 SCANNERS", "LOCK")
    assert all_ships == ("", "a1 Reinforce Shields, a2 Enhance Scanners; lock", gifts)
    assert {key for key, _, _ in singly} == {"a1", "a2"}
    assert third == ("a3", "", ()), "it has a Token and comes last"
    match.play("1: ORDER a1 REINFORCE", "1: ORDER a2 SCANNERS")
    assert suggestions(match)[0] == ("lock", "Lock your Orders", ("LOCK",))


def test_passing_is_suggested_while_nobody_can_fire() -> None:
    waiting = acting(ship("a1", "WREN", "10 2"), ship("a2", "CITA", "14 2"), FAR)
    assert suggestions(waiting)[0] == ("pass", "Pass", ("PASS",))
    near = acting(
        ship("a1", "PART", "10 2"), ship("a2", "CITA", "14 2"), ship("b1", "PART", "10 6")
    )
    assert suggestions(near)[0][0] == "a1"
    last = acting(ship("a1", "CITA", "10 2"), FAR)
    assert suggestions(last)[0][0] == "a1", "the largest may not pass"


def test_a_suggestion_does_all_that_it_says_and_none_only_activates() -> None:
    ships = [ship(f"a{number}", "WREN", f"{10 * number} 2") for number in (1, 2, 3, 4)]
    waits, *whole, last = suggestions(acting(*ships, ship("a5", "CITA", "30 2"), FAR))
    assert waits[0] == "pass"
    assert len(whole) == 3
    assert all(" moves at " in label and "; MOVE " in moves[0] for _, label, moves in whole)
    assert last == ("a4", "", ()), "what it would do has not been worked out"


# --- What a ship does to itself ---

FEWEST: dict[str, Any] = {
    "scenario": "open",
    "vc_random": 1,
    "vc_exclude": (1, 2, 3),
    "self_inflict": True,
}
"""Only Conditions can decide."""
HURT = (Condition(4),)


def hurt(**agreed: Any) -> Match:
    own = ship("a1", "HALB", "10 10", conditions=HURT), ship("a2", "WREN", "30 5")
    return acting(*own, FAR, only="a1", **{**FEWEST, "min_turns": 1, **agreed})


@pytest.mark.rules("CC-250", "CC-219")
def test_a_ship_is_scuttled_where_nothing_but_its_conditions_can_decide() -> None:
    found = hurt().play("ACTIVATE a1")
    assert text(found) == "SCUTTLE CONFIRM"
    for other in ({"vc_exclude": (1, 2)}, {"scenario": "deep_survey"}, {"min_turns": 2}):
        assert text(hurt(**other).play("ACTIVATE a1")) != "SCUTTLE CONFIRM"
    assert text(hurt(self_inflict=False).play("ACTIVATE a1")) != "SCUTTLE CONFIRM"
    last = acting(ship("a1", "HALB", "10 10", conditions=HURT), FAR, min_turns=1, **FEWEST)
    assert text(last.play("ACTIVATE a1")) != "SCUTTLE CONFIRM"


@pytest.mark.rules("CC-250", "CC-252")
def test_scuttling_and_rerouting_are_suggested_with_their_reason() -> None:
    (first, *_) = suggestions(hurt())
    assert first == ("a1", "a1 destroys itself", ("ACTIVATE a1; SCUTTLE CONFIRM",))
    lost = ship("a1", "HALB", "10 10", conditions=(Condition(9, "a", items=(1,)),), off=(1,))
    (first, *_) = suggestions(acting(lost, FAR, only="a1", self_inflict=True))
    assert first[1].startswith("a1 reroutes, ")
    assert first[2][0].startswith("ACTIVATE a1; REROUTE A 1; MOVE")


@pytest.mark.parametrize(
    ("there", "boxes", "named"),
    [("20 27", 10, "ESCORT a2 FOR a1"), ("20 28.01", 10, ""), ("20 27", 4, "")],
)
def test_it_names_an_escort_that_can_spare_its_ward_a_hit(
    there: str, boxes: int, named: str
) -> None:
    pair = (
        unit("a1", "VANG", "20 10", velocity=2),
        unit("a2", "HALB", "21 10", velocity=2, absorbers=(boxes,)),
        unit("b1", "VANG", there),
    )
    found = standing(scene(*pair, escorts=True), "orders", escorts=True)
    decision = next(each for each in found.open if each.kind == "form")
    move = COMPUTER.choose(found.view(1), decision, random.Random(0), "normal")
    assert (NOTATION.write(move) if move else "") == named
    assert COMPUTER.choose(found.view(1), decision, random.Random(0), "easy") is None


@pytest.mark.parametrize(("boxes", "said"), [(5, ""), (4, "RELEASE a2")])
def test_it_releases_an_escort_whose_tracks_are_spent(boxes: int, said: str) -> None:
    bound = {"velocity": 2, "absorbers": (boxes,), "bond": Bond("a1", "escort")}
    pair = (unit("a1", "VANG", "20 10", velocity=2), unit("a2", "HALB", "20 10", **bound))
    table = scene(*pair, unit("b1", "VANG", "20 27"), escorts=True)
    found = standing(table, "orders", escorts=True)
    decision = next(each for each in found.open if each.kind == "form")
    move = COMPUTER.choose(found.view(1), decision, random.Random(0), "normal")
    assert (NOTATION.write(move) if move else "") == said


@pytest.mark.parametrize(
    ("boxes", "bound", "said"),
    [(5, False, "FORM a1 WITH a2 DEFENSIVE"), (4, False, ""), (5, True, ""), (4, True, "LEAVE a1")],
)
def test_a_smaller_ship_screens_a_larger_one_where_there_are_no_escorts(
    boxes: int, bound: bool, said: str
) -> None:
    bond = Bond("a1", "member") if bound else None
    lead = unit("a1", "VANG", "20 10", velocity=2, stance="defensive" if bound else "")
    screen = unit("a2", "BULW", "20 10", velocity=2, absorbers=(boxes,), bond=bond)
    foe = unit("b1", "VANG", "20 27")
    assert _changes(scene(lead, screen, foe))[0] == said
    found = standing(scene(lead, screen, foe, formations=True, escorts=True), "orders")
    decision = next(each for each in found.open if each.kind == "form")
    move = COMPUTER.choose(found.view(1), decision, random.Random(0), "normal")
    assert not isinstance(move, (Leave, MakeFormation))


def _halberds(count: int) -> list[Plain]:
    return [ship(f"a{at}", "HALB", f"{20 + at} 10") for at in range(1, count + 1)]


def _changes(table: Table) -> tuple[str, list[str]]:
    """The change that the computer player announces, and those that are suggested."""
    found = standing(replace(table, formations=True), "orders", formations=True)
    decision = next(each for each in found.open if each.kind == "form")
    move = COMPUTER.choose(found.view(1), decision, random.Random(0), "normal")
    suggested = COMPUTER.suggest(found.view(1), decision)
    for each in suggested:
        assert GAME.options(found.view(1), decision).question((each.key,)), each
    return NOTATION.write(move) if move else "", [each.label for each in suggested]


def test_it_forms_up_where_joint_fire_does_more_than_a_token_for_each() -> None:
    foe = ship("b1", "CITA", "20 20")
    announced, suggested = _changes(scene(*_halberds(3), foe))
    assert announced == "FORM a1 WITH a2 a3 OFFENSIVE"
    assert suggested[0] == "a1 leads a2 and a3, Offensive"
    assert _changes(scene(*_halberds(2), foe)) == ("", [])
    assert _changes(scene(*_halberds(3), ship("b1", "HALB", "20 20"))) == ("", [])
    assert _changes(scene(*_halberds(3), ship("b1", "CITA", "20 28.02"))) == ("", [])


def _formation() -> list[Plain]:
    members = (ship(id, "HALB", "20 10", bond=Bond("a1", "member")) for id in ("a2", "a3"))
    return [ship("a1", "HALB", "20 10", stance="offensive"), *members]


def test_it_leaves_a_formation_that_does_no_more_than_each_ship_alone() -> None:
    assert _changes(scene(*_formation(), ship("b1", "CITA", "20 20"))) == ("", [])
    announced, suggested = _changes(scene(*_formation(), ship("b1", "HALB", "20 20")))
    assert (announced, suggested[0]) == ("LEAVE a1", "a1 leaves its Formation")


def test_an_offensive_formation_supports_the_attack_that_gains_by_it() -> None:
    def acts(foe: str) -> tuple[str, str]:
        enemy = ship("b1", foe, "20 19", activated=True)
        table = scene(*_formation(), enemy, formations=True)
        match = standing(table, "activation").step("begin-activation")
        (found,) = COMPUTER.suggest(match.view(1), match.open[0])
        match.play("ACTIVATE a1")
        move = COMPUTER.choose(match.view(1), match.open[0], random.Random(0), "normal")
        assert move is not None
        return NOTATION.write(move), found.label

    played, suggested = acts("CITA")
    assert played == "FIRE KIN1 AT b1 WITH a2 KIN1 a3 KIN1"
    assert suggested.startswith("a1 fires KIN1 at b1 with a2 KIN1 and a3 KIN1, fires BEAM1")
    played, suggested = acts("HALB")
    assert " WITH " not in played
    assert " with " not in suggested
    every = "KIN1, a2 KIN1, a3 KIN1, BEAM1, a2 BEAM1 and a3 BEAM1"
    assert suggested.startswith(f"a1 fires {every} at b1, moves"), "one blow is told of each target"


def test_it_finds_out_what_a_contact_is_before_it_fires_where_some_are_false() -> None:
    def acts(bogeys: int, **more: Any) -> str:
        ours = ship("a1", "HALB", "20 5", **more)
        enemy = ship("b1", "WREN", "20 12", hidden=True, activated=True)
        table = scene(ours, enemy, stealth="category")
        match = standing(table, "activation", stealth="category", bogeys=bogeys)
        match.step("begin-activation").play("ACTIVATE a1")
        move = COMPUTER.choose(match.view(1), match.open[0], random.Random(0), "normal")
        assert move is not None
        return NOTATION.write(move)

    assert acts(1, token=True) == "COMMAND SENSORS b1 PAY TOKEN"
    assert acts(0, token=True).startswith("FIRE")
    assert acts(1).startswith("FIRE")

"""What a referee may set (4.11)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from games.core.geometry.plane import Point
from games.core.questions import Question
from games.core.types import REFEREE, SPECTATOR, Seat, Seated
from games.cosmic_conflict.content.catalogue import BASE
from games.cosmic_conflict.game import GAME
from games.cosmic_conflict.table.units import Condition, MarkedToken, MissileToken
from tests.games.cosmic_conflict.activations import acting, hidden, ship, window
from tests.games.cosmic_conflict.matches import Match, at_end, deployed, quick
from tests.games.cosmic_conflict.scenes import plain
from tests.games.refereed import edited, not_allowed

MOON = {"kind": "moon", "disc": [40, 15, 3]}

_set, _refused = partial(edited, GAME), partial(not_allowed, GAME)


def _code(match: Match, text: str) -> str:
    return _refused(match, text).code


def _match() -> Match:
    one = hidden(ship("a1", "VANG", "20 5"), "evasive")
    fighter = ship("a3", "HORN", "", velocity=0, aboard="a2", carrier="a2")
    carrier = ship("a2", "ROOS", "30 5")
    return acting(one, carrier, fighter, ship("b1", "PIKE", "20 20"), terrain=[MOON])


# --- Units ---


@pytest.mark.parametrize(
    ("text", "id", "field", "value"),
    [
        ("a1 TO 24 19.5", "a1", "at", Point(2400, 1950)),
        ("a1 HEADING 359", "a1", "heading", 359),
        ("a1 VELOCITY 5", "a1", "velocity", 5),
        ("a1 HEALTH 39", "a1", "health", 39),
        ("a1 BOXES 3 10", "a1", "absorbers", (3, 10)),
        ("a1 ACTIVATED YES", "a1", "activated", True),
        ("a1 SURVEYED YES", "a1", "surveyed", True),
        ("a1 NAME Old Hearth", "a1", "name", "Old Hearth"),
        ("a1 OFF KIN2", "a1", "off", (4,)),
        ("a1 USED BEAM1", "a1", "used", (1,)),
        ("a1 CONDITIONS 8A 4 4", "a1", "conditions", (Condition(8, "a"), *2 * (Condition(4),))),
        ("a1 CONDITIONS 11B", "a1", "conditions", (Condition(11, "b"),)),
        ("a2 TOKEN YES", "a2", "token", True),
        ("a1 NAVIGATED YES", "a1", "navigated", True),
        ("a1 ATTACKED YES", "a1", "attacked", True),
        ("a2 JUMPING YES", "a2", "jumping", True),
        ("a1 REVEALED EVASIVE MARK MARK", "a1", "revealed", ("evasive", "mark", "mark")),
        ("a1 REVEALED EVASIVE", "a1", "evading", True),
        ("a1 REVEALED BRACE", "a1", "bracing", True),
        ("a1 COMMANDS DODGE SNAP", "a1", "commands", ("dodge", "snap")),
        ("a1 BOUGHT b1:3", "a1", "bought", (("b1", "range"),)),
        ("a3 BOARDED 1", "a3", "boarded", 1),
        ("a1 OUT FLED", "a1", "state", "fled"),
        ("a3 AMMO 0", "a3", "shots", 0),
        ("a3 TO 30 6", "a3", "aboard", ""),
        ("a2 OUT DESTROYED", "a3", "state", "destroyed"),
    ],
)
def test_a_unit_is_set(text: str, id: str, field: str, value: Any) -> None:
    match = _set(_match(), text)
    assert getattr(match.unit(id), field) == value
    assert len(match.told("Edited")) == 1


def test_an_edit_tells_the_old_and_the_new_value() -> None:
    (told,) = _set(_match(), "a1 VELOCITY 4").told("Edited")
    assert told.sentence == "The referee sets the Velocity of a1 Vanguard from 2 to 4."
    (told,) = _set(_match(), "a1 TO 24 19.5").told("Edited")
    assert told.sentence == "The referee puts a1 Vanguard at 24 19.5."


@pytest.mark.parametrize(
    ("text", "what", "named"),
    [
        ("CONDITIONS 11A 4", "Conditions", "Propulsion Damage (11A) and Structural Damage (4)"),
        ("REVEALED EVASIVE", "Orders revealed", "Evasive Actions"),
        ("COMMANDS DODGE SNAP", "Commands used", "Dodge and Snap Attack"),
        ("TRAITS VETERAN", "crew traits", "Veteran"),
        ("FACTION MERC", "faction", "Mercenary"),
        ("BOUGHT b1:3", "effects of marks", "range against b1"),
    ],
)
def test_an_edit_names_what_it_sets(text: str, what: str, named: str) -> None:
    (told,) = _set(_match(), f"a1 {text}").told("Edited")
    nothing = "none" if what == "faction" else "nothing"
    changed = f"from {nothing} to {named}"
    assert told.sentence == f"The referee sets the {what} of a1 Vanguard {changed}."


def test_a_side_of_one_unit_is_named_by_one_code() -> None:
    root = GAME.editing.options(GAME.editing.see(_match().state)).question(())
    assert isinstance(root, Question)
    details = {each.label: each.detail for each in root.choices}
    assert (details["Side 1"], details["Side 2"]) == ("a1 to a3", "b1")


def test_what_was_set_is_taken_back() -> None:
    match = _set(_match(), "a1 OFF KIN2", "a1 OFF NONE", "a1 USED KIN2 BEAM1", "a1 USED NONE")
    _set(match, "a1 CONDITIONS 4 4", "a1 CONDITIONS 4")
    unit = match.unit("a1")
    assert (unit.off, unit.used, unit.conditions) == ((), (), (Condition(4),))
    _set(match, "a3 TO 30 6", "a3 ABOARD a2")
    assert (match.unit("a3").aboard, match.unit("a3").boarded) == ("a2", 1)
    _set(match, "a1 OUT DESTROYED", "a1 TO 20 6")
    assert match.unit("a1").in_space
    assert match.sheet(1).orders == {}, "what it had hidden is lost"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a1 TO 40 15", "E-SOLID"),
        ("a1 TO 54.01 15", "E-BOARD"),
        ("a1 TO 20 5", "SAME"),
        ("a1 AMMO 0", "E-TARGET"),
        ("a3 HEADING 1", "E-FIGHTER"),
        ("a1 ABOARD a2", "E-HANGAR"),
        ("a3 ABOARD a1", "E-HANGAR"),
        ("a3 ABOARD a2", "SAME"),
        ("a1 BOXES 1", "E-FORMAT"),
        ("a1 BOXES 11 1", "E-FORMAT"),
        ("a1 OFF KIN9", "E-UNKNOWN-ID"),
        ("a1 OFF NONE", "SAME"),
        ("a1 USED SHD1", "E-UNKNOWN-ID"),
        ("a1 CONDITIONS 10 10", "E-TARGET"),
        ("a1 CONDITIONS" + 25 * " 4", "E-TARGET"),
        ("a1 TOKEN YES", "E-ORDER-SLOT"),
        ("a1 JUMPING YES", "E-JUMPING"),
        ("a3 SURVEYED YES", "E-FIGHTER"),
        ("a3 COMMANDS DODGE", "E-FIGHTER"),
        ("a1 REVEALED BRACE BRACE", "E-ORDER-TWICE"),
        ("a1 BOUGHT a2:1", "E-MARK"),
        ("a3 BOARDED 2", "E-HANGAR"),
        ("a3 CARRIER a1", "E-HANGAR"),
        ("a9 REMOVE", "E-UNKNOWN-ID"),
        ("ADD 1 XXXX 3 3", "E-UNKNOWN-ID"),
        ("ADD 1 WREN 40 15", "E-SOLID"),
        ("AWARD AREA 1", "E-PHASE"),
        ("ACTIVE 1", "E-SIZE-ORDER"),
        ("SIZE 6", "E-SIZE-ORDER"),
        ("TERRAIN QUICK", "E-OPTION"),
        ("MARKED a1:a2", "E-TARGET"),
        ("MARKED b1:a3", "E-MARK"),
        ("OBJECTIVES 18/15", "E-BOARD"),
        ("OPTION MIN_TURNS 0", "E-OPTION"),
        ("a1 VELOCITY 6", "CC-182"),
        ("a1 HEALTH 40", "CC-182"),
    ],
)
def test_what_cannot_be_is_refused(text: str, code: str) -> None:
    assert _code(_match(), text) == code


def test_a_unit_is_added_and_removed_with_all_that_points_at_it() -> None:
    match = _set(_match(), "ADD 1 WREN 24 5", "ADD 2 DART 24 20")
    assert list(match.table.units) == ["a1", "a2", "a3", "a4", "b1", "b2"]
    missile = MissileToken("t1", Point(2000, 1000), "a4", 0, "b1", 900)
    marked = (MarkedToken("a1", "b1"), MarkedToken("a4", "b1"))
    match.state = replace(
        match.state, table=replace(match.table, missiles=(missile,), marked=marked)
    )
    _set(match, "a4 REMOVE", "a2 REMOVE")
    assert list(match.table.units) == ["a1", "b1", "b2"], "with the Fighter aboard"
    assert match.table.missiles == ()
    assert match.table.marked == (MarkedToken("a1", "b1"),)


def test_the_number_of_an_added_unit_does_not_tell_what_is_aboard_contacts() -> None:
    match = _match()
    match.state = replace(match.state, table=replace(match.table, stealth="size"))
    assert "a41" in _set(match, "ADD 1 WREN 24 5").table.units


def test_a_side_gets_no_more_units_than_a_fleet_may_have() -> None:
    match = _match()
    one = match.unit("a1")
    many = {f"a{number}": replace(one, id=f"a{number}") for number in range(4, 41)}
    full = replace(match.table, units={**match.table.units, **many})
    match.state = replace(match.state, table=full)
    assert _code(match, "ADD 1 WREN 24 5") == "E-POINTS"
    assert len(_set(match, "ADD 2 WREN 24 5").table.of(2)) == 2


@pytest.mark.rules("CC-055")
def test_communications_damage_removes_what_a_unit_hides() -> None:
    match = _set(_match(), "a2 TOKEN YES", "a2 REVEALED EVASIVE")
    _set(match, "a2 CONDITIONS 10", "a1 CONDITIONS 4 10")
    assert (match.unit("a2").token, match.unit("a2").evading) == (False, False)
    assert match.sheet(1).orders == {}
    assert not _set(match, "a1 REVEALED BRACE").unit("a1").bracing


# --- The flow goes on ---


def _small() -> Match:
    return acting(
        ship("a1", plain(1), "10 5"), ship("b1", plain(1), "10 20"), ship("b2", plain(2), "20 20")
    )


@pytest.mark.rules("CC-069", "CC-078")
def test_a_side_with_nothing_left_to_activate_is_not_waited_for() -> None:
    assert _small().asked == ["1: activate"]
    assert _set(_small(), "a1 ACTIVATED YES").asked == ["2: activate"]
    assert _set(_small(), "a1 REMOVE").asked == ["2: activate"]
    match = _set(_small(), "a1 ACTIVATED YES", "b1 OUT DESTROYED")
    assert (match.course.activation and match.course.activation.size) == 2
    _set(match, "b2 ACTIVATED YES")
    assert match.table.turn == 2


def test_the_activation_of_a_unit_that_is_taken_away_ends() -> None:
    match = _small().play("ACTIVATE a1")
    assert _code(match, "a1 REMOVE") == _code(match, "a1 ACTIVATED YES") == "E-PHASE"
    _set(match, "a1 OUT DESTROYED")
    assert (match.course.acting, match.asked) == (None, ["2: activate"])
    assert len(match.told("ActivationEnded")) == 1


def test_turn_initiative_and_whose_turn_it_is_are_set() -> None:
    match = _set(_small(), "TURN 4", "INITIATIVE 2", "ACTIVE 2")
    assert (match.table.turn, match.table.initiative, match.asked) == (4, 2, ["2: activate"])
    assert _refused(match, "TURN 0").rule == "CC-062"
    match.play("ACTIVATE b1")
    assert _code(match, "ACTIVE 1") == "E-PHASE"


def test_a_phase_begins() -> None:
    match = _set(deployed(), "PHASE ACTIVATION")
    assert match.course.phase == "activation"
    assert all(unit.token for unit in match.table.units.values()), "all were left blank"
    _set(match, "PHASE COMMAND")
    assert match.asked == ["1: orders", "2: orders"]
    assert not any(unit.token for unit in match.table.units.values())
    assert match.table.turn == 1
    assert _code(match, "PHASE COMMAND") == "SAME"
    _set(match, "PHASE ACTIVATION", "PHASE RESOLUTION")
    assert match.table.turn == 2
    _set(match, "PHASE RESOLUTION")
    assert (match.table.turn, match.course.phase) == (3, "orders")


def test_nothing_is_set_while_a_window_is_open() -> None:
    one = hidden(ship("b1", plain(4), "20 9"), "evasive")
    match = acting(ship("a1", "VANG", "20 5"), one).play("ACTIVATE a1", "FIRE KIN1 AT b1")
    assert window(match) == "evasive"
    assert _code(match, "a1 HEALTH 3") == _code(match, "OPTION EDGE WALL") == "E-PHASE"


@pytest.mark.rules("CC-064")
def test_a_referee_who_plays_sets_what_everybody_sees() -> None:
    match = deployed()
    for viewer in (Seated(Seat(0)), SPECTATOR):
        view = GAME.view(match.state, viewer)
        assert GAME.editing.refusal(view, GAME.editing.read(view, "a1 HEALTH 3")) is None
        assert _refused(match, "a1 TOKEN YES", view).code == "E-ORDER-SLOT"
    assert GAME.editing.see(match.state) == GAME.view(match.state, REFEREE)


@pytest.mark.rules("CC-076")
def test_ending_the_turn_ends_the_phase_as_if_nobody_had_any_more_to_do() -> None:
    match = _set(_match(), "a2 TOKEN YES", "a2 ACTIVATED YES")
    turn = match.table.turn
    _set(match, "END TURN")
    while match.course.phase != "orders":
        match.play(f"{match.asked[0][0]}: REACT NO")
    assert (match.table.turn, match.course.phase) == (turn + 1, "orders")
    assert not match.unit("a2").token
    assert not match.unit("a2").activated
    assert match.sheet(1).orders == {}


def test_ending_the_turn_in_the_command_phase_or_in_an_activation_leaves_nothing_behind() -> None:
    match = deployed()
    turn = match.table.turn
    _set(match.play("1: ORDER a1 BRACE"), "END TURN")
    while match.course.phase != "orders":
        match.play(f"{match.asked[0][0]}: REACT NO")
    assert (match.table.turn, match.course.phase) == (turn + 1, "orders")
    assert match.asked == ["1: orders", "2: orders"]


# --- The board ---


@pytest.mark.rules("CC-182")
def test_all_of_the_terrain_is_laid_out_anew() -> None:
    match = _set(_match(), "TERRAIN VEIL")
    assert match.table.features == BASE.maps["veil"].features
    (told,) = match.told("Edited")
    assert told.sentence == "The referee lays out the terrain of The Veil."
    assert _code(match, "TERRAIN VEIL") == "SAME"


@pytest.mark.rules("CC-226")
def test_tokens_are_moved_and_removed() -> None:
    match = acting(
        ship("a1", "PIKE", "20 5"),
        ship("b1", "PIKE", "20 20"),
        ship("b2", "PIKE", "9 20"),
        scenario="contested_marks",
    )
    missile = MissileToken("t1", Point(2000, 1000), "a1", 0, "b1", 900)
    marks, marked = (Point(1800, 1500), Point(3600, 1500)), (MarkedToken("a1", "b1"),)
    table = replace(match.table, missiles=(missile,), marked=marked, objectives=marks)
    match.state = replace(match.state, table=table)
    _set(match, "MISSILE t1 TO 20 12.5", "MARKED a1:b1:SPENT a1:b2", "OBJECTIVES 18/15 40/15.5")
    assert match.table.missiles[0].at == Point(2000, 1250)
    assert match.table.marked == (MarkedToken("a1", "b1", spent=True), MarkedToken("a1", "b2"))
    assert match.table.objectives == (Point(1800, 1500), Point(4000, 1550))
    assert _code(match, "MARKED a1:b1 a1:b1") == "E-MARK"
    assert _code(match, "MISSILE t2 REMOVE") == "E-UNKNOWN-ID"
    assert _code(match, "OBJECTIVES 18/30.01") == "E-BOARD"
    _set(match, "MISSILE t1 REMOVE", "MARKED NONE", "OBJECTIVES NONE")
    assert not match.table.missiles
    assert not match.table.marked
    assert not match.table.objectives


# --- Options and the end ---


@pytest.mark.rules("CC-060")
def test_options_are_changed_in_mid_game() -> None:
    match = _set(
        _small(),
        "OPTION CONDITION_TABLE 12 3 4 5 6 7 8 9 10 11 12",
        "OPTION MIN_TURNS 3",
        "OPTION MAX_TURNS 6",
    )
    assert match.table.condition_table[0] == 12
    _set(
        match,
        "OPTION CONDITION_TABLE STANDARD",
        "OPTION VC_RANDOM 1",
        "OPTION VC_EXCLUDE 1 3",
        "OPTION EDGE WALL",
    )
    _set(match, "OPTION PWS_RANGE 2.5", "OPTION PWS_ELECTION MOVER")
    agreed = match.course.agreement
    assert (agreed.min_turns, agreed.max_turns, agreed.vc_exclude) == (3, 6, (1, 3))
    assert (match.table.edge, match.table.pws_range, match.table.pws_election) == (
        "wall", 250, "mover",
    )  # fmt: skip
    assert match.table.condition_table[0] == 2
    assert _code(match, "OPTION VC_RANDOM 3") == _code(match, "OPTION PWS_RANGE 4.01") == "E-OPTION"
    assert (
        _code(match, "OPTION MAX_TURNS 2")
        == _code(match, "OPTION CONDITION_TABLE 1 2")
        == "E-OPTION"
    )


@pytest.mark.rules("CC-220")
def test_a_victory_condition_is_awarded_or_void() -> None:
    match = at_end(5, scenario="deep_survey", vc_random=1).roll(6, 1)
    assert match.course.drawn == ("deep_survey", "area")
    assert _code(match, "a1 HEALTH 3") == _code(match, "AWARD LOST 1") == "E-PHASE"
    assert _code(match, "VOID LOST") == "SAME"
    before = match.state
    _set(match, "AWARD DEEP_SURVEY 2")
    assert _code(match, "AWARD DEEP_SURVEY 2") == "SAME"
    match.roll(1, 1)
    assert match.ending is not None
    assert match.ending.winners == (1,)
    match.state = before
    _set(match, "VOID DEEP_SURVEY", "AWARD AREA 1")
    assert match.ending is not None
    assert (match.ending.winners, match.ending.scores) == ((0,), (1.0, 0.0))
    assert _code(match, "TURN 3") == "E-PHASE"


def test_before_turn_1_only_terrain_and_options_are_set() -> None:
    match = quick()
    assert _code(match, "ADD 1 WREN 3 3") == _code(match, "TURN 3") == "E-PHASE"
    _set(match, "OPTION MIN_TURNS 2")
    assert _code(match, "TERRAIN QUICK") == "SAME"
    secret = quick(deploy="secret").play("1: FLEET Q1", "2: FLEET Q2")
    assert _code(secret, "OPTION MIN_TURNS 2") == "E-PHASE", "dice are due"
    _set(secret.roll(6, 1), "OPTION MIN_TURNS 2")

"""The questions: legal choices with the canon's numbers, places on the board, typed points."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.core.geometry.plane import Disc, Point
from games.core.questions import Question, typed_key
from games.core.types import Forbidden, Unreadable
from games.cosmic_conflict.moves import NOTATION
from games.cosmic_conflict.rules.attacks.shots import Fire
from games.cosmic_conflict.rules.fighters import Launch
from games.cosmic_conflict.rules.movement import Fly, Move
from games.cosmic_conflict.rules.setup.deployment import Place
from games.cosmic_conflict.rules.setup.fleets import BuildFleet
from tests.games.cosmic_conflict.activations import acting, hidden, ship
from tests.games.cosmic_conflict.asking import alone, asked, details, keys, labels, question, tree
from tests.games.cosmic_conflict.matches import Match, deployed, match, quick
from tests.games.cosmic_conflict.scenes import LOCKED, unit
from tests.games.cosmic_conflict.seeing import considered

FIELD = {"kind": "asteroid_field", "disc": [14, 11, 3]}
FIELD_DISC = Disc(Point(1400, 1100), 300)
MOON = {"kind": "moon", "disc": [10, 10, 2.5]}


def duel(sic: str, *others: Any, terrain: Any = (), **fields: Any) -> Match:
    """``alone`` with a ship at (20, 5), at Velocity 2 and heading 0."""
    return alone(ship("a1", sic, "20 5", **fields), *others, terrain=terrain)


def facing() -> Match:
    """A Partisan at two enemies, one of them a Fighter."""
    both = ship("b1", "TEMP", "23 10"), unit("b2", "MACE", "21 9", carrier="b1")
    return duel("PART", *both)


def secret() -> Match:
    found = quick(deploy="secret").play("1: FLEET Q3", "2: FLEET Q2").roll(6, 1)
    return found.play("1: PLACE a1 18 4")


def commanded(**agreed: Any) -> Match:
    return deployed("Q1", "Q2", **agreed).play("1: ORDER a1 EVASIVE")


def flying() -> Match:
    fighter = unit("a1", "HORN", "20 10", carrier="a2")
    return alone(fighter, ship("a2", "HEAR", "20 2"), ship("b1", "PART", "20 13.5"))


def moved() -> Match:
    """A carrier after its move, with two Fighters aboard."""
    fighters = (unit(f"a{n}", "HORN", carrier="a1", aboard="a1") for n in (2, 3))
    return duel("HEAR", *fighters, ship("b1", "PART", "20 25")).play("MOVE V0")


# --- All that is offered ---


def test_a_locked_choice_can_be_unlocked() -> None:
    found = match().play("1: FLEET A")
    assert [c.text for c in question(found, kind="fleet-open").choices] == ["UNLOCK"]


# --- Before the activations ---


@pytest.mark.rules("CC-283")
def test_the_fleets_that_fit_the_points_are_offered_with_price_and_units() -> None:
    offered = labels(match())
    assert offered[0] == "Take A Anvil and deploy for me"
    assert offered[7:9] == ["A Anvil, 1000 points", "B Rapier, 1000 points"]
    assert details(match())["D"] == (
        "cruiser and frigates: Vanguard, 2 Halberd, Longbow, Pike, 2 Dart"
    )
    assert keys(quick())[-3:] == ["Q1", "Q2", "Q3"]


def test_where_no_fleet_fits_as_many_ships_as_possible_are_offered() -> None:
    """Bulwark 196; nothing costs 4 or less."""
    assert details(match(points=200)) == {"bought": "Bulwark"}
    assert labels(match(points=200)) == ["The dearest ships that 200 points buy"]
    assert question(match(points=200)).choices[0].text == "FLEET OF BULW"


def test_an_own_fleet_can_be_typed() -> None:
    options = tree(asked(quick()))
    built = options.question((typed_key("PART Old Hearth; DART"),))
    assert isinstance(built, BuildFleet)
    assert [each.design for each in built.units] == ["PART", "DART"]
    assert options.question((typed_key("fleet of PART; DART"),)) == replace(
        built, units=(replace(built.units[0], name=""), built.units[1])
    )
    with pytest.raises(Forbidden):
        options.question((typed_key("TEMP; TEMP"),))


@pytest.mark.rules("CC-211", "D-015")
def test_a_ship_is_placed_in_its_zone_with_a_heading_and_a_velocity() -> None:
    found = quick().play("1: FLEET Q1", "2: FLEET Q2").roll(6, 1)
    assert keys(found) == ["all", "auto", "a1"]
    places = question(found, "a1").choices
    assert {choice.at.y for choice in places} == {400, 800}
    starts = labels(found, "a1", places[0].key)
    assert starts == [f"Heading 0, V{v}" for v in (2, 0, 1, 3)] + [
        "Heading 315, V2",
        "Heading 45, V2",
    ]


def test_the_example_of_a_place_lies_in_the_own_zone() -> None:
    found = quick().play("1: FLEET Q1", "2: FLEET Q2").roll(1, 6)
    field = question(found).field
    assert field is not None
    assert field.example == "PLACE b1 18 20 HEADING 170 V3"
    assert found.play(field.example).unit("b1").at == Point(1800, 2000)


@pytest.mark.rules("CC-211")
def test_a_place_can_be_typed_within_the_zone() -> None:
    options = tree(asked(quick().play("1: FLEET Q1", "2: FLEET Q2").roll(6, 1)))
    below = options.question(("a1", typed_key("18.5 8")))
    assert isinstance(below, Question)
    assert below.choices[0].text == "PLACE a1 18.5 8"
    whole = Place("a1", Point(1850, 800), 350, 3)
    assert options.question(("a1", typed_key("18.5 8 HEADING 350 V3"))) == whole
    with pytest.raises(Forbidden):
        options.question(("a1", typed_key("18.5 8.01")))


@pytest.mark.rules("CC-063", "CC-111", "CC-114", "CC-159")
def test_orders_are_offered_by_type_with_what_they_do_and_extra_slots() -> None:
    found = commanded()
    assert labels(found, side=1)[:2] == ["a1 Vanguard: Evasive Actions", "a2 Longbow: nothing yet"]
    assert details(found, side=1)["lock"] == "a2 and a3 will get a Token"
    assert keys(found, side=1)[-1] == "lock"
    assert labels(found, "a2", side=1)[0] == "Offensive: Contingent Attack"
    given = keys(found, "a2", side=1)
    assert [key for key in given if key.startswith("SEN")] == ["SEN1scanners", "SEN1mark"]
    vanguard = details(found, "a1", side=1)
    assert vanguard["reinforce"] == "at the end of the turn its Shields regain up to 5 lost boxes"
    assert "clear" in vanguard
    assert "clear" not in given
    repair = details(commanded(repair=True), "a1", side=1)["repair"]
    assert repair.endswith("a Condition on a die of 4 to 6; it has none to repair now")
    assert keys(found.play("1: TOKEN a2", "1: TOKEN a3"), side=1)[0] == "lock"


# --- Which unit, or passing ---


@pytest.mark.rules("CC-069", "CC-070")
def test_the_units_of_the_size_are_offered_and_what_passing_means() -> None:
    both = ship("a1", "WREN", "20 5"), ship("a2", "PART", "25 5")
    found = acting(*both, ship("b1", "DART", "20 13"))
    assert keys(found) == ["a1", "pass"]
    told = details(found)
    assert told["a1"] == "20 5, V2, heading 0; Health 10 of 10; can attack b1"
    assert told["pass"] == "a1 waits until all larger units, up to Size 3, have acted"
    top = acting(ship("a1", "PART", "20 5"), ship("b1", "PART", "20 25"))
    assert keys(top) == ["a1"]


@pytest.mark.rules("CC-064", "CC-065", "CC-068")
def test_between_activations_orders_are_revealed_and_commands_used() -> None:
    hiding = hidden(ship("a1", "PART", "20 5"), "evasive")
    found = acting(hiding, ship("b1", "PART", "20 25", token=True))
    assert keys(found) == ["a1", "reveal", "command", "shots"]
    assert question(found, "shots", "snapa1").choices[0].text == "SNAP a1 BEAM1 AT b1 PAY MAIN"
    assert question(found, "reveal").choices[0].text == "REVEAL a1 EVASIVE"
    paid = question(found, "command").choices
    assert [choice.text for choice in paid] == [
        "COMMAND a1 VELOCITY +1 PAY MAIN",
        "COMMAND a1 VELOCITY -1 PAY MAIN",
    ]
    assert "discarded unseen" in paid[0].detail
    idle = question(found, "command", kind="idle")
    assert idle.choices[0].text == "COMMAND b1 VELOCITY +1 PAY TOKEN"


# --- Attacks ---


@pytest.mark.rules("CC-084", "CC-085", "CC-091", "CC-188")
def test_a_target_comes_with_distance_band_arc_and_odds() -> None:
    """Kinetic W 3 at Size 3: misses below 1, glances at 1 and 2."""
    found = duel("PART", ship("b1", "PART", "20 14"), ship("b2", "PART", "20 15.01"))
    told = details(found, "fireKIN1")
    assert told["b1"] == "9, band 1, arc F; mean 3.0; hit 67%, glance 33%, miss 0%"
    assert told["b2"].startswith("10.01, band 2, arc F; mean 2.4; hit 50%, glance 33%")
    assert question(found, "fireKIN1").choices[0].mark == "3.0 damage"
    turned = duel("PART", ship("b1", "PART", "20 15.01"), ship("b2", "PART", "20 14"))
    ranked = question(turned, "fireKIN1").advised().choices
    assert [each.mark for each in ranked] == ["3.0 damage", "2.4 damage"]
    assert details(found)["fireKIN1"] == "2 targets; most against b1, 3.0 on average"
    field = {**FIELD, "disc": [20, 9, 3]}
    covered = duel("PART", ship("b1", "PART", "20 14"), terrain=[field])
    assert details(covered, "fireKIN1")["b1"].endswith("; 1 reroll by terrain")


def test_weapons_without_a_target_and_those_used_are_left_out() -> None:
    found = duel("PART", ship("b1", "PART", "20 25"), ship("b2", "PART", "20 14"))
    assert keys(found, "fireKIN1") == ["b2"]
    found.play("FIRE KIN1 AT b2").roll(4, 4)
    assert "fireKIN1" not in keys(found)


def test_several_targets_can_be_typed() -> None:
    found = tree(asked(facing())).question(("fireKIN1", typed_key("b2/b1")))
    assert found == Fire("KIN1", ("b2", "b1"))


@pytest.mark.rules("W-28", "CC-099")
def test_w28_a_distant_missile_asks_for_the_point_of_its_token() -> None:
    longbow = ship("a1", "LONG", "10 5", heading=30)
    found = acting(longbow, ship("b1", "PART", "24 20")).play("ACTIVATE a1")
    assert details(found, "fireMSL1")["b1"].startswith("20.52, band 1, arc F; sets a token; ")
    default = question(found, "fireMSL1", "b1").choices[0]
    assert (default.text, default.label) == ("FIRE MSL1 AT b1", "Token at 16.82 12.31")
    assert default.detail == "10 from a1, 10.53 from b1"
    options = tree(asked(found))
    at = Point(1000, 1500)
    assert options.question(("fireMSL1", "b1", typed_key("10 15"))) == Fire("MSL1", ("b1",), at)
    assert options.question(("fireMSL1", "b1", typed_key("N 10"))) == Fire("MSL1", ("b1",), at)
    with pytest.raises(Forbidden):
        options.question(("fireMSL1", "b1", typed_key("10 15.01")))


@pytest.mark.rules("CC-103", "D-051")
def test_an_area_weapons_system_is_offered_its_targets_in_reach() -> None:
    near, far = unit("b1", "MACE", "20 11"), unit("b2", "MACE", "20 11.01")
    found = duel("BULW", near, far)
    assert labels(found, "aws") == ["AWS 1 at b1"]
    assert details(found, "aws") == {"aws1b1": "6 from a1; a die of damage"}


@pytest.mark.rules("CC-169", "CC-170", "CC-171")
def test_marks_are_offered_in_reach_and_spent_for_an_effect() -> None:
    hiding = hidden(ship("a1", "PART", "20 5"), "mark")
    found = acting(hiding, ship("b1", "PART", "20 17"), ship("b2", "PART", "20 17.01"))
    found.play("ACTIVATE a1")
    assert labels(found, "mark") == ["Mark b1 Partisan"]
    found.play("MARK b1")
    assert labels(found, "spend")[0] == "b1, effect 1: +2 Accuracy against b1"
    assert len(labels(found, "spend")) == 3


def test_between_activations_there_may_be_nothing_to_do() -> None:
    """An extra slot may hide an Order, as far as everybody knows; this one does not."""
    found = acting(ship("a1", "PART", "20 5"), ship("b1", "LONG", "40 25", slots=(3,)))
    found.play("2: PASS")
    texts = [choice.text for choice in question(found, kind="idle", side=2).choices]
    assert texts == ["REACT NO"]


def test_the_best_attacks_and_a_move_are_suggested_with_reasons() -> None:
    first = question(facing()).advised().choices
    assert [choice.text for choice in first[:2]] == ["FIRE KIN1 AT b1", "FIRE BEAM1 AT b1"]
    assert first[0].reason.startswith("1.7 damage on average; hit 100%")
    assert first[2].label.startswith("Move to ")
    assert "would bear on" in first[2].reason
    options = tree(asked(facing()))
    assert options.question((first[2].key,)) == NOTATION.read(asked(facing()), first[2].text)


# --- Moves ---


@pytest.mark.rules("W-01", "CC-024", "CC-025", "CC-026")
def test_w01_a_move_asks_for_velocity_shift_and_turn() -> None:
    three = ship("a1", "PART", "10 5", velocity=3)
    found = acting(three, ship("b1", "PART", "40 25")).play("ACTIVATE a1")
    speeds = question(found, "move").choices
    assert speeds[0].label == "V3, straight to 10 8"
    assert speeds[0].detail == "Maneuver 2, turn up to 60°"
    assert speeds[0].at == Point(1000, 800)
    shifts = question(found, "move", "same").choices
    assert len(shifts) == 14
    assert shifts[1].label == "Ahead, 2: 10 10"
    turns = [choice.text for choice in question(found, "move", "same", "stay").choices]
    assert turns[0] == "MOVE V0"
    assert {"MOVE V0 TURN 60", "MOVE V0 TURN -60"} <= set(turns)
    assert not any("TURN 61" in text or "TURN 90" in text for text in turns)


@pytest.mark.rules("W-01", "CC-025")
def test_w01_a_shift_can_be_typed_up_to_the_maneuver() -> None:
    three = ship("a1", "PART", "10 5", velocity=3)
    options = tree(asked(acting(three, ship("b1", "PART", "40 25")).play("ACTIVATE a1")))
    below = options.question(("move", "same", typed_key("11.2 9.6")))
    assert isinstance(below, Question)
    assert below.choices[0].text == "MOVE V0 TO 11.2 9.6"
    typed = options.question(("move", "same", typed_key("11.2 9.6 TURN -60")))
    assert typed == Move(0, Point(1120, 960), turn=-60)
    with pytest.raises(Forbidden):
        options.question(("move", "same", typed_key("11.21 9.6")))
    with pytest.raises(Unreadable):
        options.question(("move", "same", typed_key("11.205 9.6")))


def test_a_ship_without_a_maneuver_is_asked_only_for_its_turn() -> None:
    found = duel("CITA", ship("b1", "PART", "20 20"), velocity=0)
    assert question(found, "move", "same").prompt.startswith("How does a1 turn")


@pytest.mark.rules("W-39", "CC-190")
def test_w39_the_place_tells_the_damage_that_awaits_the_ship() -> None:
    partisan = ship("a1", "PART", "14 10", velocity=2)
    found = alone(partisan, ship("b1", "WREN", "14 29"), terrain=[FIELD])
    assert "3 Hazardous damage" in details(found, "move", "same")["stay"]
    best = question(found, "move").advised().choices[0]
    assert not FIELD_DISC.inside(best.at)


@pytest.mark.rules("CC-185", "CC-218")
def test_a_move_that_ends_the_ship_asks_to_confirm_it() -> None:
    solid = acting(ship("a1", "PART", "10 8"), ship("b1", "PART", "40 25"), terrain=[MOON])
    solid.play("ACTIVATE a1")
    assert details(solid, "move", "same")["stay"] == "inside Moon T1: it is destroyed"
    assert question(solid, "move", "same", "stay").choices[0].text == "MOVE V0 CONFIRM"
    leaving = acting(ship("a1", "PART", "10 29"), ship("b1", "PART", "40 25")).play("ACTIVATE a1")
    assert details(leaving, "move", "same")["stay"] == "off the board: it leaves the match"
    assert question(leaving, "move", "same", "stay").choices[0].text == "MOVE V0 CONFIRM"


def test_a_velocity_is_offered_only_where_a_confirmed_move_would_be_legal() -> None:
    """Slower leaves the board as well, but Propulsion Damage forbids the change."""
    edge = ship("a1", "HALB", "53 10", heading=90, velocity=3)
    enemy = ship("b1", "PART", "20 13.5")
    assert keys(alone(edge, enemy), "move") == ["same", "faster", "slower"]
    locked = replace(edge[0], conditions=LOCKED), edge[1]
    found = alone(locked, enemy)
    assert keys(found, "move") == ["same"]
    turns = question(found, "move", "same", "stay").choices
    assert turns[0].text == "MOVE V0 CONFIRM"


def test_a_move_that_leads_off_the_board_is_not_suggested() -> None:
    found = alone(ship("a1", "WREN", "20 27", velocity=2), ship("b1", "PART", "20 20"))
    best = question(found, "move").advised().choices[0]
    assert not best.label.endswith("heading 0")
    assert best.at.y < 3000


@pytest.mark.rules("CC-153", "D-064")
def test_in_mid_move_a_contingent_attack_fires_or_the_move_goes_on() -> None:
    ready = ship("a1", "PART", "20 5", revealed=("contingent",))
    found = alone(ready, ship("b1", "PART", "20 16")).play("MOVE V0")
    assert keys(found) == ["fireKIN1", "fireBEAM1", "go"]
    assert details(found, "fireKIN1")["b1"].startswith("9, band 1")
    found.play("GO", "GO")
    assert keys(found) == ["fireKIN1", "fireBEAM1", "done"]


@pytest.mark.rules("CC-123", "D-052")
def test_a_pws_exchange_is_offered_where_the_move_ends_near_an_enemy() -> None:
    found = duel("PART", ship("b1", "PART", "20 9"), ship("b2", "LONG", "20 9.01"))
    exchanges = question(found, "move", "same", "stay").choices
    assert [choice.label for choice in exchanges] == ["No exchange", "With b1"]
    assert exchanges[1].detail == "b1: you roll 1, it 1"
    turns = question(found, "move", "same", "stay", "pwsb1").choices
    assert turns[0].text == "MOVE V0 PWS b1"


@pytest.mark.rules("CC-128", "CC-145")
def test_a_fighter_flies_towards_enemies_and_its_carrier() -> None:
    found = flying()
    told = labels(found, "move")
    assert any(label.endswith("to 2 from b1") for label in told)
    assert any(label.endswith("to its carrier a2") for label in told)
    assert any(label.endswith("stays") for label in told)
    options = tree(asked(found))
    assert options.question(("move", typed_key("W 10"))) == Fly(Point(1000, 1000))
    assert question(found, "move").near(Fly(Point(1500, 1000)))[0].label == "N 0.5"
    with pytest.raises(Forbidden):
        options.question(("move", typed_key("9.99 10")))


@pytest.mark.rules("CC-116", "CC-117")
def test_after_its_move_a_carrier_launches() -> None:
    found = moved()
    assert keys(found) == ["launcha2", "launcha3", "done"]
    spots = question(found, "launcha2").choices
    assert len(spots) == 8
    assert spots[0].text == "LAUNCH a2 20 9"
    options = tree(asked(found))
    assert options.question(("launcha2", typed_key("21.2 8.6"))) == Launch("a2", Point(2120, 860))
    with pytest.raises(Forbidden):
        options.question(("launcha2", typed_key("21.21 8.6")))


def test_what_is_typed_for_a_part_has_another_label_than_the_whole_move() -> None:
    """Or a page has two buttons "Type it"."""
    match = facing()
    for path in [(), *((key,) for key in keys(match))]:
        found = tree(asked(match)).question(path)
        if path and isinstance(found, Question) and found.field:
            assert found.field.label != "Type it", path
    placed = quick(terrain_setup="alternate").play("1: FLEET Q1", "2: FLEET Q2").roll(1, 6)
    ways = question(placed, "meteorswarm", keys(placed, "meteorswarm")[0])
    assert ways.prompt == "Which way does the Meteor Swarm move at 3 9?"
    assert [each.label for each in ways.choices][:2] == ["0°, N", "45°, NE"]
    assert all(each.at for each in ways.choices)
    area, *_ = ways.sketch().parts
    assert area.told == "The Meteor Swarm lies in the hatched area"
    assert ways.field
    assert ways.field.label == "Type the direction"


@pytest.mark.rules("CC-181")
def test_the_preview_of_terrain_says_what_it_would_lie_over() -> None:
    placed = quick(terrain_setup="alternate").play("1: FLEET Q1", "2: FLEET Q2").roll(6, 1)
    placed.play("TERRAIN MOON 18 12")
    view = placed.view(2)
    over = NOTATION.read(asked(placed, "terrain", 2), "TERRAIN MOON 18 14")
    assert considered(view, over, "terrain")[-1] == (
        "It lies over T1 Moon: where they overlap, both count."
    )
    apart = NOTATION.read(asked(placed, "terrain", 2), "TERRAIN MOON 4 12")
    assert not any("lies over" in each for each in considered(view, apart, "terrain"))


def test_to_destroy_an_own_ship_is_the_last_that_is_offered() -> None:
    pair = ship("a1", "HALB", "10 10"), ship("a2", "WREN", "30 5")
    found = acting(*pair, ship("b1", "CITA", "50 29"), only="a1", self_inflict=True)
    assert keys(found.play("ACTIVATE a1"))[-2:] == ["move", "scuttle"]

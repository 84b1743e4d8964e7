"""Attacks in the flow of a match: windows, rerolls, damage, Missile tokens (3.7, 4.3)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.cosmic_conflict.table.units import Condition, MissileToken
from tests.games.cosmic_conflict.activations import (
    Pair,
    Plain,
    acting,
    hidden,
    pass_over,
    ship,
    window,
)
from tests.games.cosmic_conflict.matches import Match
from tests.games.cosmic_conflict.scenes import du, plain, unit


def gun(id: str, sic: str, at: str, **fields: Any) -> Plain:
    return ship(id, sic, at, velocity=0, **fields)


def duel(*units: Pair, fire: str, terrain: Any = (), **agreed: Any) -> Match:
    """a1 fires in its activation; all others have activated."""
    match = acting(*units, terrain=terrain, only="a1", **agreed).play("ACTIVATE a1")
    return pass_over(match).play(fire)


def attacked(match: Match) -> tuple[int, str, int, int]:
    """A, the band, X and F."""
    (event,) = match.told("Attacked")
    return event.total, event.band, event.before, event.applied


# The Beam of a Vanguard has Weapon Size 4.


@pytest.mark.rules("W-15", "CC-064", "CC-066", "CC-161", "D-045")
@pytest.mark.parametrize(
    ("answer", "expected"), [("EVASIVE", (1, "glance", 3, 2)), ("NO", (2, "hit", 3, 3))]
)
def test_w15_evasive_actions_are_revealed_before_the_dice(
    answer: str, expected: tuple[int, str, int, int]
) -> None:
    target = hidden(ship("b1", plain(4), "20 15"), "evasive")
    match = duel(gun("a1", "VANG", "20 5"), target, fire="FIRE BEAM1 AT b1")
    assert match.asked == ["2: react"]
    assert match.dice == ()
    match.play(f"REACT {answer}").roll(2, 3)
    if answer == "NO":
        assert window(match) == "dodge"
        pass_over(match)
    assert attacked(match) == expected
    assert match.unit("b1").evading == (answer == "EVASIVE")
    assert match.unit("b1").navigated == (answer == "EVASIVE")


@pytest.mark.rules("CC-066", "CC-152")
def test_an_order_that_is_not_hidden_cannot_be_revealed() -> None:
    target = hidden(ship("b1", plain(4), "20 15"), "jump")
    match = duel(gun("a1", "VANG", "20 5"), target, fire="FIRE BEAM1 AT b1")
    assert match.refused("REACT EVASIVE") == "E-WINDOW"
    assert match.refused("REACT BRACE") == "E-WINDOW"
    match.play("REACT NO")


@pytest.mark.rules("W-46", "CC-152", "CC-154", "CC-163", "D-026", "D-062")
def test_w46_focus_then_dodge() -> None:
    attacker = hidden(gun("a1", "PART", "20 5"), "focus")
    target = ship("b1", plain(3), "20 14", token=True)
    match = duel(attacker, target, fire="FIRE KIN1 AT b1").roll(1, 5)
    assert match.asked == ["1: react"]
    match.play("REROLL ACC").roll(3)
    assert match.unit("a1").revealed == ("focus",)
    assert match.asked == ["2: react"]
    match.play("REACT DODGE PAY TOKEN")
    assert attacked(match) == (2, "glance", 5, 3)
    assert not match.unit("b1").token
    match.play("FIRE BEAM1 AT b1").roll(4, 5)
    assert match.asked == ["1: react"]
    match.play("REACT NO")
    assert attacked(match)[0] == 4


@pytest.mark.rules("CC-154", "D-026", "CC-155")
def test_each_means_rolls_one_die_again_once() -> None:
    attacker = hidden(gun("a1", "PART", "20 5", token=True), "focus")
    match = duel(attacker, ship("b1", plain(3), "20 14"), fire="FIRE KIN1 AT b1").roll(1, 1)
    assert match.refused("REROLL DMG2") == "E-DIE"
    match.play("REROLL ACC").roll(2)
    match.play("REROLL DMG1").roll(6)
    assert match.told("CommandUsed")[0].command == "reaim"
    (event,) = match.told("Attacked")
    assert [(each.die, each.old, each.new, each.by) for each in event.rerolls] == [
        ("acc", 1, 2, "focus"),
        ("dmg1", 1, 6, "reaim"),
    ]
    assert event.dice == (2, 6)


@pytest.mark.rules("CC-154", "CC-155")
def test_a_text_rolls_again_by_itself() -> None:
    attacker = hidden(gun("a1", "PART", "20 5"), "focus")
    match = acting(attacker, ship("b1", plain(3), "20 14", activated=True))
    match.play("ACTIVATE a1; FIRE KIN1 AT b1; REROLL ACC; MOVE V0")
    match.roll(1, 5)
    assert match.dice == ("a1 Partisan at b1: ACC again",)
    match.roll(4)
    assert match.told("Attacked")[0].dice == (4, 5)
    assert match.table.turn == 2


@pytest.mark.rules("CC-029", "CC-040", "CC-163", "D-026")
def test_a_weapon_that_misses_has_been_used_and_nobody_is_asked_to_dodge() -> None:
    target = ship("b1", plain(1), "20 14", token=True)
    match = duel(gun("a1", "PART", "20 5"), target, fire="FIRE KIN1 AT b1")
    assert attacked(match.roll(1, 6)) == (-1, "miss", 8, 0)
    assert match.refused("FIRE KIN1 AT b1") == "E-WEAPON-USED"


@pytest.mark.rules("CC-154", "CC-155")
@pytest.mark.parametrize(("name", "pay"), [("focus", ""), ("jump", " PAY TOKEN")])
def test_the_new_result_counts_even_if_it_is_worse(name: Any, pay: str) -> None:
    attacker = hidden(gun("a1", "PART", "20 5", token=True), name)
    match = duel(attacker, ship("b1", plain(3), "20 14"), fire="FIRE KIN1 AT b1").roll(4, 5)
    pass_over(match.play(f"REROLL DMG1{pay}").roll(2))
    assert match.told("Attacked")[0].dice == (4, 2)


@pytest.mark.rules("CC-155", "W-67", "CC-068")
def test_w67_re_aim_is_paid_for() -> None:
    match = duel(
        gun("a1", "HALB", "20 5", token=True),
        ship("b1", plain(2), "20 14"),
        fire="FIRE KIN1 AT b1",
    ).roll(1, 6)
    match.play("REROLL ACC PAY TOKEN").roll(3)
    assert attacked(match) == (3, "hit", 6, 6)
    match.play("FIRE BEAM1 AT b1").roll(1, 6)
    assert match.told("Attacked")


@pytest.mark.rules("W-41", "CC-191", "D-026")
@pytest.mark.parametrize(
    ("dice", "die", "new", "applied"), [((5, 6), "DMG1", 2, 2), ((2, 2), "ACC", 1, 1)]
)
def test_w41_the_defender_asks_for_a_die_once_for_each_blocking_feature(
    dice: tuple[int, int], die: str, new: int, applied: int
) -> None:
    field = {"kind": "asteroid_field", "disc": [20, 10, 3]}
    match = duel(
        gun("a1", "VANG", "20 5"),
        ship("b1", plain(4), "20 15"),
        fire="FIRE BEAM1 AT b1",
        terrain=[field],
    ).roll(*dice)
    assert match.asked == ["2: react"]
    match.play(f"REACT BLOCKING {die}").roll(new)
    assert attacked(match)[3] == applied
    assert match.asked == ["1: activate"]


@pytest.mark.rules("CC-191")
def test_without_damage_nobody_asks_for_a_die() -> None:
    field = {"kind": "asteroid_field", "disc": [20, 10, 3]}
    match = duel(
        gun("a1", "VANG", "20 5"),
        ship("b1", plain(4), "20 15"),
        fire="FIRE BEAM1 AT b1",
        terrain=[field],
    ).roll(1, 1)
    assert match.asked == ["2: react"]
    match.play("REACT NO")
    low = duel(
        gun("a1", "VANG", "20 5"),
        ship("b1", plain(1), "20 15"),
        fire="FIRE BEAM1 AT b1",
        terrain=[field],
    ).roll(1, 1)
    assert low.asked == ["1: activate"]


@pytest.mark.rules("W-16", "CC-092", "CC-104", "CC-106", "CC-108", "D-034")
def test_the_owner_says_which_track_fills_first() -> None:
    target = ship("b1", "VANG", "20 13")
    match = duel(gun("a1", "DART", "20 8"), target, fire="FIRE RKT1 AT b1").roll(6, 4, 5)
    assert match.asked == ["2: react"]
    assert match.refused("REACT ABSORB KIN1") == "E-UNKNOWN-ID"
    match.play("REACT TRACKS ARM1")
    (damaged,) = match.told("UnitDamaged")
    assert [(part.item, part.boxes) for part in damaged.parts] == [(3, 5)]
    assert match.unit("b1").absorbers == (10, 5)


@pytest.mark.rules("W-24", "CC-157", "CC-158", "D-043")
def test_w24_brace_for_impact() -> None:
    target = hidden(ship("b1", plain(4), "20 13", health=6), "brace")
    match = duel(gun("a1", "CITA", "20 8"), target, fire="FIRE KIN1 AT b1")
    pass_over(match).roll(6, 3, 4)
    pass_over(match, "brace")
    assert match.told("Attacked")[0].applied == 9
    match.play("REACT BRACE").roll(2, 2).roll(3, 4)
    assert match.asked == ["2: react"]
    assert match.refused("REACT NO") == "E-WINDOW"
    assert match.refused("REACT KEEP 9") == "E-FORMAT"
    match.play("REACT KEEP 7")
    assert match.unit("b1").health == 12
    assert match.unit("b1").conditions == (Condition(7),)


@pytest.mark.rules("W-25", "CC-068", "CC-160", "D-044")
def test_w25_damage_control() -> None:
    target = ship("b1", plain(4), "20 13", health=9, token=True)
    match = duel(gun("a1", "VANG", "20 8"), target, fire="FIRE BEAM1 AT b1").roll(5, 1)
    pass_over(match).roll(1, 1)
    assert window(match) == "damcon"
    match.play("REACT DAMCON").roll(6, 6)
    assert match.unit("b1").state == "in"
    assert match.unit("b1").conditions == ()
    assert not match.unit("b1").token


@pytest.mark.rules("W-23", "CC-053", "CC-059", "CC-065", "D-040", "D-041")
def test_w23_weapons_damage_lets_the_owner_choose() -> None:
    target = hidden(ship("b1", "PART", "20 13", health=9, absorbers=(0, 0)), "focus")
    match = duel(gun("a1", "DART", "20 8"), target, fire="FIRE RKT1 AT b1")
    pass_over(match).roll(6, 2, 3)
    pass_over(match).roll(3, 5)
    assert pass_over(match, "sacrifice").refused("REACT NO") == "E-WINDOW"
    assert match.refused("REACT SACRIFICE KIN2") == "E-WINDOW"
    assert match.refused("REACT SACRIFICE ARM1") == "E-WINDOW"
    match.play("REACT SACRIFICE BEAM1")
    assert match.unit("b1").off == (1,)
    assert match.unit("b1").conditions == (Condition(8, "a", items=(1,)),)


@pytest.mark.rules("CC-055", "D-041")
def test_communications_damage_takes_hidden_orders_and_the_token() -> None:
    target = hidden(ship("b1", plain(3), "20 13", health=9), "brace")
    match = duel(gun("a1", "DART", "20 8"), target, fire="FIRE RKT1 AT b1")
    pass_over(match).roll(6, 2, 3)
    pass_over(match).roll(4, 6)
    pass_over(match)
    assert match.unit("b1").conditions == (Condition(10),)
    assert match.sheet(2).orders == {}


@pytest.mark.rules("CC-046", "CC-126", "D-055", "W-70")
def test_w70_fighters_aboard_are_lost_with_their_carrier() -> None:
    match = duel(
        gun("a1", "VANG", "20 8"),
        ship("b1", "HEAR", "20 13", health=39, absorbers=(0, 0)),
        unit("b2", "HORN", aboard="b1", carrier="b1"),
        unit("b3", "MAUL", "25 20", carrier="b1"),
        fire="FIRE KIN1 AT b1",
    ).roll(6, 6)
    assert [match.unit(id).state for id in ("b1", "b2", "b3")] == ["destroyed", "destroyed", "in"]


# --- Missiles and Area Weapons Systems ---


@pytest.mark.rules("W-28", "CC-099", "CC-103", "D-049")
def test_w28_a_missile_token_flies_and_is_shot_down() -> None:
    match = acting(
        gun("a1", "LONG", "10 5", heading=30),
        gun("b1", "BULW", "20 17"),
        ship("b2", "PART", "24 20", velocity=0),
    )
    match.play("ACTIVATE a1")
    assert match.refused("FIRE MSL1 AT b2 TOKEN 10 15.01") == "E-TOKEN-POINT"
    match.play("FIRE MSL1 AT b2")
    (token,) = match.table.missiles
    assert (token.id, token.at) == ("t1", (1682, 1231))
    assert match.refused("FIRE MSL1 AT b2") == "E-WEAPON-USED"
    match.play("MOVE V0", "ACTIVATE b1")
    assert match.refused("AWS 2 AT t1") == "E-UNKNOWN-ID"
    assert match.refused("AWS 1 AT t2") == "E-UNKNOWN-ID"
    match.play("AWS 1 AT t1")
    assert match.table.missiles == ()
    assert match.refused("AWS 1 AT t1") == "E-UNKNOWN-ID"


@pytest.mark.rules("CC-103", "D-051")
def test_an_area_weapons_system_hurts_a_fighter() -> None:
    match = duel(
        gun("a1", "BULW", "20 10"),
        unit("b1", "WASP", "20 16"),
        gun("b2", "WREN", "50 28"),
        fire="AWS 1 AT b1",
    ).roll(4)
    assert match.unit("b1").health == 4
    assert match.refused("AWS 1 AT b1") == "E-USED"


@pytest.mark.rules("W-29", "CC-098", "CC-100", "CC-188", "D-050")
def test_w29_a_missile_token_attacks_in_the_resolution_phase() -> None:
    cloud = {"kind": "dust_cloud", "disc": [20, 15, 1.5]}
    match = acting(
        gun("a1", "LONG", "10 5", activated=True),
        ship("b1", "PART", "23 17", activated=True, velocity=0),
        terrain=[cloud],
    )
    token = MissileToken("t1", du("16.82 12.31"), "a1", 0, "b1", 2400)
    match.state = replace(match.state, table=replace(match.table, missiles=(token,)))
    match.step("R4").roll(2, 6)
    (event,) = match.told("Attacked")
    assert (event.total, event.band, event.before, event.applied) == (2, "glance", 4, 2)
    assert event.distance == 776
    assert event.start == token.at


# --- Interrupts ---


@pytest.mark.rules("CC-156", "CC-029", "D-065", "W-67")
def test_w67_a_snap_attack_when_an_enemy_has_moved() -> None:
    match = acting(
        gun("a1", "HALB", "20 5", token=True),
        ship("b1", "HALB", "20 16.5", velocity=2),
        initiative=2,
    ).play("2: ACTIVATE b1")
    pass_over(match).play("MOVE V0")
    while match.course.acting:
        match.play("REACT NO")
    match.play("SNAP a1 KIN1 AT b1 PAY TOKEN").roll(4, 3)
    assert attacked(match) == (4, "hit", 3, 3)
    match.play("1: ACTIVATE a1")
    assert match.refused("FIRE KIN1 AT b1") == "E-WEAPON-USED"
    match.play("FIRE BEAM1 AT b1").roll(4, 3)


@pytest.mark.rules("CC-153", "CC-156", "D-026", "D-065")
def test_an_interrupt_can_cancel_a_declared_attack() -> None:
    match = acting(
        gun("a1", "WREN", "20 5", health=9),
        gun("b1", "HALB", "20 12", token=True),
    ).play("ACTIVATE a1")
    assert match.asked == ["2: react"]
    match.play("REACT NO", "FIRE KIN1 AT b1")
    assert match.asked == ["2: react"]
    match.play("SNAP b1 KIN1 AT a1").roll(6, 6)
    assert match.unit("a1").state == "destroyed"
    assert match.told("Attacked")[0].unit.id == "b1"
    assert match.asked == ["2: activate"]


@pytest.mark.rules("CC-153", "D-064", "D-065")
def test_a_contingent_attack_waits_for_the_own_activation() -> None:
    match = acting(
        hidden(gun("a1", "HALB", "20 5"), "contingent"),
        ship("b1", "WREN", "20 18", velocity=4),
    ).play("2: ACTIVATE b1")
    assert window(match) == "interrupt"
    assert match.refused("CONTINGENT a1 KIN1 AT b1") == "E-WINDOW"
    match.play("SNAP a1 KIN1 AT b1")
    assert match.told("CommandUsed")[0].paid == "main"


@pytest.mark.rules("CC-153", "D-064")
def test_a_hidden_contingent_attack_answers_an_enemy_move() -> None:
    match = acting(
        hidden(gun("a1", "HALB", "20 5", activated=True), "contingent"),
        ship("b1", "WREN", "20 18", velocity=4),
        initiative=2,
    ).play("2: ACTIVATE b1")
    while match.asked == ["1: react"]:
        match.play("REACT NO")
    match.play("2: MOVE V0")
    assert match.asked == ["1: react"]
    match.play("CONTINGENT a1 KIN1 AT b1").roll(4, 2)
    assert match.unit("a1").revealed == ("contingent",)
    assert match.asked == ["1: react"]
    match.play("CONTINGENT a1 BEAM1 AT b1").roll(4, 2)


@pytest.mark.rules("W-47", "CC-077", "CC-153", "D-064")
def test_w47_a_contingent_attack_in_mid_move() -> None:
    match = acting(
        hidden(ship("a1", "HALB", "20 5", velocity=3), "contingent"),
        ship("b1", "HALB", "20 17.9", activated=True),
    ).play("ACTIVATE a1", "REVEAL CONTINGENT", "MOVE V0 TO 20 9")
    assert match.asked == ["1: activate"]
    assert match.unit("a1").at == (2000, 800)
    assert match.refused("DONE") == "E-MOVE-DUE"
    match.play("FIRE KIN1 AT b1").roll(4, 3)
    (event,) = match.told("Attacked")
    assert (event.distance, event.reach, event.means) == (990, 1, "contingent")
    match.play("GO")
    assert match.unit("a1").at == (2000, 900)


@pytest.mark.rules("W-47", "CC-153", "D-064")
def test_a_text_fires_at_the_first_point_of_its_move_that_allows_it() -> None:
    match = acting(
        hidden(ship("a1", "HALB", "20 5", velocity=3), "contingent"),
        ship("b1", "HALB", "20 26.5", activated=True),
    ).play("ACTIVATE a1; REVEAL CONTINGENT; MOVE V0 TO 20 9; FIRE KIN1 AT b1; DONE")
    match.roll(4, 3)
    assert match.told("Attacked")[0].distance == 1750
    assert match.unit("a1").activated

"""Steps and answers out of place, and what is kept exactly (4.3, 4.8)."""

from __future__ import annotations

from typing import Any

import pytest

from games.cosmic_conflict.table.orders import MAIN, Orders
from games.cosmic_conflict.table.units import Condition, MissileToken
from tests.games.cosmic_conflict.activations import Pair, acting, hidden, pass_over, ship, window
from tests.games.cosmic_conflict.matches import Match, standing
from tests.games.cosmic_conflict.scenes import du, plain, scene, unit


def gun(id: str, sic: Any, at: str, **fields: Any) -> Pair:
    return ship(id, sic, at, velocity=0, **fields)


def duel(*units: Pair, fire: str = "", terrain: Any = ()) -> Match:
    """a1 is activated, and fires."""
    match = pass_over(acting(*units, terrain=terrain, only="a1").play("ACTIVATE a1"))
    return match.play(fire) if fire else match


# --- Without an activation ---


@pytest.mark.rules("CC-077", "CC-029", "CC-103", "CC-117", "CC-169", "CC-170", "CC-024")
@pytest.mark.parametrize(
    "text",
    [
        "FIRE KIN1 AT b1",
        "AWS 1 AT b1",
        "MARK b1",
        "SPEND b1 1",
        "MOVE V0",
        "MOVE TO 10 10",
        "LAUNCH a2 10 10",
        "COLLECT a2",
        "DONE",
        "REVEAL EVASIVE",
        "COMMAND VELOCITY +1",
    ],
)
def test_no_step_is_taken_before_a_unit_is_activated(text: str) -> None:
    match = acting(
        ship("a1", "HALB", "20 5"), unit("a2", "HORN", "5 5"), ship("b1", "HALB", "20 14")
    )
    refused = match.refusal(text)
    assert str(refused).startswith("None of your units is being activated.")
    assert (refused.code, match.rule(text)) == ("E-WINDOW", "CC-077")


@pytest.mark.rules("CC-117", "CC-077")
@pytest.mark.parametrize("text", ["LAUNCH a2 21 6", "COLLECT a2"])
def test_fighters_come_and_go_after_the_move_only(text: str) -> None:
    fighter = unit("a2", "HORN", aboard="a1", carrier="a1")
    match = duel(ship("a1", "HEAR", "20 5"), fighter, ship("b1", "HALB", "20 28"))
    refused = match.refusal(text)
    assert (refused.code, str(refused)[:22]) == ("E-WINDOW", "a1 has not moved yet. ")


# --- Answers in other windows ---


@pytest.mark.rules("CC-163", "CC-160", "CC-154", "CC-191", "CC-158", "CC-053", "CC-T06")
@pytest.mark.parametrize(
    "text",
    [
        "REACT DODGE",
        "REACT DAMCON",
        "REROLL ACC",
        "REACT BLOCKING ACC",
        "REACT KEEP 7",
        "REACT SACRIFICE KIN1",
        "REACT ABSORB SHD1",
        "REACT BRACE",
        "REACT PWS",
        "SNAP b1 KIN1 AT a1",
    ],
)
def test_an_answer_to_another_window_is_out_of_place(text: str) -> None:
    target = hidden(ship("b1", "HALB", "20 14", token=True), "evasive")
    match = duel(gun("a1", "VANG", "20 5"), target, fire="FIRE BEAM1 AT b1")
    pass_over(match, "evasive")
    assert window(match) == "evasive"
    assert match.refused(text) == "E-WINDOW"


@pytest.mark.rules("CC-156", "CC-T06", "D-065")
def test_no_shot_answers_a_window_of_the_resolution_phase() -> None:
    worn = unit("a1", "PART", "10 10", absorbers=(1, 5), token=True, slots=(MAIN,))
    table = scene(worn, unit("b1", "PART", "10 18"))
    match = standing(table, orders={"a1": Orders(hidden=((MAIN, "reinforce"),))}).step("R1")
    assert window(match) == "reinforce"
    assert match.refused("SNAP a1 KIN1 AT b1") == "E-WINDOW"


@pytest.mark.rules("CC-163", "CC-065", "CC-068")
def test_a_dodge_is_paid_for_with_what_is_there() -> None:
    match = duel(
        gun("a1", "VANG", "20 5"),
        ship("b1", plain(4), "20 15", token=True),
        fire="FIRE BEAM1 AT b1",
    ).roll(2, 6)
    assert window(match) == "dodge"
    assert match.refused("REACT DODGE PAY MAIN") == "E-NO-TOKEN"
    assert match.refused("REACT DODGE PAY NAV1") == "E-UNKNOWN-ID"
    match.play("REACT DODGE")
    assert not match.unit("b1").token


# --- Rerolls ---


@pytest.mark.rules("CC-154", "D-062")
def test_offensive_focus_serves_each_attack_of_the_turn() -> None:
    attacker = hidden(gun("a1", "PART", "20 5"), "focus")
    match = duel(attacker, ship("b1", plain(3), "20 14"), fire="FIRE KIN1 AT b1").roll(1, 5)
    match.play("REROLL ACC").roll(3)
    pass_over(match)
    match.play("FIRE BEAM1 AT b1").roll(1, 5)
    assert window(match) == "reroll"
    match.play("REROLL ACC").roll(4)
    (event,) = match.told("Attacked")
    assert [(each.new, each.by) for each in event.rerolls] == [(4, "focus")]
    assert match.unit("a1").revealed == ("focus",)


@pytest.mark.rules("CC-154", "CC-100", "CC-152", "D-050")
def test_a_hidden_focus_is_asked_for_in_own_attacks_and_not_for_a_missile_token() -> None:
    """Re-aim, which could be paid with that Order as well, has been used."""
    done = {"commands": ("reaim",)}
    attacker = hidden(gun("a1", "PART", "20 5", **done), "focus")
    match = duel(attacker, ship("b1", plain(3), "20 14"), fire="FIRE KIN1 AT b1").roll(1, 5)
    assert window(match) == "reroll"
    launcher = unit("a1", "LONG", "10 5", slots=(MAIN,), **done)
    tokens = (MissileToken("t1", du("10 16"), "a1", 0, "b1", 2400),)
    table = scene(launcher, unit("b1", plain(3), "10 25"), missiles=tokens)
    late = standing(table, orders={"a1": Orders(hidden=((MAIN, "focus"),))}).step("R4")
    late.roll(1, 5)
    assert late.told("Attacked")
    assert late.asked == []


@pytest.mark.rules("CC-154", "CC-053")
def test_a_barred_focus_rolls_nothing_again() -> None:
    weak = {"conditions": (Condition(8, "b"),), "token": True}
    attacker = hidden(gun("a1", "PART", "20 5", **weak), "focus")
    match = duel(attacker, ship("b1", plain(3), "20 14"), fire="FIRE KIN1 AT b1").roll(1, 5)
    assert match.told("Attacked"), "neither Focus nor Re-aim is possible, as everybody knows"


# --- Kept exactly ---


@pytest.mark.rules("CC-100", "CC-029", "CC-136")
def test_a_missile_token_uses_up_nothing_when_it_attacks() -> None:
    tokens = (MissileToken("t1", du("10 16"), "a2", 0, "b1", 2400),)
    maul = unit("a2", "MAUL", "12 5", carrier="a1", shots=1)
    table = scene(unit("a1", "HEAR", "10 5"), maul, unit("b1", plain(3), "10 22"), missiles=tokens)
    match = standing(table).step("R4").roll(6, 6)
    assert match.told("Attacked")
    assert (match.unit("a2").shots, match.unit("a2").used) == (1, ())


@pytest.mark.rules("CC-018", "CC-040", "D-017")
@pytest.mark.parametrize(("accuracy", "short"), [(1, 0), (2, 0), (6, 0)])
def test_a_glance_or_a_hit_is_not_short(accuracy: int, short: int) -> None:
    match = duel(gun("a1", "VANG", "20 5"), ship("b1", plain(4), "20 15"), fire="FIRE BEAM1 AT b1")
    (event,) = match.roll(accuracy, 1).told("Attacked")
    assert event.short == short


@pytest.mark.rules("CC-018", "CC-040", "W-11")
def test_a_miss_tells_how_far_it_is_below_a_glance() -> None:
    """W 5 at Size 3 over 14.00: A is −1 by a die of 2, and its Glance is 1 to 2."""
    match = duel(gun("a1", "TEMP", "20 5"), gun("b1", plain(3), "20 19"), fire="FIRE BEAM2 AT b1")
    (event,) = match.roll(2, 5).told("Attacked")
    assert (event.total, event.band) == (-1, "miss")
    chart = match.table.design(match.unit("b1")).chart()
    lowest = min(total for total in range(-5, 7) if chart.band(total) == "glance")
    assert event.short == lowest + 1


@pytest.mark.rules("CC-069", "D-065")
def test_a_shot_between_activations_changes_nobodys_turn() -> None:
    waiting = ship("b1", "HALB", "20 13", token=True)
    match = acting(ship("a1", "HALB", "20 5"), waiting, ship("a2", "HALB", "40 5"))
    assert match.asked == ["1: activate", "2: idle"]
    match.play("2: SNAP b1 KIN1 AT a1").roll(1, 1)
    pass_over(match)
    assert match.asked[0] == "1: activate"


@pytest.mark.rules("CC-053", "CC-056")
def test_a_choice_that_is_not_there_is_named() -> None:
    worn = ship("b1", "PART", "20 14", health=9, absorbers=(0, 0))
    match = duel(gun("a1", "VANG", "20 5"), worn, fire="FIRE BEAM1 AT b1").roll(6, 1)
    pass_over(match)
    match.roll(4, 4)
    assert window(match) == "sacrifice"
    assert str(match.refusal("REACT SACRIFICE SHD1")).startswith("SHD1 cannot be chosen.")
    both = "KIN1 and KIN2 cannot be chosen."
    assert str(match.refusal("REACT SACRIFICE KIN1 KIN2")).startswith(both)
    assert str(match.refusal("REACT SACRIFICE B")).startswith("option (b) cannot be chosen.")
    assert match.unit("b1").off == ()


# --- Texts that mean nothing ---


@pytest.mark.rules("CC-013", "CC-025", "CC-026", "CC-029")
@pytest.mark.parametrize(
    "text",
    [
        "REACT SACRIFICE 1 2",
        "REACT ABSORB 12",
        "REACT REINFORCE SHD1 ?",
        "COMMAND a1 SENSORS PAY 7",
        "MOVE V0 TURN 750",
        "MOVE V0 TURN -360",
        "MOVE V0 BEARING 360 1",
        "MOVE V0 BEARING 10 -0.5",
        "MOVE V0 BEARING 10 72.01",
        f"FIRE KIN1 AT {'/'.join(['b1'] * 10)}",
    ],
)
def test_what_could_not_be_stored_cannot_be_read(text: str) -> None:
    match = duel(ship("a1", "HALB", "20 5"), ship("b1", "HALB", "20 14"))
    assert match.refused(text) == "UNREADABLE"

"""Activations: who is next, several steps in one text, and their end (2.6, 4.2, 4.6)."""

from __future__ import annotations

import pytest

from games.cosmic_conflict.table.orders import MAIN
from tests.games.cosmic_conflict.activations import acting, hidden, pass_over, ship
from tests.games.cosmic_conflict.matches import Match
from tests.games.cosmic_conflict.scenes import plain, unit

SIZES = [("a1", 1), ("a2", 2), ("a4", 4), ("b1", 1), ("b2", 1), ("b3", 3)]


def fleets() -> Match:
    """The ships of W-52; b2 is its b1'."""
    at = {"a": "2", "b": "28"}
    return acting(
        *(
            ship(id, plain(size), f"{5 * number} {at[id[0]]}", velocity=0)
            for number, (id, size) in enumerate(SIZES, 1)
        )
    )


def turn(match: Match) -> str:
    return ", ".join(match.asked)


@pytest.mark.rules(
    "W-52", "CC-069", "CC-070", "CC-071", "CC-072", "CC-073", "CC-074", "CC-075", "D-072"
)
def test_w52_the_sizes_go_up_and_come_down_again() -> None:
    match, order = fleets(), []

    def go(id: str) -> None:
        order.append(id)
        match.play(f"ACTIVATE {id}; MOVE V0")

    match.play("1: PASS")
    go("b1")
    match.play("2: PASS")
    go("a2")
    match.play("2: PASS")
    assert match.refused("1: PASS") == "E-PASS-TOP"
    go("a4")
    assert match.refused("2: PASS") == "E-PASS-DOWN"
    for id in ("b3", "a1", "b2"):
        go(id)
    assert order == ["b1", "a2", "a4", "b3", "a1", "b2"]
    assert match.course.phase == "orders"


@pytest.mark.rules("CC-077", "CC-078")
def test_an_activation_fires_first_and_then_moves() -> None:
    match = acting(ship("a1", "HALB", "20 5"), ship("b1", "HALB", "20 14"))
    match.play("ACTIVATE a1", "FIRE KIN1 AT b1").roll(4, 3)
    match.play("MOVE V+1 TURN 30")
    assert match.kinds() == ["Moved", "ActivationEnded"]
    assert match.unit("a1").activated
    assert match.unit("a1").velocity == 3
    assert turn(match).startswith("2: activate")


@pytest.mark.rules("CC-024", "CC-077", "CC-078")
def test_a_ship_cannot_stay_behind_its_compulsory_move() -> None:
    match = acting(ship("a1", "HALB", "20 5"), ship("b1", "HALB", "20 25")).play("ACTIVATE a1")
    assert match.refused("DONE") == "E-MOVE-DUE"
    assert match.refused("MOVE TO 20 8") == "E-FORMAT"


@pytest.mark.rules("CC-069")
def test_who_has_an_offer_only_is_told_whose_turn_it_is() -> None:
    match = acting(ship("a1", "HALB", "20 5"), ship("b1", "HALB", "20 15", token=True))
    assert match.asked == ["1: activate", "2: idle"]
    for text in ("ACTIVATE b1", "ACTIVATE b1; MOVE V0; DONE", "PASS", "STOP", "MOVE V0"):
        refused = match.refusal(f"2: {text}")
        assert refused.code == "E-NOT-YOUR-TURN", text
        assert str(refused) == "Your opponent is to activate a unit."
    assert match.refused("2: LOCK") == "E-PHASE"
    match.play("ACTIVATE a1")
    assert match.asked == ["2: react"]
    assert match.refused("2: ACTIVATE b1") == "E-NOT-YOUR-TURN"


@pytest.mark.rules("CC-069", "CC-078")
def test_only_waiting_units_of_the_side_and_the_size_are_activated() -> None:
    match = fleets()
    assert match.refused("1: ACTIVATE a2") == "E-SIZE-ORDER"
    assert match.refused("1: ACTIVATE b1") == "E-OWNER"
    assert match.refused("1: ACTIVATE a9") == "E-UNKNOWN-ID"
    match.play("1: ACTIVATE a1")
    assert match.refused("1: ACTIVATE a1") == "E-PHASE"
    assert match.refused("1: PASS") == "E-PHASE"
    match.play("MOVE V0", "2: ACTIVATE b1; MOVE V0", "2: ACTIVATE b2; MOVE V0")
    assert match.unit("a1").activated
    assert match.refused("1: ACTIVATE a1") == "E-SIZE-ORDER"


@pytest.mark.rules("CC-029", "CC-069", "CC-T04")
def test_a_whole_activation_is_one_text() -> None:
    match = acting(ship("a1", "HALB", "20 5"), ship("b1", "HALB", "20 14"))
    match.play("ACTIVATE a1; FIRE KIN1 AT b1; FIRE BEAM1 AT b1; MOVE V-1 TO 21 6; DONE")
    match.roll(1, 1)
    match.roll(1, 1)
    assert match.unit("a1").activated
    assert match.unit("a1").at == (2100, 600)
    assert [len(match.sheet(side).steps) for side in (1, 2)] == [0, 0]


@pytest.mark.rules("CC-069")
def test_a_text_is_refused_whole_before_the_first_dice() -> None:
    match = acting(ship("a1", "HALB", "20 5"), ship("b1", "HALB", "20 25"))
    refused = match.refusal("ACTIVATE a1; FIRE KIN1 AT b1; MOVE V0")
    assert refused.code == "E-RANGE"
    assert refused.sentence.startswith("Step 1, FIRE KIN1 AT b1: ")
    assert match.refusal("ACTIVATE a1; MOVE V0 TURN 120").code == "E-HEADING"
    assert match.refusal("ACTIVATE a1; DONE").code == "E-MOVE-DUE"
    assert match.course.acting is None


@pytest.mark.rules("CC-069")
def test_what_becomes_illegal_after_dice_stops_a_text_and_its_owner_is_told() -> None:
    weak = ship("b1", "WREN", "20 12", health=9)
    match = acting(ship("a1", plain(1), "3 3"), ship("a2", "HALB", "20 5"), weak)
    match.play("1: ACTIVATE a1; MOVE V0", "2: PASS")
    match.play("ACTIVATE a2; FIRE KIN1 AT b1; FIRE BEAM1 AT b1; MOVE V0").roll(6, 6)
    (stopped,) = match.told("StepsStopped")
    assert (stopped.number, stopped.step, stopped.only) == (2, "FIRE BEAM1 AT b1", (0,))
    assert match.unit("b1").state == "destroyed"
    assert turn(match) == "1: activate"
    assert match.sheet(1).steps == ()


@pytest.mark.rules("CC-029")
def test_of_several_targets_the_first_that_is_legal_is_attacked() -> None:
    far, near = ship("b1", "WREN", "20 29"), ship("b2", "WREN", "20 12")
    match = acting(ship("a1", "HALB", "20 5"), far, near)
    match.play("2: ACTIVATE b1; MOVE V0", "2: PASS")
    match.play("ACTIVATE a1; FIRE KIN1 AT b1/b2").roll(4, 3)
    assert match.told("Attacked")[0].target.id == "b2"


@pytest.mark.rules("CC-176", "CC-178", "D-070", "W-54")
def test_w54_a_ship_that_jumps_leaves_when_it_is_activated() -> None:
    match = acting(ship("a1", "HALB", "20 5", jumping=True), ship("b1", "HALB", "20 25"))
    match.play("ACTIVATE a1")
    assert match.kinds() == ["Activated", "Fled"]
    assert match.unit("a1").state == "fled"
    assert turn(match) == "2: activate"


@pytest.mark.rules("CC-116", "CC-117", "D-055", "W-32")
def test_w32_fighters_leave_after_the_move_and_still_activate() -> None:
    match = acting(
        ship("a1", "HEAR", "20 10", velocity=0),
        unit("a2", "HORN", aboard="a1", carrier="a1"),
        unit("a3", "MACE", aboard="a1", carrier="a1"),
        unit("a4", "MAUL", aboard="a1", carrier="a1"),
        ship("b1", "HALB", "50 25"),
    )
    match.play("2: ACTIVATE b1; MOVE V0", "ACTIVATE a1; MOVE V0")
    assert match.refused("LAUNCH a2 21.21 11.6") == "E-LAUNCH"
    assert match.refused("COLLECT a2") == "E-COLLECT"
    match.play("LAUNCH a2 21.2 11.6", "LAUNCH a3 20 11")
    assert match.unit("a1").activated
    assert turn(match) == "1: activate"
    match.play("ACTIVATE a2; MOVE TO 31.2 11.6")
    assert match.unit("a2").at == (3120, 1160)
    assert match.unit("a4").aboard == "a1"


@pytest.mark.rules("CC-117", "D-055")
def test_a_fighter_goes_home_after_its_own_move() -> None:
    match = acting(
        ship("a1", "HEAR", "20 10", activated=True),
        unit("a3", "MACE", "20 16", carrier="a1", shots=0),
        ship("b1", "HALB", "50 25"),
    )
    match.play("ACTIVATE a3; MOVE TO 20 11; COLLECT a3")
    assert match.unit("a3").aboard == "a1"
    assert match.kinds()[-2:] == ["FighterCollected", "ActivationEnded"]


@pytest.mark.rules("D-065", "CC-064")
def test_between_activations_the_other_side_may_reveal_and_use() -> None:
    match = acting(
        ship("a1", "HALB", "20 5"),
        hidden(ship("b1", "TEMP", "20 25"), "evasive"),
        ship("b2", "HALB", "30 25", token=True),
    )
    assert match.asked == ["1: activate", "2: idle"]
    match.play("2: REVEAL b1 EVASIVE")
    assert match.unit("b1").evading
    match.play("2: COMMAND b2 VELOCITY +1 PAY TOKEN")
    assert match.unit("b2").velocity == 3
    assert match.asked == ["1: activate"]


@pytest.mark.rules("D-065")
def test_shots_between_activations_may_take_the_unit_that_was_to_act() -> None:
    match = acting(
        ship("a1", "WREN", "20 5", health=9, heading=0),
        ship("a2", "HALB", "40 5"),
        ship("b1", "HALB", "20 14", token=True),
    )
    assert match.asked == ["1: activate", "2: idle"]
    match.play("2: SNAP b1 KIN1 AT a1").roll(6, 6)
    assert match.unit("a1").state == "destroyed"
    assert match.asked == ["1: activate"]
    match.play("1: ACTIVATE a2; MOVE V0")


@pytest.mark.rules("CC-076", "CC-062")
def test_when_all_have_activated_the_turn_is_resolved() -> None:
    match = acting(ship("a1", "HALB", "20 5"), ship("b1", "HALB", "20 25"))
    match.play("1: ACTIVATE a1; MOVE V0", "2: ACTIVATE b1; MOVE V0")
    assert match.course.phase == "orders"
    assert match.table.turn == 2
    assert not match.unit("a1").activated


@pytest.mark.rules("CC-065", "CC-111", "W-62")
def test_w62_what_pays_for_a_command() -> None:
    navigation = 4
    pair = hidden(ship("a1", "TEMP", "20 5"), "focus", "evasive", slots=(MAIN, navigation))
    match = acting(pair, ship("b1", "TEMP", "20 25")).play("ACTIVATE a1")
    assert match.refused("COMMAND SENSORS PAY NAV1") == "E-SLOT-TYPE"
    assert match.refused("COMMAND SENSORS PAY TOKEN") == "E-NO-TOKEN"
    assert match.refused("COMMAND SENSORS PAY KIN9") == "E-UNKNOWN-ID"
    match.play("COMMAND VELOCITY -1 PAY NAV1")
    assert match.unit("a1").velocity == 1
    assert match.told("CommandUsed")[0].paid == "NAV1"
    assert match.refused("COMMAND VELOCITY +1") == "E-ORDER-TWICE"
    match.play("COMMAND SENSORS")
    assert match.told("CommandUsed")[0].paid == "main"
    assert match.sheet(1).orders == {}


@pytest.mark.rules("CC-168", "W-61", "D-063")
def test_w61_a_scan_tells_its_side_alone() -> None:
    match = acting(
        hidden(ship("a1", "LONG", "20 5"), "scanners"),
        hidden(ship("b1", "LONG", "20 29"), "jump"),
        hidden(ship("b2", "LONG", "20 29.01"), "brace"),
    ).play("ACTIVATE a1")
    pass_over(match)
    assert match.refused("REVEAL SCANNERS b2") == "E-RANGE"
    assert match.refused("REVEAL EVASIVE") == "E-WINDOW"
    match.play("REVEAL SCANNERS b1")
    (found,) = match.told("ScanFound")
    assert (found.orders, found.only) == (("jump",), (0,))
    assert [scan.orders for scan in match.sheet(1).scans] == [("jump",)]
    assert match.sheet(2).of("b1").names == ("jump",)
    assert match.told("Scanned")[0].only is None


@pytest.mark.rules("CC-169", "CC-170", "CC-171", "CC-173", "W-44")
def test_w44_marks_are_placed_and_spent() -> None:
    match = acting(
        hidden(ship("a1", "LONG", "20 5"), "mark"),
        hidden(ship("a2", "LONG", "20 5.5"), "mark"),
        ship("a3", "HALB", "20 1"),
        ship("b1", "VANG", "20 21"),
        ship("b2", "VANG", "20 21.01"),
    )
    match.play("ACTIVATE a1")
    assert match.refused("MARK b2") == "E-RANGE"
    match.play("MARK b1")
    assert match.refused("MARK b1") == "E-WINDOW"
    match.play("MOVE V0", "ACTIVATE a2", "MARK b1", "MOVE V0")
    match.play("ACTIVATE a3", "SPEND b1 1", "SPEND b1 3")
    assert match.refused("SPEND b1 2") == "E-MARK"
    match.play("FIRE KIN1 AT b1").roll(3, 5)
    (attacked,) = match.told("Attacked")
    assert (attacked.total, attacked.before) == (6, 3)
    pass_over(match).play("MOVE V0")
    assert match.unit("a3").bought == ()

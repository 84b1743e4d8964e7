"""Several steps in one order, and the text forms of a turn's answers (GA-A08 to GA-A14)."""

from __future__ import annotations

import pytest

from games.core.types import Seated, Unreadable
from games.galaxy_aflame.game import GAME
from tests.games.galaxy_aflame.course import Course, having, position

UNITS = {"R1": "INF 24 24", "R2": "REE 28 24", "B1": "RIF 24 10", "B2": "STO 4 4"}
NONE = "1 1 1 1 1 1 1 1 1 1"


def _match() -> Course:
    return position(UNITS)


@pytest.mark.rules("GA-34", "GA-37")
def test_the_steps_of_an_order_follow_one_another() -> None:
    match = _match().play("ORDER MOVE R1 24 20; MOVE R2 28 22")
    assert (match.at("R1"), match.at("R2")) == ("24 20", "28 22")
    assert match.kinds() == ["Moved", "Moved"]
    assert match.table.agenda == ()
    assert match.decision().kind == "turn"


@pytest.mark.rules("GA-36", "GA-40")
def test_an_illegal_step_before_any_dice_refuses_the_order() -> None:
    match = _match()
    refusal = match.refusal("ORDER MOVE R1 24 20; MOVE R2 28 10; SHOOT R1 B1 KILL")
    assert refusal.code == "E_TOO_FAR"
    assert refusal.sentence.startswith("Step 2, MOVE R2 28 10: That is 14 in")
    assert match.refused("ORDER MOVE R1 24 20; MOVE R1 24 19") == "E_BUDGET:2"
    assert match.refused("ORDER SHOOT R1 B9; MOVE R1 24 19") == "E_TARGET:1"


@pytest.mark.rules("GA-36", "GA-53")
def test_steps_are_judged_by_what_the_steps_before_them_do() -> None:
    match = position({**UNITS, "R3": "MAN 24 28"})
    assert match.refused("ORDER EMBARK R1 R3; SHOOT R1 B1") == "E_CARRIED:2"
    match.play("ORDER MOVE R2 26 26; EMBARK R2 R3; MOVE R3 24 26.5 VIA 24 27")
    assert match.unit("R3").cargo == ("R2",)
    assert match.at("R3") == "24 26.5"


@pytest.mark.rules("GA-37")
def test_after_dice_an_order_goes_on_and_stops_at_the_first_illegal_step() -> None:
    match = _match().play("ORDER SHOOT R1 B1 KILL; MOVE R1 24 23; MOVE R1 24 22; MOVE R2 28 23")
    assert match.dice == ((10, 4),)
    match.roll(NONE)
    assert match.at("R1") == "24 23"
    assert match.at("R2") == "28 24"
    told = match.told("OrderStopped")[0]
    assert (told.step, told.text) == (3, "MOVE R1 24 22")
    assert told.reason.startswith("R1 has moved and shot once this turn.")
    assert match.table.agenda == ()


@pytest.mark.rules("GA-38")
def test_an_order_may_hold_several_shots() -> None:
    match = _match().play("ORDER SHOOT R1 B1 SUPPRESS; SHOOT R2 B1 KILL; MOVE R2 28 23")
    match.roll("4 1 1 1 1 1 1 1 1 1")
    assert match.dice == ((6, 6),)
    match.roll("3 1 1 1 1 1", "5")
    assert match.at("R2") == "28 23"
    assert match.told("OrderStopped") == []


@pytest.mark.rules("GA-102")
def test_the_end_of_the_match_ends_an_order() -> None:
    units = {"R1": "INF 24 24", "B1": having("RIF", "24 12", models=1)}
    match = position(units).play("ORDER SHOOT R1 B1 KILL; MOVE R1 24 23")
    match.roll("4 1 1 1 1 1 1 1 1 1", "1")
    assert match.ending is not None
    assert match.at("R1") == "24 24"
    assert match.told("OrderStopped") == []


@pytest.mark.rules("GA-46")
@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("move r1 24 18", "MOVE R1 24 18"),
        ("MOVE INF 24, 18.0", "MOVE R1 24 18"),
        ("MOVE R01 24 18 via 20 20 22 18", "MOVE R1 24 18 VIA 20 20 VIA 22 18"),
        ("MOVE R1 24 18 VIA 20 20 VIA 22 18", "MOVE R1 24 18 VIA 20 20 VIA 22 18"),
        ("RUN R1 24 18.5 VIA 20 20", "RUN R1 24 18.5 VIA 20 20"),
        ("MOVE R1 TOWARD RIF", "MOVE R1 TOWARD B1"),
        ("MOVE R1 TOWARD B1 4.5", "MOVE R1 TOWARD B1 4.5"),
        ("MOVE R1 TOWARD 20 10", "MOVE R1 TOWARD 20 10"),
        ("RUN R1 TOWARD 20 10 4", "RUN R1 TOWARD 20 10 4"),
        ("RUN INF TOWARD R2", "RUN R1 TOWARD R2"),
        ("SHOOT R1 B2", "SHOOT R1 B2 KILL"),
        ("SHOOT INF STO SUPPRESS", "SHOOT R1 B2 SUPPRESS"),
        ("SHOOT R1 B2 SUPPRESS VICTIM B1", "SHOOT R1 B2 SUPPRESS VICTIM B1"),
        ("EMBARK INF R2", "EMBARK R1 R2"),
        ("DISEMBARK INF 24 12.1", "DISEMBARK R1 24 12.1"),
        ("end", "END"),
        ("ORDER MOVE INF 24 18; SHOOT R1 B2;", "ORDER MOVE R1 24 18; SHOOT R1 B2 KILL"),
    ],
)
def test_text_forms_and_what_is_written_for_them(text: str, written: str) -> None:
    match = _match()
    decision = match.decision()
    view = GAME.view(match.state, Seated(decision.seat))
    move = GAME.read(view, decision, text)
    assert GAME.write(move) == written
    assert GAME.read(view, decision, written) == move
    assert GAME.move_form.read(GAME.move_form.write(move)) == move


@pytest.mark.rules("GA-09")
@pytest.mark.parametrize(
    "text",
    [
        "MOVE R1 24.55 18",
        "MOVE R1 1e9 18",
        "MOVE R1 24",
        "MOVE R1 24 18 VIA 20",
        "MOVE R1 TOWARD",
        "MOVE R1 TOWARD B1 0",
        "MOVE R1 TOWARD B1 -4",
        "MOVE R1 99999 18",
        "MOVE XYZ 24 18",
        "SHOOT R1 B1 MAIM",
        "SHOOT R1",
        "EMBARK R1",
        "ORDER",
        "ORDER END",
        "ORDER MOVE R1 24 18; DANCE R1",
        "ORDER " + "; ".join(["MOVE R1 24 18"] * 100),
        "DISEMBARK R1",
        "MOVE R1 " + " VIA ".join(["24 18"] * 22),
    ],
)
def test_what_cannot_be_read(text: str) -> None:
    refusal = _match().refusal(text)
    assert isinstance(refusal, Unreadable)
    assert refusal.instead

"""Refusals: what is checked, in which order, and what the player is told."""

from __future__ import annotations

import pytest

from games.astralis import GAME
from games.astralis.agreement import Agreement
from games.astralis.moves import AnswerScore, AskScore, Move, Place, Swap, Turn
from games.astralis.state import State
from games.core.types import Decision, Forbidden, Seat
from tests.games.astralis.positions import played, position, refused, turn_decision, view

BUSY = position(y="F7 J10", c="E9 H5", sy="H8", sc="F6")


def refusal_of(state: State, decision: Decision, move: Move) -> Forbidden:
    found = GAME.options(view(state), decision).refusal(move)
    assert found is not None
    return found


@pytest.mark.parametrize("move", [Place("A4"), AskScore(), AnswerScore(True), AnswerScore(False)])
def test_e01_another_kind_of_answer_is_wanted(move: Move) -> None:
    assert refusal_of(BUSY, turn_decision(BUSY), move).code == "E01"


@pytest.mark.rules("AST-16")
def test_e01_a_turn_needs_both_ships_on_the_board() -> None:
    placing = State(Agreement())
    refusal = refusal_of(placing, Decision(Seat(0), "turn", 1), Turn("A4", "A5"))
    assert (refusal.code, refusal.rule) == ("E01", "AST-16")
    assert list(GAME.options(view(placing), Decision(Seat(0), "turn", 1))) == []
    placed = refusal_of(BUSY, Decision(Seat(0), "place", 0), Place("A4"))
    assert placed.code == "E01"


@pytest.mark.rules("AST-16")
def test_e02_the_other_side_is_to_move() -> None:
    refusal = refusal_of(BUSY, Decision(Seat(1), "turn", 1), Turn("F6", "F5"))
    assert (refusal.code, refusal.rule) == ("E02", "AST-16")
    assert list(GAME.options(view(BUSY), Decision(Seat(1), "turn", 1))) == []


@pytest.mark.rules("AST-40")
def test_e18_comes_first_once_the_match_is_over() -> None:
    over = position(y="C3", c="A1 A3 E3 E5 C1 C5", sy="B1", sc="D5", size=3)
    for move in (Turn("B1", "Z9"), Place("A1"), Swap(), AskScore()):
        assert refusal_of(over, Decision(Seat(0), "turn", 1), move).code == "E18"


@pytest.mark.rules("AST-02")
@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ("P3", "Rows run from A to O."),
        ("A9", "Row A runs from A1 to A8."),
        ("I1", "Row I runs from I2 to I15."),
        ("G7+O7", "Row O runs from O8 to O15."),
        ("H16-G7", "Row H runs from H1 to H15."),
    ],
)
def test_e03_says_where_the_board_ends(text: str, instead: str) -> None:
    refusal = refused(BUSY, text)
    assert (refusal.code, refusal.rule, refusal.instead) == ("E03", "AST-02", instead)


@pytest.mark.rules("AST-21")
def test_e05_names_the_hex_where_the_ship_really_stands() -> None:
    refusal = refused(BUSY, "H9-H10")
    assert (refusal.code, refusal.rule) == ("E05", "AST-21")
    assert refusal.sentence == "Your ship is on H8, not on H9."


@pytest.mark.rules("AST-21")
def test_refused_destinations_come_with_the_allowed_ones() -> None:
    refusal = refused(position(sy="A4", sc="O11"), "J9")
    assert refusal.code == "E07"
    assert refusal.instead == (
        "From A4 it can fly to A1 A2 A3 A5 A6 A7 A8 B4 B5 C4 C6 D4 D7 E4 E8 F4 F9 G4 G10 "
        "H4 H11 I4 I12 J4 J13 K4 K14 L15."
    )


@pytest.mark.rules("AST-18")
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Z3-H8+A1", "E03"),  # off the board before a wrong start and before staying
        ("H9-Z3", "E03"),
        ("H9-H8+Z3", "E03"),
        ("H9-H8", "E05"),  # a wrong start before staying
        ("H8+H9", "E06"),  # staying before where to plant
        ("J9+J10", "E07"),
        ("H5+A1", "E08"),  # a planet at the end before planting
        ("F6+A1", "E09"),
        ("H4+A1", "E10"),  # a blocked way before planting
        ("H3+H4", "E10"),
        ("G7+F7", "E12"),
        ("H13+J10", "E11"),  # too far away before being explored
        ("G7+G7", "E11"),
    ],
)
def test_the_first_failing_check_is_told(text: str, code: str) -> None:
    assert refused(BUSY, text).code == code


@pytest.mark.rules("AST-23")
def test_e10_names_the_first_of_several_obstacles() -> None:
    state = position(c="H5 H3", sy="H8", sc="H7")
    refusal = refused(state, "H1")
    assert refusal.code == "E10"
    assert refusal.sentence == "The way to H1 is blocked on H7 by Cyan's ship."
    state = position(c="H5 H3", sy="H8", sc="A4")
    assert refused(state, "H1").sentence == "The way to H1 is blocked on H5 by Cyan's planet."


@pytest.mark.rules("AST-17", "AST-26")
def test_e14_comes_after_the_checks_of_the_hex() -> None:
    thirty = (
        "A1 A3 A5 A7 C1 C3 C5 C7 C9 E1 E3 E5 E7 E9 E11 G1 G3 G5 G7 G9 G11 G13 "
        "I2 I4 I6 I8 I10 I12 I14 K4"
    )
    state = position(y=thirty, sy="O15", sc="M13", agreed=Agreement(strict_supply=True))
    codes = [refused(state, f"N14+{hex}").code for hex in ("A1", "M13", "M14")]
    assert codes == ["E11", "E13", "E14"]
    assert refused(state, "O12+N11").code == "E14"


@pytest.mark.rules("AST-26")
def test_a_refusal_leaves_the_state_as_it_was() -> None:
    before = GAME.state_form.write(BUSY)
    for text in ("Z3", "H9-H10", "H8", "J9", "J10", "F6", "H4", "H13+J14", "I9+J10", "G7+F6"):
        refused(BUSY, text)
    assert GAME.state_form.write(BUSY) == before


@pytest.mark.rules("AST-26")
def test_e12_names_the_award_only_to_the_ship_that_leaves_it() -> None:
    state = played(position(y="I7 I10", sy="B3", sc="H8"), "B3-E6+F7")
    assert "as your ship leaves it" in refused(state, "I8+H8").sentence
    assert refused(state, "I8+I7").sentence == "I7 holds a planet of Yellow."
    explored = position(y="A1", sy="A2", sc="M13")  # what the ship leaves is nobody's award
    assert refused(explored, "B2+A1").sentence == "A1 holds a planet of Yellow."

"""From text to a move and back."""

from __future__ import annotations

import pytest

from games.astralis.agreement import Agreement
from games.astralis.game import GAME
from games.astralis.moves import AnswerScore, AskScore, Move, Place, Swap, Turn
from games.astralis.moves.transitions import opening
from games.core.types import Decision, Forbidden, Malformed, Seat, Unreadable
from tests.games.astralis.positions import position, turn_decision, view

OPEN = position(sy="E5", sc="O11")


def read(text: str) -> Move:
    return GAME.read(view(OPEN), turn_decision(OPEN), text)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("E5-H8+G9", Turn("E5", "H8", "G9")),
        ("H8+G9", Turn("E5", "H8", "G9")),
        ("H8", Turn("E5", "H8")),
        ("E5-H8", Turn("E5", "H8")),
        (" e05 - h8 + g09 ", Turn("E5", "H8", "G9")),
        ("E5–H8", Turn("E5", "H8")),
        ("E5—H8+G9", Turn("E5", "H8", "G9")),
        ("A1-Z99+B0", Turn("A1", "Z99", "B0")),
        ("SWAP", Swap()),
        (" s w a p", Swap()),
    ],
)
def test_case_blanks_and_leading_zeros_do_not_matter(text: str, move: Move) -> None:
    assert read(text) == move


@pytest.mark.parametrize(
    "text",
    ["", "-", "+", "E5-", "E5-H8+", "+G9", "E5-H8-G9", "E5+H8+G9", "H", "8", "8H", "💥", "H8!G9"],
)
def test_other_text_is_unreadable_and_shows_a_form_that_is_not(text: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read(text)
    assert "E5-TO+PLANT" in caught.value.instead


@pytest.mark.parametrize(("text", "hint"), [("09", "O9"), ("E5-011", "O11"), ("H8+010", "O10")])
def test_a_leading_digit_zero_suggests_the_letter_o(text: str, hint: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read(text)
    assert f"did you mean {hint}" in caught.value.instead


def test_long_text_is_not_echoed_in_full() -> None:
    with pytest.raises(Unreadable) as caught:
        read("x" * 500)
    assert len(str(caught.value)) < 150


@pytest.mark.rules("AST-19")
def test_a_pass_is_understood_and_forbidden() -> None:
    with pytest.raises(Forbidden) as caught:
        read(" PASS ")
    assert (caught.value.rule, caught.value.code) == ("AST-19", "E15")


def test_placing_reads_one_hex() -> None:
    state = opening(Agreement())
    place = Decision(Seat(0), "place", 0)
    assert GAME.read(view(state), place, " a04") == Place("A4")
    for text in ("", "pass", "A4-A5", "A4+A5"):
        with pytest.raises(Unreadable) as caught:
            GAME.read(view(state), place, text)
        assert caught.value.instead == "Write the hex for your ship, for example: A7."


@pytest.mark.rules("AST-45")
def test_settling_reads_its_words() -> None:
    seen = view(OPEN)
    ask, answer = Decision(Seat(1), "settle", 61), Decision(Seat(1), "settle-answer", 61)
    assert GAME.read(seen, ask, "Settle") == AskScore()
    assert GAME.read(seen, answer, "AGREE ") == AnswerScore(True)
    assert GAME.read(seen, answer, "decline") == AnswerScore(False)
    for decision, text in ((ask, "H8"), (answer, "yes")):
        with pytest.raises(Unreadable):
            GAME.read(seen, decision, text)


MOVES: list[tuple[Move, str, bytes]] = [
    (Place("A4"), "A4", b'{"hex":"A4","kind":"place"}'),
    (Turn("A4", "D7", "E7"), "A4-D7+E7", b'{"origin":"A4","to":"D7","plant":"E7","kind":"turn"}'),
    (Turn("A4", "D7"), "A4-D7", b'{"origin":"A4","to":"D7","plant":null,"kind":"turn"}'),
    (Swap(), "swap", b'{"kind":"swap"}'),
    (AskScore(), "settle", b'{"kind":"ask"}'),
    (AnswerScore(True), "agree", b'{"agree":true,"kind":"answer"}'),
    (AnswerScore(False), "decline", b'{"agree":false,"kind":"answer"}'),
]


@pytest.mark.parametrize(("move", "text", "json"), MOVES)
def test_moves_have_one_text_form_and_one_json_form(move: Move, text: str, json: bytes) -> None:
    assert GAME.write(move) == text
    assert GAME.move_form.write(move) == json
    assert GAME.move_form.read(json) == move


@pytest.mark.parametrize(
    "json",
    [
        "{}",
        "[]",
        '{"kind":"fly"}',
        '{"kind":"place"}',
        '{"kind":"place","hex":70}',
        '{"kind":"place","hex":"a4"}',
        '{"kind":"place","hex":"A04"}',
        '{"kind":"turn","origin":"A4","to":"D7+E7"}',
    ],
)
def test_malformed_moves_are_not_read(json: str) -> None:
    with pytest.raises(Malformed):
        GAME.move_form.read(json)

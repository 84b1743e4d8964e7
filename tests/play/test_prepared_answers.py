"""Answers in advance as data: read, put together, taken apart."""

from __future__ import annotations

import pytest

from bot.play.answers.conditional_moves import (
    beginnings,
    line_text,
    parse_line,
    with_line,
    without_line,
)
from bot.play.match.automation import next_answer
from bot.play.refusals import NotNow
from bot.play.seat_holders import ANSWERS, Answers, ConditionalMove
from games.astralis.conditions import AstralisConditions
from games.core.standing import StandingOrder
from games.core.types import Unreadable

CONDITIONS = AstralisConditions()


def line(text: str) -> tuple[ConditionalMove, ...]:
    return parse_line(CONDITIONS, text)


def texts(lines: tuple[tuple[ConditionalMove, ...], ...]) -> list[str]:
    return [line_text(each) for each in lines]


def test_the_example_of_the_canon_looks_three_moves_ahead() -> None:
    """Canon 4.4: ``H9+H8 : F6+E6 / +C4 : G2+G1`` and ``* : B5+B6``."""
    first = line("H9+H8 : F6+E6 / +C4 : G2+G1")
    assert first == (ConditionalMove("H9+H8", "F6+E6"), ConditionalMove("+C4", "G2+G1"))
    lines = with_line((first,), line("* : B5+B6"))
    assert texts(lines) == ["H9+H8 : F6+E6 / +C4 : G2+G1", "* : B5+B6"]
    assert len(beginnings(lines)) == 3
    answers = Answers((StandingOrder("rest", "", "dry"),), lines)
    assert ANSWERS.read(ANSWERS.write(answers)) == answers


@pytest.mark.parametrize("text", ["", "D7", "D7+E7 C4", ": B5", "D7 :", "D7 : B5 /", "/"])
def test_a_line_without_both_halves_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(Unreadable) as refused:
        line(text)
    assert refused.value.instead


def test_nobody_looks_further_than_ten_moves_ahead() -> None:
    assert len(line(" / ".join(["* : B5"] * 10))) == 10
    with pytest.raises(NotNow, match="10 moves ahead at most, not 11"):
        line(" / ".join(["* : B5"] * 11))


def test_the_same_beginning_goes_on_and_another_answer_takes_its_place() -> None:
    lines = (line("* : H9"), line("D7 : B5 / * : C5"), line("E6 : H9"))
    assert with_line(lines, line("D7 : B5")) == lines
    both = with_line(lines, line("D7 : B5 / E8 : C6"))
    assert texts(both)[-1] == "D7 : B5 / E8 : C6"
    longer = with_line(both, line("D7 : B5 / * : C5 / * : D5"))
    assert texts(longer)[1] == "D7 : B5 / * : C5 / * : D5"
    instead = with_line(longer, line("D7 : B6"))
    assert texts(instead) == ["* : H9", "D7 : B6", "E6 : H9"]


def test_a_move_is_removed_with_what_goes_on_from_it() -> None:
    lines = (line("D7 : B5 / * : C5"), line("* : B6"))
    assert texts(without_line(lines, line("D7 : B5 / * : C5"))) == ["D7 : B5", "* : B6"]
    assert texts(without_line(lines, line("D7 : B5"))) == ["* : B6"]
    assert without_line(lines, line("D7 : C6")) == lines
    two = with_line(lines, line("D7 : B5 / E8 : C6"))
    assert texts(without_line(two, line("D7 : B5 / E8 : C6"))) == texts(lines)


def test_beginnings_stand_before_what_goes_on_from_them() -> None:
    lines = (line("D7 : B5 / * : C5"), line("* : B6"), line("D7 : B5 / E8 : C6"))
    assert texts(tuple(beginnings(lines))) == [
        "D7 : B5",
        "D7 : B5 / * : C5",
        "D7 : B5 / E8 : C6",
        "* : B6",
    ]


def test_the_first_condition_that_is_met_answers_and_its_lines_go_on() -> None:
    lines = (line("E6 : H9"), line("D7 : B5 / * : C5"), line("* : B6"), line("D7 : B5 / E8 : C6"))
    reply, left = next_answer(lines, lambda when: when in ("D7", "*"))
    assert (reply, texts(left)) == ("B5", ["* : C5", "E8 : C6"])
    assert next_answer(lines, lambda when: when == "*") == ("B6", ())
    assert next_answer(lines, lambda _: False) == ("", ())

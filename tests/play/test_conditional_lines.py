"""Lines of play as data: read, put together, taken apart."""

from __future__ import annotations

import pytest

from bot.play.match import conditional_lines
from bot.play.match.conditional_lines import ConditionalLine
from bot.play.refusals import NotNow
from games.astralis.conditions import AstralisConditions
from games.core.refusals import Unreadable

CONDITIONS = AstralisConditions()


def line(text: str) -> ConditionalLine:
    return conditional_lines.chain(conditional_lines.parse(CONDITIONS, text))


def test_the_example_of_the_canon_looks_three_moves_ahead() -> None:
    """Canon 4.4: ``H9+H8 : F6+E6 / +C4 : G2+G1`` and ``* : B5+B6``."""
    first = line("H9+H8 : F6+E6 / +C4 : G2+G1")
    assert first == ConditionalLine("H9+H8", "F6+E6", (ConditionalLine("+C4", "G2+G1"),))
    prepared = conditional_lines.merged((first,), line("* : B5+B6"))
    assert [each.when for each in prepared] == ["H9+H8", "*"]
    assert conditional_lines.LINES.read(conditional_lines.written(prepared)) == prepared
    assert (conditional_lines.count(prepared), conditional_lines.depth(prepared)) == (3, 2)
    assert conditional_lines.text_of(prepared, (0, 0)) == "H9+H8 : F6+E6 / +C4 : G2+G1"


@pytest.mark.parametrize("text", ["", "D7", "D7+E7 C4", ": B5", "D7 :", "D7 : B5 /", "/"])
def test_a_line_without_both_halves_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(Unreadable) as refused:
        conditional_lines.parse(CONDITIONS, text)
    assert refused.value.instead


def test_the_same_beginning_goes_on_and_another_answer_takes_its_place() -> None:
    prepared = (line("D7 : B5 / * : C5"),)
    both = conditional_lines.merged(prepared, line("D7 : B5 / E8 : C6"))
    assert [each.when for each in both[0].further] == ["*", "E8"]
    instead = conditional_lines.merged(both, line("D7 : B6"))
    assert instead == (ConditionalLine("D7", "B6"),)


def test_a_line_is_taken_back_with_what_goes_on_from_it() -> None:
    prepared = (line("D7 : B5 / * : C5"), line("* : B6"))
    assert conditional_lines.without(prepared, (0, 0)) == (
        ConditionalLine("D7", "B5"),
        ConditionalLine("*", "B6"),
    )
    assert conditional_lines.without(prepared, (0,)) == (ConditionalLine("*", "B6"),)
    with pytest.raises(LookupError):
        conditional_lines.without(prepared, (4,))


def test_each_line_has_its_place() -> None:
    prepared = (line("D7 : B5 / * : C5"), line("* : B6"))
    assert [(at, each.reply) for at, each in conditional_lines.flat(prepared)] == [
        ((0,), "B5"),
        ((0, 0), "C5"),
        ((1,), "B6"),
    ]


def test_nobody_prepares_more_than_fifty_answers_or_looks_further_than_ten_moves() -> None:
    many = tuple(
        ConditionalLine(f"{letter}{number}", "B5") for letter in "ABCDE" for number in range(1, 11)
    )
    conditional_lines.check_size(many)
    with pytest.raises(NotNow, match="50 conditional moves at most; this would make 51"):
        conditional_lines.check_size((*many, ConditionalLine("*", "B5")))
    deep = conditional_lines.chain([("*", "B5")] * 11)
    with pytest.raises(NotNow, match="10 moves ahead at most, not 11"):
        conditional_lines.check_size((deep,))

"""The lazy tree of questions, with numbers from 10 to 39 by their tens and ones."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.options import (
    Question,
    TextField,
    complete,
    path_of,
    sample,
    text_of_key,
    typed_key,
)
from games.core.refusals import Forbidden, Unreadable
from games.core.tree import Ask, Node, Tree, Typed, branch, grouped, leaf, where

FIELD = TextField("Any number", "17", 4)


def numbers(*forbidden: int, typed: bool = False, grown: list[int] | None = None) -> Tree[int]:
    def ones(ten: int) -> Iterator[Node[int]]:
        if grown is not None:
            grown.append(ten)
        for one in range(10):
            yield leaf(f"{one}", f"{ten}{one}", 10 * ten + one)

    def tens() -> Iterator[Node[int]]:
        for ten in (1, 2, 3):
            rest = Typed(TextField("Ones", "7", 2), partial(plus, 10 * ten)) if typed else None
            below = Ask("Which number?", partial(ones, ten), rest)
            yield branch(f"{ten}", f"{ten}0 and more", f"{ten}", below)

    def refuse(number: int) -> Forbidden | None:
        wrong = not 10 <= number < 400 or number in forbidden
        return Forbidden("NR-01", f"{number} is not allowed.") if wrong else None

    root = Ask("How many tens?", tens, Typed(FIELD, partial(plus, 0)) if typed else None)
    return Tree(root, refuse, str, quick=lambda number: number == 11, sift=True)


def plus(tens: int, text: str) -> int:
    if not text.isdecimal():
        raise Unreadable(f"“{text}” is not a number.")
    return tens + int(text)


def asked(found: Question | int) -> Question:
    assert isinstance(found, Question)
    return found


def test_questions_follow_each_other_to_what_is_complete() -> None:
    tree = numbers()
    first = asked(tree.question(()))
    assert [choice.key for choice in first.choices] == ["1", "2", "3"]
    second = asked(tree.question(["2"]))
    assert second.prompt == "Which number?"
    assert [choice.text for choice in second.choices][:2] == ["20", "21"]
    assert all(choice.final for choice in second.choices)
    assert [each.quick for each in asked(tree.question(["1"])).choices[:3]] == [False, True, False]
    assert tree.question(["2", "7"]) == 27
    assert list(tree) == list(range(10, 40))
    assert path_of(tree, 31, "31") == ("3", "1")
    assert [each.text for each in complete(tree, "2")][:2] == ["20", "21"]


def test_what_is_refused_is_not_offered_nor_what_leads_to_nothing_else() -> None:
    without = numbers(27, *range(10, 20))
    assert [choice.key for choice in asked(without.question(())).choices] == ["2", "3"]
    assert "7" not in {choice.key for choice in asked(without.question(["2"])).choices}
    assert not without.contains(27)
    with pytest.raises(Forbidden, match="27 is not allowed"):
        without.question(["2", "7"])


def test_questions_are_built_when_asked_and_once() -> None:
    grown: list[int] = []
    tree = numbers(grown=grown)
    for _ in range(3):
        tree.question(["2"])
        tree.question(["2", "5"])
    assert grown == [2]


@pytest.mark.parametrize("path", [["4"], ["2", "7", "7"], [""], ["1", "x"], ["_17"], ["_-zz"]])
def test_a_path_that_is_none_is_refused(path: list[str]) -> None:
    with pytest.raises(Unreadable):
        numbers().question(path)


def test_without_anything_to_choose_nothing_is_asked() -> None:
    empty = numbers(*range(10, 40))
    assert list(empty) == []
    for path in ((), ("1",)):
        with pytest.raises(Unreadable, match="nothing to choose"):
            empty.question(path)


def test_what_is_typed_becomes_a_key_of_the_path() -> None:
    tree = numbers(13, typed=True)
    assert asked(tree.question(())).field == FIELD
    assert tree.question([typed_key("123")]) == 123
    assert tree.question(["2", typed_key("5")]) == 25
    assert tree.question(path_of(tree, 123, "123")) == 123
    assert path_of(tree, 21, "21") == ("2", "1")
    with pytest.raises(Forbidden, match="13 is not allowed"):
        tree.question(["1", typed_key("3")])
    with pytest.raises(Unreadable, match="“x” is not a number"):
        tree.question(["1", typed_key("x")])
    with pytest.raises(LookupError):
        path_of(numbers(), 123, "123")


def test_a_question_without_choices_can_be_typed() -> None:
    tree = Tree(Ask("How far?", typed=Typed(FIELD, partial(plus, 0))), lambda move: None, str)
    assert asked(tree.question(())) == Question("How far?", (), FIELD)
    assert sample(tree, random.Random(1)) == 17


@given(st.text())
def test_every_text_has_a_key_that_an_id_can_carry(text: str) -> None:
    key = typed_key(text)
    assert set(key) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")
    assert text_of_key(key) == text


def test_a_text_that_is_no_unicode_has_a_key_as_well() -> None:
    assert text_of_key(typed_key("R1 \ud800")) == "R1 ?"


def test_many_answers_come_in_groups() -> None:
    nodes = [leaf(f"{n}", f"{n}", n) for n in range(1, 31)]
    root = Ask("Which?", lambda: grouped(nodes, 25, "", "Which of these?"))
    tree = Tree(root, lambda move: None, str)
    assert [choice.label for choice in asked(tree.question(())).choices] == ["1 to 25", "26 to 30"]
    assert tree.question(("g1", "26")) == 26
    few = Tree(Ask("Which?", lambda: grouped(nodes[:3], 25, "", "")), lambda move: None, str)
    assert [choice.key for choice in asked(few.question(())).choices] == ["1", "2", "3"]


def test_many_places_are_asked_by_column_first() -> None:
    def tree(places: list[str]) -> Tree[str]:
        root = where("Where?", lambda: places, "TO ", lambda at: leaf(at, at, at), "hexes")
        return Tree(root, lambda move: None, str)

    few = asked_for(tree(["A1", "B2"]))
    assert (few.prompt, [each.key for each in few.choices]) == ("Where?", ["A1", "B2"])
    many = tree([*(f"{letter}{row}" for row in range(1, 14) for letter in ("AA", "B")), "C4"])
    first = asked_for(many)
    assert first.prompt == "Where? Pick a column first."
    assert [each.key for each in first.choices] == ["B", "C4", "AA"]
    column = first.choices[0]
    assert (column.label, column.text, column.detail) == ("Column B", "TO B", "13 hexes, B1 to B13")
    assert many.question(("AA", "AA13")) == "AA13"
    assert many.question(("C4",)) == "C4"


def asked_for(tree: Tree[str]) -> Question:
    found = tree.question(())
    assert isinstance(found, Question)
    return found

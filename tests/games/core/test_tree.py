"""The lazy tree of questions, with numbers from 10 to 39 by their tens and ones."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.overlay import Marker, Overlay, Region, Ring
from games.core.questions import (
    Question,
    TextField,
    complete,
    marked_label,
    path_of,
    sample,
    text_of_key,
    typed_key,
)
from games.core.questions.tree import Ask, Node, Tree, Typed, branch, grouped, leaf, where
from games.core.types import Forbidden, Unreadable

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


def places(count: int, letters: tuple[str, ...] = ("A", "B", "AA")) -> list[str]:
    rows = range(1, count // len(letters) + 1)
    return [f"{letter}{row}" for row in rows for letter in letters]


def placing(those: list[str], **more: Any) -> Tree[str]:
    root = where("Where?", lambda: those, "TO ", lambda at: leaf(at, at, at), "hexes", **more)
    return Tree(root, lambda move: None, str)


def test_places_that_fill_too_many_pages_are_asked_by_column_first() -> None:
    few = asked_for(placing(places(75)))
    assert (few.prompt, [each.key for each in few.choices][:3]) == ("Where?", ["A1", "B1", "AA1"])
    assert len(few.choices) == 75
    many = placing([*places(78), "C4"])
    first = asked_for(many)
    assert first.prompt == "Where? Pick a column first."
    assert [each.key for each in first.choices] == ["A", "B", "C4", "AA"]
    column = first.choices[1]
    assert (column.label, column.text, column.detail) == ("Column B", "TO B", "26 hexes, B1 to B26")
    assert many.question(("AA", "AA13")) == "AA13"
    assert many.question(("C4",)) == "C4"


def test_places_are_drawn_with_the_numbers_of_their_choices() -> None:
    shown = asked_for(
        placing(["A1", "B2", "C3"], best=lambda those: [("C3", "near", "!")])
    ).advised()
    area, *markers = shown.sketch().parts
    assert area == Region(places=frozenset({"A1", "B2", "C3"}))
    assert markers == [
        Marker(number=1, place="C3", label="!", told="C3, near"),
        Marker(number=2, place="A1", told="A1"),
        Marker(number=3, place="B2", told="B2"),
    ]
    assert shown.sketch().focus == ("B2", "A1", "C3")
    columns = asked_for(placing(places(78)))
    drawn = [part for part in columns.sketch().parts if isinstance(part, Marker)]
    assert [(each.number, each.told) for each in drawn] == [
        (1, "Column A"),
        (2, "Column B"),
        (3, "Column AA"),
    ]


def test_only_choices_with_a_place_are_drawn_and_say_what_they_bring() -> None:
    def nodes() -> Iterator[Node[int]]:
        yield leaf("fly", "Fly to E7", 1, at="E7", mark="+7")
        yield leaf("stay", "Stay", 2)
        yield leaf("go", "G9 (−2)", 3, at="G9", mark=lambda: "−2")

    ship = Ring(place="D7")
    root = Ask("Where?", nodes, ground=lambda: Overlay((ship,), ("D7",)))
    drawn = Tree(root, lambda move: None, str).question(())
    assert isinstance(drawn, Question)
    assert drawn.drawn
    assert drawn.sketch().parts == (
        ship,
        Marker(number=1, place="E7", label="+7", told="Fly to E7 · +7"),
        Marker(number=2, place="G9", label="−2", told="G9 (−2)"),
    )
    assert drawn.sketch().focus == ("G9", "E7", "D7")
    plain = asked(numbers().question(()))
    assert not plain.drawn
    assert not plain.sketch()


def test_suggested_places_come_first_with_their_reasons_when_the_question_is_shown() -> None:
    looked: list[int] = []

    def best(places: Sequence[str]) -> Iterator[tuple[str, str, str]]:
        looked.append(len(places))
        yield "B7", "out of sight", ""
        yield "C4", "farthest", "+1"

    those = [*places(76, ("A", "B")), "C4"]
    root = where(
        "Where?", lambda: those, "TO ", lambda at: leaf(at, at, at, "far", mark="3"), best=best
    )
    tree = Tree(root, lambda move: None, str)
    plain = asked_for(tree)
    assert [each.key for each in plain.choices] == ["A", "B", "C4"]
    assert list(complete(tree, "")) == list(complete(Tree(root, lambda move: None, str), ""))
    assert [*tree] == sorted(those, key=lambda at: (at[0], int(at[1:])))
    assert tree.question(("B7",)) == tree.question(("B", "B7")) == "B7"
    assert looked == []
    shown = plain.advised()
    assert [each.key for each in shown.choices] == ["B7", "C4", "A", "B"]
    assert [each.reason for each in shown.choices] == ["out of sight", "farthest", "", ""]
    assert [each.mark for each in shown.choices[:2]] == ["3", "+1"]
    assert shown.choices[0].text == "B7"
    assert shown.choices[0].final
    assert looked == [77]
    suggested = plain.choice("B7")
    assert suggested
    assert suggested.detail == "far"


def test_ranked_choices_come_in_the_order_of_their_worth_once_that_is_wanted() -> None:
    nodes = [leaf(key, key, key, mark=f"{worth}%") for key, worth in WORTH.items()]
    root = Ask[str]("Which target?", lambda: nodes).ranked(WORTH.__getitem__)
    plain = asked_for(Tree(root, lambda move: None, str))
    assert [each.key for each in plain.choices] == ["B1", "B2", "B3"]
    shown = plain.advised().choices
    assert [marked_label(each) for each in shown] == ["B2 · 60%", "B3 · 20%", "B1 · 5%"]
    assert [each.reason for each in shown] == ["", "", ""]


WORTH = {"B1": 5, "B2": 60, "B3": 20}


def test_a_suggestion_that_is_not_legal_is_left_out() -> None:
    root = where(
        "Where?",
        lambda: places(30, ("A",)),
        "TO ",
        lambda at: leaf(at, at, at),
        best=lambda places: [("A3", "near", ""), ("A4", "nearer", "")],
    )
    tree = Tree(root, lambda at: Forbidden("X", "No.") if at == "A3" else None, str, sift=True)
    assert [each.key for each in asked_for(tree).suggest()] == ["A4"]
    with pytest.raises(Forbidden):
        tree.question(("A3",))


def asked_for(tree: Tree[str]) -> Question:
    found = tree.question(())
    assert isinstance(found, Question)
    return found


def test_a_group_is_drawn_where_its_first_node_is() -> None:
    nodes = [leaf(f"R{n}", f"R{n}", n, at=f"A{n}") for n in range(1, 31)]
    root = Ask("Which?", lambda: grouped(nodes, 25, "", "Which of these?"))
    shown = asked(Tree(root, lambda move: None, str).question(()))
    drawn = [(part.place, part.told) for part in shown.sketch().parts if isinstance(part, Marker)]
    assert drawn == [("A1", "R1 to R25"), ("A26", "R26 to R30")]

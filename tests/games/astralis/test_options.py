"""The tree of questions, and completion while typing."""

from __future__ import annotations

import pytest

from games.astralis import GAME
from games.astralis.agreement import Agreement
from games.astralis.course import opening
from games.astralis.moves import Place, Turn
from games.astralis.options import NO_PLANTING
from games.core.decisions import Decision
from games.core.options import Choice, Question, complete
from games.core.refusals import Forbidden, Unreadable
from games.core.seats import Seat
from tests.games.astralis.positions import options, played, position, turns, view

OPEN = position(sy="A4", sc="O11")


def question(state_options: object) -> Question:
    assert isinstance(state_options, Question)
    return state_options


@pytest.mark.rules("AST-18")
def test_first_the_destination_is_asked_and_then_the_planting() -> None:
    where = question(options(OPEN).question(()))
    assert [choice.key for choice in where.choices][:4] == ["A1", "A2", "A3", "A5"]
    assert where.choices[12] == Choice(
        key="D7", label="D7", text="A4-D7+", short="D7+", detail="6 hexes to plant, up to +7"
    )
    what = question(options(OPEN).question(("D7",)))
    assert [choice.text for choice in what.choices] == [
        "A4-D7",
        "A4-D7+C6",
        "A4-D7+C7",
        "A4-D7+D6",
        "A4-D7+D8",
        "A4-D7+E7",
        "A4-D7+E8",
    ]
    assert what.choices[5] == Choice("E7", "E7 (+7)", "A4-D7+E7", "D7+E7", "", final=True)
    assert options(OPEN).question(("D7", "E7")) == Turn("A4", "D7", "E7")
    assert options(OPEN).question(("D7", NO_PLANTING)) == Turn("A4", "D7")


@pytest.mark.rules("AST-25")
def test_a_destination_without_a_planting_is_final() -> None:
    state = position(y="E8 F5 G7", c="D6", sy="F13", sc="O11")
    where = question(options(state).question(()))
    choice = next(choice for choice in where.choices if choice.key == "F7")
    assert choice == Choice("F7", "F7", "F13-F7", "F7", "nothing to plant", final=True)
    assert options(state).question(("F7",)) == Turn("F13", "F7")


@pytest.mark.parametrize(
    ("y", "c", "to", "plant", "label", "detail"),
    [
        ("E8 I7 I10", "", "E6", "F7", "F7 (+6)", "bonus on H8"),
        ("", "E8", "E6", "F7", "F7 (+5), Cyan −2", ""),
        ("I7 I10", "H8", "E6", "F7", "F7 (+12), Cyan −3", "extracts H8"),
        ("I7 I10 L10", "H8", "E6", "F7", "F7 (+13), Cyan −3", "bonus on J9, extracts H8"),
    ],
)
def test_a_choice_says_what_it_brings(
    y: str, c: str, to: str, plant: str, label: str, detail: str
) -> None:
    state = position(y=y, c=c, sy="B3", sc="O11")
    what = question(options(state).question((to,)))
    choice = next(choice for choice in what.choices if choice.key == plant)
    assert (choice.label, choice.detail) == (label, detail)


@pytest.mark.rules("AST-32", "AST-33")
def test_a_choice_tells_of_pending_and_departing_awards() -> None:
    state = position(y="I7 I10", sy="B3", sc="H8")
    closing = question(options(state).question(("E6",)))
    chosen = next(choice for choice in closing.choices if choice.key == "F7")
    assert chosen.detail == "bonus on H8 once Cyan leaves"
    leaving = question(options(played(state, "B3-E6+F7")).question(("H4",)))
    assert leaving.choices[0].detail == "Yellow gets H8"


def test_every_move_is_reached_by_one_path_in_canonical_order() -> None:
    state = position(y="F7 J10", c="E9 H5", sy="H8", sc="F6")
    tree = options(state)
    reached: list[object] = []
    for first in question(tree.question(())).choices:
        found = tree.question((first.key,))
        if not isinstance(found, Question):
            assert first.final
            reached.append(found)
            continue
        assert not first.final
        reached += [tree.question((first.key, second.key)) for second in found.choices]
    assert reached == turns(state) == list(tree)
    assert len(reached) == 158


@pytest.mark.parametrize(
    "path",
    [
        ("J9",),
        ("A4",),
        ("none",),
        ("Q4",),
        ("a1",),
        ("A1", "C9"),
        ("A1", "zz"),
        ("A1", "A2", "A3"),
        ("💥",),
        ("swap",),
    ],
)
def test_a_path_that_is_not_of_the_tree_is_refused(path: tuple[str, ...]) -> None:
    with pytest.raises((Forbidden, Unreadable)):
        options(OPEN).question(path)


def test_placing_is_one_question() -> None:
    state = opening(Agreement())
    tree = GAME.options(view(state), Decision(Seat(0), "place", 0))
    asked = question(tree.question(()))
    assert [choice.text for choice in asked.choices] == ["A2", "A3", "A4", "A5", "A6", "A7"]
    assert tree.question(("A5",)) == Place("A5")
    for path in (("A1",), ("A5", "A5")):
        with pytest.raises(Unreadable):
            tree.question(path)


def completions(typed: str) -> list[str]:
    return [completion.text for completion in complete(options(OPEN), typed)]


def test_completion_follows_what_is_typed() -> None:
    assert completions("")[:3] == ["A4-A1+", "A4-A2+", "A4-A3+"]
    assert completions("E") == ["A4-E4+", "A4-E8+"]
    assert completions("A4-D") == ["A4-D4+", "A4-D7+"]
    assert completions("D7+E") == ["A4-D7+E7", "A4-D7+E8"]
    assert completions("A4-D7")[0] == "A4-D7"
    assert len(completions("A4-D7+")) == 6
    assert completions("Q") == []

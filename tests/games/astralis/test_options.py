"""The tree of questions, and completion while typing."""

from __future__ import annotations

import pytest

from games.astralis import GAME
from games.astralis.agreement import Agreement
from games.astralis.board import index_of
from games.astralis.moves import Place, Swap, Turn
from games.astralis.moves.transitions import opening
from games.astralis.options import NO_PLANTING, SWAP
from games.core.geometry.hexes import Hex
from games.core.overlay import Marker, Ring, Route
from games.core.questions import Choice, Question, complete
from games.core.types import Decision, Forbidden, Seat, Unreadable
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
        key="D7",
        label="D7",
        text="A4-D7+",
        short="D7+",
        detail="+7 hexes by planting C6; 6 hexes to plant",
        at=Hex(-1, 4),
        mark="+7",
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
    assert what.choices[5] == Choice(
        "E7", "E7 (+7)", "A4-D7+E7", "D7+E7", "", final=True, at=Hex(-1, 3), mark="+7"
    )
    assert options(OPEN).question(("D7", "E7")) == Turn("A4", "D7", "E7")
    assert options(OPEN).question(("D7", NO_PLANTING)) == Turn("A4", "D7")


@pytest.mark.rules("AST-25")
def test_a_destination_without_a_planting_is_final() -> None:
    state = position(y="E8 F5 G7", c="D6", sy="F13", sc="O11")
    where = question(options(state).question(()))
    choice = next(choice for choice in where.choices if choice.key == "F7")
    detail = "±0; nothing to plant"
    at = Hex(-1, 2)
    assert choice == Choice("F7", "F7", "F13-F7", "F7", detail, final=True, at=at, mark="±0")
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


def test_the_best_flights_and_plantings_come_first_with_what_they_bring() -> None:
    state = position(y="I7 I10 L10", c="H8", sy="B3", sc="O11")
    shown = question(options(state).question(())).advised()
    first = shown.choices[0]
    assert first.reason == "+13 hexes, Cyan −3 by planting F7, bonus on J9, extracts H8"
    assert (first.key, first.mark, first.detail) == ("E6", "+13 −3", "6 hexes to plant")
    assert [bool(choice.reason) for choice in shown.choices] == [
        number < 3 for number in range(len(shown.choices))
    ]
    gained = [int(choice.mark.split()[0].replace("−", "-").strip("±")) for choice in shown.choices]
    assert gained[3:] == sorted(gained[3:], reverse=True)
    told = GAME.words.consider(view(state), Decision(Seat(0), "turn", 0), Turn("B3", "E6", "F7"))
    assert told == ("+13 for Yellow, −3 for Cyan, bonus on J9, extracts H8.",)
    planted = question(options(state).question((first.key,))).advised()
    assert planted.choices[0].key == "F7"
    assert planted.choices[0].reason == "brings the most"
    assert {choice.key for choice in planted.choices if not choice.mark} == {NO_PLANTING}


def test_the_sketch_shows_the_ship_and_numbers_what_can_be_chosen() -> None:
    state = position(y="I7 I10 L10", c="H8", sy="B3", sc="O11")
    axial = state.board.axial
    shown = question(options(state).question(())).advised()
    sketch = shown.sketch()
    ring, *markers = sketch.parts
    assert ring == Ring(place=axial[index_of("B3")], seat=Seat(0), told="Yellow's ship on B3")
    assert [marker.number for marker in markers] == list(range(1, len(shown.choices) + 1))
    assert markers[0].told == "E6, +13 hexes, Cyan −3 by planting F7, bonus on J9, extracts H8"
    assert sketch.focus[-1] == axial[index_of("B3")]
    flown = question(options(state).question(("E6",))).sketch()
    way = axial[index_of("B3")], axial[index_of("E6")]
    assert flown.parts[0] == Route(places=way, seat=Seat(0), told="Yellow's ship flies B3-E6")
    planted = [part.told for part in flown.parts if isinstance(part, Marker)]
    assert "F7 (+13), Cyan −3" in planted


def test_a_question_names_the_side_whose_ship_is_meant() -> None:
    """It may be asked in the opponent's place, for a conditional move."""
    assert question(options(OPEN).question(())).prompt == "Where does your Yellow ship fly?"
    after = played(OPEN, "A4-D7+E7")
    assert question(options(after).question(())).prompt == "Where does your Cyan ship fly?"


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
    assert asked.choices[0].detail == "can fly to 28 hexes from there"
    assert [part.place for part in asked.sketch().parts if isinstance(part, Marker)] == [
        state.board.axial[index_of(choice.key)] for choice in asked.choices
    ]
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


@pytest.mark.rules("AST-D25")
def test_the_swap_is_offered_once_and_last() -> None:
    first = position(sy="A4", sc="O11", agreed=Agreement(swap=True))
    assert Swap() not in list(options(first))
    second = played(first, "A4-D7+E7")
    choice = question(options(second).question(())).choices[-1]
    assert (choice.key, choice.final) == (SWAP, True)
    assert options(second).question((SWAP,)) == Swap()
    assert list(options(second))[-1] == Swap()
    for text in ("O11-K7", "swap"):
        assert Swap() not in list(options(played(second, text)))

"""What can be foreseen of the opponent's turn (canon 4.4)."""

from __future__ import annotations

import random
from typing import get_args

import pytest

from games.astralis import GAME
from games.astralis.agreement import Agreement, VariantName
from games.astralis.conditions import AstralisConditions
from games.astralis.events import Bonus, Moved, Planted
from games.astralis.moves import Place, Turn
from games.astralis.sides import Side
from games.core.events import Event
from games.core.questions import sample
from games.core.standing import ANYTHING
from games.core.types import Decisions, Seated, Seats, Unreadable
from tests.games.astralis.positions import played, step, turn_decision, view
from tests.games.astralis.variants import set_up, started

CONDITIONS = AstralisConditions()
PLANTING, BARE = Turn("A4", "D7", "E7"), Turn("A4", "D7")
QUIETLY: tuple[Event, ...] = (Moved(Side.CYAN, "A4", "D7"), Planted(Side.CYAN, "E7"))
GAINING: tuple[Event, ...] = (*QUIETLY, Bonus(Side.CYAN, ("C6",)))


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("D7+E7", "D7+E7"),
        (" d7 + e7 ", "D7+E7"),
        ("A4-D7+E7", "D7+E7"),
        ("D7", "D7"),
        ("D7+?", "D7+?"),
        ("+E7", "+E7"),
        ("*", "*"),
        ("D7!", "D7!"),
        ("* !", "*!"),
    ],
)
def test_a_condition_has_one_form(text: str, condition: str) -> None:
    assert CONDITIONS.read(text) == condition
    assert CONDITIONS.read(condition) == condition


@pytest.mark.parametrize("text", ["", "!", "+", "+?", "?", "P9", "D7+", "D7++E7", "D7+E7+F7", "**"])
def test_what_says_nothing_is_refused_with_the_forms(text: str) -> None:
    with pytest.raises(Unreadable) as refused:
        CONDITIONS.read(text)
    assert "D7+?" in (refused.value.instead or "")


@pytest.mark.parametrize(
    ("condition", "planting", "bare"),
    [
        ("D7+E7", True, False),
        ("D7", False, True),
        ("D7+?", True, True),
        ("+E7", True, False),
        ("*", True, True),
        ("D8+?", False, False),
        ("D7+E8", False, False),
        ("+E8", False, False),
    ],
)
def test_a_turn_meets_what_is_said_of_it(condition: str, planting: bool, bare: bool) -> None:
    assert CONDITIONS.meets(condition, PLANTING, QUIETLY) is planting
    assert CONDITIONS.meets(condition, BARE, QUIETLY[:1]) is bare


def test_with_a_mark_it_only_holds_if_nothing_was_gained() -> None:
    assert CONDITIONS.meets("D7+E7!", PLANTING, QUIETLY)
    assert not CONDITIONS.meets("D7+E7!", PLANTING, GAINING)
    assert CONDITIONS.meets("D7+E7", PLANTING, GAINING)
    assert not CONDITIONS.meets("*!", PLANTING, GAINING)


def test_placing_a_ship_meets_only_anything() -> None:
    assert CONDITIONS.around(Place("A4")) == (ANYTHING,)
    assert CONDITIONS.meets(ANYTHING, Place("A4"), ())
    assert not CONDITIONS.meets("A4", Place("A4"), ())


def test_around_a_turn_the_narrowest_comes_first() -> None:
    assert CONDITIONS.around(PLANTING) == ("D7+E7", "D7+?", "+E7", "*")
    assert CONDITIONS.around(BARE) == ("D7", "D7+?", "*")


@pytest.mark.parametrize("variant", get_args(VariantName))
def test_every_move_meets_all_conditions_around_it(variant: VariantName) -> None:
    rng = random.Random(5)
    game = GAME
    state = game.setup(Agreement.model_validate({"variant": variant}), Seats.alone(2))
    for _ in range(30):
        pending = game.pending(state)
        assert isinstance(pending, Decisions)
        decision = pending.open[0]
        move = sample(game.options(game.view(state, Seated(decision.seat)), decision), rng)
        for condition in CONDITIONS.around(move):
            assert CONDITIONS.read(condition) == condition
            assert CONDITIONS.meets(condition, move, ())
            assert CONDITIONS.tell(condition, game.view(state, Seated(decision.seat)))
        state = game.apply(state, decision.seat, decision, move).state


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        ("D7+E7", "goes to D7 and plants E7"),
        ("D7", "goes to D7 without planting"),
        ("D7+?", "goes to D7, planting or not"),
        ("+E7!", "plants E7 from anywhere, gaining nothing"),
        ("*", "plays anything"),
    ],
)
def test_a_condition_is_told_in_words(condition: str, words: str) -> None:
    assert CONDITIONS.tell(condition, view(started("base"))) == words


@pytest.mark.parametrize(
    ("variant", "condition", "words"),
    [
        ("beeline", "D7*", "goes to D7 and plants ahead"),
        ("beeline", "D7", "goes to D7 without planting"),
        ("dispersed_go", "H8", "places a stone on H8"),
        ("dispersed_go", "PASS", "passes"),
    ],
)
def test_turns_of_variants_are_told_in_words(variant: str, condition: str, words: str) -> None:
    assert CONDITIONS.read(condition.lower()) == condition
    assert CONDITIONS.tell(condition, view(started(variant))) == words


def test_turns_of_variants_meet_what_is_said_of_them() -> None:
    ahead = played(started("beeline"), "A4", "O11")
    done = step(ahead, "A4-D7*")
    flight = GAME.read(view(ahead), turn_decision(ahead), "A4-D7*")
    met = {"D7*", "D7+?", "+E8", "*"}
    tried = met | {"D7", "E8*", "+E7", "PASS", "D7!"}
    assert {each for each in tried if CONDITIONS.meets(each, flight, done.events)} == met
    placed = started("dispersed_go")
    stone = GAME.read(view(placed), turn_decision(placed), "H8")
    assert CONDITIONS.around(stone) == ("H8", "*")
    assert not CONDITIONS.meets("PASS", stone, ())
    taking = set_up("dispersed_go", Y_planets="A1", C_planets="B3", to_move="C")
    taken = step(taking, "C2")
    capture = GAME.read(view(taking), turn_decision(taking), "C2")
    assert CONDITIONS.meets("C2", capture, taken.events)
    assert not CONDITIONS.meets("C2!", capture, taken.events)

"""Completing half-typed moves, with the toy's tree of questions."""

from __future__ import annotations

import pytest

from games.core.decisions import Decision
from games.core.options import complete
from games.core.seats import Seat, Seated
from tests.toy.game import Toy
from tests.toy.options import ToyOptions
from tests.toy.state import Fire, State

TOY = Toy()
FIRST = Seat(0)


def texts(typed: str, *, oil: int = 4) -> list[str]:
    state = State(
        lamps=(1, 2), oil=(oil, 4), fires=(None, Fire(1, 2), None, None, None, None), wind=1
    )
    decision = Decision(FIRST, "turn", 0)
    options = ToyOptions(TOY.view(state, Seated(FIRST)), decision)
    return [completion.text for completion in complete(options, typed)]


def test_nothing_typed_offers_every_first_choice() -> None:
    assert texts("") == ["B1+", "B3+", "B4+", "B5+", "B6+", "REST"]


@pytest.mark.parametrize("typed", ["B3", "B3+", "3+"])
def test_a_choice_that_is_the_only_one_to_fit_shows_what_comes_next(typed: str) -> None:
    assert texts(typed) == ["B3+1", "B3+2", "B3+3"]


def test_what_comes_next_depends_on_what_is_left() -> None:
    assert texts("B3", oil=1) == ["B3+1"]
    assert texts("", oil=0) == ["REST"]


def test_a_whole_move_is_offered_as_it_stands() -> None:
    assert texts("B3+2") == ["B3+2"]
    assert texts("3+2") == ["B3+2"]
    assert texts("REST") == ["REST"]
    assert texts("R") == ["REST"]


@pytest.mark.parametrize("typed", ["B2", "B2+1", "B3+4", "B7", "RESTING", "X"])
def test_what_begins_no_legal_move_gets_no_suggestion(typed: str) -> None:
    assert texts(typed) == []

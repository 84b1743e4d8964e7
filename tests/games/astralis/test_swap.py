"""The swap, an option of the match."""

from __future__ import annotations

import pytest

from games.astralis import GAME
from games.astralis.agreement import Agreement
from games.astralis.events import Swapped
from games.astralis.moves import Swap
from games.astralis.options import SWAP
from games.astralis.sides import Side
from games.astralis.state import State
from games.core.questions import Question
from games.core.types import Decision, Decisions, Ending, Seat, Seats
from tests.games.astralis.positions import count, options, played, refused, step, view

pytestmark = pytest.mark.rules("AST-D25")


def start(swap: bool = True) -> State:
    settings = Agreement.model_validate({"swap": swap})
    return played(GAME.setup(settings, Seats.alone(2)), "A4", "O11")


def test_cyan_may_take_over_yellow_instead_of_its_first_turn() -> None:
    before = played(start(), "A4-D7+E7")
    assert view(before).swap_open
    assert Swap() in list(options(before))
    done = step(before, "swap")
    assert done.events == (Swapped(),)
    assert done.state.seats == (Seat(1), Seat(0))
    assert done.state.planets == before.planets
    assert done.state.ships == before.ships
    assert GAME.pending(done.state) == Decisions((Decision(Seat(0), "turn", 2),))
    seen = view(done.state)
    assert [GAME.words.seat(seen, seat) for seat in (Seat(0), Seat(1))] == ["Cyan", "Yellow"]
    assert seen.to_move is Side.CYAN
    assert not seen.swap_open
    after = played(done.state, "O11-K7+J7")
    assert count(after)[:2] == (7, 7)
    assert GAME.pending(after) == Decisions((Decision(Seat(1), "turn", 3),))


def test_the_swap_is_offered_once_and_last() -> None:
    first = start()
    assert Swap() not in list(options(first))
    assert refused(first, "swap").rule == "AST-D25"
    second = played(first, "A4-D7+E7")
    question = options(second).question(())
    assert isinstance(question, Question)
    assert question.choices[-1].key == SWAP
    assert question.choices[-1].final
    assert options(second).question((SWAP,)) == Swap()
    third = played(second, "O11-K7")
    assert Swap() not in list(options(third))
    assert refused(third, "swap").code == "E01"
    swapped = played(second, "swap")
    assert Swap() not in list(options(swapped))
    assert refused(played(swapped, "O11-K7", "D7-D1"), "swap").rule == "AST-D25"


def test_without_the_setting_there_is_no_swap() -> None:
    state = played(start(swap=False), "A4-D7+E7")
    assert Swap() not in list(options(state))
    assert refused(state, "swap").sentence == "This match is played without the swap."


@pytest.mark.rules("AST-42")
def test_with_the_swap_a_komi_that_nobody_named_is_half_a_point() -> None:
    assert Agreement().komi == 3.5
    assert Agreement(swap=True).komi == 0.5
    assert Agreement(swap=True, komi=3.5).komi == 3.5
    assert Agreement(swap=False, komi=0.5).komi == 0.5
    assert Agreement.model_validate_json('{"swap": true}').komi == 0.5
    again = Agreement(swap=True)
    assert Agreement.model_validate_json(again.model_dump_json()) == again


def test_after_a_swap_the_ending_names_seats_and_not_colours() -> None:
    state = played(start(), "A4-D7+E7", "swap")
    asked = Agreement(swap=True)
    assert state.agreement == asked
    for _ in range(15):
        state = played(state, "O12", "D8", "O11", "D7")
    state = played(state, "settle")
    done = step(state, "agree", Seat(1))
    assert GAME.pending(done.state) == Ending("settled", (Seat(1),), (0.5, 7.0), "AST-45")
    ending = GAME.pending(done.state)
    assert isinstance(ending, Ending)
    assert GAME.words.ending(view(done.state), ending) == (
        "Yellow wins by 6.5, 7 to 0.5. The match is settled as it stands."
    )

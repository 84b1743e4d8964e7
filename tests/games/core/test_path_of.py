"""From a typed move back to the choices that lead to it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.core.questions import path_of
from games.core.types import Decision, Seat, Seated
from tests.toy import GAME
from tests.toy.game import Light, Move, Rest, State, ToyOptions
from tests.toy.view import Flame


def options(state: State) -> ToyOptions:
    view = GAME.view(state, Seated(Seat(0)))
    return ToyOptions(view, Decision(Seat(0), "turn", 0))


START = State(lamps=(1, 2), oil=(4, 4), wind=1)


def test_every_offered_move_is_found_at_its_own_path() -> None:
    tree = options(START)
    paths = {path_of(tree, move, GAME.write(move)): move for move in tree}
    assert len(paths) == 6 * 3 + 1
    assert all(tree.question(path) == move for path, move in paths.items())


def test_the_path_of_a_move_names_its_choices() -> None:
    assert path_of(options(START), Light(5, 2), "B5+2") == ("5", "2")
    assert path_of(options(START), Rest(), "REST") == ("R",)


def test_the_search_goes_straight_where_the_text_points() -> None:
    asked: list[tuple[str, ...]] = []

    class Counting(ToyOptions):
        def question(self, path):  # type: ignore[no-untyped-def]  # counts and passes on
            asked.append(tuple(path))
            return super().question(path)

    view = GAME.view(START, Seated(Seat(0)))
    counting = Counting(view, Decision(Seat(0), "turn", 0))
    assert path_of(counting, Light(6, 3), "B6+3") == ("6", "3")
    assert asked == [(), ("6",), ("6", "3")]


@pytest.mark.parametrize("move", [Light(3, 1), Light(1, 9)])
def test_a_move_outside_the_tree_has_no_path(move: Move) -> None:
    burning = replace(START, flames=(None, None, Flame(1, 1), None, None, None))
    with pytest.raises(LookupError):
        path_of(options(burning), move, GAME.write(move))

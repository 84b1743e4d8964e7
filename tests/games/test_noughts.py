"""Noughts and crosses: what a game may cost, and its few rules."""

from __future__ import annotations

from pathlib import Path

import pytest

import tests.noughts
from games.core.contract import Pending
from games.core.log.replay import play, read
from games.core.types import REFEREE, Decisions, Ending, Forbidden, Seat, Unreadable
from renderers import Look
from tests.noughts import GAME, RENDERER
from tests.noughts.game import State

MOST = 250
"""Lines of Python that noughts and crosses may have: rules, words and picture."""


def played(*squares: str) -> State:
    state = State()
    for square in squares:
        state = play(GAME, state, *read(GAME, state, Seat(state.turn % 2), square)).state
    return state


def pending(*squares: str) -> Pending:
    return GAME.pending(played(*squares))


def test_a_small_game_costs_few_lines() -> None:
    folder = Path(tests.noughts.__file__).parent
    lines = sum(len(path.read_text().splitlines()) for path in folder.rglob("*.py"))
    assert lines <= MOST


@pytest.mark.rules("NAC-02")
def test_crosses_begins_and_then_both_take_turns() -> None:
    for squares, seat in (((), 0), (("B2",), 1), (("B2", "A1"), 0)):
        found = pending(*squares)
        assert isinstance(found, Decisions)
        assert [decision.seat for decision in found.open] == [seat]


@pytest.mark.rules("NAC-03")
def test_only_free_squares_of_the_board_can_be_taken() -> None:
    with pytest.raises(
        Forbidden, match=r"That square is taken\. Free: A1, B1, C1, .*C3\."
    ) as taken:
        played("B2", " b2 ")
    assert taken.value.rule == "NAC-03"
    with pytest.raises(Unreadable, match=r"“D4” is not a square from A1 to C3\."):
        played("D4")


@pytest.mark.rules("NAC-04")
@pytest.mark.parametrize(
    ("squares", "winner"),
    [
        ("A1 A2 B1 B2 C1", 0),
        ("A1 B1 A2 B2 A3", 0),
        ("A1 B1 B2 C1 C3", 0),
        ("A1 C1 B1 B2 C3 A3", 1),
        ("A1 B1 C1 A2 B2 C2 B3 A3 C3", 0),
    ],
)
def test_three_in_a_row_win(squares: str, winner: int) -> None:
    assert pending(*squares.split()) == Ending("row", (Seat(winner),), (), "NAC-04")


@pytest.mark.rules("NAC-05")
def test_a_full_board_without_a_row_is_a_draw() -> None:
    state = played(*["A1", "B1", "C1", "B2", "A2", "C2", "B3", "A3", "C3"])
    assert GAME.pending(state) == Ending("full", (), (), "NAC-05")
    assert GAME.words.standing(GAME.view(state, REFEREE)) == "It is a draw."


@pytest.mark.rules("NAC-07")
def test_a_referee_sets_squares_and_the_turn() -> None:
    state = played("B2", "A1")
    for text, says in (
        ("square b2 nobody", "The referee sets B2 from CROSSES to NOBODY."),
        ("turn noughts", "The referee sets the turn from CROSSES to NOUGHTS."),
    ):
        edit = GAME.editing.read(GAME.view(state, REFEREE), text)
        step = GAME.editing.apply(state, edit)
        state = step.state
        assert [GAME.words.tell(event) for event in step.events] == [says]
    found = GAME.pending(state)
    assert isinstance(found, Decisions)
    assert found.open[0].seat == 1
    assert GAME.view(state, REFEREE).held(0) == ()


@pytest.mark.rules("NAC-05", "NAC-07")
def test_a_board_with_a_row_of_both_sides_is_a_draw() -> None:
    state = played("A1", "A3", "B1", "B3")
    for text in ("square c1 crosses", "square c3 noughts"):
        edit = GAME.editing.read(GAME.view(state, REFEREE), text)
        state = GAME.editing.apply(state, edit).state
    assert GAME.pending(state) == Ending("full", (), (), "NAC-05")
    assert GAME.words.standing(GAME.view(state, REFEREE)) == "It is a draw."


def test_the_picture_is_told_in_words() -> None:
    view = GAME.view(played("A1", "B1", "B2", "C1", "C3"), REFEREE)
    scene = RENDERER.scene(view, Look(names=("Ann", "Bo")))
    said = "Crosses (Ann): A1, B2, C3. Noughts (Bo): B1, C1. Crosses wins with A1, B2, C3."
    assert scene.alt == f"Noughts and crosses. {said}"
    grid, *lines = scene.board.rsplit("\n", 3)
    assert grid == "  A B C\n1 X O O\n2 . X .\n3 . . X"
    assert " ".join(lines) == said

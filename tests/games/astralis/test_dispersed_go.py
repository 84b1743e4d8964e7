"""Matches of Dispersed Go: forced passes, questions and words (the rules are in ``cases``)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.astralis import GAME
from games.astralis.events import Ended, Passed
from games.astralis.state import State
from games.core.overlay import Loss, Marker
from games.core.questions import Question
from games.core.types import Decision, Decisions, Forbidden, Malformed, Seat
from tests.games.astralis.positions import only, options, played, step, view
from tests.games.astralis.variants import (
    TWO,
    answer,
    asked,
    digested,
    moves,
    refused_measures,
    set_up,
    settings,
    started,
    told,
)


def stones(y: str = "", c: str = "", t: str = "Y", **more: Any) -> State:
    return set_up("dispersed_go", Y_planets=y, C_planets=c, to_move=t, **more)


@pytest.mark.rules("AST-V4-01")
def test_the_board_is_empty_and_yellow_begins_without_ships() -> None:
    state = started("dispersed_go")
    assert started("dispersed_go", ready=True).ships == state.ships  # as in a first match
    assert (state.phase, state.turn, state.ships) == ("playing", 1, (None, None))
    pending = GAME.pending(state)
    assert pending == Decisions((Decision(Seat(0), "turn", 1),))
    assert len(moves(state)) == 170
    after = played(state, "H8")
    assert GAME.pending(after) == Decisions((Decision(Seat(1), "turn", 2),))
    assert len(moves(started("dispersed_go", size=7))) == 128


def full() -> State:
    """On a small board, one placement before neither side can place anything."""
    state = stones(board=3)
    while len(asked(state, "placements")) > 0:
        before, state = state, step(state, asked(state, "placements")[0]).state
    return before


@pytest.mark.rules("AST-V4-10")
def test_a_side_that_can_place_nothing_passes_by_itself_and_that_counts() -> None:
    state = full()
    done = step(state, asked(state, "placements")[0])
    forced = [event for event in done.events if isinstance(event, Passed)]
    assert forced
    assert all(event.forced for event in forced)
    assert told((forced[0],)) == [f"{forced[0].side.label} can place no stone and passes."]
    assert len(forced) == 2
    assert done.state.phase == "over"
    assert done.state.turn == state.turn + 3
    assert only(done.events, Ended) is not None


def test_the_questions_ask_for_the_row_where_places_are_many() -> None:
    tree = options(stones("H8", "J9"))
    question = tree.question(())
    assert isinstance(question, Question)
    assert question.prompt == "Where does Yellow place a stone?"
    assert [choice.label for choice in question.choices][:2] == ["Row A", "Row B"]
    assert question.choices[-1].label == "Pass"
    row = tree.question(("H",))
    assert isinstance(row, Question)
    assert row.prompt == "Which hex of row H?"
    assert answer(stones("H8", "J9"), "H", "H5") == "H5"
    assert len(question.suggest()) == 3
    small = options(stones(board=4)).question(())
    assert isinstance(small, Question)
    assert len(small.choices) == 38
    assert small.choices[0].mark == "+4"


def test_what_a_placement_takes_is_suggested_first() -> None:
    question = options(stones("A1", "B3", "C")).question(())
    assert isinstance(question, Question)
    first, *_ = question.suggest()
    assert (first.key, first.reason) == ("C1", "+7, Yellow −2, takes A1")


def test_a_story_numbers_stones_and_shows_what_was_taken() -> None:
    first = step(stones("A1", "B3", "C"), "C2")
    second = step(first.state, "H8")
    overlay = GAME.story(view(second.state), (*first.events, *second.events))
    assert [type(part) for part in overlay.parts] == [Marker, Loss, Marker]
    assert [part.number for part in overlay.parts] == [1, 1, 2]
    assert overlay.parts[1].label == "A1"
    assert not GAME.story(view(first.state), first.events)


def test_a_digest_tells_captures_first() -> None:
    first = step(stones("A1", "B3", "C"), "C2")
    second = step(first.state, "H8")
    assert digested(second.state, (*first.events, *second.events), 0) == (
        "Cyan captured your A1.",
        "Cyan placed a stone on C2; you placed a stone on H8.",
        "You 7, Cyan 16.5.",
    )


def test_the_standing_counts_as_the_score_does() -> None:
    assert GAME.words.standing(view(stones("B3 C2 H8", "J9"))) == (
        "Turn 1, Yellow to move: Yellow 18, Cyan 5 + 3.5; 2 contested, 144 unexplored."
    )


def test_no_stored_state_has_ships() -> None:
    written = GAME.state_form.write(replace(stones("H8"), ships=(0, 5)))
    with pytest.raises(Malformed):
        GAME.state_form.read(written)


@pytest.mark.rules("AST-V4-01")
def test_nothing_of_the_game_with_ships_exists() -> None:
    for agreed in ({"swap": True}, {"strict_supply": True}, {"bonus_under_ship": "immediate"}):
        fault = GAME.fault(settings("dispersed_go", **agreed), TWO)
        assert isinstance(fault, Forbidden)
        assert fault.rule == "AST-V4-01"
    assert refused_measures(stones(), "H8") == {
        **dict.fromkeys(("plants", "gain", "threats", "destinations"), "AST-V4-01"),
        "status": "",
    }
    with pytest.raises(Forbidden, match="no ships"):
        stones(Y_ship="A4")

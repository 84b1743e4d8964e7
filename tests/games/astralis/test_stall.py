"""Matches that do not move on, and how they are settled."""

from __future__ import annotations

import pytest

from games.astralis import GAME
from games.astralis.events import (
    Awarded,
    Ended,
    SettleAnswered,
    SettleAsked,
    SettleLapsed,
    Stalled,
)
from games.astralis.moves import AnswerScore, AskScore
from games.astralis.sides import Side
from games.astralis.state import State
from games.core.contract import recast
from games.core.types import Decisions, Ending, Forbidden, NotYourDecision, Seat, Unreadable
from tests.games.astralis.positions import decision, mover, only, played, position, step, view

pytestmark = pytest.mark.rules("AST-45")

YELLOW, CYAN = Seat(0), Seat(1)


def idle(turns: int) -> State:
    """A match in which the ships have flown about for ``turns`` turns."""
    state = position(y="H8", sy="A4", sc="O11")
    places = (("A5", "A4"), ("O12", "O11"))
    for number in range(turns):
        state = played(state, places[number % 2][number // 2 % 2])
    return state


def kinds(state: State) -> set[str]:
    pending = GAME.pending(state)
    assert isinstance(pending, Decisions)
    return {found.key for found in pending.open}


def test_a_notice_comes_after_forty_and_after_sixty_quiet_turns() -> None:
    state, told = idle(0), {}
    for number in range(1, 62):
        text = (("A5", "A4"), ("O12", "O11"))[(number - 1) % 2][(number - 1) // 2 % 2]
        done = step(state, text)
        state = done.state
        if stalled := only(done.events, Stalled):
            told[number] = stalled.turns
    assert told == {40: 40, 60: 60}


def test_a_planet_on_departure_starts_the_count_anew() -> None:
    left = step(played(position(y="I7 I10", sy="B3", sc="H8"), "B3-E6+F7"), "H8-H4")
    assert only(left.events, Awarded) == Awarded(Side.YELLOW, "H8")
    assert left.state.quiet == 0


def test_settling_can_be_asked_for_after_sixty_quiet_turns_and_not_before() -> None:
    state = idle(59)
    assert kinds(state) == {"turn-60-1"}
    with pytest.raises(Forbidden) as caught:
        step(state, "settle")
    assert (caught.value.rule, caught.value.code) == ("AST-45", "E01")
    assert "so far there are 59" in caught.value.sentence
    with pytest.raises(NotYourDecision):
        step(state, "settle", YELLOW)
    ready = played(state, "O11")
    assert kinds(ready) == {"turn-61-0", "settle-61-0", "settle-61-1"}
    pending = GAME.pending(ready)
    assert isinstance(pending, Decisions)
    assert pending.awaited() == (YELLOW,)


def test_a_new_planet_starts_the_count_anew() -> None:
    state = played(idle(60), "A5+B5")
    assert state.quiet == 0
    assert kinds(state) == {"turn-62-1"}


@pytest.mark.parametrize("asker", [YELLOW, CYAN])
def test_the_match_is_scored_as_it_stands_when_the_opponent_agrees(asker: Seat) -> None:
    asked = step(idle(60), "settle", asker)
    assert asked.events == (SettleAsked(Side(asker)),)
    assert recast(view(asked.state), State) == asked.state
    other = Seat(1 - asker)
    assert kinds(asked.state) == {"turn-61-0", f"settle-answer-61-{other}"}
    done = step(asked.state, "AGREE", other)
    ended = Ended("settled", Side.YELLOW, 7.0, 3.5)
    assert done.events == (SettleAnswered(Side(other), True), ended)
    assert GAME.pending(done.state) == Ending("settled", (YELLOW,), (7.0, 3.5), "AST-45")
    assert view(done.state).phase == "over"


def test_a_declined_request_lets_the_match_go_on_until_the_next_turn() -> None:
    asked = played(idle(60), "settle")
    assert mover(asked) == YELLOW
    done = step(asked, "decline", CYAN)
    assert done.events == (SettleAnswered(Side.CYAN, False),)
    assert kinds(done.state) == {"turn-61-0"}
    with pytest.raises(Unreadable):
        step(done.state, "settle")
    later = played(done.state, "A5")
    assert kinds(later) == {"turn-62-1", "settle-62-0", "settle-62-1"}


def test_a_request_stands_until_the_next_turn_of_the_player_who_asked() -> None:
    asked = played(idle(60), "settle")
    moved = step(asked, "A5")
    assert only(moved.events, SettleLapsed) is None
    assert kinds(moved.state) == {"turn-62-1", "settle-answer-61-1"}
    ignored = step(moved.state, "O12")
    assert only(ignored.events, SettleLapsed) == SettleLapsed(Side.YELLOW)
    assert kinds(ignored.state) == {"turn-63-0", "settle-63-0", "settle-63-1"}


def test_a_request_out_of_turn_lapses_when_the_other_plays_on() -> None:
    asked = step(idle(60), "settle", CYAN).state
    moved = step(asked, "A5")
    assert only(moved.events, SettleLapsed) == SettleLapsed(Side.CYAN)
    assert kinds(moved.state) == {"turn-62-1", "settle-62-0", "settle-62-1"}


def test_a_new_planet_ends_a_request() -> None:
    asked = played(idle(60), "settle")
    planted = step(asked, "A5+B5")
    assert only(planted.events, SettleLapsed) == SettleLapsed(Side.YELLOW)
    assert planted.state.asked is None


def test_only_the_other_player_answers_and_only_while_a_request_is_open() -> None:
    state = idle(60)
    asked = played(state, "settle")
    moved = played(asked, "A5")
    with pytest.raises(NotYourDecision):
        step(moved, "agree", YELLOW)
    answer = decision(asked, CYAN, "settle-answer")
    for moment, legal in ((asked, True), (state, False), (idle(3), False)):
        options = GAME.options(view(moment), answer)
        assert options.contains(AnswerScore(True)) is legal
        assert options.contains(AnswerScore(False)) is legal
        assert list(options) == ([AnswerScore(True), AnswerScore(False)] if legal else [])


def test_one_request_is_open_at_a_time() -> None:
    state = idle(60)
    ask = decision(state, CYAN, "settle")
    assert list(GAME.options(view(state), ask)) == [AskScore()]
    asked = played(state, "settle")
    refusal = GAME.options(view(asked), ask).refusal(AskScore())
    assert refusal is not None
    assert refusal.rule == "AST-45"

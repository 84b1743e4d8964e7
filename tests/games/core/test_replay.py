"""Playing a log: the order of checks, dice, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from games.core.contract import Pending
from games.core.events import Edited, Step
from games.core.log.replay import (
    Adjusted,
    LogAction,
    Played,
    Replaced,
    Thrown,
    answer,
    carry_out,
    open_decision,
    play,
    read,
)
from games.core.questions.tree import Tree
from games.core.referee.edits import Edit
from games.core.types import (
    Chance,
    Decision,
    Decisions,
    Ending,
    Forbidden,
    NotYourDecision,
    Rolled,
    Seat,
    Seats,
    Unreadable,
)
from tests.games.replaying import fold
from tests.toy.game import Hide, Light, Move, Rest, State, Toy, ToySettings
from tests.toy.view import Revealed, ToyEvent

TOY = Toy()
RED, GREEN = Seat(0), Seat(1)
HIDING = State(lamps=(0, 0), oil=(4, 4))
WINDLESS = State(lamps=(3, 5), oil=(4, 4))
PLAYING = replace(WINDLESS, wind=2)  # the die says that Green begins
TURN = Decision(GREEN, "turn", 0, batch="turn-0")

LOG: tuple[LogAction, ...] = (
    Played(GREEN, "hide-0-1", Hide(5)),
    Played(RED, "hide-0-0", Hide(3)),
    Thrown(Rolled(((2,),))),
    Played(GREEN, "turn-0-1", Light(2, 3)),
    Played(RED, "turn-1-0", Light(5, 2)),
    Played(GREEN, "turn-2-1", Rest()),
    Played(RED, "turn-3-0", Light(3, 2)),
)


@pytest.mark.rules("TOY-01", "TOY-02", "TOY-03", "TOY-04", "TOY-06", "TOY-07")
def test_a_log_folds_to_its_ending() -> None:
    positions = list(fold(TOY, ToySettings(), Seats.alone(2), LOG))
    assert len(positions) == 8
    assert positions[0].log_action is None
    assert positions[0].state == HIDING
    assert positions[3].state == PLAYING
    assert [position.log_action for position in positions[1:]] == list(LOG)
    # Red: 2 + 2 and 3 for its lamp; Green: 3 less the wind, and 3 for the lamp that Red lit.
    assert TOY.pending(positions[-1].state) == Ending("score", (RED,), (7.0, 5.0), "TOY-07")
    assert [event for event in positions[-1].events if isinstance(event, Revealed)] == [
        Revealed(seat=0, lamp=3),
        Revealed(seat=1, lamp=5),
    ]


def test_a_typed_move_is_checked_once_and_applied_from_what_the_check_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    checked: list[Move] = []
    applied: list[object] = []

    def check(tree: Tree[Move], move: Move) -> str:
        checked.append(move)
        return "found"

    class Going(Toy):
        def apply(
            self, state: State, seat: Seat, decision: Decision, move: Move, found: Any = None
        ) -> Step[State, ToyEvent]:
            applied.append(found)
            return super().apply(state, seat, decision, move)

    monkeypatch.setattr(Tree, "check", check)
    decision, move, step = answer(Going(), PLAYING, GREEN, "B2+3")
    assert (decision.key, move) == ("turn-0-1", Light(2, 3))
    assert step == TOY.apply(PLAYING, GREEN, decision, move)
    play(Going(), PLAYING, decision, move)
    assert checked == [move, move]
    assert applied == ["found", "found"]


def test_an_adjustment_in_a_log_is_carried_out_at_its_place() -> None:
    oil, lamp = Edit("oil", ("RED", "1")), Edit("lamp", ("GREEN", "2"))
    log = (*LOG[:3], Adjusted(oil), Adjusted(lamp), *LOG[3:4])
    positions = list(fold(TOY, ToySettings(), Seats.alone(2), log))
    assert positions[4].state == replace(PLAYING, oil=(1, 4))
    assert positions[4].events == (Edited(what="sets the oil of Red", before="4", after="1"),)
    assert positions[5].events == (
        Edited(what="sets the lamp of Green", before="beacon 5", after="beacon 2", only=(GREEN,)),
    )
    assert positions[6].log_action == LOG[3]
    with pytest.raises(Forbidden, match="You have 1 oil"):
        carry_out(TOY, positions[6].state, LOG[4])


def test_an_adjustment_that_cannot_be_stops_a_log_and_changes_nothing() -> None:
    impossible = (
        Edit("oil", ("RED", "-1")),
        Edit("lamp", ("RED", "7")),
        Edit("turn", ("4",)),
        Edit("turn", ("4", "4")),
        Edit("turn", ("four",)),
        Edit("turn", ("03",)),
        Edit("luck"),
    )
    for adjustment in impossible:
        with pytest.raises(Forbidden):
            carry_out(TOY, PLAYING, Adjusted(adjustment))
    positions: Iterator[object] = fold(
        TOY, ToySettings(), Seats.alone(2), [Adjusted(Edit("turn", ("1",))), *LOG]
    )
    next(positions)
    with pytest.raises(Forbidden, match="All lamps must be hidden first"):
        next(positions)


def test_an_adjustment_needs_no_decision_to_be_open() -> None:
    waiting = carry_out(TOY, WINDLESS, Adjusted(Edit("oil", ("GREEN", "0")))).state
    assert isinstance(TOY.pending(waiting), Chance)
    over = replace(PLAYING, turns=4)
    assert isinstance(TOY.pending(over), Ending)
    again = carry_out(TOY, over, Adjusted(Edit("turn", ("3",)))).state
    assert open_decision(TOY, again, RED, "turn-3-0").seat == RED


def test_a_match_goes_on_from_a_position_whatever_was_before() -> None:
    elsewhere = replace(PLAYING, wind=1, oil=(1, 1))
    log = (*LOG[:2], Replaced(elsewhere), Played(RED, "turn-0-0", Light(6, 1)))
    positions = list(fold(TOY, ToySettings(), Seats.alone(2), log))
    assert positions[3].state == elsewhere
    assert positions[3].events == ()
    assert positions[4].state.oil == (0, 1)
    placed = carry_out(TOY, positions[4].state, Replaced(PLAYING))
    assert (placed.state, placed.events) == (PLAYING, ())


def test_a_log_stops_at_its_first_bad_deed() -> None:
    bad = (*LOG[:4], Played(RED, "turn-1-0", Light(2, 1)), *LOG[5:])
    positions: Iterator[object] = fold(TOY, ToySettings(), Seats.alone(2), bad)
    for _ in range(5):
        next(positions)
    with pytest.raises(Forbidden, match="Beacon 2 burns already") as caught:
        next(positions)
    assert caught.value.rule == "TOY-04"


@pytest.mark.rules("TOY-05")
def test_a_move_is_checked_before_it_is_played() -> None:
    decision = Decision(GREEN, "turn", 0)
    with pytest.raises(Forbidden, match="You have 1 oil and asked for 3") as caught:
        play(TOY, replace(PLAYING, oil=(4, 1)), decision, Light(1, 3))
    assert caught.value.rule == "TOY-05"
    assert play(TOY, PLAYING, decision, Light(1, 3)).state.oil == (4, 1)


def test_a_decision_that_is_not_open_is_nobodys() -> None:
    assert open_decision(TOY, PLAYING, GREEN, "turn-0-1") == TURN
    for state in (PLAYING, WINDLESS, replace(PLAYING, turns=4)):
        with pytest.raises(NotYourDecision):
            open_decision(TOY, state, GREEN, "turn-3-1")


def test_the_decision_of_another_seat_cannot_be_answered() -> None:
    with pytest.raises(NotYourDecision, match="already been decided"):
        carry_out(TOY, PLAYING, Played(RED, "turn-0-1", Rest()))


@pytest.mark.parametrize(
    ("state", "faces"),
    [
        (PLAYING, ((1,),)),
        (HIDING, ((1,),)),
        (WINDLESS, ((7,),)),
        (WINDLESS, ((1, 1),)),
        (WINDLESS, ()),
    ],
)
def test_dice_that_were_not_asked_for_are_refused(
    state: State, faces: tuple[tuple[int, ...], ...]
) -> None:
    with pytest.raises(ValueError, match="dice"):
        carry_out(TOY, state, Thrown(Rolled(faces)))


def test_a_text_is_read_for_the_open_decision_of_its_seat() -> None:
    assert read(TOY, HIDING, RED, "lamp4") == (Decision(RED, "hide", 0, secret=True), Hide(4))
    assert read(TOY, PLAYING, GREEN, "b3+2") == (TURN, Light(3, 2))


def test_a_text_of_a_seat_that_is_not_asked_is_refused() -> None:
    for state, seat in ((PLAYING, RED), (WINDLESS, RED), (replace(PLAYING, turns=4), GREEN)):
        with pytest.raises(NotYourDecision, match="It is not your turn"):
            read(TOY, state, seat, "REST")


class WithAnOffer(Toy):
    """Whose turn it is may also hide its lamp again."""

    def pending(self, state: State) -> Pending:
        pending = super().pending(state)
        if not isinstance(pending, Decisions):
            return pending
        offers = (Decision(one.seat, "hide", 1, waits=False) for one in pending.open)
        return Decisions((*pending.open, *offers))


@pytest.mark.parametrize(
    ("text", "kind", "move"),
    [("REST", "turn", Rest()), ("LAMP4", "hide", Hide(4)), ("4", "hide", Hide(4))],
)
def test_a_text_goes_to_the_first_decision_that_can_use_it(
    text: str, kind: str, move: Move
) -> None:
    decision, found = read(WithAnOffer(), PLAYING, GREEN, text)
    assert (decision.kind, found) == (kind, move)


def test_a_text_that_no_decision_can_use_is_refused_by_the_first() -> None:
    with pytest.raises(Unreadable, match=r"Lamps are hidden first.*You can write"):
        read(WithAnOffer(), PLAYING, GREEN, "LAMP?")
    with pytest.raises(Forbidden, match="no beacon 9"):
        read(WithAnOffer(), PLAYING, GREEN, "B9+1")


def test_a_text_that_no_decision_can_use_is_refused_where_it_would_be_an_answer() -> None:
    with pytest.raises(Forbidden, match="no beacon 9"):
        read(WithAnOffer(), PLAYING, GREEN, "LAMP9")

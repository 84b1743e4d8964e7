"""What silence means: a proposal that is declined by playing on waits for its player, and two
timeouts in a row call the referee of Cosmic Conflict."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.play.clocks.due_times import UNTIMED
from bot.play.deadlines.expiry import Expiry
from bot.play.match.automation import Automation
from bot.play.match.transitions import Transition
from bot.play.seat_holders import Answers, ConditionalMove, with_answers
from bot.play.storage.records import EntryKind, OpenDecision
from games.astralis import GAME as ASTRALIS
from games.core.contract import AnyGame
from games.core.standing import ANYTHING, GivenOrders
from games.core.types import SPECTATOR, Decision, Seat, Seated, Seats
from games.cosmic_conflict.game import GAME as COSMIC
from tests.games.astralis.test_adjusting import W08
from tests.games.cosmic_conflict.activations import acting, ship
from tests.games.cosmic_conflict.matches import orders
from tests.games.hosted import NOW, hosted

ONE, TWO = Seat(0), Seat(1)
DRIFT = "ACTIVATE {}; MOVE V0; DONE"


def begun(game: AnyGame, state: Any, given: dict[Seat, GivenOrders], **of_two: Any) -> Transition:
    there = hosted(game, state, SPECTATOR, Seats.alone(2), given)
    holders = [replace(each, **of_two) if each.seat == TWO else each for each in there.holders]
    return Transition(game, there.record, holders, state)


def plays(transition: Transition, seat: Seat, kind: str, text: str) -> None:
    """A person plays, and what follows by itself happens."""
    game = transition.game
    decision = asked(transition, seat, kind)
    move = game.read(game.view(transition.state, Seated(seat)), decision, text)
    done = game.apply(transition.state, seat, decision, move)
    transition.play(EntryKind.MOVE, decision, move, done, 1 + seat)
    Automation(transition).carry_on()


def asked(transition: Transition, seat: Seat, kind: str) -> Decision:
    return next(
        each for each in transition.open_decisions if (each.seat, each.kind) == (seat, kind)
    )


def queued(*texts: str, away: bool = False) -> Transition:
    """Side 2 has queued the activations of both its ships; side 1 plays."""
    own = [ship(f"a{number}", "WREN", f"{10 * number} 3") for number in (1, 2)]
    match = acting(*own, *(ship(f"b{number}", "WREN", f"{10 * number} 27") for number in (1, 2)))
    queue = orders(match, 2, *(f"QUEUE {DRIFT.format(each)}" for each in ("b1", "b2")))
    transition = begun(COSMIC, match.state, {ONE: (), TWO: queue}, away=away)
    for text in texts:
        plays(transition, ONE, "activate", text)
    return transition


def kinds(transition: Transition) -> list[str]:
    return [
        f"{line.seat}: {line.kind}" for line in transition.lines if line.kind is not EntryKind.DICE
    ]


def test_a_queue_runs_where_nothing_is_proposed() -> None:
    assert kinds(queued(DRIFT.format("a1"))) == ["0: move", "1: standing"]


@pytest.mark.rules("CC-213", "D-089", "CC-T04")
def test_a_queue_waits_for_the_answer_to_a_proposal_to_stop() -> None:
    transition = queued("STOP", DRIFT.format("a1"))
    assert kinds(transition) == ["0: move", "0: move"]
    assert transition.state.course.stopping == 1
    plays(transition, TWO, "activate", DRIFT.format("b2"))
    assert transition.state.course.stopping == 0
    plays(transition, ONE, "activate", DRIFT.format("a2"))
    assert kinds(transition)[-2:] == ["0: move", "1: standing"], "what is left of it goes on"


@pytest.mark.rules("CC-213", "D-089", "CC-T04")
def test_silence_declines_and_the_queue_goes_on() -> None:
    transition = queued("STOP", DRIFT.format("a1"))
    assert Automation(transition).expire(asked(transition, TWO, "activate"))
    assert transition.lines[-1].text == DRIFT.format("b1")
    assert transition.state.course.stopping == 0
    absent = queued("STOP", DRIFT.format("a1"), away=True)
    assert kinds(absent) == ["0: move", "0: move", "1: standing"]


@pytest.mark.rules("AST-45")
def test_a_conditional_move_waits_for_the_answer_to_a_request_to_settle() -> None:
    state = replace(W08, quiet=60, turn=61)
    mover = state.seats[state.to_move]
    view = ASTRALIS.view(state, Seated(mover))
    turn = Decision(mover, "turn", state.turn)
    move = next(iter(ASTRALIS.options(view, turn)))
    later = ASTRALIS.apply(state, mover, turn, move).state
    other = Seat(1 - mover)
    reply = next(
        iter(ASTRALIS.options(ASTRALIS.view(later, Seated(other)), Decision(other, "turn", 62)))
    )
    given = Answers(lines=((ConditionalMove(ANYTHING, ASTRALIS.write(reply)),),))
    for asks, last in ((False, EntryKind.CONDITIONAL), (True, EntryKind.MOVE)):
        there = hosted(ASTRALIS, state, SPECTATOR, Seats.alone(2), {ONE: (), TWO: ()})
        holders = [
            with_answers(each, given) if each.seat == other else each for each in there.holders
        ]
        transition = Transition(ASTRALIS, there.record, holders, state)
        if asks:
            plays(transition, mover, "settle", "settle")
        plays(transition, mover, "turn", ASTRALIS.write(move))
        assert transition.lines[-1].kind is last
        assert (transition.state.asked is None) is not asks


@pytest.mark.rules("CC-T04")
def test_two_timeouts_in_a_row_call_the_referee() -> None:
    transition = queued()
    transition.keep(replace(transition.holders[TWO], answers=""))
    transition.match = replace(transition.match, referee=9, clock="24h; autopilot never")
    calls = []
    for own in ("a1", "a2"):
        plays(transition, ONE, "activate", DRIFT.format(own))
        key, match = asked(transition, TWO, "activate").key, transition.match.id
        expiry = Expiry(transition, NOW, UNTIMED)
        expiry.look([OpenDecision(match, key, TWO, "activate", waits=True, due_at=NOW)])
        calls.append([each.about for each in expiry.outbox_messages()])
    assert calls == [[], ["late:1"]]

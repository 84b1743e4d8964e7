"""Playing through the set-up and the rounds: moves, dice, and what came of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from games.astral_sailors import agenda
from games.astral_sailors.agenda import NOTATION
from games.astral_sailors.agreement import Agreement
from games.astral_sailors.options import legality
from games.astral_sailors.rules.setup import muster
from games.astral_sailors.rules.setup.armies import TakeList
from games.astral_sailors.rules.setup.bellicose import Bellicose
from games.astral_sailors.rules.setup.deployment import DeployRest
from games.astral_sailors.rules.setup.muster import Lock
from games.astral_sailors.state import State, StepBuilder
from games.astral_sailors.tasks import Move
from games.astral_sailors.view import SailorsView
from games.core.events import Event, Step
from games.core.types import Chance, Decision, Decisions, Forbidden, Rolled, Seat, Seated, Seats

Outcome = Step[State, Event]
E = TypeVar("E")


def seats(*teams: int) -> Seats:
    """``seats(1, 2)``: a team of one and a team of two."""
    return Seats(tuple(number for number, count in enumerate(teams) for _ in range(count)))


def opened(*teams: int, **options: object) -> State:
    """The first state of a match of teams with so many players, as far as it goes by itself."""
    agreement = Agreement.model_validate(options)
    builder = StepBuilder(muster.opening(agreement, seats(*teams)))
    agenda.run(builder)
    return builder.done().state


def waiting(state: State) -> tuple[tuple[str, int], ...]:
    """Kind and seat of every decision that is waited for."""
    pending = agenda.pending(state)
    assert isinstance(pending, Decisions), pending
    return tuple((each.kind, int(each.seat)) for each in pending.open if each.waits)


def asked(state: State, seat: int, move: Move) -> Decision:
    """The open decision of ``seat`` that a move of this kind answers."""
    pending = agenda.pending(state)
    assert isinstance(pending, Decisions), pending
    fitting = [
        each for each in pending.of(Seat(seat)) if each.kind in NOTATION.verb(move, each.kind).kinds
    ]
    assert len(fitting) == 1, (pending.open, move)
    return fitting[0]


def refused(state: State, seat: int, move: Move) -> Forbidden | None:
    """What the player reads who tries this, from the seat's own view."""
    decision = asked(state, seat, move)
    return legality.refusal(SailorsView.of(state, Seated(Seat(seat))), decision, move)


def code(state: State, seat: int, move: Move) -> str:
    """The code of the refusal; empty for a legal move."""
    found = refused(state, seat, move)
    return "" if found is None else found.code


def play(state: State, seat: int, move: Move) -> Outcome:
    """Make a move, which must be legal."""
    decision = asked(state, seat, move)
    why = legality.refusal(SailorsView.of(state, Seated(Seat(seat))), decision, move)
    assert why is None, why
    builder = StepBuilder(state)
    move.do(builder, decision)
    agenda.run(builder)
    return builder.done()


def wanted(state: State) -> tuple[int, str]:
    """How many dice are asked for now, and why."""
    pending = agenda.pending(state)
    assert isinstance(pending, Chance), pending
    (roll,) = pending.rolls
    return roll.count, roll.why


def roll(state: State, *faces: int) -> Outcome:
    """Answer the dice that are asked for."""
    pending = agenda.pending(state)
    assert isinstance(pending, Chance), pending
    rolled = Rolled((faces,))
    assert rolled.answers(pending), (pending, faces)
    builder = StepBuilder(state)
    agenda.rolled(builder, rolled)
    return builder.done()


def of(outcome: Outcome, kind: type[E]) -> list[E]:
    """The events of one kind."""
    return [event for event in outcome.events if isinstance(event, kind)]


def peaceful(state: State) -> State:
    """Every team that is asked has said no to Bellicose."""
    while state.table.phase == "bellicose" and not state.table.agenda:
        _, seat = waiting(state)[0]
        state = play(state, seat, Bellicose(yes=False)).state
    return state


def mustered(state: State, *lists: str, objectives: Sequence[int] = ()) -> Outcome:
    """Roll objectives (Glory for all, or these), then let every seat take its list and lock it."""
    count, _ = wanted(state)
    state = roll(state, *(objectives or (2,) * count)).state
    outcome: Outcome | None = None
    for seat in range(len(state.table.players)):
        wish = lists[seat] if seat < len(lists) else ("PlainEX", "PlainGU")[seat % 2]
        state = play(state, seat, TakeList(wish)).state
        outcome = play(state, seat, Lock())
        state = outcome.state
    assert outcome is not None
    return outcome


def deployed(state: State) -> Outcome:
    """From the dice-off for the deployment on, the bot deploys for everybody."""
    count, why = wanted(state)
    assert why == "dice-off: deployment"
    outcome = roll(state, *range(6, 6 - count, -1))
    while (state := outcome.state).table.phase == "deployment":
        if not isinstance(agenda.pending(state), Decisions):
            return outcome
        outcome = play(state, state.table.turn.seat, DeployRest())
    return outcome

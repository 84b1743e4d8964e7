"""Replays a log.

The log is the truth and a state is what the log folds to. Everything that
plays (the host, the command line, tests) goes through ``play`` and ``carry_out``
here, so that there is one order of checks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from games.core.contract import AnyGame
from games.core.events import Step
from games.core.questions import Options, suggest
from games.core.types import (
    DECIDED,
    NOT_YOUR_TURN,
    Chance,
    Decision,
    Decisions,
    Forbidden,
    Misplaced,
    NotYourDecision,
    OutOfPlace,
    Refusal,
    Rolled,
    Seat,
    Seated,
    Unreadable,
)


@dataclass(frozen=True, slots=True)
class Played:
    """A seat answered a decision."""

    seat: Seat
    decision: str
    move: Any


@dataclass(frozen=True, slots=True)
class Thrown:
    """The host made the rolls that the rules asked for."""

    rolled: Rolled


@dataclass(frozen=True, slots=True)
class Adjusted:
    """The referee made an adjustment."""

    adjustment: Any


@dataclass(frozen=True, slots=True)
class Replaced:
    """The match continues from this state."""

    state: Any


LogAction: TypeAlias = Played | Thrown | Adjusted | Replaced
"""Log actions that change the state."""


def open_decision(game: AnyGame, state: Any, seat: Seat, key: str) -> Decision:
    """The open decision of ``seat`` with this key. Raises ``NotYourDecision``.

    The refusal is the same for everything that this seat cannot decide, so that
    nobody finds out by trying whether another seat has answered in secret.
    """
    pending = game.pending(state)
    found = pending.find(key) if isinstance(pending, Decisions) else None
    if found is None or found.seat != seat:
        raise NotYourDecision(DECIDED)
    return found


def play(game: AnyGame, state: Any, decision: Decision, move: Any) -> Step[Any, Any]:
    """Check ``move`` against the options and apply it. Raises ``Forbidden``."""
    return carried_out(game, state, game.view(state, Seated(decision.seat)), decision, move)


def carried_out(
    game: AnyGame, state: Any, view: Any, decision: Decision, move: Any
) -> Step[Any, Any]:
    """``play`` for a caller that has the seat's ``view`` of ``state`` already. Raises
    ``Forbidden``."""
    found = game.options(view, decision).check(move)
    return game.apply(state, decision.seat, decision, move, found)


def answer(
    game: AnyGame, state: Any, seat: Seat, text: str
) -> tuple[Decision, Any, Step[Any, Any]]:
    """The decision that ``read`` finds, the move, and what it does."""
    decision, move, found = _understood(game, state, seat, text)
    return decision, move, game.apply(state, seat, decision, move, found)


def read(game: AnyGame, state: Any, seat: Seat, text: str) -> tuple[Decision, Any]:
    """The open decision of ``seat`` that ``text`` answers, and the move it means.

    A seat may have several decisions open (its turn, and an offer it may
    accept). The first that can make a legal move of the text takes it; if none
    can, the refusal is that of the first to whose kind of question it is an answer.
    """
    decision, move, _ = _understood(game, state, seat, text)
    return decision, move


def _understood(game: AnyGame, state: Any, seat: Seat, text: str) -> tuple[Decision, Any, Any]:
    """``read``, and what the check of the move has worked out."""
    pending = game.pending(state)
    mine = pending.of(seat) if isinstance(pending, Decisions) else ()
    if not mine:
        raise NotYourDecision(NOT_YOUR_TURN)
    view = game.view(state, Seated(seat))
    refusals: list[Refusal] = []
    for decision in mine:
        try:
            move = game.read(view, decision, text)
            return decision, move, game.options(view, decision).check(move)
        except Refusal as refusal:
            refusals.append(refusal)
    misplaced = OutOfPlace | Misplaced
    at = next((at for at, each in enumerate(refusals) if not isinstance(each, misplaced)), 0)
    raise _teach(refusals[at], game.options(view, mine[at]), text)


def _teach(refusal: Refusal, options: Options[Any], text: str) -> Refusal:
    """The refusal with what can be written instead, where it names nothing of this move."""
    loose = isinstance(refusal, Unreadable | OutOfPlace)
    general = loose and refusal.instead.startswith("For example")
    if (refusal.instead and not general) or not (
        instead := suggest(options, text, refusal.sentence)
    ):
        return refusal
    if isinstance(refusal, Forbidden):
        return refusal.retold(instead=instead)
    return Unreadable(refusal.sentence, instead=instead)


def carry_out(game: AnyGame, state: Any, log_action: LogAction) -> Step[Any, Any]:
    """Carry out one action of a log.

    Raises a ``Refusal``, or ``ValueError`` for dice that nobody asked for.
    """
    if isinstance(log_action, Played):
        decision = open_decision(game, state, log_action.seat, log_action.decision)
        return play(game, state, decision, log_action.move)
    if isinstance(log_action, Adjusted):
        return game.editing.apply(state, log_action.adjustment)
    if isinstance(log_action, Replaced):
        return Step(log_action.state, ())
    pending = game.pending(state)
    if not isinstance(pending, Chance) or not log_action.rolled.answers(pending):
        raise ValueError("the log has dice that the rules did not ask for")
    return game.chance(state, log_action.rolled)

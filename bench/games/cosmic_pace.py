"""Cosmic Conflict: how often a match waits for somebody, by turns and with queues."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from bench.games.self_play import COSMIC, opening
from bench.measure import Figure
from games.core.chance import Chance
from games.core.decisions import Decision, Decisions
from games.core.endings import Ending
from games.core.log.replay import Played, Thrown, act
from games.core.notation import Asked
from games.core.seats import Seated
from games.core.standing.orders import Orders
from games.cosmic_conflict import moves as m
from games.cosmic_conflict.computer import plans
from games.cosmic_conflict.computer.situation import Situation
from games.cosmic_conflict.rules import activation, windows
from games.cosmic_conflict.rules.attacks import can_attack
from games.cosmic_conflict.standing import STANDING
from games.cosmic_conflict.table import Unit
from games.cosmic_conflict.view import View
from tests.games.duels import by_computer
from tests.games.kit import roll

FLEETS = ("A", "B")
BEFORE = ("fleet", "deploy")
MATCHES, FULL = 6, 2


@dataclass
class _Match:
    """A match of two computer players with the starter fleets.

    ``queues``  whether they queue all activations of a turn when they give their Orders
    ``waits``   how often it began to wait for a seat, or for both at once; ``early`` in the first
                turns, where all units are there
    """

    queues: bool
    given: list[Orders] = field(default_factory=lambda: [(), ()])
    waits: int = 0
    early: int = 0
    _last: Any = None

    def play(self, seed: int) -> None:
        state, rng = opening(COSMIC, {}), random.Random(seed)
        while not isinstance(pending := COSMIC.pending(state), Ending):
            if isinstance(pending, Chance):
                state = act(COSMIC, state, Thrown(roll(pending, rng))).state
                continue
            seat, key, move = self._answer(state, pending, rng)
            state = act(COSMIC, state, Played(seat, key, move)).state

    def _answer(self, state: Any, pending: Decisions, rng: random.Random) -> tuple[Any, Any, Any]:
        decision = next(each for each in pending.open if each.waits)
        view = COSMIC.view(state, Seated(decision.seat))
        found = STANDING.answer(view, decision, self.given[decision.seat])
        if found:
            self.given[decision.seat] = found.left
        if found and found.move:
            return decision.seat, decision.key, found.move
        self._wait(view, decision)
        if self.queues and decision.kind == "orders":
            self._queue(view, decision, rng)
        return decision.seat, decision.key, self._move(view, decision, rng)

    def _wait(self, view: View, decision: Decision) -> None:
        """Both sides are waited for at once where they decide in secret."""
        secret = decision.kind in ("fleet", "orders")
        now = (decision.kind, view.table.turn) if secret else decision.seat
        if now != self._last:
            self.waits += 1
            self.early += view.course.phase not in BEFORE and view.table.turn <= FULL
        self._last = now

    def _move(self, view: View, decision: Decision, rng: random.Random) -> Any:
        """As a computer player decides, but nobody passes."""
        if decision.kind == "fleet":
            return m.ChooseFleet(FLEETS[decision.seat])
        move = by_computer(COSMIC)(view, decision, rng)
        if isinstance(move, m.Pass):
            turn = view.course.activation
            assert turn is not None
            return m.Activate(next(activation.waiting(view.table, turn.size, turn.side)).id)
        return move

    def _queue(self, view: View, decision: Decision, rng: random.Random) -> None:
        """Each ship fires at what it reaches now, whichever of these is legal then, and moves."""
        now = Situation(Asked(view, decision), "normal")
        for unit in sorted(now.own, key=view.table.size):
            move = next(plans.moves(now, unit, rng), m.Move())
            whole = m.Activate(unit.id, (*_shots(view, unit), replace(move, pws=()), m.Done()))
            order = STANDING.read(view, f"QUEUE {COSMIC.write(whole)}")
            self.given[decision.seat] = STANDING.given(self.given[decision.seat], order)


def _shots(view: View, unit: Unit) -> Iterator[m.Fire]:
    table = view.table
    for place in windows.weapons(table, unit):
        targets = [each.id for each in table.enemies(unit) if can_attack(table, unit, place, each)]
        if len(targets) > 1:
            yield m.Fire(table.design(unit).labels[place], tuple(targets))


def cosmic_pace() -> list[Figure]:
    """How often a match of fleets A and B waits for another seat than before, in a turn: with
    both sides queueing a whole turn as they give their Orders, against one activation after the
    other, where nobody passes. Windows are answered by standing orders as they hold from the
    start; where the head of a queue is not legal any more, its owner is asked.
    """
    turns, queued = _Match(queues=False), _Match(queues=True)
    for match in (turns, queued):
        for seed in range(MATCHES):
            match.play(seed)
    return [
        Figure(
            "Pace of Cosmic Conflict: waits a turn with queues on both sides, against strict "
            "alternation",
            queued.early / (MATCHES * FULL),
            turns.early / (MATCHES * FULL),
            "waits",
            queued.early / turns.early,
            limit=1 / 3,
            note="at most 3 and 9; computer players, fleets A and B, the first two turns",
        ),
        Figure(
            "Pace of Cosmic Conflict: waits a match with queues on both sides, against strict "
            "alternation",
            queued.waits / MATCHES,
            turns.waits / MATCHES,
            "waits",
            queued.waits / turns.waits,
            note="fleets and deployment included",
        ),
    ]

"""Astral Sailors with a planted leak each: the test of two worlds has to find every one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.astral_sailors.game import AstralSailors
from games.astral_sailors.state import State
from games.astral_sailors.tasks import Move
from games.astral_sailors.view import SailorsView
from games.core.contract import Pending
from games.core.events import Event, Step
from games.core.types import REFEREE, Chance, Decision, Decisions, Rolled, Seat, Viewer

# --- In views ---


class ShowsObjectives(AstralSailors):
    def view(self, state: State, viewer: Viewer) -> SailorsView:
        return replace(super().view(state, viewer), secrets=SailorsView.of(state, REFEREE).secrets)


class ShowsReserves(AstralSailors):
    """Units that nobody has seen stand in everybody's roster."""

    def view(self, state: State, viewer: Viewer) -> SailorsView:
        honest = super().view(state, viewer)
        return replace(honest, table=replace(honest.table, units=state.table.units))


class ShowsMainCommanders(AstralSailors):
    """The code of a Commander that has not come tells its place on the list."""

    def view(self, state: State, viewer: Viewer) -> SailorsView:
        honest = super().view(state, viewer)
        return replace(honest, table=replace(honest.table, players=state.table.players))


class ShowsWhoHasAnswered(AstralSailors):
    def view(self, state: State, viewer: Viewer) -> SailorsView:
        answers = SailorsView.of(state, REFEREE).answers
        return replace(super().view(state, viewer), answers=answers)


# --- In what the match waits for ---


class WaitsForTargets(AstralSailors):
    """A Manhunt that needs another target holds the match up."""

    def pending(self, state: State) -> Pending:
        pending = super().pending(state)
        if not isinstance(pending, Decisions):
            return pending
        hunting = {each.seat for each in pending.open if each.kind == "target"}
        return Decisions(
            tuple(
                replace(each, waits=True) if each.seat in hunting else each for each in pending.open
            )
        )


class HurriesTargets(AstralSailors):
    """Only what all are asked has a clock that all share."""

    def pending(self, state: State) -> Pending:
        pending = super().pending(state)
        if not isinstance(pending, Decisions):
            return pending
        return Decisions(
            tuple(
                replace(each, phase="") if each.kind == "target" else each for each in pending.open
            )
        )


class RollsForFewer(AstralSailors):
    """No die for those who are Bellicose, though nobody may know who that is."""

    def pending(self, state: State) -> Pending:
        pending = super().pending(state)
        if not isinstance(pending, Chance) or pending.rolls[0].why != "objectives":
            return pending
        rolling = sum(not secret.bellicose for secret in state.secrets)
        return Chance((replace(pending.rolls[0], count=rolling),))


# --- In events ---


class TellsAll(AstralSailors):
    """Events have lost their audience."""

    def apply(
        self, state: State, seat: Seat, decision: Decision, move: Move, found: Any = None
    ) -> Step[State, Event]:
        step = super().apply(state, seat, decision, move, found)
        return Step(step.state, tuple(replace(event, only=None) for event in step.events))

    def chance(self, state: State, rolled: Rolled) -> Step[State, Event]:
        step = super().chance(state, rolled)
        return Step(step.state, tuple(replace(event, only=None) for event in step.events))

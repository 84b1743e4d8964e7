"""Astral Sailors with a planted leak each: the test of two worlds has to find every one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.astral_sailors.game import AstralSailors
from games.astral_sailors.rules.setup import armies
from games.astral_sailors.standing import SailorsStanding
from games.astral_sailors.state import State
from games.astral_sailors.tasks import Move
from games.astral_sailors.view import SailorsView
from games.astral_sailors.words.words import SailorsWords
from games.core.contract import Pending, Words
from games.core.questions import Options, Question
from games.core.standing import GivenOrders, Standing
from games.core.types import (
    REFEREE,
    Chance,
    Decision,
    Decisions,
    Event,
    Forbidden,
    Rolled,
    Seat,
    Step,
    Viewer,
)
from renderers import Look, Renderer
from renderers.astral_sailors import RENDERER, SailorsScene

PEEKED: list[State] = []
"""The state behind the view that was made last."""


def aims() -> tuple[int, ...]:
    return tuple(secret.objective for secret in PEEKED[-1].secrets)


def targets() -> tuple[int, ...]:
    return tuple(secret.target for secret in PEEKED[-1].secrets)


def prices() -> tuple[int, ...]:
    state = PEEKED[-1]
    return tuple(armies.price(state.table.catalogue, each.units) for each in state.sheets)


class Peeking(AstralSailors):
    """Honest so far, but its parts can look past the view."""

    def view(self, state: State, viewer: Viewer) -> SailorsView:
        PEEKED[:] = [state]
        return super().view(state, viewer)


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


class ShowsByOrder(AstralSailors):
    """No comparison of mappings looks at their order."""

    def view(self, state: State, viewer: Viewer) -> SailorsView:
        honest = super().view(state, viewer)
        units = honest.table.units
        if sum(secret.objective for secret in state.secrets) % 2:
            units = {code: units[code] for code in sorted(units, reverse=True)}
        return replace(honest, table=replace(honest.table, units=units))


# --- In what the match waits for ---


class CountsEditsInKeys(AstralSailors):
    def pending(self, state: State) -> Pending:
        pending = super().pending(state)
        if not isinstance(pending, Decisions):
            return pending
        edits = sum(draft.edits for draft in state.sheets)
        return Decisions(tuple(replace(each, number=each.number + edits) for each in pending.open))


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


# --- In words ---


class TellingWords(SailorsWords):
    def standing(self, view: SailorsView) -> str:
        return f"{super().standing(view)} {sum(prices())}"


class TellsPrices(Peeking):
    words: Words[SailorsView, Event] = TellingWords()


class AskingWords(SailorsWords):
    def ask(self, view: SailorsView, decision: Decision) -> str:
        return super().ask(view, decision) + "!" * sum(aims())


class AsksLouder(Peeking):
    words: Words[SailorsView, Event] = AskingWords()


class ConsideringWords(SailorsWords):
    def consider(self, view: SailorsView, decision: Decision, move: Move) -> tuple[str, ...]:
        return (
            *super().consider(view, decision, move),
            *("Careful." for aim in aims() if aim == 3),
        )


class Warns(Peeking):
    words: Words[SailorsView, Event] = ConsideringWords()


# --- In options ---


@dataclass(frozen=True)
class Wrapped:
    """Options to plant leaks in."""

    honest: Options[Move]

    def refusal(self, move: Move) -> Forbidden | None:
        return self.honest.refusal(move)

    def check(self, move: Move) -> Any:
        if refused := self.refusal(move):
            raise refused
        return self.honest.check(move)

    def contains(self, move: Move) -> bool:
        return self.refusal(move) is None

    def question(self, path: Sequence[str]) -> Question | Move:
        return self.honest.question(path)

    def __iter__(self) -> Iterator[Move]:
        return iter(self.honest)


class Excusing(Wrapped):
    def refusal(self, move: Move) -> Forbidden | None:
        found = self.honest.refusal(move)
        return found and Forbidden(found.rule, f"{found.sentence} {aims()}")


class Suggesting(Wrapped):
    """Completions with what stands on the lists of others."""

    def question(self, path: Sequence[str]) -> Question | Move:
        asked = self.honest.question(path)
        if not isinstance(asked, Question):
            return asked
        first, *rest = asked.choices
        return Question(asked.prompt, (replace(first, detail=f"{max(prices())}"), *rest))


class RefusesBySecrets(Peeking):
    def options(self, view: SailorsView, decision: Decision) -> Options[Move]:
        return Excusing(super().options(view, decision))


class SuggestsFromLists(Peeking):
    def options(self, view: SailorsView, decision: Decision) -> Options[Move]:
        return Suggesting(super().options(view, decision))


class PreviewsTheTruth(Peeking):
    def preview(self, view: SailorsView, decision: Decision, move: Move) -> SailorsView:
        return replace(
            super().preview(view, decision, move),
            secrets=SailorsView.of(PEEKED[-1], REFEREE).secrets,
        )


# --- In standing orders ---


class OpenStanding(SailorsStanding):
    def unless(self, view: SailorsView, decision: Decision, orders: GivenOrders) -> str:
        return f"{super().unless(view, decision, orders)} {len(orders)}"


class TellsOrders(AstralSailors):
    standing: Standing[SailorsView, Move] | None = OpenStanding()


class SecretStanding(SailorsStanding):
    def show(self, view: SailorsView, orders: GivenOrders) -> tuple[str, ...]:
        return super().show(view, orders)[sum(targets()) % 2 :]


class HidesOrders(Peeking):
    standing: Standing[SailorsView, Move] | None = SecretStanding()


# --- In pictures ---


@dataclass(frozen=True, slots=True)
class LeakyScene(SailorsScene):
    """Honest but for the part that ``leaks``."""

    leaks: str = ""

    @property
    def alt(self) -> str:
        honest = SailorsScene(self.view, self.look, self.window).alt
        return f"{honest} {targets()}" if self.leaks == "alt" else honest

    @property
    def board(self) -> str:
        honest = SailorsScene(self.view, self.look, self.window).board
        return honest + " " * sum(aims()) if self.leaks == "board" else honest

    @property
    def closeup(self) -> Any:
        honest = SailorsScene(self.view, self.look, self.window).closeup
        return None if self.leaks == "closeup" and sum(aims()) % 2 else honest

    def paint(self) -> bytes:
        honest = SailorsScene(self.view, self.look, self.window).paint()
        return honest + bytes(aims()) if self.leaks == "pixels" else honest


@dataclass(frozen=True)
class LeakyRenderer(Renderer):
    leaks: str

    def scene(self, view: Any, look: Look) -> LeakyScene:
        honest = RENDERER.scene(view, look)
        return LeakyScene(honest.view, honest.look, honest.window, self.leaks)

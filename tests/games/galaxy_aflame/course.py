"""Matches from a position, played in text, with dice as they are listed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.core.notation import Request
from games.core.types import (
    Chance,
    Decision,
    Decisions,
    Ending,
    Event,
    Forbidden,
    Refusal,
    Rolled,
    Seat,
    Seated,
    Seats,
    Step,
)
from games.galaxy_aflame.agreement import Agreement
from games.galaxy_aflame.game import GAME
from games.galaxy_aflame.ground import INCHES
from games.galaxy_aflame.state import State
from games.galaxy_aflame.table import LETTERS, Table, Unit
from games.galaxy_aflame.tools.position import GaPosition

SEATS = Seats.alone(2)


class Course:
    """A match that is being played; ``events`` are those of the last answer and its dice."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: tuple[Event, ...] = ()

    @property
    def table(self) -> Table:
        return self.state.table

    def unit(self, code: str) -> Unit:
        return self.table.units[code]

    def at(self, code: str) -> str:
        """``24 19.5``, or nothing for a unit without a marker."""
        at = self.unit(code).at
        return "" if at is None else INCHES.name(at)

    def models(self, *codes: str) -> list[int]:
        return [self.unit(code).models for code in codes]

    @property
    def ending(self) -> Ending | None:
        pending = GAME.pending(self.state)
        return pending if isinstance(pending, Ending) else None

    @property
    def dice(self) -> tuple[tuple[int, int], ...]:
        """How many dice the match waits for, and their sides."""
        pending = GAME.pending(self.state)
        rolls = pending.rolls if isinstance(pending, Chance) else ()
        return tuple((roll.count, roll.sides) for roll in rolls)

    def decision(self, seat: Seat | None = None) -> Decision:
        pending = GAME.pending(self.state)
        assert isinstance(pending, Decisions), pending
        found = pending.open if seat is None else pending.of(seat)
        return found[0]

    def play(self, *texts: str) -> Course:
        """Play moves for the seat that is asked, or for the one named by a letter: ``B: END``."""
        for text in texts:
            seat, rest = self._of(text)
            decision = self.decision(seat)
            view = GAME.view(self.state, Seated(decision.seat))
            move = GAME.read(view, decision, rest)
            refused = GAME.notation.refusal(Request(view, decision), move)
            if refused is not None:
                raise refused
            assert GAME.read(view, decision, GAME.write(move)) == move
            self.events = ()
            self._step(GAME.apply(self.state, decision.seat, decision, move))
        return self

    def roll(self, *rolls: str) -> Course:
        """Answer requests for dice: each text the faces of one, with blanks between them."""
        for text in rolls:
            pending = GAME.pending(self.state)
            assert isinstance(pending, Chance), f"nothing to roll for {text}"
            rolled = Rolled((tuple(map(int, text.split())),))
            assert rolled.answers(pending), f"{text} does not answer {pending}"
            self._step(GAME.chance(self.state, rolled))
        return self

    def shoot(self, text: str, *rolls: str) -> Course:
        """A whole shot with all its dice, in the order of GA-21."""
        self.play(f"SHOOT {text}").roll(*rolls)
        assert not self.dice, f"it still waits for {self.dice}"
        return self

    def refused(self, text: str) -> str:
        """The code of a refusal, with the step of an order after a colon."""
        refusal = self.refusal(text)
        step = refusal.step if isinstance(refusal, Forbidden) else 0
        return f"{refusal.code}:{step}" if step else refusal.code

    def refusal(self, text: str) -> Refusal:
        before = GAME.state_form.write(self.state)
        try:
            self.play(text)
        except Refusal as refusal:
            assert GAME.state_form.write(self.state) == before
            return refusal
        raise AssertionError(f"{text} was played")

    def rule(self, text: str) -> str:
        """The rule that forbids something."""
        refusal = self.refusal(text)
        assert isinstance(refusal, Forbidden)
        return refusal.rule

    def allows(self, text: str) -> bool:
        """Whether an answer is legal; it is not carried out."""
        before = self.state, self.events
        try:
            self.play(text)
        except Forbidden:
            return False
        finally:
            self.state, self.events = before
        return True

    def told(self, name: str) -> list[Any]:
        """The events of a type that the last answer and its dice told."""
        return [event for event in self.events if type(event).__name__ == name]

    def kinds(self) -> list[str]:
        """The types of those events, in order."""
        return [type(event).__name__ for event in self.events]

    def _step(self, step: Step[Any, Any]) -> None:
        self.state = GAME.state_form.read(GAME.state_form.write(step.state))
        assert self.state == step.state
        self.events = (*self.events, *step.events)

    def _of(self, text: str) -> tuple[Seat | None, str]:
        letter, colon, rest = text.partition(": ")
        if colon and letter in LETTERS:
            return Seat(LETTERS.index(letter)), rest
        return None, text


def position(units: Mapping[str, Any], layout: Any = None, **more: Any) -> Course:
    """A position in Red's turn on an empty table; ``settings`` among ``more`` are the match's."""
    settings = Agreement.model_validate(more.pop("settings", {}))
    form = GaPosition.model_validate({"units": units, "layout": layout, **more})
    return Course(form.state(settings, SEATS))


def having(card: str, at: str = "", **more: Any) -> dict[str, Any]:
    """A unit with more than a card and a place: ``having("INF", "24 24", models=3)``."""
    return {"card": card, "at": at or None, **more}

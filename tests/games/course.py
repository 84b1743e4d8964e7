"""Matches that tests play in text, with dice as they are asked for."""

from __future__ import annotations

from typing import Any, Self

from games.core.contract import AnyGame
from games.core.events import Event, Step
from games.core.log.replay import play
from games.core.types import (
    Chance,
    Decision,
    Decisions,
    Ending,
    Forbidden,
    Refusal,
    Rolled,
    Seat,
    Seated,
)


class Course:
    """A match of two sides, red and blue; ``events`` are those of the last answer and its dice."""

    def __init__(self, game: AnyGame, state: Any) -> None:
        self._game = game
        self.state = state
        self.events: tuple[Event, ...] = ()

    @property
    def table(self) -> Any:
        return self.state.table

    def unit(self, code: str) -> Any:
        return self.table.units[code]

    @property
    def ending(self) -> Ending | None:
        pending = self._game.pending(self.state)
        return pending if isinstance(pending, Ending) else None

    @property
    def dice(self) -> tuple[tuple[int, int], ...]:
        """How many dice the match waits for, and their sides."""
        pending = self._game.pending(self.state)
        rolls = pending.rolls if isinstance(pending, Chance) else ()
        return tuple((roll.count, roll.sides) for roll in rolls)

    def decision(self, seat: Seat | None = None) -> Decision:
        pending = self._game.pending(self.state)
        assert isinstance(pending, Decisions), pending
        found = pending.open if seat is None else pending.of(seat)
        return found[0]

    def play(self, *texts: str) -> Self:
        """Play moves for the seat that is asked, or for the one named by a letter: ``B: END``."""
        for text in texts:
            named = text[:3] in ("R: ", "B: ")
            decision = self.decision(Seat("RB".index(text[0])) if named else None)
            view = self._game.view(self.state, Seated(decision.seat))
            move = self._game.read(view, decision, text[3:] if named else text)
            self.events = ()
            self._step(play(self._game, self.state, decision, move))
        return self

    def roll(self, *rolls: str) -> Self:
        """Answer requests for dice, each with one text: its faces with blanks between them, and
        commas between groups."""
        for text in rolls:
            pending = self._game.pending(self.state)
            assert isinstance(pending, Chance), f"nothing to roll for {text}"
            rolled = Rolled(tuple(tuple(map(int, each.split())) for each in text.split(",")))
            assert rolled.answers(pending), f"{text} does not answer {pending}"
            self._step(self._game.chance(self.state, rolled))
        return self

    def refusal(self, text: str) -> Refusal:
        before = self.state, self.events
        try:
            self.play(text)
        except Refusal as refusal:
            assert self.state is before[0]
            return refusal
        finally:
            self.state, self.events = before
        raise AssertionError(f"{text} is legal")

    def refused(self, text: str) -> str:
        """The code of a refusal, with the step of an order after a colon."""
        refusal = self.refusal(text)
        step = refusal.step if isinstance(refusal, Forbidden) else 0
        return f"{refusal.code}:{step}" if step else refusal.code

    def rule(self, text: str) -> str:
        """The rule that forbids something."""
        refusal = self.refusal(text)
        assert isinstance(refusal, Forbidden)
        return refusal.rule

    def told(self, name: str) -> list[Any]:
        """The events of a type that the last answer and its dice told."""
        return [event for event in self.events if type(event).__name__ == name]

    def kinds(self) -> list[str]:
        """The types of those events, in order."""
        return [type(event).__name__ for event in self.events]

    def _step(self, step: Step[Any, Any]) -> None:
        self.state, self.events = step.state, (*self.events, *step.events)

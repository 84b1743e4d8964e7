"""Matches from a position, played in text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.colonial_space_wars.agreement import Agreement
from games.colonial_space_wars.game import GAME
from games.colonial_space_wars.state import State
from games.colonial_space_wars.table import LETTERS, Table, Unit
from games.colonial_space_wars.tools import CswPosition, CswSetup, distance, reach, targets
from games.core.log.replay import play
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
)

PLAIN = ("............",) * 10
MARCH = "broken_march"
SEATS = Seats.alone(2)


class Course:
    """A match that is being played; ``events`` are those of the last move."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: tuple[Event, ...] = ()

    @property
    def table(self) -> Table:
        return self.state.table

    def unit(self, code: str) -> Unit:
        return self.table.units[code]

    def at(self, code: str) -> str:
        return str(self.unit(code).at)

    @property
    def left(self) -> int:
        """The movement points of the open activation."""
        assert self.table.open is not None
        return self.table.open.left

    @property
    def ending(self) -> Ending | None:
        pending = GAME.pending(self.state)
        return pending if isinstance(pending, Ending) else None

    def decision(self, seat: Seat | None = None) -> Decision:
        pending = GAME.pending(self.state)
        assert isinstance(pending, Decisions)
        found = pending.open if seat is None else pending.of(seat)
        return found[0]

    def play(self, *texts: str) -> Course:
        """Play moves for the seat that is asked, or for the one named by a letter: ``B: END``."""
        for text in texts:
            seat, rest = self._of(text)
            decision = self.decision(seat)
            view = GAME.view(self.state, Seated(decision.seat))
            step = play(GAME, self.state, decision, GAME.read(view, decision, rest))
            self.state, self.events = step.state, step.events
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

    def roll(self, red: int, blue: int) -> Course:
        assert isinstance(GAME.pending(self.state), Chance)
        step = GAME.chance(self.state, Rolled(((red,), (blue,))))
        self.state, self.events = step.state, step.events
        return self

    def told(self, name: str) -> list[Any]:
        """The events of a type that the last move told."""
        return [event for event in self.events if type(event).__name__ == name]

    def stops(self, code: str) -> Mapping[str, int]:
        found: Mapping[str, int] = reach(self.state, code)["stops"]
        return {square: cost for square, cost in found.items() if cost}

    def targets(self, code: str) -> Mapping[str, Any]:
        found: Mapping[str, Any] = targets(self.state, code)["targets"]
        return found

    def distance(self, one: str, other: str) -> int:
        found: int = distance(self.state, one, other)["distance"]
        return found

    def _of(self, text: str) -> tuple[Seat | None, str]:
        letter, colon, rest = text.partition(": ")
        if colon and letter in LETTERS:
            return Seat(LETTERS.index(letter)), rest
        return None, text


def position(units: Mapping[str, Any], board: Any = PLAIN, **more: Any) -> Course:
    """A position in a turn; ``settings`` among ``more`` are those of the match."""
    settings = Agreement.model_validate(more.pop("settings", {}))
    given = {"units": units, "board": board, "pool": 20, **more}
    return Course(CswPosition.model_validate(given).state(settings, SEATS))


def setup(settings: Mapping[str, Any] | None = None, **more: Any) -> Course:
    """The start of a match."""
    agreed = Agreement.model_validate(settings or {})
    if more:
        return Course(CswSetup.model_validate(more).state(agreed, SEATS))
    return Course(GAME.setup(agreed, SEATS))


def hurt(kind: str, at: str, health: int, **more: Any) -> dict[str, Any]:
    return {"type": kind, "at": at, "health": health, **more}

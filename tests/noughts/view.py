"""What is seen of noughts and crosses, what is told of it, and its words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.core.contract import Words
from games.core.events import Edited, Event
from games.core.types import Decision, Seat

NAMES = ("Crosses", "Noughts")
SQUARES = tuple(f"{column}{row}" for row in "123" for column in "ABC")
ROWS = ["012", "345", "678", "036", "147", "258", "048", "246"]


def names(squares: Iterable[int]) -> str:
    return ", ".join(SQUARES[square] for square in squares)


@dataclass(frozen=True, slots=True)
class View:
    """``marks`` are by square the seat that holds it, ``None`` where it is free."""

    marks: tuple[int | None, ...] = (None,) * 9
    turn: int = 0

    def held(self, seat: int | None) -> tuple[int, ...]:
        return tuple(square for square, mark in enumerate(self.marks) if mark == seat)

    def row(self, seat: int) -> tuple[int, ...]:
        """The squares of a seat that are in a row of three, in reading order."""
        own = [row for row in ROWS if all(self.marks[int(at)] == seat for at in row)]
        return tuple(sorted({int(at) for row in own for at in row}))


@dataclass(frozen=True, slots=True)
class Marked(Event):
    seat: int
    square: int
    kind: Literal["marked"] = "marked"


NoughtsEvent: TypeAlias = Marked | Edited


class NoughtsWords(Words[View, NoughtsEvent]):
    def seat(self, view: View, seat: Seat) -> str:
        return NAMES[seat]

    def ask(self, view: View, decision: Decision) -> str:
        return "Take a free square."

    def tell(self, event: NoughtsEvent) -> str:
        if isinstance(event, Edited):
            return event.sentence
        return f"{NAMES[event.seat]} takes {SQUARES[event.square]}."

    def standing(self, view: View) -> str:
        rows = [seat for seat in (0, 1) if view.row(seat)]
        if len(rows) == 1:
            return f"{NAMES[rows[0]]} wins with {names(view.row(rows[0]))}."
        over = rows or not view.held(None)
        return "It is a draw." if over else f"{NAMES[view.turn % 2]} to move."

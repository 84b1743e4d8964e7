"""What is seen of stakes, what is told of it, and its words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.core.contract import Words
from games.core.events import Edited, Event
from games.core.geometry.plane import Board, Disc, Point, Rectangle, Scale, length
from games.core.types import Decision, Seat

NAMES = ("Red", "Blue")
INCHES, MEADOW = Scale(1), Board(240, 180, -1)
POND, HUT = Disc(Point(120, 90), 30), Rectangle(60, 20, 100, 45)
ROPE, APART, EACH = 60, 10, 5
FIRST = (Point(40, 90),), (Point(200, 90),)


@dataclass(frozen=True, slots=True)
class View:
    """``stakes`` by seat, in the order in which they were set."""

    stakes: tuple[tuple[Point, ...], tuple[Point, ...]] = FIRST
    turn: int = 0

    def rope(self, seat: int) -> int:
        """In tenths of an inch, rounded up."""
        return length(self.stakes[seat])


@dataclass(frozen=True, slots=True)
class Staked(Event):
    seat: int
    last: Point
    at: Point
    kind: Literal["staked"] = "staked"


StakesEvent: TypeAlias = Staked | Edited


class StakesWords(Words[View, StakesEvent]):
    def seat(self, view: View, seat: Seat) -> str:
        return NAMES[seat]

    def ask(self, view: View, decision: Decision) -> str:
        return "Set a stake."

    def tell(self, event: StakesEvent) -> str:
        if isinstance(event, Edited):
            return event.sentence
        far = INCHES.write(length((event.last, event.at)))
        return f"{NAMES[event.seat]} sets a stake at {INCHES.name(event.at)}, {far} in away."

    def standing(self, view: View) -> str:
        ropes = [f"{name} {INCHES.write(view.rope(n))} in" for n, name in enumerate(NAMES)]
        over = all(len(stakes) == EACH for stakes in view.stakes)
        end = "All stakes are set" if over else f"{NAMES[view.turn]} to move"
        return f"{', '.join(ropes)}. {end}."

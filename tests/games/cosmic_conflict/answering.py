"""Standing orders at work in matches of text."""

from __future__ import annotations

from typing import Any

from games.core.standing import Answered, GivenOrders
from games.core.types import Decision
from games.cosmic_conflict.moves import NOTATION
from games.cosmic_conflict.standing import STANDING
from tests.games.cosmic_conflict.matches import Match

WINDOWS = ("react", "resolve")


def orders(match: Match, side: int, *texts: str) -> GivenOrders:
    """Orders as a side gives them now."""
    found: GivenOrders = ()
    for text in texts:
        found = STANDING.given(found, STANDING.read(match.view(side), text))
    return found


def _decision(match: Match, side: int) -> Decision:
    """The first one that the match waits for, of all or of a side; else one that is offered."""
    found = [each for each in match.open if side in (0, each.seat + 1)]
    return min(found, key=lambda each: not each.waits)


def answered(match: Match, given: GivenOrders = (), side: int = 0) -> Answered[Any] | None:
    decision = _decision(match, side)
    return STANDING.answer(match.view(decision.seat + 1), decision, given)


def ordered(match: Match, given: GivenOrders = (), side: int = 0) -> tuple[str, GivenOrders]:
    """What the orders answer, which is played, and the orders that are left."""
    seat, found = _decision(match, side).seat, answered(match, given, side)
    if found is None:
        return "", given
    return _played(match, seat, found.move), found.left


def by_default(match: Match, given: GivenOrders = (), side: int = 0) -> str:
    """What happens when time runs out; it is played."""
    decision = _decision(match, side)
    move = STANDING.default(match.view(decision.seat + 1), decision, given)
    return _played(match, decision.seat, move)


def _played(match: Match, seat: int, move: Any) -> str:
    if move is None:
        return ""
    text = NOTATION.write(move)
    match.play(f"{seat + 1}: {text}")
    return text


class Automatic:
    """A match whose windows are answered by standing orders; ``said`` is what was answered:
    ``2: REACT EVASIVE``."""

    def __init__(self, match: Match, one: GivenOrders = (), two: GivenOrders = ()) -> None:
        self.match, self.given, self.said = match, {1: one, 2: two}, list[str]()

    def settle(self) -> None:
        """Answer until somebody must roll, act or be asked."""
        while self.match.open and self.match.open[0].kind in WINDOWS:
            side = self.match.open[0].seat + 1
            text, self.given[side] = ordered(self.match, self.given[side])
            if not text:
                return
            self.said.append(f"{side}: {text}")

    def play(self, text: str, face: int = 1) -> None:
        """Play a move; all dice show the same face."""
        self.match.play(text)
        self.settle()
        while self.match.dice:
            self.match.roll(*(face for _ in self.match.dice))
            self.settle()


def settled(match: Match, one: GivenOrders = (), two: GivenOrders = ()) -> list[str]:
    """What is answered until somebody must roll, act or be asked."""
    found = Automatic(match, one, two)
    found.settle()
    return found.said

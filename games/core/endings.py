"""Endings of matches, with their reason."""

from __future__ import annotations

from dataclasses import dataclass

from games.core.seats import Seat, Seats


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a match.

    ``kind``     ``score``, ``settled``, ``resigned``, ``draw``, ...
    ``winners``  the winning seats; empty for a draw
    ``scores``   by seat, extra points such as komi included; empty where the
                 end was not by score
    ``rule``     the ID of the rule that ended it
    """

    kind: str
    winners: tuple[Seat, ...]
    scores: tuple[float, ...]
    rule: str


RESIGNED = "resigned"


def given_up(winners: tuple[Seat, ...], rule: str) -> Ending:
    """The ending after all others have resigned."""
    return Ending(RESIGNED, winners=winners, scores=(), rule=rule)


AGREED, ABANDONED, RULED, TIME, LEFT = "agreed", "abandoned", "ruled", "time", "left"
OUTSIDE = frozenset({AGREED, ABANDONED, RULED, TIME, LEFT})
"""Endings decided by people, not rules; the host words them."""


def agreed(rule: str) -> Ending:
    """The players have agreed on a draw."""
    return Ending(AGREED, winners=(), scores=(), rule=rule)


def abandoned() -> Ending:
    """The ending without a result, by consent."""
    return Ending(ABANDONED, winners=(), scores=(), rule="")


def ruled(winners: tuple[Seat, ...]) -> Ending:
    """The referee has ended the match, with these winners or as a draw."""
    return Ending(RULED, winners=winners, scores=(), rule="")


def out_of_time(seats: Seats, seat: Seat) -> Ending:
    """A win on time in a match of two teams, claimed by the others."""
    return Ending(TIME, winners=seats.others(seat), scores=(), rule="")


def left(winners: tuple[Seat, ...]) -> Ending:
    """All others have left the match, and the winners claimed it."""
    return Ending(LEFT, winners=winners, scores=(), rule="")

"""How a match ended, and why: never a bare winner."""

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


def resignation(seats: Seats, seat: Seat, rule: str) -> Ending:
    """The ending when ``seat`` of a match of two teams gives up."""
    return Ending("resigned", winners=seats.others(seat), scores=(), rule=rule)

"""Bonus planets and extractions that one planting could win."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from games.astralis.board import Bits, Board, members
from games.astralis.rules.turn import Position, after_departure, play, turns


@dataclass(frozen=True, slots=True)
class Threat:
    """A hex that a side could win.

    ``plants``  the hexes on each of which one planting would do it
    ``now``     those of them that the side's ship can plant in its coming turn
    """

    hex: int
    plants: Bits
    now: Bits


@dataclass(frozen=True, slots=True)
class Threats:
    """What a side could win with one planting, in canonical order."""

    bonuses: tuple[Threat, ...] = ()
    extractions: tuple[Threat, ...] = ()


@lru_cache(maxsize=256)  # what is drawn now is described, and drawn for others, at once
def threats(board: Board, at: Position, strict: bool, beneath: bool) -> Threats:
    """The threats of the side that ``at`` is seen from, as if it were to move.

    A bonus beneath the opposing ship counts: it is won when the ship leaves.
    """
    _, free = after_departure(board, at, strict)
    reachable = 0
    for _, plant in turns(board, at, strict):
        if plant is not None:
            reachable |= 1 << plant
    bonus: dict[int, Bits] = {}
    extraction: dict[int, Bits] = {}
    for plant in members(free & ~(1 << at.other)):
        outcome = play(board, at, at.ship, plant, strict, beneath)
        for hex in members(outcome.bonuses | outcome.further | outcome.pending):
            bonus[hex] = bonus.get(hex, 0) | 1 << plant
        for hex in members(outcome.extracted):
            extraction[hex] = extraction.get(hex, 0) | 1 << plant
    return Threats(_sorted(bonus, reachable), _sorted(extraction, reachable))


def _sorted(won: dict[int, Bits], reachable: Bits) -> tuple[Threat, ...]:
    return tuple(Threat(hex, won[hex], won[hex] & reachable) for hex in sorted(won))

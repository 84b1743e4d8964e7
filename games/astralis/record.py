"""The record of the last turn, for pictures and words."""

from __future__ import annotations

from dataclasses import dataclass

from games.astralis.sides import Side
from games.astralis.stored import StoredHex, StoredHexes


@dataclass(frozen=True, slots=True)
class LastTurn:
    """The last turn in which a ship moved.

    ``bonuses``     bonus planets of ``side``
    ``extracted``   planets that ``side`` took over
    ``awarded``     where the *other* side got a planet when the ship left (AST-33)
    ``pending``     where ``side`` earned a planet beneath the opposing ship (AST-32)
    ``controlled``  hexes without a planet that ``side`` controls now and did not before
    ``contested``   hexes that are contested now and were not before
    ``lost``        hexes without a planet that the other side does not control any more
    ``passed``      whether the other side was stuck then and lost its turn (AST-20)
    """

    side: Side
    origin: StoredHex
    to: StoredHex
    planted: StoredHex | None = None
    bonuses: StoredHexes = 0
    extracted: StoredHexes = 0
    awarded: StoredHex | None = None
    pending: StoredHex | None = None
    controlled: StoredHexes = 0
    contested: StoredHexes = 0
    lost: StoredHexes = 0
    passed: bool = False

"""Events of attacks and damage (canon 4.10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from games.core.geometry.plane import Point
from games.core.types import HURT, LOST, Event, News, Owned, Seat, event
from games.cosmic_conflict.hulls import Band
from games.cosmic_conflict.odds import Modifier
from games.cosmic_conflict.rules.conditions import LASTING, NAMES
from games.cosmic_conflict.rules.damage_events import ConditionApplied, DamagePart, UnitDestroyed
from games.cosmic_conflict.tasks import Cause, Means, Rerolled


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit as sentences name it: ``a1 Citadel``."""

    id: str
    name: str

    def __str__(self) -> str:
        return f"{self.id} {self.name}"

    @property
    def side(self) -> int:
        return self.seat + 1

    @property
    def seat(self) -> Seat:
        return Seat("ab".index(self.id[0]))


def lost(
    did: str, unit: Piece, aboard: Sequence[str], by: Piece | str | None = None
) -> Iterator[News]:
    """The news that a unit is gone with the Fighters ``aboard``."""
    pieces = (unit, *(Owned(unit.seat, id) for id in aboard))
    return (News(did, each, by, LOST) for each in pieces)


# --- Attacks ---

_AIMED = "{by} launched missiles at {to}"


@event("attack-cancelled", "{unit} keeps {weapon} unused at {target}: {reason}", sums=None)
class AttackCancelled(Event):
    """An attack that an interrupt has made illegal; the Weapon stays unused."""

    unit: Piece
    weapon: str
    target: Piece
    reason: str


@event("attacked")
class Attacked(Event):
    """An attack, worked out.

    ``weapon``    its label and its name
    ``start``     of the attacker or its Missile token ``token``; ``end`` of the target
    ``distance``  in cu; ``reach`` is the range band from 1
    ``dice``      as they are in the end, the Accuracy die first
    ``rerolls``   in their order
    ``accuracy``, ``damage``  what was added to the dice, line by line
    ``total``     A, ``before`` is X, ``applied`` is F of the canon
    ``short``     how far A of a miss is below a glance
    """

    unit: Piece
    weapon: tuple[str, str]
    target: Piece
    means: Means
    start: Point
    end: Point
    distance: int
    reach: int
    dice: tuple[int, ...]
    rerolls: tuple[Rerolled, ...]
    accuracy: tuple[Modifier, ...]
    damage: tuple[Modifier, ...]
    total: int
    band: Band
    before: int
    applied: int
    token: str = ""
    short: int = 0

    def news(self) -> Iterator[News]:
        yield News("{by} attacked {to} without damage", self.target, self.unit, harm=0)
        yield News(_AIMED, self.target, key=self.token, over=True)


@event("missile-launched")
class MissileLaunched(Event):
    """A Missile token is on its way (CC-099)."""

    unit: Piece
    weapon: tuple[str, str]
    target: Piece
    token: str
    start: Point
    at: Point

    def news(self) -> Iterator[News]:
        yield News(_AIMED, self.target, self.unit, weight=2, key=self.token)


@event("missile-lost")
class MissileLost(Event):
    """``reason``: the ``target`` has gone, is out of ``range``, or the ``line`` is blocked by a
    ``feature``; or an ``aws`` shot it down."""

    token: str
    at: Point
    target: Piece
    reason: Literal["target", "range", "line", "aws"]
    distance: int = 0
    feature: str = ""
    by: Piece | None = None

    def news(self) -> Iterator[News]:
        yield News(_AIMED, self.target, key=self.token, over=True)


@event("aws-fired", "{unit} hits {target} with its AWS for {die}.", sums=None)
class AwsFired(Event):
    """An Area Weapons System hits a Fighter (CC-103)."""

    unit: Piece
    target: Piece
    start: Point
    end: Point
    die: int


@event("damaged", weight=2)
class UnitDamaged(Event):
    """A stretch of damage to a unit, in order.

    ``amount``  that arrived; 0 where the procedure goes on after dice or an answer
    ``by``      what did it: a unit, a feature
    ``labels``  of the unit's items, by place
    ``boxes``   of its Health in all, and ``filled`` afterwards
    ``at``      where it was
    """

    unit: Piece
    amount: int
    cause: Cause
    by: str
    labels: tuple[str, ...]
    parts: tuple[DamagePart, ...]
    boxes: int
    filled: int
    at: Point

    def news(self) -> Iterator[News]:
        gone = [part for part in self.parts if isinstance(part, UnitDestroyed)]
        unit = self.by[:1] in ("a", "b")
        by = Piece(self.by, "") if unit else self.by or None
        if gone:
            yield from lost("{by} destroyed {to}", self.unit, gone[0].aboard, by)
            return
        applied = (part.result for part in self.parts if isinstance(part, ConditionApplied))
        yield News(
            "{by} damaged {to}",
            self.unit,
            by,
            HURT,
            amount=self.amount,
            counts=("damage", "damage"),
            marks=tuple(NAMES[result] for result in applied if result in LASTING),
            left=f"Health {self.boxes - self.filled} of {self.boxes} left"
            if self.filled
            else "absorbed",
        )

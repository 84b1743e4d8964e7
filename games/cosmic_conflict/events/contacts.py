"""Events of hidden ships (CC-231 to 234, D-100)."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.events import Event, News, event
from games.core.geometry.plane import Point
from games.cosmic_conflict.content.hulls import Band
from games.cosmic_conflict.events.parts import AIMED, Piece
from games.cosmic_conflict.table.tasks import Means, RerolledDie
from games.cosmic_conflict.view import HiddenDice


@event("contact-attacked", reveals=True)
class ContactAttacked(Event):
    """What everybody hears of an attack on a hidden ship: its band and its damage (D-100)."""

    unit: Piece
    weapon: tuple[str, str]
    target: Piece
    means: Means
    start: Point
    end: Point
    distance: int
    reach: int
    band: Band
    applied: int
    token: str = ""

    def news(self) -> Iterator[News]:
        yield News("{by} attacked {to}", self.target, self.unit, harm=0)
        yield News(AIMED, self.target, key=self.token, over=True)


@event("contact-dice", reveals=True, sums=None)
class ContactDice(Event):
    """The dice of such an attack, for its shooter."""

    unit: Piece
    target: Piece
    dice: tuple[int, ...]
    rerolls: tuple[RerolledDie, ...]


@event("ship-revealed", reveals=True, weight=2)
class ShipRevealed(Event):
    """A hidden ship shows its SIC; ``dice`` were thrown against it while nobody saw them."""

    unit: Piece
    size: int
    role: str
    dice: tuple[HiddenDice, ...] = ()


@event("bogey-removed", "{unit} was a false contact, and is removed.", reveals=True, weight=2)
class BogeyRemoved(Event):
    """A false contact is gone (CC-234)."""

    unit: Piece
    at: Point | None


@event("contact-scanned", "{unit} scans {target}.", sums="scanned {target}")
class ContactScanned(Event):
    """Who was scanned; only ``ContactIdentified`` tells what it is."""

    unit: Piece
    target: Piece


@event("contact-identified", reveals=True, weight=2)
class ContactIdentified(Event):
    """What a scan has found, for its side alone (CC-166, CC-175)."""

    target: Piece
    size: int
    role: str

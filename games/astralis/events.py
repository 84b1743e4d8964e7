"""Events of a match, all public."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from pydantic import Field

from games.astralis.agreement import EndKind
from games.astralis.board import HexName
from games.astralis.sides import Mover, Piece, Side
from games.core.events import ENDS, LOST, Event, News, Owned, event
from games.core.telling import listed

Planting: TypeAlias = Annotated[Piece, Field(exclude_if=lambda what: what == "planet")]
"""What is planted; in the base game it is not said."""


def _taken(did: str, side: Side, hexes: tuple[HexName, ...]) -> Iterator[News]:
    return (News(did, Owned(side.other, hex), side, LOST) for hex in hexes)


@event("placed", "{side.label} places its {what} on {hex}.")
class Placed(Event):
    """A side placed its ship, or what it has in the place of one (AST-15)."""

    side: Side
    hex: HexName
    what: Annotated[Mover, Field(exclude_if=lambda what: what == "ship")] = "ship"

    def news(self) -> Iterator[News]:
        yield News("{by} placed {to}", self.hex, self.side, noun=self.what)


@event(
    "moved", "{side.label} flies from {origin} to {to}.", sums="{side} flew to {to}", latest=True
)
class Moved(Event):
    """A ship moved (AST-21)."""

    side: Side
    origin: HexName
    to: HexName


@event(
    "awarded",
    "The ship leaves, and {side.label} gets a planet on {hex}.",
    sums="{side} gained {hex:planet}",
    scores=True,
)
class Awarded(Event):
    """``side`` got its pending planet, as the other side's ship has left the hex (AST-33)."""

    side: Side
    hex: HexName


@event("planted", "{side.label} {does} a {what} on {hex}.", scores=True)
class Planted(Event):
    """A side planted a planet, or what it has in the place of one (AST-25)."""

    side: Side
    hex: HexName
    what: Planting = "planet"

    @property
    def does(self) -> str:
        return "places" if self.what == "stone" else "plants"

    def news(self) -> Iterator[News]:
        did = {"planet": "gained", "flower": "planted", "stone": "placed"}[self.what]
        yield News(f"{{by}} {did} {{to}}", self.hex, self.side, noun=self.what)


@event("bonus", sums="{side} gained {hexes:planet}", scores=True)
class Bonus(Event):
    """A side earned bonus planets (AST-30)."""

    side: Side
    hexes: tuple[HexName, ...]


@event(
    "deferred",
    "{side.label} closes a ring around {hex} and gets a planet there when {side.other.label}'s "
    "ship leaves.",
)
class Deferred(Event):
    """``side`` gets a planet as soon as the other side's ship leaves the hex (AST-32)."""

    side: Side
    hex: HexName


@event("extracted", weight=2, scores=True)
class Extracted(Event):
    """``side`` replaced opposing planets by its own (AST-36)."""

    side: Side
    hexes: tuple[HexName, ...]

    def news(self) -> Iterator[News]:
        return _taken("{by} extracted {to}", self.side, self.hexes)


@event("tiles", weight=0, sums=None)
class TilesChanged(Event):
    """How hexes without a planet changed in a turn of ``side`` (AST-28, AST-37).

    ``controlled`` are new to ``side``, ``contested`` new for both, ``lost``
    not the other side's any more.
    """

    side: Side
    controlled: tuple[HexName, ...]
    contested: tuple[HexName, ...]
    lost: tuple[HexName, ...]


@event("forced-pass", "{side.label} cannot move from {hex} and loses its turn.")
class ForcedPass(Event):
    """A side could not move and lost its turn (AST-20)."""

    side: Side
    hex: HexName


@event("stalled")
class Stalled(Event):
    """Turns in a row without a new planet: 40, or 60 and a request is possible (AST-45)."""

    turns: int
    what: Planting = "planet"


@event("settle-asked", "{side.label} asks to settle the match as it stands.", weight=2)
class SettleAsked(Event):
    """``side`` asks to score the position as it stands (AST-45)."""

    side: Side


@event("settle-answered")
class SettleAnswered(Event):
    """``side`` answered the request of the other (AST-45)."""

    side: Side
    agreed: bool


@event("settle-lapsed", "{side.label}'s request to settle has expired.")
class SettleLapsed(Event):
    """The request of ``side`` was not answered in time (AST-45)."""

    side: Side


@event("swapped", weight=2)
class Swapped(Event):
    """The players exchanged their colours (AST-D25)."""


@event("ended", weight=ENDS)
class Ended(Event):
    """The match is over: both totals, komi included (AST-40 to AST-43, AST-45)."""

    reason: EndKind
    winner: Side | None
    yellow: float
    cyan: float


@event("left-due")
class LeftDue(Event):
    """A referee's change lets ``side`` surround hexes, for which it gets no planets (AST-29)."""

    side: Side
    hexes: tuple[HexName, ...]


@dataclass(frozen=True, slots=True)
class VariantEvent(Event):
    """An event of variants only, with its own sentence."""

    @property
    def sentence(self) -> str:
        raise NotImplementedError


@event("captured", weight=2)
class Captured(VariantEvent):
    """``side`` took stones of the other (AST-V4-07)."""

    side: Side
    hexes: tuple[HexName, ...]

    def news(self) -> Iterator[News]:
        return _taken("{by} captured {to}", self.side, self.hexes)

    @property
    def sentence(self) -> str:
        things = "stone" if len(self.hexes) == 1 else f"{len(self.hexes)} stones"
        return f"{self.side.label} captures the {things} on {', '.join(self.hexes)}."


@event("passed")
class Passed(VariantEvent):
    """A side passed, or could place nothing (AST-V4-10)."""

    side: Side
    forced: bool = False

    @property
    def sentence(self) -> str:
        does = "can place no stone and passes" if self.forced else "passes"
        return f"{self.side.label} {does}."


@event("claims-wrong")
class ClaimsWrong(VariantEvent):
    """Claims of a side were wrong, and have no effect (AST-V1-04)."""

    side: Side
    hexes: tuple[HexName, ...]

    @property
    def sentence(self) -> str:
        claims, are = ("claims", "are") if len(self.hexes) > 1 else ("claim", "is")
        return f"{self.side.label}'s {claims} of {listed(self.hexes)} {are} wrong."

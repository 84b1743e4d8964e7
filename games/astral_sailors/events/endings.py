"""Events of draws, of leaving, and of the end of a match; ``events`` has all of them."""

from __future__ import annotations

from games.core.types import ENDS, Event, event


@event("draw-offered")
class DrawOffered(Event):
    seat: int
    agreed: int
    of: int


@event("draw-withdrawn", "{seat:seat} withdraws from the draw.", weight=0)
class DrawWithdrawn(Event):
    seat: int


@event("player-left", weight=2)
class PlayerLeft(Event):
    """``handover``  only in entries of earlier rules, as the events of draws are."""

    seat: int
    handover: bool = False


@event("army-handed-over", "{to:seat} takes over the army of {seat:seat}.")
class ArmyHandedOver(Event):
    seat: int
    to: int


@event("army-removed", weight=2)
class ArmyRemoved(Event):
    """``units`` are those that everybody knows of."""

    seat: int
    units: tuple[str, ...]


@event("match-won", reveals=True, weight=ENDS)
class MatchWon(Event):
    """With all secrets: ``objectives`` by team, 0 for Bellicose Hedonists; ``targets`` likewise."""

    team: int
    rule: str
    victors: tuple[int, ...]
    fallen: tuple[int, ...]
    objectives: tuple[int, ...]
    targets: tuple[int, ...]


@event("match-drawn", reveals=True, weight=ENDS)
class MatchDrawn(Event):
    rule: str
    objectives: tuple[int, ...]
    targets: tuple[int, ...]

"""Gains of a turn, shown beside choices."""

from __future__ import annotations

from typing import NamedTuple

from games.astralis.board import name, names
from games.astralis.rules.turn import Outcome, Position, play
from games.astralis.view import AstralisView


class Gain(NamedTuple):
    """The changes of both scores by a turn of the side to move."""

    own: int
    opposing: int
    outcome: Outcome

    @property
    def lead(self) -> int:
        """How much better the mover stands afterwards."""
        return self.own - self.opposing


def gain(view: AstralisView, at: Position, to: int, plant: int | None) -> Gain:
    """What a legal turn of the side that ``at`` is seen from would bring."""
    agreement = view.agreement
    beneath = agreement.bonus_under_ship == "immediate"
    outcome = play(view.board, at, to, plant, agreement.strict_supply, beneath)
    own, opposing = view.points(at)
    opposing_then, own_then = view.points(outcome.position)
    return Gain(own_then - own, opposing_then - opposing, outcome)


def label(change: int) -> str:
    """``+7``, ``−2`` or ``±0``."""
    return f"+{change}" if change > 0 else f"−{-change}" if change else "±0"


def described(view: AstralisView, gain: Gain) -> str:
    """Bonus planets, extractions and awards of a planting, in a phrase."""
    outcome, other = gain.outcome, view.to_move.other.label
    parts = []
    if outcome.awarded:
        parts.append(f"{other} gets {names(outcome.awarded)[0]}")
    if bonus := outcome.bonuses | outcome.further:
        parts.append(f"bonus on {' '.join(names(bonus))}")
    if outcome.extracted:
        parts.append(f"extracts {' '.join(names(outcome.extracted))}")
    if outcome.pending:
        parts.append(f"bonus on {name(outcome.position.ship)} once {other} leaves")
    text = ", ".join(parts)
    return text if len(text) <= 100 else f"{text[:99]}…"

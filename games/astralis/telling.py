"""One sentence for each event."""

from __future__ import annotations

from collections.abc import Sequence

from games.astralis.adjusting import events as by_hand
from games.astralis.events import (
    AstralisEvent,
    Awarded,
    Bonus,
    Deferred,
    Ended,
    Extracted,
    ForcedPass,
    Moved,
    Placed,
    Planted,
    SettleAnswered,
    SettleAsked,
    SettleLapsed,
    Stalled,
    Swapped,
    TilesChanged,
)
from games.astralis.rules.ending import STALL_CLAIM
from games.astralis.sides import Side


def tell(event: AstralisEvent) -> str:
    """One event as one sentence."""
    match event:
        case Bonus():
            things = "a bonus planet" if len(event.hexes) == 1 else "bonus planets"
            return f"{event.side.label} earns {things} on {_listed(event.hexes)}."
        case Extracted():
            things = "planet" if len(event.hexes) == 1 else "planets"
            other = event.side.other.label
            return f"{event.side.label} extracts the {things} of {other} on {_listed(event.hexes)}."
        case TilesChanged():
            return _changed(event)
        case Stalled():
            return _stalled(event.turns)
        case Swapped():
            return "The players swap colours. The board stays the same; Cyan is to move."
        case Ended():
            return result(event.winner, event.yellow, event.cyan, event.reason == "settled")
        case SettleAsked() | SettleAnswered() | SettleLapsed():
            return _settling(event)
        case Placed() | Moved() | Awarded() | Planted() | Deferred() | ForcedPass():
            return _done(event)
        case _:
            return by_hand.tell(event)


def _done(event: Placed | Moved | Awarded | Planted | Deferred | ForcedPass) -> str:
    side, other = event.side.label, event.side.other.label
    match event:
        case Placed():
            return f"{side} places its ship on {event.hex}."
        case Moved():
            return f"{side} flies from {event.origin} to {event.to}."
        case Awarded():
            return f"The ship leaves, and {side} gets a planet on {event.hex}."
        case Planted():
            return f"{side} plants a planet on {event.hex}."
        case Deferred():
            return (
                f"{side} closes a ring around {event.hex} and gets a planet there "
                f"when {other}'s ship leaves."
            )
        case ForcedPass():
            return f"{side} cannot move from {event.hex} and loses its turn."


def _settling(event: SettleAsked | SettleAnswered | SettleLapsed) -> str:
    side = event.side.label
    match event:
        case SettleAsked():
            return f"{side} asks to settle the match as it stands."
        case SettleAnswered():
            does = "agrees" if event.agreed else "declines"
            return f"{side} {does} to settle the match as it stands."
        case SettleLapsed():
            return f"{side}'s request to settle has expired."


def _listed(hexes: Sequence[str]) -> str:
    if len(hexes) == 1:
        return hexes[0]
    return f"{', '.join(hexes[:-1])} and {hexes[-1]}"


def _changed(event: TilesChanged) -> str:
    side, other = event.side.label, event.side.other.label
    parts = []
    if event.controlled:
        parts.append(f"{side} now controls {_listed(event.controlled)}")
    if event.contested:
        parts.append(f"now contested: {_listed(event.contested)}")
    if event.lost:
        parts.append(f"{other} loses {_listed(event.lost)}")
    sentence = "; ".join(parts)
    return f"{sentence[0].upper()}{sentence[1:]}."


def _stalled(turns: int) -> str:
    if turns < STALL_CLAIM:
        return (
            f"There has been no new planet for {turns} turns. After {STALL_CLAIM}, either player "
            "may ask to settle the match as it stands."
        )
    return (
        f"There has been no new planet for {turns} turns: either player may now ask to settle "
        "the match as it stands."
    )


def result(winner: Side | None, yellow: float, cyan: float, settled: bool) -> str:
    """The result in one sentence; the totals include komi."""
    how = "The match is settled as it stands" if settled else "The sky is explored"
    if winner is None:
        return f"A draw, {yellow:g} each. {how}."
    high, low = max(yellow, cyan), min(yellow, cyan)
    return f"{winner.label} wins by {high - low:g}, {high:g} to {low:g}. {how}."

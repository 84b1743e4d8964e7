"""One sentence for each event."""

from __future__ import annotations

from games.astralis import events as e
from games.astralis.rules.ending import STALL_CLAIM
from games.astralis.sides import Side
from games.core.events import Event, Phrases
from games.core.telling import decimal, listed

_PHRASES = Phrases()


def tell(event: Event) -> str:
    """One event as one sentence."""
    match event:
        case e.Bonus(side, hexes):
            things = "a bonus planet" if len(hexes) == 1 else "bonus planets"
            return f"{side.label} earns {things} on {listed(hexes)}."
        case e.Extracted(side, hexes):
            things = "planet" if len(hexes) == 1 else "planets"
            return f"{side.label} extracts the {things} of {side.other.label} on {listed(hexes)}."
        case e.TilesChanged():
            return _changed(event)
        case e.Stalled():
            return _stalled(event)
        case e.Swapped():
            return "The players swap colours. The board stays the same; Cyan is to move."
        case e.SettleAnswered(side, agreed):
            does = "agrees" if agreed else "declines"
            return f"{side.label} {does} to settle the match as it stands."
        case e.Ended():
            return result(event.winner, event.yellow, event.cyan, event.reason)
        case e.VariantEvent():
            return event.sentence
        case e.LeftDue(side, hexes):
            few = f"{', '.join(hexes[:12])}{' …' if len(hexes) > 12 else ''}"
            return f"Surrounded for {side.label} without an award: {few}."
        case _:
            return _PHRASES.tell(event)


def _changed(event: e.TilesChanged) -> str:
    side, other = event.side.label, event.side.other.label
    parts = []
    if event.controlled:
        parts.append(f"{side} now controls {listed(event.controlled)}")
    if event.contested:
        parts.append(f"now contested: {listed(event.contested)}")
    if event.lost:
        parts.append(f"{other} loses {listed(event.lost)}")
    sentence = "; ".join(parts)
    return f"{sentence[0].upper()}{sentence[1:]}."


def _stalled(event: e.Stalled) -> str:
    who = (
        ": either player may now"
        if event.turns >= STALL_CLAIM
        else f". After {STALL_CLAIM}, either player may"
    )
    return (
        f"There has been no new {event.what} for {event.turns} turns{who} ask to settle the match "
        "as it stands."
    )


_ENDS = {
    "score": "The sky is explored",
    "grown": "No more flowers can be planted",
    "passed": "Both sides have passed",
    "settled": "The match is settled as it stands",
}


def result(
    winner: Side | None,
    yellow: float,
    cyan: float,
    reason: str,
    komi: float = 0,
    counts: str = "hexes",
) -> str:
    """The result in one sentence; the totals include ``komi``, said where it decides.

    ``counts``  what the scores count
    """
    how = _ENDS[reason]
    if winner is None:
        return f"A draw, {decimal(yellow)} each. {how}."
    high, low = max(yellow, cyan), min(yellow, cyan)
    without = (yellow, cyan - komi)
    mine, theirs = without[winner], without[winner.other]
    why = f", by komi: {decimal(mine)} {counts} against {decimal(theirs)}" if mine <= theirs else ""
    points = f"{decimal(high)} to {decimal(low)}"
    return f"{winner.label} wins by {decimal(high - low)}, {points}{why}. {how}."

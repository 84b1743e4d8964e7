"""One sentence for each event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.astralis import events as e
from games.astralis.rules.ending import STALL_CLAIM
from games.astralis.sides import Side
from games.core.editing import Edited

_SENTENCES: Mapping[type[e.AstralisEvent], str] = {
    e.Placed: "{e.side.label} places its ship on {e.hex}.",
    e.Moved: "{e.side.label} flies from {e.origin} to {e.to}.",
    e.Awarded: "The ship leaves, and {e.side.label} gets a planet on {e.hex}.",
    e.Planted: "{e.side.label} plants a planet on {e.hex}.",
    e.Deferred: (
        "{e.side.label} closes a ring around {e.hex} and gets a planet there when "
        "{e.side.other.label}'s ship leaves."
    ),
    e.ForcedPass: "{e.side.label} cannot move from {e.hex} and loses its turn.",
    e.SettleAsked: "{e.side.label} asks to settle the match as it stands.",
    e.SettleLapsed: "{e.side.label}'s request to settle has expired.",
}


def tell(event: e.AstralisEvent) -> str:
    """One event as one sentence."""
    match event:
        case e.Bonus(side, hexes):
            things = "a bonus planet" if len(hexes) == 1 else "bonus planets"
            return f"{side.label} earns {things} on {_listed(hexes)}."
        case e.Extracted(side, hexes):
            things = "planet" if len(hexes) == 1 else "planets"
            return f"{side.label} extracts the {things} of {side.other.label} on {_listed(hexes)}."
        case e.TilesChanged():
            return _changed(event)
        case e.Stalled():
            return _stalled(event.turns)
        case e.Swapped():
            return "The players swap colours. The board stays the same; Cyan is to move."
        case e.SettleAnswered(side, agreed):
            does = "agrees" if agreed else "declines"
            return f"{side.label} {does} to settle the match as it stands."
        case e.Ended():
            return result(event.winner, event.yellow, event.cyan, event.reason == "settled")
        case Edited():
            return event.sentence
        case e.LeftDue(side, hexes):
            listed = f"{', '.join(hexes[:12])}{' …' if len(hexes) > 12 else ''}"
            return f"Surrounded for {side.label} without an award: {listed}."
        case _:
            return _SENTENCES[type(event)].format(e=event)


def _listed(hexes: Sequence[str]) -> str:
    if len(hexes) == 1:
        return hexes[0]
    return f"{', '.join(hexes[:-1])} and {hexes[-1]}"


def _changed(event: e.TilesChanged) -> str:
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
    who = (
        ": either player may now"
        if turns >= STALL_CLAIM
        else f". After {STALL_CLAIM}, either player may"
    )
    return (
        f"There has been no new planet for {turns} turns{who} ask to settle the match as it stands."
    )


def result(winner: Side | None, yellow: float, cyan: float, settled: bool) -> str:
    """The result in one sentence; the totals include komi."""
    how = "The match is settled as it stands" if settled else "The sky is explored"
    if winner is None:
        return f"A draw, {yellow:g} each. {how}."
    high, low = max(yellow, cyan), min(yellow, cyan)
    return f"{winner.label} wins by {high - low:g}, {high:g} to {low:g}. {how}."

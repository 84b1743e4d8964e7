"""One sentence for each event."""

from __future__ import annotations

from collections.abc import Sequence

from games.astralis import events as e
from games.astralis.rules.ending import STALL_CLAIM
from games.astralis.sides import Side
from games.core.editing.acts import Edited
from games.core.events import Phrases, weightiest
from games.core.telling.phrases import decimal

_PHRASES = Phrases()


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
            return _stalled(event)
        case e.Swapped():
            return "The players swap colours. The board stays the same; Cyan is to move."
        case e.SettleAnswered(side, agreed):
            does = "agrees" if agreed else "declines"
            return f"{side.label} {does} to settle the match as it stands."
        case e.Ended():
            return result(event.winner, event.yellow, event.cyan, event.reason)
        case Edited() | e.VariantEvent():
            return event.sentence
        case e.LeftDue(side, hexes):
            listed = f"{', '.join(hexes[:12])}{' …' if len(hexes) > 12 else ''}"
            return f"Surrounded for {side.label} without an award: {listed}."
        case _:
            return _PHRASES.tell(event)


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


def digest(
    events: Sequence[e.AstralisEvent],
    scores: Sequence[float],
    you: Side | None,
    piece: str = "planet",
    gains: str = "gained",
) -> tuple[str, ...]:
    """What a span of events comes to: planets lost, flights and planets gained, and the score.

    ``scores``  how it stands after them, told where planets are new; empty where that is not
    ``you``     the side that is spoken to
    ``piece``   what the sides gain, and ``gains`` how that is told
    """
    told: list[tuple[int, str]] = []
    gained: dict[Side, list[str]] = {}
    flown: dict[Side, str] = {}
    for event in events:
        match event:
            case e.Moved(side, _, to):
                flown[side] = f"flew to {to}"
            case e.Planted(side, hex) | e.Awarded(side, hex):
                gained.setdefault(side, []).append(hex)
            case e.Bonus(side, hexes):
                gained.setdefault(side, []).extend(hexes)
            case e.Extracted(side, hexes):
                weight = _OWN_LOST if side.other is you else _LOST
                to = _named(side, you)
                told.append((weight, f"{_named(side.other, you)} lost {_few(hexes)} to {to}."))
                gained.setdefault(side, []).extend(hexes)
            case e.TilesChanged():
                pass
            case _:
                told.append((_OUTSIDE if event.weight > 1 else _USUAL, _happened(event, you)))
    for side in dict.fromkeys((*gained, *flown)):
        more = [f"{gains} {_pieces(gained[side], piece)}"] if side in gained else []
        did = " and ".join((*filter(None, (flown.get(side),)), *more))
        told.append((_GAINED if more else _FLOWN, f"{_named(side, you)} {did}."))
    if gained and scores:
        stands = (f"{_named(side, you)} {decimal(scores[side])}" for side in Side)
        told.append((_SCORE, f"{', '.join(stands)}."))
    return weightiest((weight, f"{said[0].upper()}{said[1:]}") for weight, said in told)


def _happened(event: e.AstralisEvent, you: Side | None) -> str:
    """One event of a span that is not added up, as a sentence."""
    match event:
        case e.Placed(side, hex):
            return f"{_named(side, you)} placed {_its(side, you)} {event.what} on {hex}."
        case e.Deferred(side, hex):
            gets = "get" if side is you else "gets"
            return (
                f"{_named(side, you)} closed a ring around {hex} and {gets} a planet there when "
                f"{_whose(side.other, you)} ship leaves."
            )
        case e.ForcedPass(side, hex):
            its = _its(side, you)
            return f"{_named(side, you)} could not move from {hex} and lost {its} turn."
        case e.SettleAsked(side):
            return f"{_named(side, you)} asked to settle the match as it stands."
        case e.SettleLapsed(side):
            return f"{_whose(side, you)} request to settle has expired."
        case e.SettleAnswered(side, agreed):
            did = "agreed" if agreed else "declined"
            return f"{_named(side, you)} {did} to settle the match as it stands."
        case _:
            return tell(event)


def _named(side: Side, you: Side | None) -> str:
    return "you" if side is you else side.label


def _its(side: Side, you: Side | None) -> str:
    return "your" if side is you else "its"


def _whose(side: Side, you: Side | None) -> str:
    return "your" if side is you else f"{side.label}'s"


_OUTSIDE, _OWN_LOST, _LOST, _GAINED, _USUAL, _FLOWN, _SCORE = 7, 6, 5, 4, 3, 2, 1
"""The weights of what a digest tells."""
_MOST_NAMED = 8


def _pieces(hexes: Sequence[str], piece: str) -> str:
    """``a planet on D4``, ``3 planets: D4, D5 and E5``."""
    if len(hexes) == 1:
        return f"a {piece} on {hexes[0]}"
    return f"{len(hexes)} {piece}s: {_few(hexes)}"


def _few(hexes: Sequence[str]) -> str:
    if len(hexes) <= _MOST_NAMED:
        return _listed(hexes)
    few = hexes[: _MOST_NAMED - 1]
    return _listed([*few, f"{len(hexes) - len(few)} more"])

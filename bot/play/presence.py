"""Whether anybody is there."""

from __future__ import annotations

from collections.abc import Iterable

from bot.play.records import Hold


def present(holds: Iterable[Hold]) -> bool:
    """Whether anybody is there to play for: without, a match does not go on by itself."""
    return any(not hold.computer and not hold.autopilot for hold in holds)

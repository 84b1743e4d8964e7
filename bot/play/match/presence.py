"""Whether anybody is there."""

from __future__ import annotations

from collections.abc import Iterable

from bot.play.records import SeatHolder


def present(holds: Iterable[SeatHolder]) -> bool:
    """Whether anybody is there to play for: without, a match does not go on by itself."""
    return any(there(hold) for hold in holds)


def there(hold: SeatHolder | None) -> bool:
    """Whether a person holds the seat who is waited for."""
    return hold is not None and not hold.computer and not hold.autopilot

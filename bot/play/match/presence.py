"""Whether anybody is there."""

from __future__ import annotations

from collections.abc import Iterable

from bot.play.records import SeatHolder


def present(holders: Iterable[SeatHolder]) -> bool:
    """Whether anybody is there to play for: without, a match does not go on by itself."""
    return any(there(holder) for holder in holders)


def there(holder: SeatHolder | None) -> bool:
    """Whether a person holds the seat who is waited for."""
    return holder is not None and not holder.computer and not holder.autopilot

"""When a person does not want their clocks to run: quiet hours of every day, and holidays.

What was left of their time is left afterwards: all their open decisions are timed anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from bot.play.door import Door
from bot.play.people import Holiday
from bot.play.receipts import Receipt


@dataclass(frozen=True, slots=True)
class Rests:
    """``hours``     ``22:00-07:00`` in ``zone``; empty for none
    ``holidays``  those that are not over, in order
    ``days_left``  of the budget, were another holiday to begin as soon as it can
    """

    zone: str
    hours: str
    holidays: tuple[Holiday, ...]
    days_left: int


class Quiet:
    """Every change raises ``NotNow`` with what would be possible."""

    def __init__(self, door: Door) -> None:
        self._door = door

    async def hours(self, user: int, zone: str, text: str, interaction: int) -> Receipt:
        """Quiet hours like ``22:00-07:00`` in a zone like ``Europe/Berlin``, at most ten."""
        raise NotImplementedError

    async def off(self, user: int, interaction: int) -> Receipt:
        """No quiet hours any more; the zone is kept."""
        raise NotImplementedError

    async def holiday(self, user: int, begins: date, ends: date, interaction: int) -> Receipt:
        """From the first to the last day, both included, in the player's zone."""
        raise NotImplementedError

    async def cancel(self, user: int, holiday: int, interaction: int) -> Receipt:
        """A holiday that has begun ends now; another one is as if it had never been."""
        raise NotImplementedError

    async def shown(self, user: int) -> Rests:
        raise NotImplementedError

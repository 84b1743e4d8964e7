"""Quiet hours and holidays of a player, and due times that leave them out.

Quiet hours are hours of the wall clock of a zone, everything else is elapsed time in UTC: a night
in which clocks are put forward or back makes no deadline early.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from itertools import chain
from zoneinfo import ZoneInfo, available_timezones

LONGEST_NIGHT = timedelta(hours=10)
"""Quiet hours of a day, by the wall clock."""

_DAY = timedelta(days=1)
_FORM = re.compile(
    r"([01]?\d|2[0-3])(?:[:.]([0-5]\d))?\s*(?:-|–|to)\s*([01]?\d|2[0-3])(?:[:.]([0-5]\d))?"
)


@dataclass(frozen=True, slots=True)
class Night:
    """From ``begins`` to ``ends`` of every day, by the wall clock of ``zone``."""

    zone: str
    begins: time
    ends: time

    def __str__(self) -> str:
        return f"{self.begins:%H:%M}-{self.ends:%H:%M}"

    @property
    def length(self) -> timedelta:
        """The length of the night on a day without a clock change."""
        begins = timedelta(hours=self.begins.hour, minutes=self.begins.minute)
        ends = timedelta(hours=self.ends.hour, minutes=self.ends.minute)
        return (ends - begins) % _DAY


Span = tuple[datetime, datetime]


@dataclass(frozen=True, slots=True)
class Calendar:
    """``holidays`` are times in UTC, from and until."""

    night: Night | None = None
    holidays: tuple[Span, ...] = ()

    def __bool__(self) -> bool:
        return self.night is not None or bool(self.holidays)


ALWAYS_THERE = Calendar()


def parse_night(zone: str, text: str) -> Night:
    """Parse quiet hours such as ``22:00-07:00``. Raises ``ValueError`` with a readable sentence."""
    if zone not in zone_names():
        raise ValueError("There is no such time zone. Write it like Europe/Berlin")
    found = _FORM.fullmatch(text.strip())
    if found is None:
        raise ValueError("Quiet hours are written like 22:00-07:00")
    begins, ends = (time(int(found[at]), int(found[at + 1] or 0)) for at in (1, 3))
    made = Night(zone, begins, ends)
    if not made.length:
        raise ValueError("These quiet hours are empty: they begin when they end")
    if made.length > LONGEST_NIGHT:
        hours = made.length / timedelta(hours=1)
        raise ValueError(f"Quiet hours are at most 10 hours a day, and these are {hours:g}")
    return made


def find_zone(text: str) -> str:
    """The canonical name of a zone, or ``text`` if there is none."""
    wanted = "_".join(text.split()).casefold()
    return next((name for name in zone_names() if name.casefold() == wanted), text)


@cache
def zone_names() -> frozenset[str]:
    """The names of time zones."""
    return frozenset(available_timezones())


def due_after(now: datetime, needed: timedelta, calendar: Calendar) -> datetime:
    """The first moment at which the clock has run for ``needed`` since ``now``."""
    if needed <= timedelta() or not calendar:
        return now + max(needed, timedelta())
    at = now
    for begins, ends in _rests(now, calendar):
        if begins > at:
            if begins - at >= needed:
                break
            needed -= begins - at
        at = max(at, ends)
    return at + needed


def running_time(now: datetime, due: datetime, calendar: Calendar) -> timedelta:
    """The time for which the clock runs between ``now`` and ``due``; zero once that is past."""
    running = max(due - now, timedelta())
    if not running or not calendar:
        return running
    at = now
    for begins, ends in _rests(now, calendar):
        if begins >= due:
            break
        running -= max(min(ends, due) - max(begins, at), timedelta())
        at = max(at, ends)
    return running


def local_midnight(day: date, zone: str) -> datetime:
    """The beginning of a day in a zone, in UTC."""
    return min(_moments(day, time(), ZoneInfo(zone or "UTC")))


def _rests(since: datetime, calendar: Calendar) -> Iterator[Span]:
    """Spans after ``since`` in which the clock is stopped, by start; they may overlap."""
    holidays = sorted(span for span in calendar.holidays if span[1] > since)
    if calendar.night is None:
        yield from holidays
        return
    nights = _nights(since, calendar.night)
    following: Span | None = next(nights)
    for holiday in chain(holidays, (None,)):
        while following is not None and (holiday is None or following[0] <= holiday[0]):
            yield following
            following = next(nights, None)
        if holiday is not None:
            yield holiday


def _nights(since: datetime, night: Night) -> Iterator[Span]:
    """Every night after ``since``, up to the last date that Python knows."""
    zone = ZoneInfo(night.zone)
    day = since.astimezone(zone).date() - 2 * _DAY
    over = night.ends <= night.begins
    while True:
        # Where the wall clock shows a time twice or never, every possible meaning is quiet.
        begins = min(_moments(day, night.begins, zone))
        ends = max(_moments(day + over * _DAY, night.ends, zone))
        if ends > since:
            yield begins, ends
        day += _DAY


def _moments(day: date, at: time, zone: ZoneInfo) -> tuple[datetime, datetime]:
    wall = datetime.combine(day, at, zone)
    return wall.astimezone(UTC), wall.replace(fold=1).astimezone(UTC)

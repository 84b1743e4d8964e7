"""When a person does not want their clocks to run: quiet hours of every day, and holidays.

What was left of their time is left afterwards: all their open decisions are timed anew, but for
secret choices, which have one time for all.
"""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import wraps
from typing import Any, Concatenate, ParamSpec
from zoneinfo import ZoneInfo

from bot.play import effects
from bot.play.clocks import calendar, time_controls
from bot.play.clocks.calendar import local_midnight
from bot.play.clocks.due_times import build_calendar, move_clock
from bot.play.executor import Noted, PlayContext, Receipt, transactional_beside
from bot.play.refusals import NotNow
from bot.play.storage import queries
from bot.play.storage.ports import Reader, UnitOfWork
from bot.play.storage.profiles import Holiday, Player
from bot.play.storage.records import Match, MatchId, OpenDecision

BUDGET, YEAR = 30, timedelta(days=365)
"""Days of holiday in any 365."""
NOTICE = timedelta(hours=24)
"""A holiday is announced so long before it begins: it is no way out of a clock that runs out."""
_DAY = timedelta(days=1)

P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class RestTimes:
    """``hours``     ``22:00-07:00`` in ``zone``; empty for none
    ``holidays``  those that are not over, in order
    ``days_left``  of the budget, were another holiday to begin as soon as it can
    """

    zone: str
    hours: str
    holidays: tuple[Holiday, ...]
    days_left: int


def _rest_change(
    action: str,
) -> Callable[
    [Callable[Concatenate[UnitOfWork, PlayContext, int, P], Awaitable[str]]],
    Callable[Concatenate[PlayContext, int, int, P], Coroutine[Any, Any, Receipt]],
]:
    """Make a change of a user's rest times a transaction; all their clocks go on with the time
    they had left."""

    def decorate(
        change: Callable[Concatenate[UnitOfWork, PlayContext, int, P], Awaitable[str]],
    ) -> Callable[Concatenate[PlayContext, int, int, P], Coroutine[Any, Any, Receipt]]:
        @transactional_beside
        @wraps(change)
        async def carry_out(
            work: UnitOfWork, context: PlayContext, user: int, /, *args: P.args, **kwargs: P.kwargs
        ) -> Noted:
            before = await _load_rests(work, user)
            said = await change(work, context, user, *args, **kwargs)
            after = await _load_rests(work, user)
            touched = await _retime(work, context, user, before, after)
            return Noted(action, said=said, sends=touched)

        return carry_out

    return decorate


@_rest_change("quiet hours")
async def set_hours(work: UnitOfWork, context: PlayContext, user: int, zone: str, text: str) -> str:
    """Quiet hours like ``22:00-07:00`` in a zone like ``Europe/Berlin``, at most ten."""
    try:
        night = calendar.parse_night(calendar.find_zone(zone), text)
    except ValueError as fault:
        raise NotNow(f"{fault}.", instead="For example 22:00-07:00 in Europe/Berlin.") from None
    player = await work.read(queries.PlayerOf(user))
    await work.keep(replace(player, zone=night.zone, quiet=str(night)))
    return f"Quiet hours are {night}, {night.zone}: your clocks stop during them."


@_rest_change("quiet hours")
async def clear_hours(work: UnitOfWork, context: PlayContext, user: int) -> str:
    """Remove the quiet hours, and keep the zone."""
    await work.keep(replace(await work.read(queries.PlayerOf(user)), quiet=""))
    return "Quiet hours are off: your clocks run around the clock."


@_rest_change("holiday")
async def add_holiday(
    work: UnitOfWork, context: PlayContext, user: int, begins: date, ends: date
) -> str:
    """Add a holiday, first and last day included, in the player's zone."""
    player, known = await _load_rests(work, user)
    given = _parse_holiday(user, begins, ends, player.zone, context.clock.now())
    _check_fits(given, known, player.zone)
    await work.keep(given)
    return f"Your clocks stop {_describe_span(given, player.zone)}. Have a good time!"


@_rest_change("holiday")
async def cancel_holiday(work: UnitOfWork, context: PlayContext, user: int, holiday: int) -> str:
    """A holiday that has begun ends now; another one is as if it had never been."""
    now = context.clock.now()
    known = await work.read(queries.HolidaysOf(user))
    found = next((each for each in known if each.id == holiday), None)
    if found is None or found.ends_at <= now:
        raise NotNow("That holiday is over or already cancelled.")
    if found.begins_at >= now:
        await work.drop(Holiday, id=holiday)
        return "The holiday is cancelled."
    await work.keep(replace(found, ends_at=now))
    return "Welcome back: your clocks run again."


async def load_rest_times(context: PlayContext, user: int) -> RestTimes:
    now = context.clock.now()
    async with context.store.reading() as reader:
        player, holidays = await _load_rests(reader, user)
    ahead = tuple(each for each in holidays if each.ends_at > now)
    taken = _most_days_in_a_year(holidays, now + NOTICE)
    return RestTimes(player.zone, player.quiet, ahead, max(0, BUDGET - taken))


async def _retime(
    work: UnitOfWork, context: PlayContext, user: int, before: _Rests, after: _Rests
) -> bool:
    """Time the open decisions of ``user`` anew; whether any has changed."""
    now = context.clock.now()
    matches: dict[MatchId, Match] = {}
    rows: list[OpenDecision] = []
    for row, holder in await work.read(queries.DecisionsOf(user)):
        if row.due_at is None or row.secret or (row.late and row.act_at is None):
            continue
        match = matches.get(holder.match) or await work.read(queries.MatchById(holder.match))
        assert match is not None, "an open decision belongs to a match"
        matches[holder.match] = match
        agreed = time_controls.from_stored(match.clock)
        at = match.paused_at or now
        one, other = build_calendar(agreed, *before), build_calendar(agreed, *after)
        timed = move_clock(row, agreed, at, at, one, other)
        timed = timed if match.paused_at is None else replace(timed, act_at=None)
        if timed != row:
            rows.append(timed)
    await work.retime(tuple(rows))
    for match_id in sorted({row.match for row in rows if row.waits}):
        await work.post(effects.refresh_panel(matches[match_id], now))
    return bool(rows)


_Rests = tuple[Player, tuple[Holiday, ...]]


async def _load_rests(reader: Reader, user: int) -> _Rests:
    return await reader.read(queries.PlayerOf(user)), await reader.read(queries.HolidaysOf(user))


def _parse_holiday(user: int, begins: date, ends: date, zone: str, now: datetime) -> Holiday:
    """Raises ``NotNow``."""
    if ends < begins:
        raise NotNow("That holiday ends before it begins.")
    if not now.date() - _DAY <= begins <= now.date() + YEAR or ends > begins + YEAR:
        raise NotNow("A holiday must begin within a year from now.")
    given = Holiday(user, local_midnight(begins, zone), local_midnight(ends + _DAY, zone))
    if given.begins_at < now + NOTICE:
        first = (now + NOTICE).astimezone(ZoneInfo(zone or "UTC")).date() + _DAY
        raise NotNow(
            "Announce a holiday at least 24 hours before it begins.",
            instead=f"It can begin on {first.isoformat()}. For a sudden absence "
            "ask the others for a pause, or for more time.",
        )
    return given


def _check_fits(given: Holiday, known: tuple[Holiday, ...], zone: str) -> None:
    """Raises ``NotNow``."""
    for each in known:
        if each.begins_at < given.ends_at and given.begins_at < each.ends_at:
            raise NotNow(f"You already have a holiday {_describe_span(each, zone)}.")
    taken = _most_days_in_a_year((*known, given))
    if taken > BUDGET:
        own = _count_days(given.ends_at - given.begins_at)
        raise NotNow(
            f"With these {own} days it would be {taken} days of holiday within 365.",
            instead=f"{max(0, BUDGET - (taken - own))} days are left of {BUDGET}."
            if taken - own < BUDGET
            else f"More than {BUDGET} days in a year are not possible.",
        )


def _most_days_in_a_year(holidays: tuple[Holiday, ...], around: datetime | None = None) -> int:
    """The most days of holiday in any 365 days, or in those in which ``around`` lies."""
    starts = {each.begins_at for each in holidays} | {each.ends_at - YEAR for each in holidays}
    if around is not None:
        starts = {start for start in starts if start <= around <= start + YEAR}
        starts |= {around, around - YEAR}
    return max((_count_days(_rest_within_year(holidays, start)) for start in starts), default=0)


def _rest_within_year(holidays: Iterable[Holiday], start: datetime) -> timedelta:
    spans = (min(each.ends_at, start + YEAR) - max(each.begins_at, start) for each in holidays)
    return sum((span for span in spans if span > timedelta()), timedelta())


def _count_days(length: timedelta) -> int:
    """Days of the calendar, those that were begun among them; one in which the clocks are put
    back is a single day, too."""
    return math.ceil((length - timedelta(hours=2)) / _DAY)


def _describe_span(holiday: Holiday, zone: str) -> str:
    there = ZoneInfo(zone or "UTC")
    begins = holiday.begins_at.astimezone(there).date()
    ends = (holiday.ends_at - timedelta(microseconds=1)).astimezone(there).date()
    return f"on {begins}" if begins == ends else f"from {begins} to {ends}"

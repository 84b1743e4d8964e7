"""When decisions are due, from the time controls, quiet hours and the time used so far.

A row says when its time is over (``due_at``) and when the sweeper must next look at it
(``act_at``): for a reminder, at the end of its time, or at the end of the grace after it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from bot.play.clocks import time_controls
from bot.play.clocks.calendar import ALWAYS_THERE, Calendar, Night, due_after, running_time
from bot.play.clocks.calendar import parse_night as night_of
from bot.play.clocks.time_controls import TimeControls
from bot.play.storage import queries
from bot.play.storage.ports import Reader
from bot.play.storage.profiles import Holiday, Player
from bot.play.storage.records import Match, OpenDecision, SeatHolder
from games.core.types import Form, Seat

_NOTHING = timedelta()


@dataclass(frozen=True, slots=True)
class Times:
    """The stored open decisions of a match and the calendars of its players.

    Empty in a match without a time limit.
    """

    stored: tuple[OpenDecision, ...] = ()
    calendars: Mapping[int, Calendar] = field(default_factory=dict)

    def calendar(self, user: int | None) -> Calendar:
        return ALWAYS_THERE if user is None else self.calendars.get(user, ALWAYS_THERE)


UNTIMED = Times()


async def load_times(reader: Reader, match: Match, users: Iterable[int | None]) -> Times:
    if not match.clock:
        return UNTIMED
    agreed = time_controls.from_stored(match.clock)
    people = _users_who_may_rest(agreed, users)
    stored, rests = await reader.read_together(
        queries.OpenDecisions(match.id), queries.RestsOf(people)
    )
    return Times(stored, _calendars(agreed, people, *rests))


async def load_calendars(
    reader: Reader, agreed: TimeControls, users: Iterable[int | None]
) -> Mapping[int, Calendar]:
    """The calendars of these users, as far as the match's time controls respect them."""
    people = _users_who_may_rest(agreed, users)
    return _calendars(agreed, people, *await reader.read(queries.RestsOf(people)))


def _users_who_may_rest(agreed: TimeControls, users: Iterable[int | None]) -> tuple[int, ...]:
    """The users whose clocks may stop in this match."""
    rests = agreed.quiet or agreed.holidays
    return tuple(sorted({user for user in users if user is not None})) if rests else ()


def _calendars(
    agreed: TimeControls,
    people: Iterable[int],
    players: Iterable[Player],
    holidays: Sequence[Holiday],
) -> Mapping[int, Calendar]:
    found = {
        user: build_calendar(agreed, known.get(user), (h for h in holidays if h.user == user))
        for known in ({player.user: player for player in players},)
        for user in people
    }
    return {user: calendar for user, calendar in found.items() if calendar}


def build_calendar(
    agreed: TimeControls, player: Player | None, holidays: Iterable[Holiday]
) -> Calendar:
    away = tuple((each.begins_at, each.ends_at) for each in holidays) if agreed.holidays else ()
    return Calendar(_night(player) if agreed.quiet and player is not None else None, away)


def _night(player: Player) -> Night | None:
    if not player.quiet:
        return None
    try:
        return night_of(player.zone or "UTC", player.quiet)
    except ValueError:
        return None  # a zone that this system no longer knows: the clock runs


def start_clock(
    row: OpenDecision, agreed: TimeControls, now: datetime, needed: timedelta, calendar: Calendar
) -> OpenDecision:
    """``row`` with this much time from ``now``; reminders in the past are dropped."""
    due = due_after(now, needed, calendar)
    return run_clock(replace(row, due_at=due, late=False), agreed, now, needed, calendar)


def run_clock(
    row: OpenDecision, agreed: TimeControls, now: datetime, remaining: timedelta, calendar: Calendar
) -> OpenDecision:
    """``row`` with its due time and the reminders still to come."""
    past = sum(mark >= remaining for mark in reminder_marks(row, agreed))
    return schedule_next(replace(row, reminded=past), agreed, now, remaining, calendar)


def schedule_next(
    row: OpenDecision, agreed: TimeControls, now: datetime, remaining: timedelta, calendar: Calendar
) -> OpenDecision:
    """``row`` with the moment of its next event: an unsent reminder, or its end.

    Args:
        remaining: The time left.
    """
    following = [mark for mark in reminder_marks(row, agreed)[row.reminded :] if mark < remaining]
    if not following:
        return replace(row, act_at=row.due_at)
    return replace(row, act_at=due_after(now, remaining - following[0], calendar))


def reminder_marks(row: OpenDecision, agreed: TimeControls) -> tuple[timedelta, ...]:
    """The remaining times at which the seat is reminded; none for an offer."""
    whole = agreed.pace(row.kind).time
    return () if whole is None or not row.waits else agreed.reminder_marks(whole)


def end_time(row: OpenDecision, agreed: TimeControls, calendar: Calendar) -> datetime | None:
    """The moment at which the default is played or a vote opens, after any grace period."""
    if row.due_at is None or not row.waits:
        return row.due_at
    return due_after(row.due_at, agreed.grace, calendar)


def move_clock(
    row: OpenDecision,
    agreed: TimeControls,
    stopped: datetime,
    now: datetime,
    before: Calendar,
    calendar: Calendar | None = None,
) -> OpenDecision:
    """Let the clock of ``row`` run on from ``now`` with the time left when it ``stopped``.

    Args:
        before: The player's calendar until then.
        calendar: Their calendar from now on, where it has changed.
    """
    if row.due_at is None:
        return row
    after = before if calendar is None else calendar
    remaining = running_time(stopped, row.due_at, before)
    if not row.late:
        due = due_after(now, remaining, after)
        return schedule_next(replace(row, due_at=due), agreed, now, remaining, after)
    over = end_time(row, agreed, before)
    assert over is not None, "what is late was due"
    grace = running_time(stopped, over, before)
    return replace(
        row,
        due_at=row.due_at + (now - stopped),
        act_at=due_after(now, grace, after) if grace > _NOTHING else None,
    )


def shown_end(row: OpenDecision, match: Match) -> datetime | None:
    """The end of a decision's time, or of its grace period, as players see it.

    ``None`` while the match is paused, and once the others may decide.
    """
    if match.paused_at is not None:
        return None
    return row.act_at if row.late else row.due_at


def time_banks(match: Match, holders: tuple[SeatHolder, ...]) -> Mapping[Seat, timedelta]:
    """The time in each player's bank; empty in a match without banks."""
    pace = time_controls.from_stored(match.clock).usual
    if not pace.is_banked or pace.time is None:
        return {}
    left = {
        holder.seat: load_time_left(holder).bank for holder in holders if not holder.is_computer
    }
    return {
        seat: pace.time if seconds is None else max(timedelta(seconds=seconds), pace.increment)
        for seat, seconds in left.items()
    }


# --- The time that a seat has left while its clock is stopped: ``SeatHolder.time`` ---

_MOST_KEPT = 8


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """Times are in whole seconds, rounded up: nothing is due early.

    ``bank``    what the seat has for the rest of the match; ``None`` while that is all of it
    ``broken``  what belongs together and was interrupted, with what was left of it; the newest
                last. With a bank: what has earned its increment, so that it does so once
    """

    bank: int | None = None
    broken: tuple[tuple[str, int], ...] = ()

    def interrupted(self, unit: str) -> timedelta | None:
        found = dict(self.broken).get(unit)
        return None if found is None else timedelta(seconds=found)

    def with_interrupted(self, unit: str, left: timedelta) -> TimeLeft:
        others = tuple(each for each in self.broken if each[0] != unit)
        return replace(self, broken=(*others, (unit, whole_seconds(left)))[-_MOST_KEPT:])


_FORM: Form[TimeLeft] = Form(TimeLeft)
NOTHING_YET = TimeLeft()


def load_time_left(holder: SeatHolder) -> TimeLeft:
    return _FORM.read(holder.time) if holder.time else NOTHING_YET


def time_left_to_json(spare: TimeLeft) -> str:
    return _FORM.write(spare).decode() if spare != NOTHING_YET else ""


def whole_seconds(length: timedelta) -> int:
    return math.ceil(length / timedelta(seconds=1))

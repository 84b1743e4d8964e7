"""Time that stands still at night and in holidays, in all zones and over both DST nights."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.play.clocks import calendar
from bot.play.clocks.calendar import (
    ALWAYS_THERE,
    Calendar,
    Night,
    due_after,
    local_midnight,
    running_time,
)

HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)
BERLIN, YORK, LORD_HOWE = "Europe/Berlin", "America/New_York", "Australia/Lord_Howe"
ZONES = sorted(calendar.zone_names())
# All days on which somewhere the clocks are changed lie in here many times.
START = datetime(2024, 1, 1, tzinfo=UTC)
moments = st.integers(0, 4 * 366 * 86_400).map(lambda seconds: START + timedelta(seconds=seconds))
lengths = st.integers(0, 60 * 24 * 12).map(lambda minutes: minutes * MINUTE)


@st.composite
def nights(draw: st.DrawFn) -> Night:
    begins = draw(st.integers(0, 24 * 12 - 1)) * 5
    lasts = draw(st.integers(1, 120)) * 5
    ends = (begins + lasts) % (24 * 60)
    zone = draw(st.sampled_from(ZONES))
    return Night(zone, time(*divmod(begins, 60)), time(*divmod(ends, 60)))


@st.composite
def calendars(draw: st.DrawFn) -> Calendar:
    holidays = tuple(
        (begins, begins + draw(st.integers(1, 20)) * timedelta(days=1))
        for begins in draw(st.lists(moments, max_size=3))
    )
    return Calendar(draw(st.one_of(st.none(), nights())), holidays)


def ticks(now: datetime, due: datetime, rests: Calendar) -> int:
    """How many minutes the clock runs, looked at minute by minute on the wall."""
    zone = ZoneInfo(rests.night.zone) if rests.night else UTC
    count = 0
    while now < due:
        wall = now.astimezone(zone).time()
        quiet = rests.night is not None and _within(wall, rests.night)
        away = any(begins <= now < ends for begins, ends in rests.holidays)
        count += not (quiet or away)
        now += MINUTE
    return count


def _within(wall: time, night: Night) -> bool:
    if night.begins < night.ends:
        return night.begins <= wall < night.ends
    return wall >= night.begins or wall < night.ends


@settings(deadline=None)
@given(moments, lengths, calendars())
@example(
    datetime(2026, 3, 28, 12, tzinfo=UTC),
    24 * HOUR,
    Calendar(calendar.parse_night(BERLIN, "22:00-7")),
)
@example(
    datetime(2026, 10, 24, 12, tzinfo=UTC),
    24 * HOUR,
    Calendar(calendar.parse_night(BERLIN, "1:30-2:30")),
)
def test_the_time_until_a_deadline_is_the_time_that_was_given(
    now: datetime, needed: timedelta, rests: Calendar
) -> None:
    due = due_after(now, needed, rests)
    assert running_time(now, due, rests) == needed
    assert due - now >= needed, "never early"
    if needed:
        assert running_time(now, due - timedelta(microseconds=1), rests) < needed, "and not later"


@settings(deadline=None)
@given(moments, lengths, calendars())
def test_what_is_left_at_any_deadline_leads_back_to_it_or_to_the_rest_before(
    now: datetime, ahead: timedelta, rests: Calendar
) -> None:
    due = now + ahead
    back = due_after(now, running_time(now, due, rests), rests)
    assert now <= back <= due
    assert not running_time(back, due, rests), "between them no clock runs"


@settings(deadline=None)
@given(moments, lengths, lengths, calendars())
def test_more_time_is_never_due_earlier_and_time_can_be_taken_in_two(
    now: datetime, one: timedelta, other: timedelta, rests: Calendar
) -> None:
    both = due_after(now, one + other, rests)
    assert due_after(now, one, rests) <= both
    assert due_after(due_after(now, one, rests), other, rests) == both
    middle = now + one
    assert running_time(now, middle, rests) + running_time(
        middle, middle + other, rests
    ) == running_time(now, middle + other, rests)


@pytest.mark.parametrize("zone", ZONES)
def test_over_every_change_of_the_clocks_in_every_zone(zone: str) -> None:
    """Six hours awake each side of a night in which it may be 6, 7, 8 or 9 o'clock twice."""
    rests = Calendar(Night(zone, time(23), time(6)))
    for day in _changes(zone, 2026):
        noon = datetime.combine(day - timedelta(days=1), time(12), ZoneInfo(zone)).astimezone(UTC)
        due = due_after(noon, 12 * HOUR, rests)
        assert running_time(noon, due, rests) == 12 * HOUR
        assert due - noon >= 12 * HOUR


def _changes(zone: str, year: int) -> list[date]:
    there = ZoneInfo(zone)
    days = [date(year, 1, 1) + timedelta(days=number) for number in range(366)]
    shift = [datetime.combine(day, time(12), there).utcoffset() for day in days]
    return [
        day for day, one, other in zip(days[1:], shift, shift[1:], strict=False) if one != other
    ]


@pytest.mark.parametrize(
    ("zone", "text", "now", "hours"),
    [
        # A night of 22 to 7 lasts 8 hours in spring, 10 in autumn, 9 else.
        (BERLIN, "22:00-07:00", datetime(2026, 3, 28, 20, tzinfo=UTC), 8),
        (BERLIN, "22:00-07:00", datetime(2026, 10, 24, 19, tzinfo=UTC), 10),
        (BERLIN, "22:00-07:00", datetime(2026, 6, 1, 19, tzinfo=UTC), 9),
        (YORK, "22:00-07:00", datetime(2026, 3, 8, 0, tzinfo=UTC), 8),
        (YORK, "22:00-07:00", datetime(2026, 10, 31, 23, tzinfo=UTC), 10),
        # There the clocks change by half an hour.
        (LORD_HOWE, "22:00-07:00", datetime(2026, 4, 4, 8, tzinfo=UTC), 9.5),
    ],
)
def test_a_night_is_as_long_as_it_really_is(
    zone: str, text: str, now: datetime, hours: float
) -> None:
    rests = Calendar(calendar.parse_night(zone, text))
    dusk = next(begins for begins, ends in calendar._rests(now, rests) if begins >= now)
    # One hour of the clock is left when the night begins.
    due = due_after(dusk - HOUR, 2 * HOUR, rests)
    assert due - dusk == (hours + 1) * HOUR


@settings(deadline=None)
@given(moments, st.sampled_from([BERLIN, YORK, LORD_HOWE, "Asia/Kolkata", "Pacific/Apia"]))
def test_the_sum_agrees_with_a_look_at_the_wall_each_minute(now: datetime, zone: str) -> None:
    now = now.replace(second=0, microsecond=0)
    rests = Calendar(Night(zone, time(21, 30), time(6, 45)), ((now + 30 * HOUR, now + 55 * HOUR),))
    due = now + 72 * HOUR
    assert running_time(now, due, rests) == ticks(now, due, rests) * MINUTE


def test_without_rests_time_is_time() -> None:
    now = datetime(2026, 3, 28, 20, tzinfo=UTC)
    assert due_after(now, 24 * HOUR, ALWAYS_THERE) == now + 24 * HOUR
    assert running_time(now, now - HOUR, ALWAYS_THERE) == timedelta()
    assert due_after(now, -HOUR, ALWAYS_THERE) == now


def test_a_holiday_stands_still_as_a_whole() -> None:
    now = datetime(2026, 8, 1, tzinfo=UTC)
    away = Calendar(None, ((now + 6 * HOUR, now + 24 * 10 * HOUR),))
    assert due_after(now, 6 * HOUR, away) == now + 6 * HOUR
    assert due_after(now, 7 * HOUR, away) == now + 24 * 10 * HOUR + HOUR
    assert running_time(now, now + 24 * 9 * HOUR, away) == 6 * HOUR


@pytest.mark.parametrize(
    ("zone", "text", "said"),
    [
        ("Mars/Olympus", "22:00-07:00", "no such time zone"),
        ("../etc/passwd", "22:00-07:00", "no such time zone"),
        (BERLIN, "late", "written like 22:00-07:00"),
        (BERLIN, "25:00-07:00", "written like 22:00-07:00"),
        (BERLIN, "22:00-22:00", "are empty"),
        (BERLIN, "20:00-07:30", "these are 11.5"),
    ],
)
def test_quiet_hours_that_cannot_be_are_refused(zone: str, text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        calendar.parse_night(zone, text)


def test_quiet_hours_are_written_as_they_are_read() -> None:
    for text in ("22:00-07:00", "22 - 7", "22.00 to 7:00", "22:00–07:00"):
        assert str(calendar.parse_night(BERLIN, text)) == "22:00-07:00"


def test_a_day_begins_when_it_does_there() -> None:
    assert local_midnight(date(2026, 7, 1), BERLIN) == datetime(2026, 6, 30, 22, tzinfo=UTC)
    # In Santiago that midnight does not exist.
    santiago = local_midnight(date(2026, 9, 6), "America/Santiago")
    assert santiago == datetime(2026, 9, 6, 3, tzinfo=UTC)

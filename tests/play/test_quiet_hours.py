"""Quiet hours and holidays: what they do to clocks that run, and what they cost."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from bot.play.people import quiet_hours
from bot.play.refusals import NotNow
from bot.play.storage.outbox import MessageKind
from bot.play.storage.records import MatchId
from tests.play.conftest import ALICE, BOB, CAROL, Club
from tests.play.test_due_times import (
    due,
    given_more,
    hours,
    paused,
    resumed,
    seat_of,
    the_row,
    told,
)

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
BERLIN = "Europe/Berlin"


def at(club: Club, text: str) -> datetime:
    club.clock.time = datetime.fromisoformat(text).replace(tzinfo=UTC)
    return club.clock.time


async def quiet(club: Club, user: int, text: str = "22:00-07:00", zone: str = BERLIN) -> str:
    receipt = await quiet_hours.set_hours(club.app, user, next(club.interactions), zone, text)
    return receipt.text


async def away(club: Club, user: int, begins: str, ends: str) -> str:
    first, last = date.fromisoformat(begins), date.fromisoformat(ends)
    receipt = await quiet_hours.add_holiday(club.app, user, next(club.interactions), first, last)
    return receipt.text


async def turn(club: Club, clock: str = "24h; remind never") -> MatchId:
    return await club.begin_with_lamps(clock=clock)


@pytest.mark.parametrize(
    ("now", "then"),
    [
        # Twelve hours: until 10 in the evening, and on from 7 in the morning.
        ("2026-06-01T12:00", "2026-06-02T09:00"),
        # The nights in which the clocks are put forward and back there.
        ("2026-03-28T13:00", "2026-03-29T09:00"),
        ("2026-10-24T12:00", "2026-10-25T10:00"),
    ],
)
async def test_a_clock_stands_still_in_quiet_hours(club: Club, now: str, then: str) -> None:
    at(club, now)
    for person in (ALICE, BOB):
        await quiet(club, person.user)
    match = await turn(club, "12h; remind never")
    expected = datetime.fromisoformat(then).replace(tzinfo=UTC)
    assert await due(club, match) == expected
    club.clock.time = expected - timedelta(seconds=1)
    assert await club.app.deadlines.sweep() == 0
    club.clock.time = expected
    assert await club.app.deadlines.sweep() == 1


async def test_a_match_may_take_no_notice_of_quiet_hours_or_of_holidays(club: Club) -> None:
    now = at(club, "2026-06-01T12:00")
    for person in (ALICE, BOB):
        await quiet(club, person.user)
        await away(club, person.user, "2026-06-03", "2026-06-04")
    for channel, clock, expected in (
        (300, "72h", datetime(2026, 6, 8, 9, tzinfo=UTC)),
        (301, "72h; quiet off", now + 5 * DAY),
        (302, "72h; holidays off", datetime(2026, 6, 6, 9, tzinfo=UTC)),
        (303, "72h; quiet off; holidays off", now + 3 * DAY),
    ):
        match = await club.begin_with_lamps(channel=channel, clock=clock)
        assert await due(club, match) == expected, clock


async def test_quiet_hours_that_are_asked_for_now_time_what_runs_anew(club: Club) -> None:
    at(club, "2026-06-01T12:00")
    match = await turn(club)
    mover, other = await club.on_turn(match)
    before = await due(club, match)
    await club.posted()
    said = await quiet(club, mover.user)
    assert said == "Quiet hours are 22:00-07:00, Europe/Berlin: your clocks stop during them."
    assert await due(club, match) == before + 2 * 9 * HOUR
    assert await club.posted() == [(MessageKind.REFRESH, None)]
    await quiet(club, other.user)
    assert await club.posted() == []
    # In the middle of the night what was left is left.
    at(club, "2026-06-01T23:00")
    await quiet_hours.clear_hours(club.app, mover.user, next(club.interactions))
    assert await due(club, match) == club.clock.now() + 16 * HOUR
    assert (await quiet_hours.load_rest_times(club.app, mover.user)).zone == BERLIN


async def test_the_same_press_counts_once(club: Club) -> None:
    at(club, "2026-06-01T12:00")
    for _ in range(2):
        receipt = await quiet_hours.set_hours(club.app, ALICE.user, 900, BERLIN, "22:00-07:00")
        assert receipt.text.startswith("Quiet hours are")
    for _ in range(2):
        await quiet_hours.add_holiday(club.app, ALICE.user, 901, date(2026, 7, 1), date(2026, 7, 5))
    assert len((await quiet_hours.load_rest_times(club.app, ALICE.user)).holidays) == 1


async def test_reminders_and_grace_keep_out_of_quiet_hours(club: Club) -> None:
    at(club, "2026-06-01T12:00")
    for person in (ALICE, BOB):
        await quiet(club, person.user)
    match = await turn(club, "12h; remind 1h; grace 10h")
    mover, _ = await club.on_turn(match)
    await club.posted()
    at(club, "2026-06-02T07:59")
    await club.app.deadlines.sweep()
    assert await told(club, MessageKind.REMIND) == []
    at(club, "2026-06-02T08:00")
    await club.app.deadlines.sweep()
    assert await told(club, MessageKind.REMIND) == [(MessageKind.REMIND, mover.user)]
    at(club, "2026-06-02T16:00")
    await club.app.deadlines.sweep()
    row = await the_row(club, match)
    # Its time was over at 9; ten hours from then, by day.
    assert (row.late, row.act_at) == (True, datetime(2026, 6, 2, 19, tzinfo=UTC))
    await quiet_hours.set_hours(
        club.app, mover.user, next(club.interactions), BERLIN, "20:00-06:00"
    )
    row = await the_row(club, match)
    assert row.act_at == datetime(2026, 6, 3, 5, tzinfo=UTC)
    at(club, "2026-06-03T04:59")
    assert await club.app.deadlines.sweep() == 0
    at(club, "2026-06-03T05:00")
    assert await club.app.deadlines.sweep() == 1


async def test_a_holiday_puts_off_what_falls_into_it_and_its_end_lets_it_run(club: Club) -> None:
    now = at(club, "2026-06-01T12:00")
    match = await turn(club, "72h; remind never")
    mover, _ = await club.on_turn(match)
    said = await away(club, mover.user, "2026-06-03", "2026-06-09")
    assert said == "Your clocks stop from 2026-06-03 to 2026-06-09. Have a good time!"
    assert await due(club, match) == now + 10 * DAY
    at(club, "2026-06-05T00:00")
    assert await club.app.deadlines.sweep() == 0
    [holiday] = (await quiet_hours.load_rest_times(club.app, mover.user)).holidays
    assert holiday.id is not None
    await quiet_hours.cancel_holiday(club.app, mover.user, next(club.interactions), holiday.id)
    # 36 hours had run before it.
    assert await due(club, match) == club.clock.now() + 36 * HOUR
    rests = await quiet_hours.load_rest_times(club.app, mover.user)
    assert (rests.holidays, rests.days_left) == ((), 28)
    with pytest.raises(NotNow, match="over or already cancelled"):
        await quiet_hours.cancel_holiday(club.app, mover.user, next(club.interactions), holiday.id)


async def test_a_holiday_that_has_not_begun_costs_nothing_when_it_is_cancelled(club: Club) -> None:
    at(club, "2026-06-01T12:00")
    await away(club, ALICE.user, "2026-07-01", "2026-07-20")
    rests = await quiet_hours.load_rest_times(club.app, ALICE.user)
    assert rests.days_left == 10
    [holiday] = rests.holidays
    assert holiday.id is not None
    for user in (BOB.user, CAROL.user):
        with pytest.raises(NotNow):
            await quiet_hours.cancel_holiday(club.app, user, next(club.interactions), holiday.id)
    await quiet_hours.cancel_holiday(club.app, ALICE.user, next(club.interactions), holiday.id)
    assert (await quiet_hours.load_rest_times(club.app, ALICE.user)).days_left == 30


async def test_holidays_keep_to_their_notice_and_their_budget(club: Club) -> None:
    at(club, "2026-06-01T12:00")
    await quiet(club, ALICE.user)
    for begins, ends, said in (
        ("2026-06-02", "2026-06-05", "at least 24 hours"),
        ("2026-05-01", "2026-05-05", "within a year"),
        ("2026-06-10", "2026-06-09", "ends before it begins"),
        ("2028-01-01", "2028-01-02", "within a year"),
        ("2026-07-01", "2026-07-31", "31 days of holiday within 365"),
        ("2026-07-01", "9999-12-31", "within a year"),
    ):
        with pytest.raises(NotNow, match=said):
            await away(club, ALICE.user, begins, ends)
    with pytest.raises(NotNow) as refused:
        await away(club, ALICE.user, "2026-06-02", "2026-06-05")
    assert "It can begin on 2026-06-03" in str(refused.value.instead)
    await away(club, ALICE.user, "2026-06-03", "2026-06-12")
    with pytest.raises(NotNow, match="already have a holiday from 2026-06-03 to 2026-06-12"):
        await away(club, ALICE.user, "2026-06-12", "2026-06-13")
    await away(club, ALICE.user, "2026-10-20", "2026-11-08")
    assert (await quiet_hours.load_rest_times(club.app, ALICE.user)).days_left == 0
    with pytest.raises(NotNow, match="31 days of holiday within 365"):
        await away(club, ALICE.user, "2027-05-30", "2027-05-30")
    # The holiday of June has left the year by then.
    at(club, "2027-06-05T12:00")
    await away(club, ALICE.user, "2027-06-13", "2027-06-22")


async def test_quiet_hours_that_cannot_be_are_refused_with_what_can(club: Club) -> None:
    for zone, text, said in (
        ("Middle/Earth", "22:00-07:00", "no such time zone"),
        (BERLIN, "late", "written like 22:00-07:00"),
        (BERLIN, "20:00-08:00", "at most 10 hours a day, and these are 12"),
    ):
        with pytest.raises(NotNow, match=said):
            await quiet(club, ALICE.user, text, zone)
    await quiet(club, ALICE.user, zone="europe/berlin")
    await quiet(club, ALICE.user, zone="America/New York")
    assert (await quiet_hours.load_rest_times(club.app, ALICE.user)).zone == "America/New_York"


async def test_secret_choices_have_one_deadline_whatever_the_quiet_hours(club: Club) -> None:
    """Nobody has less than agreed, and no change of somebody's hours shows who has chosen."""
    now = at(club, "2026-06-01T12:00")
    await quiet(club, ALICE.user)
    match = await club.begin(clock="24h")
    assert set((await club.decisions(match)).values()) == {now + 42 * HOUR}
    before = await club.public(match)
    await quiet_hours.clear_hours(club.app, ALICE.user, next(club.interactions))
    await quiet(club, BOB.user, "12:00-20:00")
    after = await club.public(match)
    assert (after.secretly_due, after.due) == (before.secretly_due, before.due)


async def test_hours_that_change_in_a_pause_count_from_its_end(club: Club) -> None:
    at(club, "2026-06-01T12:00")
    match = await turn(club)
    mover, _ = await club.on_turn(match)
    hours(club, 4)
    await paused(club, match)
    await quiet(club, mover.user)
    assert (await the_row(club, match)).act_at is None
    at(club, "2026-06-10T08:00")
    assert await club.app.deadlines.sweep() == 0
    await resumed(club, match)
    # Twenty hours, of which 12 before the night.
    assert await due(club, match) == datetime(2026, 6, 11, 13, tzinfo=UTC)
    await given_more(club, match, seat_of(mover), 8 * HOUR)
    assert await due(club, match) == datetime(2026, 6, 12, 6, tzinfo=UTC)


async def test_time_that_is_given_back_keeps_out_of_quiet_hours(club: Club) -> None:
    at(club, "2026-06-01T12:00")
    for person in (ALICE, BOB):
        await quiet(club, person.user)
    match = await turn(club, "12h; remind never")
    at(club, "2026-06-02T06:00")
    await club.app.deadlines.sweep()
    # Away from 6 to 18 o'clock; three hours are left, two of them before the night.
    club.app.deadlines._there = False
    at(club, "2026-06-02T18:00")
    assert await club.app.deadlines.sweep() == 0
    assert await due(club, match) == datetime(2026, 6, 3, 6, tzinfo=UTC)

"""Pauses and more time: what was left is left afterwards."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.play.executor import Command
from bot.play.lobby import lobby
from bot.play.people import leaving
from bot.play.refusals import NotNow
from bot.play.storage.outbox import MessageKind
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

HOUR = timedelta(hours=1)

# Pauses


async def test_in_a_pause_no_clock_runs_and_afterwards_what_was_left_is_left(club: Club) -> None:
    match = await club.begin_with_lamps(clock="24h; remind 50% 1h")
    mover, _ = await club.on_turn(match)
    hours(club, 10)
    await paused(club, match)
    await club.posted()
    with pytest.raises(NotNow, match="match is paused"):
        await club.say(match, mover, "REST")
    assert await club.after(1000) == 0
    assert await club.posted() == []
    match_view = await club.public(match)
    assert (dict(match_view.due), match_view.late) == ({}, frozenset())
    await resumed(club, match)
    assert await due(club, match) == club.clock.now() + 14 * HOUR
    await club.posted()
    await club.after(2)
    assert await told(club, MessageKind.REMIND) == [(MessageKind.REMIND, mover.user)]
    assert await club.after(12) == 1
    assert (await club.kinds(match))[-3:] == ["paused", "resumed", f"default {seat_of(mover)}"]
    await club.replayed(match)


async def test_a_pause_ends_by_itself_when_its_end_was_said(club: Club) -> None:
    match = await club.begin_with_lamps(clock="24h")
    hours(club, 10)
    await paused(club, match, club.clock.now() + 100 * HOUR)
    assert await club.after(99.9) == 0
    assert await club.after(0.1) == 1
    assert await club.app.deadlines.sweep() == 0
    assert (await club.match(match)).paused_at is None
    assert await due(club, match) == club.clock.now() + 14 * HOUR


async def test_grace_that_was_running_goes_on_after_a_pause(club: Club) -> None:
    match = await club.begin_with_lamps(clock="24h; grace 12h; remind never")
    await club.after(30)
    # It was late from the sweep on, but its time was over before.
    row = await the_row(club, match)
    assert (row.late, row.act_at) == (True, club.clock.now() + 6 * HOUR)
    await paused(club, match)
    # In a pause nothing is late, nor for the others to decide.
    assert (await club.public(match)).late == frozenset()
    assert await club.after(50) == 0
    await resumed(club, match)
    assert (await the_row(club, match)).act_at == club.clock.now() + 6 * HOUR


async def test_who_sits_down_in_a_pause_has_the_whole_time_after_it(club: Club) -> None:
    match = await club.begin_with_lamps(clock="24h")
    mover, _ = await club.on_turn(match)
    hours(club, 10)
    await paused(club, match)
    hours(club, 5)
    press = next(club.interactions)
    other = BOB if mover is ALICE else ALICE
    await leaving.leave(club.app, Command(match, other.user, press))
    await club.join(match, CAROL)
    hours(club, 5)
    await resumed(club, match)
    assert await due(club, match) == club.clock.now() + 14 * HOUR


async def test_a_pause_of_a_paused_match_and_an_end_in_the_past_are_refused(club: Club) -> None:
    match = await club.begin_with_lamps(clock="24h")
    with pytest.raises(NotNow, match="not paused"):
        await resumed(club, match)
    with pytest.raises(NotNow, match="in the future"):
        await paused(club, match, club.clock.now())
    await paused(club, match)
    with pytest.raises(NotNow, match="already paused"):
        await paused(club, match)


async def test_computer_players_rest_in_a_pause_and_go_on_after_it(club: Club) -> None:
    match = await club.open("toy", computers=1, clock="24h")
    club.app.executor.go_on = lambda *_: None
    await lobby.start(club.app, club.command(match, ALICE))
    await paused(club, match)
    entries = await club.kinds(match)
    await club.app.computers.drive(match)
    assert await club.kinds(match) == entries
    await resumed(club, match)
    await club.app.computers.drive(match)
    assert len(await club.kinds(match)) > len(entries) + 1


# More time


async def test_more_time_is_added_and_what_is_late_is_late_no_more(club: Club) -> None:
    match = await club.begin_with_lamps(clock="24h; grace 12h; remind 50%")
    mover, other = await club.on_turn(match)
    before = await due(club, match)
    await club.after(13)
    await club.posted()
    await given_more(club, match, seat_of(mover), 24 * HOUR)
    assert await due(club, match) == before + 24 * HOUR
    # With that it is less than half of the time that is gone: it comes up again.
    await club.after(23)
    assert await told(club, MessageKind.REMIND) == [(MessageKind.REMIND, mover.user)]
    await club.after(12)
    assert (await the_row(club, match)).late
    await given_more(club, match, seat_of(mover), HOUR)
    row = await the_row(club, match)
    assert (row.late, row.due_at) == (False, club.clock.now() + HOUR)
    with pytest.raises(NotNow, match="No clock of this seat"):
        await given_more(club, match, seat_of(other), HOUR)
    with pytest.raises(NotNow, match="5m to 30d"):
        await given_more(club, match, seat_of(mover), timedelta(minutes=1))


async def test_more_time_for_a_secret_choice_is_for_all_and_does_not_tell_who_has_chosen(
    club: Club,
) -> None:
    seen = []
    for channel, chosen in ((300, False), (301, True)):
        match = await club.begin(channel, clock="24h")
        if chosen:
            await club.say(match, ALICE, "LAMP2")
        hours(club, 1)
        await given_more(club, match, 0, 10 * HOUR)
        match_view = await club.public(match)
        assert match_view.secretly_due is not None
        seen.append(
            (match_view.secretly_due - club.clock.now(), dict(match_view.due), match_view.late)
        )
    assert seen[0] == seen[1] == (33 * HOUR, {}, frozenset())

"""Weeks of play as people live them: reminders, lateness, defaults, votes, pauses, restarts."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from bot.play.deadlines import pauses
from bot.play.executor import Outcome, Receipt
from bot.play.match import submission
from bot.play.match.changes import Cause
from bot.play.storage import queries
from bot.play.storage.ports import UnitOfWork
from bot.play.storage.profiles import Player
from bot.play.storage.records import EntryKind, Pauser, Status
from tests.amounts import amount
from tests.chat import conftest
from tests.chat.conftest import World
from tests.chat.guests import Guest, begin, buttons, words

HOUR = 3600


@pytest.fixture(autouse=True)
def _half_hourly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer sweeps in the days that pass."""
    monkeypatch.setattr(conftest, "SWEEP", HOUR // 2)


async def begun(
    world: World, ann: Guest, bo: Guest, clock: str, game: str = "toy"
) -> tuple[Guest, Guest]:
    """A match in its first turn; who is to move, and the other."""
    await begin(ann, bo, game=game, clock=clock)
    mover, other = await world.to_the_turns(ann, bo)
    assert f"<@{mover.id}>" in panel(ann)
    return mover, other


def panel(guest: Guest) -> str:
    """The newest panel."""
    told = [words(message) for message in guest.place.history()]
    return next(each for each in reversed(told) if "To move:" in each or "secret" in each)


def said(guest: Guest, about: str) -> list[str]:
    return [each for each in map(words, guest.place.history()) if about in each]


def moment(world: World, hours: float) -> int:
    return int((world.env.now() + timedelta(hours=hours)).timestamp())


async def test_reminders_come_at_their_time_once_and_over_restarts(
    world: World, ann: Guest, bo: Guest
) -> None:
    mover, _ = await begun(world, ann, bo, "24h; grace 12h; remind 50% 1h")
    end = moment(world, 24)
    assert f"⏳ Time until <t:{end}:f> (<t:{end}:R>), then 12 hours of grace." in panel(ann)
    await world.env.advance_time(11.5 * HOUR)
    assert said(ann, "⏰") == []
    await world.restart()
    await world.env.advance_time(0.75 * HOUR)
    [reminder] = said(ann, "⏰")
    assert f"⏰ <@{mover.id}>" in reminder
    assert f"<t:{end}:R>" in reminder
    assert "Otherwise the seat rests." in reminder
    await world.restart()
    await world.env.advance_time(10 * HOUR)
    assert len(said(ann, "⏰")) == 1
    await world.env.advance_time(1.5 * HOUR)
    assert len(said(ann, "⏰")) == 2
    # Late, then the grace, then the default: each of them once.
    await world.env.advance_time(1 * HOUR)
    [late] = said(ann, "is late")
    grace = end + 12 * HOUR
    assert f"<@{mover.id}> is late." in late
    assert (
        f"The grace period lasts until <t:{grace}:f> (<t:{grace}:R>). Otherwise the seat rests."
        in late
    )
    assert f"The grace period lasts until <t:{grace}:f>" in panel(ann)
    await world.restart()
    await world.env.advance_time(11 * HOUR)
    assert len(said(ann, "is late")) == 1
    assert "(default: timeout)" not in panel(ann)
    await world.env.advance_time(1 * HOUR)
    assert "REST (default: timeout)" in panel(ann)


async def test_a_reminder_goes_the_way_that_its_player_wants(
    world: World, ann: Guest, bo: Guest
) -> None:
    async with world.app.store.writing() as work:
        for guest in (ann, bo):
            player = await work.read(queries.PlayerOf(guest.id))
            await work.keep(type(player)(guest.id, asked="dm"))
        await work.commit()
    mover, other = await begun(world, ann, bo, "24h; remind 1h")
    letters = len(mover.at_home.reads())
    await world.env.advance_time(23.5 * HOUR)
    assert said(ann, "⏰") == []
    assert "⏰ Your time is running out." in mover.at_home.reads()[letters]
    assert not any("⏰" in letter for letter in other.at_home.reads())


@pytest.mark.parametrize("way", ["dm", "channel"])
async def test_an_answered_reminder_has_no_buttons_left(
    world: World, ann: Guest, bo: Guest, way: str
) -> None:
    async with world.app.store.writing() as work:
        for guest in (ann, bo):
            await work.keep(Player(guest.id, asked=way))
        await work.commit()
    mover, _ = await begun(world, ann, bo, "24h; remind 12h 1h")
    place = mover.at_home.place if way == "dm" else mover.place

    def reminders() -> list[bool]:
        return [bool(buttons(each)) for each in place.history() if "⏰" in words(each)]

    await world.env.advance_time(12.5 * HOUR)
    await world.env.advance_time(11 * HOUR)
    assert reminders() == [True, True]
    await mover.types("move", text="REST")
    assert reminders() == [False, False]


async def test_who_has_still_to_choose_in_secret_is_reminded_in_private_alone(
    world: World, ann: Guest, bo: Guest
) -> None:
    await begin(ann, bo, clock="24h; grace 6h; remind 1h")
    await ann.types("move", text="LAMP2")
    public = [words(each) for each in ann.place.history()]
    await world.env.advance_time(23.5 * HOUR)
    assert [words(each) for each in ann.place.history()] == public
    assert sum("⏰" in letter for letter in bo.at_home.reads()) == 1
    assert not any("⏰" in letter for letter in ann.at_home.reads())
    await world.env.advance_time(1 * HOUR)
    [late] = said(ann, "Secret choices are missing")
    # Both are called, the one who has chosen as well.
    assert f"<@{ann.id}> <@{bo.id}>" in late
    assert "Green" not in late
    assert "The grace period lasts until" in panel(ann)
    await world.env.advance_time(6 * HOUR)
    await world.on_turn(ann, bo)


async def test_weeks_with_a_player_who_often_stays_away(
    world: World, ann: Guest, bo: Guest
) -> None:
    """Bo answers now and then. Nothing happens early, and every turn that ran out did so once."""
    await begun(world, ann, bo, "24h; grace 12h; remind 50% 1h; autopilot never", "night")
    for day in range(amount(13, 21)):
        if (await world.match()).status is Status.OVER:
            break
        if day % 6 == 5:
            await world.restart()
        mover, _ = await world.on_turn(ann, bo)
        if mover is ann or day % 4 == 0:
            await mover.types("move", text="REST")
            await mover.types("move", text="REST")
            await world.env.advance_time(2 * HOUR)
            await mover.types("move", text="REST")
            await world.env.advance_time(20 * HOUR)
        else:
            await world.env.advance_time(24 * HOUR)
    entries = await world.read(queries.Entries((await world.match()).id))
    defaults = [entry for entry in entries if entry.kind is EntryKind.DEFAULT]
    assert len(defaults) >= 6
    assert len({entry.decision for entry in entries if entry.decision}) == len(
        [entry for entry in entries if entry.decision]
    )
    for at, entry in enumerate(entries):
        if entry.kind is EntryKind.DEFAULT and entries[at - 1].seat != entry.seat:
            assert entry.at - entries[at - 1].at >= timedelta(hours=36)
    # One word of lateness for each turn that ran out.
    assert len(said(ann, "is late")) == len([e for at, e in enumerate(defaults) if at % 3 == 0])


async def test_with_a_vote_the_others_are_told_that_they_may_decide(
    world: World, ann: Guest, bo: Guest
) -> None:
    mover, other = await begun(world, ann, bo, "24h; then vote; remind never")
    assert "After that, the others may decide how to go on." in panel(ann)
    await world.env.advance_time(24.5 * HOUR)
    [late] = said(ann, "is late")
    assert "⌛ Time is up. The others may decide how to go on" in late
    assert f"<@{other.id}>" in late
    assert "⌛ Time is up." in panel(ann)
    page = await other.presses("Decide how to go on")
    assert page.private
    # The late one may still move, at any time.
    await world.env.advance_time(100 * HOUR)
    assert len(said(ann, "is late")) == 1
    await mover.types("move", text="REST")
    assert "time is over" not in panel(ann)


async def test_a_game_without_defaults_has_clocks_as_well(
    world: World, ann: Guest, bo: Guest
) -> None:
    await begin(ann, bo, game="astralis", clock="blitz")
    assert "After that, the others may decide how to go on." in panel(ann)
    await world.env.advance_time(24.5 * HOUR)
    assert len(said(ann, "is late")) == 1


async def test_banks_stand_on_the_panel(world: World, ann: Guest, bo: Guest) -> None:
    mover, _ = await begun(world, ann, bo, "72h+12h max 120h; remind never")
    end = moment(world, 72)
    assert f"⏳ Time until <t:{end}:f>" in panel(ann)
    other = "Green" if mover is ann else "Red"
    assert f"🏦 Time in the bank: {other} 3 days" in panel(ann)
    await world.env.advance_time(22 * HOUR)
    await mover.types("move", text="REST")
    mine = "Red" if mover is ann else "Green"
    assert f"🏦 Time in the bank: {mine} 62 hours" in panel(ann)


async def test_a_paused_match_says_so_moves_nobody_and_goes_on_by_itself(
    world: World, ann: Guest, bo: Guest
) -> None:
    mover, _ = await begun(world, ann, bo, "24h; remind never")
    await world.env.advance_time(10 * HOUR)
    match, until = (await world.match()).id, world.env.now() + timedelta(days=9)
    app = world.app

    async def step(work: UnitOfWork) -> Outcome:
        run = await submission.begin_transition(work, app, match)
        pauses.pause(run, world.env.now(), Pauser.PLAYERS, until)
        change = await submission.build_change(work, app, run, Cause("pause"))
        return Outcome(change, Receipt(match, ""))

    await app.executor.execute(match, ann.id, 77, step)
    await world.drain()
    moment = int(until.timestamp())
    told = panel(ann)
    assert f"⏸️ Paused by the players until <t:{moment}:f>" in told
    assert "⏳" not in told
    refused = await mover.types("move", text="REST")
    assert "This match is paused." in refused.words
    assert not any("Make a move" in buttons(each) for each in mover.place.history())
    await world.restart()
    await world.env.advance_time(8.9 * 24 * HOUR)
    assert "⏸️" in panel(ann)
    await world.env.advance_time(3 * HOUR)
    told = panel(ann)
    assert "⏸️" not in told
    due = re.search(r"Time until <t:(\d+):f>", told)
    assert due is not None
    assert 14 * HOUR <= int(due[1]) - moment <= 14.3 * HOUR
    await mover.types("move", text="REST")

"""Idle lobbies on an injected clock: warned once, closed once, kept open by any action."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from bot.play.lobby import idle, seating
from bot.play.lobby.idle import CLOSED, WARNED, Patience
from bot.play.refusals import NotNow
from bot.play.storage import queries
from bot.play.storage.outbox import MessageKind
from bot.play.storage.records import MatchId, Status
from tests.play.conftest import ALICE, BOB, CHANNEL, Club

DAY = 24 * 3600


async def said(club: Club) -> list[str]:
    """What notices have been put into the outbox."""
    due = await club.read(queries.DueMessages(club.clock.now(), 1000))
    return [
        outbox_message.about for outbox_message in due if outbox_message.kind is MessageKind.CLOSING
    ]


async def keep(club: Club, match: MatchId) -> None:
    await idle.keep(club.app, club.command(match, BOB))


@pytest.mark.on_both
async def test_warned_after_five_days_and_closed_after_seven(club: Club) -> None:
    match = await club.open()
    club.clock.advance(5 * DAY - 1)
    assert await idle.sweep(club.app, club.app.patience) == 0
    club.clock.advance(2)
    assert await idle.sweep(club.app, club.app.patience) == 1
    assert await idle.sweep(club.app, club.app.patience) == 0
    assert await said(club) == [WARNED]
    club.clock.advance(2 * DAY - 1)
    assert await idle.sweep(club.app, club.app.patience) == 0
    club.clock.advance(2)
    assert await idle.sweep(club.app, club.app.patience) == 1
    assert (await club.match(match)).status is Status.OVER
    assert await said(club) == [WARNED, CLOSED]
    assert await idle.sweep(club.app, club.app.patience) == 0
    assert await club.open() != match


async def test_every_deed_in_a_lobby_begins_its_time_anew(club: Club) -> None:
    match = await club.open(seats=3)
    for log_action in (
        lambda: club.join(match, BOB),
        lambda: club.change(match, ALICE, "oil", 5),
        lambda: seating.add_computer(club.app, club.command(match, ALICE)),
        lambda: club.leave(match, BOB),
        lambda: keep(club, match),
    ):
        club.clock.advance(5 * DAY + 1)
        await idle.sweep(club.app, club.app.patience)
        assert (await club.match(match)).warned_at is not None
        await log_action()
        assert (await club.match(match)).warned_at is None
        club.clock.advance(4 * DAY)
        assert await idle.sweep(club.app, club.app.patience) == 0
        club.clock.advance(-4 * DAY)


@pytest.mark.on_both
async def test_two_sweeps_at_once_warn_once(club: Club) -> None:
    await club.open()
    club.clock.advance(5 * DAY + 1)
    assert (
        sum(await asyncio.gather(*(idle.sweep(club.app, club.app.patience) for _ in range(5)))) == 1
    )
    assert await said(club) == [WARNED]


async def test_only_what_has_been_idle_is_warned(club: Club) -> None:
    old = await club.open()
    club.clock.advance(5 * DAY + 1)
    young = await club.open(channel=CHANNEL + 1)
    running = await club.begin(channel=CHANNEL + 2)
    await idle.sweep(club.app, club.app.patience)
    warned = [each for each in (old, young, running) if (await club.match(each)).warned_at]
    assert warned == [old]


async def test_keeping_is_for_lobbies(club: Club) -> None:
    match = await club.begin()
    with pytest.raises(NotNow, match="already started"):
        await keep(club, match)


async def test_with_no_days_lobbies_stay_open_for_ever(club: Club) -> None:
    await club.open()
    club.clock.advance(1000 * DAY)
    assert await idle.sweep(club.app, Patience(0)) == 0


def test_a_short_patience_gives_half_of_it_as_notice() -> None:
    assert Patience(1).warn_after == Patience(1).notice == timedelta(hours=12)
    assert Patience(7).warn_after == timedelta(days=5)

"""Discord may deliver any interaction twice: each wish is carried out once and answered alike."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import pytest

from bot.play.lobby.lobby import Opening
from bot.play.match.table import Submission, Typed
from bot.play.receipts import Receipt
from bot.play.records import MatchId, SeatingOrder
from games.core.refusals import NotYourDecision
from games.core.seats import Seat
from tests.play.conftest import ALICE, BOB, CHANNEL, SERVER, Club

PRESS = 4711
Wish: TypeAlias = Callable[[Club, MatchId], Awaitable[Receipt]]


def opening(club: Club, _: MatchId) -> Awaitable[Receipt]:
    wish = Opening(SERVER, CHANNEL + 1, ALICE, "toy", PRESS, seating=SeatingOrder.CHOICE)
    return club.app.lobby.open(wish)


def joining(club: Club, match: MatchId) -> Awaitable[Receipt]:
    return club.app.lobby.join(match, BOB, PRESS, Seat(1))


def moving_over(club: Club, match: MatchId) -> Awaitable[Receipt]:
    return club.app.lobby.join(match, ALICE, PRESS, Seat(1))


def leaving(club: Club, match: MatchId) -> Awaitable[Receipt]:
    return club.app.lobby.leave(match, ALICE.user, PRESS)


def setting(club: Club, match: MatchId) -> Awaitable[Receipt]:
    return club.app.lobby.change_setting(match, ALICE.user, "oil", 6, PRESS)


def starting(club: Club, match: MatchId) -> Awaitable[Receipt]:
    return club.app.lobby.start(match, ALICE.user, PRESS)


def hiding(club: Club, match: MatchId) -> Awaitable[Receipt]:
    return club.app.table.submit(Submission(match, ALICE.user, Typed("LAMP3"), PRESS))


def resigning(club: Club, match: MatchId) -> Awaitable[Receipt]:
    return club.app.resigning.resign(match, ALICE.user, PRESS)


async def lobby(club: Club) -> MatchId:
    return await club.open()


async def full_lobby(club: Club) -> MatchId:
    match = await club.open()
    await club.app.lobby.join(match, BOB, next(club.interactions))
    return match


async def running(club: Club) -> MatchId:
    return await club.begin()


CASES = [
    (lobby, opening),
    (lobby, joining),
    (lobby, moving_over),
    (lobby, leaving),
    (full_lobby, leaving),
    (lobby, setting),
    (full_lobby, starting),
    (running, hiding),
    (running, resigning),
]


@pytest.mark.parametrize(("before", "wish"), CASES)
async def test_a_wish_that_comes_twice_is_carried_out_once_and_answered_alike(
    club: Club, before: Callable[[Club], Awaitable[MatchId]], wish: Wish
) -> None:
    match = await before(club)
    audit = (await club.rows())["audit"]
    first, second = await asyncio.gather(wish(club, match), wish(club, match))
    rows = await club.rows()
    assert first == second
    assert rows["audit"] == audit + 1
    assert await wish(club, match) == first
    assert await club.rows() == rows


@pytest.mark.parametrize(("before", "wish"), CASES)
async def test_nobody_gets_the_receipt_of_somebody_elses_press(
    club: Club, before: Callable[[Club], Awaitable[MatchId]], wish: Wish
) -> None:
    match = await before(club)
    await wish(club, match)
    rows = await club.rows()
    with pytest.raises(NotYourDecision):
        await club.app.table.submit(Submission(match, 99, Typed("LAMP3"), PRESS))
    assert await club.rows() == rows


async def test_locks_and_positions_are_not_kept_for_ever(club: Club) -> None:
    club.app.executor.positions._capacity = 3
    for channel in range(5):
        match = await club.begin(channel)
        await club.say(match, ALICE, "LAMP1")
    assert len(club.app.executor.positions._states) == 3
    assert len(club.app.executor._locks._locks) == 0

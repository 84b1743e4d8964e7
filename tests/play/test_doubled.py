"""Discord may deliver any interaction twice: each wish is carried out once and answered alike."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import pytest

from bot.play.executor import Command, Receipt
from bot.play.lobby import lobby as play_lobby
from bot.play.lobby import seating
from bot.play.lobby.lobby import Opening
from bot.play.match import submission
from bot.play.match.submission import TypedMove
from bot.play.people import leaving as play_leaving
from bot.play.storage.records import MatchId, SeatingOrder
from games.core.types import NotYourDecision, Seat
from tests.play.conftest import ALICE, BOB, CHANNEL, SERVER, Club

pytestmark = pytest.mark.on_both

PRESS = 4711
Wish: TypeAlias = Callable[[Club, MatchId], Awaitable[Receipt]]


def opening(club: Club, _: MatchId) -> Awaitable[Receipt]:
    wish = Opening(SERVER, CHANNEL + 1, ALICE, "toy", PRESS, seating=SeatingOrder.CHOICE)
    return play_lobby.open(club.app, wish)


def joining(club: Club, match: MatchId) -> Awaitable[Receipt]:
    return seating.join(club.app, Command(match, BOB.user, PRESS), BOB.name, Seat(1))


def moving_over(club: Club, match: MatchId) -> Awaitable[Receipt]:
    return seating.join(club.app, Command(match, ALICE.user, PRESS), ALICE.name, Seat(1))


def leaving(club: Club, match: MatchId) -> Awaitable[Receipt]:
    return seating.leave(club.app, Command(match, ALICE.user, PRESS))


def setting(club: Club, match: MatchId) -> Awaitable[Receipt]:
    return play_lobby.change_setting(club.app, Command(match, ALICE.user, PRESS), "oil", 6)


def starting(club: Club, match: MatchId) -> Awaitable[Receipt]:
    return play_lobby.start(club.app, Command(match, ALICE.user, PRESS))


def hiding(club: Club, match: MatchId) -> Awaitable[Receipt]:
    return submission.submit(club.app, Command(match, ALICE.user, PRESS), TypedMove("LAMP3"))


def resigning(club: Club, match: MatchId) -> Awaitable[Receipt]:
    return play_leaving.resign(club.app, Command(match, ALICE.user, PRESS))


async def lobby(club: Club) -> MatchId:
    return await club.open()


async def full_lobby(club: Club) -> MatchId:
    match = await club.open()
    await seating.join(club.app, club.command(match, BOB), BOB.name)
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
        await submission.submit(club.app, Command(match, 99, PRESS), TypedMove("LAMP3"))
    assert await club.rows() == rows


async def test_locks_and_positions_are_not_kept_for_ever(club: Club) -> None:
    club.app.executor.positions._capacity = 3
    for channel in range(5):
        match = await club.begin(channel)
        await club.say(match, ALICE, "LAMP1")
    assert len(club.app.executor.positions._states) == 3
    assert len(club.app.executor._locks._locks) == 0

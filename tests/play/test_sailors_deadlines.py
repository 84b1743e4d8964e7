"""Deadlines of Astral Sailors: one answer that time gives may be what another has waited for."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.play.house import furnish
from bot.play.records import MatchId
from bot.store.store import SqlStore
from games.astral_sailors import GAME
from tests.play.conftest import ALICE, BOB, CAROL, Club, HeldClock, KnownEntropy

HOUR = timedelta(hours=1)
PEOPLE = (ALICE, BOB, CAROL)


@pytest.fixture
async def sailors(tmp_path: Path) -> AsyncIterator[Club]:
    store = await SqlStore.open(f"sqlite:///{tmp_path / 'starpost.db'}")
    clock = HeldClock()
    club = Club(furnish(store, (GAME,), clock, KnownEntropy()), clock)
    try:
        yield club
    finally:
        club.house.computers.stop()
        await club.house.computers.settled()
        await store.aclose()


async def hunting(club: Club) -> MatchId:
    """A match of three in which somebody's objective is a Manhunt, before targets are named."""
    for channel in range(20):
        match = await club.open("astral_sailors", channel=channel, seats=3, clock="1h")
        for person in (BOB, CAROL):
            await club.join(match, person)
        await club.start(match)
        for person in PEOPLE:
            await club.say(match, person, "BELLICOSE NO")
        if any(key.startswith("target") for key in await club.decisions(match)):
            return match
    raise AssertionError("nobody hunts")


@pytest.mark.rules("ASCW-120", "ASCW-D56", "ASCW-D78")
async def test_a_ready_list_is_locked_once_time_has_named_the_target(sailors: Club) -> None:
    match = await hunting(sailors)
    for person in PEOPLE:
        await sailors.say(match, person, "LIST hammer")
    sailors.clock.advance(3600)
    await sailors.house.deadlines.sweep()
    phases = {key.split("-")[0] for key in await sailors.decisions(match)}
    assert "army" not in phases, "all lists are locked"
    assert "scenery" in phases

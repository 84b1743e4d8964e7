"""Deadlines where several processes serve the shards of one database."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.play.application import Application, build
from bot.play.deadlines import outages
from bot.play.storage.leases import ALL, Shards
from bot.play.storage.records import MatchId, Sweep
from tests.play.conftest import GAMES, SERVER, Club, KnownEntropy

pytestmark = pytest.mark.on_both

HOUR, STEP = timedelta(hours=1), timedelta(minutes=5)
HERE, ELSEWHERE = Shards(0, 0, 2), Shards(1, 1, 2)


def process(club: Club, shards: Shards | None) -> Application:
    """One that starts now, and sweeps every ``STEP`` from then on."""
    app = build(club.app.store, GAMES, club.clock, KnownEntropy(), shards=shards)
    app.deadlines.every = STEP
    return app


async def passes(club: Club, time: timedelta, *apps: Application) -> None:
    """In which these processes sweep."""
    for _ in range(time // STEP):
        club.clock.advance(STEP.total_seconds())
        for app in apps:
            await app.deadlines.sweep()


async def begun(club: Club) -> MatchId:
    assert HERE.serve(SERVER)
    assert not ELSEWHERE.serve(SERVER)
    return await club.begin(clock="1h; remind never")


@pytest.mark.parametrize("others", [ELSEWHERE, None], ids=["another shard's", "standby"])
async def test_who_only_sweeps_keeps_the_deadlines_of_a_process_that_has_just_died(
    club: Club, others: Shards | None
) -> None:
    match = await begun(club)
    here, other = process(club, HERE), process(club, others)
    await passes(club, HOUR - STEP, here, other)
    assert await club.kinds(match) == ["start"]
    await passes(club, STEP, other)
    assert (await club.kinds(match))[1:] == ["default 0", "default 1", "dice"]


@pytest.mark.parametrize("others", [ELSEWHERE, None], ids=["another shard's", "standby"])
async def test_a_match_gets_back_the_time_in_which_nobody_served_its_shard(
    club: Club, others: Shards | None
) -> None:
    match = await begun(club)
    here, other = process(club, HERE), process(club, others)
    await passes(club, HOUR / 2, here, other)
    await passes(club, 3 * HOUR, other)
    assert await club.kinds(match) == ["start"]
    again = process(club, HERE)
    await again.deadlines.sweep()
    assert set((await club.decisions(match)).values()) == {club.clock.now() + HOUR / 2}
    await passes(club, HOUR / 2 - STEP, again, other)
    assert await club.kinds(match) == ["start"]
    await passes(club, STEP, other)
    assert (await club.kinds(match))[1:] == ["default 0", "default 1", "dice"]


async def test_a_process_that_starts_on_another_shard_gives_nothing_away(club: Club) -> None:
    match = await begun(club)
    here = process(club, HERE)
    await passes(club, HOUR / 4, here, process(club, ELSEWHERE))
    await passes(club, HOUR / 2, here)
    await process(club, ELSEWHERE).deadlines.sweep()
    await passes(club, HOUR / 4 - STEP, here)
    assert await club.kinds(match) == ["start"]
    await passes(club, STEP, here)
    assert (await club.kinds(match))[1:] == ["default 0", "default 1", "dice"]


@pytest.mark.parametrize(
    ("first", "then"), [(ALL, HERE), (HERE, ALL), (HERE, Shards(0, 3, 8)), (Shards(0, 3, 8), HERE)]
)
async def test_time_is_given_back_under_another_number_of_shards(
    club: Club, first: Shards, then: Shards
) -> None:
    match = await begun(club)
    await passes(club, HOUR / 2, process(club, first))
    club.clock.advance(7200)
    assert await process(club, then).deadlines.sweep() == 0
    assert set((await club.decisions(match)).values()) == {club.clock.now() + HOUR / 2}


async def test_what_counts_is_when_the_shard_of_a_server_was_last_served(club: Club) -> None:
    now = club.clock.now()
    sweeps = [
        Sweep(shard, shards, now - hours * HOUR)
        for shard, shards, hours in ((0, 1, 9), (0, 2, 5), (1, 2, 1), (2, 4, 4))
    ]
    for shard, hours in ((0, 5), (1, 1), (2, 4), (3, 1)):
        assert outages.last_served(sweeps, shard << 22) == now - hours * HOUR
    assert outages.last_served(sweeps[3:], 1 << 22) is None

"""When old records are removed."""

from __future__ import annotations

import logging

import pytest

from bot.play.pruning import Pruning
from tests.play.conftest import Club

DAY = 24 * 60 * 60


async def test_once_a_day_what_is_older_than_the_days_kept_goes(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    await club.begin()
    pruning = Pruning(club.app, days=2)
    before = (await club.app.store.counts())["presses"]
    assert before
    with caplog.at_level(logging.INFO, "bot"):
        await pruning.sweep()
        club.clock.advance(2 * DAY)
        await pruning.sweep()
        assert (await club.app.store.counts())["presses"] == before
        club.clock.advance(DAY - 1)
        await pruning.sweep()
        assert (await club.app.store.counts())["presses"] == before
        club.clock.advance(1)
        await pruning.sweep()
    assert (await club.app.store.counts())["presses"] == 0
    assert [each.getMessage() for each in caplog.records if each.name.endswith("pruning")] == [
        "pruned"
    ]


async def test_with_no_days_all_is_kept(club: Club) -> None:
    await club.begin()
    before = await club.app.store.counts()
    club.clock.advance(5000 * DAY)
    await Pruning(club.app, days=0).sweep()
    assert await club.app.store.counts() == before

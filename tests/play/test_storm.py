"""Random play against the whole host; what must always hold is in ``tests.play.sound``."""

from __future__ import annotations

import logging
import random
from contextlib import suppress
from pathlib import Path

import pytest

from bot.play.application import build
from bot.play.storage.ports import StoreUnwritable
from bot.store.store import SqlUnitOfWork
from tests.amounts import amount
from tests.play.conftest import Club, KnownEntropy, a_club
from tests.play.sound import sound
from tests.play.storm import DEEDS, Storm

STEPS, BEGIN, RESTART, CRASH = 110, 30, 25, 0.06


class Cut:
    """A commit that fails, before or after it has happened."""

    def __init__(self, patch: pytest.MonkeyPatch, *, after: bool) -> None:
        real, self.fell = SqlUnitOfWork.commit, False

        async def commit(work: SqlUnitOfWork) -> None:
            if self.fell:
                await real(work)
                return
            self.fell = True
            if after:
                await real(work)
            raise StoreUnwritable("cut off")

        patch.setattr(SqlUnitOfWork, "commit", commit)


async def restarted(club: Club, entropy: KnownEntropy) -> None:
    """Another process goes on with what is stored."""
    club.app.computers.stop()
    await club.settled()
    club.app = build(club.app.store, club.app.games.values(), club.clock, entropy)
    await club.app.computers.wake_all()
    await club.app.deadlines.sweep()
    await club.settled()


@pytest.mark.parametrize("seed", range(amount(4, 30)))
async def test_whatever_people_do_every_match_stays_sound(
    tmp_path: Path, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    rng = random.Random(seed)
    async with a_club(tmp_path) as club:
        storm, entropy = Storm(club, rng), KnownEntropy()
        # Names of matches come from it: those of the first process must not come again.
        club.app = build(club.app.store, club.app.games.values(), club.clock, entropy)
        for step in range(STEPS):
            if step % BEGIN == 0:
                await storm.begin(rng.choice(("toy", "night", "night", "duel")))
            if rng.random() < CRASH:
                with pytest.MonkeyPatch.context() as patch, suppress(StoreUnwritable):
                    cut = Cut(patch, after=rng.random() < 0.5)
                    await storm.step(DEEDS)
                if cut.fell:
                    await restarted(club, entropy)
            elif step % RESTART == 0:
                club.clock.advance(rng.choice((0, 7200)))
                await restarted(club, entropy)
            else:
                await storm.step(DEEDS)
            for match in storm.matches[-3:]:
                await sound(club.app, match)
    assert len(storm.done) > len(DEEDS) // 2, "most deeds came to something"
    faults = [each for each in caplog.records if each.levelno >= logging.ERROR]
    assert [each for each in faults if each.name != "bot.store.store"] == [], "but the disk's"

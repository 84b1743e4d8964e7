"""A store that stands in the way, or is lost while it commits: PostgreSQL does that."""

from __future__ import annotations

import pytest

from bot.play.people import quiet_hours
from bot.play.storage import queries
from bot.play.storage.ports import CommitInDoubt, StoreBusy, TryAgain
from bot.store.store import SqlUnitOfWork
from tests.play.conftest import ALICE, BOB, Club

pytestmark = pytest.mark.on_both

COMMIT = SqlUnitOfWork.commit


def in_the_way(monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    left = iter(range(times))

    async def commit(work: SqlUnitOfWork) -> None:
        if next(left, None) is not None:
            raise TryAgain
        await COMMIT(work)

    monkeypatch.setattr(SqlUnitOfWork, "commit", commit)


def lost(monkeypatch: pytest.MonkeyPatch, *, arrived: bool, after: int = 0) -> None:
    """One commit, ``after`` so many."""
    before = iter(range(after))

    async def commit(work: SqlUnitOfWork) -> None:
        if next(before, None) is not None:
            return await COMMIT(work)
        monkeypatch.undo()
        if arrived:
            await COMMIT(work)
        raise CommitInDoubt

    monkeypatch.setattr(SqlUnitOfWork, "commit", commit)


async def entries(club: Club) -> int:
    return (await club.app.store.counts())["entries"]


async def test_a_move_is_tried_again_when_another_stood_in_the_way(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.begin()
    before = await entries(club)
    in_the_way(monkeypatch, 2)
    await club.say(match, BOB, "LAMP3")
    assert await entries(club) == before + 1


async def test_it_is_not_tried_for_ever(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await club.begin()
    before = await entries(club)
    in_the_way(monkeypatch, 3)
    with pytest.raises(StoreBusy):
        await club.say(match, BOB, "LAMP3")
    assert await entries(club) == before


@pytest.mark.parametrize("arrived", [False, True])
async def test_a_move_whose_commit_is_in_doubt_is_looked_up(
    club: Club, monkeypatch: pytest.MonkeyPatch, arrived: bool
) -> None:
    match = await club.begin()
    before = await entries(club)
    told = list[str]()
    club.app.executor.after_commit = lambda: told.append("sent")
    club.app.executor.go_on = lambda which, _: told.append(which)
    lost(monkeypatch, arrived=arrived)
    if arrived:
        receipt = await club.say(match, BOB, "LAMP3")
        assert receipt.match == match
    else:
        with pytest.raises(StoreBusy):
            await club.say(match, BOB, "LAMP3")
    assert await entries(club) == before + arrived
    assert told == (["sent", match] if arrived else [])


@pytest.mark.parametrize("arrived", [False, True])
async def test_a_deadline_whose_commit_is_in_doubt_is_kept_once(
    club: Club, monkeypatch: pytest.MonkeyPatch, arrived: bool
) -> None:
    await club.begin_with_lamps(clock="1h; remind never")
    await club.app.deadlines.sweep()
    before = await entries(club)
    club.clock.advance(3601)
    told = list[str]()
    club.app.executor.after_commit = lambda: told.append("sent")
    lost(monkeypatch, arrived=arrived, after=1)  # that it is looked at is noted before
    with pytest.raises(StoreBusy):
        await club.app.deadlines.sweep()
    assert "sent" in told
    await club.app.deadlines.sweep()
    assert await entries(club) == before + 1


@pytest.mark.parametrize("arrived", [False, True])
async def test_quiet_hours_whose_commit_is_in_doubt_are_looked_up(
    club: Club, monkeypatch: pytest.MonkeyPatch, arrived: bool
) -> None:
    lost(monkeypatch, arrived=arrived)
    setting = quiet_hours.set_hours(club.app, ALICE.user, 77, "Europe/Berlin", "22:00-07:00")
    if arrived:
        await setting
    else:
        with pytest.raises(StoreBusy):
            await setting
    player = await club.read(queries.PlayerOf(ALICE.user))
    assert bool(player.quiet) is arrived

"""Deadlines against answers, failing matches and crashes: one of them wins, the others stand."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from bot.play.deadlines import sweeper
from bot.play.storage.records import EntryKind, Status
from games.core.types import NotYourDecision, Refusal
from tests.amounts import amount
from tests.play.conftest import ALICE, Club
from tests.play.killed import do_and_die, opened

pytestmark = pytest.mark.on_both


@pytest.mark.parametrize("first", ["answer", "sweep"])
async def test_of_an_answer_and_a_deadline_at_the_same_moment_one_wins(
    club: Club, first: str
) -> None:
    for channel in range(300, 300 + amount(8, 25)):
        match = await club.begin(channel=channel, clock="1h")
        club.clock.advance(3600)
        preferences = [club.app.deadlines.sweep(), club.say(match, ALICE, "LAMP2")]
        order = preferences if first == "sweep" else preferences[::-1]
        results: list[Any] = await asyncio.gather(*order, return_exceptions=True)
        assert all(
            isinstance(result, NotYourDecision)
            for result in results
            if isinstance(result, BaseException)
        )
        answers = [entry for entry in await club.entries(match) if entry.decision == "hide-0-0"]
        assert len(answers) == 1
        lost = any(isinstance(result, Refusal) for result in results)
        assert (answers[0].kind is EntryKind.DEFAULT) is lost
        await club.replayed(match)


async def test_of_many_double_submits_each_is_played_once(club: Club) -> None:
    """Twice the same press, and twice the same move from two devices, while time runs out."""
    played, wanted = 0, amount(60, 1_000)
    channel = 300
    while played < wanted:
        channel += 1
        match = await club.begin_with_lamps("night", channel=channel, clock="24h; remind never")
        while played < wanted and (await club.match(match)).status is Status.RUNNING:
            mover, _ = await club.on_turn(match)
            before = await club.entries(match)
            press = next(club.interactions)
            other = press if played % 2 else next(club.interactions)
            preferences: list[Coroutine[Any, Any, object]] = [
                club.say(match, mover, "REST", number) for number in (press, other)
            ]
            late = played % 20 == 0
            if late:
                club.clock.advance(24 * 3600)
                preferences.insert(played % 3, club.app.deadlines.sweep())
            results: list[Any] = await asyncio.gather(*preferences, return_exceptions=True)
            made = (await club.entries(match))[len(before) :]
            keys = [entry.decision for entry in made]
            assert len(set(keys)) == len(keys)
            moves = [entry for entry in made if entry.kind is EntryKind.MOVE]
            refused = [each for each in results if isinstance(each, Refusal)]
            assert len(results) - len(refused) >= (0 if late else 1)
            # The same press twice is one move, answered twice; two presses are at most two.
            assert len(moves) <= (1 if press == other else 2)
            assert not any(isinstance(e, BaseException) for e in results if e not in refused)
            played += 1
        await club.replayed(match)


async def test_an_answer_that_came_after_the_look_at_the_clock_stands(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.begin_with_lamps(clock="1h")
    mover, _ = await club.on_turn(match)
    club.clock.advance(3600)
    expired = sweeper._expire_match

    async def after_an_answer(*args: Any) -> bool:
        await club.say(match, mover, "REST")
        return await expired(*args)

    monkeypatch.setattr(sweeper, "_expire_match", after_an_answer)
    assert await club.app.deadlines.sweep() == 0
    assert (await club.kinds(match))[-1].startswith("move")
    assert all(holder.expired == 0 for holder in await club.holders(match))


async def test_a_broken_match_does_not_stop_the_clocks_of_others(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, sound = await club.begin(300, clock="1h"), await club.begin(301, clock="1h")
    club.clock.advance(3600)

    async def failing(_: Any, reader: Any, match: Any) -> Any:
        if match.id == broken:
            raise ZeroDivisionError
        return await real_of(club.app.executor.positions, reader, match)

    real_of = type(club.app.executor.positions).load
    monkeypatch.setattr(type(club.app.executor.positions), "load", failing)
    assert await club.app.deadlines.sweep() == 1
    assert "default 1" in await club.kinds(sound)


async def test_broken_matches_do_not_crowd_out_those_behind_them(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = [await club.begin(300 + number, clock="1h") for number in range(2)]
    club.clock.advance(1)
    sound = await club.begin(310, clock="1h")
    club.clock.advance(3600)
    real = sweeper._expire_match

    async def failing(context: Any, match: Any, *more: Any) -> bool:
        if match in broken:
            raise ZeroDivisionError
        return await real(context, match, *more)

    monkeypatch.setattr(sweeper, "_expire_match", failing)
    monkeypatch.setattr(sweeper, "_AT_ONCE", 4)
    assert await club.app.deadlines.sweep() == 0
    assert await club.app.deadlines.sweep() == 1
    assert "default 1" in await club.kinds(sound)


async def sweep(club: Club) -> int:
    club.clock.advance(7200)
    return await club.app.deadlines.sweep()


@pytest.mark.parametrize("point", ["before the commit", "after the commit"])
async def test_a_sweep_that_is_killed_has_happened_or_not_and_happens_once(
    tmp_path: Path, point: str
) -> None:
    file = tmp_path / "starpost.db"
    club = await opened(file)
    match = await club.begin(clock="1h")
    await club.app.store.aclose()  # type: ignore[attr-defined]  # the club's is a SqlStore
    do_and_die(file, point, sweep)
    club = await opened(file)
    club.clock.advance(7200)
    done = point == "after the commit"
    assert len(await club.kinds(match)) == (4 if done else 1)
    await club.app.deadlines.sweep()
    assert await club.kinds(match) == ["start", "default 0", "default 1", "dice"]
    assert (await club.match(match)).status is Status.RUNNING
    await club.replayed(match)
    await club.app.store.aclose()  # type: ignore[attr-defined]  # the club's is a SqlStore

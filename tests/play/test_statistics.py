"""Standings by game, server and overall, kept until a match ends or is opened again."""

from __future__ import annotations

import pytest

from bot.play.people import statistics
from bot.play.people.ratings import RatingRecord
from bot.play.people.statistics import Scope
from tests.play.conftest import ALICE, BOB, CHANNEL, SERVER, Club


async def record(club: Club, scope: Scope, user: int = ALICE.user) -> RatingRecord:
    return (await club.app.statistics.load_standings(scope)).by_user.get(user, RatingRecord())


async def test_each_scope_counts_its_own_matches(club: Club) -> None:
    toy, night = await club.begin(), await club.begin(channel=CHANNEL + 1, game="night")
    await club.resign(toy, BOB)
    await club.resign(night, ALICE)
    assert (await record(club, Scope("toy", SERVER))).won == 1
    assert (await record(club, Scope("toy", SERVER))).rating == 1520
    assert (await record(club, Scope("night", SERVER))).lost == 1
    assert (await record(club, Scope("toy", SERVER + 1))).played == 0
    both = await record(club, Scope())
    assert (both.played, both.won, both.lost) == (2, 1, 1)
    assert both.rating < 1520


async def test_the_fold_is_done_once_until_there_are_other_results(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.begin()
    await club.resign(match, BOB)
    first = await club.app.statistics.load_standings(Scope("toy"))
    assert await club.app.statistics.load_standings(Scope("toy")) is first
    again = await club.begin()
    assert await club.app.statistics.load_standings(Scope("toy")) is first
    await club.resign(again, BOB)
    second = await club.app.statistics.load_standings(Scope("toy"))
    assert second.by_user[ALICE.user].won == 2
    assert [user for user, _ in second.ladder] == [ALICE.user, BOB.user]


async def test_only_so_many_standings_are_kept(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statistics, "_KEPT", 2)
    first = await club.app.statistics.load_standings(Scope("a"))
    for game in ("b", "c"):
        await club.app.statistics.load_standings(Scope(game))
    assert await club.app.statistics.load_standings(Scope("a")) is not first
    assert len(club.app.statistics._known) == 2

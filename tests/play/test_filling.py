"""Matches of releases that kept few positions get all of them."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.play.history import filling, looking_back
from bot.play.history.filling import fill, fill_all
from bot.play.positions import WHOLE_EVERY, WrittenState
from bot.play.referee.unreadable import look_through
from bot.play.storage import queries
from bot.play.storage.outbox import MessageKind
from bot.play.storage.records import MatchId, Pauser
from games.core.types import SPECTATOR
from tests.play.conftest import ALICE, BOB, CAROL, Club
from tests.play.pasts import in_database, kept_positions, make_whole, take_back
from tests.play.referees import Whistle
from tests.toy import GAME as TOY

pytestmark = pytest.mark.on_both

AS_BEFORE = (
    (
        "DELETE FROM snapshots WHERE seq % 20 > 0"
        " AND seq < (SELECT seq FROM matches WHERE id = match_id)"
    ),
    "INSERT INTO unfilled (match_id, seq) SELECT id, 0 FROM matches WHERE seq > 0",
)
"""What an earlier release kept, once it has been migrated."""


async def long_match(club: Club) -> tuple[MatchId, dict[int, WrittenState]]:
    """With what was taken back, set by hand and agreed; and all its positions."""
    match = await club.begin_with_lamps()
    base = (await club.match(match)).seq
    for at in range(14):
        person, _ = await club.on_turn(match)
        await club.say(match, person, f"B{4 + at % 3}+1" if at % 4 == 1 else "REST")
        if at % 2:
            await take_back(club, match, base + at // 2 % 2)
    for _ in range(WHOLE_EVERY // 2):
        await Whistle(club, match).pause()
        await Whistle(club, match).resume()
    before = await kept_positions(club, match)
    assert len(before) == (await club.match(match)).seq > WHOLE_EVERY
    await make_whole(club, match)
    return match, before


async def test_every_entry_has_its_position_at_once(club: Club) -> None:
    match, before = await long_match(club)
    for number in (1, 30, (await club.match(match)).shown):
        found = await looking_back.load_position(club.app, match, CAROL.user, number)
        assert found.number == number
    assert before.keys() == set(range(1, len(before) + 1))


async def test_missing_positions_are_worked_out_byte_for_byte(club: Club) -> None:
    match, before = await long_match(club)
    await in_database(club, *AS_BEFORE)
    assert len(await kept_positions(club, match)) < len(before) / 10
    await fill_all(club.app)
    assert await kept_positions(club, match) == before
    assert await club.read(queries.UnfilledMatches()) == ()
    await club.replayed(match)
    person, _ = await club.on_turn(match)
    await club.say(match, person, "REST")
    await club.replayed(match)


async def test_they_are_there_when_first_needed(club: Club) -> None:
    match, _ = await long_match(club)
    expected = [
        each async for each in looking_back.film(club.app, await club.match(match), SPECTATOR)
    ]
    view = (await looking_back.load_position(club.app, match, ALICE.user, 30)).match_view.view
    await in_database(club, *AS_BEFORE)
    assert (
        await looking_back.load_position(club.app, match, ALICE.user, 30)
    ).match_view.view == view
    await in_database(club, *AS_BEFORE)
    stored = await club.match(match)
    assert [each async for each in looking_back.film(club.app, stored, SPECTATOR)] == expected


async def test_a_restart_goes_on_where_it_was(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    match, before = await long_match(club)
    await in_database(club, *AS_BEFORE)
    played: list[int] = []
    monkeypatch.setattr(filling, "_PAGE", 5)
    apply = TOY.apply

    def counted(*args: Any) -> Any:
        played.append(1)
        if len(played) == 9:
            raise asyncio.CancelledError  # as abruptly as a process ends
        return apply(*args)

    monkeypatch.setattr(type(TOY), "apply", lambda game, *args: counted(*args))
    with pytest.raises(asyncio.CancelledError):
        await fill(club.app, match)
    half = len(await kept_positions(club, match))
    assert 6 < half < len(before)
    await fill(club.app, match)
    assert len(played) <= 14 + 5, "nothing is played twice but the part that was lost"
    assert await kept_positions(club, match) == before


async def test_moves_may_be_made_meanwhile(club: Club) -> None:
    match, before = await long_match(club)
    await in_database(club, *AS_BEFORE)
    person, _ = await club.on_turn(match)
    await club.say(match, person, "REST")
    await fill_all(club.app)
    found = await kept_positions(club, match)
    assert {seq: each for seq, each in found.items() if seq in before} == before
    assert len(found) == (await club.match(match)).seq


async def test_what_older_rules_played_stays_in_the_log_alone(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.begin_with_lamps()
    await make_whole(club, match)
    await in_database(club, *AS_BEFORE)
    monkeypatch.setattr(type(TOY), "meta", replace(TOY.meta, rules_version=2))
    person, _ = await club.on_turn(match)
    last = (await club.match(match)).seq
    await club.say(match, person, "REST")
    await fill_all(club.app)
    assert sorted(await kept_positions(club, match)) == [
        *range(last, (await club.match(match)).seq + 1)
    ]
    await fill_all(club.app)  # nothing is left to be tried again


async def test_damaged_positions_are_worked_out_again(club: Club) -> None:
    match, before = await long_match(club)
    await in_database(
        club,
        f"UPDATE snapshots SET state = substr(state, 1, 3) WHERE seq IN (1, 20, {len(before)})",
    )
    await look_through(club.app)
    assert await kept_positions(club, match) == before


async def test_a_match_that_cannot_be_read_waits_and_its_players_are_told_once(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    match = await club.begin_with_lamps(clock="1h")
    other = await club.begin_with_lamps(channel=201, clock="1h")
    await club.posted()
    await in_database(
        club,
        f"UPDATE snapshots SET state = substr(state, 1, 3) WHERE match_id = '{match}'",
        f"UPDATE entries SET body = 'x' WHERE match_id = '{match}'",
    )
    for _ in range(2):
        await look_through(club.app)
    told = [user for kind, user in await club.posted() if kind is MessageKind.UNREADABLE]
    assert set(told) == {ALICE.user, BOB.user}
    assert len(told) == 2
    assert (await club.match(match)).paused_by == Pauser.UNREADABLE
    assert (await club.match(other)).paused_at is None
    caplog.clear()
    for _ in range(3):
        await club.after(2)
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []
    # Once it can be read again, here from another match, it goes on by itself.
    await in_database(
        club,
        f"DELETE FROM snapshots WHERE match_id = '{match}'",
        f"INSERT INTO snapshots SELECT '{match}', seq, state, rules_version, base FROM snapshots "
        f"WHERE match_id = '{other}' AND seq <= {(await club.match(match)).seq}",
    )
    await look_through(club.app)
    assert (await club.match(match)).paused_at is None
    person, _ = await club.on_turn(match)
    await club.say(match, person, "REST")

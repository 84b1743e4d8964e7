"""The channel of a match is deleted: it waits, paused, until it is moved to another."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.play.lobby.lobby import OPEN_ON_A_SERVER
from bot.play.people import proposals
from bot.play.people.leaving import Replacement
from bot.play.referee import lost_channels
from bot.play.refusals import NotNow, NotSeated
from bot.play.storage.outbox import MessageKind
from bot.play.storage.records import EntryKind, Pauser, Status
from tests.play.conftest import ALICE, BOB, CAROL, CHANNEL, Club
from tests.play.referees import WHY, Whistle
from tests.play.test_due_times import due, hours, paused

HOUR = timedelta(hours=1)
THERE = 300


async def lose(club: Club, channel: int = CHANNEL) -> bool:
    return await lost_channels.lose_channel(club.app, channel)


async def test_the_match_is_paused_and_everybody_told_and_moving_gives_the_time_back(
    club: Club,
) -> None:
    match = await club.begin_with_lamps(clock="24h")
    mover, other = await club.on_turn(match)
    hours(club, 10)
    await club.posted()
    assert await lose(club)
    gone = await club.match(match)
    assert (gone.gone_at, gone.paused_at) == (club.clock.now(), club.clock.now())
    entry = (await club.entries(match))[-1]
    assert (entry.kind, entry.user, entry.shown) == (EntryKind.PAUSED, None, gone.shown)
    assert sorted(await club.posted()) == [
        (MessageKind.GONE, ALICE.user),
        (MessageKind.GONE, BOB.user),
    ]
    assert not await lose(club), "it is known"
    assert await club.after(1000) == 0
    with pytest.raises(NotNow, match="was deleted"):
        await club.say(match, mover, "REST")
    assert await club.posted() == []
    await Whistle(club, match).move_to(THERE)
    found = await club.match(match)
    assert (found.channel, found.gone_at, found.paused_at) == (THERE, None, None)
    assert await due(club, match) == club.clock.now() + 14 * HOUR
    kinds = [each.kind for each in await club.entries(match)]
    assert kinds[-3:] == [EntryKind.PAUSED, EntryKind.MOVED, EntryKind.RESUMED]
    assert (MessageKind.PANEL, None) in await club.posted()
    await club.say(match, mover, "REST")
    await club.say(match, other, "REST")
    await club.replayed(match)


async def test_nothing_but_moving_it_lets_it_go_on(club: Club) -> None:
    match = await club.begin_with_lamps(clock="24h")
    await lose(club)
    with pytest.raises(NotNow, match="was deleted"):
        await Whistle(club, match).resume()
    offered = {wish.kind for wish in await proposals.load_possible(club.app, match, ALICE.user)}
    assert "abandon" in offered
    assert not {"resume", "pause"} & offered
    assert (await club.match(match)).paused_by == Pauser.NOBODY


async def test_who_paused_it_before_still_has_it_paused_after_moving(club: Club) -> None:
    match = await club.begin_with_lamps(clock="24h")
    await paused(club, match, club.clock.now() + 10 * HOUR)
    await lose(club)
    await club.after(20)
    assert (await club.match(match)).paused_at is not None, "it is not to go on in no channel"
    receipt = await Whistle(club, match).move_to(THERE)
    assert receipt.text == "The match is over there now. It is still paused."
    assert (await club.match(match)).paused_by == Pauser.REFEREE
    assert await club.app.deadlines.sweep() == 1
    assert (await club.match(match)).paused_at is None
    await club.replayed(match)


async def test_without_a_referee_the_host_moves_it_and_is_not_called_one(club: Club) -> None:
    match = await club.begin_with_lamps()
    with pytest.raises(NotSeated):
        await Whistle(club, match, by=ALICE, manages=False).move_to(THERE)
    await lose(club)
    for nobody in (BOB, CAROL):
        with pytest.raises(NotSeated):
            await Whistle(club, match, by=nobody, manages=False).move_to(THERE)
    await Whistle(club, match, by=ALICE, manages=False).move_to(THERE)
    moved = (await club.entries(match))[-2]
    assert (moved.kind, moved.text, moved.referee, moved.reason) == (
        EntryKind.MOVED,
        "Alice",
        "",
        WHY,
    )


async def test_a_referee_who_was_named_moves_it_and_the_host_does_not(club: Club) -> None:
    match = await club.begin_with_lamps(referee=CAROL.user)
    await club.posted()
    await lose(club)
    told = {user for _, user in await club.posted()}
    assert told == {ALICE.user, BOB.user, CAROL.user}
    with pytest.raises(NotSeated):
        await Whistle(club, match, by=ALICE, manages=False).move_to(THERE)
    await Whistle(club, match, by=CAROL, manages=False).move_to(THERE)
    assert (await club.entries(match))[-2].referee == "Carol"


async def test_when_the_host_has_left_any_player_moves_it(club: Club) -> None:
    match = await club.begin_with_lamps()
    await club.leave(match, ALICE, Replacement.VACANT)
    await lose(club)
    with pytest.raises(NotSeated):
        await Whistle(club, match, by=ALICE, manages=False).move_to(THERE)
    await Whistle(club, match, by=BOB, manages=False).move_to(THERE)
    assert (await club.match(match)).gone_at is None


async def test_a_match_goes_back_to_a_channel_that_is_there_again(club: Club) -> None:
    match = await club.begin_with_lamps()
    await lose(club)
    await Whistle(club, match).move_to(CHANNEL)
    found = await club.match(match)
    assert (found.channel, found.gone_at, found.paused_at) == (CHANNEL, None, None)


async def test_a_lobby_without_a_channel_is_closed(club: Club) -> None:
    match = await club.open(clock="24h")
    await club.posted()
    assert await lose(club)
    closed = await club.match(match)
    assert (closed.status, closed.ending) == (Status.OVER, None)
    assert await club.posted() == [(MessageKind.GONE, ALICE.user)]


async def test_a_match_that_was_over_is_known_to_be_gone_and_stays_over(club: Club) -> None:
    match = await club.begin_with_lamps()
    await club.resign(match, BOB)
    await club.posted()
    assert not await lose(club)
    assert (await club.match(match)).gone_at is not None
    assert (await club.match(match)).status is Status.OVER
    assert await club.posted() == []


async def test_a_match_without_a_channel_leaves_its_place_on_the_server_to_others(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert OPEN_ON_A_SERVER > 1
    monkeypatch.setattr("bot.play.lobby.lobby.OPEN_ON_A_SERVER", 1)
    await club.begin_with_lamps()
    with pytest.raises(NotNow, match="1 is the limit"):
        await club.open(channel=THERE, host=CAROL)
    await lose(club)
    await club.open(channel=THERE, host=CAROL)

"""A process that serves the first of two shards: the match is on a server of the other."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest
from simcord.gateway import ShardRouter

from bot.play.storage import queries
from bot.play.storage.leases import Shards
from tests.chat.conftest import SWEEP, World, a_world
from tests.chat.guests import Guest, words
from tests.chat.hall import letters
from tests.databases import Server, behind

FIRST, SECOND = Shards(0, 0, 2), Shards(1, 1, 2)


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with a_world(tmp_path, shards=2) as there:
        yield there


async def become(world: World, shards: Shards | None) -> None:
    """Go on as a process with these shards."""
    world.shards = shards
    await world.restart()


@pytest.fixture
async def asked(world: World, toy: Guest, bo: Guest) -> discord.Message:
    """Bo's letter with the buttons to hide a lamp, in the process with the first shard."""
    await toy.types("move", text="LAMP2")
    await become(world, FIRST)
    return letters(bo.user)[-1]


async def hide(bo: Guest, asked: discord.Message) -> None:
    page = await bo.at_home.presses("Make a move", asked)
    looked = await bo.at_home.picks("3", page.message)
    await bo.at_home.presses("Confirm", looked.message)


async def let_write(world: World, *, may: bool) -> None:
    """Whether the bot may write in the channel of the match."""
    home = await world.bot.fetch_guild(world.guild.id)
    room = await home.fetch_channel(world.channel.id)
    assert isinstance(room, discord.TextChannel)
    us = await home.fetch_member(world.env.backend.bot_user.id)
    overwrite = None if may else discord.PermissionOverwrite(send_messages=False)
    await room.set_permissions(us, overwrite=overwrite)


def without_gateway(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next process hears nothing from Discord."""
    for name in ("identify", "feed"):
        monkeypatch.setattr(ShardRouter, name, lambda *_: None)


async def test_what_is_decided_by_direct_message_is_posted_on_any_server(
    world: World, toy: Guest, bo: Guest, asked: discord.Message
) -> None:
    assert world.bot.get_guild(world.guild.id) is None
    await hide(bo, asked)
    assert "The wind blows at beacon 5" in words(toy.newest)


async def test_only_the_process_with_its_shard_finds_that_a_server_is_gone(
    world: World, toy: Guest, bo: Guest
) -> None:
    await become(world, FIRST)
    world.env.backend.remove_guild(world.guild.id)
    for shards, gone in ((FIRST, False), (SECOND, True)):
        await become(world, shards)
        await world.env.advance_time(2 * SWEEP)
        assert ((await world.match()).gone_at is not None) is gone


async def test_a_channel_that_another_process_finds_deleted_pauses_its_match(
    world: World, toy: Guest, bo: Guest, asked: discord.Message
) -> None:
    world.env.backend.delete_channel(world.channel.id)
    await hide(bo, asked)
    await world.env.advance_time(2 * SWEEP)
    assert (await world.match()).gone_at is None
    await become(world, SECOND)
    await world.env.advance_time(1)
    assert (await world.match()).gone_at is not None
    assert letters(bo.user, "was deleted")


@pytest.mark.parametrize("shards", [SECOND, None])
async def test_what_may_not_be_posted_is_posted_once_it_may(
    world: World,
    toy: Guest,
    bo: Guest,
    asked: discord.Message,
    monkeypatch: pytest.MonkeyPatch,
    shards: Shards | None,
) -> None:
    await let_write(world, may=False)
    await hide(bo, asked)
    if shards is None:
        without_gateway(monkeypatch)
    await become(world, shards)
    assert world.bot.is_ready() is (shards is not None)
    await world.env.advance_time(2 * SWEEP)
    assert "The wind blows at beacon 5" not in words(toy.newest)
    await let_write(world, may=True)
    await world.env.advance_time(SWEEP)
    assert "The wind blows at beacon 5" in words(toy.newest)


async def test_a_standby_asks_what_it_may_do_every_few_minutes(
    world: World, toy: Guest, bo: Guest, asked: discord.Message, monkeypatch: pytest.MonkeyPatch
) -> None:
    await let_write(world, may=False)
    await hide(bo, asked)
    without_gateway(monkeypatch)
    await become(world, None)
    requests = len(world.env.http_requests)
    for _ in range(4):
        await world.bot.sender.unblock()
    assert world.env.http_requests[requests:] == []
    await world.env.advance_time(2 * SWEEP)
    places = {each.path for each in world.env.http_requests[requests:]}
    assert f"/channels/{world.channel.id}" in places


async def test_nothing_is_asked_about_channels_of_another_process(
    world: World, toy: Guest, bo: Guest, asked: discord.Message
) -> None:
    await let_write(world, may=False)
    await hide(bo, asked)
    requests = len(world.env.http_requests)
    await world.env.advance_time(2 * SWEEP)
    assert world.env.http_requests[requests:] == []


@pytest.mark.parametrize("left", [False, True])
async def test_a_match_leaves_a_server_of_another_process_only_if_the_bot_has_left_it(
    world: World, toy: Guest, bo: Guest, left: bool
) -> None:
    first = world.env.create_guild("First", shard_id=0)
    room = first.create_text_channel("games")
    ann = Guest(toy.user, first.add_member(toy.user), room)
    world.env.backend.delete_channel(world.channel.id)
    await world.env.settle()
    match = await world.match()
    assert match.gone_at is not None
    await become(world, FIRST)
    if left:
        world.env.backend.remove_guild(world.guild.id)
    offered = await ann.suggested("match move-to", "match", "", channel=room)
    assert offered == ([match.id] if left else [])
    why = "Here we are"
    told = await ann.types("match move-to", channel=room, reason=why, match=match.id)
    assert ("The match continues there." in told.words) is left


async def test_what_another_process_could_not_post_is_looked_at_in_each_sweep(
    server: Server,
) -> None:
    with server.database() as url:
        async with a_world(url) as world:
            ann = world.guest("ann")
            await ann.types("match new", game="toy")
            await world.env.advance_time(2 * SWEEP)
            before = len(world.env.http_requests)
            await behind(world.store, "UPDATE outbox SET delivery = 'blocked', fault = 'no way'")
            await world.env.advance_time(2 * SWEEP)
            async with world.store.reading() as reader:
                assert await reader.read(queries.Blocked()) == ()
            assert len(world.env.http_requests) > before

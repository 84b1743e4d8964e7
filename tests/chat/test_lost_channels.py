"""The channel of a match is deleted: in the whole bot, and with restarts in between."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from simcord.builders import ChannelHandle

from bot.chat.client import StarpostClient
from bot.chat.lobby.lost_channels import LostChannelListener
from bot.play.match import views
from bot.play.storage import queries
from bot.play.storage.records import Status
from bot.store.store import SqlReader
from tests.chat.conftest import World
from tests.chat.guests import Guest, buttons, words
from tests.chat.hall import letters

WHY = "The channel was deleted"
DAY = timedelta(days=1).total_seconds()


@pytest.fixture
def lounge(world: World) -> ChannelHandle:
    """Another channel, without a match."""
    return world.guild.create_text_channel("lounge")


async def opened(ann: Guest, place: ChannelHandle, **options: object) -> None:
    await ann.at(place).types("match new", game="toy", seating="choice", clock="24h", **options)


async def to_the_turns(world: World, ann: Guest, bo: Guest) -> Guest:
    """In the place of both; who is to move."""
    await bo.presses("Join as Green")
    await ann.presses("Start")
    mover, _ = await world.to_the_turns(ann, bo)
    return mover


async def delete(world: World, place: ChannelHandle) -> None:
    """Somebody deletes a channel or thread in Discord."""
    world.env.backend.delete_channel(place.id)
    await world.env.settle()


def unheard(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord's word of what is deleted does not reach the bot."""

    async def nothing(*_: object) -> None: ...

    for event in ("on_guild_channel_delete", "on_raw_thread_delete", "on_guild_remove"):
        monkeypatch.setattr(StarpostClient, event, nothing)


@pytest.mark.parametrize(("thread", "restarts"), [(False, True), (True, False)])
async def test_a_match_is_paused_told_of_moved_by_its_host_and_goes_on(
    world: World,
    ann: Guest,
    bo: Guest,
    cy: Guest,
    lounge: ChannelHandle,
    thread: bool,
    restarts: bool,
) -> None:
    await opened(ann, world.channel, thread=thread)
    place = world.channel.threads[0] if thread else world.channel
    mover = await to_the_turns(world, ann.at(place), bo.at(place))
    match = await world.match(place)
    await world.env.advance_time(3600)
    before = (await views.load_public(world.app, match.id)).due
    (left,) = {due - world.env.now() for due in before.values()}
    await delete(world, place)
    if restarts:
        await world.restart()
    for guest, said in ((ann, "until you move it"), (bo, f"until <@{ann.id}> or somebody who")):
        (letter,) = letters(guest.user, "was deleted")
        assert said in words(letter)
    await world.env.advance_time(2 * DAY)
    assert (await world.match(place)).status is Status.RUNNING
    assert (await world.match(place)).shown == match.shown + 1

    refused = await bo.at(lounge).types("match move-to", channel=lounge, reason=WHY, match=match.id)
    assert "There is no such match that you may move." in refused.words
    assert await bo.at(lounge).suggested("match move-to", "match", "", channel=lounge) == []
    offered = await ann.at(lounge).suggested("match move-to", "match", "bea", channel=lounge)
    assert offered == [match.id]
    told = await ann.at(lounge).types("match move-to", channel=lounge, match=match.id)
    assert "The match continues there." in told.words
    panel = words(lounge.history()[-1])
    log = (await cy.at(lounge).types("match log")).words
    assert "The channel was deleted, so the match is paused" in log
    assert "Ann has moved the match here" in panel
    assert "Why: Its channel was deleted" in panel
    assert "Referee" not in panel
    match_view = await views.load_public(world.app, match.id)
    assert {due - world.env.now() for due in match_view.due.values()} == {left}
    played = await mover.at(lounge).types("move", text="REST")
    assert " rests." in played.words
    await world.env.advance_time(60)
    assert words(lounge.history()[-1]).count("To move") == 1


async def test_lists_and_orders_show_the_way_to_every_match(
    world: World, toy: Guest, bo: Guest, cy: Guest, lounge: ChannelHandle
) -> None:
    there = world.guild.create_text_channel("second")
    await opened(toy, there)
    lobby = world.guild.create_text_channel("third")
    await bo.at(lobby).types("match new", game="toy")
    await bo.types("move", text="LAMP3")
    assert (await world.match(there)).status is Status.LOBBY
    for page in (await bo.at(lounge).types("orders"), await bo.at_home.types("orders")):
        assert "No match waits for you." in page.words
        for place in (world.channel, lobby):
            assert f"channels/{world.guild.id}/{place.id}" in page.words
    await delete(world, world.channel)
    page = await bo.at(lounge).types("orders")
    assert str(world.channel.id) not in page.words
    assert f"**Beacons**, its channel deleted: It is paused until <@{toy.id}>" in page.words
    own = await toy.at(lounge).types("orders")
    assert "It is paused until you move it to another channel" in own.words
    hidden = (await cy.at(lounge).types("match list")).words
    assert "deleted" not in hidden, "the channel may have been a private one"
    listed = (await toy.at(lounge).types("match list")).words
    assert str(world.channel.id) not in listed
    assert str(world.channel.id) not in hidden
    assert "**Beacons**, its channel deleted" in listed
    assert f"channels/{world.guild.id}/{there.id}" in listed


async def test_the_page_of_a_match_leads_to_all_others(
    world: World, toy: Guest, bo: Guest, lounge: ChannelHandle
) -> None:
    assert "All my matches" not in buttons((await toy.types("orders")).message)
    there = world.guild.create_text_channel("second")
    await opened(toy, there)
    page = await toy.at(there).types("orders")
    everything = await toy.at(there).presses("All my matches (1 waiting)", page.message)
    assert everything.message.id == page.message.id
    assert "1. [Beacons](" in everything.words
    assert "the lobby is open." in everything.words


@pytest.mark.parametrize("command", ["match list", "orders"])
async def test_what_was_deleted_while_the_bot_was_away_is_found_when_it_is_touched(
    world: World,
    toy: Guest,
    bo: Guest,
    gm: Guest,
    lounge: ChannelHandle,
    monkeypatch: pytest.MonkeyPatch,
    command: str,
) -> None:
    with monkeypatch.context() as away:
        unheard(world, away)
        await delete(world, world.channel)
    await world.restart()
    assert (await world.match()).gone_at is None
    listed = (await toy.at(lounge).types(command)).words
    assert "**Beacons**, its channel deleted" in listed
    assert (await world.match()).gone_at is not None
    assert letters(bo.user, "was deleted")


async def test_a_start_looks_once_for_all_servers_and_asks_discord_for_no_channel(
    world: World, ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("second", "third", "fourth"):
        guild = world.env.create_guild(name)
        channel = guild.create_text_channel("games")
        host = Guest(ann.user, guild.add_member(ann.user), channel)
        await opened(host, channel, thread=True)
    reads = list[object]()
    read = SqlReader.read

    async def counted(self: SqlReader, query: queries.Query[Any]) -> Any:
        reads.append(query)
        return await read(self, query)

    monkeypatch.setattr(SqlReader, "read", counted)
    requests = len(world.env.http_requests)
    for server in world.bot.guilds:
        server._threads.clear()  # as when they have been archived
        world.bot.dispatch("guild_available", server)
    world.bot.dispatch("ready")
    await world.env.settle()
    assert reads == [queries.OpenServers()]
    assert world.env.http_requests[requests:] == []


async def test_a_server_of_another_shard_is_not_a_server_that_is_gone(
    world: World, toy: Guest, bo: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Shards(discord.AutoShardedClient):
        """Has shard ``ours`` of two, ``closed`` or not, and lists no server at all."""

        def __init__(self, ours: int, *, closed: bool) -> None:
            super().__init__(intents=discord.Intents.none(), shard_count=2, shard_ids=[ours])
            self._ready = asyncio.Event()
            self._ready.set()
            self._ours, self._shut = ours, closed

        def get_shard(self, shard_id: int, /) -> Any:
            return SimpleNamespace(is_closed=lambda: self._shut) if shard_id == self._ours else None

    own = (world.guild.id >> 22) % 2
    for ours, closed, gone in ((1 - own, False, False), (own, True, False), (own, False, True)):
        listener = LostChannelListener(Shards(ours, closed=closed), world.app)
        await listener.look()
        assert ((await world.match()).gone_at is not None) is gone


async def test_what_discord_did_not_tell_of_is_found_when_something_is_posted(
    world: World, toy: Guest, bo: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    unheard(world, monkeypatch)
    await toy.types("move", text="LAMP2")
    asked = letters(bo.user)[-1]
    await delete(world, world.channel)
    assert (await world.match()).gone_at is None
    page = await bo.at_home.presses("Make a move", asked)
    looked = await bo.at_home.picks("3", page.message)
    await bo.at_home.presses("Confirm", looked.message)
    assert (await world.match()).gone_at is not None
    assert letters(bo.user, "was deleted")


async def test_threads_of_a_deleted_channel_are_gone_with_it_also_those_asleep(
    world: World, ann: Guest, bo: Guest
) -> None:
    hall = world.guild.create_text_channel("hall")
    await opened(ann, hall, thread=True)
    (thread,) = hall.threads
    await to_the_turns(world, ann.at(thread), bo.at(thread))
    del world.env.backend.channels[thread.id]
    cached = world.bot.get_guild(world.guild.id)
    assert cached is not None
    cached._threads.clear()  # as when it has been archived
    await delete(world, hall)
    assert (await world.match(thread)).gone_at is not None


async def test_a_server_that_is_unavailable_is_not_a_server_that_is_gone(
    world: World, toy: Guest, bo: Guest
) -> None:
    world.env.backend.emit("GUILD_DELETE", {"id": str(world.guild.id), "unavailable": True})
    await world.env.settle()
    world.env.inject_error("GET", f"/channels/{world.channel.id}", status=404, code=10003)
    await world.bot.on_ready()
    assert (await world.match()).gone_at is None
    assert letters(bo.user, "was deleted") == []


async def test_a_match_whose_server_is_gone_goes_on_where_its_host_takes_it(
    world: World, toy: Guest, bo: Guest
) -> None:
    match = await world.match()
    guild = world.env.create_guild("Elsewhere")
    channel = guild.create_text_channel("games")
    ann = Guest(toy.user, guild.add_member(toy.user), channel)
    dora = world.guest("dora", guild).at(channel)
    assert await ann.suggested("match move-to", "match", "", channel=channel) == []
    world.env.backend.remove_guild(world.guild.id)
    await world.env.settle()
    assert letters(bo.user, "was deleted")
    assert await dora.suggested("match move-to", "match", "", channel=channel) == []
    assert "its channel deleted" in (await ann.types("orders")).words
    told = await ann.types("match move-to", channel=channel, reason=WHY, match=match.id)
    assert "The match continues there." in told.words
    moved = await world.match(channel)
    assert (moved.id, moved.server, moved.paused_at) == (match.id, guild.id, None)
    assert "Your lamp is in beacon 2." in (await ann.types("move", text="LAMP2")).words


async def test_a_referee_moves_what_has_a_channel_too_from_anywhere(
    world: World, toy: Guest, gm: Guest, cy: Guest, lounge: ChannelHandle
) -> None:
    match = await world.match()
    assert await cy.at(lounge).suggested("match move-to", "match", "", channel=lounge) == []
    assert await toy.at(lounge).suggested("match move-to", "match", "", channel=lounge) == []
    offered = await gm.at(lounge).suggested("match move-to", "match", "", channel=lounge)
    assert offered == [match.id]
    told = await gm.at(lounge).types("match move-to", channel=lounge, reason=WHY, match=match.id)
    assert "The match continues there." in told.words
    assert "Referee Gm has moved the match here from" in words(lounge.history()[-1])


async def test_without_managing_the_server_one_moves_it_only_to_where_one_may_write(
    world: World, toy: Guest, gm: Guest, lounge: ChannelHandle
) -> None:
    match = await world.match()
    silent = discord.PermissionOverwrite(send_messages=False)
    news = world.guild.create_text_channel("news", overwrites={toy.actor: silent})
    await delete(world, world.channel)
    refused = await toy.at(lounge).types("match move-to", channel=news, reason=WHY, match=match.id)
    assert "You may not write in that channel" in refused.words
    assert news.history() == []
    told = await gm.at(lounge).types("match move-to", channel=news, reason=WHY, match=match.id)
    assert "The match continues there." in told.words


async def test_a_lobby_is_closed_and_its_host_told(
    world: World, ann: Guest, lounge: ChannelHandle
) -> None:
    await ann.types("match new", game="toy")
    await delete(world, world.channel)
    assert (await world.match()).status is Status.OVER
    (told,) = letters(ann.user, "was deleted")
    assert "this lobby is closed" in words(told)
    assert "No matches here." in (await ann.at(lounge).types("match list")).words


async def test_a_match_that_is_over_is_listed_without_a_dead_link(
    world: World, toy: Guest, bo: Guest, lounge: ChannelHandle
) -> None:
    await bo.resigns()
    await delete(world, world.channel)
    listed = (await bo.at(lounge).types("match list", over=True)).words
    assert "Red wins" in listed
    assert str(world.channel.id) not in listed
    assert letters(bo.user, "was deleted") == []


@pytest.mark.parametrize("thread", [False, True])
async def test_what_is_over_and_was_deleted_while_the_bot_was_away_is_listed_without_a_link(
    world: World,
    ann: Guest,
    bo: Guest,
    cy: Guest,
    lounge: ChannelHandle,
    monkeypatch: pytest.MonkeyPatch,
    thread: bool,
) -> None:
    hall = world.guild.create_text_channel("hall")
    await opened(ann, hall, thread=thread)
    place = hall.threads[0] if thread else hall
    await to_the_turns(world, ann.at(place), bo.at(place))
    await bo.at(place).resigns()
    there = (await cy.at(lounge).types("match list", over=True)).words
    assert f"channels/{world.guild.id}/{place.id}" in there
    with monkeypatch.context() as away:
        unheard(world, away)
        await delete(world, place)
    await world.restart()
    hidden = (await cy.at(lounge).types("match list", over=True)).words
    assert "No matches here." in hidden, "the channel may have been a private one"
    listed = (await bo.at(lounge).types("match list", over=True)).words
    assert "Red wins" in listed
    assert "**Beacons**, its channel deleted" in listed
    assert str(place.id) not in listed
    assert letters(bo.user, "was deleted") == []
    asked = len(world.env.http_requests)
    await bo.at(lounge).types("match list", over=True)
    fetched = [each for each in world.env.http_requests[asked:] if str(place.id) in str(each)]
    assert fetched == [], "it is known now"

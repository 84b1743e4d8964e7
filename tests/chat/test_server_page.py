"""What those who manage a server choose on its page, and what follows from it."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.play.lobby import server_settings
from bot.play.storage.records import Server
from tests.chat.conftest import World
from tests.chat.guests import Guest, Seen, begin, buttons, parts, words


async def here(world: World) -> Server:
    return await server_settings.load(world.app, world.guild.id)


def select_of(page: Seen, field: str) -> dict[str, Any]:
    (found,) = [each for each in parts(page) if each.get("custom_id", "").endswith(f":{field}")]
    return found


def mention_nobody(world: World) -> discord.Guild:
    """Take from the bot the right to mention every role: it may not edit its own."""
    guild = world.bot.get_guild(world.guild.id)
    assert guild is not None
    for role in guild.me.roles:
        may = role.permissions
        may.update(mention_everyone=False, administrator=False)
        role._permissions = may.value
    return guild


async def test_only_who_manages_the_server_has_the_page(
    world: World, gm: Guest, ann: Guest
) -> None:
    page = await gm.types("server channels")
    assert page.private
    for title in ("Where matches are played", "Who may referee", "Where open seats are offered"):
        assert f"**{title}" in page.words
    await world.show_command("server", ann)
    assert "Only members with Manage Server" in (await ann.types("server channels")).words


async def test_matches_begin_in_the_chosen_channels_and_their_threads(
    world: World, gm: Guest, ann: Guest
) -> None:
    arena = world.guild.create_text_channel("arena")
    page = await gm.names("places", arena)
    assert "Matches begin in these channels and their threads." in page.words
    shown = select_of(page.message, "places")["default_values"]
    assert shown == [{"id": arena.id, "type": "channel"}]
    for options in ({}, {"thread": True}):
        told = await ann.types("match new", game="toy", **options)
        assert "no matches are played in this channel" in told.words
        assert "They are played in #arena." in told.words
    assert ann.place.history() == []
    assert world.channel.threads == []
    there = ann.at(arena)
    assert "is open" in (await there.types("match new", game="toy")).words
    assert "It is played in" in (await there.types("match new", game="toy", thread=True)).words
    (thread,) = arena.threads
    assert "Leave" in buttons(thread.history()[-1])
    page = await gm.chooses("places", page)
    assert "Matches begin anywhere." in page.words
    assert "is open" in (await ann.types("match new", game="toy")).words


async def test_members_with_a_referee_role_referee_every_match_and_manage_nothing(
    world: World, gm: Guest, ann: Guest, bo: Guest
) -> None:
    role = world.guild.create_role("judges")
    user = world.env.create_user("jo", global_name="Jo")
    jo = Guest(user, world.guild.add_member(user, roles=[role]), world.channel)
    await begin(ann, bo)
    assert "Referee …" not in buttons((await jo.types("orders")).message)
    await gm.names("referees", role)
    page = await jo.opens("orders")
    await world.show_command("referee", jo, bo)
    assert "Rest" not in page.words
    assert "Only the referee" in (await bo.types("referee clock", do="pause", reason="no")).words
    told = await jo.types("referee clock", do="pause", reason="We need a break.")
    assert "Only the referee" not in told.words
    assert (await world.match()).paused_at is not None
    await world.show_command("server", jo)
    assert "Only members with Manage Server" in (await jo.types("server channels")).words


async def test_what_cannot_work_is_refused(world: World, gm: Guest) -> None:
    page = await gm.types("server channels")
    told = await gm.chooses("players", page, world.guild.default_role)
    assert "That role is everybody." in told.words
    quiet = world.guild.create_role("quiet")
    await world.drain()
    mention_nobody(world)
    told = await gm.chooses("players", page, quiet)
    assert "Nobody would be notified" in told.words
    denied = discord.PermissionOverwrite(send_messages=False)
    closed = world.guild.create_text_channel(
        "closed", overwrites={world.guild.default_role: denied}
    )
    told = await gm.chooses("chronicle", page, closed)
    assert "in #closed" in told.words
    assert "Send Messages" in told.words
    found = await here(world)
    assert (found.players, found.chronicle) == (None, None)


async def test_the_bot_introduces_itself_once(world: World, gm: Guest, ann: Guest) -> None:
    for _ in range(2):
        guild = world.bot.get_guild(world.guild.id)
        assert guild is not None
        await world.bot.on_guild_join(guild)
        await world.bot.on_guild_join(guild)
        await world.restart()
    (message,) = world.channel.history()
    assert "Starpost is here" in words(message)
    assert "Play the computer: Astralis" in buttons(message)
    refused = await ann.presses("Set up Starpost", message)
    assert "Only members with Manage Server" in refused.words
    assert "### Starpost on this server" in (await gm.presses("Set up Starpost", message)).words


@pytest.mark.parametrize("field", sorted(server_settings.MOST))
async def test_whatever_is_chosen_can_be_taken_back(world: World, gm: Guest, field: str) -> None:
    roles = field in ("referees", "players")
    wanted = world.guild.create_role("some", mentionable=True) if roles else world.channel
    before = getattr(await here(world), field)
    page = await gm.names(field, wanted)
    assert getattr(await here(world), field) != before
    await gm.chooses(field, page)
    assert getattr(await here(world), field) == before


async def test_the_doctor_looks_at_the_channels_that_were_named(world: World, gm: Guest) -> None:
    told = await gm.types("referee doctor")
    assert "results" not in told.words
    news = world.guild.create_text_channel("news")
    gone = world.guild.create_text_channel("gone")
    page = await gm.names("chronicle", news)
    assert "How matches end is told there." in page.words
    await gm.chooses("open_seats", page, gone)
    assert f"✔ I can post results in <#{news.id}>." in (await gm.types("referee doctor")).words
    await world.room(gone).delete()
    told = await gm.types("referee doctor")
    assert "✖ The channel for open seats is gone, or I cannot see it." in told.words
    assert "`/server channels`" in told.words


async def test_the_doctor_finds_a_role_that_can_no_longer_be_mentioned(
    world: World, gm: Guest
) -> None:
    role = world.guild.create_role("players", mentionable=True)
    await gm.names("players", role)
    assert "notified" not in (await gm.types("referee doctor")).words
    guild = mention_nobody(world)
    assert "notified" not in (await gm.types("referee doctor")).words
    known = guild.get_role(role.id)
    assert known is not None
    await known.edit(mentionable=False)
    assert "✖ Nobody is notified of open seats" in (await gm.types("referee doctor")).words


async def test_matches_begin_anywhere_once_all_chosen_channels_are_gone(
    world: World, gm: Guest, ann: Guest
) -> None:
    arena = world.guild.create_text_channel("arena")
    await gm.names("places", arena)
    await world.room(arena).delete()
    assert "is open" in (await ann.types("match new", game="toy")).words

"""What is wrong in a channel, and how to mend it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta

import discord
import pytest

from bot.play.positions import Lost, Positions
from bot.play.storage import queries
from bot.play.storage.outbox import MessageKind
from bot.play.storage.ports import StoreUnwritable, UnitOfWork
from games.core.types import Forbidden
from tests.chat.conftest import World
from tests.chat.guests import Guest
from tests.toy import GAME as TOY


async def test_where_all_is_well_every_line_says_so(toy: Guest, gm: Guest) -> None:
    told = await gm.types("referee doctor")
    assert told.private
    lines = told.words.splitlines()
    assert lines[0] == "### Everything is fine here", told.words
    assert all(line.startswith("✔ ") for line in lines[1:])
    for said in (
        "A match can be played in this kind of channel.",
        "I have what a match needs: View Channel, Attach Files",
        "Discord knows all commands.",
        "Moves can be saved.",
        "Deadlines were looked at within the last hour.",
        "The match can be read: it stands at #1.",
        "I know of no player who takes no direct messages.",
        "Everything could be delivered.",
        "The panel of the match is where it should be.",
    ):
        assert said in told.words


async def test_missing_permissions_are_named_with_the_place_to_allow_them(
    world: World, gm: Guest
) -> None:
    everyone = world.guild.default_role
    denied = discord.PermissionOverwrite(
        attach_files=False, read_message_history=False, create_public_threads=False
    )
    place = world.guild.create_text_channel("narrow", overwrites={everyone: denied})
    told = await gm.at(place).types("referee doctor")
    assert "### 3 things are wrong here" in told.words
    assert "✖ I lack **Attach Files**, to show the board." in told.words
    assert "✖ I lack **Read Message History**, to edit the panel." in told.words
    assert "✖ I lack **Create Public Threads**" in told.words
    assert "In the settings of this channel, under Permissions, allow it to my role." in told.words
    assert "✔ No match is played in this channel." in told.words


async def test_closed_dms_and_parked_messages_are_told(
    world: World, toy: Guest, bo: Guest, gm: Guest
) -> None:
    match = await world.match()
    async with world.app.store.writing() as work:
        player = await work.read(queries.PlayerOf(bo.id))
        await work.keep(replace(player, dm_closed_at=world.clock.now()))
        await work.commit()
    told = await gm.types("referee doctor")
    assert "✖ Green (Bo) takes no direct messages from me." in told.words
    world.env.inject_error(
        "POST", f"/channels/{world.channel.id}/messages", status=403, code=50013, times=1
    )
    await gm.types("referee adjust", text="OIL RED 9", reason="Why not")
    told = await gm.types("referee doctor")
    assert "✖ A message for this channel could not be delivered: HTTP 403, code 50013" in told.words
    assert match.id == (await world.match()).id


async def test_a_deleted_panel_is_missed(world: World, toy: Guest, gm: Guest) -> None:
    panel = (await world.match()).panel
    assert panel is not None
    world.env.inject_error(
        "GET", f"/channels/{world.channel.id}/messages/{panel}", status=404, code=10008, times=1
    )
    told = await gm.types("referee doctor")
    assert "✖ The panel of the match was deleted." in told.words
    assert "The next move posts a new one." in told.words


async def test_a_position_that_cannot_be_read_is_told(
    toy: Guest, gm: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lost(*_: object) -> object:
        raise Lost

    monkeypatch.setattr(Positions, "load", lost)
    told = await gm.types("referee doctor")
    assert "✖ The position of this match cannot be read." in told.words
    assert "can restore a backup" in told.words


async def test_a_full_disk_is_told(
    world: World, toy: Guest, gm: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    @asynccontextmanager
    async def full() -> AsyncIterator[UnitOfWork]:
        raise StoreUnwritable
        yield

    monkeypatch.setattr(world.app.store, "writing", full)
    told = await gm.types("referee doctor")
    assert "✖ I cannot save anything, so no move can be made." in told.words


async def test_deadlines_that_nobody_looks_at_are_told(
    world: World, toy: Guest, gm: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = world.clock.now() + timedelta(hours=3)
    monkeypatch.setattr(world.clock, "now", lambda: later)
    told = await gm.types("referee doctor")
    assert "✖ Deadlines were looked at last <t:" in told.words


async def test_a_match_that_stands_as_none_could_is_told_and_still_opens(
    toy: Guest, gm: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault = Forbidden("TOY-02", "There is more oil than the lamps hold.")
    monkeypatch.setattr(type(TOY.editing), "sound", lambda editing, state: iter((fault,)))
    told = await gm.types("referee doctor")
    assert "✖ By its rules no match could stand as this one does.\n-# → It can be" in told.words
    assert "oil" not in told.words, "what is wrong could be a secret"
    assert "Beacons · #1" in (await toy.types("match show")).words


async def test_a_command_that_discord_does_not_know_is_told(
    world: World, toy: Guest, gm: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = await world.bot.tree.fetch_commands()

    async def some() -> list[discord.app_commands.AppCommand]:
        return [each for each in known if each.name != "move"]

    monkeypatch.setattr(world.bot.tree, "fetch_commands", some)
    told = await gm.types("referee doctor")
    assert "✖ Discord does not know /move." in told.words


async def test_without_a_match_it_is_for_those_who_manage_the_server(
    world: World, ann: Guest, gm: Guest
) -> None:
    await world.show_command("referee", ann)
    told = await ann.types("referee doctor")
    assert "Only members with Manage Server can do this." in told.words
    told = await gm.types("referee doctor")
    assert "No match is played in this channel." in told.words


async def test_letters_that_only_their_readers_may_know_of_are_not_counted(
    world: World, toy: Guest, gm: Guest
) -> None:
    letters = f"/channels/{toy.user.dm_channel.id}/messages"
    world.env.inject_error("POST", letters, status=403, code=50013, times=1)
    await toy.types("move", text="LAMP4")
    match = await world.match()
    async with world.app.store.reading() as reader:
        [(outbox_message, _)] = await reader.read(queries.Parked(match.id))
    assert outbox_message.kind is MessageKind.SECRET
    assert "✔ Everything could be delivered." in (await gm.types("referee doctor")).words

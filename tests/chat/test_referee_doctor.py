"""What is wrong in a channel, and how to mend it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
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


def _lost_position(monkeypatch: pytest.MonkeyPatch, world: World) -> None:
    async def lost(*_: object) -> object:
        raise Lost

    monkeypatch.setattr(Positions, "load", lost)


def _full_disk(monkeypatch: pytest.MonkeyPatch, world: World) -> None:
    @asynccontextmanager
    async def full() -> AsyncIterator[UnitOfWork]:
        raise StoreUnwritable
        yield

    monkeypatch.setattr(world.app.store, "writing", full)


def _late_deadlines(monkeypatch: pytest.MonkeyPatch, world: World) -> None:
    later = world.clock.now() + timedelta(hours=3)
    monkeypatch.setattr(world.clock, "now", lambda: later)


def _unsound(monkeypatch: pytest.MonkeyPatch, world: World) -> None:
    fault = Forbidden("TOY-02", "There is more oil than the lamps hold.")
    monkeypatch.setattr(type(TOY.editing), "sound", lambda editing, state: iter((fault,)))


def _unknown_command(monkeypatch: pytest.MonkeyPatch, world: World) -> None:
    known = world.bot.tree.fetch_commands

    async def some() -> list[discord.app_commands.AppCommand]:
        return [each for each in await known() if each.name != "move"]

    monkeypatch.setattr(world.bot.tree, "fetch_commands", some)


def _deleted_panel(monkeypatch: pytest.MonkeyPatch, world: World) -> None:
    panel = f"/channels/{world.channel.id}/messages/*"
    world.env.inject_error("GET", panel, status=404, code=10008, times=1)


@pytest.mark.parametrize(
    ("breaks", "said"),
    [
        (_lost_position, "✖ The position of this match cannot be read.|can restore a backup"),
        (_full_disk, "✖ I cannot save anything, so no move can be made."),
        (_late_deadlines, "✖ Deadlines were looked at last <t:"),
        (_unsound, "✖ By its rules no match could stand as this one does.\n-# → It can be"),
        (_unknown_command, "✖ Discord does not know /move."),
        (_deleted_panel, "✖ The panel of the match was deleted.|The next move posts a new one."),
    ],
)
async def test_what_is_wrong_is_told(
    world: World,
    toy: Guest,
    gm: Guest,
    monkeypatch: pytest.MonkeyPatch,
    breaks: Callable[[pytest.MonkeyPatch, World], None],
    said: str,
) -> None:
    breaks(monkeypatch, world)
    told = (await gm.types("referee doctor")).words
    assert [each for each in said.split("|") if each not in told] == [], told
    assert "more oil" not in told, "what is wrong could be a secret"
    if breaks is _unsound:
        assert "Beacons · #1" in (await toy.types("match show")).words


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
    [(outbox_message, _)] = await world.read(queries.Parked((await world.match()).id))
    assert outbox_message.kind is MessageKind.SECRET
    assert "✔ Everything could be delivered." in (await gm.types("referee doctor")).words

"""Content packs of a server: who may add them, what is refused, how a match gets one."""

from __future__ import annotations

import json

import discord
import pytest

from bot.play.lobby import packs
from bot.play.storage.records import Status
from tests.chat.conftest import World
from tests.chat.guests import Guest, choices, ids, words

WINTER = b"# Long winter\noil = 6\n"


async def add(guest: Guest, data: bytes, game: str = "night", **more: str) -> str:
    told = await guest.types("server pack", game=game, file=("pack.toml", data), **more)
    assert told.private
    return told.words


async def test_a_pack_is_added_listed_chosen_and_played_with(
    world: World, gm: Guest, ann: Guest
) -> None:
    said = await add(gm, WINTER)
    assert "The pack 'Long winter' is here under the key long-winter." in said
    assert "`/match new game:night`" in said
    listed = await gm.types("server packs")
    assert listed.private
    assert f"`long-winter`: Long winter, by <@{gm.id}>" in listed.words
    assert await ann.suggested("match new", "pack", "WINT", game="night") == ["long-winter"]
    await ann.types("match new", game="night", pack="long-winter", computers=1)
    assert "Content pack: long-winter" in words(ann.newest)
    await ann.presses("Start")
    match = await world.match()
    assert match.status is Status.RUNNING
    assert json.loads(match.settings)["content"] == WINTER.decode()
    read = await ann.opens("match show", "Settings")
    assert "Content pack: Long winter" in read.words
    assert "oil =" not in read.words


async def test_a_pack_is_chosen_in_the_lobby_and_given_up_again(
    world: World, gm: Guest, ann: Guest
) -> None:
    await ann.types("match new", game="night")
    assert not any(each.endswith(":pack") for each in ids((await ann.presses("Settings")).message))
    await add(gm, WINTER)
    await add(gm, WINTER, key="dark")
    form = await ann.presses("Settings")
    assert {"-", "long-winter", "dark"} <= set(choices(form.message))
    form = await ann.chooses("pack", form, "dark")
    assert (await world.match()).pack == "dark"
    assert "Content pack: dark" in words(ann.newest)
    await ann.chooses("pack", form, "-")
    assert (await world.match()).pack is None
    assert "Content pack" not in words(ann.newest)


async def test_a_pack_is_removed_and_a_lobby_that_wants_it_cannot_start(
    gm: Guest, ann: Guest
) -> None:
    await add(gm, WINTER)
    await ann.types("match new", game="night", pack="long-winter", computers=1)
    assert await gm.suggested("server pack", "remove", "", game="night") == ["long-winter"]
    gone = await gm.types("server pack", game="night", remove="long-winter")
    assert "The pack long-winter is gone." in gone.words
    again = await gm.types("server pack", game="night", remove="long-winter")
    assert "This server has no content pack 'long-winter'." in again.words
    assert "This server has no content pack" in (await ann.presses("Start")).words
    assert "This server has no content packs." in (await gm.types("server packs")).words


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "Line 1: a pack begins with its title"),
        (b"# T\noil = 4\nwater = 4\n", "Line 3: 'water = 4' is not an amount of oil"),
        (b"# T\n", "The pack as a whole: nothing stands below the title"),
        (b"# T\noil = 4\n\xff\xfe", "Line 3: this is not UTF-8 text."),
        (b"\x89PNG\r\n\x1a\n" + bytes(40), "Line 1: this is not UTF-8 text."),
        (b"# T\n" + b"oil = 4\n" * 50, "The file has 404 bytes; a pack of Long night has at most"),
        (b"# T\n@everyone <@1> **b**\n", "Line 2: "),
    ],
)
async def test_a_wrong_pack_is_refused_with_line_and_reason(
    gm: Guest, data: bytes, said: str
) -> None:
    told = await add(gm, data)
    assert said in told
    assert "@everyone" not in told
    assert "This server has no content packs." in (await gm.types("server packs")).words


async def test_a_file_that_is_too_large_is_not_even_fetched(
    gm: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(*_: object, **__: object) -> bytes:
        raise AssertionError

    monkeypatch.setattr(discord.Attachment, "read", never)
    assert "at most 200" in await add(gm, b"x" * 201)


async def test_a_file_that_discord_does_not_hand_out_is_asked_for_again(
    gm: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def gone(*_: object, **__: object) -> bytes:
        raise discord.HTTPException(_Answer(), "gone")

    monkeypatch.setattr(discord.Attachment, "read", gone)
    assert "Discord did not hand out the file." in await add(gm, WINTER)


class _Answer:
    status, reason = 500, "gone"


async def test_who_may_not_manage_the_server_is_refused_whatever_discord_shows(
    world: World, gm: Guest, ann: Guest
) -> None:
    await add(gm, WINTER)
    await world.show_command("server", ann)
    for name, options in (
        ("server packs", {}),
        ("server pack", {"game": "night", "file": ("pack.toml", b"# X\noil = 1\n")}),
        ("server pack", {"game": "night", "remove": "long-winter"}),
    ):
        refused = await ann.types(name, **options)
        assert refused.private
        assert "Only members with Manage Server can do this." in refused.words
    match = await packs.list_packs(world.app, world.guild.id, "night")
    assert [pack.key for pack in match] == ["long-winter"]


async def test_games_without_packs_are_not_offered(gm: Guest) -> None:
    offered = await gm.suggested("server pack", "game", "")
    assert "night" in offered
    assert {"toy", "astralis"}.isdisjoint(offered)


async def test_packs_of_another_server_are_none_of_this_one(world: World, gm: Guest) -> None:
    await add(gm, WINTER)
    guild = world.env.create_guild("Elsewhere")
    away = world.manager(gm, guild).at(guild.create_text_channel("x"))
    assert "no content packs" in (await away.types("server packs")).words
    refused = await away.types("match new", game="night", pack="long-winter")
    assert "This server has no content pack 'long-winter'." in refused.words
    assert away.place.history() == []

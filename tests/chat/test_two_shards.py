"""A bot with two shards: servers are on either, direct messages on the first."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.chat.client import StarpostClient
from tests.chat.conftest import World, a_world
from tests.chat.guests import Guest, begin, words
from tests.chat.hall import letters


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with a_world(tmp_path, shards=2) as there:
        yield there


async def test_a_match_is_played_from_its_server_and_by_direct_message_over_a_restart(
    world: World, toy: Guest, bo: Guest
) -> None:
    assert world.bot.shard_count == 2
    assert (world.guild.id >> 22) % 2 == 1
    await toy.types("move", text="LAMP2")
    await world.restart()
    asked = letters(bo.user)[-1]
    page = await bo.at_home.presses("Make a move", asked)
    looked = await bo.at_home.picks("3", page.message)
    await bo.at_home.presses("Confirm", looked.message)
    assert "The wind blows" in words(toy.newest), "both have hidden a lamp"


@pytest.mark.parametrize("lost", [0, 1])
async def test_only_the_matches_of_the_server_that_is_gone_are_paused(
    world: World, toy: Guest, bo: Guest, monkeypatch: pytest.MonkeyPatch, lost: int
) -> None:
    first = world.env.create_guild("First", shard_id=0)
    room = first.create_text_channel("games")
    ann = Guest(toy.user, first.add_member(toy.user), room)
    green = Guest(bo.user, first.add_member(bo.user), room)
    await begin(ann, green)
    with monkeypatch.context() as away:

        async def nothing(*_: object) -> None: ...

        away.setattr(StarpostClient, "on_guild_remove", nothing)
        world.env.backend.remove_guild((first.id, world.guild.id)[lost])
        await world.env.settle()
    await world.restart()
    places = room, world.channel
    assert (await world.match(places[lost])).gone_at is not None
    assert (await world.match(places[1 - lost])).gone_at is None

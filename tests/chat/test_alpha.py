"""Games in alpha: allowed by those who manage a server, and refused kindly elsewhere."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.play.lobby import alpha
from bot.play.storage.records import Status
from tests.chat.conftest import World, a_world
from tests.chat.guests import Guest, Told, begin, buttons
from tests.chat.test_history import file_of, lamps, turn
from tests.toy import RENDERER
from tests.toy.game import Toy

REFUSED = (
    "Sparks is in alpha, and this server does not allow games in alpha.\n"
    "Members with Manage Server can allow them with `/server alpha`."
)


class Sparks(Toy):
    meta = replace(Toy.meta, id="sparks", title="Sparks", stage="alpha")


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with a_world(tmp_path, also={Sparks(): RENDERER}) as there:
        yield there


def refused(told: Told) -> bool:
    return told.private and REFUSED in told.words


async def begun(ann: Guest, bo: Guest) -> None:
    await begin(ann, bo, game="sparks")


async def test_a_game_in_alpha_is_not_offered_and_refused_at_first(
    world: World, ann: Guest
) -> None:
    assert "sparks" not in await ann.suggested("match new", "game", "")
    assert "toy" in await ann.suggested("match new", "game", "")
    assert refused(await ann.types("match new", game="Sparks"))
    assert ann.place.history() == []
    assert refused(await ann.types("match new", game="sparks", thread=True))
    assert world.channel.threads == []
    told = await ann.types("help")
    assert "Sparks" not in told.words
    assert not [label for label in buttons(told.message) if "Sparks" in label]
    assert "sparks" in await ann.suggested("rules", "game", ""), "everybody may read its rules"


async def test_who_manages_the_server_allows_them_and_everybody_can_play(
    world: World, gm: Guest, ann: Guest
) -> None:
    await world.show_command("server", ann)
    for options in ({}, {"allow": True}):
        told = await ann.types("server alpha", **options)
        assert "Only members with Manage Server can do this." in told.words
    assert not await alpha.is_allowed(world.app, world.guild.id)
    told = await gm.types("server alpha")
    assert told.private
    assert "Games in alpha are not allowed on this server.\nIn alpha: " in told.words
    assert "Sparks" in told.words
    told = await gm.types("server alpha", allow=True)
    assert "Games in alpha can now be played on this server." in told.words
    assert "are allowed on this server" in (await gm.types("server alpha")).words
    await world.restart()
    assert "sparks" in await ann.suggested("match new", "game", "")
    told = await ann.types("help")
    assert "- **Sparks**: " in told.words
    await ann.presses("Play the computer: Sparks", told.message)
    assert (await world.match()).status is Status.RUNNING


async def test_a_tournament_of_one_is_refused_too(world: World, gm: Guest) -> None:
    told = await gm.types("tournament new", title="Cup", format="swiss", game="sparks", places=4)
    assert refused(told)


async def test_they_are_allowed_on_the_page_of_the_server(world: World, gm: Guest) -> None:
    page = await gm.types("server channels")
    for label, allowed in (("not allowed", True), ("allowed", False)):
        page = await gm.presses(f"Games in alpha: {label}", page.message)
        assert ("Games in alpha can now be played" in page.words) is allowed
        assert await alpha.is_allowed(world.app, world.guild.id) is allowed


async def test_it_is_allowed_on_one_server_alone(world: World, gm: Guest) -> None:
    await gm.types("server alpha", allow=True)
    guild = world.env.create_guild("Elsewhere")
    away = world.manager(gm, guild).at(guild.create_text_channel("x"))
    assert refused(await away.types("match new", game="sparks"))
    assert "Sparks" not in (await gm.at_home.types("help")).words


async def test_where_it_is_no_longer_allowed_matches_go_on_and_no_other_begins(
    world: World, gm: Guest, ann: Guest, bo: Guest
) -> None:
    await gm.types("server alpha", allow=True)
    lobby = ann.at(world.guild.create_text_channel("lobby"))
    await lobby.types("match new", game="sparks", computers=1)
    old = (await ann.types("help")).message
    await begun(ann, bo)
    told = await gm.types("server alpha", allow=False)
    assert "No more matches of games in alpha begin on this server." in told.words
    assert "Those under way go on." in told.words
    await lamps(ann, bo)
    await turn(world, ann, bo, "REST")
    assert refused(await lobby.presses("Start"))
    assert refused(await ann.forks())
    assert world.channel.threads == []
    other = ann.at(world.guild.create_text_channel("other"))
    assert refused(await ann.presses("Play the computer: Sparks", old))
    await bo.resigns()
    assert refused(await ann.presses("Rematch"))
    data = await file_of(await ann.opens("match show", "Export"), ".json")
    assert refused(await other.types("match import", file=("match.json", data), at=4))
    assert other.place.history() == []
    await gm.types("server alpha", allow=True)
    assert (
        "goes on from the file"
        in (await other.types("match import", file=("match.json", data), at=4)).words
    )


async def test_all_games_but_those_in_the_making_are_offered_everywhere(world: World) -> None:
    offered = {game.meta.id for game in world.games if not alpha.is_alpha(game)}
    assert {"astral_sailors", "astralis", "colonial_space_wars", "galaxy_aflame"} <= offered

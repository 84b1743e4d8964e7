"""Lists of matches: of the server and of a player, open and over, with whose turn it is."""

from __future__ import annotations

from itertools import count

from bot.chat.match.match_lists import LISTED
from bot.play.lobby import lobby
from bot.play.lobby.lobby import Opening
from bot.play.lobby.seating import Person
from bot.play.storage.records import SeatingOrder
from tests.chat.conftest import World
from tests.chat.guests import Guest, buttons, ids


async def several(world: World, host: Guest, number: int) -> None:
    press = count(5000)
    for each in range(number):
        channel = world.guild.create_text_channel(f"more-{each}")
        person = Person(host.id, "Host")
        wish = Opening(
            world.guild.id, channel.id, person, "toy", next(press), seating=SeatingOrder.CHOICE
        )
        await lobby.open(world.app, wish)
    await world.drain()


async def test_a_running_match_says_whom_it_waits_for_and_not_who_has_chosen(
    world: World, toy: Guest, bo: Guest, cy: Guest
) -> None:
    told = (await cy.types("match list")).words
    assert "🤫 choices in secret" in told
    await bo.types("move", text="LAMP2")
    still = (await cy.types("match list")).words
    assert "🤫 choices in secret. (Ann, Bo)" in still
    assert "▶️" not in still
    await toy.types("move", text="LAMP4")
    assert "⭐ You play in it." in (await toy.types("match list")).words
    turn = (await cy.types("match list")).words
    assert "⭐" not in turn
    assert "▶️ " in turn
    assert f"<#{world.channel.id}>" in turn


async def test_lists_have_pages_that_end(world: World, ann: Guest, cy: Guest) -> None:
    await several(world, ann, LISTED + 2)
    first = await cy.types("match list")
    assert first.words.count("lobby, 1 of 2 seats free") == LISTED
    assert "Previous" not in buttons(first.message)
    second = await cy.presses("Next", first.message)
    assert second.message.id == first.message.id
    assert second.words.count("lobby") == 2
    assert "Next" not in buttons(second.message)
    mine = await cy.presses("Mine", second.message)
    assert "No matches here." in mine.words


async def test_the_matches_of_one_player_and_those_that_are_over(
    world: World, toy: Guest, bo: Guest, cy: Guest
) -> None:
    await bo.resigns()
    await several(world, cy, 1)
    of_bo = await cy.types("match list", player=bo.user)
    assert f"Open matches of <@{bo.id}> on this server" in of_bo.words
    assert "No matches here." in of_bo.words
    over = await cy.presses("Finished matches", of_bo.message)
    assert "Red wins" in over.words
    assert "No matches here." not in over.words
    everything = await cy.presses("All on this server", over.message)
    assert "Red wins" in everything.words
    assert len(ids(everything.message)) == 2


async def test_a_list_tells_nothing_of_other_servers(world: World, toy: Guest, bo: Guest) -> None:
    guild = world.env.create_guild("Elsewhere")
    away = Guest(bo.user, guild.add_member(bo.user), guild.create_text_channel("games"))
    for options in ({}, {"player": bo.user}, {"over": True}, {"player": bo.user, "over": True}):
        told = (await away.types("match list", **options)).words
        assert "No matches here." in told
        assert str(world.guild.id) not in told

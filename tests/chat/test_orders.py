"""A player's own page: in the channel of a match, elsewhere, and by DM."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

from bot.chat.commands import orders
from bot.chat.platform.message import message_faults
from tests.chat.conftest import World
from tests.chat.guests import Guest, begin, buttons, parts


async def second_match(world: World, ann: Guest, bo: Guest) -> Guest:
    """Another match of the same two; returns Ann there."""
    other = world.guild.create_text_channel("second")
    await begin(ann.at(other), bo.at(other))
    return ann.at(other)


async def test_every_match_that_waits_is_listed_and_can_be_played_from_a_dm(
    world: World, toy: Guest, bo: Guest
) -> None:
    there = await second_match(world, toy, bo)
    await there.types("move", text="LAMP4")
    page = await toy.at_home.types("orders")
    assert page.words.count("Hide your lamp") == 1
    assert f"channels/{world.guild.id}/{world.channel.id}" in page.words
    both = await bo.at_home.types("orders")
    assert both.words.count("Hide your lamp") == 2
    assert [label for label in buttons(both.message) if label.startswith("Play")] == [
        "Play 1",
        "Play 2",
    ]
    asked = await toy.at_home.presses("Play 1", page.message)
    looked = await toy.at_home.picks("2", asked.message)
    done = await toy.at_home.presses("Confirm", looked.message)
    assert "Your lamp is in beacon 2." in done.words
    assert "No match waits for you." in (await toy.at_home.types("orders")).words


async def test_the_page_of_a_match_names_seat_decision_and_ways_to_act(toy: Guest) -> None:
    page = await toy.types("orders")
    assert page.private
    assert "Your orders in Beacons, as Red" in page.words
    assert "1. Hide your lamp" in page.words
    assert {"Decide", "Board", "Draw, leave, resign …"} <= set(buttons(page.message))
    asked = await toy.presses("Decide", page.message)
    assert "Where do you hide your lamp?" in asked.words


async def test_the_page_of_a_match_lists_the_others_and_keeps_resigning_apart(
    world: World, toy: Guest, bo: Guest
) -> None:
    await second_match(world, toy, bo)
    empty = await toy.at(world.guild.create_text_channel("empty")).types("orders")
    assert "These matches wait for you" in empty.words
    assert "Play 1" in buttons(empty.message)
    page = await toy.types("orders")
    assert "### Your other matches\n- [Beacons]" in page.words
    assert ": waits for you. Hide your lamp in one of the beacons" in page.words
    assert "All my matches (1 waiting)" in buttons(page.message)
    (beside,) = (
        [each.get("label") for each in row["components"]]
        for row in parts(page.message)
        if row["type"] == 1 and "Draw, leave, resign …" in str(row)
    )
    assert beside == ["Propose …", "Draw, leave, resign …"]


async def test_a_lobby_says_that_it_has_not_started(ann: Guest) -> None:
    await ann.types("match new", game="toy")
    page = await ann.types("orders")
    assert "The match has not started yet." in page.words
    assert "Draw, leave, resign …" not in buttons(page.message)


async def test_matches_of_another_server_are_not_told_on_this_one(world: World, toy: Guest) -> None:
    guild = world.env.create_guild("Elsewhere")
    channel = guild.create_text_channel("games")
    away = Guest(toy.user, guild.add_member(toy.user), channel)
    page = await away.types("orders")
    assert "No match waits for you." in page.words
    assert str(world.guild.id) not in page.words


async def test_many_pages_at_once_do_not_wait_for_each_other_for_ever(
    world: World, toy: Guest
) -> None:
    interaction: Any = SimpleNamespace(
        client=world.bot, user=SimpleNamespace(id=toy.id), guild_id=None
    )
    pages = await asyncio.wait_for(
        asyncio.gather(*(orders.build_page(interaction, None) for _ in range(12))), timeout=60
    )
    assert all(message_faults(page) == () for page in pages)


async def test_answers_in_advance_are_typed_where_their_match_is(toy: Guest) -> None:
    both = await toy.types("orders", order="REST DRY", when="*", reply="REST")
    assert "cannot be set at once" in both.words
    at_home = await toy.at_home.types("orders", order="REST DRY")
    assert "I cannot tell which match you mean." in at_home.words
    assert "none set" in (await toy.types("orders")).words

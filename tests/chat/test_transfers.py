"""Files out and in, and forks, as users live them."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.play.history import looking_back
from bot.play.match import views
from bot.play.storage.records import Status
from tests.chat.conftest import World
from tests.chat.guests import Guest, begin, buttons, choices, taken, words
from tests.chat.test_astralis_match import small_match
from tests.chat.test_history import file_of, lamps, to_the_end, turn
from tests.play.test_imports import sealed
from tests.toy import GAME as TOY


async def finished(world: World, ann: Guest, bo: Guest) -> bytes:
    """The file of a match that is over."""
    await lamps(ann, bo)
    await to_the_end(world, ann, bo)
    return await file_of(await ann.opens("match show", "Export"), ".json")


def attachment(data: bytes) -> tuple[str, bytes]:
    return "match.json", data


async def test_the_file_is_partial_before_the_end_and_whole_after_it(
    world: World, toy: Guest, bo: Guest, cy: Guest
) -> None:
    await lamps(toy, bo)
    told = await toy.opens("match show", "Export")
    assert told.private
    assert "and nothing more" in told.words
    mine = json.loads(await file_of(told, ".json"))
    assert mine["match"]["whose"] == "seat 0"
    assert "4: dark (your lamp)" in mine["end"]["board"]
    for guest in (toy, bo):
        assert guest.user.name.capitalize() not in json.dumps(mine)
        assert str(guest.id) not in json.dumps(mine)
    assert not (await world.match()).disclosed
    await to_the_end(world, toy, bo)
    await world.restart()
    whole = await cy.opens("match show", "Export")
    assert "What was secret stands in it" in whole.words
    assert json.loads(await file_of(whole, ".json"))["match"]["whose"] == "everybody"
    assert (await world.match()).disclosed


async def test_a_match_goes_on_from_its_file_in_another_channel(
    world: World, toy: Guest, bo: Guest, cy: Guest
) -> None:
    data = await finished(world, toy, bo)
    other = world.guild.create_text_channel("practice")
    there = cy.at(other)
    refused = await there.types("match import", file=attachment(data))
    assert "over at this point" in refused.words
    told = await there.types("match import", file=attachment(data), at=4, seat=2)
    assert "goes on from the file" in told.words
    assert "Anybody with the file knows its secrets" in told.words
    await world.restart()
    panel = words(other.history()[-1])
    assert f"To move: **Green** <@{cy.id}>" in panel
    match = await world.match(other)
    assert (match.practice, match.status) == (True, Status.RUNNING)
    assert match.origin == f"import:{json.loads(data)['match']['id']}"
    match_view = await views.load_for_user(world.app, match.id, cy.id)
    assert match_view.seat == 1
    assert match_view.awaited == (1,), "the computer player has moved, or it was ours to move"
    assert taken(await there.types("move", text="REST"))


async def test_a_file_across_a_release_says_what_can_only_be_looked_at(
    world: World, toy: Guest, bo: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    await lamps(toy, bo)
    await to_the_end(world, toy, bo)
    can_look = "What was played under earlier rules can be looked at, but not played again."
    assert can_look not in (await toy.opens("match show", "Export")).words
    later = replace(TOY.meta, rules_version=2, rule_changes={2: "A gust turns the wind at once."})
    monkeypatch.setattr(type(TOY), "meta", later)
    await world.restart()
    told = (await toy.opens("match show", "Export")).words
    assert f"The whole match. {can_look} What was secret stands in it." in told


@pytest.mark.parametrize(
    ("data", "said"),
    [(b"nonsense", "damaged"), (b" " * (5 << 20), "at most 4194304 can be imported")],
)
async def test_what_is_no_file_of_a_match_is_refused_and_nothing_begins(
    world: World, ann: Guest, data: bytes, said: str
) -> None:
    told = await ann.types("match import", file=attachment(data))
    assert told.private
    assert said in told.words
    assert len(world.channel.history()) == 0


def with_content(data: bytes, content: str) -> bytes:
    """The file as one of a game that takes content packs, with this one."""
    file = json.loads(data)
    file["match"] |= {"game": "night", "settings": {"content": content}}
    return sealed(file)


async def test_content_comes_to_a_server_through_those_who_manage_it(
    world: World, toy: Guest, bo: Guest, gm: Guest
) -> None:
    data = await finished(world, toy, bo)
    other = world.guild.create_text_channel("practice")
    there, manager = bo.at(other), gm.at(other)
    winter = attachment(with_content(data, "# Winter\noil = 6"))
    wrong = attachment(with_content(data, "# Winter\noil = none"))
    told = await there.types("match import", file=winter, at=4)
    assert "a content pack that this server does not have" in told.words
    assert "may manage this server" in told.words
    told = await manager.types("match import", file=wrong, at=4)
    assert "Line 2: 'oil = none' is not an amount of oil" in told.words
    assert len(other.history()) == 0
    await manager.types("server pack", game="night", file=("winter.txt", b"# Winter\noil = 6"))
    told = await there.types("match import", file=winter, at=4, computers=False)
    assert "goes on from the file" in told.words
    assert (await views.load_public(world.app, (await world.match(other)).id)).view.oil == (6, 6)


async def test_one_file_of_a_person_is_read_at_a_time(world: World, toy: Guest, bo: Guest) -> None:
    data = await finished(world, toy, bo)
    there = bo.at(world.guild.create_text_channel("practice"))
    with looking_back.only_once(world.app, f"import {bo.id}"):
        told = await there.types("match import", file=attachment(data), at=4)
        assert "being made already" in told.words
    told = await there.types("match import", file=attachment(data), at=4)
    assert "goes on from the file" in told.words
    told = await toy.at(there.place).types("match import", file=attachment(data), at=4)
    assert "already has a match" in told.words


async def test_a_person_imports_and_forks_a_limited_number_of_times_an_hour(
    world: World, toy: Guest, bo: Guest
) -> None:
    data = await finished(world, toy, bo)
    there = bo.at(world.guild.create_text_channel("practice"))
    for _ in range(12):
        assert "damaged" in (await there.types("match import", file=attachment(b"x"))).words
    await world.env.advance_time(20 * 60)
    told = await there.types("match import", file=attachment(data), at=4)
    assert "12 files within an hour. Try again in 40 minutes." in told.words
    other = toy.at(world.guild.create_text_channel("other"))
    told = await other.types("match import", file=attachment(data), at=4, computers=False)
    assert "goes on from the file" in told.words
    await world.env.advance_time(40 * 60)
    told = await there.types("match import", file=attachment(data), at=4)
    assert "goes on from the file" in told.words
    for _ in range(12):
        assert "practice begins" in (await other.forks(at=4)).words
    before = len(world.channel.threads) + len(other.place.threads)
    told = await other.forks(at=4)
    assert "12 forks within an hour. Try again in 60 minutes." in told.words
    assert len(world.channel.threads) + len(other.place.threads) == before
    assert "practice begins" in (await there.forks(at=4)).words


async def test_a_fork_is_played_in_a_private_thread(
    world: World, toy: Guest, bo: Guest, cy: Guest
) -> None:
    await lamps(toy, bo)
    who = await turn(world, toy, bo, "B4+2")
    told = await who.forks(at=4)
    assert told.private
    assert "made up here" in told.words
    [thread] = world.channel.threads
    assert f"<#{thread.id}>" in told.words
    match = await world.match(thread)
    assert match.origin == f"fork:{(await world.match()).id}"
    match_view = await views.load_for_user(world.app, match.id, who.id)
    assert match_view.view.flames[3] is None
    assert len(match_view.holders) == 2
    pressed = await cy.forks(at=4)
    assert "practice begins after #4" in pressed.words
    assert (await world.match()).shown == 5, "the match itself goes on as it was"


async def test_without_the_permission_it_is_said_which_one_is_missing(
    world: World, ann: Guest, bo: Guest
) -> None:
    bot = world.bot.user
    assert bot is not None
    denied = discord.PermissionOverwrite(create_private_threads=False)
    place = world.guild.create_text_channel("narrow", overwrites={bot: denied})
    here, there = ann.at(place), bo.at(place)
    await begin(here, there)
    told = await here.forks(at=1)
    assert "Create Private Threads" in told.words
    assert place.threads == []


async def test_a_fork_is_in_nobody_elses_list(
    world: World, toy: Guest, bo: Guest, cy: Guest
) -> None:
    await lamps(toy, bo)
    await toy.forks(at=4)
    [thread] = world.channel.threads
    link = f"<#{thread.id}>"
    of_ann: dict[str, Any] = {"player": toy.user}
    for options in ({}, of_ann):
        mine = await toy.types("match list", **options)
        assert link in mine.words
        for other in (bo, cy):
            told = await other.types("match list", **options)
            assert f"<#{world.channel.id}>" in told.words
            assert link not in told.words
            assert str(thread.id) not in repr(told.message.components)
    host = toy.at(thread)
    await host.resigns()
    for options in ({"over": True}, {"over": True, **of_ann}):
        assert link in (await toy.types("match list", **options)).words
        assert "No matches here." in (await cy.types("match list", **options)).words


async def test_a_match_in_a_channel_that_somebody_cannot_see_is_not_in_their_list(
    world: World, ann: Guest, cy: Guest
) -> None:
    hidden = discord.PermissionOverwrite(view_channel=False)
    place = world.guild.create_text_channel("board-room", overwrites={cy.actor: hidden})
    await ann.at(place).types("match new", game="toy")
    assert f"<#{place.id}>" in (await ann.types("match list")).words
    assert "No matches here." in (await cy.types("match list")).words
    assert "No matches here." in (await cy.types("match list", player=ann.user)).words


async def test_in_a_fork_without_computers_one_plays_all_sides_with_buttons(
    world: World, ann: Guest, bo: Guest, cy: Guest
) -> None:
    await small_match(ann, bo)
    await ann.types("move", text="A3")
    told = await ann.forks(way="0.alone")
    [thread] = world.channel.threads
    assert "You play all sides" in told.words
    host = ann.at(thread)
    assert "To move: **Cyan**" in words(host.newest)
    page = await host.presses("Make a move")
    for _ in range(9):
        if "Confirm" in buttons(page.message):
            break
        page = await host.picks(choices(page.message)[0], page.message)
    done = await host.presses("Confirm", page.message)
    assert "Cyan places its ship on " in done.words
    assert "To move: **Yellow**" in words(host.newest)
    assert await host.suggested("move", "text", "A3-")
    assert taken(await host.types("move", text="A3-A4+B4"))
    assert "To move: **Cyan**" in words(host.newest)
    assert host.at_home.place.history() == []
    undo = await host.types("match undo")
    assert "this happens immediately" in undo.words
    await host.presses("Take it back", undo.message)
    assert "To move: **Yellow**" in words(host.newest)


async def test_a_guest_takes_one_side_of_a_fork(
    world: World, toy: Guest, bo: Guest, cy: Guest
) -> None:
    await toy.forks(at=1, way="0.alone")
    [thread] = world.channel.threads
    host, guest = toy.at(thread), cy.at(thread)
    assert f"when all are in. <@{toy.id}>" in words(host.newest)
    assert words(host.newest).count(f"<@{toy.id}>") == 1, "the player of all sides"
    assert "(Ann)" in (await toy.types("match list")).words
    for each in (bo, cy):
        await world.room(thread).add_user(discord.Object(each.id))
    assert await guest.suggested("match join", "seat", "") == ["Red", "Green"]
    assert "You have a seat" in (await guest.types("match join", seat="Green")).words
    assert await bo.at(thread).suggested("match join", "seat", "") == []
    assert taken(await guest.types("move", text="LAMP2"))
    assert "It is not your turn." in (await guest.types("move", text="LAMP2")).words
    assert taken(await host.types("move", text="LAMP2"))


async def test_the_file_of_a_fork_can_be_imported_too(world: World, toy: Guest, bo: Guest) -> None:
    data = await finished(world, toy, bo)
    assert "/match import" in (await toy.opens("match show", "Export")).words
    await toy.forks(at=4)
    host = toy.at(world.channel.threads[-1])
    await host.resigns()
    told = await host.opens("match show", "Export")
    assert "/match import" in told.words
    assert data
    last = await toy.types("match show", at=(await world.match()).shown)
    assert "Try it out" not in buttons(last.message), "nothing is left to play there"

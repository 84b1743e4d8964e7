"""Finding people and matches: offered seats, standing wishes, invitations, blocks, following."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.actors import MemberActor

from bot.play.people.hourly_limits import SERVER_OFFERS
from bot.play.storage import queries
from bot.play.storage.profiles import Try
from bot.play.storage.records import Status
from tests.chat.conftest import World
from tests.chat.guests import Guest, Told, begin, buttons, parts, words
from tests.chat.test_history import lamps, to_the_end, turn


@pytest.fixture
async def seats(world: World, gm: Guest) -> Any:
    """The channel for open seats, with a role to notify."""
    channel = world.guild.create_text_channel("seats")
    role = world.guild.create_role("players", mentionable=True)
    await gm.names("open_seats", channel)
    await gm.names("players", role)
    return channel


# --- Offered seats ---


async def test_a_lobby_is_offered_and_joined_there(
    world: World, seats: Any, ann: Guest, bo: Guest
) -> None:
    told = await ann.types("match new", game="toy", open=True)
    assert "The free seats are offered in the channel for open seats." in told.words
    await world.drain()
    (advert,) = seats.history()
    assert "One seat is free. Ann waits. <@&" in words(advert)
    assert [role.name for role in advert.role_mentions] == ["players"]
    assert not advert.mentions
    told = await bo.at(seats).presses("Join", advert)
    assert "You have a seat" in told.words
    await world.drain()
    (advert,) = seats.history()
    assert "All seats are taken." in words(advert)
    assert "Join" not in buttons(advert)
    await bo.presses("Leave")
    await world.drain()
    (advert,) = seats.history()
    assert "Join" in buttons(advert)
    await ann.presses("Leave")
    await world.drain()
    (advert,) = seats.history()
    assert "It is over." in words(advert)


async def test_without_the_channel_or_the_wish_nothing_is_offered(
    world: World, ann: Guest, gm: Guest
) -> None:
    told = await ann.types("match new", game="toy", open=True)
    assert "This server has no channel for open seats." in told.words
    assert "`/server channels`" in told.words
    assert ann.place.history() == []
    await ann.types("match new", game="toy")
    assert "Offer the free seats" not in buttons((await ann.presses("Settings")).message)
    channel = world.guild.create_text_channel("seats")
    await gm.names("open_seats", channel)
    await ann.at(channel).types("match new", game="toy")
    await world.drain()
    assert not [each for each in channel.history() if "free. Ann waits" in words(each)]


async def test_a_seat_that_was_left_is_offered_and_taken_over(
    world: World, seats: Any, ann: Guest, bo: Guest
) -> None:
    cy = world.guest("cy")
    await begin(ann, bo)
    await lamps(ann, bo)
    await world.drain()
    assert seats.history() == []
    await bo.presses("Leave it empty", (await bo.types("match leave")).message)
    await world.drain()
    (advert,) = seats.history()
    assert "can be taken over" in words(advert)
    assert "Ann" in words(advert)
    told = await cy.at(seats).presses("Join", advert)
    assert told.private
    assert any(holder.name == "Cy" for holder in await world.holders())
    await world.drain()
    (advert,) = seats.history()
    assert "All seats are taken." in words(advert)


async def test_matches_with_room_come_first_in_the_list(
    world: World, ann: Guest, bo: Guest
) -> None:
    away = world.guild.create_text_channel("away")
    await ann.at(away).types("match new", game="toy")
    await begin(ann, bo)
    told = (await ann.types("match list")).words
    assert told.index("1 of 2 seats free") < told.index("#1:")


async def test_a_full_lobby_does_not_come_before_a_match_with_a_free_seat(
    world: World, ann: Guest, bo: Guest
) -> None:
    await begin(ann, bo)
    await lamps(ann, bo)
    await bo.presses("Leave it empty", (await bo.types("match leave")).message)
    away = world.guild.create_text_channel("away")
    await ann.at(away).types("match new", game="toy")
    await bo.at(away).types("match join")
    told = (await ann.types("match list")).words
    assert told.index("all seats taken") > told.index(world.channel.mention)


async def test_the_host_offers_the_seats_of_a_lobby_that_is_open_already(
    world: World, seats: Any, ann: Guest, bo: Guest
) -> None:
    await ann.types("match new", game="toy")
    await world.drain()
    assert seats.history() == []
    assert "Offer the free seats" not in buttons((await bo.presses("Settings")).message)
    page = await ann.presses("Settings")
    told = await ann.presses("Offer the free seats", page.message)
    assert "offered in the channel for open seats" in told.words
    await world.drain()
    (advert,) = seats.history()
    assert "One seat is free. Ann waits." in words(advert)
    again = await ann.presses("Offer the free seats", page.message)
    assert "offered already" in again.words
    assert "Offer the free seats" not in buttons((await ann.presses("Settings")).message)
    await bo.at(seats).presses("Join", advert)
    await world.drain()
    (advert,) = seats.history()
    assert "All seats are taken." in words(advert)


async def test_a_role_is_not_notified_again_and_again_by_one_person_or_server(
    world: World, seats: Any, ann: Guest, bo: Guest
) -> None:
    rooms = [world.guild.create_text_channel(f"room{number}") for number in range(8)]
    for room in rooms[:6]:
        assert "is open" in (await ann.at(room).types("match new", game="toy", open=True)).words
    refused = await ann.at(rooms[6]).types("match new", game="toy", open=True)
    assert (
        "You have offered seats 6 times within an hour. Try again in 60 minutes." in refused.words
    )
    now = world.env.now()
    async with world.app.store.writing() as work:
        await work.keep(*(Try(world.guild.id, SERVER_OFFERS.what, now) for _ in range(24)))
        await work.commit()
    refused = await bo.at(rooms[7]).types("match new", game="toy", open=True)
    assert "Seats were offered on this server 30 times within an hour." in refused.words
    assert "is open" in (await bo.at(rooms[7]).types("match new", game="toy")).words


# --- Standing wishes ---


async def test_the_second_who_wants_the_same_gets_the_match_at_once(
    world: World, ann: Guest, bo: Guest
) -> None:
    told = await ann.types("match find", game="toy")
    assert "You wait for an opponent in Beacons." in told.words
    assert "Time to think: no limit" in told.words
    assert world.channel.threads == []
    told = await bo.types("match find", game="toy", clock="24h")
    assert "You wait for an opponent" in told.words, "another clock is another match"
    await bo.types("match find", game="toy")
    (thread,) = world.channel.threads
    assert thread.name == "Beacons: Bo and Ann"
    match = await world.match(thread)
    assert match.status is Status.RUNNING
    greeting = next(each for each in thread.history() if "Have fun!" in words(each))
    assert {each.id for each in greeting.mentions} == {ann.id, bo.id}
    for who in (ann, bo):
        assert "You wait" not in (await who.opens("me", COMPANY)).words
    told = await ann.types("match find", game="toy")
    assert "You wait" in told.words, "nobody waits any more"


COMPANY = "Invitations, blocks, follows …"


async def test_a_wish_can_be_taken_back(world: World, ann: Guest, bo: Guest) -> None:
    told = await ann.types("match find", game="toy")
    told = await ann.presses("Withdraw", told.message)
    assert "Withdrawn." in told.words
    assert "You wait" not in told.words
    await ann.types("match find", game="toy", near=True)
    page = await ann.opens("me", COMPANY)
    assert "- Beacons; time to think: no limit, somebody about as strong" in page.words
    told = await ann.chooses("wish", page, f"{world.guild.id}.toy")
    assert "Withdrawn." in told.words
    await bo.types("match find", game="toy")
    assert world.channel.threads == []


async def test_blocked_people_are_never_paired_nor_invited(
    world: World, ann: Guest, bo: Guest
) -> None:
    page = await bo.opens("me", COMPANY)
    await bo.chooses("blocks", page, ann.user)
    await ann.types("match find", game="toy")
    await bo.types("match find", game="toy")
    assert world.channel.threads == []
    told = await ann.types("match new", game="toy", opponent=bo.actor)
    assert "was not invited: They take no invitations." in told.words
    told = await bo.at(world.guild.create_text_channel("x")).types(
        "match new", game="toy", opponent=ann.actor
    )
    assert "was not invited" in told.words
    cy = world.guest("cy")
    await cy.types("match find", game="toy")
    assert len(world.channel.threads) == 1


# --- Invitations ---


async def test_an_invitation_comes_by_dm_and_is_accepted_by_its_button(
    world: World, ann: Guest, bo: Guest
) -> None:
    told = await ann.types("match new", game="toy", opponent=bo.actor)
    assert f"<@{bo.id}> is invited by DM" in told.words
    await world.drain()
    letter = bo.at_home.newest
    assert "Ann invites you to this match." in words(letter)
    assert all(holder.user != bo.id for holder in await world.holders())
    told = await bo.at_home.presses("Join", letter)
    assert "You have a seat" in told.words
    assert "Go to the match" in str(parts(told.message))
    told = await bo.at_home.presses("Join", letter)
    assert "You already have a seat" in told.words


async def test_who_wants_no_invitations_gets_none_and_nobody_sends_many(
    world: World, ann: Guest, bo: Guest
) -> None:
    page = await bo.opens("me", COMPANY)
    page = await bo.presses("Invitations: welcome", page.message)
    told = await ann.types("match new", game="toy", opponent=bo.actor)
    assert "They take no invitations." in told.words
    assert "is open" in told.words
    await bo.presses("Invitations: not wanted", page.message)
    for number in range(6):
        place = ann.at(world.guild.create_text_channel(f"p{number}"))
        told = await place.types("match new", game="toy", opponent=bo.actor)
        assert ("You have invited 5 people within an hour" in told.words) == (number == 5)
    await world.drain()
    letters = [each for each in bo.at_home.place.history() if "invites you" in words(each)]
    assert len(letters) == 5


async def test_with_closed_dms_the_invitation_stands_in_the_channel(
    world: World, ann: Guest, bo: Guest
) -> None:
    world.close_dms(bo)
    await ann.types("match new", game="toy", opponent=bo.actor)
    await world.drain()
    asked = next(each for each in world.channel.history() if "invites you" in words(each))
    assert {each.id for each in asked.mentions} == {bo.id}
    assert "You have a seat" in (await bo.presses("Join", asked)).words


# --- Following ---


async def news(world: World, cy: Guest, seconds: int = 130) -> list[str]:
    await world.env.advance_time(seconds)
    await world.look()
    return [each for each in cy.at_home.reads() if "follow" in each]


async def test_followers_read_the_news_as_spectators_do_and_players_see_how_many(
    world: World, ann: Guest, bo: Guest
) -> None:
    cy = world.guest("cy")
    await begin(ann, bo)
    assert "You play in this match." in (await ann.presses("Follow")).words
    told = await cy.presses("Follow")
    assert "what is new comes by DM" in told.words
    await world.drain()
    assert "1 person follows this match." in words(ann.newest)
    assert "Cy" not in words(ann.newest)
    assert await news(world, cy) == []
    await lamps(ann, bo)
    mover = await turn(world, ann, bo, "REST")
    (letter,) = await news(world, cy)
    assert "News of a match that you follow" in letter
    assert "LAMP" not in letter
    assert len(await news(world, cy)) == 1, "nothing is new"
    await cy.presses("My name: hidden from the players", told.message)
    await world.drain()
    assert "1 person follows this match: " in words(ann.newest)
    assert "Cy" in words(ann.newest)
    await mover.resigns()
    await world.drain()
    assert "follows this match" not in words(ann.newest)
    letters = await news(world, cy)
    assert "A match that you follow is over." in letters[-1]
    await gone(world, cy)


async def gone(world: World, cy: Guest) -> None:
    assert "**You follow**" not in (await cy.opens("me", COMPANY)).words


@pytest.mark.parametrize("how", ["hidden", "away"])
async def test_who_may_no_longer_see_the_match_is_told_nothing_more(
    world: World, ann: Guest, bo: Guest, how: str
) -> None:
    cy, dan = world.guest("cy"), world.guest("dan")
    await begin(ann, bo)
    await lamps(ann, bo)
    for each in (cy, dan):
        await each.presses("Follow")
    if how == "hidden":
        room = world.room(world.channel)
        unseen = discord.PermissionOverwrite(view_channel=False)
        await room.set_permissions(await room.guild.fetch_member(cy.id), overwrite=unseen)
    else:
        world.guild.remove_member(cy.user)
    await turn(world, ann, bo, "REST")
    assert await news(world, cy) == []
    assert len([each for each in dan.at_home.reads() if "follow" in each]) == 1
    left = await world.read(queries.FollowersOf((await world.match()).id))
    assert [each.user for each in left] == [dan.id]


async def test_a_slow_follower_is_told_once_a_day(world: World, ann: Guest, bo: Guest) -> None:
    cy = world.guest("cy")
    await begin(ann, bo)
    await lamps(ann, bo)
    told = await cy.presses("Follow")
    await cy.chooses("pace", told, "day")
    await turn(world, ann, bo, "REST")
    assert await news(world, cy) == []
    await turn(world, ann, bo, "REST")
    (letter,) = await news(world, cy, 86_400)
    assert "News of a match" in letter
    await cy.presses("Unfollow", told.message)
    await to_the_end(world, ann, bo)
    assert len(await news(world, cy, 86_400)) == 1
    await gone(world, cy)


async def test_forgetting_takes_back_wishes_blocks_and_follows(
    world: World, ann: Guest, bo: Guest
) -> None:
    cy = world.guest("cy")
    await begin(ann, bo)
    await cy.presses("Follow")
    await cy.types("match find", game="toy")
    page = await cy.opens("me", COMPANY)
    page = await cy.chooses("blocks", page, ann.user)
    assert "**You follow**" in page.words
    assert "**You wait for an opponent in**" in page.words
    asked = await cy.opens("me", "Forget me")
    (forget,) = [each for each in buttons(asked.message) if "orget" in each]
    await cy.presses(forget, asked.message)
    page = await cy.opens("me", COMPANY)
    for each in ("**You follow**", "**You wait for an opponent in**"):
        assert each not in page.words
    (chosen,) = [each for each in parts(page.message) if each["type"] == 5]
    assert not chosen.get("default_values")


async def test_a_match_asked_for_in_a_post_of_a_forum_is_played_in_that_post_unless_it_is_locked(
    world: World, ann: Guest, bo: Guest, gm: Guest
) -> None:
    forum = world.guild.create_forum_channel("table-talk")
    room = world.room(forum)
    for title in ("Who plays Beacons?", "And who tomorrow?"):
        made = await room.create_thread(name=title, content="Anybody?")
    post, locked = sorted(forum.threads, key=lambda each: each.id)
    assert "is open" in (await ann.at(post).types("match new", game="toy", thread=True)).words
    assert len(forum.threads) == 2
    await bo.at(post).presses("Join")
    await ann.at(post).presses("Start")
    assert (await world.match(post)).status is Status.RUNNING
    await made.thread.edit(locked=True)
    us = room.guild.me
    for each in (us, *us.roles):
        may_not = discord.PermissionOverwrite(manage_threads=False)
        await room.set_permissions(each, overwrite=may_not)
    told = await gm.at(locked).types("match new", game="toy")
    assert "This thread is locked." in told.words
    await room.set_permissions(us, overwrite=discord.PermissionOverwrite(manage_threads=True))
    assert "is open" in (await gm.at(locked).types("match new", game="toy")).words


async def test_the_menu_of_a_person_shows_their_results_and_leads_to_their_matches(
    world: World, ann: Guest, bo: Guest
) -> None:
    await begin(ann, bo)
    await ann.resigns()
    await begin(ann, bo)
    assert isinstance(bo.actor, MemberActor)
    assert isinstance(ann.actor, MemberActor)
    menu = "Matches and results"
    told = Told(await bo.actor.context_menu(world.channel, menu, ann.actor))
    assert told.private
    assert f"### Results of <@{ann.id}>" in told.words
    matches = await bo.presses("Matches", told.message)
    assert f"Open matches of <@{ann.id}>" in matches.words
    assert "Beacons" in matches.words


async def test_the_page_stands_in_the_place_of_ones_settings_and_leads_back(
    world: World, ann: Guest
) -> None:
    mine = await ann.types("me")
    page = await ann.presses(COMPANY, mine.message)
    assert page.message.id == mine.message.id
    back = await ann.presses("Back", page.message)
    assert back.message.id == mine.message.id
    assert "### Your settings" in back.words

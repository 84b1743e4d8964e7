"""First matches that teach, by somebody who presses only what the lessons tell."""

from __future__ import annotations

import random
from dataclasses import replace

import discord
import pytest

from bot.play.lobby import lessons
from bot.play.lobby.lessons import Progress
from bot.play.match import views
from bot.play.storage.records import Status
from games import all_games
from tests.chat.conftest import World
from tests.chat.guests import Guest, Told, buttons, choices, words
from tests.chat.newcomer import Newcomer

PATIENCE = 400
"""Presses."""
SEED = 1
"""Of what they choose where a lesson leaves it to them."""
MATCHES = 4
"""Not everything comes up in each: a match that ends before that is followed by another."""


async def learns(world: World, guest: Guest, game: str) -> tuple[Told, Guest]:
    """The answer to Learn it, and the guest in the thread of the match."""
    rules = await guest.types("rules", game=game)
    told = await guest.presses("Learn it", rules.message)
    return told, guest.at(world.channel.threads[-1])


@pytest.mark.parametrize("game", [game.meta.id for game in all_games()])
async def test_a_newcomer_learns_the_whole_game_by_pressing_what_the_lessons_tell(
    world: World, ann: Guest, game: str
) -> None:
    course = world.app.games[game].lessons
    assert course is not None
    rng = random.Random(SEED)
    for _ in range(MATCHES):
        told, there = await learns(world, ann, game)
        assert told.private
        assert "Your first match of" in told.words
        newcomer = Newcomer(there, rng)
        await plays(world, newcomer, f"All {len(course.lessons)} lessons learned.")
        if course.farewell in newcomer.panel:
            break
    assert course.farewell in newcomer.panel, newcomer.panel
    assert {lesson.title for lesson in course.lessons} <= {*newcomer.seen}, "each was explained"
    match = await world.match(there.place)
    assert (match.practice, match.origin, match.status) == (True, "lesson", Status.RUNNING)


async def plays(world: World, newcomer: Newcomer, end: str) -> None:
    """Until the panel says ``end``, or the match is over; with a restart on the way."""
    for press in range(PATIENCE):
        if end in newcomer.panel or "Rematch" in buttons(newcomer.guest.newest):
            return
        if press == PATIENCE // 20:
            world.seed += 1  # of the ids of matches after it
            await world.restart()
        await newcomer.acts()


async def test_the_lesson_stands_in_the_panel_and_above_the_question(
    world: World, ann: Guest
) -> None:
    _, there = await learns(world, ann, "colonial_space_wars")
    assert "### 🎓 1 of 10: Choose an army" in words(there.newest)
    assert "🤖 Blue (easy): computer player" in words(there.newest)
    page = await there.presses("Make a move")
    assert "🎓 **Choose an army**" in page.words


async def test_a_first_match_is_left_and_taken_up_again(
    world: World, ann: Guest, bo: Guest
) -> None:
    _, there = await learns(world, ann, "colonial_space_wars")
    await there.types("move", text="AUTO UNION")
    await learns(world, bo, "colonial_space_wars")
    await learns(world, ann, "galaxy_aflame")
    await world.restart()
    told, _ = await learns(world, ann, "colonial_space_wars")
    assert "You are learning Colonial Space Wars already" in told.words
    assert f"<#{there.place.id}>" in told.words
    assert "✅ Choose an army" in words(there.newest)
    assert len(world.channel.threads) == 3, "one each, and the other game"


async def test_a_first_match_that_is_over_says_what_did_not_come_up(
    world: World, ann: Guest
) -> None:
    _, there = await learns(world, ann, "colonial_space_wars")
    await there.resigns()
    assert "Did not come up: Choose an army, Give an order" in words(there.newest)
    await learns(world, ann, "colonial_space_wars")
    assert len(world.channel.threads) == 2, "the next one begins anew"


async def test_a_lesson_can_be_skipped_by_the_one_who_learns(
    world: World, ann: Guest, bo: Guest
) -> None:
    _, there = await learns(world, ann, "astralis")
    assert "### 🎓 1 of 10: Place your ship" in words(there.newest)
    await world.room(there.place).add_user(discord.Object(bo.id))
    refused = await bo.at(there.place).presses("Skip this")
    assert "Only the one who learns can say that." in refused.words
    assert "Play on below the board." in (await there.presses("Skip this")).words
    assert "1 of 10 lessons learned." in words(there.newest)
    await world.restart()
    await there.types("move", text="A3")
    assert "✅ Place your ship" in words(there.newest)


async def test_what_is_learned_tells_nothing_of_a_secret_choice(world: World, ann: Guest) -> None:
    _, there = await learns(world, ann, "cosmic_conflict")
    await there.types("move", text="FLEET Q1")
    while "Give hidden orders" not in words(there.newest):
        await there.types("move", text="AUTO")
    match, before = await world.match(there.place), words(there.newest)

    async def told() -> list[Progress | None]:
        looks = [
            views.load_public(world.app, match.id),
            views.load_for_user(world.app, match.id, ann.id),
        ]
        return [await lessons.load_progress(world.app, await look) for look in looks]

    first, own = await told()
    assert first == own, "the same for all who look"
    await there.types("move", text="ORDER a1 FOCUS")
    assert await told() == [first, first]
    assert words(there.newest) == before
    assert "Focus" in (await there.types("orders")).words


async def test_each_place_offers_to_teach(world: World, ann: Guest) -> None:
    help_page = await ann.types("help")
    assert "Learn it: Galaxy Aflame" in " ".join(buttons(help_page.message)).replace("A Gal", "Gal")
    await ann.types("match new", game="galaxy_aflame")
    told = await ann.presses("Learn it")
    assert "Your first match of A Galaxy Aflame has begun" in told.words
    assert (await world.match()).status is Status.LOBBY
    assert "Learn it" not in buttons((await ann.types("rules", game="noughts")).message)
    home = await ann.at_home.types("rules", game="galaxy_aflame")
    refused = await ann.at_home.presses("Learn it", home.message)
    assert "A first match is played on a server." in refused.words


async def test_where_no_private_thread_can_be_made_it_is_said_kindly(
    world: World, ann: Guest
) -> None:
    bot = world.bot.user
    assert bot is not None
    denied = discord.PermissionOverwrite(create_private_threads=False)
    place = world.guild.create_text_channel("narrow", overwrites={bot: denied})
    here = ann.at(place)
    told = await here.presses("Learn it", (await here.types("rules", game="astralis")).message)
    assert "Create Private Threads" in told.words
    assert "can allow it in its settings" in told.words
    assert place.threads == []


async def test_a_game_in_alpha_is_taught_where_it_is_allowed(
    world: World, ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = world.app.games["cosmic_conflict"]
    monkeypatch.setattr(type(game), "meta", replace(game.meta, stage="alpha"))
    told = await ann.presses("Learn it", (await ann.types("rules", game="cosmic_conflict")).message)
    assert "alpha" in told.words
    assert world.channel.threads == []


async def test_a_first_match_is_in_nobody_elses_list(world: World, ann: Guest, bo: Guest) -> None:
    _, there = await learns(world, ann, "galaxy_aflame")
    link = f"<#{there.place.id}>"
    assert link in (await ann.types("match list")).words
    assert link not in (await bo.types("match list")).words


async def test_a_person_begins_a_limited_number_of_first_matches_an_hour(
    world: World, ann: Guest
) -> None:
    for _ in range(12):
        _, there = await learns(world, ann, "galaxy_aflame")
        await there.resigns()
    told, _ = await learns(world, ann, "galaxy_aflame")
    assert "12 first matches within an hour" in told.words
    assert len(world.channel.threads) == 12


async def test_what_is_taken_back_stays_learned(world: World, ann: Guest) -> None:
    _, there = await learns(world, ann, "colonial_space_wars")
    await there.types("move", text="AUTO UNION")
    asked = await there.presses("Make a move")
    for key in ("R4", "m", ""):
        asked = await there.picks(key or choices(asked.message)[0], asked.message)
    await there.presses("Confirm", asked.message)
    assert "✅ Give an order" in words(there.newest)
    back = await there.types("match undo")
    await there.presses("Take it back", back.message)
    assert "R4 moves" not in words(there.newest)
    assert "✅ Give an order" in words(there.newest)
    assert "### 🎓 4 of 10: The next unit" in words(there.newest)


async def test_somebody_who_has_left_is_taught_no_more(world: World, ann: Guest) -> None:
    _, there = await learns(world, ann, "colonial_space_wars")
    left = await there.types("match leave")
    await there.presses("Leave it empty", left.message)
    assert "🎓" not in words(there.newest)
    await learns(world, ann, "colonial_space_wars")
    assert len(world.channel.threads) == 2

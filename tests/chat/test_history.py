"""Looking back as users live it: positions of then, catching up, replays, the log as a file."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from PIL import Image

from bot.chat.history import animations
from bot.chat.platform.custom_ids import Action, CustomId
from bot.play.history import looking_back
from bot.play.storage.records import Status
from renderers import Look, Scene, animation
from tests.chat.conftest import World
from tests.chat.guests import Guest, Told, alt_text, alt_texts, begin, buttons, files, taken, words
from tests.chat.test_router import posted
from tests.toy import RENDERER as TOY_RENDERER


async def lamps(ann: Guest, bo: Guest) -> None:
    await ann.types("move", text="LAMP4")
    await bo.types("move", text="LAMP2")


async def turn(world: World, ann: Guest, bo: Guest, text: str) -> Guest:
    """Whoever is on turn plays it."""
    who, _ = await world.on_turn(ann, bo)
    assert taken(await who.types("move", text=text))
    return who


async def to_the_end(world: World, ann: Guest, bo: Guest) -> None:
    while (await world.match()).status is Status.RUNNING:
        await turn(world, ann, bo, "REST")


async def file_of(told: Told, ending: str) -> bytes:
    [found] = [each for each in files(told.message) if each.filename.endswith(ending)]
    data: bytes = await found.read()
    return data


def frames(gif: bytes) -> int:
    with Image.open(io.BytesIO(gif)) as image:
        return int(getattr(image, "n_frames", 1))


# --- Positions of then ---


async def test_one_leafs_from_the_board_through_all_that_was(
    world: World, toy: Guest, bo: Guest
) -> None:
    await lamps(toy, bo)
    await turn(world, toy, bo, "B4+2")
    board = await toy.presses("Board")
    then = await toy.presses("Back", board.message)
    assert "#4 of 5" in then.words
    assert "Dice" in then.words
    assert "4: +2" not in alt_text(then.message)
    first = await toy.presses("First", then.message)
    assert "#1 of 5" in first.words
    assert "The match begins" in first.words
    assert {"First", "Back"} & set(buttons(first.message)) == set()
    await world.restart()
    second = await toy.presses("Next", first.message)
    assert "#2 of 5" in second.words
    text = await toy.presses("As text", second.message)
    assert "#2 of 5" in text.words
    assert "```" in text.words
    third = await toy.presses("Next", text.message)
    assert "#3 of 5" in third.words
    assert "```" in third.words, "the look stays while one leafs"
    newest = await toy.presses("Newest", third.message)
    assert "#5" in newest.words
    assert " of 5" not in newest.words
    assert newest.private


async def test_an_entry_is_shown_by_its_number_as_the_asker_saw_it(
    world: World, toy: Guest, bo: Guest, cy: Guest
) -> None:
    await lamps(toy, bo)
    mine = await toy.types("match show", at=3, text=True)
    others = await cy.types("match show", at=3, text=True)
    assert mine.private
    assert mine.words != others.words
    refused = await cy.types("match show", at=9)
    assert "There is no entry #9" in refused.words
    assert "#1 to #4" in refused.words


async def test_nothing_is_shown_of_a_lobby(world: World, ann: Guest) -> None:
    await ann.types("match new", game="toy")
    assert "started yet" in (await ann.types("match show", at=1)).words
    lobby = await ann.types("match show")
    assert {"Settings", "Leave"} <= set(buttons(lobby.message))
    assert not {"Catch up", "Replay", "Export"} & set(buttons(lobby.message))
    match = (await world.match()).id
    for action in (Action.CATCHUP, Action.REPLAY, Action.EXPORT, Action.FORK):
        args = ("1",) if action is Action.FORK else ()
        told = await ann.presses("0", await posted(world, str(CustomId(action, match, args))))
        assert "started yet" in told.words or "Nothing has been played" in told.words, action


async def test_who_takes_a_move_back_finds_it_marked_and_the_other_is_told(
    world: World, toy: Guest, bo: Guest, cy: Guest
) -> None:
    await lamps(toy, bo)
    await cy.opens("match show", "Catch up")
    who = await turn(world, toy, bo, "B4+2")
    told = await who.types("match undo")
    await who.presses("Take it back", told.message)
    assert (await world.match()).shown == 6
    assert "taken back later" in (await cy.types("match show", at=5)).words
    assert "taken back" not in (await cy.types("match show", at=4)).words
    log = (await cy.types("match log")).words
    assert "~~" in log
    assert "(taken back)" in log
    news = await cy.opens("match show", "Catch up")
    assert "rewinds to" in news.words
    assert "lights beacon 4" not in news.words, "what is gone again is no news"


# --- The log as a file ---


async def test_the_log_is_a_file_with_everything_its_reader_may_know(
    world: World, toy: Guest, bo: Guest, cy: Guest
) -> None:
    await lamps(toy, bo)
    told = await toy.types("match log", file=True)
    text = (await file_of(told, ".txt")).decode()
    assert "#1 " in text
    assert "Your lamp is in beacon 4." in text
    assert "2026" in text or "20" in text
    pressed = await cy.presses("As a file", (await cy.types("match log")).message)
    public = (await file_of(pressed, ".txt")).decode()
    assert "Your lamp" not in public
    assert "Red (Ann)" in public
    assert "\\" not in public


# --- Catching up ---


async def test_catching_up_tells_what_was_not_seen_and_only_once(
    world: World, toy: Guest, bo: Guest, cy: Guest
) -> None:
    await lamps(toy, bo)
    first = await cy.opens("match show", "Catch up")
    assert first.private
    assert "The match begins" in first.words
    assert "The wind blows" in first.words
    gif = await file_of(first, ".gif")
    assert frames(gif) > 1
    (alt,) = alt_texts(first.message)
    assert "from #1 to #4" in alt
    again = await cy.opens("match show", "Catch up")
    assert "Nothing has happened since you last caught up or moved" in again.words
    assert not files(again.message)
    await turn(world, toy, bo, "B4+2")
    await world.restart()
    await cy.types("match show")
    news = await cy.opens("match show", "Catch up")
    assert "beacon 4" in news.words, "a board alone does not tell what has happened"
    await turn(world, toy, bo, "B5+1")
    news = await cy.opens("match show", "Catch up")
    assert "beacon 5" in news.words
    assert "beacon 4" not in news.words


async def test_ones_own_move_is_no_news_but_what_followed_is(
    world: World, toy: Guest, bo: Guest
) -> None:
    await lamps(toy, bo)
    who = await turn(world, toy, bo, "REST")
    other = bo if who is toy else toy
    assert "Nothing has happened" in (await who.opens("match show", "Catch up")).words
    await turn(world, toy, bo, "B6+1")
    assert "beacon 6" in (await who.opens("match show", "Catch up")).words
    assert "Nothing has happened" in (await other.opens("match show", "Catch up")).words


async def test_what_must_not_be_missed_is_the_headline_of_at_most_four_sentences(
    world: World, ann: Guest, bo: Guest, cy: Guest
) -> None:
    await begin(ann, bo, game="night")
    await lamps(ann, bo)
    await to_the_end(world, ann, bo)
    told = (await cy.opens("match show", "Catch up")).words.splitlines()
    headline = next(at for at, line in enumerate(told) if line.startswith("**The lamp of "))
    assert sum(line.count(". ") + line.endswith(".") for line in told[headline + 1 :][:1]) <= 3
    assert re.fullmatch(r"-# \d+ entries, #1 to #\d+, are in the log\.", told[headline + 2])


# --- Replays ---


async def test_a_replay_is_private_as_the_asker_may_see_it_or_public_as_everybody_may(
    world: World, toy: Guest, bo: Guest, cy: Guest
) -> None:
    await lamps(toy, bo)
    await turn(world, toy, bo, "B4+2")
    before = len(world.channel.history())
    told = await toy.opens("match show", "Replay")
    assert told.private
    assert "As you may see it" in told.words
    assert len(world.channel.history()) == before
    mine = await file_of(told, ".gif")
    theirs = await file_of(await cy.opens("match show", "Replay"), ".gif")
    assert mine != theirs
    told = await toy.opens("match show", "Replay", "Post it here")
    assert "posted in this channel" in told.words
    posted = world.channel.history()[-1]
    assert await files(posted)[0].read() == theirs
    assert "As everybody may see it" in words(posted)
    assert not (await world.match()).disclosed


async def test_after_the_end_a_replay_tells_all_secrets(
    world: World, toy: Guest, bo: Guest, cy: Guest
) -> None:
    await lamps(toy, bo)
    await to_the_end(world, toy, bo)
    assert not (await world.match()).disclosed
    await world.restart()
    told = await cy.presses("Replay")
    assert "With all that was secret" in told.words
    assert (await world.match()).disclosed
    gif = await file_of(told, ".gif")
    assert gif == await file_of(await toy.opens("match show", "Replay"), ".gif")


async def test_a_replay_stays_below_what_the_server_takes(
    world: World, toy: Guest, bo: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    await lamps(toy, bo)
    await to_the_end(world, toy, bo)
    whole = await file_of(await toy.opens("match show", "Replay"), ".gif")
    limit = len(whole) * 2 // 3
    monkeypatch.setattr(animations, "UPLOAD", limit * 10 // 9)
    less = await toy.opens("match show", "Replay")
    assert len(await file_of(less, ".gif")) <= limit


async def test_a_replay_says_how_many_pictures_it_leaves_out(
    world: World, toy: Guest, bo: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    await lamps(toy, bo)
    await to_the_end(world, toy, bo)
    assert "left out" not in (await toy.opens("match show", "Replay")).words
    monkeypatch.setattr(animation, "MOST", 2)
    monkeypatch.setattr(animation, "FEW", 1)
    told = (await toy.opens("match show", "Replay")).words
    assert re.search(r"The whole match in \w+ pictures?\. \d+ more are left out\. With all", told)


async def test_a_person_posts_a_limited_number_of_replays_an_hour(
    world: World, toy: Guest, bo: Guest
) -> None:
    await lamps(toy, bo)
    for _ in range(6):
        assert "is posted" in (await toy.opens("match show", "Replay", "Post it here")).words
    posted = len(world.channel.history())
    told = await toy.opens("match show", "Replay", "Post it here")
    assert "6 replays within an hour. Try again in 60 minutes." in told.words
    assert len(world.channel.history()) == posted
    assert "is posted" in (await bo.opens("match show", "Replay", "Post it here")).words
    assert "Replay" in (await toy.opens("match show", "Replay")).words
    await world.env.advance_time(3600)
    assert "is posted" in (await toy.opens("match show", "Replay", "Post it here")).words


async def test_two_wishes_for_the_same_replay_do_not_pile_up(
    world: World, toy: Guest, bo: Guest
) -> None:
    await lamps(toy, bo)
    match = await world.match()
    film = await bo.opens("match show", "Replay")
    with looking_back.only_once(world.app, f"replay {match.id}"):
        told = await toy.opens("match show", "Replay")
        assert "being made already" in told.words
        refused = await bo.presses("Post it here", film.message)
        assert "being made already" in refused.words
    assert "#4" in (await toy.opens("match show", "Replay")).words


# --- Who held a seat then ---


async def test_past_moves_keep_the_name_of_the_player_who_made_them(
    world: World, toy: Guest, bo: Guest, cy: Guest
) -> None:
    await lamps(toy, bo)
    await turn(world, toy, bo, "B4+2")
    await bo.presses("Leave it empty", (await bo.types("match leave")).message)
    await cy.types("match join", seat="Green")
    await turn(world, toy, cy, "REST")
    await turn(world, toy, cy, "REST")
    for reader in (toy, bo, cy):
        log = (await reader.types("match log")).words
        text = (await file_of(await reader.types("match log", file=True), ".txt")).decode()
        for told in (log, text):
            assert "Green (Bo)" in told.split("Bo has left")[0]
            assert "Green (Cy)" not in told.split("Cy takes over")[0]
            assert "Green (Cy): REST" in told.split("Cy takes over")[1]
    assert "Red (Ann), Green (Bo)" in (await toy.types("match show", at=1)).words
    then = await toy.types("match show", at=3)
    assert "Green (Bo)" in then.words
    assert "Bo" in alt_text(then.message)
    assert "Cy" not in alt_text(then.message)
    written = (await toy.presses("As text", then.message)).words
    assert "Bo" in written
    assert "Cy" not in written
    newest = await toy.types("match show", at=(await world.match()).shown)
    assert "Cy" in alt_text(newest.message)


async def test_the_pictures_of_a_replay_name_the_players_of_that_time(
    world: World, toy: Guest, bo: Guest, cy: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    await lamps(toy, bo)
    drawn: list[tuple[str, ...]] = []
    real = TOY_RENDERER.scene

    def scene(view: Any, look: Look) -> Scene:
        drawn.append(look.names)
        return real(view, look)

    await turn(world, toy, bo, "B4+2")
    await bo.presses("Leave it empty", (await bo.types("match leave")).message)
    await cy.types("match join", seat="Green")
    await turn(world, toy, cy, "B5+1")
    await turn(world, toy, cy, "B6+1")
    board = await cy.types("match show")
    monkeypatch.setattr(type(TOY_RENDERER), "scene", lambda _, view, look: scene(view, look))
    await cy.presses("Replay", board.message)
    assert drawn[0] == ("Ann", "Bo")
    assert drawn[-1] == ("Ann", "Cy")

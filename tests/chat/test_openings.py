"""Opening a match with teams, computer players and their levels, a clock; who sits where."""

from __future__ import annotations

import pytest

from bot.chat.match import opening
from bot.chat.platform.custom_ids import Action
from bot.chat.router import HANDLERS, Handler
from bot.play.match import views
from bot.play.storage.records import Status
from tests.chat.conftest import World
from tests.chat.guests import Guest, begin, buttons, twice, words


async def test_a_lobby_for_one_person_and_a_computer_player_begins_with_one_press(
    world: World, ann: Guest
) -> None:
    await ann.types("match new", game="toy", computers=1)
    lobby = words(ann.newest)
    assert "- Ann" in lobby
    assert "🤖 Computer 1" in lobby
    assert "All seats are taken." in lobby
    await ann.presses("Start")
    assert (await world.match()).status is Status.RUNNING
    await ann.types("move", text="LAMP3")
    for _ in range(2):
        assert " rests." in (await ann.types("move", text="REST")).words
    assert (await world.match()).status is Status.OVER


async def test_as_many_seats_are_made_as_computer_players_and_the_host_need_and_no_more(
    world: World, ann: Guest
) -> None:
    refused = await ann.types("match new", game="toy", computers=5)
    assert "All seats of this match are taken." in refused.words
    refused = await ann.types("match new", game="noughts", computers=1)
    assert "Noughts and crosses has no computer player." in refused.words
    refused = await ann.types("match new", game="toy", computers=1, level="hard")
    assert "no computer player of that level" in refused.words
    assert "There is: normal." in refused.words
    assert ann.place.history() == []
    await ann.types("match new", game="toy", computers=2)
    assert (await world.match()).seats == 3


async def test_where_a_match_is_another_is_opened_in_a_thread_with_one_press(
    world: World, ann: Guest
) -> None:
    await ann.types("match new", game="toy")
    wanted = {"game": "toy", "seating": "choice", "teams": "1v2", "clock": "24h; hide 8h"}
    refused = await ann.types("match new", **wanted, players=3, computers=1, level="normal")
    assert "This channel already has a match." in refused.words
    done = await ann.presses("Open in a thread", refused.message)
    assert "It is played" in done.words, done.words
    (thread,) = world.channel.threads
    assert f"It is played in <#{thread.id}>." in done.words
    match = await world.match(thread)
    assert (match.seats, match.teams, match.clock) == (3, (0, 1, 1), "24h; hide 8h")
    assert match.seating == "choice"
    (_, computer) = (await views.load_public(world.app, match.id)).holders
    assert computer.level == "normal"
    page = await ann.types("help")
    refused = await ann.presses("Play the computer: Beacons", page.message)
    await ann.presses("Open in a thread", refused.message)
    assert len(world.channel.threads) == 2
    inside = await ann.at(thread).types("match new", game="toy")
    assert "Open in a thread" not in buttons(inside.message)


async def test_two_presses_on_the_offer_of_a_thread_open_one(world: World, ann: Guest) -> None:
    await ann.types("match new", game="toy")
    refused = await ann.types("match new", game="toy")
    first = await ann.presses("Open in a thread", refused.message)
    second = await ann.presses("Open in a thread", refused.message)
    (thread,) = world.channel.threads
    for told in (first, second):
        assert f"It is played in <#{thread.id}>." in told.words


async def test_two_presses_at_once_on_the_offer_of_a_thread_open_one(
    world: World, ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    await ann.types("match new", game="toy")
    refused = await ann.types("match new", game="toy")
    monkeypatch.setitem(HANDLERS, Action.NEW, Handler(twice(opening.open_by_button)))
    told = await ann.presses("Open in a thread", refused.message)
    (thread,) = world.channel.threads
    assert f"It is played in <#{thread.id}>." in told.words
    assert (await world.match(thread)).status is Status.LOBBY
    assert (await world.store.counts())["matches"] == 2


async def test_teams_and_a_clock_are_given_at_once(world: World, ann: Guest) -> None:
    told = await ann.types("match new", game="toy", teams="1v2", clock="24h", seating="choice")
    assert told.private
    match = await world.match()
    assert (match.seats, match.teams, match.clock) == (3, (0, 1, 1), "24h")
    assert "Team B\n- Green: *free*\n- Blue: *free*" in words(ann.newest)


async def test_teams_drawn_at_the_start_are_said_to_be(ann: Guest) -> None:
    await ann.types("match new", game="toy", teams="1 vs 2")
    told = words(ann.newest)
    assert "Teams: 1v2. Who plays with whom is drawn when the match starts." in told
    assert "Team A" not in told


async def test_teams_that_do_not_fit_are_refused_with_what_would(ann: Guest) -> None:
    for options, said in (
        ({"teams": "1v3"}, "A team of Beacons has at most 2 seats, not 3."),
        ({"teams": "friends"}, "For example: 1v1."),
        ({"teams": "1v2", "players": 2}, "Teams of 1v2 have 3 seats, not 2."),
        ({"teams": "2v2"}, "Beacons is for 2 or 3 players, and these teams have 4."),
    ):
        refused = await ann.types("match new", game="toy", **options)
        assert said in refused.words
    assert ann.place.history() == []


async def test_teams_are_suggested_for_the_game_that_was_chosen(ann: Guest) -> None:
    assert await ann.suggested("match new", "teams", "", game="toy") == ["1v1", "1v1v1", "1v2"]
    assert await ann.suggested("match new", "teams", "1 v 2", game="toy") == ["1v2"]
    assert await ann.suggested("match new", "teams", "", game="astralis") == ["1v1"]
    assert await ann.suggested("match new", "teams", "", game="chess") == []
    assert await ann.suggested("match new", "pack", "", game="toy") == []


async def test_a_computer_player_is_added_and_removed_by_the_host(
    world: World, ann: Guest, bo: Guest
) -> None:
    await ann.types("match new", game="toy", players=3, seating="choice")
    assert "Remove a computer player" not in buttons(ann.newest)
    refused = await bo.presses("Add a computer player")
    assert "Only the player who opened the match" in refused.words
    told = await ann.presses("Add a computer player")
    assert told.private
    assert "Computer 1 plays along." in told.words
    assert "Green: 🤖 Computer 1" in words(ann.newest)
    await ann.presses("Add a computer player")
    assert "Add a computer player" not in buttons(ann.newest)
    assert "Start" in buttons(ann.newest)
    assert "Computer 2 is gone." in (await ann.presses("Remove a computer player")).words
    await bo.presses("Join as Blue")
    assert "Blue: Bo" in words(ann.newest)
    assert (await world.match()).status is Status.LOBBY


async def test_somebody_may_join_for_a_computer_player(ann: Guest, bo: Guest) -> None:
    await ann.types("match new", game="toy", computers=1, seating="choice")
    assert await bo.suggested("match join", "seat", "") == ["Green"]
    await bo.presses("Take its seat")
    assert "Green: Bo" in words(ann.newest)


async def test_a_game_without_a_computer_player_offers_none(ann: Guest) -> None:
    await ann.types("match new", game="noughts")
    assert not any("computer" in label for label in buttons(ann.newest))


# --- How well computer players play ---

SAILORS: dict[str, str] = {"game": "astral_sailors", "seating": "choice"}


async def test_the_host_chooses_how_well_each_computer_player_plays(
    world: World, ann: Guest, bo: Guest
) -> None:
    await ann.types("match new", **SAILORS, players=4, computers=1, level="hard")
    assert "🤖 Computer 1 (hard)" in words(ann.newest)
    refused = await bo.presses("Add a computer player")
    assert "Only the player who opened the match" in refused.words
    for level, name in (("easy", "Computer 2 (easy)"), ("normal", "Computer 3 (normal)")):
        asked = await ann.presses("Add a computer player")
        assert asked.private
        told = await ann.presses(f"Computer player ({level})", asked.message)
        assert f"{name} plays along." in told.words
        assert f"🤖 {name}" in words(ann.newest)
    assert await _levels(world) == ["", "hard", "easy", "normal"]


async def test_a_first_match_is_against_an_easy_computer_player(world: World, ann: Guest) -> None:
    asked = await ann.types("help")
    await ann.presses("Play the computer: Astral Sailors: Civil War", asked.message)
    assert sorted(await _levels(world)) == ["", "easy"]


async def test_who_leaves_chooses_how_well_the_computer_player_plays_on(
    world: World, ann: Guest, bo: Guest, gm: Guest
) -> None:
    await begin(ann, bo, **SAILORS)
    asked = await bo.types("match leave")
    told = await bo.presses("Leave it to a computer player (hard)", asked.message)
    assert "Computer 1 (hard) plays on for you." in told.words
    told = await gm.types(
        "referee seat", seat="Red", instead="computer", level="easy", reason="Ann is ill"
    )
    assert "Computer 2 (easy) has Red now, in place of Ann." in told.words
    assert await _levels(world) == ["easy", "hard"]
    assert "🤖 Red (easy), Blue (hard): computer players" in words(ann.newest)


async def _levels(world: World) -> list[str]:
    return [holder.level for holder in await world.holders()]

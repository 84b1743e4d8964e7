"""The slash commands: what they offer, what they answer, and to whom."""

from __future__ import annotations

import json
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor

from bot.chat import command_tree
from bot.play.lobby import agreement, lobby
from bot.play.storage.records import SeatingOrder, Status
from tests.chat.conftest import World
from tests.chat.forms import faults_of_suggestions
from tests.chat.guests import Guest, begin, buttons, choices, files, taken, words
from tools import discord_caps

MOST_STEPS = 3
"""With which everything is reached by the keyboard: a command that is typed, then buttons."""
Way = tuple[str, dict[str, Any], tuple[str, ...], str]
"""A command, its options, the buttons pressed after it, and what is said at the end."""
PAGES: dict[str, Way] = {
    "settings": ("match show", {}, ("Settings",), "### Settings of"),
    "what was missed": ("match show", {}, ("Catch up",), "what you have missed"),
    "a replay": ("match show", {}, ("Replay",), "### Replay: "),
    "a replay for all": ("match show", {}, ("Replay", "Post it here"), "is posted"),
    "the file": ("match show", {}, ("Export",), "as a file"),
    "a fork": ("match show", {}, ("Try it out", "Begin as Red, against the computer"), "It is"),
    "the dice": ("match show", {}, ("Check the dice",), "Commitment: "),
    "standing orders": ("orders", {}, ("Standing orders",), "### Your answers in advance"),
    "a standing order": ("orders", {"order": "REST DRY"}, (), "REST DRY"),
    "a draw": ("match propose", {"what": "draw"}, ("Propose it",), "Asked: Bo."),
    "giving up": ("match leave", {}, ("Resign",), "You have resigned"),
    "one's settings": ("me", {}, (), "### Your settings"),
    "being forgotten": ("me", {}, ("Forget me", "Forget them"), "Forgotten."),
    "one's results": ("stats", {}, (), "### Your results"),
    "the ladder": ("stats", {"ladder": True}, (), "### The ladder of this server"),
}


async def begun(ann: Guest, bo: Guest) -> None:
    """A match of Astralis in which Ann, as Yellow, is to move from A4."""
    await begin(ann, bo, game="astralis")
    await ann.types("move", text="A4")
    await bo.types("move", text="O11")


def test_the_payload_needs_no_connection_and_keeps_to_discords_limits() -> None:
    payload = command_tree.build_payload()
    assert [each["name"] for each in payload] == [
        "match",
        "tournament",
        "move",
        "orders",
        "rules",
        "help",
        "me",
        "stats",
        "referee",
        "server",
        "Matches and results",
    ]
    assert discord_caps.faults(payload) == []
    below = {each["name"]: [one["name"] for one in each.get("options", ())] for each in payload}
    assert sorted(below["match"]) == [
        *("find", "import", "join", "leave", "list", "log", "move-to", "new", "propose", "show"),
        "undo",
    ]
    assert sorted(below["referee"]) == [
        *("adjust", "answer", "clock", "close", "dice", "doctor", "look", "seat", "undo")
    ]
    assert sorted(below["server"]) == ["alpha", "channels", "pack", "packs", "season"]
    managers = str(discord.Permissions(manage_guild=True).value)
    shown = {each["name"]: str(each["default_member_permissions"]) for each in payload}
    hidden = {name for name, needed in shown.items() if needed != "None"}
    assert hidden == {"referee", "server"}
    assert shown["referee"] == shown["server"] == managers
    assert below["me"] == []
    assert {each["name"]: each["contexts"] for each in payload} == {
        "match": [0],
        "tournament": [0],
        "move": [0],
        "orders": [0, 1],
        "me": [0, 1],
        "stats": [0, 1],
        "rules": [0, 1],
        "referee": [0],
        "server": [0],
        "help": [0, 1],
        "Matches and results": [0],
    }


async def test_a_game_is_chosen_by_its_title_while_typing(ann: Guest) -> None:
    assert await ann.suggested("match new", "game", "bea") == ["toy"]
    assert "astralis" in await ann.suggested("match new", "game", "")
    refused = await ann.types("match new", game="chess")
    assert refused.private
    assert "There is no such game here." in refused.words
    assert "Astralis" in refused.words


async def test_a_match_is_opened_with_the_seats_and_seating_asked_for(
    world: World, ann: Guest
) -> None:
    told = await ann.types("match new", game="toy", players=5)
    assert "2 or 3 players" in told.words
    assert ann.place.history() == []
    told = await ann.types("match new", game="toy", players=3, seating="choice")
    assert told.private
    match = await world.match()
    assert (match.seats, match.seating, match.status) == (3, SeatingOrder.CHOICE, Status.LOBBY)
    assert "Join as Blue" in buttons(ann.newest)


async def test_a_channel_takes_one_match_and_a_server_many(
    world: World, ann: Guest, bo: Guest, cy: Guest
) -> None:
    await ann.types("match new", game="toy")
    refused = await bo.types("match new", game="toy")
    assert "This channel already has a match." in refused.words
    other = world.guild.create_text_channel("second")
    await bo.at(other).types("match new", game="astralis")
    first, second = await world.match(), await world.match(other)
    assert (first.game, second.game) == ("toy", "astralis")
    await ann.at(other).presses("Join")
    await bo.presses("Join")
    await ann.presses("Start")
    await bo.at(other).presses("Start")
    assert (await world.match()).status is Status.RUNNING
    assert (await world.match(other)).status is Status.RUNNING

    listed = await ann.types("match list")
    assert listed.private
    assert f"<#{other.id}>" in listed.words
    assert f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/" in listed.words
    assert listed.words.count("Astralis") == 1
    others = (await cy.types("match list")).words
    assert others.startswith("### Open matches on this server")
    assert others.count("Astralis") == 1


async def test_a_match_can_have_a_thread_of_its_own(world: World, ann: Guest, bo: Guest) -> None:
    await ann.types("match new", game="toy")
    told = await ann.types("match new", game="toy", thread=True)
    (thread,) = world.channel.threads
    assert f"<#{thread.id}>" in told.words
    there_ann, there_bo = ann.at(thread), bo.at(thread)
    await there_bo.presses("Join")
    await there_ann.presses("Start")
    await there_ann.types("move", text="LAMP1")
    await there_bo.types("move", text="LAMP2")
    assert "The wind blows" in words(there_ann.newest)
    assert (await world.match()).status is Status.LOBBY
    assert (await world.match(thread)).shown == 4
    told = await there_ann.types("match new", game="toy", thread=True)
    assert "A thread can only be created in a text channel." in told.words


async def test_what_the_bot_may_not_do_is_told_in_words_and_leaves_nothing(
    world: World, ann: Guest
) -> None:
    denied = discord.PermissionOverwrite(attach_files=False, create_public_threads=False)
    everyone = world.guild.default_role
    mute = world.guild.create_text_channel("mute", overwrites={everyone: denied})
    told = await ann.at(mute).types("match new", game="toy", thread=True)
    assert "I lack: Attach Files, Create Public Threads." in told.words
    assert mute.threads == []
    told = await ann.at(mute).types("match new", game="toy")
    assert "I lack: Attach Files." in told.words
    assert mute.history() == []


async def test_a_thread_for_a_match_that_is_refused_is_taken_away_again(
    world: World, ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    await ann.types("match new", game="toy")
    monkeypatch.setattr(lobby, "OPEN_OF_A_USER", 1)
    told = await ann.types("match new", game="toy", thread=True)
    assert "You have 1 open matches; 1 is the limit." in told.words
    assert world.channel.threads == []


async def test_joining_and_leaving_by_command(world: World, ann: Guest, bo: Guest) -> None:
    await ann.types("match new", game="toy", players=3, seating="choice")
    assert await bo.suggested("match join", "seat", "") == ["Green", "Blue"]
    assert await bo.suggested("match join", "seat", "bl") == ["Blue"]
    assert "There is no such seat." in (await bo.types("match join", seat="Pink")).words
    await bo.types("match join", seat="blue")
    assert "Blue: Bo" in words(ann.newest)
    assert "Start" not in buttons(ann.newest)
    assert "You have left" in (await bo.types("match leave")).words
    assert "Bo" not in words(ann.newest)
    assert "so the lobby is closed." in (await ann.types("match leave")).words
    assert "This match is over." in (await bo.types("match join")).words


async def test_without_a_match_every_command_says_how_to_open_one(ann: Guest) -> None:
    for command in ("join", "leave", "show", "log", "undo", "propose"):
        told = await ann.types(f"match {command}")
        assert told.private
        assert "There is no match in this channel." in told.words
        assert "/match new" in told.words
    assert "There is no match" in (await ann.types("move", text="A4")).words


@pytest.mark.rules("AST-15", "AST-21")
async def test_suggestions_hold_what_may_be_played_and_only_that(
    ann: Guest, bo: Guest, cy: Guest
) -> None:
    await begun(ann, bo)
    first = await ann.suggested("move", "text", "")
    assert len(first) == 25
    assert "A4-B4+" in first
    fewer = await ann.suggested("move", "text", "a4-d7")
    assert "A4-D7" in fewer
    assert "A4-D7+E7" in fewer
    assert await ann.suggested("move", "text", "A4-D7+E7") == ["A4-D7+E7"]
    assert await ann.suggested("move", "text", "A4-O1") == []
    assert await bo.suggested("move", "text", "O11-") == []
    assert await cy.suggested("move", "text", "A4-") == []


async def test_cut_suggestions_end_with_how_many_more_there_are(ann: Guest, bo: Guest) -> None:
    await begun(ann, bo)
    assert isinstance(ann.actor, MemberActor)
    found = await ann.actor.autocomplete(ann.place, "move", "text", "a4")
    assert len(found) == 25
    assert found[-1]["name"].endswith("more, type on")
    more = int(found[-1]["name"].split()[1])
    every = 24 + more
    assert every == len(await _destinations(ann))
    assert faults_of_suggestions([(each["name"], each["value"]) for each in found]) == ()


async def _destinations(guest: Guest) -> set[str]:
    asked = await guest.presses("Make a move")
    found = set(choices(asked.message))
    while "Next" in buttons(asked.message):
        asked = await guest.presses("Next", asked.message)
        found |= set(choices(asked.message))
    return found


@pytest.mark.rules("AST-21")
async def test_a_refused_move_changes_nothing_and_names_its_rule(
    world: World, ann: Guest, bo: Guest, cy: Guest
) -> None:
    await begun(ann, bo)
    before, shown = await world.match(), len(ann.place.history())
    told = await ann.types("move", text="A4-D9")
    assert told.private
    assert "Rule AST-" in told.words
    rule = told.words.partition("/rules words:")[2].partition("`")[0]
    found = await ann.types("rules", words=rule)
    assert found.words.startswith(f"**{rule}")
    for guest, text, said in (
        (ann, "hello", ""),
        (bo, "O11-N10", "It is not your turn.\nIt waits for Yellow (Ann)."),
        (cy, "A4-D7", "You have no seat in this match"),
    ):
        refused = await guest.types("move", text=text)
        assert refused.private
        assert said in refused.words
    assert await world.match() == before
    assert len(ann.place.history()) == shown


async def test_show_takes_the_looks_asked_for(world: World, ann: Guest, bo: Guest) -> None:
    await begun(ann, bo)
    picture = await ann.types("match show")
    assert picture.private
    assert len(files(picture.message)) == 1
    as_text = await ann.types("match show", text=True, looks="turned")
    assert [each.filename.rpartition(".")[2] for each in files(as_text.message)] in ([], ["txt"])
    assert "As picture" in buttons(as_text.message)
    assert "Turn it back" in buttons(as_text.message)


async def test_the_log_is_private_and_leafed_through(ann: Guest, bo: Guest) -> None:
    await begun(ann, bo)
    for move in ("A4-B4+C4", "O11-N10+M9", "B4-B5", "N10-N9", "B5-B4", "N9-N10", "B4-B5"):
        guest = ann if move[0] in "AB" else bo
        assert taken(await guest.types("move", text=move)), move
    page = await bo.types("match log")
    assert page.private
    assert "Entries 3 to 10 of 10" in page.words
    older = await bo.presses("Older", page.message)
    assert "Entries 1 to 8 of 10" in older.words
    assert "#1 The match begins" in older.words
    assert older.message.id == page.message.id
    assert "Newer" in buttons(older.message)
    assert "Older" not in buttons(older.message)


async def test_rules_are_found_suggested_and_leafed_through(ann: Guest) -> None:
    assert (await ann.suggested("rules", "words", "TOY-0", game="toy"))[0] == "TOY-01"
    assert await ann.suggested("rules", "words", "resting", game="toy") == ["TOY-06"]
    found = await ann.types("rules", game="toy", words="oil")
    assert "TOY-05" in found.words
    nothing = await ann.types("rules", game="toy", words="zeppelin")
    assert "No rule of Beacons mentions that." in nothing.words
    asked = await ann.types("rules")
    assert "Which game's rules?" in asked.words
    await ann.types("match new", game="toy")
    assert "Rules of Beacons" in (await ann.types("rules")).words, "those of the match here"
    page = await ann.types("rules", game="astralis")
    assert "contact him for permission" in page.words
    assert "Phil Leduc" in page.words
    chapter = await ann.presses("Next", page.message)
    assert "AST-01" in chapter.words
    assert chapter.message.id == page.message.id


async def test_help_tells_how_to_begin_also_by_dm(ann: Guest) -> None:
    told = await ann.types("help")
    assert told.private
    assert "/match new" in told.words
    assert "Astralis" in told.words
    at_home = await ann.at_home.types("help")
    assert at_home.words == told.words
    assert buttons(at_home.message) == {}


async def test_a_first_match_is_opened_from_the_help_page(
    world: World, ann: Guest, bo: Guest
) -> None:
    told = await ann.types("help")
    offered = buttons(told.message)
    assert {"Open Noughts and crosses", "Play the computer: Beacons"} <= set(offered)
    alone = [label.startswith("Play the computer") for label in offered if "Learn it" not in label]
    assert alone == sorted(alone, reverse=True)
    opened = await ann.presses("Play the computer: Beacons", told.message)
    assert opened.private
    assert opened.message.id != told.message.id
    assert "The match has begun." in opened.words
    assert "Type it" in buttons(opened.message), "the first question"
    assert "computer player" in words(ann.newest)
    assert (await world.match()).status is Status.RUNNING
    refused = await bo.presses("Open Noughts and crosses", (await bo.types("help")).message)
    assert "This channel already has a match." in refused.words


async def test_a_first_match_has_the_settings_that_a_game_recommends(
    world: World, ann: Guest
) -> None:
    told = await ann.types("help")
    await ann.presses("Play the computer: Astral Sailors: Civil War", told.message)
    assert json.loads((await world.match()).settings)["scenery"] == "preset"
    for game in world.games:
        agreement.check_settings(game, game.meta.first_match)


async def test_a_spectator_sees_the_board_and_may_not_touch_it(toy: Guest, cy: Guest) -> None:
    await toy.types("move", text="LAMP3")
    board = await cy.types("match show")
    assert "beacon 3" not in board.words
    assert "has hidden a lamp" in (await cy.types("match log")).words
    assert "already started" in (await cy.types("match join")).words
    assert "You have no seat" in (await cy.types("orders", order="REST DRY")).words
    assert "You have no seat" in (await cy.types("match leave")).words
    assert await cy.suggested("orders", "order", "") == []
    assert "No match waits for you." in (await cy.types("orders")).words


@pytest.mark.parametrize("page", PAGES)
async def test_every_page_is_reached_in_three_steps(toy: Guest, page: str) -> None:
    command, options, labels, said = PAGES[page]
    assert 1 + len(labels) <= MOST_STEPS
    told = await toy.types(command, **options)
    for label in labels:
        told = await toy.presses(label, told.message)
    assert told.private
    assert said in told.words


async def test_a_match_is_started_from_what_shows_its_lobby(
    world: World, ann: Guest, bo: Guest
) -> None:
    await ann.types("match new", game="toy", seating="choice")
    await bo.types("match join")
    settings = await ann.opens("match show", "Settings")
    assert "Seats" in settings.words
    await ann.opens("match show", "Start")
    assert (await world.match()).status is Status.RUNNING

"""Whatever once had a command of its own is reached by keyboard in at most three steps: a command
that is typed, and buttons that the keyboard reaches as well."""

from __future__ import annotations

from typing import Any

import pytest

from bot.chat import command_tree
from bot.chat.commands import reference
from bot.play.storage.records import Status
from tests.chat.conftest import World
from tests.chat.guests import Guest, begin

MOST_STEPS = 3
Way = tuple[str, dict[str, Any], tuple[str, ...], str]
"""A command, its options, the buttons pressed after it, and what is said at the end."""
REMOVED: dict[str, Way] = {
    "match settings": ("match show", {}, ("Settings",), "### Settings of"),
    "match catch-up": ("match show", {}, ("Catch up",), "what you have missed"),
    "match replay": ("match show", {}, ("Replay",), "### Replay: "),
    "match replay public": ("match show", {}, ("Replay", "Post it here"), "is posted"),
    "match export": ("match show", {}, ("Export",), "as a file"),
    "match fork": ("match show", {}, ("Try it out", "Begin as Red, against the computer"), "It is"),
    "match verify": ("match show", {}, ("Check the dice",), "Commitment: "),
    "match standing": ("orders", {}, ("Standing orders",), "### Your answers in advance"),
    "match standing order": ("orders", {"order": "REST DRY"}, (), "REST DRY"),
    "match draw": ("match propose", {"what": "draw"}, ("Propose it",), "Asked: Bo."),
    "match resign": ("match leave", {}, ("Resign",), "You have resigned"),
    "me settings": ("me", {}, (), "### Your settings"),
    "me forget": ("me", {}, ("Forget me", "Forget them"), "Forgotten."),
    "me stats": ("stats", {}, (), "### Your results"),
    "me ladder": ("stats", {"ladder": True}, (), "### The ladder of this server"),
}


OF_REFEREES: dict[str, tuple[str, dict[str, Any], str]] = {
    "referee time": ("referee clock", {"do": "more", "seat": "Red", "hours": 4}, "4 more hours"),
    "referee pause": ("referee clock", {"do": "pause"}, "The match is paused."),
    "referee resume": ("referee clock", {"do": "resume"}, "The match goes on."),
    "referee look": ("referee look", {}, "You see what every seat may see."),
    "referee move": ("referee answer", {"seat": "Red", "move": "LAMP2"}, "Red"),
    "referee reopen": ("referee undo", {"seat": "Red"}, "Red"),
    "referee default": ("referee answer", {"seat": "Green"}, "Green"),
    "referee move-to": ("match move-to", {}, "The match continues there."),
    "referee pack-list": ("server packs", {}, "This server has no content packs."),
    "referee alpha-games": ("server alpha", {"allow": True}, "In alpha: "),
}
"""In the order in which they are tried in one match."""
_STILL_THERE = {"referee look"}


def test_what_was_removed_is_no_command_any_more() -> None:
    there = {each.name for each in reference.parse_commands(command_tree.build_payload())}
    gone = {"match start", "match conditional", *REMOVED, *OF_REFEREES} - _STILL_THERE
    assert not gone & there
    assert len(there) == 35
    players = {
        each.name
        for each in reference.parse_commands(command_tree.build_payload())
        if not each.hidden
    }
    assert len(players) == 21


async def test_a_removed_command_of_referees_is_an_option_of_another(
    world: World, ann: Guest, bo: Guest, gm: Guest
) -> None:
    await begin(ann, bo, clock="24h")
    for removed, (command, options, said) in OF_REFEREES.items():
        more: dict[str, Any] = {"reason": "because"} if command != "referee undo" else {}
        if command.startswith("server"):
            more = {}
        elif command == "match move-to":
            more["channel"] = world.guild.create_text_channel("elsewhere")
        told = await gm.types(command, **options, **more)
        assert said in told.words, (removed, told.words)


@pytest.mark.parametrize("removed", REMOVED)
async def test_a_removed_command_is_reached_in_three_steps(toy: Guest, removed: str) -> None:
    command, options, labels, said = REMOVED[removed]
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

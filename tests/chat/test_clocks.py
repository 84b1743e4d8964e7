"""Clocks as hosts choose, type and read them."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.chat.lobby import lobby_settings
from bot.chat.messages import clock_words
from bot.play.clocks import time_controls
from games import all_games
from games.core.contract import AnyGame
from tests.chat.conftest import World
from tests.chat.guests import Guest, choices, words
from tests.toy import GAME as TOY

SAID = "- Time to think: "


@pytest.mark.parametrize("game", [*all_games(), TOY], ids=lambda game: str(game.meta.id))
def test_every_preset_reads_well_and_fits_a_choice(game: AnyGame) -> None:
    for name in time_controls.presets(game.meta):
        agreed = time_controls.read_choice(name, game.meta)
        assert 3 < len(clock_words.choice_label(name, agreed, game.meta)) <= 100
        assert clock_words.describe_clocks(agreed, game.meta)


def test_a_list_of_clocks_has_the_words_of_the_lobby() -> None:
    def listed(name: str) -> str:
        return clock_words.choice_label(name, time_controls.read_choice(name, TOY.meta), TOY.meta)

    assert listed("none") == "No limit"
    assert listed("24h") == "1 day"
    assert listed("72h") == "3 days"
    assert listed("48h; hide 72h") == "2 days; hiding a lamp 3 days"
    assert listed("standard") == "standard: 1 day; hiding a lamp 8 hours"
    assert listed("fast bank").startswith("fast bank: 3 days for the whole match")


def test_clocks_are_told_in_words() -> None:
    def told(text: str) -> str:
        return clock_words.describe_clocks(time_controls.read_choice(text, TOY.meta), TOY.meta)

    assert told("none") == "no limit"
    assert told("36h; hide 8h") == "36 hours; hiding a lamp 8 hours"
    assert told("24h; grace 90m; then vote") == (
        "1 day; then 1 hour 30 minutes of grace; then the others decide"
    )
    assert told("blitz bank") == (
        "1 day for the whole match, 4 hours more for each decision, at most 3 days"
    )
    assert clock_words.describe_length(timedelta(days=2)) == "2 days"
    assert clock_words.describe_length(timedelta(seconds=59)) == "0 minutes"


async def test_a_clock_is_suggested_for_the_game_and_may_be_typed(ann: Guest) -> None:
    offered = await ann.suggested("match new", "clock", "", game="astral_sailors")
    assert offered[:4] == ["none", "standard", "relaxed", "blitz"]
    assert "slow bank" in offered
    typed = "26h; react 90m"
    assert await ann.suggested("match new", "clock", typed, game="astral_sailors") == [typed]
    assert await ann.suggested("match new", "clock", "26h; lunch 1h", game="astral_sailors") == []
    await ann.types("match new", game="toy", clock="26h; hiding a lamp 1h; grace 12h")
    told = words(ann.newest)
    assert f"{SAID}26 hours; hiding a lamp 1 hour; then 12 hours of grace" in told


async def test_clocks_are_suggested_before_a_game_is_chosen(ann: Guest) -> None:
    for so_far in ({}, {"game": "astr"}):
        offered = await ann.suggested("match new", "clock", "", **so_far)
        assert {"none", "24h", "7d", "slow bank"} <= set(offered)
        assert "standard" not in offered, "not every game has it"
        assert await ann.suggested("match new", "clock", "bank", **so_far) == [
            "blitz bank",
            "fast bank",
            "slow bank",
        ]
        typed = "26h; grace 2h"
        assert await ann.suggested("match new", "clock", typed, **so_far) == [typed]
        assert await ann.suggested("match new", "clock", "26 parsecs", **so_far) == []
    for clock in offered:
        assert await ann.suggested("match new", "clock", clock, game="toy")


async def test_a_clock_that_cannot_be_is_refused_and_opens_nothing(ann: Guest) -> None:
    refused = await ann.types("match new", game="toy", clock="24h; lunch 1h **@everyone**")
    assert "is not a clock setting" in refused.words
    assert "hide (hiding a lamp), turn (a turn)" in refused.words
    assert "@everyone" not in refused.words
    assert "**@" not in refused.words
    assert ann.place.history() == []


async def test_the_host_picks_a_clock_in_the_lobby_or_types_one(world: World, ann: Guest) -> None:
    await ann.types("match new", game="toy", seating="choice")
    form = await ann.presses("Settings")
    assert "relaxed" in choices(form.message)
    changed = await ann.chooses("clock", form, "relaxed")
    assert (await world.match()).clock == time_controls.to_stored(
        time_controls.read_choice("relaxed", TOY.meta)
    )
    box = await ann.presses("Type your own", changed.message)
    typed = await ann.fills(box, **{lobby_settings.FIELD: "3d + 12h max 6d"})
    assert (await world.match()).clock == "3d+12h max 6d"
    assert "3 days for the whole match" in words(ann.newest)
    # What was typed stands among the choices from now on.
    assert "3d+12h max 6d" in choices(typed.message)
    again = await ann.fills(
        await ann.presses("Type your own", typed.message), **{lobby_settings.FIELD: "soon"}
    )
    assert "that is not a length of time" in again.words
    none = await ann.chooses("clock", typed, "none")
    assert (await world.match()).clock == ""
    assert "3d+12h max 6d" not in choices(none.message)

"""The channel that is told how each match ends."""

from __future__ import annotations

import discord
import pytest
from simcord.builders import ChannelHandle

from bot.chat.messages.ending import record_lines
from bot.play.positions import ENDINGS
from games.core.types import Ending, Seat
from tests.chat.conftest import World
from tests.chat.guests import Guest, alt_text, begin, buttons, words
from tests.chat.match_views import DONE, seen
from tests.chat.test_history import to_the_end, turn


@pytest.fixture
async def results(world: World, gm: Guest) -> ChannelHandle:
    place = world.guild.create_text_channel("results")
    await gm.names("chronicle", place)
    return place


async def play(world: World, ann: Guest, bo: Guest, *turns: str) -> None:
    await begin(ann, bo)
    await world.to_the_turns(ann, bo)
    for text in turns:
        await turn(world, ann, bo, text)


async def test_the_end_of_a_match_is_told_there_once_with_a_replay(
    world: World, results: ChannelHandle, ann: Guest, bo: Guest
) -> None:
    await play(world, ann, bo)
    assert results.history() == []
    await to_the_end(world, ann, bo)
    await world.drain()
    (told,) = results.history()
    said = words(told)
    assert said.startswith("### ")
    for each in ("Ann", "Bo", "log lines in"):
        assert each in said
    assert "longest" not in said
    assert "Beacons" in alt_text(told)
    assert list(buttons(told)) == ["Replay"]
    match = await world.match()
    replay = await ann.at(results).presses("Replay", told)
    assert replay.private
    assert str(match.panel) in str([each.to_dict() for each in told.components])
    await world.restart()
    await world.drain()
    assert len(results.history()) == 1
    assert not told.mentions


async def test_the_longest_match_of_a_game_is_called_so(
    world: World, results: ChannelHandle, ann: Guest, bo: Guest
) -> None:
    await play(world, ann, bo)
    await ann.resigns()
    await play(world, ann, bo, "REST", "REST")
    await bo.resigns()
    await play(world, ann, bo)
    await ann.resigns()
    await world.drain()
    said = [words(each) for each in results.history()]
    longest = "🏅 The longest match of Beacons on this server so far: "
    assert [longest in each for each in said] == [False, True, False]


def test_what_scores_give_is_a_record_once_it_surpasses_another_match() -> None:
    match_view = seen(DONE)
    ending = match_view.ending
    assert ending is not None
    assert ending.winners
    won, lost = sorted(ending.scores, reverse=True)

    def told(*scores: float) -> list[str]:
        other = Ending("score", (Seat(0),), scores, "TOY-07")
        return list(record_lines(match_view, [(99, ENDINGS.write(other).decode())]))

    of = "of Beacons on this server so far"
    highest, widest = (
        f"The highest score {of}: {won:g}.",
        f"The widest win {of}: by {won - lost:g}.",
    )
    assert told(won - 1, won - 1) == [highest, widest]
    assert told(won, lost) == []
    assert told(won, lost + 1) == [widest]
    assert told() == []
    assert list(record_lines(match_view, [])) == []
    assert list(record_lines(match_view, [(1, "")])) == []


async def test_practice_is_not_told_and_nothing_is_without_the_channel(
    world: World, results: ChannelHandle, gm: Guest, ann: Guest, bo: Guest
) -> None:
    await gm.names("chronicle")
    await play(world, ann, bo)
    await ann.resigns()
    await gm.names("chronicle", results)
    await ann.forks(at=3)
    (thread,) = world.channel.threads
    await ann.at(thread).resigns()
    await world.drain()
    assert results.history() == []
    assert results.history() == []


async def test_a_match_that_goes_on_again_has_no_result_to_tell(
    world: World, results: ChannelHandle, gm: Guest, ann: Guest, bo: Guest
) -> None:
    await play(world, ann, bo, "REST")
    world.env.inject_error("POST", f"/channels/{results.id}/messages", status=500, times=1)
    await ann.resigns()
    await gm.rewinds("Pressed by mistake.", to="#3")
    await world.env.advance_time(600)
    await world.drain()
    assert results.history() == []


async def test_what_few_may_see_is_not_told_to_all(
    world: World, results: ChannelHandle, gm: Guest, ann: Guest, bo: Guest
) -> None:
    await gm.names("open_seats", results)
    unseen = discord.PermissionOverwrite(view_channel=False)
    seen = discord.PermissionOverwrite(view_channel=True)
    me = world.bot.user
    assert me is not None
    there = world.guild.create_text_channel(
        "quiet",
        overwrites={world.guild.default_role: unseen, ann.actor: seen, bo.actor: seen, me: seen},
    )
    await play(world, ann.at(there), bo.at(there))
    await world.drain()
    match = await world.match(there)
    assert match.panel is not None
    asked = await bo.at(there).types("match leave")
    await bo.at(there).presses("Leave it empty", asked.message)
    await world.drain()
    assert results.history() == []
    await ann.at(there).resigns()
    await world.drain()
    assert results.history() == []

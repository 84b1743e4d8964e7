"""Threads that were made for a match and did not get one."""

from __future__ import annotations

from typing import Any

import aiohttp
import discord
import pytest
from simcord.actors import MemberActor

from bot.chat.lobby.empty_threads import AGE
from tests.chat.conftest import SWEEP, World
from tests.chat.guests import Guest

A_WHILE = AGE.total_seconds() + SWEEP


@pytest.fixture
def _lost_answer(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next thread is made, and Discord's word of it does not arrive."""
    real = world.bot.http.start_thread_without_message
    lost = iter([True])

    async def start(*args: Any, **more: Any) -> Any:
        thread = await real(*args, **more)
        if next(lost, False):
            raise aiohttp.ServerDisconnectedError
        return thread

    monkeypatch.setattr(world.bot.http, "start_thread_without_message", start)


@pytest.mark.usefixtures("_lost_answer")
async def test_a_thread_of_which_no_answer_came_is_removed_and_the_next_one_stays(
    world: World, ann: Guest
) -> None:
    told = await ann.types("match new", game="toy", thread=True)
    assert "Discord did not answer, so no match was opened." in told.words
    (empty,) = world.channel.threads
    told = await ann.types("match new", game="toy", thread=True)
    (used,) = (each for each in world.channel.threads if each.id != empty.id)
    assert f"It is played in <#{used.id}>." in told.words
    await world.env.advance_time(60)
    assert len(world.channel.threads) == 2, "a match may be on its way"
    await world.env.advance_time(A_WHILE)
    assert [each.id for each in world.channel.threads] == [used.id]
    assert (await world.match(used)).host == ann.id


@pytest.mark.usefixtures("_lost_answer")
async def test_a_thread_in_which_somebody_has_written_stays(
    world: World, ann: Guest, bo: Guest
) -> None:
    await ann.types("match new", game="toy", thread=True)
    (thread,) = world.channel.threads
    assert isinstance(bo.actor, MemberActor)
    await bo.actor.send(thread, "Where is the match?")
    await world.env.advance_time(A_WHILE)
    assert len(world.channel.threads) == 1


@pytest.mark.usefixtures("_lost_answer")
async def test_the_private_thread_of_a_fork_is_removed_too(world: World, toy: Guest) -> None:
    told = await toy.forks()
    assert "Discord did not answer" in told.words
    assert len(world.channel.threads) == 1
    await world.env.advance_time(A_WHILE)
    assert world.channel.threads == []


async def test_what_could_not_be_removed_at_once_is_removed_later_and_after_a_restart(
    world: World, ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.play.lobby.lobby.OPEN_OF_A_USER", 0)
    with monkeypatch.context() as broken:

        async def fails(*_: Any, **__: Any) -> None:
            raise aiohttp.ClientConnectionError

        broken.setattr(discord.Thread, "delete", fails)
        told = await ann.types("match new", game="toy", thread=True)
    assert "0 is the limit" in told.words
    assert len(world.channel.threads) == 1
    await world.restart()
    await world.env.advance_time(A_WHILE)
    assert world.channel.threads == []


async def test_a_thread_that_a_match_has_left_stays(world: World, ann: Guest, bo: Guest) -> None:
    await ann.types("match new", game="toy", thread=True, seating="choice", referee=ann.actor)
    (thread,) = world.channel.threads
    await bo.at(thread).presses("Join as Green")
    await ann.at(thread).presses("Start")
    there = world.guild.create_text_channel("there")
    await ann.at(thread).types("match move-to", channel=there, reason="Room")
    await world.env.advance_time(A_WHILE)
    assert [each.id for each in world.channel.threads] == [thread.id]


async def test_the_thread_of_a_match_that_never_began_is_removed_when_its_lobby_closes(
    world: World, ann: Guest, bo: Guest
) -> None:
    for _ in range(3):
        await ann.types("match new", game="toy", thread=True)
        thread = world.channel.threads[-1]
        await world.env.advance_time(A_WHILE)
        assert thread.id in [each.id for each in world.channel.threads], "its lobby is open"
        told = await ann.at(thread).types("match leave")
        assert "so the lobby is closed" in told.words
    await world.env.advance_time(SWEEP)
    assert world.channel.threads == []


async def test_a_thread_that_was_used_stays_when_a_lobby_in_it_closes(
    world: World, ann: Guest, bo: Guest
) -> None:
    await ann.types("match new", game="toy", thread=True, seating="choice")
    (played,) = world.channel.threads
    await bo.at(played).presses("Join as Green")
    await ann.at(played).presses("Start")
    await ann.at(played).resigns()
    await ann.at(played).types("match new", game="toy")
    await ann.at(played).types("match leave")
    await ann.types("match new", game="toy", thread=True)
    (written,) = (each for each in world.channel.threads if each.id != played.id)
    assert isinstance(bo.actor, MemberActor)
    await bo.actor.send(written, "Not today.")
    await ann.at(written).types("match leave")
    await world.env.advance_time(A_WHILE)
    assert {each.id for each in world.channel.threads} == {played.id, written.id}

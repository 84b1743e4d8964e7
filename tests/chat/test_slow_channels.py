"""A channel that is slow, closed for a while or silent holds up nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any

import discord
import pytest
from simcord.builders import ChannelHandle

from bot.chat.delivery import request_limits, sender
from bot.play.executor import Command
from bot.play.match import submission
from bot.play.match.submission import TypedMove
from bot.play.storage.outbox import MessageKind
from tests.chat.conftest import SWEEP, World
from tests.chat.hall import Hall, letters, sent_to_discord, told
from tests.chat.wire import Wire

Post = Callable[[], Awaitable[Any]]


@pytest.fixture
async def other(world: World, hall: Hall) -> Hall:
    """Another match of the same people, in another channel; both have just begun."""
    room = world.guild.create_text_channel("other")
    there = Hall(world, room, hall.ann, hall.bo, count(1000))
    await hall.begin()
    await there.begin()
    return there


def posting(world: World, channel: ChannelHandle, how: Callable[[Post], Awaitable[Any]]) -> None:
    """What becomes of new messages in this channel."""
    http: Any = world.bot.http
    real = http.send_message

    async def send_message(to: int, *, params: Any) -> Any:
        async def post() -> Any:
            return await real(to, params=params)

        return await (how(post) if to == channel.id else post())

    http.send_message = send_message


async def submit(hall: Hall, text: str) -> None:
    """A move of Ann, without waiting for what is sent."""
    command = Command(hall.match, hall.ann.id, next(hall.presses))
    await submission.submit(hall.world.app, command, TypedMove(text))


async def test_a_panel_of_another_match_does_not_wait_for_a_slow_channel(
    world: World, hall: Hall, other: Hall
) -> None:
    asked, open_again, posted = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def slowly(post: Post) -> Any:
        asked.set()
        await open_again.wait()
        return await post()

    async def soon(post: Post) -> Any:
        answer = await post()
        posted.set()
        return answer

    posting(world, hall.channel, slowly)
    posting(world, other.channel, soon)
    await submit(hall, "LAMP4")
    await asked.wait()
    await submit(other, "LAMP4")
    async with asyncio.timeout(30):
        await posted.wait()
    assert "Red has hidden a lamp" in told(other.panels[-1])
    assert "Red has hidden a lamp" not in told(hall.panels[-1])
    open_again.set()
    await world.drain()
    assert "Red has hidden a lamp" in told(hall.panels[-1])
    assert await hall.waiting() == ()


async def test_what_discord_refuses_for_a_while_is_sent_after_that_and_not_looked_for(
    world: World, hall: Hall, other: Hall
) -> None:
    refusals = iter([25.0])

    async def refused(post: Post) -> Any:
        for seconds in refusals:
            raise discord.RateLimited(seconds)
        return await post()

    posting(world, hall.channel, refused)
    gets = sent_to_discord(hall, "GET")
    panels = len(hall.panels)
    await hall.play(hall.ann, "LAMP4")
    (waiting,) = await hall.waiting()
    assert waiting.kind is MessageKind.PANEL
    assert (waiting.due_at - world.env.now()).total_seconds() == 25
    await other.play(other.ann, "LAMP4")
    assert "Red has hidden a lamp" in told(other.panels[-1])
    assert len(hall.panels) == panels
    await world.env.advance_time(SWEEP)
    assert "Red has hidden a lamp" in told(hall.panels[-1])
    assert len(hall.panels) == panels + 1
    assert sent_to_discord(hall, "GET") == gets, "nothing was in doubt"
    assert await hall.waiting() == ()


async def test_a_message_whose_answer_takes_too_long_is_looked_for_and_not_posted_again(
    world: World, hall: Hall
) -> None:
    await hall.begin()
    wire = Wire()
    wire.join(world.bot)
    answers = iter([True])

    async def silently(post: Post) -> Any:
        posted = await post()
        for _ in answers:
            request = request_limits._current.get()
            assert request is not None
            request._timeout.reschedule(asyncio.get_running_loop().time())
            await asyncio.Event().wait()
        return posted

    posting(world, hall.channel, silently)
    panels = len(hall.panels)
    async with asyncio.timeout(30):
        await hall.play(hall.ann, "LAMP4")
    assert len(hall.panels) == panels + 1
    assert [each.kind for each in await hall.waiting()] == [MessageKind.PANEL]
    wire.forget()
    await world.env.advance_time(SWEEP)
    assert len(hall.panels) == panels + 1
    assert (await hall.stored()).panel == hall.panels[-1].id
    assert await hall.waiting() == ()


async def test_no_deadline_waits_while_discord_is_asked_about_channels(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(world.bot.sender._empty_threads, "sweep", asyncio.Event().wait)
    async with asyncio.timeout(30):
        await world.bot.sender._look()
        await world.bot.sender._look()
    world.bot.sender.stop()


async def test_panels_of_all_matches_leave_before_direct_messages(
    world: World, hall: Hall, other: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[int] = []
    http: Any = world.bot.http
    real = http.send_message

    async def send_message(to: int, *, params: Any) -> Any:
        order.append(to)
        return await real(to, params=params)

    http.send_message = send_message
    monkeypatch.setattr(sender, "_AT_ONCE", 0)
    await submit(hall, "LAMP4")
    await submit(other, "LAMP4")
    monkeypatch.setattr(sender, "_AT_ONCE", 1)
    world.bot.sender.drain_soon()
    await world.drain()
    assert order[:2] == [hall.channel.id, other.channel.id]
    assert hall.ann.dm_channel.id in order[2:]
    assert letters(hall.ann)

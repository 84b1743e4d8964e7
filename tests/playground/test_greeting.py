"""The first message of an evening, and what follows from its buttons."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.chat.client import StarpostClient
from bot.chat.platform.message import message_faults
from bot.playground.evening import open_bot
from bot.playground.greeting import greet, greeting
from bot.playground.simulated_clock import SimulatedClock
from bot.playground.world import World
from tests.chat.guests import Guest, words
from tests.playground.conftest import Watch


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[tuple[World, StarpostClient]]:
    clock = SimulatedClock()
    async with open_bot(tmp_path, clock) as client:
        world = World(client)
        clock.follow(world.env)
        await world.begin(Watch(), "A topic")
        yield world, client
        await world.end()


def guest(world: World, place: int) -> Guest:
    person = world.people[place]
    return Guest(person.user, person.member, world.channel)


async def test_two_people_begin_a_match_as_the_greeting_tells(
    evening: tuple[World, StarpostClient],
) -> None:
    world, client = evening
    await greet(world, client)
    alice, bob = guest(world, 0), guest(world, 1)
    with world.env.time_context():
        await alice.types("match new", game="astralis")
        await bob.presses("Join")
        await bob.presses("Start")
        assert "To move" in words(alice.newest)


async def test_the_greeting_leads_to_a_match_that_teaches(
    evening: tuple[World, StarpostClient],
) -> None:
    world, client = evening
    await greet(world, client)
    alice = guest(world, 0)
    with world.env.time_context():
        told = await alice.presses("Learn it: Colonial Space Wars")
        [thread] = world.channel.threads
        assert f"<#{thread.id}>" in told.words
        assert "🎓 1 of 10: Choose an army" in words(alice.at(thread).newest)


async def test_the_greeting_keeps_discords_limits(evening: tuple[World, StarpostClient]) -> None:
    assert message_faults(greeting(evening[1])) == ()

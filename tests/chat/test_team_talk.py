"""The private thread of a team: who is in it, and what stands there."""

from __future__ import annotations

from typing import Any

import pytest

from tests.chat.conftest import World
from tests.chat.guests import Guest, begin, buttons, words


@pytest.fixture
async def party(world: World, ann: Guest, bo: Guest) -> tuple[Guest, ...]:
    cy = world.guest("cy")
    await ann.types("match new", game="toy", seating="choice", teams="2v1")
    panel = ann.newest
    joins = [each for each in buttons(panel) if each.startswith("Join as")]
    for guest, label in zip((bo, cy), joins, strict=True):
        await guest.presses(label, ann.newest)
    await ann.presses("Start")
    return ann, bo, cy


def inside(world: World, thread: Any) -> set[int]:
    found: set[int] = set(world.env.backend.channels[thread.id].thread_members)
    return found


async def test_a_team_gets_one_thread_without_the_others_and_without_secrets(
    world: World, party: tuple[Guest, ...]
) -> None:
    ann, bo, cy = party
    for guest, heading in ((ann, "**Hidden from other teams**"), (cy, "**Only you know**")):
        await guest.types("move", text="LAMP4")
        assert heading in (await guest.types("orders")).words
        assert heading in (await guest.types("match show")).words
    told = await ann.opens("orders", "Team talk")
    (thread,) = world.channel.threads
    assert f"<#{thread.id}>" in told.words
    assert thread.name == "Beacons: Red and Green"
    (notice,) = [words(each) for each in thread.history()]
    assert "moderate this server can read it" in notice
    assert f"<@{ann.id}>, <@{bo.id}>" in notice
    members = inside(world, thread)
    assert {ann.id, bo.id} <= members
    assert cy.id not in members
    assert f"<#{thread.id}>" in (await bo.opens("orders", "Team talk")).words
    assert "Team talk" not in buttons((await cy.types("orders")).message)
    assert len(world.channel.threads) == 1


async def test_who_leaves_the_team_leaves_its_thread_and_who_comes_is_let_in(
    world: World, party: tuple[Guest, ...]
) -> None:
    ann, bo, _ = party
    await ann.opens("orders", "Team talk")
    (thread,) = world.channel.threads
    await bo.presses("Leave it empty", (await bo.types("match leave")).message)
    await world.drain()
    assert bo.id not in inside(world, thread)
    eve = world.guest("eve")
    await eve.types("match join")
    await world.drain()
    assert inside(world, thread) >= {ann.id, eve.id}
    assert f"<#{thread.id}>" in (await eve.opens("orders", "Team talk")).words


async def test_a_thread_that_was_deleted_is_made_again(
    world: World, party: tuple[Guest, ...]
) -> None:
    ann, bo, *_ = party
    await ann.opens("orders", "Team talk")
    (old,) = world.channel.threads
    await world.room(old).delete()
    told = await bo.opens("orders", "Team talk")
    (new,) = world.channel.threads
    assert new.id != old.id
    assert f"<#{new.id}>" in told.words


async def test_who_plays_alone_has_no_such_button(world: World, ann: Guest, bo: Guest) -> None:
    await begin(ann, bo)
    assert "Team talk" not in buttons((await ann.types("orders")).message)

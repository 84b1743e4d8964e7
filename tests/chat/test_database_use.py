"""How much is asked of the database: it must not grow unnoticed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from bench.bots import count_database_use
from bot.play.people import preferences
from tests.chat.conftest import World
from tests.chat.guests import Guest, begin, buttons, choices


async def to_move(ann: Guest, bo: Guest, **terms: str) -> Guest:
    """On turn in a match of Astralis whose first ships stand."""
    await begin(ann, bo, game="astralis", **terms)
    for guest in (ann, bo):
        first, *_ = await guest.suggested("move", "text", "")
        await guest.types("move", text=first)
    return ann


@pytest.fixture
async def mover(world: World, ann: Guest, bo: Guest) -> Guest:
    return await to_move(ann, bo)


@contextmanager
def costing(what: str, *, statements: int, crossings: int, writes: int) -> Iterator[None]:
    """Count what is asked meanwhile, statements with BEGIN. Lower the numbers where it is less."""
    with count_database_use() as counts:
        yield
    sys.stdout.write(f"{what}: {counts}\n")
    assert (counts.sent, counts.crossings, counts.writes) == (statements, crossings, writes)


async def confirmed(what: str, guest: Guest, **cost: int) -> None:
    """Pick the first move that is offered, and count what its Confirm asks for."""
    asked = await guest.presses("Make a move")
    while "Confirm" not in buttons(asked.message):
        asked = await guest.picks(next(iter(choices(asked.message))), asked.message)
    panel = guest.newest.id
    with costing(what, **cost):
        await guest.presses("Confirm", asked.message)
    assert guest.newest.id != panel


async def test_a_confirmed_move_with_its_delivery(mover: Guest) -> None:
    await confirmed("Confirm with delivery", mover, statements=32, crossings=8, writes=2)


@pytest.mark.on_both
async def test_a_move_and_its_delivery_are_two_write_transactions(mover: Guest) -> None:
    """Also where several processes could send it: the move takes the lease for that as well."""
    asked = await mover.presses("Make a move")
    while "Confirm" not in buttons(asked.message):
        asked = await mover.picks(next(iter(choices(asked.message))), asked.message)
    panel = mover.newest.id
    with count_database_use() as counts:
        await mover.presses("Confirm", asked.message)
    assert mover.newest.id != panel
    assert counts.writes == 2


async def test_a_confirmed_move_on_a_clock(world: World, ann: Guest, bo: Guest) -> None:
    mover = await to_move(ann, bo, clock="2h; grace 1h")
    await confirmed("Confirm on a clock", mover, statements=37, crossings=9, writes=2)


async def test_a_confirmed_move_that_is_told_by_dm(world: World, mover: Guest, bo: Guest) -> None:
    await preferences.change_player(world.app, bo.id, dm_turn=True)
    letters = len(bo.user.dm_channel.history())
    await confirmed("Confirm with a DM to the next", mover, statements=41, crossings=11, writes=3)
    assert len(bo.user.dm_channel.history()) == letters + 1


async def test_confirmed_moves_where_something_is_hidden(toy: Guest, bo: Guest) -> None:
    await confirmed("Confirm of a secret choice", toy, statements=39, crossings=11, writes=3)
    await confirmed("Confirm of the last secret choice", bo, statements=41, crossings=11, writes=3)


async def test_suggestions_while_a_move_is_typed(mover: Guest) -> None:
    with costing("Autocomplete", statements=5, crossings=1, writes=0):
        assert await mover.suggested("move", "text", "")


async def test_the_page_of_a_match_and_of_all(mover: Guest) -> None:
    with costing("/orders in the channel", statements=15, crossings=4, writes=0):
        assert "Your orders" in (await mover.types("orders")).words
    with costing("/orders in a DM", statements=6, crossings=1, writes=0):
        assert "wait for you" in (await mover.at_home.types("orders")).words

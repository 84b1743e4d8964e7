"""Best moves on the pages of a match: shown after its end and in forks of it, and nowhere else."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from bot.store import tables
from tests.chat.conftest import World
from tests.chat.guests import Guest, Told, alt_text, begin, buttons, files, words
from tests.databases import behind

BEST = "Best moves"
TEXTS = ("A4", "O11", "A4-D7+E8", "O11-H11+H10")
PLACED = 3
"""The number of the entry after which both ships stand."""


@pytest.fixture
async def running(ann: Guest, bo: Guest) -> None:
    await begin(ann, bo, game="astralis")
    for number, text in enumerate(TEXTS):
        await (ann, bo)[number % 2].types("move", text=text)


async def offered(guest: Guest, **options: int) -> bool:
    return BEST in buttons((await guest.types("match show", **options)).message)


async def forked(world: World, guest: Guest) -> Guest:
    """The one who tries the match out, in the thread of that."""
    await guest.forks(at=PLACED)
    return guest.at(world.channel.threads[-1])


def lists_three(told: Told) -> bool:
    lines = [line for line in told.words.splitlines() if line[:3] in ("1. ", "2. ", "3. ", "4. ")]
    return len(lines) == 3 and all(" for " in line and " is ahead by " in line for line in lines)


async def test_they_are_shown_after_the_end_with_a_picture_and_a_way_back(
    running: None, ann: Guest, bo: Guest, cy: Guest
) -> None:
    await bo.resigns()
    page = await cy.types("match show", at=PLACED)
    told = await cy.presses(BEST, page.message)
    assert told.private
    assert lists_three(told)
    assert "What Yellow (Ann) could do here" in told.words
    assert alt_text(told.message).count("fly A4-") == 3
    assert len(files(told.message)) == 1
    back = await cy.presses("Back", told.message)
    assert BEST in buttons(back.message)
    assert not await offered(cy, at=2), "a ship is to be placed there"


async def test_they_are_not_offered_in_a_running_match_nor_in_forks_of_it(
    world: World, running: None, ann: Guest, bo: Guest, cy: Guest
) -> None:
    for guest in (ann, bo, cy):
        assert not await offered(guest)
        assert not await offered(guest, at=PLACED)
    there = await forked(world, cy)
    assert not await offered(there)
    assert not await offered(there, at=2)
    await there.resigns()
    assert not await offered(there, at=2)
    await ann.resigns()
    assert await offered(there, at=2)


async def test_a_fork_of_a_finished_match_has_them_on_its_board(
    world: World, running: None, bo: Guest, cy: Guest
) -> None:
    await bo.resigns()
    there = await forked(world, cy)
    shown = await there.types("match show")
    told = await there.presses(BEST, shown.message)
    assert lists_three(told)


async def test_an_old_button_is_answered_politely_once_the_match_goes_on(
    world: World, running: None, bo: Guest, cy: Guest
) -> None:
    await bo.resigns()
    page = await cy.types("match show", at=PLACED)
    await behind(world.app.store, update(tables.matches).values(status="running", ending=None))
    await world.restart()
    told = await cy.presses(BEST, page.message)
    assert told.private
    assert "There are no best moves in a match that goes on." in told.words
    assert "They are shown after the end" in told.words
    assert "1. " not in told.words
    assert "could do here" not in words(told.message)

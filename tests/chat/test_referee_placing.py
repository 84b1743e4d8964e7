"""A whole position from a file: looked at first, then set with a reason."""

from __future__ import annotations

import json

import pytest

from tests.chat.conftest import World
from tests.chat.guests import Guest, begin
from tests.chat.test_history import file_of
from tests.noughts import GAME as NOUGHTS

FILE = "position.json"


@pytest.fixture
async def noughts(ann: Guest, bo: Guest) -> Guest:
    """A match in which nothing is hidden, before its first move."""
    await begin(ann, bo, game=NOUGHTS.meta.id)
    return ann


async def test_a_position_is_shown_first_and_set_with_a_reason(
    world: World, noughts: Guest, gm: Guest
) -> None:
    page = await gm.presses("Referee …", (await gm.presses("My orders")).message)
    given = await gm.presses("Position …", page.message)
    data = json.loads(await file_of(given, ".json"))
    assert data["game"] == NOUGHTS.meta.id
    before = (await world.match()).seq
    data["position"]["state"] = {"/marks/0": 1}
    changed = json.dumps(data).encode()
    shown = await gm.types("referee adjust", file=(FILE, changed))
    assert "Nothing has changed." in shown.words
    assert (await world.match()).seq == before
    both = await gm.types("referee adjust", file=(FILE, changed), text="X")
    assert "A file sets the whole position." in both.words
    told = await gm.types("referee adjust", file=(FILE, changed), reason="A typo")
    assert "The match goes on from the position of the file." in told.words
    assert (await world.match()).seq == before + 1
    log = (await noughts.types("match log")).words
    assert "sets a whole position" in log
    assert "A typo" in log


async def test_a_file_that_is_no_position_is_refused(noughts: Guest, gm: Guest) -> None:
    told = await gm.types("referee adjust", file=(FILE, b"{"), reason="A typo")
    assert "not JSON" in told.words
    large = await gm.types("referee adjust", file=(FILE, b" " * 500_001))
    assert "500000 is the limit" in large.words

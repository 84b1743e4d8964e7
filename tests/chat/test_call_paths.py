"""How many modules stand between a press and its receipt: no more than there were."""

from __future__ import annotations

import re

import pytest

from tests.chat.call_paths import CallPath, traced
from tests.chat.conftest import World
from tests.chat.guests import Guest, Told, buttons, choices, taken
from tests.chat.test_database_use import to_move
from tests.chat.test_history import file_of


@pytest.fixture
async def mover(world: World, ann: Guest, bo: Guest) -> Guest:
    return await to_move(ann, bo)


async def look_at_a_move(guest: Guest) -> Told:
    """Pick the first move that is offered, up to its preview."""
    asked = await guest.presses("Make a move")
    while "Confirm" not in buttons(asked.message):
        asked = await guest.picks(next(iter(choices(asked.message))), asked.message)
    return asked


def check(name: str, path: CallPath, *, modules: int, crossings: int) -> None:
    """Lower the numbers where they are less."""
    path.print(name)
    assert len(path.modules) <= modules
    assert path.crossings <= crossings


async def test_a_confirmed_move_and_its_delivery(
    mover: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = await look_at_a_move(mover)
    panel = mover.newest.id
    with traced(monkeypatch) as found:
        await mover.presses("Confirm", asked.message)
    assert mover.newest.id != panel
    check("Confirm", found.answer, modules=27, crossings=135)
    check("Delivery", found.delivery, modules=24, crossings=129)


async def test_a_typed_move(mover: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    found_text = re.search("Your move: (.+)", (await look_at_a_move(mover)).words)
    assert found_text is not None
    with traced(monkeypatch) as found:
        assert taken(await mover.types("move", text=found_text[1]))
    check("/move", found.answer, modules=26, crossings=114)


async def test_a_move_that_is_taken_back(mover: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    done = await mover.presses("Confirm", (await look_at_a_move(mover)).message)
    page = await mover.presses("Take back", done.message)
    with traced(monkeypatch) as found:
        await mover.presses("Take it back", page.message)
    check("Take back", found.answer, modules=30, crossings=144)


async def test_an_adjustment(toy: Guest, gm: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    with traced(monkeypatch) as found:
        told = await gm.types("referee adjust", text="OIL RED 9", reason="We had agreed on it")
    assert "Set: " in told.words
    check("Adjust", found.answer, modules=29, crossings=106)


async def test_the_page_of_what_waits(mover: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    with traced(monkeypatch) as found:
        await mover.types("orders")
    check("/orders", found.answer, modules=33, crossings=136)


async def test_an_import(world: World, toy: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    await toy.resigns()
    data = await file_of(await toy.opens("match show", "Export"), ".json")
    other = toy.at(world.guild.create_text_channel("other"))
    with traced(monkeypatch) as found:
        told = await other.types("match import", file=("match.json", data))
    assert "from the file" in told.words
    check("Import", found.answer, modules=37, crossings=173)


async def test_a_confirmed_move_and_its_delivery_look_nothing_up_twice(
    mover: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But for what waits in the outbox: at the end the sender looks whether there is more."""
    asked = await look_at_a_move(mover)
    with traced(monkeypatch) as found:
        await mover.presses("Confirm", asked.message)
    queries = found.answer.queries + found.delivery.queries
    assert queries
    twice = [query for query, count in queries.items() if count > 1]
    assert [each for each in twice if not each.startswith("NextMessages(")] == []

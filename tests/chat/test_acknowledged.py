"""The acknowledgement of a press reaches Discord, and its answer does not come back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import aiohttp
import pytest
from simcord.http import FakeWebhookAdapter

from tests.chat.conftest import World
from tests.chat.guests import Guest, buttons


class Line:
    """What becomes of the first acknowledgement of every interaction, once ``bad``."""

    def __init__(self, real: Callable[..., Any], fate: str) -> None:
        self.real = real
        self.fate = fate
        self.bad = False
        self.seen: set[str] = set()

    async def request(self, adapter: Any, route: Any, *args: Any, **kwargs: Any) -> Any:
        acknowledges = route.url.partition("?")[0].endswith("/callback")
        if not self.bad or not acknowledges or route.url in self.seen:
            return await self.real(adapter, route, *args, **kwargs)
        self.seen.add(route.url)
        if self.fate != "cut on the way there":
            await self.real(adapter, route, *args, **kwargs)
        if self.fate == "tried again by discord.py":
            return await self.real(adapter, route, *args, **kwargs)
        raise aiohttp.ServerDisconnectedError


@pytest.fixture(params=["tried again by discord.py", "cut on the way back", "cut on the way there"])
def line(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Line]:
    it = Line(FakeWebhookAdapter.request, request.param)

    async def call(adapter: Any, route: Any, *args: Any, **kwargs: Any) -> Any:
        return await it.request(adapter, route, *args, **kwargs)

    monkeypatch.setattr(FakeWebhookAdapter, "request", call)
    yield it
    assert it.seen, "nothing was lost"


async def test_a_command_is_carried_out_and_answered(world: World, ann: Guest, line: Line) -> None:
    line.bad = True
    told = await ann.types("match new", game="toy")
    assert told.private
    assert "The lobby of Beacons is open." in told.words
    assert (await world.match()).host == ann.id


async def test_an_answer_without_a_promise_is_shown_once(ann: Guest, line: Line) -> None:
    line.bad = True
    told = await ann.types("help")
    assert told.private
    assert "`/match new`" in told.words
    assert len(ann.reads()) == 1


async def test_presses_and_picks_lead_to_the_move(toy: Guest, line: Line) -> None:
    line.bad = True
    asked = await toy.presses("Make a move")
    looked = await toy.picks("3", asked.message)
    assert looked.message.id == asked.message.id
    told = await toy.presses("Confirm", looked.message)
    assert told.message.id == asked.message.id
    assert "Your lamp is in beacon 3." in told.words


async def test_a_form_opens_and_what_it_brings_is_answered(toy: Guest, line: Line) -> None:
    asked = await toy.presses("Make a move")
    line.bad = True
    form = await toy.presses("Type it", asked.message)
    assert form.result.modal is not None
    told = await toy.fills(form, text="LAMP3")
    assert "Your move: LAMP3" in told.words


async def test_a_refusal_reaches_the_player_who_is_refused(
    toy: Guest, cy: Guest, line: Line
) -> None:
    asked = await toy.presses("Make a move")
    line.bad = True
    told = await cy.types("move", text="LAMP3")
    assert told.private
    assert "You have no seat in this match" in told.words
    form = await toy.presses("Type it", asked.message)
    told = await toy.fills(form, text="BANANA")
    assert told.message.id != asked.message.id, "what was pressed stays as it is"
    assert "Type it" in buttons(asked.message)

"""A process that ends at any point of a delivery: all is told, once, and one panel is live."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from itertools import count
from random import Random
from typing import Any

import pytest

from bot.play.executor import Command
from bot.play.match import submission, views
from bot.play.match.submission import TypedMove
from bot.play.people import preferences
from bot.play.storage import queries
from bot.store.sqlite.database_file import DatabaseThread
from games.core.questions import sample
from tests.chat.conftest import World
from tests.chat.guests import Guest, begin
from tests.chat.hall import buttons


class Process:
    """Ends after so many of its ways to the database or to Discord: nothing further arrives."""

    def __init__(self, left: int) -> None:
        self.left = left
        self.ended = False

    def until_it_ends(self, way: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def go(*args: Any, **more: Any) -> Any:
            self.ended |= not self.left
            if self.ended:
                raise asyncio.CancelledError
            self.left -= 1
            return await way(*args, **more)

        return go


@contextmanager
def ending(world: World, monkeypatch: pytest.MonkeyPatch, after: int) -> Iterator[Process]:
    process = Process(after)
    with monkeypatch.context() as patched:
        for owner, name in ((DatabaseThread, "_run_in_thread"), (world.bot.http, "request")):
            patched.setattr(owner, name, process.until_it_ends(getattr(owner, name)))
        yield process


async def test_a_delivery_that_is_cut_off_anywhere_tells_all_once_and_leaves_one_live_panel(
    world: World, ann: Guest, bo: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(ann, bo, game="astralis")
    for guest in (ann, bo):
        await preferences.change_player(world.app, guest.id, dm_turn=True)
        first, *_ = await guest.suggested("move", "text", "")
        await guest.types("move", text=first)
    for point in count():
        mover, other = ((ann, bo), (bo, ann))[point % 2]
        posted, letters = len(world.channel.history()), len(other.user.dm_channel.history())
        seen = await views.load_for_user(world.app, (await world.match()).id, mover.id)
        move = sample(seen.game.options(seen.view, seen.mine[0]), Random(point))
        press = Command(seen.match.id, mover.id, point + 1)
        await submission.submit(world.app, press, TypedMove(seen.game.write(move)))
        with ending(world, monkeypatch, point) as process:
            await world.drain()
        await world.restart()
        await world.env.advance_time(60)
        *earlier, newest = world.channel.history()
        assert len(earlier) == posted, f"cut off after {point}"
        assert [each for each in earlier if buttons(each)] == []
        assert "Make a move" in buttons(newest)
        assert (await world.match()).panel == newest.id
        assert len(other.user.dm_channel.history()) == letters + 1
        async with world.store.reading() as reader:
            now = world.env.now() + timedelta(days=1)
            assert await reader.read(queries.DueMessages(now, 9)) == ()
        if not process.ended:
            break
    assert point > 10

"""Two worlds that differ in whose wish an automatic answer was: nobody reads which it is, in
entries of older releases neither."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from bot.play.storage.records import EntryKind
from tests.chat.conftest import a_world
from tests.chat.guests import begin
from tests.chat.test_two_worlds import both, requests, shape

LOOKS = ("log", "show", "list")
BEHIND_THE_BOARD = ("Catch up", "Export")


async def answered(folder: Path, whose: str) -> dict[str, Any]:
    """A match in which an order has answered; older releases noted ``whose`` wish it was."""
    folder.mkdir()
    async with a_world(folder) as world:
        ann, bo, cy = (world.guest(name) for name in ("ann", "bo", "cy"))
        await begin(ann, bo)
        mover, other = await world.to_the_turns(ann, bo)
        await other.types("orders", order="REST ONCE")
        await mover.types("move", text="REST")
        with sqlite3.connect(world.file) as database:
            this = "UPDATE entries SET user_id = ? WHERE kind = ?"
            changed = database.execute(
                this, (other.id if whose == "theirs" else None, EntryKind.STANDING)
            )
            assert changed.rowcount == 1
        await mover.types("move", text="REST")
        answers: list[Any] = []
        for who in (mover, cy):
            looks = [who.types(f"match {each}") for each in LOOKS]
            looks += [who.opens("match show", each) for each in BEHIND_THE_BOARD]
            looks.append(who.types("match log", file=True))
            answers.extend([await shape((await each).message) for each in looks])
        channel = [await shape(each) for each in world.channel.history()]
        return {"answers": answers, "channel": channel, "requests": requests(world, ann)}


async def test_nobody_reads_whose_wish_an_automatic_answer_was(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert await both(tmp_path, caplog, answered, ("nobody", "theirs")) == []

"""One transaction for a step of a match: all of it, once, or nothing."""

from __future__ import annotations

from dataclasses import replace

from bot.store.store import SqlStore
from tests.store.make import a_match, at, opening, step


async def test_a_step_is_stored_whole(store: SqlStore) -> None:
    match = a_match()
    change = step(match)
    async with store.writing() as work:
        await work.record(opening(match))
        await work.record(change)
        await work.commit()
    async with store.reading() as reader:
        assert await reader.match(match.id) == change.match
        assert await reader.holds(match.id) == change.holds
        assert await reader.entries(match.id) == change.entries
        assert await reader.snapshot(match.id, 1) == change.snapshots[0]
        assert await reader.press(9001) == change.press
        (parcel,) = await reader.due_parcels(at(1), 10)
        assert replace(parcel, id=None) == change.parcels[0]
    assert await store.counts() == {
        "audit": 2,
        "decisions": 1,
        "entries": 1,
        "holds": 2,
        "matches": 1,
        "outbox": 1,
        "players": 0,
        "presses": 1,
        "servers": 0,
        "snapshots": 1,
    }

"""What the store keeps for referees: their acts, what can never be delivered, whose seed is out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.play.storage import queries
from bot.play.storage.outbox import MessageKind, OutboxMessage
from bot.play.storage.ports import Conflict
from bot.play.storage.records import Change, EntryKind, MatchId, Status
from bot.store.store import SqlStore
from games.core.types import Seat
from tests.store.make import a_match, an_entry, at, look_up, opening, step


async def write(store: SqlStore, *changes: Change) -> None:
    async with store.writing() as work:
        for change in changes:
            await work.record(change)
        await work.commit()


async def test_the_acts_of_referees_are_found_in_order_with_who_and_their_seat(
    store: SqlStore,
) -> None:
    match = a_match(status=Status.RUNNING)
    acts = [
        replace(
            an_entry(match, seq),
            kind=EntryKind.LOOKED,
            referee="Gm",
            referee_seat=seat,
            reason="why",
        )
        for seq, seat in ((2, None), (3, Seat(1)))
    ]
    await write(store, opening(match))
    change = step(match)
    grown = replace(change.match, seq=3)
    await write(store, replace(change, match=grown, entries=(*change.entries, *acts)))
    assert await look_up(store, queries.Refereed(match.id)) == tuple(acts)
    assert await look_up(store, queries.Refereed(MatchId("another2"))) == ()


async def test_parked_parcels_are_found_with_their_faults_newest_first(store: SqlStore) -> None:
    match = a_match()
    await write(store, opening(match))
    async with store.writing() as work:
        await work.post(
            tuple(
                OutboxMessage(match.id, MessageKind.PANEL, seq, f"n{seq}", at(seq))
                for seq in range(3)
            )
        )
        first, second, _ = await work.read(queries.DueMessages(at(10), 10))
        assert first.id is not None
        assert second.id is not None
        await work.park_message(first.id, "HTTP 403, code 50013")
        await work.park_message(second.id, "HTTP 404, code 10003")
        await work.commit()
    async with store.reading() as reader:
        found = await reader.read(queries.Parked(match.id))
        assert [(outbox_message.seq, fault) for outbox_message, fault in found] == [
            (1, "HTTP 404, code 10003"),
            (0, "HTTP 403, code 50013"),
        ]
        assert await reader.read(queries.Parked(MatchId("another2"))) == ()


async def test_only_a_match_that_is_over_is_disclosed_and_then_it_stays_over(
    store: SqlStore,
) -> None:
    running = a_match(status=Status.RUNNING)
    await write(store, opening(running))
    async with store.writing() as work:
        assert not await work.disclose(running.id)
        await work.commit()
    last = step(running)
    await write(store, replace(last, match=replace(last.match, status=Status.OVER)))
    async with store.writing() as work:
        assert await work.disclose(running.id)
        await work.commit()
    found = await look_up(store, queries.MatchById(running.id))
    assert found is not None
    assert found.disclosed
    # Whoever built this had read the match before it was disclosed.
    with pytest.raises(Conflict):
        await write(store, step(replace(found, disclosed=False)))
    assert await look_up(store, queries.MatchById(running.id)) == found

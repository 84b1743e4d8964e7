"""Parcels wait, are sent, come again or are parked."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from bot.play.storage import queries
from bot.play.storage.outbox import MessageKind, OutboxMessage
from bot.play.storage.ports import Conflict
from bot.play.storage.stored_fields import MatchId
from bot.store.store import SqlStore
from tests.store.make import a_match, an_outbox_message, at, look_up, opening


async def due(store: SqlStore, now: datetime, limit: int = 10) -> list[tuple[str, int, int]]:
    """Errand, ``seq`` and tries of what is due."""
    outbox_messages = await look_up(store, queries.DueMessages(now, limit))
    return [
        (outbox_message.kind.value, outbox_message.seq, outbox_message.tries)
        for outbox_message in outbox_messages
    ]


async def post(store: SqlStore, *outbox_messages: OutboxMessage) -> tuple[int, ...]:
    """Post parcels of match 0 and return the numbers they got."""
    async with store.writing() as work:
        await work.record(opening(a_match()))
        await work.post(outbox_messages)
        posted = await work.read(queries.DueMessages(at(9999), 100))
        await work.commit()
    numbers = {replace(outbox_message, id=None): outbox_message.id for outbox_message in posted}
    return tuple(numbers[outbox_message] or 0 for outbox_message in outbox_messages)


async def test_parcels_are_due_oldest_first_and_not_before_their_time(store: SqlStore) -> None:
    match = a_match()
    await post(
        store,
        an_outbox_message(match, 1, minutes=3),
        an_outbox_message(match, 2, minutes=1),
        an_outbox_message(match, 3, minutes=1, kind=MessageKind.RETIRE),
        an_outbox_message(match, 4, minutes=2),
    )
    assert await due(store, at(0.99)) == []
    assert await due(store, at(1)) == [("panel", 2, 0), ("retire", 3, 0)]
    assert [seq for _, seq, _ in await due(store, at(3))] == [2, 3, 4, 1]
    assert [seq for _, seq, _ in await due(store, at(3), limit=3)] == [2, 3, 4]


async def test_posting_nothing_is_nothing(store: SqlStore) -> None:
    assert await post(store) == ()
    assert (await store.counts())["outbox"] == 0


async def test_a_parcel_keeps_whom_and_what_it_is_for(store: SqlStore) -> None:
    outbox_message = OutboxMessage(
        a_match().id, MessageKind.TURN, 4, "n" * 25, at(1), user=2**62, message=2**61
    )
    (number,) = await post(store, outbox_message)
    async with store.reading() as reader:
        assert await reader.read(queries.DueMessages(at(1), 1)) == (
            replace(outbox_message, id=number),
        )


async def test_a_sent_parcel_is_not_due_again(store: SqlStore, file: Path) -> None:
    first, _ = await post(store, an_outbox_message(a_match(), 1), an_outbox_message(a_match(), 2))
    async with store.writing() as work:
        await work.mark_sent(first, 555, at(2))
        await work.commit()
    assert await due(store, at(9)) == [("panel", 2, 0)]
    with closing(sqlite3.connect(file)) as connection:
        rows = connection.execute(
            "SELECT delivery, sent_message, sent_at FROM outbox ORDER BY id"
        ).fetchall()
    assert rows == [("sent", 555, "2026-03-01 12:02:00.000000"), ("waiting", None, None)]


async def test_a_parcel_that_failed_comes_again_later(store: SqlStore, file: Path) -> None:
    number, _ = await post(store, an_outbox_message(a_match(), 1), an_outbox_message(a_match(), 2))
    for tries in (1, 2):
        async with store.writing() as work:
            await work.retry_message(number, at(10 * tries), f"503 at try {tries}")
            await work.commit()
    assert await due(store, at(19)) == [("panel", 2, 0)]
    assert await due(store, at(20)) == [("panel", 2, 0), ("panel", 1, 2)]
    with closing(sqlite3.connect(file)) as connection:
        (fault,) = connection.execute("SELECT fault FROM outbox WHERE id = 1").fetchone()
    assert fault == "503 at try 2"


async def test_a_parked_parcel_stays_for_the_owner_to_see(store: SqlStore, file: Path) -> None:
    (number,) = await post(store, an_outbox_message(a_match(), 1))
    async with store.writing() as work:
        await work.park_message(number, "404 unknown channel")
        await work.commit()
    assert await due(store, at(9999)) == []
    with closing(sqlite3.connect(file)) as connection:
        rows = connection.execute("SELECT delivery, fault, tries FROM outbox").fetchall()
    assert rows == [("parked", "404 unknown channel", 1)]


async def test_a_parcel_of_a_rolled_back_unit_of_work_is_not_sent(store: SqlStore) -> None:
    async with store.writing() as work:
        await work.record(opening(a_match()))
        await work.post((an_outbox_message(a_match(), 1),))
    assert await due(store, at(9)) == []


async def test_what_is_due_is_found_by_its_index(store: SqlStore, file: Path) -> None:
    match = a_match()
    await post(store, an_outbox_message(match, 1))
    asked: list[tuple[str, tuple[object, ...]]] = []

    async with store.reading() as reader:
        engine = await reader._database.run(lambda connection: connection.engine)

        @event.listens_for(engine, "before_cursor_execute")
        def note(
            _: object, __: object, statement: str, values: tuple[object, ...], *___: object
        ) -> None:
            asked.append((statement, values))

        await reader.read(queries.DueMessages(at(1), 10))
        await reader.read(queries.NextMessages(at(1), at(5), 10))
    plans = []
    with closing(sqlite3.connect(file)) as connection:
        for statement, values in asked:
            plan = connection.execute(f"EXPLAIN QUERY PLAN {statement}", values).fetchall()
            if statement.startswith("SELECT"):
                plans.append([step for *_, step in plan])
    due, following = ([step for step in plan if "outbox" in step] for plan in plans)
    assert (len(due), len(following)) == (1, 3)
    assert all("USING INDEX ix_outbox_" in step for step in (*due, *following)), plans
    assert not any("TEMP B-TREE" in step for step in plans[0])


async def turns(store: SqlStore, *but: str, limit: int = 10) -> tuple[list[str], list[int]]:
    """The matches whose turn is next at minute 5, and ``seq`` of what waits in them."""
    query = queries.NextMessages(at(5), at(9), limit, frozenset(map(MatchId, but)))
    messages, _ = await look_up(store, query)
    return sorted({each.match for each in messages}), [each.seq for each in messages]


async def test_matches_with_a_panel_are_next_then_those_that_have_waited_longest(
    store: SqlStore,
) -> None:
    first, second, third, later = (a_match(number) for number in range(4))
    async with store.writing() as work:
        for match in (first, second, third, later):
            await work.record(opening(match))
        await work.post(
            (
                an_outbox_message(first, 1, minutes=2, kind=MessageKind.OVER),
                an_outbox_message(second, 2, minutes=1, kind=MessageKind.OVER),
                an_outbox_message(third, 3, minutes=4, kind=MessageKind.TURN),
                an_outbox_message(third, 4, minutes=5, kind=MessageKind.REFRESH),
                an_outbox_message(third, 5, minutes=8, kind=MessageKind.OVER),
                an_outbox_message(third, 6, minutes=9.1, kind=MessageKind.OVER),
                an_outbox_message(later, 7, minutes=6, kind=MessageKind.PANEL),
            )
        )
        await work.commit()
    assert await turns(store, limit=1) == ([third.id], [3, 4, 5])
    assert await turns(store, limit=2) == ([second.id, third.id], [2, 3, 4, 5])
    assert await turns(store) == ([first.id, second.id, third.id], [1, 2, 3, 4, 5])
    assert await turns(store, third.id, limit=1) == ([second.id], [2])
    assert await turns(store, first.id, second.id, third.id) == ([], [])
    _, due = await look_up(store, queries.NextMessages(at(5), at(9), 0))
    assert due == at(6), "what is put off, the first of all matches"


@pytest.mark.parametrize("known", [{"panel": 5}, {"channel": 5}], ids=str)
async def test_a_panel_takes_the_place_of_none_but_the_one_that_is_known(
    store: SqlStore, known: dict[str, Any]
) -> None:
    match = a_match()
    async with store.writing() as work:
        await work.record(opening(match))
        await work.commit()
    async with store.writing() as work:
        await work.set_panel(match.id, 77, instead=match)
        await work.commit()
    async with store.writing() as work:
        await work.set_panel(match.id, 88, instead=replace(match, **{"panel": 77, **known}))
        with pytest.raises(Conflict):
            await work.commit()
    found = await look_up(store, queries.MatchById(match.id))
    assert found is not None
    assert found.panel == 77

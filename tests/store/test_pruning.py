"""What is old and dealt with goes; matches, and what still waits, stay."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.play.storage import queries
from bot.play.storage.outbox import MessageKind
from bot.play.storage.records import Audit
from bot.store.store import SqlStore
from tests.store.make import a_match, a_press, an_outbox_message, at, look_up, opening

MATCH = a_match()


async def pruned(store: SqlStore, minutes: float) -> int:
    async with store.writing("pruning 0") as work:
        count = await work.prune(at(minutes))
        await work.commit()
    return count


async def posted(store: SqlStore, *kinds: MessageKind) -> list[int]:
    """The numbers of new messages."""
    async with store.writing(MATCH.id) as work:
        await work.post(tuple(an_outbox_message(MATCH, n, kind=k) for n, k in enumerate(kinds)))
        await work.commit()
    due = await look_up(store, queries.DueMessages(at(60), 100))
    return [each.id or 0 for each in due]


async def sent(store: SqlStore, number: int, minutes: float, message: int | None = 555) -> None:
    async with store.writing(MATCH.id) as work:
        await work.mark_sent(number, message, at(minutes))
        await work.commit()


async def test_only_messages_sent_before_are_removed_and_no_number_comes_again(
    store: SqlStore,
) -> None:
    async with store.writing() as work:
        await work.record(opening(MATCH))
        await work.commit()
    kinds = (MessageKind.PANEL, MessageKind.REMIND, MessageKind.TURN, MessageKind.OVER)
    first, reminder, waiting, last = (await posted(store, *kinds))[-4:]
    for number in (first, reminder, last):
        await sent(store, number, minutes=5)
    before = (await store.counts())["outbox"]
    await pruned(store, minutes=5)
    assert (await store.counts())["outbox"] == before
    await pruned(store, minutes=6)
    assert (await store.counts())["outbox"] == before - 1  # but the reminder and the newest
    assert [each.id for each in await look_up(store, queries.DueMessages(at(60), 9))] == [waiting]
    assert await look_up(store, queries.LastMessage()) == last
    assert min(await posted(store, MessageKind.OVER)) == waiting
    assert await look_up(store, queries.LastMessage()) == last + 1


async def test_presses_and_lines_go_page_by_page(store: SqlStore) -> None:
    async with store.writing() as work:
        for number in range(1, 1003):
            await work.note(Audit(at(number), 51, "noted"), a_press(number))
        await work.commit()
    counts = [await pruned(store, minutes=1001.5) for _ in range(4)]
    assert counts == [1000, 1000, 3, 0]
    stored = await store.counts()
    assert (stored["audit"], stored["presses"]) == (1, 0)


async def test_matches_stay_as_they_are(store: SqlStore) -> None:
    async with store.writing() as work:
        await work.record(opening(MATCH))
        await work.commit()
    before = await store.counts()
    while await pruned(store, minutes=1_000_000):
        pass
    after = await store.counts()
    gone = {table for table in before if before[table] != after[table]}
    assert gone <= {"audit", "presses", "outbox"}


async def test_the_file_gets_smaller(store: SqlStore, file: Path) -> None:
    async with store.writing() as work:
        for number in range(1, 3001):
            await work.note(Audit(at(number), 51, "noted"), a_press(number))
        await work.commit()

    def size() -> int:
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return file.stat().st_size

    before = size()
    while await pruned(store, minutes=3001):
        pass
    assert size() < before - 200_000

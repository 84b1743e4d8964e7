"""A whole database goes from SQLite to PostgreSQL and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select

from bot.play.storage import queries
from bot.play.storage.leases import ALL
from bot.play.storage.profiles import Player
from bot.play.storage.records import Audit, Change, Status
from bot.store import copying
from bot.store.copying import copy_database
from bot.store.store import SqlStore, hold_alone
from bot.store.tables import metadata
from bot.store.unusable import StoreUnusable
from tests.databases import Server
from tests.store.make import NOON, a_match, an_outbox_message, at, opening, step


async def filled(url: str, matches: int = 3) -> None:
    store = await SqlStore.open(url)
    async with store.writing() as work:
        for number in range(matches):
            match = a_match(number)
            await work.record(opening(match))
            await work.record(replace(step(match), press=None))
        ended = step(a_match(0)).match
        over = replace(ended, status=Status.OVER, finished_at=NOON)
        await work.record(Change(over, over.seq, Audit(NOON, 0, "end")))
        await work.pack(over.id, at(1))
        await work.keep(Player(51, dm_closed_at=NOON))
        await work.see_server(7, NOON)
        await work.note_sweep(NOON, ALL)
        await work.commit()
    await store.aclose()


async def contents(url: str) -> Mapping[str, Any]:
    def all_rows(connection: Connection) -> Mapping[str, Any]:
        return {
            table.name: connection.execute(select(table).order_by(*table.primary_key)).all()
            for table in metadata.sorted_tables
        }

    store = await SqlStore.open(url)
    async with store.databases.reading() as database:
        found = await database.run(all_rows)
    await store.aclose()
    return found


async def test_it_is_the_same_there_and_back_and_goes_on(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "_PAGE", 2)
    first, last = (f"sqlite:///{tmp_path}/{name}.db" for name in ("first", "last"))
    await filled(first)
    with server.database() as url:
        done = await copy_database(first, url)
        assert (done["entries"], done["packed_logs"]) == (2, 1)
        assert done["outbox"] == 3
        assert await contents(url) == await contents(first)
        await copy_database(url, last)
        assert await contents(last) == await contents(first)
        for each in (url, last):
            store = await SqlStore.open(each)
            async with store.writing() as work:
                await work.post((an_outbox_message(a_match(), 9),))
                await work.commit()
            async with store.reading() as reader:
                assert await reader.read(queries.LastMessage()) == 4
                [entry] = await reader.read(queries.Entries(a_match(0).id))
                assert entry == step(a_match(0)).entries[0]
            await store.aclose()


async def test_it_goes_into_an_empty_database_only(tmp_path: Path) -> None:
    first, last = (f"sqlite:///{tmp_path}/{name}.db" for name in ("first", "last"))
    await filled(first)
    await filled(last, 1)
    with pytest.raises(StoreUnusable, match="must be empty"):
        await copy_database(first, last)


@pytest.mark.parametrize("served", ["first", "last"])
async def test_it_is_refused_while_a_bot_runs(tmp_path: Path, served: str) -> None:
    first, last = (f"sqlite:///{tmp_path}/{name}.db" for name in ("first", "last"))
    await filled(first)
    async with hold_alone(f"sqlite:///{tmp_path}/{served}.db"):
        with pytest.raises(StoreUnusable, match="Another process serves"):
            await copy_database(first, last)


async def test_a_copy_that_differs_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, last = (f"sqlite:///{tmp_path}/{name}.db" for name in ("first", "last"))
    await filled(first)
    add = copying._add

    def forgetful(connection: Connection, table: Any, rows: Any) -> None:
        add(connection, table, rows[:-1] if table.name == "snapshots" else rows)

    monkeypatch.setattr(copying, "_add", forgetful)
    with pytest.raises(StoreUnusable, match="copy of snapshots differs"):
        await copy_database(first, last)
    store = await SqlStore.open(last)
    assert not any((await store.counts()).values())
    await store.aclose()

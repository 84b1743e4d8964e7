"""Copies a whole database into another one, of either kind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, Table, cast, func, insert, select, tuple_
from sqlalchemy.dialects.postgresql import REGCLASS

from bot.store.store import SqlStore, database_file, hold_alone
from bot.store.tables import leases, metadata
from bot.store.unusable import StoreUnusable

_PAGE = 1_000
"""Rows at a time."""


async def copy_database(source: str, target: str) -> dict[str, int]:
    """Copy all that is stored, and compare it row by row before it counts.

    Both are brought up to date first; neither may be served meanwhile, and the target must be
    empty. Returns the numbers of rows by table. Raises ``StoreUnusable`` with words for the owner:
    nothing has been copied then.
    """
    file = database_file(source)
    if file is not None and not file.is_file():
        raise StoreUnusable(f"There is no database {file}.")
    async with hold_alone(source), hold_alone(target):
        there = await SqlStore.open(source)
        try:
            here = await SqlStore.open(target)
            try:
                return await _copy_tables(there, here)
            finally:
                await here.aclose()
        finally:
            await there.aclose()


async def _copy_tables(source: SqlStore, target: SqlStore) -> dict[str, int]:
    if any((await target.counts()).values()):
        raise StoreUnusable("The database to copy to must be empty: this one has been used.")
    done = dict[str, int]()
    async with source.databases.reading() as there, target.databases.writing(()) as here:
        # Who worked at what there means nothing here.
        for table in (each for each in metadata.sorted_tables if each is not leases):
            done[table.name], after = 0, None
            while rows := await there.run(_page, table, after):
                await here.run(_add, table, rows)
                if await here.run(_page, table, after) != rows:
                    raise StoreUnusable(f"The copy of {table.name} differs: nothing is copied.")
                done[table.name] += len(rows)
                after = _key(table, rows[-1])
            await here.run(_number_on, table)
        await here.commit(lambda _: None)
    return done


def _page(connection: Connection, table: Table, after: Sequence[Any] | None) -> Sequence[Row[Any]]:
    """The next rows by their key."""
    columns = tuple_(*table.primary_key)
    these = select(table).order_by(*table.primary_key).limit(_PAGE)
    return connection.execute(these if after is None else these.where(columns > after)).all()


def _key(table: Table, row: Row[Any]) -> tuple[Any, ...]:
    names = table.columns.keys()
    return tuple(row[names.index(column.key)] for column in table.primary_key)


def _add(connection: Connection, table: Table, rows: Sequence[Row[Any]]) -> None:
    keys = [column.key for column in table.columns]
    connection.execute(insert(table), [dict(zip(keys, row, strict=True)) for row in rows])


def _number_on(connection: Connection, table: Table) -> None:
    """New rows get numbers after those that are there; SQLite sees to that by itself."""
    column = table.autoincrement_column
    if column is None or connection.dialect.name == "sqlite":
        return
    last = connection.scalar(select(func.max(column)))
    if last is not None:
        sequence = func.pg_get_serial_sequence(table.name, column.name)
        connection.execute(select(func.setval(cast(sequence, REGCLASS), last)))

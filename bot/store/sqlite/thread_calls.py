"""Functions on aiosqlite's thread, which has no public call that takes one.

Its ``execute_fetchall`` calls ``execute`` and ``fetchall`` of the driver there, and ``connect``
takes a driver of ours: one whose ``execute`` runs functions too. A statement at a time, each of
which goes to the thread and back, would cost ten times what SQLite does (docs/adr/0008).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import aiosqlite

T = TypeVar("T")


async def connected(file: Path, busy_timeout: float) -> aiosqlite.Connection:
    """A connection whose thread takes functions. ``busy_timeout`` is in seconds."""
    return await aiosqlite.connect(file, timeout=busy_timeout, factory=_Driver)


async def call(connection: aiosqlite.Connection, work: Callable[[sqlite3.Connection], T]) -> T:
    """Run ``work`` on the connection's thread. Raises what it raises."""
    return cast(T, await connection.execute_fetchall(cast(str, work)))


class _Driver(sqlite3.Connection):
    def execute(self, sql: Any, parameters: Any = (), /) -> sqlite3.Cursor:
        if callable(sql):
            return _Returned(self, sql(self))
        return super().execute(sql, parameters)


class _Returned(sqlite3.Cursor):
    """What a function returned, as the rows of a statement."""

    def __init__(self, driver: sqlite3.Connection, value: Any) -> None:
        super().__init__(driver)
        self._value = value

    def fetchall(self) -> Any:
        return self._value

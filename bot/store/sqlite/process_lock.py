"""At most one process serves a database file.

Two would each send what waits in the outbox and each keep the deadlines. The lock is SQLite's, on
an empty file of its own: a file lock of the operating system, on Windows too, that goes with its
process however that ends. The bot that serves Discord takes it, and not each store: a backup, and
whatever else only opens the file, needs none.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from bot.store.unusable import StoreUnusable


@contextmanager
def hold_lock(file: Path) -> Iterator[None]:
    """Hold the lock of the database ``file``. Raises ``StoreUnusable`` at once when it is held.

    The lock file stays: were it removed, two processes could hold a lock of the same name.
    """
    real = file.resolve()
    beside = real.with_name(f"{real.name}.lock")
    try:
        connection = sqlite3.connect(beside, timeout=0, isolation_level=None)
    except sqlite3.Error as error:
        raise StoreUnusable(f"The file {beside} cannot be made: {error}.") from error
    with closing(connection):
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
                raise StoreUnusable(
                    f"Another process serves the database {file} already: stop it first."
                ) from error
            raise StoreUnusable(f"The file {beside} cannot be locked: {error}.") from error
        yield

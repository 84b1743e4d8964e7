"""What can go wrong in a SQLite file, in the words of ``bot.play``."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as NoConnection

from bot.play.ports import Conflict, StoreBusy, StoreUnwritable

_TAKEN = {sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY}
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_UNWRITABLE = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
}


@contextmanager
def translated() -> Iterator[None]:
    """Turn a unique key that is taken into ``Conflict``, a held lock into ``StoreBusy``
    and a disk that takes nothing into ``StoreUnwritable``.

    Everything else (a broken reference) is a fault of ours and passes through.
    """
    try:
        yield
    except IntegrityError as error:
        if _code(error) in _TAKEN:
            raise Conflict("a unique key is taken") from error
        raise
    except (DBAPIError, sqlite3.OperationalError) as error:
        # The low byte is the primary code; the rest says more closely which lock or what fault.
        code = _code(error) & 0xFF
        if code in _BUSY:
            raise StoreBusy("the database is locked") from error
        if code in _UNWRITABLE:
            raise StoreUnwritable("the disk of the database takes nothing") from error
        raise
    except NoConnection as error:
        raise StoreBusy("no free connection to the database") from error


def _code(error: DBAPIError | sqlite3.OperationalError) -> int:
    origin = error.orig if isinstance(error, DBAPIError) else error
    code = getattr(origin, "sqlite_errorcode", 0)
    return code if isinstance(code, int) else 0

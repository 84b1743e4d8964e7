"""What can go wrong in a SQLite file, in the words of ``bot.play``."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as NoConnection

from bot.play.storage.ports import Conflict, StoreBusy, StoreUnwritable
from bot.store.unusable import StoreUnusable

_TAKEN = {sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY}
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_UNWRITABLE = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
}
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_OTHER_NAMES = re.compile("no such (table|column)|has no column")
"""The migrations have made all that our statements name."""
_NO_TEXT = "Could not decode to UTF-8"
"""What the driver says, without a code, of text that is none."""


class Damaged(StoreUnusable):
    def __init__(self, file: Path | None = None) -> None:
        named = f"The database {file}" if file else "The database"
        super().__init__(
            f"{named} is damaged. Put the last good backup in its place:"
            " python -m bot restore BACKUP."
        )


class DamagedText(Damaged):
    """Damaged text in a file that is otherwise sound."""


@contextmanager
def translate_faults() -> Iterator[None]:
    """Turn a unique key that is taken into ``Conflict``, a held lock into ``StoreBusy``,
    a disk that takes nothing into ``StoreUnwritable`` and a broken file into ``Damaged``.

    Everything else (a broken reference) is a fault of ours and passes through.
    """
    try:
        yield
    except IntegrityError as error:
        if _code(error) in _TAKEN:
            raise Conflict("a unique key is taken") from error
        raise
    except UnicodeDecodeError as error:  # the name of what is damaged, in a message of SQLite
        raise Damaged from error
    except (DBAPIError, sqlite3.DatabaseError) as error:
        # The low byte is the primary code; the rest says more closely which lock or what fault.
        code = _code(error) & 0xFF
        if code in _BUSY:
            raise StoreBusy("the database is locked") from error
        if code in _UNWRITABLE:
            raise StoreUnwritable("the disk of the database takes nothing") from error
        if code in _DAMAGED or (code == sqlite3.SQLITE_ERROR and _OTHER_NAMES.search(str(error))):
            raise Damaged from error
        if _NO_TEXT in str(error):
            raise DamagedText from error
        raise
    except NoConnection as error:
        raise StoreBusy("no free connection to the database") from error


def _code(error: DBAPIError | sqlite3.DatabaseError) -> int:
    origin = error.orig if isinstance(error, DBAPIError) else error
    code = getattr(origin, "sqlite_errorcode", 0)
    return code if isinstance(code, int) else 0

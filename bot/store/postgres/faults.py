"""What can go wrong with a PostgreSQL server, in the words of ``bot.play``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnection

from bot.play.refusals import BadCharacter
from bot.play.storage.ports import Conflict, StoreBusy, StoreUnwritable, TryAgain

# Named in PostgreSQL's manual, appendix A.
_TAKEN = "23505"
_NO_TEXT = "22021"
"""A character that it does not know, such as U+0000."""
_TURNED_AWAY = {"40001", "40P01"}
"""By other transactions: one of two that wait for each other has to begin anew."""
_BUSY = {"55P03", "53300", "57P01", "57P02", "57P03"}
"""A lock that is held, too many connections, a server that stops or starts."""
_UNWRITABLE = {"53100", "25006"}
"""A full disk, a server that only reads."""


@contextmanager
def translate_faults() -> Iterator[None]:
    """Turn what the server or the way to it refuses into ``Conflict``, ``StoreBusy``, ``TryAgain``
    or ``StoreUnwritable``, and text that it cannot hold into the refusal ``BadCharacter``.

    Everything else (a broken reference) is a fault of ours and passes through.
    """
    try:
        yield
    except DBAPIError as error:
        state = sqlstate(error)
        if state == _NO_TEXT:
            raise BadCharacter from error
        if state == _TAKEN:
            raise Conflict("a unique key is taken") from error
        if state in _TURNED_AWAY:
            raise TryAgain("another transaction stood in the way") from error
        if state in _BUSY or is_lost(error):
            raise StoreBusy("the database is locked or cannot be reached") from error
        if state in _UNWRITABLE:
            raise StoreUnwritable("the database takes nothing") from error
        raise
    except NoConnection as error:
        raise StoreBusy("no free connection to the database") from error


def sqlstate(error: DBAPIError) -> str:
    """The server's own code, empty when it has said nothing."""
    return getattr(error.orig, "sqlstate", None) or ""


def is_lost(error: DBAPIError) -> bool:
    """Whether the connection has broken, or could not be made."""
    return error.connection_invalidated or sqlstate(error).startswith("08")

"""Upkeep of an installation's database: check, compact, back up, restore, copy.

Each function prints its result, and returns an exit status of ``bot.serving``.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from collections.abc import Callable
from functools import partial, wraps
from pathlib import Path
from typing import ParamSpec

from bot.play.referee.unreadable import find_faults
from bot.play.storage.ports import StoreBusy, StoreUnwritable
from bot.serving import Exit
from bot.settings import StoreSettings, Unusable, load
from bot.store import copying, store
from bot.store.sqlite import backup
from bot.store.unusable import StoreUnusable
from games import all_games

P = ParamSpec("P")


def _print_result(work: Callable[P, str]) -> Callable[P, int]:
    """Print the words that ``work`` returns, or why it could not be done."""

    @wraps(work)
    def print_result(*args: P.args, **kwargs: P.kwargs) -> int:
        try:
            print(work(*args, **kwargs))
        except Unusable as fault:
            print(fault, file=sys.stderr)
            return Exit.SETTINGS
        except StoreBusy:
            print(
                "The database is in use by another process, or cannot be reached.", file=sys.stderr
            )
            return Exit.DATABASE
        except (StoreUnusable, StoreUnwritable, sqlite3.Error, OSError) as fault:
            print(f"It was not done: {fault}", file=sys.stderr)
            return Exit.DATABASE
        return Exit.CLEAN

    return print_result


@_print_result
def check() -> str:
    """Look through all of the database, and at the position of each running match."""
    examine = partial(find_faults, games={game.meta.id: game for game in all_games()})
    return asyncio.run(store.check_database(load(StoreSettings).database, examine))


@_print_result
def compact() -> str:
    """Look through all of the database, and give back the room that is free in it."""
    file = database_path()
    sound = asyncio.run(store.check_database(load(StoreSettings).database))
    before, after = backup.compact(file)
    return f"{sound}\nIt takes {to_mib(after)} MiB, and took {to_mib(before)}."


def to_mib(size: int) -> str:
    return f"{size / 2**20:,.1f}"


@_print_result
def back_up(copy: Path) -> str:
    return f"The copy is {backup.copy(database_path(), copy)}."


@_print_result
def restore(saved: Path) -> str:
    aside = backup.restore(database_path(present=False), saved)
    before = f" What was there is {aside} now." if aside else ""
    return f"{saved} is restored.{before}"


@_print_result
def copy_database(source: str, target: str) -> str:
    done = asyncio.run(copying.copy_database(source, target))
    return f"{done['matches']} matches with {done['entries']} entries are copied and compared."


def database_path(*, present: bool = True) -> Path:
    file = store.database_file(load(StoreSettings).database)
    if file is None:
        raise StoreUnusable(
            "on a PostgreSQL server that is done with its own: pg_dump, pg_restore, VACUUM."
        )
    if present and not file.is_file():
        raise StoreUnusable(f"There is no database {file}.")
    return file

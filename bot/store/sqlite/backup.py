"""Backup and restore of a database in use, and the check of a file.

A copy of the file alone misses what is still in the write-ahead log, and can
be torn; ``VACUUM INTO`` writes a whole one from one moment.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from bot.play.storage.ports import StoreBusy, StoreUnwritable
from bot.store.sqlite.engines import SHRINKING
from bot.store.sqlite.faults import Damaged, translate_faults
from bot.store.sqlite.process_lock import hold_lock
from bot.store.unusable import StoreUnusable


def check(file: Path) -> None:
    """Raise ``StoreUnusable`` when the file is not a database, or a damaged one."""
    if ask(file, "PRAGMA quick_check(1)") != "ok":
        raise Damaged(file)


def ask(file: Path, question: str) -> object:
    """Run a statement and return its first value. Raises ``StoreUnusable`` when the file is no
    database."""
    try:
        with translate_faults(), closing(sqlite3.connect(file)) as connection:
            (found,) = connection.execute(question).fetchone()
    except Damaged as error:
        raise Damaged(file) from error
    except (StoreBusy, StoreUnwritable, sqlite3.DatabaseError) as error:
        raise StoreUnusable(f"The database {file} cannot be opened: {error}.") from error
    return found


def copy(file: Path, wanted: Path) -> Path:
    """Write a whole, checked copy to ``wanted``, or beside it when that name is taken.

    Until it is complete it has another name, so that half a copy is never
    taken for a backup.
    """
    target, number = wanted, 1
    while target.exists():
        number += 1
        target = wanted.with_stem(f"{wanted.stem}-{number}")
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    # The seeds of running matches are in it.
    os.close(os.open(part, os.O_CREAT | os.O_WRONLY, 0o600))
    with translate_faults(), closing(sqlite3.connect(file)) as connection:
        connection.execute("VACUUM INTO ?", (str(part),))
    check(part)
    with part.open("rb") as copied:
        os.fsync(copied.fileno())
    part.rename(target)
    return target


def compact(file: Path) -> tuple[int, int]:
    """Write the file anew without what is free in it: how many bytes it had and has.

    Raises ``StoreUnusable`` while a bot serves it, and without the room that it takes meanwhile.
    """
    with hold_lock(file), closing(sqlite3.connect(file)) as connection:
        before = file.stat().st_size
        needed, free = 2 * before, shutil.disk_usage(file.parent).free  # once more, and in the log
        if free < needed:
            raise StoreUnusable(
                f"{file} needs {needed >> 20} MiB beside it meanwhile, and {free >> 20} are free."
            )
        connection.execute(f"PRAGMA auto_vacuum = {SHRINKING}")
        connection.execute("VACUUM")
    return before, file.stat().st_size


def restore(file: Path, saved: Path) -> Path | None:
    """Put a whole, checked copy of ``saved`` in the place of ``file``, which no bot may serve.

    What was there stays beside it, with its log; returns its new name, if there was any. Raises
    ``StoreUnusable``: nothing has changed then.
    """
    if not saved.is_file():
        raise StoreUnusable(f"There is no file {saved}.")
    check(saved)
    with hold_lock(file):
        aside = _move_aside(file) if file.exists() else None
        copy(saved, file)
    return aside


def _move_aside(file: Path) -> Path:
    target, number = file.with_stem(f"{file.stem}-replaced"), 1
    while target.exists():
        number += 1
        target = file.with_stem(f"{file.stem}-replaced-{number}")
    for end in ("-wal", "-shm", ""):
        part = file.with_name(f"{file.name}{end}")
        if part.exists():
            part.rename(target.with_name(f"{target.name}{end}"))
    return target

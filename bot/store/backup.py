"""Copies of the database while it is in use, and the check of a file before it is.

``python -m bot.store.backup data/starpost.db copy.db`` writes one.

A copy of the file alone misses what is still in the write-ahead log, and can
be torn; ``VACUUM INTO`` writes a whole one from one moment.
"""

from __future__ import annotations

import argparse
import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from bot.store.faults import StoreUnusable


def check(file: Path) -> None:
    """Raises ``StoreUnusable`` when the file is no database or a damaged one."""
    restore = "Put the last good backup in its place and remove the -wal and -shm files beside it."
    try:
        with closing(sqlite3.connect(file)) as connection:
            findings = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode in {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT}:
            raise StoreUnusable(f"The database {file} is damaged. {restore}") from error
        raise StoreUnusable(f"The database {file} cannot be opened: {error}.") from error
    if findings != ("ok",):
        raise StoreUnusable(f"The database {file} is damaged. {restore}")


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
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("VACUUM INTO ?", (str(part),))
    check(part)
    with part.open("rb") as copied:
        os.fsync(copied.fileno())
    part.rename(target)
    return target


def main() -> int:
    """Exit status 1, with words, when there is nothing to copy or no room for it."""
    parser = argparse.ArgumentParser(prog="python -m bot.store.backup", description="Back up.")
    parser.add_argument("file", type=Path, help="the database, in use or not")
    parser.add_argument("copy", type=Path, help="where to; an earlier copy is never overwritten")
    args = parser.parse_args()
    if not args.file.is_file():
        print(f"There is no database {args.file}.", file=sys.stderr)
        return 1
    try:
        print(copy(args.file, args.copy))
    except (StoreUnusable, sqlite3.Error, OSError) as error:
        print(f"No copy was made: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""``python -m bot``: Starpost on Discord, until the process is asked to stop; and what its owner
does to the database."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from bot import upkeep
from bot.allocator import share_arenas
from bot.composition import switch_often
from bot.serving import run


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit status, as ``bot.serving`` lists them."""
    asked = _parser().parse_args(arguments)
    match asked.command:
        case "check":
            return upkeep.compact() if asked.compact else upkeep.check()
        case "backup":
            return upkeep.back_up(asked.copy)
        case "restore":
            return upkeep.restore(asked.backup)
        case "copy-database":
            return upkeep.copy_database(asked.source, asked.target)
    share_arenas()
    switch_often()
    return run()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bot",
        description="Starpost on Discord. Settings come from the environment and the file .env; "
        "the database is that of STARPOST_DATABASE.",
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    commands.add_parser("run", help="serve Discord until asked to stop; this is the default")
    check = commands.add_parser("check", help="say whether the database is sound")
    check.add_argument(
        "--compact",
        action="store_true",
        help="then write it anew without the room that is free in it (SQLite, no bot running); "
        "else nothing changes",
    )
    backup = commands.add_parser("backup", help="copy the database, in use or not (SQLite)")
    backup.add_argument("copy", type=Path, help="where to; an earlier copy is never overwritten")
    restore = commands.add_parser(
        "restore", help="put a backup in the place of the database, which stays beside it (SQLite)"
    )
    restore.add_argument("backup", type=Path, help="the file to restore; it stays")
    copying = commands.add_parser(
        "copy-database", help="copy all matches into an empty database; either may be SQLite's"
    )
    copying.add_argument("source", metavar="FROM", help="such as sqlite:///data/starpost.db")
    copying.add_argument(
        "target", metavar="TO", help="such as postgresql://user:password@host/name"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())

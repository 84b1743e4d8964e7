"""Draft the next migration: ``python -m migrations.new "what changes"``."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from alembic import command

from bot.store.migrate import config, head
from bot.store.sqlite.database_file import migrate
from bot.store.sqlite.engines import migrating_engine


def main(what: str) -> None:
    """Compare ``bot.store.tables`` with what the migrations make so far."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "starpost.db"
        migrate(file, busy_timeout=1)
        with migrating_engine(file, busy_timeout=1).begin() as connection:
            number = f"{int(head()) + 1:04}"
            command.revision(config(connection), what, autogenerate=True, rev_id=number)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])

"""Bringing the schema of a database up to what the code knows, at every start."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from bot.store import backup
from bot.store.engines import migrating_engine
from bot.store.faults import StoreUnusable, translated

SCRIPTS = Path(__file__).resolve().parents[2] / "migrations"
"""Beside the package, in a checkout and in the container image alike."""


def config(connection: Connection) -> Config:
    """Alembic's configuration for one connection; there is no ``alembic.ini``."""
    settings = Config()
    settings.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    settings.attributes["connection"] = connection
    return settings


def head() -> str:
    """The revision that the code knows. Raises ``StoreUnusable`` when there are no scripts."""
    if not SCRIPTS.is_dir():
        raise StoreUnusable(f"The folder {SCRIPTS} is missing: the database cannot be migrated.")
    newest = ScriptDirectory(str(SCRIPTS)).get_current_head()
    assert newest is not None
    return newest


def migrate(file: Path, busy_timeout: float) -> None:
    """Create or upgrade the schema, whole or not at all.

    A database that is behind is copied first. Raises ``StoreUnusable`` when
    it comes from a newer Starpost or from somewhere else, ``StoreBusy`` when
    another process holds it.
    Blocks: not for the thread of the event loop.
    """
    engine = migrating_engine(file, busy_timeout)
    with translated():
        with engine.connect() as connection:
            found = _revision(connection)
        if found == head():
            return
        if found is not None:
            backup.copy(file, file.with_stem(f"{file.stem}-before-{head()}"))
        with engine.begin() as connection:
            _upgrade(connection)


def _revision(connection: Connection) -> str | None:
    """The revision of the database, ``None`` when it is empty."""
    found = MigrationContext.configure(connection).get_current_revision()
    if found is None:
        if inspect(connection).get_table_names():
            raise StoreUnusable("The file is a database, but not one of Starpost.")
        return None
    known = {script.revision for script in ScriptDirectory(str(SCRIPTS)).walk_revisions()}
    if found not in known:
        raise StoreUnusable(
            f"The database was last used by a newer Starpost (schema {found}; this one knows"
            f" up to {head()}). Start the newer version, or restore a backup from before it."
        )
    return found


def _upgrade(connection: Connection) -> None:
    # Nothing happens when another process has just done it.
    command.upgrade(config(connection), "head")
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
    if broken is not None:
        raise StoreUnusable(f"The migration would leave broken references in {broken[0]}.")

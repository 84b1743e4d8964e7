"""Bringing the schema of a database up to what the code knows, at every start."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from bot.store.unusable import StoreUnusable

SCRIPTS = Path(__file__).resolve().parents[2] / "migrations"
"""Beside the package, in a checkout and in the container image alike."""


class NewerSchema(StoreUnusable):
    """A database of a newer Starpost. ``instead``: what can be done but starting that one."""

    def __init__(self, found: str, instead: str = "restore a backup from before it") -> None:
        super().__init__(
            f"The database was last used by a newer Starpost (schema {found}; this one knows"
            f" up to {head()}). Start the newer version, or {instead}."
        )
        self.found = found


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
    return _revisions(SCRIPTS)[0]


@cache
def _revisions(folder: Path) -> tuple[str, ...]:
    """The revisions that have scripts, the newest first. Reading them takes 5 ms."""
    return tuple(script.revision for script in ScriptDirectory(str(folder)).walk_revisions())


def revision(connection: Connection) -> str | None:
    """The revision of the database, ``None`` when it is empty.

    Raises ``NewerSchema`` when it comes from a newer Starpost, ``StoreUnusable`` when it comes
    from somewhere else, or is not one.
    """
    heads = MigrationContext.configure(connection).get_current_heads()
    if len(heads) > 1:
        raise StoreUnusable("The database is damaged: restore a backup.")
    found = heads[0] if heads else None
    if found is None:
        if inspect(connection).get_table_names():
            raise StoreUnusable("This is a database, but not one of Starpost.")
        return None
    if not is_known(found):
        raise NewerSchema(found)
    return found


def is_known(revision: str) -> bool:
    return revision in _revisions(SCRIPTS)


def upgrade(connection: Connection) -> None:
    """Create or upgrade the schema, in the transaction of ``connection``. Raises ``StoreUnusable``
    when that would break references."""
    # Nothing happens when another process has just done it.
    command.upgrade(config(connection), "head")
    if connection.dialect.name != "sqlite":
        return  # others keep their references whole by themselves
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
    if broken is not None:
        raise StoreUnusable(f"The migration would leave broken references in {broken[0]}.")

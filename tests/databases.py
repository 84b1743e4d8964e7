"""The two databases that the store runs on, for fixtures.

What a test says of the store holds on both; a test that looks behind its back says on which.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Coroutine, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Executable, make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.store.sqlite.database_file import migrate
from bot.store.store import SqlStore
from bot.store.tables import metadata
from tools.postgres_server import programs, running

BOTH = ("sqlite", "postgresql")


class Server:
    """Gives empty databases with the schema of today, and takes them back."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._numbers = count(1)
        self._free: list[str] = []

    @contextmanager
    def database(self) -> Iterator[str]:
        """The URL of one. Who used it must have closed the connections."""
        url = self._free.pop() if self._free else self.another()
        yield url
        emptied = "; ".join(f"DELETE FROM {each}" for each in reversed(metadata.sorted_tables))
        self.run("SET lock_timeout = '10s'", f"DO $$ BEGIN {emptied}; END $$", url=url)
        self._free.append(url)

    def run(self, *statements: str, url: str = "") -> None:
        """In the database of ``url``, or in the server's own; outside any transaction."""
        _finish(_run(url or f"{self.url}/postgres", statements))

    def another(self) -> str:
        """The URL of one that is not given back."""
        name = f"test{next(self._numbers)}"
        self.run(f"CREATE DATABASE {name}")
        _finish(_migrated(f"{self.url}/{name}"))
        return f"{self.url}/{name}"


def _finish(work: Coroutine[Any, Any, None]) -> None:
    """On a loop of its own: that of a test may be running."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()


async def _run(url: str, statements: Iterable[str]) -> None:
    engine = create_async_engine(
        make_url(url).set(drivername="postgresql+asyncpg"), isolation_level="AUTOCOMMIT"
    )
    async with engine.connect() as connection:
        for each in statements:
            await connection.exec_driver_sql(each)
    await engine.dispose()


async def _migrated(url: str) -> None:
    store = await SqlStore.open(url)
    await store.aclose()


def put_database(file: Path) -> Path:
    """An empty SQLite file of today where there is none, as the first start of the bot leaves it.

    The migrations make the first alone: they take as long as many a test.
    """
    if not file.exists():
        file.write_bytes(_empty())
        file.chmod(0o600)
    return file


@cache
def _empty() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "starpost.db"
        migrate(file, busy_timeout=5.0)
        return file.read_bytes()


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A PostgreSQL server of this worker's own."""
    if programs() is None and os.environ.get("STARPOST_CI") != "1":
        pytest.skip("no PostgreSQL here: tools/postgres installs it")
    with running() as url:
        yield Server(url)


@pytest.fixture
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database: SQLite's, or that of the parameter of the test."""
    if getattr(request, "param", "sqlite") == "sqlite":
        yield f"sqlite:///{put_database(tmp_path / 'starpost.db')}"
    else:
        server: Server = request.getfixturevalue("server")
        with server.database() as url:
            yield url


def on_both(metafunc: pytest.Metafunc, fixture: str, *behind: str) -> None:
    """Run a test of ``fixture`` on both databases, unless it asks for one of ``behind``, which
    belong to one of them."""
    names = set(metafunc.fixturenames)
    if fixture in names and names.isdisjoint(behind):
        metafunc.parametrize("database", BOTH, indirect=True)


async def behind(store: Any, *statements: str | Executable) -> None:
    """Change what is stored without a word to anybody."""

    def run(connection: Connection) -> None:
        for each in statements:
            connection.execute(text(each) if isinstance(each, str) else each)

    async with store.writing() as work:
        await work._database.run(run)
        await work.commit()

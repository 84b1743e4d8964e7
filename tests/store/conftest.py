from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store.store import SqlStore
from tests.databases import database as database
from tests.databases import on_both
from tests.databases import server as server


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    on_both(metafunc, "store", "file", "server")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "starpost.db"


@pytest.fixture
async def store(database: str) -> AsyncIterator[SqlStore]:
    busy_timeout = 0.2 if database.startswith("sqlite") else 5.0
    opened = await SqlStore.open(database, busy_timeout=busy_timeout)
    yield opened
    await opened.aclose()

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store.store import SqlStore


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "starpost.db"


@pytest.fixture
async def store(file: Path) -> AsyncIterator[SqlStore]:
    opened = await SqlStore.open(f"sqlite:///{file}", busy_timeout=0.2)
    yield opened
    await opened.aclose()

"""Rule cases are collected like tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.cases import CaseFile


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> CaseFile | None:
    if file_path.suffix == ".toml" and file_path.parent.name == "cases":
        return CaseFile.from_parent(parent, path=file_path)
    return None

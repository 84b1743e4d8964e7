"""Rule cases are collected like tests; files of a game are run as ``python -m games`` does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.cli.position import position
from tests.games.cases import CaseFile


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> CaseFile | None:
    if file_path.suffix == ".toml" and file_path.parent.name == "cases":
        return CaseFile.from_parent(parent, path=file_path)
    return None


@pytest.fixture
def run(request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    """What a command prints of a file of the game whose folder the test is in."""

    def run(command: Any = position, **content: Any) -> Any:
        file = tmp_path / "file"
        file.write_text(json.dumps({"game": request.path.parent.name, **content}))
        command(str(file))
        return json.loads(capsys.readouterr().out)

    return run

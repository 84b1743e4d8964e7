"""The command line finds the game."""

from __future__ import annotations

import pytest

from games.cli import tools
from games.galaxy_aflame.game import GAME


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tools, "all_games", lambda: (GAME,))

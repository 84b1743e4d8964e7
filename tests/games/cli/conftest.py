from __future__ import annotations

import pytest

import games
from tests.toy import GAME as TOY


@pytest.fixture
def toy_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy stands among the games, for the command line alone."""
    every = (*games.all_games(), TOY)
    for module in ("games.__main__", "games.cli.tools"):
        monkeypatch.setattr(f"{module}.all_games", lambda: every)

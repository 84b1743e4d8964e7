"""What a recorded match of each game says, as a text diff."""

from __future__ import annotations

from difflib import unified_diff

import pytest

from games import all_games
from tests.games.told import path_of, tell_again


@pytest.mark.parametrize("game", [game.meta.id for game in all_games()])
def test_a_recorded_match_says_what_it_did(game: str) -> None:
    before = path_of(game).read_text(encoding="utf-8").splitlines()
    now = tell_again(game).text.splitlines()
    changed = "\n".join(unified_diff(before, now, "before", "now", lineterm="", n=1))
    assert not changed, f"{changed}\n\nIf it is better: python -m tests.games.told {game}"

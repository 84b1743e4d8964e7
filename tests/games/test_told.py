"""What a recorded match of each game says, as a text diff."""

from __future__ import annotations

from difflib import unified_diff

import pytest

from games import all_games
from tests.games.told import path_of, records, tell_again


def test_every_game_has_a_recorded_match() -> None:
    assert {game for game, name in records() if not name} >= {each.meta.id for each in all_games()}


@pytest.mark.parametrize(("game", "name"), [*records()])
def test_a_recorded_match_says_what_it_did(game: str, name: str) -> None:
    before = path_of(game, name).read_text(encoding="utf-8").splitlines()
    now = tell_again(game, name).text.splitlines()
    changed = "\n".join(unified_diff(before, now, "before", "now", lineterm="", n=1))
    assert not changed, f"{changed}\n\nIf it is better: python -m tests.games.told {game}"

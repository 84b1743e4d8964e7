from __future__ import annotations

import pytest

from tests.games.astral_sailors import leaky
from tests.games.kit import Title
from tools import two_worlds
from tools.two_worlds import PAINTED, PAIRS, WHOLE, Counts, Found, check_seed, faults

LITTLE = Counts(60, 4, 1)
GAME = "astral_sailors"


def test_pairs_of_an_honest_game_are_counted() -> None:
    found = check_seed(GAME, 3, LITTLE)
    assert found.leak == ""
    assert found.counts.pairs >= 60
    assert found.counts.whole >= 4
    assert found.counts.painted >= 1


def test_a_leak_is_told_with_its_seed_and_surface(monkeypatch: pytest.MonkeyPatch) -> None:
    leaking = Title(leaky.ShowsObjectives())
    monkeypatch.setattr(two_worlds, "title_of", lambda name: leaking)
    leak = check_seed(GAME, 3, LITTLE).leak
    assert leak.startswith("seed 3: ")
    assert leak.endswith("can tell two worlds apart: view")


def test_a_leak_or_too_few_pairs_are_faults() -> None:
    enough = Counts(PAIRS, WHOLE, PAINTED)
    assert faults([Found(enough)], enough) == []
    assert faults([Found(Counts(), "seed 3: a leak")], Counts()) == ["seed 3: a leak"]
    fewer = Counts(PAIRS, WHOLE, PAINTED - 1)
    assert faults([Found(fewer)], fewer) == [f"too few pairs: {PAINTED - 1} of {PAINTED} (painted)"]

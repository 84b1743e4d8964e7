"""Suggestions are as good as what computer players do."""

from __future__ import annotations

from itertools import islice

import pytest

from bench.suggestions import ADVISED, Advised, advices, is_good
from tests.amounts import amount

POSITIONS = amount(20, 200)


@pytest.mark.parametrize("advised", ADVISED, ids=lambda each: each.game.meta.id)
def test_the_best_of_three_is_mostly_as_good_as_the_move_of_an_easy_player(
    advised: Advised,
) -> None:
    good = sum(is_good(advised, each) for each in islice(advices(advised, 4), POSITIONS))
    assert good >= POSITIONS * 9 // 10

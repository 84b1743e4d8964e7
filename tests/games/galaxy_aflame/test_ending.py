"""The end of the match (GA-102 to GA-106)."""

from __future__ import annotations

import pytest

from games.galaxy_aflame.meta import META


@pytest.mark.rules("GA-106")
def test_a_player_may_concede_and_both_may_agree_on_a_draw() -> None:
    assert (META.resign_rule, META.draw_rule) == ("GA-106", "GA-106")

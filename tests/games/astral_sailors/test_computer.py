"""The computer player: what it does in positions where something is plainly best."""

from __future__ import annotations

import random

import pytest

from games.astral_sailors.computer import COMPUTER
from games.astral_sailors.moves import Melee, Shoot
from games.core.squares import Facing
from tests.games.astral_sailors.asked_of import decision, seen
from tests.games.astral_sailors.positions import table, unit


@pytest.mark.parametrize("saved_ap", ["round", "carry"])
@pytest.mark.rules("ASCW-D29")
def test_it_attacks_where_action_points_come_with_the_activation_too(saved_ap: str) -> None:
    ap = 2 if saved_ap == "round" else 0
    of = table(
        [unit("R1", "EX3", "F6", Facing.S, ap=ap), unit("B1", "GU3", "F8", lost=0)],
        saved_ap=saved_ap,
    )
    move = COMPUTER.choose(seen(of), decision("activate"), random.Random(1))
    assert isinstance(move, Shoot | Melee), move

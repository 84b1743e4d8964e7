"""Moves in the flow of a match: their end in its order (2.3, D-080)."""

from __future__ import annotations

import pytest

from games.cosmic_conflict.game import GAME
from games.cosmic_conflict.rules.movement import Move
from games.cosmic_conflict.table.tasks import Exchanging
from tests.games.cosmic_conflict.activations import acting, ship, window
from tests.games.cosmic_conflict.scenes import unit


@pytest.mark.rules("CC-123", "D-052")
def test_the_exchanges_of_the_mover_come_first_then_those_of_the_others() -> None:
    enemies = (ship(f"b{n}", "PART", f"2{n} 14", activated=True) for n in (1, 2, 3))
    match = acting(unit("a1", "HORN", "22 9"), *enemies).play("ACTIVATE a1")
    match.play("MOVE TO 22 13 PWS b3").roll(1, 1)
    assert match.told("Exchanged")[0].enemy.id == "b3"
    elected = []
    while window(match) in ("pws", "absorb"):
        if isinstance(task := match.course.agenda[-1], Exchanging):
            elected.append(task.enemies[0])
        match.play("REACT NO")
    assert elected == ["b1", "b2"]


@pytest.mark.rules("CC-024", "D-065")
def test_a_preview_shows_the_move_although_the_enemy_may_fire_first() -> None:
    match = acting(ship("a1", "WREN", "20 5"), ship("b1", "HALB", "20 14", token=True))
    match.play("ACTIVATE a1", "REACT NO")
    (decision,) = match.open
    shown = GAME.preview(match.view(1), decision, Move())
    assert shown.table.units["a1"].at == (2000, 700)
    match.play("MOVE V0")
    assert window(match) == "interrupt"
    assert match.unit("a1").at == (2000, 500)

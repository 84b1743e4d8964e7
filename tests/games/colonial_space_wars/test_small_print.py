"""What a changed number or sign in the rules must not get past."""

from __future__ import annotations

import pytest

from games.colonial_space_wars.game import GAME
from games.colonial_space_wars.rules import transports
from games.core.types import Chance
from tests.games.colonial_space_wars.course import position, setup


@pytest.mark.rules("CSW-20")
def test_the_initiative_is_rolled_with_dice_of_six_sides() -> None:
    course = setup().play("R: FACTION UNION", "B: FACTION UNION", "R: READY", "B: READY")
    pending = GAME.pending(course.state)
    assert isinstance(pending, Chance)
    assert [(roll.count, roll.sides) for roll in pending.rolls] == [(1, 6), (1, 6)]


@pytest.mark.rules("CSW-19")
def test_a_unit_is_added_after_the_last_of_its_type() -> None:
    course = setup({"army_mode": "points"})
    course.play("R: FACTION UNION", "R: DROP BAS", "R: ADD BRI")
    units = course.state.sheets[0].units
    assert units.index("LAN") == units.index("BRI") + units.count("BRI")


@pytest.mark.rules("CSW-67")
def test_who_is_not_inside_a_transport_cannot_get_off_anywhere() -> None:
    table = position({"R1": "BRI F5", "B1": "PIL A1"}).table
    assert transports.exits(table, table.units["R1"]) == ()

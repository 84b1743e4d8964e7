"""Formations and Escorts: where their ships are shown, and what is offered to them (2.14)."""

from __future__ import annotations

import pytest

from games.core.geometry.plane import Point
from games.cosmic_conflict.rules.attacks import shared
from games.cosmic_conflict.table import bonds
from games.cosmic_conflict.table.bonds import Bond, Stance
from tests.games.cosmic_conflict.activations import ship
from tests.games.cosmic_conflict.asking import labels
from tests.games.cosmic_conflict.matches import standing
from tests.games.cosmic_conflict.scenes import du, scene, unit

MEMBER = Bond("a1", "member", du("1.2 1.6"))
ESCORT = Bond("a1", "escort", bearing=330)


@pytest.mark.rules("D-074", "D-077")
@pytest.mark.parametrize(
    ("bond", "shown"), [(None, "20 10"), (MEMBER, "21.2 11.6"), (ESCORT, "20.5 10.86")]
)
def test_a_bound_ship_is_shown_beside_the_point_that_it_shares(
    bond: Bond | None, shown: str
) -> None:
    ward = unit("a1", "VANG", "20 10", heading=60)
    table = scene(ward, unit("a2", "HALB", "20 10", bond=bond), formations=True, escorts=True)
    assert table.shown_at(table.units["a2"]) == du(shown)
    assert table.shown_at(table.units["a1"]) == du("20 10")


@pytest.mark.rules("D-074")
def test_a_ship_that_is_not_on_the_board_is_shown_nowhere() -> None:
    table = scene(unit("a1", "VANG"), formations=True, escorts=True)
    assert table.shown_at(table.units["a1"]) is None


@pytest.mark.rules("D-074")
def test_only_members_of_a_formation_have_a_place_aside() -> None:
    assert ESCORT.aside == bonds.NOWHERE == Point(0, 0)


@pytest.mark.rules("CC-270", "CC-271", "D-047")
@pytest.mark.parametrize(
    ("stance", "offered"),
    [("offensive", ["b1 Citadel", "b1 Citadel with a2 KIN1"]), ("defensive", ["b1 Citadel"])],
)
def test_support_is_offered_to_an_offensive_formation(stance: Stance, offered: list[str]) -> None:
    table = scene(
        ship("a1", "HALB", "20 10", stance=stance),
        ship("a2", "HALB", "20 10", bond=MEMBER),
        ship("a3", "HALB", "20 10", bond=MEMBER, used=(0,)),
        ship("b1", "CITA", "20 19", activated=True),
        formations=True,
    )
    match = standing(table, "activation").step("begin-activation").play("ACTIVATE a1")
    assert labels(match, "fireKIN1") == offered


@pytest.mark.rules("D-075", "CC-270")
def test_each_other_member_joins_a_snap_attack_with_its_largest_weapon() -> None:
    members = (ship("a2", "VANG", "20 10", bond=MEMBER), ship("a3", "HALB", "20 10", bond=MEMBER))
    lead, foe = ship("a1", "HALB", "20 10", stance="defensive"), ship("b1", "CITA", "20 19")
    table = scene(lead, *members, foe, formations=True)
    unit, target = table.units["a1"], table.units["b1"]
    assert shared.salvo(table, unit, target) == (("a2", "KIN1"), ("a3", "KIN1"))
    assert shared.salvo(table, target, unit) == ()

"""What each kind of terrain of the catalogue does (CC-194 to 209), by its effects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from games.core.types import Forbidden
from games.cosmic_conflict.content import maps
from games.cosmic_conflict.content.terrain import (
    Feature,
    dangers_at,
    hazards_at,
    line_of_fire,
    solid_at,
)
from games.cosmic_conflict.rules import terrain
from games.cosmic_conflict.rules.setup.agreeing import ProposeNew
from games.cosmic_conflict.space import SCALE
from tests.games.cosmic_conflict.activations import acting, pass_over, ship
from tests.games.cosmic_conflict.matches import Match
from tests.games.cosmic_conflict.scenes import du, plain, scene, unit

CENTRE = "27 15"


def one(kind: str, **fields: Any) -> tuple[Feature, ...]:
    """A feature of a kind around (27, 15); Mobile ones move to the north."""
    return maps.features([{"kind": kind, "at": [27, 15], **fields}])


def shot(kind: str, east: str = "0") -> tuple[str, int, int]:
    """A shot due north past the centre, so far to the east of it: what stops it, Accuracy,
    Blocking requests."""
    off = SCALE.point(f"{east} 0").x
    found = line_of_fire(one(kind), du("27 2").plus(off, 0), du("27 28").plus(off, 0))
    return found.stopped, found.accuracy, found.requests


def harm(kind: str, at: str = CENTRE) -> tuple[bool, int, int]:
    """At a place: whether it destroys, its Dangerous and its Hazardous damage to Size 3."""
    found = one(kind)
    dangerous, hazardous = (
        sum(amount for _, amount in each(found, du(at), 3)) for each in (dangers_at, hazards_at)
    )
    return solid_at(found, du(at)) is not None, dangerous, hazardous


FREE = ("", 0, 0)
STOPPED = ("T1", 0, 0)
HARMLESS = (False, 0, 0)
SOLID = (True, 0, 0)


@pytest.mark.parametrize(
    ("kind", "radius", "through", "inside"),
    [
        pytest.param("planet", 4, STOPPED, SOLID, marks=pytest.mark.rules("CC-194", "CC-184")),
        pytest.param("moon", 2.5, STOPPED, SOLID, marks=pytest.mark.rules("CC-194", "CC-184")),
        pytest.param(
            "asteroid_field", 3, ("", 0, 1), (False, 0, 3), marks=pytest.mark.rules("CC-195")
        ),
        pytest.param("massive_asteroid", 1.5, STOPPED, SOLID, marks=pytest.mark.rules("CC-196")),
        pytest.param("dust_cloud", 3, ("", -1, 0), HARMLESS, marks=pytest.mark.rules("CC-197")),
        pytest.param("plasma_storm", 3, STOPPED, (False, 3, 0), marks=pytest.mark.rules("CC-200")),
        pytest.param(
            "meteor_swarm", 2.5, ("", -2, 0), (False, 3, 3), marks=pytest.mark.rules("CC-201")
        ),
        pytest.param("wreckage", 2, ("", -1, 0), (False, 0, 3), marks=pytest.mark.rules("CC-203")),
        pytest.param("wormhole_entrance", 3, FREE, HARMLESS, marks=pytest.mark.rules("CC-206")),
        pytest.param("wormhole_exit", 3, FREE, HARMLESS, marks=pytest.mark.rules("CC-207")),
        pytest.param(
            "gravity_anomaly_field", 4, ("", 0, 1), HARMLESS, marks=pytest.mark.rules("CC-209")
        ),
    ],
)
def test_a_kind_does_this_to_shots_through_it_and_to_ships_in_it(
    kind: str, radius: float, through: tuple[str, int, int], inside: tuple[bool, int, int]
) -> None:
    assert shot(kind) == through
    assert harm(kind) == inside
    assert shot(kind, f"{radius - 0.01:.2f}") == through
    assert shot(kind, str(radius)) == FREE
    assert harm(kind, f"27 {15 + radius - 0.01:.2f}") == inside
    assert harm(kind, f"27 {15 + radius}") == HARMLESS


@pytest.mark.rules("CC-198", "D-011", "D-020")
def test_the_bands_of_a_gas_nebula_add_up() -> None:
    found = [shot("gas_nebula", east) for east in ("0", "2.49", "2.5", "4.49", "4.5")]
    assert found == [("", -2, 0), ("", -2, 0), ("", -1, 0), ("", -1, 0), FREE]
    assert harm("gas_nebula") == HARMLESS


@pytest.mark.rules("CC-199", "D-011")
def test_a_dense_gas_nebula_conceals_with_its_core_only() -> None:
    found = [shot("dense_gas_nebula", east) for east in ("0", "2.49", "2.5", "4.49", "4.5")]
    assert found == [STOPPED, STOPPED, ("", -1, 0), ("", -1, 0), FREE]
    assert harm("dense_gas_nebula") == HARMLESS, "it is not Solid"


@pytest.mark.rules("CC-204", "D-078")
def test_a_minefield_is_six_by_three_and_hurts_in_both_ways() -> None:
    assert shot("minefield") == FREE
    assert harm("minefield") == (False, 6, 3)
    assert harm("minefield", "29.99 16.49") == (False, 6, 3)
    assert harm("minefield", "30 15") == harm("minefield", "27 16.5") == HARMLESS


@pytest.mark.rules("CC-205", "D-078")
def test_an_ancient_minefield_is_six_by_three_and_blocks() -> None:
    assert shot("ancient_minefield") == shot("ancient_minefield", "2.99") == ("", 0, 1)
    assert shot("ancient_minefield", "3") == FREE
    assert harm("ancient_minefield") == harm("ancient_minefield", "29.99 16.49") == (False, 0, 6)
    assert harm("ancient_minefield", "30 15") == HARMLESS


@pytest.mark.rules("CC-202", "CC-192")
def test_a_giant_meteor_is_solid_and_draws_a_dangerous_tail() -> None:
    assert harm("giant_meteor", "27 16.49") == SOLID
    assert harm("giant_meteor", "27 12") == (False, 0, 3)
    assert harm("giant_meteor", "27 17") == HARMLESS
    tail = line_of_fire(one("giant_meteor"), du("20 11"), du("34 11"))
    assert tail == ("", (("T1", 1),), ())
    assert line_of_fire(one("giant_meteor"), du("20 16"), du("34 16")).stopped == "T1"


@pytest.mark.parametrize(
    ("kind", "after"),
    [
        pytest.param("massive_asteroid", "27 17", marks=pytest.mark.rules("CC-196", "CC-192")),
        pytest.param("meteor_swarm", "27 18", marks=pytest.mark.rules("CC-201", "CC-192")),
        pytest.param("giant_meteor", "27 18", marks=pytest.mark.rules("CC-202", "CC-192")),
    ],
)
def test_a_mobile_kind_moves_so_far_each_turn(kind: str, after: str) -> None:
    table = replace(scene(unit("a1", plain(1), "5 5")), features=one(kind, direction=0))
    (moved,) = terrain.move_terrain(table).moved
    assert moved.zones[0].centre == du(after)


@pytest.mark.rules("CC-192", "CC-194", "CC-195", "CC-197", "CC-198", "CC-203", "D-084")
def test_all_other_kinds_stay_where_they_are() -> None:
    mobile = {kind for kind in maps.KINDS if one(kind)[0].mobile}
    assert mobile == {"massive_asteroid", "meteor_swarm", "giant_meteor"}
    still = replace(scene(), features=one("planet") + one("wreckage") + one("minefield"))
    assert terrain.move_terrain(still).table == still


def ended(kind: str, more: Mapping[str, Any] | None = None) -> Match:
    """A ship has ended its move 1.50 to the west of the centre."""
    feature = {"kind": kind, "at": [27, 15], **(more or {})}
    start = ship("a1", plain(3), "25.5 13")
    match = acting(start, ship("b1", plain(3), "50 28", activated=True), terrain=[feature])
    return pass_over(match.play("ACTIVATE a1", "MOVE V0"))


@pytest.mark.rules("CC-206", "CC-207", "CC-208", "CC-193", "D-085")
@pytest.mark.parametrize(
    ("kind", "at"), [("wormhole_entrance", "26.5 15"), ("wormhole_exit", "24.5 15")]
)
def test_wormholes_displace_ships_alone_and_with_more_attributes(kind: str, at: str) -> None:
    match = ended(kind)
    assert match.dice == ()
    assert match.unit("a1").at == du(at)
    hazardous = ended(kind, {"hazardous": 1})
    assert hazardous.unit("a1").at == du(at)
    assert hazardous.unit("a1").health == 3


@pytest.mark.rules("CC-209", "CC-193", "D-085")
def test_a_gravity_anomaly_pushes_in_a_direction_of_the_dice() -> None:
    match = ended("gravity_anomaly_field")
    assert len(match.dice) == 2
    match.roll(2, 4)
    assert match.unit("a1").at == du("26.5 15"), "(6 · 1 + 3) · 10 degrees: due east"


@pytest.mark.rules("CC-195", "CC-190", "CC-203")
@pytest.mark.parametrize("kind", ["asteroid_field", "wreckage"])
def test_a_ship_that_ends_its_move_in_a_hazardous_kind_is_hurt(kind: str) -> None:
    match = ended(kind)
    assert match.unit("a1").health == 3
    (hurt,) = match.told("UnitDamaged")
    assert (hurt.amount, hurt.cause, hurt.by) == (3, "hazard", "T1")


@pytest.mark.rules("CC-194", "CC-185")
def test_a_ship_that_ends_its_move_in_a_moon_is_destroyed() -> None:
    start = ship("a1", plain(3), "25.5 13")
    enemy = ship("b1", plain(3), "50 28", activated=True)
    for kind in ("moon", "planet"):
        match = acting(start, enemy, terrain=[{"kind": kind, "at": [27, 15]}])
        match.play("ACTIVATE a1")
        assert match.refused("MOVE V0") == "E-SOLID-CONFIRM"
        pass_over(match.play("MOVE V0 CONFIRM"))
        assert match.unit("a1").state == "destroyed"


@pytest.mark.rules("CC-182")
def test_a_board_takes_60_pieces_of_terrain() -> None:
    new = ProposeNew(terrain="wreckage", at=du("20 12"))
    pieces = [{"kind": "moon", "at": [27, 15]}] * 59
    assert not isinstance(new.change(scene(terrain=pieces)), Forbidden)
    assert isinstance(new.change(scene(terrain=[*pieces, pieces[0]])), Forbidden)

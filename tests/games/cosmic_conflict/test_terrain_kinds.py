"""What each kind of terrain of the catalogue does (CC-194 to 209), by its effects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from games.core.types import Forbidden
from games.cosmic_conflict.content import maps
from games.cosmic_conflict.content.terrain import Feature
from games.cosmic_conflict.rules import terrain
from games.cosmic_conflict.rules.setup.agreeing import ProposeNew
from tests.games.cosmic_conflict.activations import acting, pass_over, ship
from tests.games.cosmic_conflict.matches import Match
from tests.games.cosmic_conflict.scenes import du, plain, scene, unit


def one(kind: str, **fields: Any) -> tuple[Feature, ...]:
    """A feature of a kind around (27, 15); Mobile ones move to the north."""
    return maps.features([{"kind": kind, "at": [27, 15], **fields}])


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


@pytest.mark.rules("CC-182")
def test_a_board_takes_60_pieces_of_terrain() -> None:
    new = ProposeNew(terrain="wreckage", at=du("20 12"))
    pieces = [{"kind": "moon", "at": [27, 15]}] * 59
    assert not isinstance(new.change(scene(terrain=pieces)), Forbidden)
    assert isinstance(new.change(scene(terrain=[*pieces, pieces[0]])), Forbidden)

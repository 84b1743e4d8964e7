"""Missiles and their tokens, and Area Weapons Systems against them (CC-097 to 103)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from games.core.geometry.plane import Point
from games.core.types import Forbidden
from games.cosmic_conflict.odds import Modifier
from games.cosmic_conflict.rules.attacks import targeting
from games.cosmic_conflict.rules.attacks.shots import check_aws
from games.cosmic_conflict.rules.attacks.targeting import (
    LostToken,
    declared,
    launched,
    resolved,
    spent,
)
from games.cosmic_conflict.table.tasks import Attack
from games.cosmic_conflict.table.units import MarkEffect, MissileToken, Table
from tests.games.cosmic_conflict.scenes import du, scene, unit

MOON = {"kind": "moon", "disc": [22, 16, 2]}
DUST = {"kind": "dust_cloud", "disc": [20, 15, 1.5]}


def strike(target: str = "24 20", terrain: Sequence[Mapping[str, Any]] = ()) -> Table:
    """The Longbow of W-28 and a Partisan, with a Bulwark far away."""
    return scene(
        unit("a1", "LONG", "10 5", heading=30),
        unit("b1", "PART", target),
        unit("b2", "BULW", "50 28"),
        terrain=terrain,
    )


def at(table: Table, id: str, **fields: Any) -> Table:
    return table.put(replace(table.units[id], **fields))


def attack(table: Table, *effects: MarkEffect) -> Attack:
    return declared(table, table.units["a1"], 0, table.units["b1"], effects)


def launch(table: Table, *effects: MarkEffect, point: Point | None = None) -> MissileToken:
    return launched(table, attack(table, *effects), "m1", effects, point)


def flying(
    target: str, terrain: Sequence[Mapping[str, Any]] = (), *effects: MarkEffect
) -> Attack | LostToken:
    """What becomes of the token of W-28 when its target has moved."""
    token = replace(launch(strike()), effects=effects)
    return resolved(strike(target, terrain), token)


def refused(table: Table, *effects: MarkEffect, point: Point | None = None) -> tuple[str, str]:
    with pytest.raises(Forbidden) as found:
        launch(table, *effects, point=point)
    return found.value.code, found.value.sentence


# --- At once ---


@pytest.mark.rules("CC-098", "CC-099")
@pytest.mark.parametrize(("target", "token"), [("10 15", False), ("10 15.01", True)])
def test_a_missile_beyond_ten_needs_a_token(target: str, token: bool) -> None:
    table = at(strike(target), "a1", heading=0)
    assert attack(table).needs_token == token
    direct = scene(unit("a1", "VANG", "10 5"), unit("b1", "PART", target))
    assert not attack(direct).needs_token


# --- Launching ---


@pytest.mark.rules("W-28", "CC-103", "D-051")
def test_w28_an_aws_removes_a_token_within_twice_its_ships_size() -> None:
    table = replace(strike(), missiles=(launch(strike()),))

    def used(place: str) -> str:
        there = at(table, "b2", at=du(place))
        try:
            check_aws(there, there.units["b2"], 0, table.missiles[0])
        except Forbidden as wrong:
            return f"{wrong.code}: {wrong.sentence}"
        return ""

    assert used("20 17") == ""
    assert used("21 17") == "E-RANGE: m1 is 6.29 away, and b2's AWS1 reaches 6.00."


@pytest.mark.rules("CC-103", "D-051")
def test_an_aws_is_used_once_a_turn_against_enemy_fighters_and_tokens_only() -> None:
    table = scene(
        unit("a1", "LONG", "10 5"),
        unit("a2", "WASP", "20 20"),
        unit("a3", "DART", "20 21"),
        unit("b1", "PART", "24 20"),
        unit("b2", "BULW", "20 18"),
        unit("b3", "WASP", "20 17"),
    )
    own = MissileToken("m2", du("20 18"), "b1", 0, "a1", 2400)
    table = replace(table, missiles=(own,))
    bulwark = table.units["b2"]
    check_aws(table, bulwark, 0, table.units["a2"])

    def faulty(aws: Any, target: Any) -> None:
        with pytest.raises(Forbidden) as wrong:
            check_aws(table, aws, 0, target)
        assert (wrong.value.code, wrong.value.rule) == ("E-USED", "CC-103")

    for target in (table.units["a3"], table.units["b3"], own):
        faulty(bulwark, target)
    faulty(spent(table, bulwark, 0), table.units["a2"])
    faulty(replace(bulwark, off=(0,)), table.units["a2"])
    faulty(bulwark, replace(table.units["a2"], at=None, aboard="a1"))


@pytest.mark.rules("CC-099", "CC-031", "CC-097", "D-049")
def test_range_arc_and_line_of_fire_are_checked_at_the_launch() -> None:
    assert refused(at(strike(), "a1", heading=300))[0] == "E-ARC"
    assert refused(strike("24 26"))[0] == "E-RANGE"
    assert refused(strike(terrain=[MOON]))[0] == "E-LOS"


@pytest.mark.rules("CC-099", "D-049")
def test_the_point_of_a_token_may_be_chosen_within_limits() -> None:
    moon = {"kind": "moon", "disc": [14, 12, 1]}
    table = strike(terrain=[moon])
    assert launch(table, point=du("16 13")).at == du("16 13")
    assert launch(table, point=du("20 5")).at == du("20 5")
    faults = {
        "20.01 5": "The token's point (20.01, 5.00) is 10.01 from a1; at most 10.00 are allowed.",
        "10 -0.01": "The token's point (10.00, -0.01) is off the board.",
        "14 12.5": "The token's point (14.00, 12.50) is inside Moon T1.",
        "14.5 13.5": "Moon T1 is between a1 and the token's point.",
    }
    for point, sentence in faults.items():
        assert refused(table, point=du(point)) == ("E-TOKEN-POINT", sentence)
    near = at(strike("10 12"), "a1", heading=0)
    only = "Only Missiles at a target beyond 10.00 set a token."
    assert refused(near, point=du("10 10")) == ("E-TOKEN-POINT", only)


@pytest.mark.rules("CC-173", "D-029", "D-050")
def test_a_longer_range_at_the_launch_is_the_tokens_limit() -> None:
    table = strike("24 26")
    token = launch(table, "range")
    assert (token.limit, token.effects) == (2800, ("range",))
    assert isinstance(resolved(at(table, "b1", at=token.at.plus(2800, 0)), token), Attack)
    assert isinstance(resolved(at(table, "b1", at=token.at.plus(2801, 0)), token), LostToken)


# --- Resolving ---


@pytest.mark.rules("W-30", "CC-100", "D-050")
def test_w30_a_token_is_lost() -> None:
    assert flying("40.8 13.5") == LostToken("m1", "range", 2401)
    found = flying("40.79 13.5")
    assert isinstance(found, Attack)
    assert found.distance == 2400
    lost = flying("27 19", [MOON])
    assert isinstance(lost, LostToken)
    assert (lost.reason, lost.feature) == ("line", "T1")


@pytest.mark.rules("CC-100", "D-050")
@pytest.mark.parametrize("change", [{"state": "destroyed"}, {"state": "fled"}, {}])
def test_a_token_whose_target_left_is_lost(change: dict[str, Any]) -> None:
    token = launch(strike())
    gone = at(strike(), "b1", at=None, **change)
    assert resolved(gone, token) == LostToken("m1", "target")


@pytest.mark.rules("CC-100", "D-050")
def test_a_token_needs_no_arc_and_no_launcher_and_finds_defences_as_they_are() -> None:
    table = strike("17 5")
    token = launch(strike())
    gone = at(table, "a1", at=None, state="destroyed", heading=180)
    found = resolved(at(gone, "b1", evading=True), token)
    assert isinstance(found, Attack)
    assert found.attacker == "a1"
    assert Modifier("evasive", -1) in found.terms.accuracy
    assert found.terms.damage == (Modifier("size", -1), Modifier("pws", -1))
    covered = resolved(at(gone, "b2", at=du("17 11")), token)
    assert isinstance(covered, Attack)
    assert covered.terms.damage[-1] == Modifier("aws", -1)


@pytest.mark.rules("CC-171", "D-050")
def test_mark_effect_1_bought_at_the_launch_still_counts() -> None:
    token = launch(strike(), "accuracy")
    found = resolved(strike("23 17"), token)
    assert isinstance(found, Attack)
    assert found.terms.accuracy == (Modifier("size", 1), Modifier("mark", 2))


@pytest.mark.rules("CC-172", "D-050", "D-069", "W-45")
def test_w45_a_missile_with_mark_effect_2_flies_round_a_moon() -> None:
    table = strike(terrain=[MOON])
    token = launch(table, "terrain")
    found = resolved(at(table, "b1", at=du("27 19")), token)
    assert isinstance(found, Attack)
    assert (found.terms.accuracy, found.blocking) == ((Modifier("size", 1),), ())
    cloudy = flying("30 22", [DUST, {"kind": "asteroid_field", "disc": [23, 16, 1.5]}], "terrain")
    assert isinstance(cloudy, Attack)
    assert (cloudy.terms.accuracy, cloudy.blocking) == ((Modifier("size", 1),), ())
    solid = at(table, "a1", at=du("15 12"))
    point = "Moon T1 is between a1 and the token's point."
    assert refused(solid, "terrain", point=du("24.1 16")) == ("E-TOKEN-POINT", point)


def test_the_reach_of_an_aws_grows_with_its_ship() -> None:
    table = strike()
    assert targeting.aws_reach(table, table.units["b2"]) == 600

"""More than two sides (D-087): settings, maps, turns, deployment, scoring and an agreed end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.core.geometry.plane import Board, Disc, Point, Rectangle
from games.core.types import Ending, Forbidden, Seats
from games.cosmic_conflict import GAME
from games.cosmic_conflict.agreement import Agreement
from games.cosmic_conflict.content import maps
from games.cosmic_conflict.content.catalogue import BASE
from games.cosmic_conflict.content.designs import Design
from games.cosmic_conflict.content.limits import FleetUnit
from games.cosmic_conflict.rules import scoring
from games.cosmic_conflict.rules.setup import preparation
from games.cosmic_conflict.rules.turns import activation, resolution
from games.cosmic_conflict.space import DU
from games.cosmic_conflict.state import State, StepBuilder
from games.cosmic_conflict.table.course import (
    Acting,
    ActivationPhase,
    ConditionScore,
    MatchResult,
    Progress,
)
from games.cosmic_conflict.table.units import Condition, Placement, Table, Unit
from tests.games.cosmic_conflict.matches import Match, standing
from tests.games.cosmic_conflict.scenes import code, du, plain, scene, unit

SMALL, WREN = plain(1), FleetUnit("WREN")
PLANET = """title = "Far worlds"
[[maps]]
key = "walled"
name = "Walled"
size = [54, 54]
features = [{ kind = "planet", disc = [2, 27, 53] }]
"""


def ship(id: str, design: Design = SMALL, at: str = "10 10", **fields: Any) -> tuple[Unit, Design]:
    return unit(id, design, at, **fields)


def three(*ids: str, **fields: Any) -> Table:
    return scene(*map(ship, ids or ("a1", "b1", "c1")), side_count=3, **fields)


@pytest.mark.rules("D-087")
@pytest.mark.parametrize(("initiative", "order"), [(1, (1, 2, 3)), (2, (2, 3, 1)), (3, (3, 1, 2))])
def test_the_sides_take_turns_in_their_order_from_the_initiative_on(
    initiative: int, order: tuple[int, ...]
) -> None:
    table = three(initiative=initiative)
    assert table.rotation() == order
    assert [table.others(side) for side in table.sides] == [(2, 3), (3, 1), (1, 2)]
    assert resolution.next_turn(table).initiative == order[1]


@pytest.mark.rules("D-087", "CC-061")
@pytest.mark.parametrize(("dice", "winner"), [((2, 5, 4), 2), ((5, 2, 5), 0), ((1, 1, 3), 3)])
def test_the_strictly_highest_die_wins_the_roll_off(dice: tuple[int, ...], winner: int) -> None:
    assert resolution.roll_off(dice) == winner


@pytest.mark.rules("D-087", "CC-069", "CC-071")
def test_activation_passes_on_to_the_next_side_that_has_not_passed() -> None:
    table = three("a1", "a2", "b1", "c1", initiative=2)
    first = activation.first(table)
    assert first == ActivationPhase(1, 2, 1)
    table = table.put(replace(table.units["b1"], activated=True))
    second = activation.after(table, first)
    assert second == ActivationPhase(1, 3, 1)
    third = activation.after(table, replace(second, passed=(1,)))
    assert third == ActivationPhase(1, 3, 1, passed=(1,))
    assert activation.after(table, second) == ActivationPhase(1, 1, 1)


@pytest.mark.rules("CC-213", "D-065")
@pytest.mark.parametrize(
    ("stopping", "acting", "proposed"),
    [(0, False, False), (1, False, False), (2, False, True), (2, True, False)],
)
def test_a_side_is_asked_whether_to_stop_when_another_proposes_it(
    stopping: int, acting: bool, proposed: bool
) -> None:
    course = Progress(
        Agreement(),
        phase="activation",
        activation=ActivationPhase(1, 1, 1),
        acting=Acting("a1") if acting else None,
        stopping=stopping,
    )
    (decision,) = activation.decisions(StepBuilder(State(three(), course)))
    assert decision.proposed == proposed


@pytest.mark.rules("D-065", "D-087")
def test_every_opponent_has_an_interrupt_point() -> None:
    table = three()
    builder = StepBuilder(State(table, Progress(Agreement())))
    points = builder.interruptions("moved", table.units["b1"])
    assert [(each.side, each.point, each.unit) for each in points] == [
        (3, "moved", "b1"),
        (1, "moved", "b1"),
    ]


@pytest.mark.rules("CC-211", "D-003")
def test_a_zone_runs_along_the_edge_of_its_side() -> None:
    board = Board(36 * DU, 24 * DU, 1)
    assert preparation.zone(board, 1) == Rectangle(0, 0, 36 * DU, 8 * DU)
    assert preparation.zone(board, 2) == Rectangle(0, 16 * DU, 36 * DU, 24 * DU)
    assert preparation.zone(board, 3) == Rectangle(0, 0, 8 * DU, 24 * DU)
    assert preparation.zone(board, 4) == Rectangle(28 * DU, 0, 36 * DU, 24 * DU)


@pytest.mark.rules("CC-211", "D-003", "D-087", "D-088")
def test_a_ship_starts_within_8_of_its_own_edge_and_faces_the_other() -> None:
    agreed = Agreement.model_validate({"sides": 4})
    table = preparation.opening(agreed)
    units = [
        each for side in table.sides for each in preparation.units(BASE.designs, side, (WREN,) * 2)
    ]
    table = table.put(*units)
    assert [each.heading for each in units] == [0, 0, 180, 180, 90, 90, 270, 270]
    slots = [preparation.automatic(table, each).at for each in units]
    assert slots == [*map(du, ("18 4", "36 4", "18 50", "36 50", "4 18", "4 36", "50 18", "50 36"))]
    legal = {"a1": "46 8", "b1": "8 46", "c1": "8 46", "d1": "46 8"}
    beyond = {"a1": "27 8.01", "b1": "27 45.99", "c1": "8.01 27", "d1": "45.99 27"}
    for id, at in legal.items():
        assert preparation.refuse_placement(table, Placement(id, du(at)), in_order=False) is None
    for id, at in beyond.items():
        refused = preparation.refuse_placement(table, Placement(id, du(at)), in_order=False)
        assert code(refused) == "E-ZONE"


@pytest.mark.rules("D-088")
def test_a_slot_inside_solid_terrain_moves_along_its_edge() -> None:
    wren = unit("c1", "WREN")
    table = scene(wren, terrain=[{"kind": "moon", "disc": [4, 27, 2.5]}], side_count=3)
    table = replace(table, board=Board(54 * DU, 54 * DU, 1))
    assert preparation.automatic(table, wren[0]).at == du("4 30")


@pytest.mark.rules("D-079", "D-003")
@pytest.mark.parametrize("key", ["crossroads", "four_winds"])
def test_maps_for_four_are_the_same_after_a_quarter_turn(key: str) -> None:
    found = BASE.maps[key]
    assert (found.width, found.height) == (54 * DU, 54 * DU)
    assert all(maps.has_room(found, side) for side in range(1, 5))

    def told(turns: bool) -> list[Any]:
        return sorted(
            (
                each.kind,
                _turned(each.zones[0].centre) if turns else each.zones[0].centre,
                (each.direction - 90 * turns) % 360 if each.mobile else 0,
                [zone.shape.radius for zone in each.zones if isinstance(zone.shape, Disc)],
            )
            for each in found.features
        )

    assert told(turns=True) == told(turns=False)


def _turned(at: Point) -> Point:
    return Point(54 * DU - at.y, at.x)


@pytest.mark.rules("D-087", "D-003", "D-088", "CC-221", "CC-225")
@pytest.mark.parametrize(
    ("named", "rule"),
    [
        ({}, ""),
        ({"map": "four_winds", "deploy": "secret"}, ""),
        ({"scenario": "deep_survey"}, "CC-221"),
        ({"scenario": "contested_marks"}, "CC-225"),
        ({"map": "veil"}, "D-003"),
        ({"map": "quick"}, "D-003"),
        ({"map": "pack", "pack": PLANET}, "D-088"),
    ],
)
def test_more_than_two_sides_need_a_square_map_and_a_scenario_for_them(
    named: dict[str, Any], rule: str
) -> None:
    two = {"map": "crossroads", "scenario": "open", **named}
    assert GAME.fault(Agreement.model_validate(two), Seats.alone(2)) is None
    for count in (3, 4):
        settings = Agreement.model_validate(Agreement.for_teams(named, count))
        refused = GAME.fault(settings, Seats.alone(count))
        assert getattr(refused, "rule", "") == rule
        assert refused is None or f"{count}" in refused.sentence or "side 3" in refused.sentence
        assert GAME.fault(settings, Seats.alone(2)) is not None
    usual = Agreement.model_validate({"sides": 3})
    assert (usual.map, usual.scenario, usual.vc_random) == ("crossroads", "open", 3)
    assert (usual.board_w, usual.board_h) == (54 * DU, 54 * DU)


@pytest.mark.rules("D-087")
def test_a_team_of_the_lobby_is_a_side() -> None:
    refused = GAME.fault(Agreement(), Seats.alone(3))
    assert isinstance(refused, Forbidden)
    assert (refused.rule, refused.sentence) == ("D-087", "The seats form 3 sides, not 2.")


@pytest.mark.rules("CC-211", "D-087")
def test_three_sides_deploy_by_turns() -> None:
    ids = ("a1", "a2", "b1", "c1", "c2")
    table = scene(*(ship(id, at="") for id in ids), side_count=3, initiative=3)
    order = []
    while (side := preparation.deployer(table)) is not None:
        placed = preparation.placeable(table, side)[0]
        order.append(placed.id)
        table = table.put(replace(placed, at=du("10 4")))
    assert order == ["c1", "a1", "b1", "c2", "a2"]


@pytest.mark.rules("CC-219", "D-087", "D-093")
def test_a_condition_goes_to_the_strictly_best_of_those_who_can_win_it() -> None:
    hit = (Condition(4), Condition(7))
    table = scene(
        ship("a1", conditions=hit), ship("b1", conditions=hit[:1]), ship("c1"), side_count=3
    )
    assert scoring.score(table, "conditions") == ConditionScore(
        "conditions", (2, 1, 0), 3, units=scoring.score(table, "conditions").units
    )
    gone = table.removed(table.units["c1"], "destroyed")
    assert scoring.score(gone, "conditions").winner == 2
    tied = gone.put(replace(gone.units["a1"], conditions=hit[:1]))
    assert scoring.score(tied, "conditions").winner == 0
    nobody = gone.removed(gone.units["a1"], "fled").removed(gone.units["b1"], "destroyed")
    assert scoring.score(nobody, "conditions").winner == 0


@pytest.mark.rules("CC-220", "D-087", "D-094")
@pytest.mark.parametrize(
    ("winners", "result"),
    [
        ((1, 2, 3), MatchResult((1, 1, 1), 0, "draw")),
        ((1, 2, 2), MatchResult((1, 2, 0), 2, "victory")),
        ((3, 3, 0), MatchResult((0, 0, 2), 3, "decisive")),
        ((1, 1, 2, 2), MatchResult((2, 2, 0), 0, "draw")),
    ],
)
def test_the_margin_is_that_over_the_next_best(
    winners: tuple[int, ...], result: MatchResult
) -> None:
    scores = [ConditionScore("area", (0, 0, 0), side) for side in winners]
    assert scoring.result(scores, three().sides) == result


@pytest.mark.rules("CC-216", "D-087", "D-091")
def test_a_part_of_the_area_goes_to_the_strictly_largest_of_three() -> None:
    table = scene(
        ship("a1", plain(3), at="5 10"), ship("b1", plain(2), at="5 20"), ship("c1", at="5 30"),
        ship("a2", at="50 10"), ship("b2", at="50 20"), ship("c2", plain(2), at="50 30"),
        side_count=3,
    )  # fmt: skip
    found = scoring.score(table, "area", (2, 1))
    assert (found.totals, found.winner, found.parts) == ((1, 0, 1), 0, ((3, 2, 1), (1, 1, 2)))
    tied = table.put(replace(table.units["c2"], at=du("5 35")))
    assert scoring.score(tied, "area", (2, 1)).totals == (0, 0, 0)


def stopping(*ships: tuple[Unit, Design]) -> Match:
    """Three sides of which the first has proposed to stop and played on."""
    ships = ships or (*(ship(id) for id in ("a1", "a2", "b1", "b2", "c1", "c2")),)
    table = scene(*ships, side_count=3)
    found = standing(table, "activation", vc_random=0, scenario="open", sides=3)
    return found.step("begin-activation").play("1: STOP", "1: ACTIVATE a1; MOVE V0")


@pytest.mark.rules("CC-213", "D-087", "D-089")
def test_the_match_stops_once_all_sides_have_agreed() -> None:
    found = stopping()
    assert found.asked == ["2: activate"]
    assert found.open[0].proposed
    found.play("2: STOP")
    assert [each.side for each in found.told("StopAgreed")] == [2]
    assert (found.course.stopping, found.course.agreed) == (1, (2,))
    assert found.refused("2: STOP") == "E-PHASE"
    assert not found.open[0].proposed
    found.play("2: ACTIVATE b1; MOVE V0")
    assert (found.asked, found.open[0].proposed) == (["3: activate"], True)
    assert found.ending is None
    found.play("3: STOP")
    assert found.ending == Ending("score", (), (0.0, 0.0, 0.0), "CC-220")


@pytest.mark.rules("CC-213", "D-087", "D-089")
def test_any_of_the_others_declines_by_playing_on() -> None:
    found = stopping().play("2: STOP", "2: ACTIVATE b1; MOVE V0", "3: ACTIVATE c1; MOVE V0")
    assert (found.course.stopping, found.course.agreed) == (0, ())
    found.play("1: STOP")
    assert found.course.stopping == 1


@pytest.mark.rules("CC-213", "CC-214", "D-087", "D-089")
def test_a_side_without_units_is_not_asked_whether_to_stop() -> None:
    found = stopping(*(ship(id) for id in ("a1", "a2", "b1", "b2")), ship("c1", state="fled"))
    found.play("2: STOP")
    assert found.ending is not None


@pytest.mark.rules("CC-214", "D-087")
def test_the_match_goes_on_while_two_sides_have_ships() -> None:
    table = three()
    assert not resolution.is_over(table.removed(table.units["c1"], "destroyed"))
    alone = table.removed(table.units["a1"], "fled").removed(table.units["c1"], "destroyed")
    assert resolution.is_over(alone)


@pytest.mark.rules("CC-063", "D-087")
def test_all_sides_give_their_orders_at_once_and_nobody_sees_another_s() -> None:
    found = standing(three(), "orders", scenario="open", sides=3)
    assert found.asked == ["1: orders", "2: orders", "3: orders"]
    found.play("3: ORDER c1 EVASIVE", "3: LOCK")
    assert found.asked == ["1: orders", "2: orders", "3: orders-open"]
    assert [sheet is not None for sheet in found.view(1).sheets] == [True, False, False]
    found.play("1: LOCK", "2: LOCK")
    assert found.course.phase == "activation"
    assert found.unit("c1").slots
    assert found.unit("a1").token


@pytest.mark.rules("D-065", "D-087")
def test_each_opponent_in_turn_may_fire_at_one_activation() -> None:
    table = scene(
        ship("a1", at="20 20"),
        unit("b1", "WREN", "20 24", heading=180, token=True),
        unit("c1", "WREN", "16 20", heading=90, token=True),
        side_count=3,
    )
    found = standing(table, "activation", scenario="open", sides=3).step("begin-activation")
    found.play("1: ACTIVATE a1")
    assert found.asked == ["2: react"]
    found.play("2: REACT NO")
    assert found.asked == ["3: react"]
    found.play("3: SNAP c1 KIN1 AT a1")
    assert found.table.units["c1"].token is False

"""More than two sides (D-087): what the rules of turns, deployment and scoring make of three.

No match of three can be opened yet; the rules ask the table how many there are.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.core.geometry.plane import Board, Rectangle
from games.cosmic_conflict.agreement import Agreement
from games.cosmic_conflict.content.designs import Design
from games.cosmic_conflict.rules import scoring
from games.cosmic_conflict.rules.setup import preparation
from games.cosmic_conflict.rules.turns import activation, resolution
from games.cosmic_conflict.space import DU
from games.cosmic_conflict.state import State, StepBuilder
from games.cosmic_conflict.table.course import (
    Acting,
    Activation,
    ConditionScore,
    MatchResult,
    Progress,
)
from games.cosmic_conflict.table.units import Condition, Table, Unit
from tests.games.cosmic_conflict.scenes import du, plain, scene, unit

SMALL = plain(1)


def ship(id: str, design: Design = SMALL, at: str = "10 10", **fields: Any) -> tuple[Unit, Design]:
    return unit(id, design, at, side=" abc".index(id[0]), **fields)


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
    assert first == Activation(1, 2, 1)
    table = table.put(replace(table.units["b1"], activated=True))
    second = activation.after(table, first)
    assert second == Activation(1, 3, 1)
    third = activation.after(table, replace(second, passed=(1,)))
    assert third == Activation(1, 3, 1, passed=(1,))
    assert activation.after(table, second) == Activation(1, 1, 1)


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
        activation=Activation(1, 1, 1),
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

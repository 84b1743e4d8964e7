"""Moves in the flow of a match: their end in its order (2.3, D-080)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.cosmic_conflict.game import GAME
from games.cosmic_conflict.rules.movement import Move
from games.cosmic_conflict.table.tasks import Exchanging
from tests.games.cosmic_conflict.activations import Pair, acting, hidden, pass_over, ship, window
from tests.games.cosmic_conflict.matches import Match
from tests.games.cosmic_conflict.scenes import plain, unit, well

FAR = ("b9", plain(1), "50 29")


def alone(*units: Pair, terrain: Any = ()) -> Match:
    """a1 acts; an enemy far away has activated."""
    return acting(*units, ship(*FAR, activated=True), terrain=terrain).play("ACTIVATE a1")


@pytest.mark.rules("W-01", "CC-022", "CC-023", "CC-024", "CC-025", "CC-026")
def test_w01_a_move_of_four_steps() -> None:
    match = alone(ship("a1", plain(3), "10 5", velocity=3), ship("a2", plain(3), "40 5"))
    assert match.refused("MOVE V0 TO 11.21 9.6") == "E-MANEUVER"
    assert match.refused("MOVE V0 TURN 61") == "E-HEADING"
    match.play("MOVE V0 TO 11.2 9.6 TURN 60")
    (moved,) = match.told("Moved")
    assert (moved.straight, moved.end, moved.heading) == ((1000, 800), (1120, 960), 60)
    assert match.unit("a1").heading == 60


@pytest.mark.rules("W-02", "CC-023", "CC-025", "D-005")
def test_w02_a_shift_along_a_bearing() -> None:
    match = alone(ship("a1", plain(1), "20 10", 30, velocity=4), ship("a2", plain(3), "40 5"))
    match.play("MOVE V+1 BEARING 75 2 TURN 60")
    assert match.unit("a1").at == (2443, 1484)
    assert (match.unit("a1").velocity, match.unit("a1").heading) == (5, 90)


@pytest.mark.rules("W-38", "CC-185", "D-080")
def test_w38_a_ship_that_ends_in_a_moon_is_destroyed() -> None:
    moon = {"kind": "moon", "disc": [27, 15, 2.5]}
    match = alone(
        ship("a1", plain(4), "27 9", velocity=4), ship("a2", plain(5), "5 5"), terrain=[moon]
    )
    assert match.refused("MOVE V0") == "E-SOLID-CONFIRM"
    match.play("MOVE V0 CONFIRM")
    assert match.unit("a1").state == "destroyed"
    assert match.kinds() == ["Moved", "Crashed", "ActivationEnded"]


@pytest.mark.rules("W-64", "CC-218", "D-086")
def test_w64_a_ship_that_leaves_the_board_flees() -> None:
    match = alone(ship("a1", plain(4), "53 10", 90), ship("a2", plain(5), "5 5"))
    assert match.refused("MOVE V0") == "E-EXIT-CONFIRM"
    match.play("MOVE V0 CONFIRM")
    assert match.unit("a1").state == "fled"
    assert match.told("Fled")[0].how == "edge"


@pytest.mark.rules("W-39", "CC-190", "D-083")
@pytest.mark.parametrize(("token", "left"), [(False, 7), (True, 10)])
def test_w39_hazardous_terrain_spares_who_navigates(token: bool, left: int) -> None:
    field = {"kind": "asteroid_field", "disc": [14, 11, 3]}
    match = alone(
        ship("a1", "PART", "14 10", velocity=2, token=token),
        ship("a2", plain(5), "5 5"),
        terrain=[field],
    )
    if token:
        match.play("COMMAND VELOCITY +1", "MOVE V-1")
    else:
        match.play("MOVE V0")
        assert window(match) == "absorb"
        match.play("REACT NO")
    assert match.unit("a1").absorbers[0] == left


@pytest.mark.rules("W-42", "CC-193", "CC-209", "D-085")
def test_w42_push_and_dice_for_a_random_direction() -> None:
    pulled = alone(
        ship("a1", plain(3), "25 16", velocity=2),
        ship("a2", plain(5), "5 5"),
        terrain=[well(27, 15, pull=1)],
    ).play("MOVE V0")
    assert pulled.unit("a1").at == (2555, 1717)
    random = alone(
        ship("a1", plain(3), "20 13", velocity=2),
        ship("a2", plain(5), "5 5"),
        terrain=[well(20, 15, push=1, random=True)],
    ).play("MOVE V0")
    random.roll(3, 4)
    assert random.unit("a1").at == (2050, 1413)
    assert random.told("Displaced")[0].dice == (3, 4)


@pytest.mark.rules("W-33", "CC-102", "CC-123", "CC-138", "CC-144", "D-052")
def test_w33_a_pws_exchange_rolls_all_dice_first() -> None:
    match = acting(
        unit("a1", "HORN", "20 10"),
        ship("b1", "PART", "20 15", activated=True),
        ship("b2", "BULW", "23 15", activated=True),
    ).play("ACTIVATE a1")
    assert match.refused("MOVE TO 20 12.99 PWS b1") == "E-PWS"
    match.play("MOVE TO 20 13 PWS b1").roll(4, 2, 5)
    (event,) = match.told("Exchanged")
    assert (event.own, event.other) == ((4,), (2, 5))
    pass_over(match)
    assert match.unit("b1").absorbers[0] == 6
    assert match.unit("a1").state == "destroyed"


@pytest.mark.rules("CC-123", "D-052")
def test_the_enemy_may_elect_an_exchange() -> None:
    pair = unit("a1", "MACE", "20 10"), ship("b1", "PART", "20 15", activated=True)
    match = acting(*pair).play("ACTIVATE a1", "MOVE TO 20 13")
    assert window(match) == "pws"
    match.play("REACT PWS").roll(3)
    assert match.unit("a1").absorbers == (0,)
    declined = acting(*pair).play("ACTIVATE a1", "MOVE TO 20 13", "REACT NO")
    assert declined.unit("a1").absorbers == (3,)


@pytest.mark.rules("CC-163", "W-04", "CC-162", "CC-164", "D-066")
def test_w04_order_command_and_move_change_the_velocity_in_turn() -> None:
    pair = hidden(ship("a1", plain(1), "20 5", token=True), "velocity")
    match = alone(pair, ship("a2", plain(5), "5 5"))
    match.play("REVEAL VELOCITY +1")
    assert match.refused("REVEAL VELOCITY +1") == "E-WINDOW"
    match.play("COMMAND VELOCITY +1 PAY TOKEN", "MOVE V+1")
    assert match.unit("a1").velocity == 5


@pytest.mark.rules("CC-162", "CC-164", "D-066")
def test_outside_its_move_a_ship_changes_its_velocity_at_once_and_keeps_its_free_change() -> None:
    hides = hidden(ship("b1", plain(1), "20 25", token=True), "velocity")
    match = acting(ship("a1", plain(1), "20 5"), hides)
    assert match.play("2: REVEAL b1 VELOCITY +1").unit("b1").velocity == 3
    assert match.play("2: COMMAND b1 VELOCITY +1 PAY TOKEN").unit("b1").velocity == 4
    match.play("1: ACTIVATE a1", "MOVE V0", "ACTIVATE b1", "MOVE V+1")
    assert (match.unit("b1").velocity, match.unit("b1").at) == (5, (2000, 2000))


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


@pytest.mark.rules("D-052")
def test_only_the_mover_elects_where_that_is_agreed() -> None:
    match = acting(unit("a1", "MACE", "20 10"), ship("b1", "PART", "20 15", activated=True))
    match.state = replace(match.state, table=replace(match.table, pws_election="mover"))
    match.play("ACTIVATE a1", "MOVE TO 20 13")
    assert match.unit("a1").absorbers == (3,)
    assert match.told("Exchanged") == []


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

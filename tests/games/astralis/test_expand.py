"""Planting, and what it changes."""

from __future__ import annotations

import pytest

from games.astralis.agreement import Agreement
from games.astralis.events import Bonus, Planted, TilesChanged
from games.astralis.rules.expand import stones_left
from games.astralis.sides import Side
from tests.games.astralis.positions import (
    changed,
    count,
    only,
    planets,
    plantable,
    played,
    position,
    refused,
    step,
    turns,
    view,
)

STRICT = Agreement(strict_supply=True)
THIRTY = (
    "A1 A3 A5 A7 C1 C3 C5 C7 C9 E1 E3 E5 E7 E9 E11 G1 G3 G5 G7 G9 G11 G13 "
    "I2 I4 I6 I8 I10 I12 I14 K4"
)


@pytest.mark.rules("W06", "AST-26")
def test_six_hexes_around_the_ship_may_be_planted_on_an_empty_board() -> None:
    state = position(sy="A4", sc="O11")
    assert " ".join(plantable(state, "D7")) == "C6 C7 D6 D8 E7 E8"


@pytest.mark.rules("W06", "AST-26")
def test_hexes_next_to_a_planet_may_not_be_planted() -> None:
    state = position(y="F5", sy="A4", sc="O11")
    assert " ".join(plantable(state, "D4")) == "C3 C4 D3 D5"


@pytest.mark.rules("W06", "W09", "AST-25", "AST-26")
def test_where_nothing_can_be_planted_the_ship_may_fly_all_the_same() -> None:
    state = position(y="E8 F5 G7", c="D6", sy="F13", sc="O11")
    assert plantable(state, "F7") == []
    after = played(state, "F13-F7")
    assert count(after)[:2] == count(state)[:2]
    assert changed(state, after) == {}
    for hex, why in (
        ("G7", "G7 holds a planet of Yellow."),
        ("E6", "E6 is explored: it lies next to the planet on D6."),
        ("E7", "E7 is explored: it lies next to the planet on D6."),
        ("F6", "F6 is explored: it lies next to the planet on F5."),
        ("F8", "F8 is explored: it lies next to the planet on E8."),
        ("G8", "G8 is explored: it lies next to the planet on G7."),
    ):
        refusal = refused(state, f"F7+{hex}")
        assert (refusal.code, refusal.sentence) == ("E12", why)
        assert refusal.instead.startswith("From F7 you can plant nothing")


@pytest.mark.rules("W06", "AST-26")
def test_nothing_is_planted_under_the_opposing_ship() -> None:
    state = position(sy="A4", sc="E8")
    assert " ".join(plantable(state, "D7")) == "C6 C7 D6 D8 E7"
    refusal = refused(state, "D7+E8")
    assert (refusal.rule, refusal.code) == ("AST-26", "E13")
    assert refusal.instead == "From D7 you can plant on C6 C7 D6 D8 E7."


@pytest.mark.rules("W07", "AST-28")
def test_a_planet_in_the_open_brings_seven_hexes() -> None:
    state = position(sy="A4", sc="O11")
    after = step(state, "A4-D7+E7")
    assert planets(after.state, Side.YELLOW) == "E7"
    assert changed(state, after.state) == {"unexplored→yellow": "D6 D7 E6 E8 F7 F8"}
    assert count(state) == (0, 0, 0, 169)
    assert count(after.state) == (7, 0, 0, 162)
    assert only(after.events, Planted) == Planted(Side.YELLOW, "E7")
    assert only(after.events, TilesChanged) == TilesChanged(
        Side.YELLOW, ("D6", "D7", "E6", "E8", "F7", "F8"), (), ()
    )


@pytest.mark.rules("W10", "AST-28")
def test_a_planet_beside_the_other_sides_hexes_makes_them_contested() -> None:
    state = position(c="E8", sy="B3", sc="O11")
    after = step(state, "B3-E6+F7")
    assert planets(after.state, Side.YELLOW) == "F7"
    assert changed(state, after.state) == {
        "unexplored→yellow": "E6 F6 G7 G8",
        "cyan→contested": "E7 F8",
    }
    assert (count(state)[:3], count(after.state)[:3]) == ((0, 7, 0), (5, 5, 2))
    assert only(after.events, TilesChanged) == TilesChanged(
        Side.YELLOW, ("E6", "F6", "G7", "G8"), ("E7", "F8"), ("E7", "F8")
    )


@pytest.mark.rules("AST-28")
def test_own_control_and_contested_hexes_stay_as_they_are() -> None:
    state = position(y="E8 I7", c="G5", sy="B3", sc="O11")
    before = view(state)
    after = played(state, "B3-E6+F7")
    now = view(after)
    for hex, status in (("E7", "yellow"), ("F8", "yellow"), ("H6", "contested")):
        index = before.board.hex_of[hex]
        assert before.status(index) == now.status(index) == status


@pytest.mark.rules("AST-25")
def test_planting_may_always_be_declined() -> None:
    state = position(sy="A4", sc="O11")
    bare = [turn.to for turn in turns(state) if turn.plant is None]
    assert len(bare) == len({turn.to for turn in turns(state)}) == 28
    after = step(state, "D7")
    assert after.state.planets == (0, 0)
    assert only(after.events, Planted) is None
    assert only(after.events, TilesChanged) is None


@pytest.mark.rules("AST-05", "AST-27")
def test_planets_stay_where_they_are_when_ships_move_on() -> None:
    state = position(sy="A4", sc="O11")
    after = played(state, "A4-D7+E7", "O11-K7+J7", "D7-D1", "K7-K4", "D1-A1", "K4-K15")
    assert (planets(after, Side.YELLOW), planets(after, Side.CYAN)) == ("E7", "J7")


@pytest.mark.rules("AST-17")
def test_without_a_limit_a_side_may_have_more_than_thirty_planets() -> None:
    state = position(y=THIRTY, sy="O15", sc="O9")
    assert view(state).supplies is None
    after = step(state, "O15-N14+M13")
    assert only(after.events, Bonus) == Bonus(Side.YELLOW, ("H15",))
    assert state.planets[0].bit_count() == 30
    assert after.state.planets[0].bit_count() == 32


@pytest.mark.rules("AST-17")
def test_with_a_strict_supply_nobody_plants_the_thirty_first_planet() -> None:
    state = position(y=THIRTY, sy="O15", sc="O9", agreed=STRICT)
    assert view(state).supplies == (0, 30)
    refusal = refused(state, "N14+M13")
    assert (refusal.rule, refusal.code) == ("AST-17", "E14")
    assert all(turn.plant is None for turn in turns(state))
    one_left = position(y=THIRTY[3:], sy="O15", sc="O9", agreed=STRICT)
    assert view(one_left).supplies == (1, 30)
    after = played(one_left, "O15-N14+M13")
    assert view(after).supplies == (0, 30)


@pytest.mark.rules("AST-17")
def test_the_supply_is_never_below_nothing() -> None:
    assert [stones_left((1 << n) - 1) for n in (0, 29, 30, 31)] == [30, 1, 0, 0]

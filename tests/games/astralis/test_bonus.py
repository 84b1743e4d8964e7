"""Bonus planets."""

from __future__ import annotations

import pytest

from games.astralis.agreement import Agreement
from games.astralis.board import board_of, name, names
from games.astralis.events import (
    Awarded,
    Bonus,
    Deferred,
    Extracted,
    Moved,
    Planted,
    TilesChanged,
)
from games.astralis.rules.bonus import within_supply
from games.astralis.sides import Side
from games.astralis.state import State
from tests.games.astralis.positions import (
    changed,
    count,
    destinations,
    far_planets,
    gained,
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
IMMEDIATE = Agreement(bonus_under_ship="immediate")


@pytest.mark.rules("W08", "AST-29", "AST-30", "AST-31")
def test_closing_a_ring_brings_a_bonus_planet() -> None:
    state = position(y="E8 I7 I10", sy="B3", sc="O11")
    assert (len(destinations(state)), len(turns(state))) == (29, 179)
    after = step(state, "B3-E6+F7")
    assert gained(state, after.state, Side.YELLOW) == "F7 H8"
    assert changed(state, after.state) == {"unexplored→yellow": "E6 F6 G7 G8"}
    assert (count(state).yellow, count(after.state).yellow) == (21, 27)
    assert (count(state).unexplored, count(after.state).unexplored) == (148, 142)
    assert after.events == (
        Moved(Side.YELLOW, "B3", "E6"),
        Planted(Side.YELLOW, "F7"),
        Bonus(Side.YELLOW, ("H8",)),
        TilesChanged(Side.YELLOW, ("E6", "F6", "G7", "G8"), (), ()),
    )


@pytest.mark.rules("W11", "AST-29")
def test_three_planets_are_enough_for_a_ring() -> None:
    state = position(y="I7 I10", sy="B3", sc="O11")
    after = played(state, "B3-E6+F7")
    assert gained(state, after, Side.YELLOW) == "F7 H8"
    assert changed(state, after) == {"unexplored→yellow": "E6 E7 F6 F8 G7 G8"}
    assert (count(state).yellow, count(after).yellow) == (14, 22)


@pytest.mark.rules("W12", "AST-02", "AST-12", "AST-29")
def test_on_the_edge_two_planets_close_a_ring_of_four() -> None:
    state = position(y="B3", sy="C9", sc="O11")
    after = played(state, "C9-C6+B6")
    assert gained(state, after, Side.YELLOW) == "A4 B6"
    assert changed(state, after) == {"unexplored→yellow": "A5 A6 B5 B7 C6 C7"}
    assert (count(state).yellow, count(after).yellow) == (7, 15)


@pytest.mark.rules("W13", "AST-12", "AST-29")
def test_in_a_corner_two_planets_close_a_ring_of_three() -> None:
    state = position(y="B3", sy="D6", sc="O11")
    after = played(state, "D6-D3+C2")
    assert gained(state, after, Side.YELLOW) == "A1 C2"
    assert changed(state, after) == {"unexplored→yellow": "B1 C1 D2 D3"}
    assert (count(state).yellow, count(after).yellow) == (7, 13)


@pytest.mark.rules("W14", "AST-12", "AST-29")
def test_a_mixed_ring_brings_no_bonus() -> None:
    state = position(y="I7 I10", c="G9", sy="B3", sc="O11")
    after = step(state, "B3-E6+F7")
    assert gained(state, after.state, Side.YELLOW) == "F7"
    assert only(after.events, Bonus) is None
    assert changed(state, after.state) == {
        "unexplored→yellow": "E6 E7 F6 G7",
        "cyan→contested": "F8 G8",
    }
    seen = view(after.state)
    status = {hex: seen.status(seen.board.hex_of[hex]) for hex in ("H8", "G8", "H9")}
    assert status == {"H8": "unexplored", "G8": "contested", "H9": "contested"}
    assert (count(state)[:3], count(after.state)[:3]) == ((12, 5, 2), (17, 3, 4))


@pytest.mark.rules("W15", "AST-30")
def test_two_bonuses_at_once() -> None:
    state = position(y="B6 E9", sy="F8", sc="H8")
    after = step(state, "F8-B8+B9")
    assert gained(state, after.state, Side.YELLOW) == "A7 B9 C8"
    assert changed(state, after.state) == {"unexplored→yellow": "A8 B8 C9 C10"}
    assert (count(state).yellow, count(after.state).yellow) == (14, 21)
    assert only(after.events, Bonus) == Bonus(Side.YELLOW, ("A7", "C8"))


@pytest.mark.rules("W16", "AST-30")
def test_three_bonuses_at_once() -> None:
    state = position(y="B2 F4 H2 I4", sy="D6", sc="O9")
    after = step(state, "D6-D2+E2")
    assert gained(state, after.state, Side.YELLOW) == "C1 E2 F1 G3"
    assert changed(state, after.state) == {"unexplored→yellow": "D1 D2 E1 F2"}
    assert (count(state).yellow, count(after.state).yellow) == (26, 34)
    assert only(after.events, Bonus) == Bonus(Side.YELLOW, ("C1", "F1", "G3"))


def pending_on_h8() -> State:
    """W17: Yellow has closed a ring around H8, where Cyan's ship stands."""
    return played(position(y="I7 I10", sy="B3", sc="H8"), "B3-E6+F7")


@pytest.mark.rules("W17", "AST-32")
def test_beneath_the_opposing_ship_the_bonus_is_pending() -> None:
    state = position(y="I7 I10", sy="B3", sc="H8")
    assert len(turns(state)) == 181
    assert view(state).pending is None
    after = step(state, "B3-E6+F7")
    assert gained(state, after.state, Side.YELLOW) == "F7"
    assert changed(state, after.state) == {"unexplored→yellow": "E6 E7 F6 F8 G7 G8"}
    assert (count(state).yellow, count(after.state).yellow) == (14, 21)
    assert count(after.state).unexplored == 148
    assert only(after.events, Bonus) is None
    assert only(after.events, Deferred) == Deferred(Side.YELLOW, "H8")
    assert view(after.state).pending == board_of(8).hex_of["H8"]
    assert after.state.last is not None
    assert after.state.last.pending == board_of(8).hex_of["H8"]
    assert (len(destinations(after.state)), len(turns(after.state))) == (42, 216)
    assert all(turn.plant != "H8" for turn in turns(after.state))


@pytest.mark.rules("W18", "AST-33")
def test_the_pending_planet_comes_when_the_ship_leaves() -> None:
    state = pending_on_h8()
    after = step(state, "H8-H5")
    assert gained(state, after.state, Side.YELLOW) == "H8"
    assert (count(state).yellow, count(after.state).yellow) == (21, 22)
    assert after.events == (Moved(Side.CYAN, "H8", "H5"), Awarded(Side.YELLOW, "H8"))
    assert after.state.quiet == 0
    assert view(after.state).pending is None


@pytest.mark.rules("W18", "AST-18", "AST-33")
def test_the_award_comes_before_the_planting_of_the_leaving_side() -> None:
    state = pending_on_h8()
    after = step(state, "H8-H4+H3")
    assert gained(state, after.state, Side.YELLOW) == "H8"
    assert gained(state, after.state, Side.CYAN) == "H3"
    assert changed(state, after.state) == {"unexplored→cyan": "G2 G3 H2 H4 I3 I4"}
    assert count(after.state) == (22, 7, 0, 140)
    assert [type(event) for event in after.events] == [Moved, Awarded, Planted, TilesChanged]


@pytest.mark.rules("W18", "AST-18", "AST-26", "AST-33")
def test_the_leaving_side_cannot_plant_on_the_hex_it_left() -> None:
    state = pending_on_h8()
    refusal = refused(state, "H8-G7+H8")
    assert (refusal.rule, refusal.code) == ("AST-26", "E12")
    assert refusal.sentence == "Yellow gets a planet on H8 as your ship leaves it."
    assert refusal.instead == "From G7 you can plant on G6."
    assert plantable(state, "G7") == ["G6"]


@pytest.mark.rules("W18", "AST-32")
def test_with_the_setting_the_bonus_is_placed_beneath_the_ship_at_once() -> None:
    state = position(y="I7 I10", sy="B3", sc="H8", agreed=IMMEDIATE)
    after = step(state, "B3-E6+F7")
    assert gained(state, after.state, Side.YELLOW) == "F7 H8"
    assert count(after.state).yellow == 22
    assert only(after.events, Deferred) is None
    assert name(after.state.ships[Side.CYAN] or 0) == "H8"
    left = step(after.state, "H8-H5")
    assert only(left.events, Awarded) is None
    assert planets(left.state, Side.YELLOW) == planets(after.state, Side.YELLOW)


@pytest.mark.rules("AST-33")
def test_leaving_an_open_or_broken_ring_awards_nothing() -> None:
    for planet_sets in ("I7 I10", "I7", ""):
        state = position(y=planet_sets, sy="B3", sc="H8", t="C")
        after = step(state, "H8-H5")
        assert only(after.events, Awarded) is None
        assert after.state.planets == state.planets


@pytest.mark.rules("AST-17", "AST-33")
@pytest.mark.parametrize(("spare", "award"), [(27, None), (26, Awarded(Side.YELLOW, "H8"))])
def test_a_departure_awards_nothing_to_a_side_without_planets_left(
    spare: int, award: Awarded | None
) -> None:
    ring = " ".join(["F7", "I7", "I10", *far_planets(spare)])
    state = position(y=ring, sy="B3", sc="H8", agreed=STRICT, t="C")
    assert only(step(state, "H8-G8").events, Awarded) == award


@pytest.mark.rules("AST-34")
def test_the_own_ship_does_not_prevent_a_bonus() -> None:
    state = position(y="F7 I7 I10", sy="H8", sc="O11")
    assert view(state).tiles.unexplored >> board_of(8).hex_of["H8"] & 1
    after = played(state, "H8-H4+H3", "O11-O9")
    assert gained(state, after, Side.YELLOW) == "H3 H8"


@pytest.mark.rules("AST-34")
def test_a_bonus_beneath_the_own_ship_is_awarded_too() -> None:
    state = position(y="F7 I7 I10", sy="E4", sc="O11", t="Y")
    board = board_of(8)
    ship_inside = played(state, "E4-E5", "O11-O10", "E5-H8", "O10-O9")
    assert ship_inside.planets[0] >> board.hex_of["H8"] & 1 == 0
    after = played(ship_inside, "H8-L8+M8")
    assert after.planets[0] >> board.hex_of["H8"] & 1 == 1


@pytest.mark.rules("AST-29")
def test_a_ring_found_in_an_arranged_position_is_awarded_with_the_next_planting() -> None:
    state = position(y="F7 I7 I10", sy="B3", sc="O11")
    bare = played(state, "B3-B4")
    assert gained(state, bare, Side.YELLOW) == ""
    planted = played(state, "B3-B4+A4")
    assert gained(state, planted, Side.YELLOW) == "A4 H8"


@pytest.mark.rules("AST-17", "AST-30")
def test_bonuses_beyond_a_strict_supply_are_lost_in_canonical_order() -> None:
    spare = "K4 K6 K8 K10 K12 K14 M6 M8 M10 M12 M14 O8 O10 O12 O14 I12 I14 G10 G12 G14 "
    full = spare + "E11 D9 A7 B9 I6 H8 "
    yellow = [*full.split(), *["B2", "F4", "H2", "I4"]][-27:]
    state = position(y=" ".join(yellow), sy="D6", sc="E6", agreed=STRICT)
    assert view(state).supplies == (3, 30)
    after = step(state, "D6-D2+E2")
    assert only(after.events, Bonus) == Bonus(Side.YELLOW, ("C1", "F1"))
    assert view(after.state).supplies == (0, 30)
    assert view(after.state).status(board_of(8).hex_of["G3"]) == "unexplored"


@pytest.mark.rules("AST-17")
def test_awards_are_granted_in_the_order_of_hexes() -> None:
    board = board_of(8)
    awards = board.bits("B3", "E10", "E9", "O8")
    assert names(within_supply(awards, 3)) == ("B3", "E9", "E10")
    assert within_supply(awards, 0) == 0
    assert within_supply(awards, 9) == awards


@pytest.mark.rules("W28", "AST-30", "AST-36")
def test_a_bonus_and_an_extraction_side_by_side() -> None:
    state = position(y="J4 N9", c="L5", sy="F8", sc="J12")
    after = step(state, "F8-N8+M7")
    assert gained(state, after.state, Side.YELLOW) == "L5 M7 O8"
    assert only(after.events, Bonus) == Bonus(Side.YELLOW, ("O8",))
    assert only(after.events, Extracted) == Extracted(Side.YELLOW, ("L5",))
    assert changed(state, after.state) == {
        "unexplored→yellow": "L7 N7",
        "cyan→yellow": "L6 M6",
        "contested→yellow": "K4 K5",
    }
    assert (count(state)[:3], count(after.state)[:3]) == ((12, 3, 2), (21, 0, 0))


@pytest.mark.rules("AST-29", "AST-32")
def test_the_first_hex_of_the_board_is_as_good_as_any_beneath_a_ship_or_not() -> None:
    for ship in ("A1", "O11"):
        state = position(y="C2", sy="B8", sc=ship, agreed=IMMEDIATE)
        assert gained(state, step(state, "B8-B4+B3").state, Side.YELLOW) == "A1 B3"

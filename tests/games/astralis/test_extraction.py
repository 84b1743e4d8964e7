"""Extraction."""

from __future__ import annotations

import pytest

from games.astralis.agreement import Agreement
from games.astralis.board import board_of
from games.astralis.events import Bonus, Extracted, Moved, Planted, TilesChanged
from games.astralis.rules.turn import play
from games.astralis.sides import Side
from tests.games.astralis.positions import (
    changed,
    count,
    far_planets,
    gained,
    only,
    planets,
    played,
    position,
    step,
    turns,
    view,
)


@pytest.mark.rules("W19", "AST-35", "AST-36", "AST-37")
def test_a_planet_in_a_ring_of_contested_hexes_changes_hands() -> None:
    state = position(y="I7 I10", c="H8", sy="B3", sc="O11")
    assert len(turns(state)) == 177
    after = step(state, "B3-E6+F7")
    assert planets(after.state, Side.YELLOW) == "F7 H8 I7 I10"
    assert planets(after.state, Side.CYAN) == ""
    assert changed(state, after.state) == {
        "unexplored→yellow": "E6 E7 F6 F8",
        "cyan→yellow": "G7 G8",
        "contested→yellow": "H7 H9 I8 I9",
    }
    assert (count(state)[:3], count(after.state)[:3]) == ((10, 3, 4), (22, 0, 0))
    assert after.events == (
        Moved(Side.YELLOW, "B3", "E6"),
        Planted(Side.YELLOW, "F7"),
        Extracted(Side.YELLOW, ("H8",)),
        TilesChanged(
            Side.YELLOW,
            ("E6", "E7", "F6", "F8", "G7", "G8", "H7", "H9", "I8", "I9"),
            (),
            ("G7", "G8"),
        ),
    )


@pytest.mark.rules("W20", "AST-37")
def test_hexes_beside_another_opposing_planet_stay_contested() -> None:
    state = position(y="I7 I10", c="H8 J9", sy="B3", sc="O11")
    after = played(state, "B3-E6+F7")
    assert gained(state, after, Side.YELLOW) == "F7 H8"
    assert changed(state, after) == {
        "unexplored→yellow": "E6 E7 F6 F8",
        "cyan→yellow": "G7 G8",
        "contested→yellow": "H7 H9",
    }
    seen = view(after)
    assert {seen.status(seen.board.hex_of[hex]) for hex in ("I8", "I9")} == {"contested"}
    assert (count(state)[:3], count(after)[:3]) == ((8, 6, 6), (18, 3, 4))
    board, before = state.board, state.position(Side.YELLOW)
    found = play(board, before, board.hex_of["E6"], board.hex_of["F7"]).position
    assert found.near_own == board.near(found.own) == board.near(board.bits("J9"))
    assert found.near_opposing == board.near(board.bits("I7", "I10", "F7", "H8"))


@pytest.mark.rules("W21", "AST-12", "AST-35")
def test_a_ring_with_hexes_of_the_owner_extracts_nothing() -> None:
    state = position(y="I10", c="H8", sy="B3", sc="O11")
    after = step(state, "B3-E6+F7")
    assert only(after.events, Extracted) is None
    assert changed(state, after.state) == {
        "unexplored→yellow": "E6 E7 F6 F8",
        "cyan→contested": "G7 G8",
    }
    seen = view(after.state)
    assert {seen.status(seen.board.hex_of[hex]) for hex in ("H7", "I8")} == {"cyan"}
    assert (count(state)[:3], count(after.state)[:3]) == ((5, 5, 2), (10, 3, 4))


@pytest.mark.rules("AST-12", "AST-35")
def test_one_hex_of_the_owner_in_the_ring_prevents_an_extraction() -> None:
    after = step(position(y="I10 H6", c="H8", sy="B3", sc="O11"), "B3-E6+F7")
    assert only(after.events, Extracted) is None
    seen = view(after.state)
    ring = ("G7", "G8", "H7", "H9", "I8", "I9")
    around = [seen.status(seen.board.hex_of[hex]) for hex in ring]
    assert around == [*["contested"] * 4, "cyan", "contested"]


@pytest.mark.rules("W22", "AST-35")
def test_extraction_on_the_edge() -> None:
    state = position(y="B3", c="A4", sy="C9", sc="O11")
    after = played(state, "C9-C6+B6")
    assert gained(state, after, Side.YELLOW) == "A4 B6"
    assert changed(state, after) == {
        "unexplored→yellow": "A6 B7 C6 C7",
        "cyan→yellow": "A5 B5",
        "contested→yellow": "A3 B4",
    }
    assert (count(state)[:3], count(after)[:3]) == ((5, 3, 2), (15, 0, 0))


@pytest.mark.rules("W23", "AST-35")
def test_extraction_in_a_corner() -> None:
    state = position(y="B3", c="A1", sy="D6", sc="O11")
    after = played(state, "D6-D3+C2")
    assert gained(state, after, Side.YELLOW) == "A1 C2"
    assert changed(state, after) == {
        "unexplored→yellow": "C1 D2 D3",
        "cyan→yellow": "B1",
        "contested→yellow": "A2 B2",
    }
    assert (count(state)[:2], count(after)[:2]) == ((5, 2), (13, 0))


@pytest.mark.rules("W24", "AST-38")
def test_two_extractions_at_once() -> None:
    state = position(y="A7 D7", c="B9 C8", sy="D6", sc="C3")
    after = step(state, "D6-D9+D10")
    assert gained(state, after.state, Side.YELLOW) == "B9 C8 D10"
    assert only(after.events, Extracted) == Extracted(Side.YELLOW, ("B9", "C8"))
    assert changed(state, after.state) == {
        "unexplored→yellow": "D11 E10 E11",
        "cyan→yellow": "C9 C10 D9",
        "contested→yellow": "A8 B7 B8 C7 D8",
    }
    assert (count(state)[:3], count(after.state)[:3]) == ((7, 5, 5), (21, 0, 0))


@pytest.mark.rules("W25", "AST-35")
def test_an_extracted_planet_does_not_swing_back() -> None:
    state = position(y="I7 I10", c="G6 G9 H8 J9", sy="B3", sc="O11")
    after = played(state, "B3-E6+F7")
    assert gained(state, after, Side.YELLOW) == "F7 H8"
    assert changed(state, after) == {
        "unexplored→yellow": "E6 E7",
        "cyan→contested": "F6 F8 G7 G8",
    }
    assert (count(state)[:3], count(after)[:3]) == ((6, 14, 8), (10, 9, 12))
    board = board_of(8)
    assert board.around[board.hex_of["H8"]] & ~view(after).tiles.contested == 0
    answer = step(after, "O11-O9+O8")
    assert only(answer.events, Extracted) is None
    assert planets(answer.state, Side.YELLOW) == "F7 H8 I7 I10"
    assert gained(after, answer.state, Side.CYAN) == "O8"
    assert changed(after, answer.state) == {"unexplored→cyan": "N7 N8 O9"}
    assert count(answer.state).cyan == 13


@pytest.mark.rules("W26", "AST-35")
def test_planting_into_a_ring_is_safe() -> None:
    state = position(y="G9", c="F7 I7 I10", sy="H14", sc="O11")
    after = played(state, "H14-H9+H8")
    assert gained(state, after, Side.YELLOW) == "H8"
    assert changed(state, after) == {"cyan→contested": "G7 H7 I8 I9"}
    assert (count(state)[:3], count(after)[:3]) == ((3, 17, 4), (4, 13, 8))
    board = board_of(8)
    assert board.around[board.hex_of["H8"]] & ~view(after).tiles.contested == 0
    answer = step(after, "O11-O9+O8")
    assert only(answer.events, Extracted) is None
    assert planets(answer.state, Side.YELLOW) == "G9 H8"
    assert (count(after).cyan, count(answer.state).cyan) == (13, 17)


@pytest.mark.rules("AST-35")
@pytest.mark.parametrize("text", ["K15-K10+J9", "K15-K9+J9"])
def test_a_planting_beside_a_ring_that_was_complete_before_extracts_nothing(text: str) -> None:
    state = position(y="G9 H8", c="F7 I7 I10", sy="A4", sc="K15", t="C")
    board = board_of(8)
    assert board.around[board.hex_of["H8"]] & ~view(state).tiles.contested == 0
    after = step(state, text)
    assert gained(state, after.state, Side.CYAN) == "J9"
    assert only(after.events, Extracted) is None
    assert planets(after.state, Side.YELLOW) == "G9 H8"


@pytest.mark.rules("W27", "AST-39")
def test_an_extraction_may_close_a_ring_for_a_bonus() -> None:
    state = position(y="I7 I10 L10", c="H8", sy="B3", sc="O11")
    after = step(state, "B3-E6+F7")
    assert gained(state, after.state, Side.YELLOW) == "F7 H8 J9"
    assert changed(state, after.state) == {
        "unexplored→yellow": "E6 E7 F6 F8",
        "cyan→yellow": "G7 G8",
        "contested→yellow": "H7 H9 I8 I9",
    }
    assert (count(state)[:3], count(after.state)[:3]) == ((17, 3, 4), (30, 0, 0))
    assert (count(state).unexplored, count(after.state).unexplored) == (145, 139)
    told = [event for event in after.events if isinstance(event, Planted | Extracted | Bonus)]
    assert told == [
        Planted(Side.YELLOW, "F7"),
        Extracted(Side.YELLOW, ("H8",)),
        Bonus(Side.YELLOW, ("J9",)),
    ]


@pytest.mark.rules("AST-27", "AST-36")
def test_only_an_extraction_changes_an_owner_and_never_the_number_of_hexes_with_planets() -> None:
    state = position(y="I7 I10", c="H8", sy="B3", sc="O11")
    after = played(state, "B3-E6+F7")
    before_all, after_all = (sum(s.planets) for s in (state, after))
    assert after_all & before_all == before_all
    assert (after_all & ~before_all).bit_count() == 1


@pytest.mark.rules("AST-17", "AST-36")
@pytest.mark.parametrize(
    ("stones", "extracted", "supplies"),
    [(1, None, (0, 29)), (2, Extracted(Side.YELLOW, ("H8",)), (0, 30))],
)
def test_an_extraction_takes_a_planet_from_a_strict_supply_and_gives_one_back(
    stones: int, extracted: Extracted | None, supplies: tuple[int, int]
) -> None:
    own = [*far_planets(28 - stones), "I7", "I10"]
    strict = Agreement(strict_supply=True)
    state = position(y=" ".join(own), c="H8", sy="B3", sc="A8", agreed=strict)
    assert view(state).supplies == (stones, 29)
    after = step(state, "B3-E6+F7")
    assert only(after.events, Extracted) == extracted
    assert only(after.events, Bonus) is None
    assert view(after.state).supplies == supplies

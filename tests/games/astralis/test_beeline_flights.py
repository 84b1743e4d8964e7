"""How bees fly and where flowers grow."""

from __future__ import annotations

import pytest

from games.astralis.board import Board, board_of, name, names
from games.astralis.rules import beeline
from games.astralis.rules.turn import Position, position

BOARD = board_of(8)
SMALL = board_of(3)


def garden(y: str = "", c: str = "", *, bee: str, other: str) -> Position:
    """A position of Yellow to move by names of hexes."""
    hex_of = BOARD.hex_of
    flowers = BOARD.bits(*y.split()), BOARD.bits(*c.split())
    return position(BOARD, *flowers, hex_of[bee], hex_of[other])


W35 = garden("J10", "H5", bee="H8", other="F6")


@pytest.mark.rules("AST-V3-02", "AST-V3-03")
def test_a_single_turn_is_judged_as_in_the_list_of_all() -> None:
    for at in (
        W35,
        garden(bee="A4", other="O11"),
        garden("J10 D7", "H5 F3", bee="D6", other="D9"),
        garden(bee="A1", other="O8"),
    ):
        found = beeline.turns(BOARD, at)
        flown = {to for to, plant in found if plant is None}
        planted = {to for to, plant in found if plant is not None}
        assert {to for to in BOARD.hexes if beeline.may_move(BOARD, at, to)} == flown
        ahead = {to: beeline.ahead(BOARD, at.ship, to) for to in flown}
        may = {
            to for to, hex in ahead.items() if hex is not None and beeline.may_plant(BOARD, at, hex)
        }
        assert may == planted
        assert all(ahead[to] == plant for to, plant in found if plant is not None)


@pytest.mark.rules("AST-V3-03")
def test_the_hex_ahead_lies_in_the_direction_of_the_flight() -> None:
    for bee, to, expected in (
        ("H8", "H9", "H10"),
        ("H8", "J10", "K11"),
        ("H8", "K8", "L8"),
        ("H8", "H5", "H4"),
        ("H8", "F6", "E5"),
        ("H8", "G8", "F8"),
        ("A8", "A2", "A1"),
    ):
        hex = beeline.ahead(BOARD, BOARD.hex_of[bee], BOARD.hex_of[to])
        assert hex is not None
        assert name(hex) == expected


@pytest.mark.rules("AST-V3-03")
@pytest.mark.parametrize(("bee", "to"), [("A4", "A8"), ("A4", "A1"), ("C3", "A1"), ("M8", "O8")])
def test_nothing_lies_ahead_off_the_board(bee: str, to: str) -> None:
    assert beeline.ahead(BOARD, BOARD.hex_of[bee], BOARD.hex_of[to]) is None


@pytest.mark.rules("AST-V3-03", "AST-V3-04")
def test_planting_adds_one_flower_and_changes_no_other() -> None:
    after = beeline.play(BOARD, W35, BOARD.hex_of["H10"], BOARD.hex_of["H11"]).position
    assert (names(after.opposing), names(after.own)) == (("H11", "J10"), ("H5",))
    assert (name(after.other), name(after.ship)) == ("H10", "F6")
    assert after == position(BOARD, after.own, after.opposing, after.ship, after.other)
    bare = beeline.play(BOARD, W35, BOARD.hex_of["H10"], None).position
    assert bare.turned() == W35._replace(ship=BOARD.hex_of["H10"])


@pytest.mark.rules("AST-V3-04")
def test_a_flower_between_opposing_flowers_stays() -> None:
    at = garden("I7 I10", "H8", bee="D5", other="O11")
    after, *awards = beeline.play(BOARD, at, BOARD.hex_of["E6"], BOARD.hex_of["F7"])
    assert awards == [0] * 5
    assert (names(after.opposing), names(after.own)) == (("F7", "I7", "I10"), ("H8",))


@pytest.mark.rules("AST-V3-07")
@pytest.mark.parametrize(
    ("y", "c", "other", "stuck"),
    [
        ("", "A2 H15", "B2", False),
        ("", "A2 B1", "B2", True),
        ("A2", "B1", "B2", True),
        ("A2 B1", "", "B2", True),
        ("A2 B1", "", "C3", False),
    ],
)
def test_a_bee_is_stuck_between_flowers_of_any_colour_in_a_corner(
    y: str, c: str, other: str, stuck: bool
) -> None:
    at = garden(y, c, bee="A1", other=other)
    assert beeline.is_stuck(BOARD, at) is stuck
    assert bool(beeline.turns(BOARD, at)) is not stuck


def plantable(board: Board, flowers: int) -> int:
    return beeline.plantable(board, flowers, board.near(flowers))


def unreachable(flowers: str) -> str:
    """Hexes without a flower on them or next to them that can never be planted."""
    bits = BOARD.bits(*flowers.split())
    legal = BOARD.mask & ~bits & ~BOARD.near(bits)
    found = plantable(BOARD, bits)
    assert not found & ~legal
    return " ".join(names(legal & ~found))


@pytest.mark.rules("W36", "AST-V3-05")
def test_a_hex_that_no_line_of_two_free_hexes_leads_to_is_never_planted() -> None:
    assert unreachable("A3 C1 C3") == "A1"
    assert unreachable("A3 C3") == unreachable("A3 C1") == unreachable("C1 C3") == ""


@pytest.mark.rules("AST-V3-05")
@pytest.mark.parametrize(
    ("hex", "lines"),
    [
        ("A1", "A3 C3 C1"),
        ("A8", "A6 C8 C10"),
        ("H1", "F1 H3 J3"),
        ("H15", "F13 H13 J15"),
        ("O8", "O10 M8 M6"),
        ("O15", "O13 M13 M15"),
    ],
)
def test_each_line_into_a_corner_is_enough_by_itself(hex: str, lines: str) -> None:
    ends = lines.split()
    assert unreachable(lines) == hex
    for kept in ends:
        assert unreachable(" ".join(end for end in ends if end != kept)) == ""


@pytest.mark.rules("AST-V3-05")
@pytest.mark.parametrize("kept", range(6))
def test_each_of_six_lines_to_the_middle_is_enough_by_itself(kept: int) -> None:
    ends = ["E3", "E5", "C5", "A3", "A1", "C1"]
    held = SMALL.bits(*ends)
    middle = SMALL.bits("C3")
    assert plantable(SMALL, held) == 0
    assert plantable(SMALL, held & ~SMALL.bits(ends[kept])) & middle


@pytest.mark.rules("AST-V3-05")
def test_nothing_is_planted_next_to_a_flower_and_all_of_an_empty_board_can_be() -> None:
    assert plantable(BOARD, 0) == BOARD.mask
    flower = BOARD.bits("H8")
    assert plantable(BOARD, flower) == BOARD.mask & ~flower & ~BOARD.near(flower)

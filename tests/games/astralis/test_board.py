"""The board and the statuses of its hexes."""

from __future__ import annotations

import pytest

from games.astralis.board import board_of, index_of, members, name, names
from games.astralis.rules.terms import surrounded, tiles
from games.astralis.sides import Side
from tests.games.astralis.positions import played, position, view


@pytest.mark.rules("AST-02")
def test_the_two_boards_have_169_and_127_hexes() -> None:
    eight, seven = board_of(8), board_of(7)
    assert (len(eight.hexes), len(seven.hexes)) == (169, 127)
    assert (eight.rows, seven.rows) == (15, 13)
    assert name(eight.hexes[0]) == name(seven.hexes[0]) == "A1"
    assert (name(eight.hexes[-1]), name(seven.hexes[-1])) == ("O15", "M13")
    assert names(eight.corners) == ("A1", "A8", "H1", "H15", "O8", "O15")
    assert names(seven.corners) == ("A1", "A7", "G1", "G13", "M7", "M13")


@pytest.mark.rules("AST-02")
def test_rows_hold_the_hexes_of_the_printed_table() -> None:
    for size, row, first, last in ((8, 0, "A1", "A8"), (8, 7, "H1", "H15"), (8, 8, "I2", "I15")):
        held = names(board_of(size).row(row))
        assert (held[0], held[-1]) == (first, last)
    assert names(board_of(7).row(12)) == ("M7", "M8", "M9", "M10", "M11", "M12", "M13")


@pytest.mark.rules("W01", "AST-03", "AST-04")
@pytest.mark.parametrize(
    ("hex", "expected"),
    [
        ("H8", "G7 G8 H7 H9 I8 I9"),
        ("A4", "A3 A5 B4 B5"),
        ("A1", "A2 B1 B2"),
        ("A8", "A7 B8 B9"),
        ("H1", "G1 H2 I2"),
        ("H15", "G14 H14 I15"),
        ("O8", "N7 N8 O9"),
        ("O15", "N14 N15 O14"),
        ("D1", "C1 D2 E1 E2"),
        ("D11", "C10 D10 E11 E12"),
        ("K4", "J3 J4 K5 L5"),
        ("K15", "J14 J15 K14 L15"),
    ],
)
def test_neighbours_share_an_edge(hex: str, expected: str) -> None:
    board = board_of(8)
    assert " ".join(sorted(expected.split(), key=index_of)) == expected
    assert " ".join(names(board.around[board.hex_of[hex]])) == expected
    assert " ".join(names(board.near(board.bits(hex)))) == expected


@pytest.mark.rules("W01")
def test_axial_coordinates_have_their_origin_in_the_centre() -> None:
    board = board_of(8)
    expected = {"H8": (0, 0), "A1": (-7, 7), "A8": (0, 7), "H15": (7, 0), "O15": (7, -7)}
    assert {hex: tuple(board.axial[board.hex_of[hex]]) for hex in expected} == expected


@pytest.mark.rules("AST-04")
@pytest.mark.parametrize(("size", "inside", "edge"), [(8, 127, 36), (7, 91, 30), (3, 7, 6)])
def test_hexes_have_six_four_or_three_neighbours(size: int, inside: int, edge: int) -> None:
    board = board_of(size)
    counts = [board.around[hex].bit_count() for hex in board.hexes]
    assert [counts.count(number) for number in (6, 4, 3)] == [inside, edge, 6]


@pytest.mark.rules("AST-03")
def test_the_shifts_of_a_set_agree_with_the_neighbours_of_its_hexes() -> None:
    for size in (3, 4, 7, 8):
        board = board_of(size)
        for hex in board.hexes:
            assert board.near(1 << hex) == board.around[hex]
        assert board.near(board.mask) == board.mask
        assert board.near(0) == 0


def test_boards_are_of_size_three_to_eight() -> None:
    assert len(board_of(3).hexes) == 19
    for size in (2, 9):
        with pytest.raises(ValueError, match="no board of size"):
            board_of(size)


def test_names_and_numbers_of_hexes_mean_each_other() -> None:
    board = board_of(8)
    assert index_of("E7") == 70
    assert all(index_of(name(hex)) == hex == board.hex_of[name(hex)] for hex in board.hexes)
    assert tuple(members(board.mask)) == board.hexes
    with pytest.raises(ValueError, match="no such hex"):
        index_of("Z1")


@pytest.mark.rules("AST-06", "AST-07")
def test_planets_of_either_side_explore_and_ships_do_not() -> None:
    empty = view(position(sy="A4", sc="H8"))
    assert empty.tiles.unexplored == empty.board.mask
    seen = view(position(y="B3", c="K8", sy="A4", sc="H8"))
    explored = seen.board.mask & ~seen.tiles.unexplored
    assert names(explored) == (
        *("A2", "A3", "B2", "B3", "B4", "C3", "C4"),
        *("J7", "J8", "K7", "K8", "K9", "L8", "L9"),
    )
    left = played(position(sy="A4", sc="H8"), "A4-A5+A4")
    assert left.planets[Side.YELLOW] == left.board.bits("A4")


@pytest.mark.rules("AST-01", "AST-08", "AST-09")
def test_control_needs_an_own_planet_near_and_no_opposing_one() -> None:
    seen = view(position(y="F7", c="E8", sy="A4", sc="O11"))
    board = seen.board
    assert names(seen.tiles.of(Side.YELLOW)) == ("E6", "F6", "F7", "G7", "G8")
    assert names(seen.tiles.of(Side.CYAN)) == ("D7", "D8", "E8", "E9", "F9")
    assert names(seen.tiles.contested) == ("E7", "F8")
    assert seen.status(board.hex_of["E8"]) == "cyan"
    assert (Side.YELLOW.other, Side.CYAN.other) == (Side.CYAN, Side.YELLOW)


@pytest.mark.rules("AST-10")
def test_every_hex_has_exactly_one_status() -> None:
    board = board_of(8)
    found = tiles(board, board.bits("F7", "H9", "A1"), board.bits("E9", "J9", "O8"))
    assert found.yellow | found.cyan | found.contested | found.unexplored == board.mask
    assert sum(bits.bit_count() for bits in found) == 169


@pytest.mark.rules("AST-11")
def test_statuses_follow_from_the_planets_alone() -> None:
    one = view(position(y="F7", c="E9", sy="A4", sc="O11", t="Y"))
    two = view(position(y="F7", c="E9", sy="H15", sc="E8", t="C"))
    assert one.tiles == two.tiles


@pytest.mark.rules("AST-12")
@pytest.mark.parametrize("hex", ["H8", "A4", "A1", "O15", "K4"])
def test_a_hex_is_surrounded_when_all_its_neighbours_are_of_one_kind(hex: str) -> None:
    board = board_of(8)
    inner = board.bits(hex)
    ring = board.near(inner)
    assert surrounded(board, inner, ring) == inner
    for missing in members(ring):
        assert surrounded(board, inner, ring & ~(1 << missing)) == 0

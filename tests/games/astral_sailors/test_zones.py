"""The perimeter and the deployment zones."""

from __future__ import annotations

from itertools import combinations

import pytest

from games.astral_sailors.board import zones
from games.astral_sailors.rules.turns.placing import extent
from games.astral_sailors.table import Table
from games.core.geometry.squares import Base, Facing, Square, square
from tests.games.astral_sailors import positions

N, E, S, W = Facing.N, Facing.E, Facing.S, Facing.W


def board(players: int, mode: str = "auto") -> Table:
    size = 16 if players == 2 else 24 if players <= 6 else 32
    return positions.table(teams=[1] * players, size=size, zones=mode)


def at(name: str) -> Square:
    found = square(name)
    assert found is not None
    return found


def owner(table: Table, name: str) -> int | None:
    holders = [seat for seat in range(len(table.players)) if at(name) in zones.zone(table, seat)]
    assert len(holders) <= 1
    return holders[0] if holders else None


def along_own_edge(table: Table, seat: int) -> list[int]:
    """Columns (or rows) of the zone's squares on the seat's own edge of the board."""
    edge = zones.own_edge(table, seat)
    border = (
        each
        for each in zones.zone(table, seat)
        if zones.from_edge(table.size, edge, Base(*each)) == 0
    )
    return sorted(each.c if edge in (N, S) else each.r for each in border)


@pytest.mark.rules("ASCW-33", "ASCW-34", "ASCW-D51", "WE-46")
def test_two_players_have_the_north_and_the_south() -> None:
    table = board(2)
    assert [extent(zones.zone(table, seat)) for seat in (0, 1)] == ["A1–P6", "A11–P16"]


@pytest.mark.rules("ASCW-34", "ASCW-D51")
def test_three_players_have_a_side_and_two_long_parts_of_sides() -> None:
    table = board(3)
    # The east and west rectangles begin below row 3; the corners of the north belong to whoever
    # is nearer.
    assert [zones.own_edge(table, seat) for seat in range(3)] == [N, E, W]
    assert along_own_edge(table, 1) == along_own_edge(table, 2) == list(range(4, 24))
    assert owner(table, "S5") == 0  # 4 rows from the north, 5 columns from the east
    assert owner(table, "X5") == 1
    assert owner(table, "X4") == 0
    assert owner(table, "A24") == 2
    assert owner(table, "S24") == 1
    assert owner(table, "R24") is None


@pytest.mark.rules("ASCW-34", "ASCW-D51", "WE-46")
def test_four_players_share_the_corners_by_nearness_and_then_by_seat() -> None:
    table = board(4)
    assert [zones.own_edge(table, seat) for seat in range(4)] == [N, E, S, W]
    assert owner(table, "X1") == 0  # nearest to both sides: the lower seat
    assert owner(table, "W2") == 0
    assert owner(table, "X2") == 1  # nearer to the east
    assert owner(table, "X24") == 1
    assert owner(table, "A24") == 2
    assert owner(table, "A1") == 0
    assert owner(table, "A2") == 3


@pytest.mark.rules("ASCW-34", "ASCW-D51")
def test_eight_players_have_half_sides_from_the_north_western_corner() -> None:
    table = board(8)
    assert [zones.own_edge(table, seat) for seat in range(8)] == [N, N, E, E, S, S, W, W]
    middles = ("D1", "AC1", "AF4", "AF29", "AC32", "D32", "A29", "A4")
    assert [owner(table, name) for name in middles] == list(range(8))
    assert (owner(table, "P6"), owner(table, "Q6")) == (0, 1)
    assert (owner(table, "AA16"), owner(table, "AA17")) == (2, 3)
    assert (owner(table, "Q27"), owner(table, "P27")) == (4, 5)
    assert (owner(table, "F17"), owner(table, "F16")) == (6, 7)


STRIPS = {
    # players: (border squares, the first and the last clockwise) of each seat
    5: [("C1", "U1"), ("V1", "X16"), ("X17", "M24"), ("L24", "A18"), ("A17", "B1")],
    6: [("E1", "T1"), ("U1", "X12"), ("X13", "U24"), ("T24", "E24"), ("D24", "A13"), ("A12", "D1")],
    7: [
        ("G1", "Y1"),
        ("Z1", "AF11"),
        ("AF12", "AF29"),
        ("AF30", "Q32"),
        ("P32", "A31"),
        ("A30", "A13"),
        ("A12", "F1"),
    ],
}


@pytest.mark.rules("ASCW-33", "ASCW-D51")
@pytest.mark.parametrize("players", [5, 6, 7])
@pytest.mark.parametrize("mode", ["auto", "strips", "rectangles"])
def test_strips_follow_the_perimeter_for_five_six_and_seven(players: int, mode: str) -> None:
    # Rectangles are impossible for them; the option then counts as auto.
    table = board(players, mode)
    for seat, (first, last) in enumerate(STRIPS[players]):
        assert owner(table, first) == seat
        assert owner(table, last) == seat
        following = STRIPS[players][(seat + 1) % players][0]
        assert owner(table, following) == (seat + 1) % players


@pytest.mark.rules("ASCW-34", "ASCW-D51")
def test_a_strip_around_a_corner_is_told_side_by_side() -> None:
    assert extent(zones.zone(board(7), 1)) == "Z1–AF6, AA7–AF11"


@pytest.mark.rules("ASCW-D51")
def test_in_the_corners_of_strips_the_first_side_clockwise_counts() -> None:
    table = board(6)
    assert owner(table, "W2") == 1  # north before east: the column W of the north
    assert owner(table, "B2") == 5  # west before north: row 2 of the west
    assert owner(table, "V22") == 2  # east before south: row 22
    assert owner(table, "C22") == 4  # south before west: the column C


@pytest.mark.rules("ASCW-D51")
@pytest.mark.parametrize("players", range(2, 9))
def test_strips_can_be_agreed_on_for_any_number_of_players(players: int) -> None:
    table = board(players, "strips")
    size = table.size
    squares = [zones.zone(table, seat) for seat in range(players)]
    assert sum(map(len, squares)) == size * size - (size - 12) ** 2
    assert frozenset().union(*squares) == {
        Square(c, r)
        for c in range(size)
        for r in range(size)
        if min(c, r, size - 1 - c, size - 1 - r) < 6
    }


@pytest.mark.rules("ASCW-33", "ASCW-34", "ASCW-D51")
@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("mode", ["auto", "rectangles", "strips"])
def test_zones_are_apart_six_deep_and_reach_the_border(players: int, mode: str) -> None:
    table = board(players, mode)
    every = [zones.zone(table, seat) for seat in range(players)]
    for a, b in combinations(every, 2):
        assert not a & b
    for seat, squares in enumerate(every):
        depths = {
            min(zones.from_edge(table.size, side, Base(*each)) for side in zones.SIDES)
            for each in squares
        }
        assert depths == set(range(6))
        border = along_own_edge(table, seat)
        assert border == list(range(border[0], border[-1] + 1))  # in one piece


@pytest.mark.rules("ASCW-D03", "ASCW-D47")
def test_a_big_base_covers_a_border_square_with_any_of_its_squares() -> None:
    table = board(2)
    assert zones.on_border(table, Base(0, 5, 1))
    assert zones.on_border(table, Base(14, 5, 2))
    assert not zones.on_border(table, Base(13, 5, 2))
    assert zones.on_border(table, Base(13, 5, 3))
    assert not zones.on_border(table, Base(1, 1, 3))


@pytest.mark.rules("ASCW-D70")
def test_the_middle_of_the_long_side_is_measured_in_half_squares() -> None:
    table = board(2)
    assert [zones.off_middle(table, 0, Base(c, 0, 1)) for c in (6, 7, 8, 9)] == [3, 1, 1, 3]
    assert zones.off_middle(table, 0, Base(7, 0, 2)) == 0
    assert zones.own_edge(board(6), 2) == E  # twelve units of the east, four of the south
    assert zones.own_edge(board(6, "strips"), 4) == W


@pytest.mark.rules("ASCW-D70")
def test_of_equally_long_parts_the_first_side_is_the_own_one() -> None:
    # With strips for four players each segment is a whole side; for two it is a side and two
    # halves of others.
    assert [zones.own_edge(board(4, "strips"), seat) for seat in range(4)] == [N, E, S, W]
    assert [zones.own_edge(board(2, "strips"), seat) for seat in range(2)] == [N, S]
    # Eight: from I1 on, half a side each round the corner in equal parts of 8.
    assert [zones.own_edge(board(8, "strips"), seat) for seat in (1, 3, 5, 7)] == [N, E, S, N]

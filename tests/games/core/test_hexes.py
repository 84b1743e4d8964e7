"""Hexagons of hexes: names, neighbours, distances, lines."""

from __future__ import annotations

import pytest

from games.core.geometry.hexes import CENTRE, Direction, Hex, Hexagon, distance, spelling

EIGHT, SEVEN = Hexagon(8), Hexagon(7)


def names(board: Hexagon) -> set[str]:
    return {board.name(hex) for hex in board.all()}


@pytest.mark.parametrize(
    ("name", "q", "r"),
    [
        ("H8", 0, 0),
        ("A1", -7, 7),
        ("A8", 0, 7),
        ("H15", 7, 0),
        ("O15", 7, -7),
        ("O8", 0, -7),
        ("H1", -7, 0),
    ],
)
def test_a_hex_has_the_name_of_its_axial_coordinates(name: str, q: int, r: int) -> None:
    assert EIGHT.name(Hex(q, r)) == name


def test_a_hexagon_has_the_expected_number_of_hexes_in_canonical_order() -> None:
    for side, count in ((2, 7), (3, 19), (7, 127), (8, 169), (13, 469)):
        board = Hexagon(side)
        assert len(board) == len(board.all()) == len(set(board.all())) == count
        keys = [(board.letter(hex), board.number(hex)) for hex in board.all()]
        assert keys == sorted(keys)


def test_rows_run_from_a_at_the_bottom_and_numbers_from_the_left() -> None:
    rows: dict[str, list[int]] = {}
    for hex in SEVEN.all():
        rows.setdefault(SEVEN.letter(hex), []).append(SEVEN.number(hex))
    assert "".join(rows) == "ABCDEFGHIJKLM"
    assert rows["A"] == [1, 2, 3, 4, 5, 6, 7]
    assert rows["H"] == list(range(2, 14))
    assert rows["M"] == list(range(7, 14))


def test_there_is_no_hex_beyond_the_rim() -> None:
    assert not names(EIGHT) & {"A9", "A0", "B10", "H16", "I1", "O7", "P8", "Z3"}
    assert not names(SEVEN) & {"A8", "N8"}


def test_the_six_directions_change_letter_and_number_as_on_the_picture() -> None:
    steps = {d.name: EIGHT.name(CENTRE.plus(d.value)) for d in Direction}
    assert steps == {"E": "H9", "NE": "I9", "NW": "I8", "W": "H7", "SW": "G7", "SE": "G8"}


def test_neighbours_are_six_inside_four_on_the_edge_and_three_in_a_corner() -> None:
    counts = [len(EIGHT.neighbours(hex)) for hex in EIGHT.all()]
    assert (counts.count(6), counts.count(4), counts.count(3)) == (127, 36, 6)


def test_distance_counts_steps() -> None:
    a1, o15, a8 = Hex(-7, 7), Hex(7, -7), Hex(0, 7)
    assert distance(a1, o15) == 14
    assert distance(a1, a8) == 7
    assert distance(o15, a8) == 14
    assert distance(a1, a1) == 0


def test_a_ray_runs_to_the_rim_nearest_first() -> None:
    start = Hex(-2, 2)
    assert EIGHT.name(start) == "F6"
    assert [EIGHT.name(hex) for hex in EIGHT.ray(start, Direction.W)] == [
        "F5",
        "F4",
        "F3",
        "F2",
        "F1",
    ]
    assert len(EIGHT.ray(start, Direction.NE)) == 9
    assert EIGHT.ray(Hex(7, 0), Direction.E) == ()


@pytest.mark.parametrize(
    ("text", "name"),
    [("E5", "E5"), ("e05", "E5"), (" e5 ", "E5"), ("h15", "H15"), ("z999", "Z999"), ("A00", "A0")],
)
def test_coordinates_have_one_spelling(text: str, name: str) -> None:
    assert spelling(text) == name


@pytest.mark.parametrize(
    "text", ["", "5", "E", "5E", "EE5", "E5E", "05", "E 5", "É5", "E1234", "E٣"]
)
def test_other_text_is_no_coordinate(text: str) -> None:
    assert spelling(text) is None


def test_a_board_needs_a_letter_for_each_row() -> None:
    for side in (1, 14):
        with pytest.raises(ValueError, match="a hexagon cannot"):
            Hexagon(side)

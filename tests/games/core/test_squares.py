"""Square boards: names, facings, bases."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.geometry.squares import Base, Facing, Square, ahead, column, square

BASES = st.builds(Base, st.integers(0, 40), st.integers(0, 40), st.integers(1, 3))


@pytest.mark.parametrize(
    ("name", "c", "r"),
    [("A1", 0, 0), ("C4", 2, 3), ("Z10", 25, 9), ("AA1", 26, 0), ("AF32", 31, 31), ("AZ7", 51, 6)],
)
def test_names_and_coordinates_mean_each_other(name: str, c: int, r: int) -> None:
    assert str(Square(c, r)) == name
    assert square(name) == Square(c, r)


def test_columns_go_on_with_two_letters_after_z() -> None:
    assert [column(c) for c in (0, 25, 26, 51, 52, 701)] == ["A", "Z", "AA", "AZ", "BA", "ZZ"]


def test_squares_off_the_board_have_names_that_nobody_can_give() -> None:
    assert [column(c) for c in (-1, -2, -27)] == ["-A", "-B", "-AA"]
    assert square(str(Square(-2, 4))) is None
    assert square(str(Square(2, -4))) is None


@given(st.integers(0, 701), st.integers(0, 998))
def test_every_name_is_read_back(c: int, r: int) -> None:
    assert square(str(Square(c, r))) == Square(c, r)


@pytest.mark.parametrize("text", [" c04 ", "C4", "c4", "C004"])
def test_names_are_read_in_any_case_and_with_leading_zeros(text: str) -> None:
    assert square(text) == Square(2, 3)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "4C",
        "C",
        "4",
        "C0",
        "C-1",
        "AAA1",
        "C1000",
        "C4 D5",
        "\uff234",
        "C\uff14",
        "C\u0664",
        "C4\n5",
    ],
)
def test_what_is_no_name_is_none(text: str) -> None:
    assert square(text) is None


def test_facings_go_round_clockwise_from_north_and_rows_count_southwards() -> None:
    at = Square(5, 5)
    assert [str(at.plus(facing)) for facing in Facing] == [
        "F5", "G5", "G6", "G7", "F7", "E7", "E6", "E5",
    ]  # fmt: skip
    assert at.plus(Facing.SW, 3) == Square(2, 8)
    assert at.plus(Facing.N, 0) == at


def test_opposite_facings_lead_back() -> None:
    for facing in Facing:
        back = Facing((facing + 4) % 8)
        assert Square(9, 9).plus(facing, 2).plus(back, 2) == Square(9, 9)


def test_a_base_names_its_squares_in_reading_order_from_its_anchor() -> None:
    assert [str(each) for each in Base(2, 3, 2).squares()] == ["C4", "D4", "C5", "D5"]
    assert Base(2, 3, 3).anchor == Square(2, 3)
    assert Base(2, 3, 3).at(Square(0, 1)) == Base(0, 1, 3)


def test_the_middle_of_a_base_is_counted_in_half_squares() -> None:
    assert Base(2, 3).middle == (5, 7)
    assert Base(2, 3, 2).middle == (6, 8)
    assert Base(2, 3, 3).middle == (7, 9)


@pytest.mark.parametrize(
    ("base", "inside"),
    [
        (Base(0, 0), True),
        (Base(15, 15), True),
        (Base(16, 0), False),
        (Base(0, -1), False),
        (Base(14, 14, 2), True),
        (Base(15, 14, 2), False),
        (Base(13, 14, 3), False),
        (Base(13, 13, 3), True),
    ],
)
def test_a_base_is_on_the_board_with_all_its_squares(base: Base, inside: bool) -> None:
    assert base.within(16) is inside


@pytest.mark.parametrize(
    ("a", "b", "gap"),
    [
        (Base(3, 3), Base(3, 3), 0),
        (Base(3, 3), Base(4, 4), 1),
        (Base(3, 3), Base(6, 4), 3),
        (Base(3, 3, 3), Base(5, 5), 0),
        (Base(3, 3, 3), Base(6, 6), 1),
        (Base(3, 3, 2), Base(0, 4, 2), 2),
        (Base(0, 0, 3), Base(3, 9, 2), 7),
    ],
)
def test_the_gap_is_the_number_of_kings_moves_between_nearest_squares(
    a: Base, b: Base, gap: int
) -> None:
    assert a.gap(b) == b.gap(a) == gap


@given(BASES, BASES)
def test_the_gap_is_the_least_over_all_pairs_of_squares(a: Base, b: Base) -> None:
    pairs = [(p, q) for p in a.squares() for q in b.squares()]
    assert a.gap(b) == min(max(abs(p.c - q.c), abs(p.r - q.r)) for p, q in pairs)


def test_ahead_is_positive_before_a_base_and_nought_on_the_line_through_its_centre() -> None:
    base = Base(5, 5)
    assert ahead(base, Facing.N, Base(5, 3).middle) == 4
    assert ahead(base, Facing.N, Base(9, 5).middle) == 0
    assert ahead(base, Facing.N, Base(0, 6).middle) == -2
    assert ahead(base, Facing.SE, Base(6, 4).middle) == 0
    assert ahead(base, Facing.SE, Base(6, 6).middle) == 4

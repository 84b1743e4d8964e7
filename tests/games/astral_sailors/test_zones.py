"""Deployment zones, for any number of players and either form."""

from __future__ import annotations

from itertools import combinations

import pytest

from games.astral_sailors.board import zones
from games.astral_sailors.rules.turns.placing import extent
from games.astral_sailors.table import Table
from games.core.geometry.squares import Base, Facing, Square
from tests.games.astral_sailors import positions

N, E, S, W = Facing.N, Facing.E, Facing.S, Facing.W


def board(players: int, mode: str = "auto") -> Table:
    size = 16 if players == 2 else 24 if players <= 6 else 32
    return positions.table(teams=[1] * players, size=size, zones=mode)


ZONES = """
2 0 A1–P6
2 1 A11–P16
3 0 A1–X4, E5–T5, F6–S6
3 1 U5–X5, T6–X6, S7–X24
3 2 A5–D5, A6–E6, A7–F24
4 0 A1–X1, B2–W2, C3–V3, D4–U4, E5–T5, F6–S6
4 1 X2–X2, W3–X3, V4–X4, U5–X5, T6–X6, S7–X19, T20–X20, U21–X21, V22–X22, W23–X23, X24–X24
4 2 F19–R19, E20–S20, D21–T21, C22–U22, B23–V23, A24–W24
4 3 A2–A2, A3–B3, A4–C4, A5–D5, A6–E6, A7–F18, A19–E19, A20–D20, A21–C21, A22–B22, A23–A23
5 0 C1–U2, D3–U3, E4–U4, F5–T5, G6–S6
5 1 V1–X4, U5–X5, T6–X6, S7–X16
5 2 S17–X18, M19–X24
5 3 A18–F18, A19–L24
5 4 A1–B2, A3–C3, A4–D4, A5–E5, A6–F17
6 0 E1–T4, F5–T5, G6–S6
6 1 U1–X5, T6–X6, S7–X12
6 2 S13–X19, T20–X20, U21–X24
6 3 F19–R19, E20–S20, E21–T24
6 4 A13–F18, A19–E19, A20–D24
6 5 A1–D4, A5–E5, A6–F12
7 0 G1–Y6
7 1 Z1–AF6, AA7–AF11
7 2 AA12–AF27, AB28–AF28, AC29–AF29
7 3 Q27–Z27, Q28–AA28, Q29–AB29, Q30–AF32
7 4 F27–P27, E28–P28, D29–P29, C30–P30, A31–P32
7 5 A13–F26, A27–E27, A28–D28, A29–C29, A30–B30
7 6 A1–F12
8 0 A1–P1, B2–P2, C3–P3, D4–P4, E5–P5, F6–P6
8 1 Q1–AF1, Q2–AE2, Q3–AD3, Q4–AC4, Q5–AB5, Q6–AA6
8 2 AF2–AF2, AE3–AF3, AD4–AF4, AC5–AF5, AB6–AF6, AA7–AF16
8 3 AA17–AF27, AB28–AF28, AC29–AF29, AD30–AF30, AE31–AF31, AF32–AF32
8 4 Q27–Z27, Q28–AA28, Q29–AB29, Q30–AC30, Q31–AD31, Q32–AE32
8 5 F27–P27, E28–P28, D29–P29, C30–P30, B31–P31, A32–P32
8 6 A17–F26, A27–E27, A28–D28, A29–C29, A30–B30, A31–A31
8 7 A2–A2, A3–B3, A4–C4, A5–D5, A6–E6, A7–F16
"""
"""Number of players, seat, and its zone in rows of squares. Rectangles share corners by nearness,
then by seat; strips follow the border, in corners the first side clockwise."""


@pytest.mark.rules("ASCW-33", "ASCW-34", "ASCW-D51", "WE-46")
@pytest.mark.parametrize("line", ZONES.split("\n")[1:-1])
def test_the_zone_of_each_seat(line: str) -> None:
    players, seat, squares = line.split(" ", 2)
    # Rectangles are impossible for five, six and seven; the option then counts as auto.
    for mode in ("auto", "rectangles", *(("strips",) if players in "567" else ())):
        assert extent(zones.zone(board(int(players), mode), int(seat))) == squares


@pytest.mark.rules("ASCW-33", "ASCW-34", "ASCW-D51")
@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("mode", ["auto", "rectangles", "strips"])
def test_zones_are_apart_six_deep_and_reach_the_border_in_one_piece(
    players: int, mode: str
) -> None:
    table = board(players, mode)
    size, every = table.size, [zones.zone(table, seat) for seat in range(players)]
    assert not any(a & b for a, b in combinations(every, 2))
    for seat, squares in enumerate(every):
        depths = {
            min(zones.from_edge(size, side, Base(*each)) for side in zones.SIDES)
            for each in squares
        }
        assert depths == set(range(6))
        edge = zones.own_edge(table, seat)
        at = (each for each in squares if zones.from_edge(size, edge, Base(*each)) == 0)
        border = sorted(each.c if edge in (N, S) else each.r for each in at)
        assert border == list(range(border[0], border[-1] + 1))
    if mode == "strips":
        rim = {Square(c, r) for c in range(size) for r in range(size)}
        rim = {at for at in rim if min(*at, size - 1 - at.c, size - 1 - at.r) < 6}
        assert frozenset().union(*every) == rim


@pytest.mark.rules("ASCW-D03", "ASCW-D47", "ASCW-D70")
def test_a_big_base_covers_a_border_square_and_the_middle_is_measured_in_half_squares() -> None:
    table = board(2)
    bases = Base(0, 5, 1), Base(14, 5, 2), Base(13, 5, 2), Base(13, 5, 3), Base(1, 1, 3)
    assert [zones.on_border(table, base) for base in bases] == [True, True, False, True, False]
    assert [zones.off_middle(table, 0, Base(c, 0, 1)) for c in (6, 7, 8, 9)] == [3, 1, 1, 3]
    assert zones.off_middle(table, 0, Base(7, 0, 2)) == 0


@pytest.mark.rules("ASCW-34", "ASCW-D51", "ASCW-D70")
@pytest.mark.parametrize(
    ("players", "mode", "edges"),
    [
        (3, "auto", [N, E, W]),
        (4, "auto", [N, E, S, W]),
        (8, "auto", [N, N, E, E, S, S, W, W]),
        (2, "strips", [N, S]),
        (4, "strips", [N, E, S, W]),
        (6, "auto", [N, E, E, S, W, W]),  # of the third: twelve squares of the east, four south
        (8, "strips", [N, N, E, E, S, S, W, N]),
    ],
)
def test_the_own_edge_is_the_longest_part_and_the_first_of_equal_ones(
    players: int, mode: str, edges: list[Facing]
) -> None:
    table = board(players, mode)
    assert [zones.own_edge(table, seat) for seat in range(players)] == edges

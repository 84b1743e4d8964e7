"""Liberties, groups, captures, repetition and territory of Dispersed Go."""

from __future__ import annotations

import random

import pytest

from games.astralis.board import Board, board_of, name, names
from games.astralis.rules import dispersed_go as go
from games.astralis.rules.dispersed_go import Outcome, Position
from games.astralis.sides import Side

BOARD = board_of(8)
SMALL = board_of(3)


def stones(y: str = "", c: str = "", board: Board = BOARD) -> tuple[int, int]:
    return board.bits(*y.split()), board.bits(*c.split())


def placed(board: Board, at: Position, hex: str) -> Outcome:
    outcome = go.place(board, at, board.hex_of[hex])
    assert outcome is not None, hex
    return outcome


def groups(y: str, c: str = "") -> dict[str, str]:
    """The liberties of every group, by its stones."""
    both = stones(y, c)
    open_ = go.liberties(BOARD, both[0] | both[1])
    return {
        " ".join(names(group)): " ".join(names(open_ & BOARD.near(group)))
        for colour in both
        for group in go.groups(BOARD, colour)
    }


@pytest.mark.rules("W37", "AST-V4-04")
@pytest.mark.parametrize(
    ("stone", "count"), [("H8", 6), ("A4", 4), ("A1", 3), ("O15", 3), ("H15", 3), ("K15", 4)]
)
def test_a_stone_alone_has_all_its_neighbours_as_liberties(stone: str, count: int) -> None:
    (found,) = groups(stone).values()
    assert len(found.split()) == count
    assert found == " ".join(names(BOARD.around[BOARD.hex_of[stone]]))


@pytest.mark.rules("W37", "AST-V4-04", "AST-V4-05", "AST-V4-06")
def test_a_shared_hex_is_nobodys_liberty_and_connects() -> None:
    assert groups("H8 J9") == {"H8 J9": "G7 G8 H7 H9 J8 J10 K9 K10"}
    ten = groups("H8 J8")["H8 J8"]
    assert len(ten.split()) == 10
    assert "I8" not in ten.split()


@pytest.mark.rules("W37", "AST-V4-04", "AST-V4-05")
def test_a_hex_shared_with_the_other_side_is_nobodys_liberty_and_connects_nothing() -> None:
    assert groups("H8", "J9") == {"H8": "G7 G8 H7 H9", "J9": "J8 J10 K9 K10"}


@pytest.mark.rules("W37", "AST-V4-05")
def test_a_stone_of_the_other_side_next_to_the_shared_hex_does_not_cut() -> None:
    found = groups("H8 J9", "I6")
    assert found["H8 J9"] == "G7 G8 H7 H9 J8 J10 K9 K10"
    assert len(found["I6"].split()) == 6


@pytest.mark.rules("AST-V4-05")
def test_stones_are_connected_at_a_distance_of_two_exactly() -> None:
    middle = BOARD.hex_of["H8"]
    for hex in BOARD.hexes:
        if hex == middle or BOARD.around[middle] >> hex & 1:
            continue
        joined = go.linked(BOARD, 1 << middle, 1 << middle | 1 << hex).bit_count() == 2
        assert joined is bool(BOARD.beyond[middle] >> hex & 1), name(hex)


@pytest.mark.rules("AST-V4-06")
def test_chains_join_stones_to_groups_in_the_order_of_their_first_stones() -> None:
    found = groups("O8 H8 J9 L10 A1 N14", "C3 E4")
    assert list(found) == ["A1", "H8 J9 L10", "N14", "O8", "C3 E4"]


@pytest.mark.rules("W38", "AST-V4-07")
def test_a_group_with_one_liberty_left_stays() -> None:
    outcome = placed(BOARD, go.position(stones("A1"), Side.CYAN), "B3")
    assert outcome.captured == 0
    assert groups("A1", "B3")["A1"] == "B1"


@pytest.mark.rules("AST-V4-07")
def test_groups_without_a_liberty_are_taken_all_at_once() -> None:
    both = stones("A1 A8", "B3 C2 B7")
    outcome = placed(BOARD, go.position(both, Side.CYAN), "C9")
    assert names(outcome.captured) == ("A1", "A8")


@pytest.mark.rules("AST-V4-07", "AST-V4-08")
def test_what_takes_a_group_is_no_suicide() -> None:
    at = go.position(stones("B3 E5", "D3", SMALL), Side.CYAN)
    taken = placed(SMALL, at, "C5")
    assert names(taken.captured) == ("E5",)
    assert names(placed(SMALL, taken.position, "E5").captured) == ("C5",)


@pytest.mark.rules("AST-V4-08")
def test_a_stone_may_live_by_the_liberties_of_its_group() -> None:
    hex = BOARD.hex_of["A1"]
    assert go.is_legal(BOARD, go.position(stones("C1", "C3 A3"), Side.YELLOW), hex)
    assert not go.is_legal(BOARD, go.position(stones("", "C1 C3 A3"), Side.YELLOW), hex)


@pytest.mark.rules("AST-V4-06", "AST-V4-08")
def test_a_liberty_at_the_far_end_of_the_group_is_enough() -> None:
    board = board_of(4)
    at = go.position(stones("B5 D6", "B2 D1", board), Side.YELLOW)
    after = placed(board, at, "A3").position
    near, far = board.bits("B5"), board.bits("D6")
    free = go.liberties(board, after.own | after.opposing)
    assert not board.near(near | board.bits("A3")) & ~board.near(far) & free
    assert board.near(far) & free
    assert go.placements(board, at) & board.bits("A3")


def after_four() -> Position:
    """W41: Yellow B3, Cyan D3, Yellow E5, Cyan C5 which takes E5."""
    at = go.position((0, 0), Side.YELLOW)
    for hex in ("B3", "D3", "E5", "C5"):
        at = placed(SMALL, at, hex).position
    return at


@pytest.mark.rules("W41", "AST-V4-09")
def test_what_would_bring_an_earlier_arrangement_back_is_illegal() -> None:
    at = after_four()
    assert names(go.placements(SMALL, at)) == ("A1", "B1", "C1")
    taking = placed(SMALL, at, "E5")
    assert names(taking.captured) == ("C5",)
    assert go.repeats(taking.position)
    assert taking.position.arrangement == stones("B3 E5", "D3", SMALL)


@pytest.mark.rules("AST-V4-09")
def test_earlier_arrangements_count_for_both_sides_and_after_passes() -> None:
    at = after_four()
    passed = at.turned().turned()
    assert passed == at
    assert not go.is_legal(SMALL, passed, SMALL.hex_of["E5"])
    forgotten = go.position(at.arrangement, Side.YELLOW)
    assert go.is_legal(SMALL, forgotten, SMALL.hex_of["E5"])
    told = go.position(at.arrangement, Side.YELLOW, at.earlier)
    assert told == at
    assert at.earlier[0] == (0, 0)
    assert at.earlier[-1] == stones("B3 E5", "D3", SMALL)


@pytest.mark.rules("AST-V4-09")
def test_a_stone_alone_can_bring_an_arrangement_back_too() -> None:
    """Without a capture of its own: the arrangement stood before stones were taken."""
    now = stones("B3", "D3 H8")
    at = go.position(now, Side.CYAN, [stones("B3", "D3 H8 K9")])
    assert not go.is_legal(BOARD, at, BOARD.hex_of["K9"])
    assert not go.placements(BOARD, at) >> BOARD.hex_of["K9"] & 1
    other = go.position(now, Side.YELLOW, [stones("B3", "D3 H8 K9")])
    assert go.is_legal(BOARD, other, BOARD.hex_of["K9"])


@pytest.mark.rules("AST-V4-03", "AST-V4-08", "AST-V4-09", "AST-V4-10")
@pytest.mark.parametrize("size", [3, 4, 5])
def test_the_list_of_placements_is_that_of_all_legal_ones(size: int) -> None:
    board, rng = board_of(size), random.Random(size)
    for _ in range(12):
        at = go.position((0, 0), Side.YELLOW)
        for _ in range(40):
            legal = sum(1 << hex for hex in board.hexes if go.is_legal(board, at, hex))
            assert go.placements(board, at) == legal
            if not legal:
                break
            at = placed(board, at, rng.choice(names(legal))).position
            known = go.position(at.arrangement, at.side, at.earlier)
            assert known == at


def score(y: str, c: str = "") -> tuple[int, int]:
    now, owned = go.area(BOARD, stones(y, c))
    return (now.yellow | owned[0]).bit_count(), (now.cyan | owned[1]).bit_count()


@pytest.mark.rules("W40", "AST-V4-11")
def test_stones_their_own_neighbours_and_what_they_surround_count() -> None:
    assert score("B3 C2 H8", "J9") == (18, 5)
    _, owned = go.area(BOARD, stones("B3 C2 H8", "J9"))
    assert (names(owned[0]), names(owned[1])) == (("A1",), ())
    assert score("B3 C2") == score("H8") == (169, 0)
    assert score("", "B3 C2") == (0, 169)


@pytest.mark.rules("W41", "AST-V4-11")
def test_a_region_that_borders_on_contested_hexes_is_nobodys() -> None:
    now, owned = go.area(SMALL, after_four().arrangement)
    assert (now.yellow | owned[0]).bit_count() == 4
    assert (now.cyan | owned[1]).bit_count() == 9


@pytest.mark.rules("AST-V4-11")
def test_a_board_without_stones_is_nobodys() -> None:
    assert score("") == (0, 0)

"""How many turns there are, when a ship is stuck, and answers that are no turns."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, combinations

import pytest

from games.astralis import GAME
from games.astralis.agreement import Agreement
from games.astralis.board import board_of, members
from games.astralis.counting import perft
from games.astralis.moves import AnswerScore, AskScore, Move, Place, Swap, Turn
from games.astralis.rules.explore import is_stuck
from games.astralis.state import State
from games.core.types import Decision, Decisions, Forbidden, Seat
from tests.games.astralis.positions import (
    decision,
    destinations,
    far_planets,
    played,
    position,
    turn_decision,
    turns,
    view,
)
from tests.games.playthrough import Playthrough

STRICT = Agreement(strict_supply=True)


@pytest.mark.rules("W03")
@pytest.mark.parametrize(
    ("size", "ships", "counts"),
    [
        (8, ("A4", "O11"), (176, 29_975, 5_368_857)),
        (8, ("A2", "O9"), (176, 29_958, 5_381_331)),
        (7, ("A3", "M10"), (150, 21_571, 3_182_517)),
        (7, ("A4", "M10"), (150, 21_574, 3_181_660)),
    ],
)
def test_the_numbers_of_turn_sequences_are_those_of_the_canon(
    size: int, ships: tuple[str, str], counts: tuple[int, int, int]
) -> None:
    state = position(sy=ships[0], sc=ships[1], size=size)
    assert tuple(perft(state, depth) for depth in (1, 2, 3)) == counts


def contract_count(state: State, depth: int) -> int:
    """The same as ``perft``, move by move through the public contract."""
    if not isinstance(GAME.pending(state), Decisions):
        return 0
    legal = turns(state)
    if depth == 1:
        return len(legal)
    return sum(contract_count(played(state, GAME.write(turn)), depth - 1) for turn in legal)


@pytest.mark.rules("W03", "AST-17", "AST-20", "AST-40")
@pytest.mark.parametrize(
    ("state", "depth"),
    [
        (position(sy="A2", sc="E4", size=3), 3),
        (position(y="B2 B4 D1 D3 D5", c="F3 F6 G5", sy="C4", sc="C6", size=4), 3),
        (position(c="A2", sy="A1", sc="B4", t="C", size=3), 3),
        (position(y=" ".join(far_planets(30)), sy="B3", sc="A5", agreed=STRICT), 1),
        (position(y=" ".join(far_planets(29)), sy="B3", sc="A5", agreed=STRICT), 2),
    ],
)
def test_the_public_contract_counts_the_same_sequences(state: State, depth: int) -> None:
    assert perft(state, depth) == contract_count(state, depth) > 0
    assert perft(state, 0) == 1


@pytest.mark.rules("AST-40")
def test_there_are_no_sequences_after_the_end() -> None:
    over = position(y="C3", c="A1 A3 E3 E5 C1 C5", sy="B1", sc="D5", size=3)
    assert [perft(over, depth) for depth in (0, 1, 2)] == [1, 0, 0]
    last = position(y="B2 B4 D1 D3 D5", c="F3 F6 G5", sy="C4", sc="C6", size=4)
    ending = played(last, "C4-E6+E7")
    assert (perft(ending, 1), perft(ending, 2)) == (9, 0)


@pytest.mark.rules("AST-20")
@pytest.mark.parametrize("size", [3, 4])
def test_a_ship_is_stuck_only_in_a_corner_closed_by_two_planets_and_the_other_ship(
    size: int,
) -> None:
    board = board_of(size)
    for ship in board.hexes:
        ring = list(members(board.around[ship]))
        for other in board.hexes:
            for chosen in chain.from_iterable(combinations(ring, n) for n in range(4)):
                planets = sum(1 << hex for hex in chosen)
                if planets & (board.near(planets) | 1 << other) or other == ship:
                    continue
                closed = (
                    bool(1 << ship & board.corners)
                    and len(chosen) == 2
                    and 1 << other == board.around[ship] & ~planets
                )
                assert is_stuck(board, ship, 0, planets, other) == closed


@pytest.mark.rules("W05", "W08", "W17", "W19", "W29", "W30", "W31")
@pytest.mark.parametrize(
    ("line", "flights", "number"),
    [
        ("N8 Y:F7,J10 C:E9,H5 SY:H8 SC:F6 T:Y", 30, 158),
        ("N8 Y:E8,I7,I10 C:- SY:B3 SC:O11 T:Y", 29, 179),
        ("N8 Y:I7,I10 C:- SY:B3 SC:H8 T:Y", None, 181),
        ("N8 Y:F7,I7,I10 C:- SY:E6 SC:H8 T:C", 42, 216),
        ("N8 Y:I7,I10 C:H8 SY:B3 SC:O11 T:Y", None, 177),
        ("N8 Y:- C:A2,B1 SY:A1 SC:B2 T:C", 27, 169),
        ("N8 Y:- C:A2,B1 SY:A1 SC:B5 T:Y", 14, 87),
        ("N8 Y:A2 C:B1 SY:A1 SC:B2 T:Y", 6, 26),
        ("N8 Y:- C:A2 SY:A1 SC:B2 T:Y", 7, 32),
        ("N4 Y:B2,B4,D1,D3,D5 C:F3,F6,G5 SY:C4 SC:C6 T:Y", 13, 15),
    ],
)
def test_the_turns_of_the_examples_are_counted(line: str, flights: int | None, number: int) -> None:
    state = Playthrough.at(GAME, line=line).state
    assert len(turns(state)) == number
    assert flights in (None, len(destinations(state)))


# --- Answers that are no turns ---

BUSY = position(y="F7 J10", c="E9 H5", sy="H8", sc="F6")


def refusal_of(state: State, decision: Decision, move: Move) -> Forbidden:
    found = GAME.options(view(state), decision).refusal(move)
    assert found is not None
    return found


@pytest.mark.parametrize("move", [Place("A4"), AskScore(), AnswerScore(True), AnswerScore(False)])
def test_e01_another_kind_of_answer_is_wanted(move: Move) -> None:
    assert refusal_of(BUSY, turn_decision(BUSY), move).code == "E01"


@pytest.mark.rules("AST-16")
def test_e01_a_turn_needs_both_ships_on_the_board() -> None:
    placing = State(Agreement())
    refusal = refusal_of(placing, Decision(Seat(0), "turn", 1), Turn("A4", "A5"))
    assert (refusal.code, refusal.rule) == ("E01", "AST-16")
    assert list(GAME.options(view(placing), Decision(Seat(0), "turn", 1))) == []
    placed = refusal_of(BUSY, Decision(Seat(0), "place", 0), Place("A4"))
    assert placed.code == "E01"


@pytest.mark.rules("AST-16")
def test_e02_the_other_side_is_to_move() -> None:
    refusal = refusal_of(BUSY, Decision(Seat(1), "turn", 1), Turn("F6", "F5"))
    assert (refusal.code, refusal.rule) == ("E02", "AST-16")
    assert list(GAME.options(view(BUSY), Decision(Seat(1), "turn", 1))) == []


@pytest.mark.rules("AST-40")
def test_e18_comes_first_once_the_match_is_over() -> None:
    over = position(y="C3", c="A1 A3 E3 E5 C1 C5", sy="B1", sc="D5", size=3)
    for move in (Turn("B1", "Z9"), Place("A1"), Swap(), AskScore()):
        assert refusal_of(over, Decision(Seat(0), "turn", 1), move).code == "E18"


def stalled() -> State:
    """After sixty quiet turns either side may ask to settle."""
    return replace(position(y="H8", sy="A4", sc="O11"), turn=61, quiet=60)


@pytest.mark.rules("AST-45")
def test_only_the_other_player_answers_and_only_while_a_request_is_open() -> None:
    asked = played(stalled(), "settle")
    answer = decision(asked, Seat(1), "settle-answer")
    for moment, legal in ((asked, True), (stalled(), False), (BUSY, False)):
        options = GAME.options(view(moment), answer)
        assert options.contains(AnswerScore(True)) is legal
        assert options.contains(AnswerScore(False)) is legal
        assert list(options) == ([AnswerScore(True), AnswerScore(False)] if legal else [])


@pytest.mark.rules("AST-45")
def test_one_request_is_open_at_a_time() -> None:
    ask = decision(stalled(), Seat(1), "settle")
    assert list(GAME.options(view(stalled()), ask)) == [AskScore()]
    refusal = GAME.options(view(played(stalled(), "settle")), ask).refusal(AskScore())
    assert refusal is not None
    assert refusal.rule == "AST-45"

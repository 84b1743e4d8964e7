"""The start of a match."""

from __future__ import annotations

import pytest

from games.astralis.agreement import Agreement
from games.astralis.board import board_of, names
from games.astralis.events import Placed
from games.astralis.game import GAME
from games.astralis.moves import Place
from games.astralis.rules.setup import home_edge
from games.astralis.sides import Side
from games.astralis.state import State
from games.astralis.transitions import arranged, opening
from games.core.types import Decision, Decisions, Forbidden, NotYourDecision, Seat, Seats
from tests.games.astralis.positions import count, played, step, view


def start(size: int = 8) -> State:
    settings = Agreement.model_validate({"size": size})
    return GAME.setup(settings, Seats.alone(2))


def place_refusal(state: State, hex: str) -> Forbidden | None:
    pending = GAME.pending(state)
    assert isinstance(pending, Decisions)
    return GAME.options(view(state), pending.open[0]).refusal(Place(hex))


@pytest.mark.rules("AST-13")
def test_a_match_starts_with_an_empty_board_and_the_komi_for_cyan() -> None:
    state = start()
    assert count(state) == (0, 0, 0, 169)
    assert count(start(7)) == (0, 0, 0, 127)
    assert view(state).score().cyan_with_komi == 3.5
    assert view(state).phase == "placing"
    assert view(state).ships == (None, None)


@pytest.mark.rules("AST-14")
@pytest.mark.parametrize(("size", "top"), [(8, "O"), (7, "M")])
def test_row_a_is_home_to_yellow_and_the_top_row_to_cyan(size: int, top: str) -> None:
    board = board_of(size)
    assert names(home_edge(board, Side.YELLOW)) == tuple(f"A{n}" for n in range(1, size + 1))
    assert names(home_edge(board, Side.CYAN)) == tuple(f"{top}{n}" for n in range(size, 2 * size))


@pytest.mark.rules("W02", "AST-15")
@pytest.mark.parametrize(
    ("size", "yellow", "cyan"),
    [
        (8, "A2 A3 A4 A5 A6 A7", "O9 O10 O11 O12 O13 O14"),
        (7, "A2 A3 A4 A5 A6", "M8 M9 M10 M11 M12"),
    ],
)
def test_ships_start_on_the_home_edge_without_its_corners(
    size: int, yellow: str, cyan: str
) -> None:
    state = start(size)
    for expected in (yellow, cyan):
        pending = GAME.pending(state)
        assert isinstance(pending, Decisions)
        offered = list(GAME.options(view(state), pending.open[0]))
        assert offered == [Place(hex) for hex in expected.split()]
        state = played(state, expected.split()[0])


@pytest.mark.rules("W02", "AST-15")
@pytest.mark.parametrize("hex", ["A1", "A8", "B1", "H8"])
def test_yellow_cannot_start_in_a_corner_or_away_from_home(hex: str) -> None:
    refusal = place_refusal(start(), hex)
    assert refusal is not None
    assert (refusal.rule, refusal.code) == ("AST-15", "E04")
    assert hex in refusal.sentence
    assert refusal.instead == "Yellow may start on A2 to A7."
    assert ("corner" in refusal.sentence) == (hex in {"A1", "A8"})


@pytest.mark.rules("W02", "AST-02")
@pytest.mark.parametrize("hex", ["P3", "A9"])
def test_a_ship_cannot_start_off_the_board(hex: str) -> None:
    refusal = place_refusal(start(), hex)
    assert refusal is not None
    assert (refusal.rule, refusal.code) == ("AST-02", "E03")
    assert hex in refusal.sentence


@pytest.mark.rules("AST-15")
def test_a_corner_may_be_entered_but_not_be_the_start_of_cyan() -> None:
    state = played(start(), "A4")
    assert view(state).ships == (view(state).board.hex_of["A4"], None)
    for hex in ("O8", "O15", "A5"):
        refusal = place_refusal(state, hex)
        assert refusal is not None
        assert refusal.code == "E04"
        assert refusal.instead == "Cyan may start on O9 to O14."


@pytest.mark.rules("AST-15", "AST-16")
def test_yellow_places_first_then_cyan_then_yellow_takes_the_first_turn() -> None:
    state = start()
    assert GAME.pending(state) == Decisions((Decision(Seat(0), "place", 0),))
    with pytest.raises(NotYourDecision):
        step(state, "O11", Seat(1))
    first = step(state, "a4")
    assert first.events == (Placed(Side.YELLOW, "A4"),)
    assert GAME.pending(first.state) == Decisions((Decision(Seat(1), "place", 0),))
    second = step(first.state, "O11")
    assert second.events == (Placed(Side.CYAN, "O11"),)
    assert GAME.pending(second.state) == Decisions((Decision(Seat(0), "turn", 1),))
    assert view(second.state).phase == "playing"
    third = played(second.state, "A4-D7+E7")
    assert GAME.pending(third) == Decisions((Decision(Seat(1), "turn", 2),))
    assert GAME.pending(played(third, "O9")) == Decisions((Decision(Seat(0), "turn", 3),))


def test_small_boards_are_for_tests_and_not_for_players() -> None:
    assert count(opening(Agreement(size=3))) == (0, 0, 0, 19)
    refusal = GAME.fault(Agreement(size=5), Seats.alone(2))
    assert refusal is not None
    assert refusal.sentence == "A board has 8 hexes along an edge, or 7, not 5."
    with pytest.raises(ValueError, match="size"):
        opening(Agreement(size=9))


def test_a_match_has_two_seats() -> None:
    assert GAME.fault(Agreement(), Seats.alone(2)) is None
    for seats in (Seats.alone(1), Seats.alone(3), Seats((0, 0)), Seats((1, 0))):
        refusal = GAME.fault(Agreement(), seats)
        assert isinstance(refusal, Forbidden)
        assert refusal.rule == "AST-01"


@pytest.mark.rules("AST-05")
@pytest.mark.parametrize(
    ("planets", "ships", "fault"),
    [
        ((["E7"], ["E8"]), ("A4", "O11"), "next to each other"),
        ((["E7"], ["E7"]), ("A4", "O11"), "on or next to"),
        (([], []), ("A4", "A4"), "two ships"),
        ((["P1"], []), ("A4", "O11"), "not on this board: P1"),
        (([], []), ("A4", "A9"), "not on this board: A9"),
    ],
)
def test_impossible_positions_cannot_be_arranged(
    planets: tuple[list[str], list[str]], ships: tuple[str, str], fault: str
) -> None:
    with pytest.raises(ValueError, match=fault):
        arranged(Agreement(), planets, ships)

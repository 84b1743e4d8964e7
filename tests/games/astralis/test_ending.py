"""Parts of the rules by themselves, what can be agreed on, and a complete match."""

from __future__ import annotations

import pytest

from games.astralis import GAME
from games.astralis.agreement import Agreement
from games.astralis.board import board_of, names
from games.astralis.events import Bonus, Ended, Extracted
from games.astralis.moves.transitions import arranged, opening
from games.astralis.rules.bonus import within_supply
from games.astralis.rules.ending import totals, winner
from games.astralis.rules.expand import stones_left
from games.astralis.rules.turn import play
from games.astralis.sides import Side
from games.core.types import Ending, Forbidden, Seat, Seats
from tests.games.astralis.positions import (
    count,
    far_planets,
    only,
    planets,
    played,
    position,
    step,
    view,
)

MATCH = """
A3-C3+B2    7  0  0 120
M8-I4+J5    7  7  0 113
C3-E5+D4   13  7  0 107
I4-F4+G5   13 14  0 100
E5-L12+M12 18 14  0  95
F4-J8+I7   18 20  0  89
L12-L8+K8  23 18  2  84
J8-L10+M10 21 21  4  81
L8-E8+E7   28 21  4  74
L10-J8+J9  27 25  5  70
E8-A4+A3   30 25  5  67
J8-C8+C7   29 31  6  61
A4-F9+F10  36 31  6  54
C8-F8+G8   34 36  8  49
F9-G10+H10 38 34 10  45
F8-F2+F1   38 39 10  40
G10-A4+B5  41 37 12  37
F2-E2+F3   41 41 12  33
A4-I12+J12 48 41 12  26
E2-D2+C1   46 44 14  23
I12-I13+H12 50 44 14 19
D2-H2+I3   50 48 14  15
I13-G13+F12 53 48 14 12
H2-K5+L6   53 51 14   9
G13-A7+B8  56 49 16   6
K5-M7+M8   55 50 17   5
A7-C9+D9   65 48 12   2
M7-F7+F6   63 49 14   1
C9-C5      63 49 14   1
F7-K12+K11 59 50 18   0
"""


@pytest.mark.rules("W32", "AST-16", "AST-40", "AST-41", "AST-43")
def test_the_complete_match_of_the_canon() -> None:
    settings = Agreement(size=7)
    state = played(GAME.setup(settings, Seats.alone(2)), "A3", "M8")
    lines = [line.split() for line in MATCH.strip().splitlines()]
    assert len(lines) == 30
    bonuses: dict[int, tuple[str, ...]] = {}
    extracted: dict[int, tuple[str, ...]] = {}
    for number, (text, *numbers) in enumerate(lines, 1):
        assert view(state).turn == number
        assert state.to_move == (Side.YELLOW if number % 2 else Side.CYAN)
        done = step(state, text)
        state = done.state
        assert count(state) == tuple(map(int, numbers)), f"after turn {number}"
        assert (only(done.events, Ended) is not None) == (number == 30)
        if bonus := only(done.events, Bonus):
            bonuses[number] = bonus.hexes
        if extraction := only(done.events, Extracted):
            extracted[number] = extraction.hexes
    assert bonuses == {19: ("L13",), 22: ("H4",), 27: ("A6",)}
    assert extracted == {27: ("C7",)}
    assert planets(state, Side.YELLOW) == (
        "A3 A6 B2 B5 B8 C7 D4 D9 E7 F10 F12 H10 H12 J12 K8 L13 M12"
    )
    assert planets(state, Side.CYAN) == "C1 F1 F3 F6 G5 G8 H4 I3 I7 J5 J9 K11 L6 M8 M10"
    assert GAME.pending(state) == Ending("score", (Seat(0),), (59.0, 53.5), "AST-40")
    assert view(state).turns_played == 30


@pytest.mark.rules("AST-42")
def test_the_komi_is_three_and_a_half_on_both_boards() -> None:
    assert [Agreement.model_validate({"size": n}).komi for n in (7, 8)] == [3.5, 3.5]
    for komi in (0.25, 100.0, -100.0, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="komi"):
            Agreement.model_validate({"komi": komi})
    for komi in (-99.5, 0, 99.5):
        assert Agreement.model_validate({"komi": komi}).komi == komi


@pytest.mark.rules("AST-43")
def test_the_higher_total_wins_and_equal_totals_are_a_draw() -> None:
    assert winner((59.0, 53.5)) is Side.YELLOW
    assert winner((53.0, 53.5)) is Side.CYAN
    assert winner((53.0, 53.0)) is None
    assert totals((3, 2), 1.0) == (3.0, 3.0)


@pytest.mark.rules("AST-44")
def test_a_player_who_resigns_leaves_the_win_to_the_other() -> None:
    rule = GAME.meta.resign_rule
    assert rule == "AST-44"
    assert rule in GAME.rulebook.by_id
    ending = Ending.given_up((Seat(1),), rule)
    state = position(sy="A4", sc="O11")
    assert GAME.words.ending(view(state), ending) == "Yellow resigns: Cyan wins."


@pytest.mark.rules("AST-44")
def test_the_players_may_agree_on_a_draw() -> None:
    assert GAME.meta.draw_rule == "AST-44"


# --- Supply, and what a turn carries on ---


@pytest.mark.rules("AST-17")
def test_awards_are_granted_in_the_order_of_hexes() -> None:
    board = board_of(8)
    awards = board.bits("B3", "E10", "E9", "O8")
    assert names(within_supply(awards, 3)) == ("B3", "E9", "E10")
    assert within_supply(awards, 0) == 0
    assert within_supply(awards, 9) == awards


@pytest.mark.rules("AST-17")
def test_the_supply_is_never_below_nothing() -> None:
    assert [stones_left((1 << n) - 1) for n in (0, 29, 30, 31)] == [30, 1, 0, 0]
    assert view(position(y="H8", sy="A4", sc="O11")).supplies is None
    strict = Agreement(strict_supply=True)
    full = position(y=" ".join(far_planets(29)), c="H8", sy="A4", sc="O11", agreed=strict)
    assert view(full).supplies == (1, 29)


@pytest.mark.rules("W20", "AST-37")
def test_after_an_extraction_what_is_near_planets_is_that_of_those_who_own_them() -> None:
    state = position(y="I7 I10", c="H8 J9", sy="B3", sc="O11")
    board, before = state.board, state.position(Side.YELLOW)
    found = play(board, before, board.hex_of["E6"], board.hex_of["F7"]).position
    assert found.near_own == board.near(found.own) == board.near(board.bits("J9"))
    assert found.near_opposing == board.near(board.bits("I7", "I10", "F7", "H8"))


# --- What can be agreed on ---


@pytest.mark.rules("AST-42", "AST-D25")
def test_with_the_swap_a_komi_that_nobody_named_is_half_a_point() -> None:
    assert Agreement(swap=True, komi=3.5).komi == 3.5
    assert Agreement(swap=False, komi=0.5).komi == 0.5
    assert Agreement.model_validate_json('{"swap": true}').komi == 0.5
    again = Agreement(swap=True)
    assert Agreement.model_validate_json(again.model_dump_json()) == again


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

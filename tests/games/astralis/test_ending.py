"""The end, the score, and a complete match."""

from __future__ import annotations

import pytest

from games.astralis import GAME
from games.astralis.agreement import Agreement
from games.astralis.board import board_of, names
from games.astralis.events import Awarded, Bonus, Deferred, Ended, Extracted
from games.astralis.rules.ending import totals, winner
from games.astralis.sides import Side
from games.astralis.state import State
from games.core.types import Ending, NotYourDecision, Seat, Seats
from tests.games.astralis.positions import (
    changed,
    count,
    destinations,
    gained,
    only,
    planets,
    played,
    position,
    step,
    turns,
    view,
)


def last_turn(komi: float = 3.5) -> State:
    """W31: Yellow closes a ring around the last unexplored hex, where Cyan's ship stands."""
    agreed = Agreement(size=4, komi=komi)
    return position(y="B2 B4 D1 D3 D5", c="F3 F6 G5", sy="C4", sc="C6", agreed=agreed)


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


@pytest.mark.rules("W31", "AST-32", "AST-40")
def test_a_pending_award_on_the_last_hex_keeps_the_match_open() -> None:
    state = last_turn()
    assert (len(destinations(state)), len(turns(state))) == (13, 15)
    after = step(state, "C4-E6+E7")
    assert gained(state, after.state, Side.YELLOW) == "E7"
    assert changed(state, after.state) == {"unexplored→yellow": "D7", "cyan→contested": "F7"}
    assert only(after.events, Deferred) == Deferred(Side.YELLOW, "C6")
    assert only(after.events, Ended) is None
    assert (count(state)[:3], count(after.state)) == ((21, 9, 4), (23, 8, 5, 1))
    assert " ".join(destinations(after.state)) == "A4 B5 C1 C2 C3 C4 C5 D6 D7"
    assert len(turns(after.state)) == 9


@pytest.mark.rules("W31", "AST-09", "AST-10", "AST-40", "AST-41", "AST-42", "AST-43")
def test_the_match_is_over_once_the_last_hex_is_explored() -> None:
    state = played(last_turn(), "C4-E6+E7")
    last = step(state, "C6-D7")
    assert gained(state, last.state, Side.YELLOW) == "C6"
    assert count(last.state) == (24, 8, 5, 0)
    assert only(last.events, Awarded) == Awarded(Side.YELLOW, "C6")
    assert last.events[-1] == Ended("score", Side.YELLOW, 24.0, 11.5)
    assert GAME.pending(last.state) == Ending("score", (Seat(0),), (24.0, 11.5), "AST-40")
    with pytest.raises(NotYourDecision):
        step(last.state, "E6-E5")


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


@pytest.mark.rules("AST-41")
def test_contested_unexplored_and_pending_hexes_count_for_nobody() -> None:
    state = played(position(y="I7 I10", c="D3", sy="B3", sc="H8"), "B3-E6+F7")
    score = view(state).score()
    assert (score.yellow, score.cyan, score.contested, score.unexplored) == (21, 7, 0, 141)
    assert score.cyan_with_komi == 10.5
    contested = view(position(c="E8", y="F7", sy="B3", sc="O11")).score()
    assert (contested.yellow, contested.cyan, contested.contested) == (5, 5, 2)


@pytest.mark.rules("AST-42")
@pytest.mark.parametrize(("komi", "total"), [(3.5, 10.5), (0.0, 7.0), (-2.5, 4.5)])
def test_cyan_adds_the_komi_that_was_agreed(komi: float, total: float) -> None:
    state = position(c="E8", sy="B3", sc="O11", agreed=Agreement(komi=komi))
    assert view(state).komi == komi
    assert view(state).score().cyan_with_komi == total


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


@pytest.mark.rules("AST-43")
def test_with_a_whole_komi_a_match_can_end_in_a_draw() -> None:
    state = played(last_turn(komi=16.0), "C4-E6+E7")
    last = step(state, "C6-D7")
    assert last.events[-1] == Ended("score", None, 24.0, 24.0)
    assert GAME.pending(last.state) == Ending("score", (), (24.0, 24.0), "AST-40")
    more = played(last_turn(komi=16.5), "C4-E6+E7", "C6-D7")
    ending = GAME.pending(more)
    assert isinstance(ending, Ending)
    assert ending.winners == (Seat(1),)


@pytest.mark.rules("AST-40")
def test_an_arranged_position_without_unexplored_hexes_is_over() -> None:
    state = position(y="C3", c="A1 A3 E3 E5 C1 C5", sy="B1", sc="D5", size=3)
    assert count(state).unexplored == 0
    assert isinstance(GAME.pending(state), Ending)
    assert names(board_of(3).corners) == ("A1", "A3", "C1", "C5", "E3", "E5")


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

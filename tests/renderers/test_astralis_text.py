from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.astralis.view import AstralisView, Side
from games.core.types import Ending, Seat
from renderers import Look
from renderers.astralis import RENDERER
from renderers.astralis.text import listed, name
from tests.renderers.positions import (
    beneath_a_ship,
    bonus_waits,
    complete_game,
    random_views,
    threatened,
)

LOOK = Look(("Vera", "Edwin"))
ROW = re.compile(r"([A-O]) +(\d+) +([.ycxYC^v ]+)")


def alt(view: AstralisView, look: Look = LOOK) -> str:
    return RENDERER.scene(view, look).alt


def test_the_alt_text_tells_score_last_move_turn_and_threats() -> None:
    assert alt(complete_game()[25]) == (
        "Astralis. Yellow (Vera): 53. Cyan (Edwin): 48 + 3.5 = 51.5. "
        "14 contested, 12 unexplored. Turn 24, Cyan to move. Last turn: Yellow I13-G13+F12. "
        "Ships: Yellow on G13 (Yellow control), Cyan on H2 (Cyan control). "
        "Cyan could win a bonus on L6 in its next turn. Cyan could extract K8 in its next turn."
    )


def test_the_alt_text_tells_bonus_planets_and_extractions() -> None:
    assert "Last turn: Yellow A7-C9+D9, extracts C7, bonus A6." in alt(complete_game()[29])


def test_the_alt_text_of_the_start_names_the_hexes_for_the_ship() -> None:
    text = alt(complete_game()[0])
    assert text.endswith("Yellow is to place a ship on A2, A3, A4, A5, A6.")
    assert "Last turn" not in text


def test_the_alt_text_of_the_end_tells_the_result() -> None:
    text = alt(complete_game()[-1])
    assert "Over after 30 turns: Yellow wins by 5.5, 59 to 53.5. The sky is explored." in text
    assert "to move" not in text


def test_an_ending_that_only_the_host_knows_is_told() -> None:
    view = complete_game()[20]
    text = alt(view, replace(LOOK, ending=Ending("resigned", (view.seats[1],), (), "AST-44")))
    assert "Over after 18 turns: Yellow resigns: Cyan wins." in text
    assert "to move" not in text


def test_a_waiting_bonus_stands_in_the_alt_text() -> None:
    text = alt(bonus_waits())
    assert "A bonus planet on H8 waits for Yellow until the ship there leaves." in text


def test_a_request_to_settle_stands_in_the_alt_text() -> None:
    view = replace(complete_game()[20], asked=Seat(1))
    assert "Cyan asks to settle the match as it stands." in alt(view)


def test_threats_stand_in_the_alt_text_whether_drawn_or_not() -> None:
    view = threatened()
    assert "Yellow could extract" in alt(view)
    assert alt(view) == alt(view, replace(LOOK, threats=True))


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=300), st.text(max_size=300), st.sampled_from([0, 10, 21, 29, 32]))
def test_the_alt_text_is_one_line_of_at_most_1024_characters(a: str, b: str, at: int) -> None:
    text = alt(complete_game()[at], Look((a, b)))
    assert len(text) <= 1024
    assert not re.search(r"[\x00-\x1f\u2028\u2029\u202a-\u202e]", text)


@pytest.mark.parametrize("seed", range(6))
def test_the_alt_text_is_short_enough_in_any_position(seed: int) -> None:
    long = Look(("﷽" * 90, "W" * 90))
    for view in random_views(8, seed, 50):
        assert len(alt(view, long)) <= 1024


def read_rows(board: str) -> dict[str, str]:
    """The symbol of each hex, as somebody who cannot see the picture would read it."""
    step = 1 if "Numbers rise by 1" in board else -1
    found = {}
    for line in board.splitlines():
        row = ROW.fullmatch(line)
        if row:
            for place, symbol in enumerate(row[3].split()):
                found[f"{row[1]}{int(row[2]) + step * place}"] = symbol
    return found


def symbol_of(view: AstralisView, hex: int) -> str:
    if hex in view.ships:
        return "^v"[view.ships.index(hex)]
    planet = view.planet(hex)
    if planet is not None:
        return "YC"[planet]
    return {"unexplored": ".", "yellow": "y", "cyan": "c", "contested": "x"}[view.status(hex)]


@pytest.mark.parametrize("size", [3, 7, 8])
@pytest.mark.parametrize("turned", [False, True])
def test_the_text_board_tells_every_hex(size: int, turned: bool) -> None:
    for view in random_views(size, 4, 30)[::3]:
        board = RENDERER.scene(view, replace(LOOK, turned=turned)).board
        assert read_rows(board) == {name(view, hex): symbol_of(view, hex) for hex in view.hexes}


def test_the_text_board_lists_ships_and_planets() -> None:
    lines = RENDERER.scene(complete_game()[-1], LOOK).board.splitlines()
    assert "Ships: Yellow on C5 (Yellow control), Cyan on K12 (contested)." in lines
    assert "Yellow planets (17): A3 A6 B2 B5 B8 C7 D4 D9 E7 F10 F12 H10 H12 J12 K8 L13 M12" in lines
    assert "Cyan planets (15): C1 F1 F3 F6 G5 G8 H4 I3 I7 J5 J9 K11 L6 M8 M10" in lines
    assert "Yellow (Vera): 59." in lines
    assert "Cyan (Edwin): 50 + 3.5 = 53.5." in lines


def test_a_planet_beneath_a_ship_is_listed() -> None:
    board = RENDERER.scene(beneath_a_ship(), LOOK).board
    assert read_rows(board)["H8"] == "v"
    assert "Yellow planets (4): F7 H8 I7 I10" in board


def test_the_text_board_fits_a_narrow_screen() -> None:
    lines = RENDERER.scene(threatened(), LOOK).board.splitlines()
    rows = [line for line in lines if ROW.fullmatch(line)]
    assert len(rows) == 15
    assert max(len(row) for row in rows) <= 36


def test_a_name_cannot_break_out_of_a_code_block() -> None:
    board = RENDERER.scene(complete_game()[20], Look(("```\n@everyone", "x"))).board
    assert "`" not in board
    assert board.splitlines()[0] == "Yellow (''' @everyone): 41."


def test_long_lists_are_counted() -> None:
    assert listed(["A1"], 3) == "A1"
    assert listed(["A1", "A2", "A3", "A4"], 3) == "A1, A2, A3, A4"
    assert listed(["A1", "A2", "A3", "A4", "A5"], 3) == "A1, A2, A3 and 2 more"


def test_pictures_and_words_name_hexes_as_players_type_them() -> None:
    for view in (threatened(), complete_game()[20]):
        assert [name(view, hex) for hex in view.hexes] == [
            found for found, _ in sorted(view.board.hex_of.items(), key=lambda item: item[1])
        ]
    assert Side.YELLOW.label == "Yellow"

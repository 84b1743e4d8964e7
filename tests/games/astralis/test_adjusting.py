"""What a referee may set by hand (canon 4.6)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.astralis import GAME
from games.astralis.position_line import PositionLine, line_read, written
from games.astralis.sides import Side
from games.astralis.state import State
from games.core.questions import path_of
from games.core.referee.edits import Edit
from games.core.types import REFEREE, Forbidden, Unreadable
from tests.games.astralis.positions import position

W08 = position(y="E8 I7 I10", sy="B3", sc="O11")
ADJUSTING = GAME.editing


LINE = "N8 Y:E8,I7,I10 C:- SY:B3 SC:O11 T:Y"


HEXES = st.sampled_from([f"{letter}{number}" for letter in "ABHOZ" for number in (0, 1, 8, 99)])


@given(
    st.integers(3, 9),
    st.lists(HEXES, max_size=40),
    st.lists(HEXES, max_size=40),
    st.tuples(st.none() | HEXES, st.none() | HEXES),
    st.sampled_from(Side),
)
def test_what_a_line_says_is_read_from_it(
    size: int,
    yellow: list[str],
    cyan: list[str],
    ships: tuple[str | None, str | None],
    to_move: Side,
) -> None:
    line = PositionLine(size, tuple(yellow), tuple(cyan), ships, to_move)
    assert line_read(written(line).replace(" ", "")) == line
    edit = Edit("position", (written(line),))
    assert ADJUSTING.read(GAME.view(W08, REFEREE), written(line)) == edit
    assert ADJUSTING.form.read(ADJUSTING.form.write(edit)) == edit


@pytest.mark.parametrize(
    "text",
    [
        "",
        "PLANET",
        "PLANET E7",
        "PLANET E7 GREEN",
        "SHIP E7",
        "OPTION KOMI",
        "OPTION KOMI nan",
        "OPTION KOMI 1e9",
        "OPTION SWAP",
        "OPTION SIZE eight",
        "N8",
        "TURN",
        "N8 Y:E8 C:- SY:B3 SC:O11",
        "AWARD",
        "PLANET É7 Y",
    ],
)
def test_nonsense_is_not_read(text: str) -> None:
    with pytest.raises(Unreadable):
        ADJUSTING.read(GAME.view(W08, REFEREE), text)


def test_questions_lead_to_what_can_be_typed_too() -> None:
    options = ADJUSTING.options(GAME.view(W08, REFEREE))
    assert "OPTION KOMI 20" in texts(W08)
    for text in (
        "OPTION KOMI -99.5",
        "OPTION KOMI 20.5",
        "PLANET H8 YELLOW",
        LINE.replace("E8", "E9"),
    ):
        adjustment = ADJUSTING.read(GAME.view(W08, REFEREE), text)
        assert options.question(path_of(options, adjustment, text)) == adjustment
    for path in (("position", "zz"), ("position", "41"), ("komi", "203"), ("komi", "m2000")):
        with pytest.raises((Unreadable, Forbidden)):
            options.question(path)
    assert Edit("komi", ("20.5",)) not in set(options)


def texts(state: State) -> list[str]:
    return [ADJUSTING.write(each) for each in ADJUSTING.options(GAME.view(state, REFEREE))]

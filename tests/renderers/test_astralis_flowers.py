"""Pictures and text boards of Beeline and Dispersed Go."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from games.astralis.agreement import VariantName
from games.astralis.state import State
from games.astralis.view import AstralisView
from games.core.geometry.hexes import CENTRE
from renderers import Look, paint
from renderers.astralis import RENDERER
from renderers.astralis.beeline import bee_of, flower_of
from renderers.astralis.dispersed_go import stone_of
from renderers.astralis.picture import field_for
from renderers.boards.hexmap import HexWindow, pitch_for
from renderers.scene import Area, Art
from tests.games.astralis.positions import played, view
from tests.games.astralis.test_variants import match_of
from tests.games.astralis.variants import set_up, started
from tests.renderers.pixels import changed_box, decoded

LOOK = Look(("Vera Rubin", "Edwin Hubble"))
PITCH = pitch_for(8)


def garden() -> State:
    """W35 after two turns: Yellow has planted H11, Cyan has flown."""
    state = set_up("beeline", Y_planets="J10", C_planets="H5", Y_ship="H8", C_ship="F6")
    return played(state, "H8-H10*", "F6-F9")


def stones() -> State:
    """W38: Cyan's C2 takes A1."""
    given = {"Y_planets": "A1 H8 J9", "C_planets": "B3 I6", "to_move": "C"}
    return played(set_up("dispersed_go", **given), "C2")


def alt(state: State, look: Look = LOOK) -> str:
    return RENDERER.scene(view(state), look).alt


def board(state: State) -> list[str]:
    return RENDERER.scene(view(state), LOOK).board.splitlines()


def legend(state: State) -> list[str]:
    return [line.text for line in RENDERER.scene(view(state), LOOK).drawing.captions]


def test_the_alt_text_of_beeline_tells_flowers_bees_and_what_can_be_planted() -> None:
    assert alt(garden()) == (
        "Astralis. Yellow (Vera Rubin): 2. Cyan (Edwin Hubble): 1 + 0.5 = 1.5. "
        "Flowers can still be planted on 148 hexes. Turn 3, Yellow to move. "
        "Last turn: Cyan F6-F9. Bees: Yellow on H10 (nothing can grow there), Cyan on F9."
    )
    assert "Last turn: Yellow H8-H10*." in alt(
        played(set_up("beeline", Y_ship="H8", C_ship="F6"), "H8-H10*")
    )


def test_the_text_board_of_beeline_marks_what_can_be_planted() -> None:
    lines = board(garden())
    assert "H  1 . . . x C x . . . ^ Y x . . ." in lines
    assert ".: can be planted" in lines
    assert "Y, C: flower of Yellow, of Cyan" in lines
    assert "Yellow flowers (2): H11 J10" in lines


def test_the_last_places_of_beeline_are_named() -> None:
    state = set_up("beeline", board=3, Y_planets="A1 A3", C_planets="E3", Y_ship="C1", C_ship="D5")
    last = next(line for line in board(state) if line.startswith("Flowers can still grow on"))
    assert "C5" in last


def test_a_start_is_asked_for_with_a_bee() -> None:
    state = started("beeline")
    assert "Yellow is to place a bee on A2, A3, A4, A5, A6, A7." in alt(state)
    assert "Yellow places a bee" in legend(state)
    assert "a bee may start here" in legend(state)


def test_the_alt_text_of_dispersed_go_tells_captures_and_groups_in_danger() -> None:
    assert alt(stones()) == (
        "Astralis. Yellow (Vera Rubin): 12. Cyan (Edwin Hubble): 20 + 3.5 = 23.5. "
        "0 contested, 137 unexplored. Turn 2, Yellow to move. "
        "Last turn: Cyan C2, captures A1. Yellow may place no stone on A1: "
        "it would have no liberty, or repeat an earlier board."
    )
    near = set_up("dispersed_go", Y_planets="A1", C_planets="B3")
    assert "Yellow A1 has one liberty, B1." in alt(near)
    passed = alt(played(near, "PASS"))
    assert "Last turn: Yellow PASS." in passed
    assert "another one ends the match" in passed


def test_the_text_board_of_dispersed_go_lists_groups_and_territory() -> None:
    lines = board(stones())
    assert "Yellow group H8 J9: liberties G7 G8 H7 H9 J8 J10 K9 K10" in lines
    assert "Cyan group B3 C2: liberties A2 A3 B1 B4 C1 C4 D2 D3" in lines
    assert "A  1        - c c . . . . ." in lines
    assert not [line for line in lines if "ship" in line or "planet" in line]


def test_the_legends_speak_of_what_is_on_the_board() -> None:
    flowers, placed = legend(garden()), legend(stones())
    assert "can be planted 148" in flowers
    assert "nothing grows any more" in flowers
    assert "last flight" in flowers
    for words in ("control", "territory", "liberty", "with liberties left", "new stone"):
        assert words in placed
    assert "captured" in placed
    assert not [line for line in (*flowers, *placed) if "planet" in line or "ship" in line]


@pytest.mark.parametrize("variant", ["beeline", "dispersed_go"])
@pytest.mark.parametrize("size", [3, 4, 6, 8])
def test_nothing_touches_the_edge_of_the_picture(variant: str, size: int) -> None:
    given = {"board": size} | ({} if variant == "dispersed_go" else {"Y_ship": "A2"})
    state = set_up(variant, **given)
    drawing = RENDERER.scene(view(state), Look(("W" * 400, "田" * 60))).drawing
    for mark, x, y in drawing.marks:
        assert 16 <= x <= drawing.width - 8 - mark.width
        assert 16 <= y <= drawing.height - 8 - mark.height
    for line in drawing.captions:
        long = min(line.room, paint.width(line.text, line.style))
        assert (
            line.x + {"left": long, "middle": long // 2, "right": 0}[line.anchor]
            <= drawing.width - 16
        )
        assert line.style.size >= 30


@pytest.mark.parametrize("variant", ["beeline", "dispersed_go"])
def test_every_position_of_a_match_has_a_picture_of_its_own(variant: VariantName) -> None:
    match = match_of(variant, 2)
    states = match.states[:30]
    assert len({RENDERER.scene(view(state), LOOK).paint() for state in states}) == len(states)


def without(seen: AstralisView, hex: str) -> AstralisView:
    """The same match without the piece on a hex, and without a last turn."""
    bit = 1 << seen.board.hex_of[hex]
    yellow, cyan = seen.planets
    assert bit & (yellow | cyan)
    return replace(seen, planets=(yellow & ~bit, cyan & ~bit))


@pytest.mark.parametrize(("state", "hex"), [(garden(), "J10"), (stones(), "I6")])
def test_a_piece_that_is_not_there_changes_the_picture_around_it(state: State, hex: str) -> None:
    seen = view(state)
    window = HexWindow(CENTRE, 8)
    shown = [
        decoded(replace(RENDERER.scene(each, LOOK), window=window).paint())
        for each in (seen, without(seen, hex))
    ]
    box = changed_box(*shown)
    assert box is not None
    x, y = field_for(seen.board, False).places[seen.board.hex_of[hex]]
    assert box[0] <= x <= box[2]
    assert box[1] <= y <= box[3]


@pytest.mark.parametrize("make", [flower_of, bee_of, partial(stone_of, left=2)])
def test_pieces_of_the_sides_differ_in_shape(make: Callable[..., Art]) -> None:
    outlines = [
        [len(shape.points) if isinstance(shape, Area) else 0 for shape in make(PITCH, side).shapes]
        for side in (0, 1)
    ]
    assert outlines[0] != outlines[1]

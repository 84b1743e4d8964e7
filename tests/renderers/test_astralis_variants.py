"""Pictures and texts of the variants of Astralis."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.astralis.agreement import Agreement, VariantName
from games.astralis.game import GAME
from games.astralis.state import State
from games.astralis.view import AstralisView
from games.core.types import SPECTATOR, Ending, Seat
from renderers import Look
from renderers.astralis import RENDERER
from renderers.astralis.art import Tile, swatch
from renderers.boards.hexmap import Pitch
from renderers.scene import Area, Disc, Label, Stroke
from tests.games.astralis.positions import played, position

LOOK = Look(("Vera", "Edwin"), threats=True)
DICE = Agreement(variant="dice")
SIMPLE = Agreement(variant="simplified")
AT_ONCE = Agreement(variant="dice", bonus_under_ship="immediate")


def seen(state: State) -> AstralisView:
    return GAME.view(state, SPECTATOR)


def drawn_labels(view: AstralisView, look: Look = LOOK) -> list[str]:
    """All that is lettered on the board of this position."""
    marks = RENDERER.scene(view, look).drawing.marks
    shapes = [shape for mark in marks if len(mark) == 3 for shape in mark[0].shapes]
    return [shape.text for shape in shapes if isinstance(shape, Label)]


def colours(view: AstralisView) -> set[object]:
    drawing = RENDERER.scene(view, replace(LOOK, overlay=None)).drawing
    marks = [mark[0] for mark in drawing.marks if len(mark) == 3]
    shapes = [shape for art in marks for shape in art.shapes]
    return {shape.colour for shape in shapes if isinstance(shape, Area | Disc | Stroke)}


@pytest.mark.rules("AST-V2-02", "AST-V2-04")
def test_each_die_is_drawn_with_its_value_down_to_0() -> None:
    state = position(y="G9", c="F7 I7 I10", sy="H14", sc="O11", agreed=DICE)
    labels = drawn_labels(seen(played(state, "H14-H9+H8")))
    assert sorted(each for each in labels if each.isdecimal()) == ["0", "2", "3", "3", "4"]


def test_the_value_of_a_die_beneath_a_ship_is_drawn_too() -> None:
    state = position(y="I7 I10", sy="B3", sc="H8", agreed=AT_ONCE)
    labels = drawn_labels(seen(played(state, "B3-E6+F7")))
    assert labels.count("6") == 4 + 1, "four dice, and the one beneath the ship once more"


def test_dice_of_both_sides_differ_in_shape() -> None:
    both = [
        seen(position(y=yellow, c=cyan, sy="B3", sc="O11", agreed=DICE))
        for yellow, cyan in (("H8", ""), ("", "H8"))
    ]
    outlines = []
    for view in both:
        marks = RENDERER.scene(view, LOOK).drawing.marks
        (die,) = (
            mark[0]
            for mark in marks
            if any(isinstance(each, Label) and each.text == "6" for each in mark[0].shapes)
        )
        outlines.append([each.points for each in die.shapes if isinstance(each, Area)])
    assert outlines[0] != outlines[1]


def test_the_text_board_lists_the_value_of_each_die() -> None:
    state = position(y="A1 A4", c="H8", sy="B6", sc="O11", agreed=DICE)
    board = RENDERER.scene(seen(state), LOOK).board
    assert "Yellow dice (2), hex=value: A1=3 A4=4" in board
    assert "Cyan dice (1), hex=value: H8=6" in board
    assert "Yellow (Vera): 7." in board


@pytest.mark.rules("AST-V1-01")
def test_with_simplified_turns_no_tile_is_drawn_before_the_end() -> None:
    state = position(y="E8 I7", c="H11", sy="B3", sc="O11", agreed=SIMPLE)
    after = seen(played(state, "B3-E6+F7 CLAIM G9"))
    tiles = {
        shape.colour
        for tile in (Tile.YELLOW, Tile.CYAN, Tile.CONTESTED)
        for shape in swatch(tile, Pitch(36, 20, 10), 21, 21)[:1]
        if isinstance(shape, Area)
    }
    assert len(tiles) == 3
    assert not tiles & colours(after)
    over = replace(after, phase="over", ending=Ending("drawn", (Seat(0),), (), "AST-44"))
    assert tiles & colours(over)


@pytest.mark.rules("AST-V1-04")
def test_wrong_claims_stand_in_the_texts_and_on_the_board() -> None:
    state = position(y="E8 I7 I10", sy="B3", sc="O11", agreed=SIMPLE)
    right, wrong = (
        RENDERER.scene(seen(played(state, f"B3-E6+F7 CLAIM {claims}")), LOOK)
        for claims in ("H8", "H8,G9,C1")
    )
    assert "bonus H8, wrong claims C1 G9." in wrong.alt
    assert "Last turn: Yellow B3-E6+F7, bonus H8, wrong claims C1 G9." in wrong.board
    assert "wrong" not in right.alt + right.board
    assert len(wrong.drawing.marks) - len(right.drawing.marks) == 3


@pytest.mark.rules("AST-V1-01")
def test_a_match_that_somebody_gave_up_shows_its_tiles() -> None:
    state = position(y="E8", c="H11", sy="B3", sc="O11", agreed=SIMPLE)
    look = replace(LOOK, ending=Ending("resigned", (Seat(1),), (), "AST-44"))
    assert (
        "Yellow (Vera): 7. Cyan (Edwin): 7 + 3.5 = 10.5." in RENDERER.scene(seen(state), look).alt
    )


@pytest.mark.parametrize("variant", ["simplified", "dice"])
def test_the_alt_text_fits_and_the_picture_is_painted(variant: VariantName) -> None:
    agreed = Agreement(variant=variant)
    state = position(y="E8 I7 I10", c="K4 K12", sy="B3", sc="O11", agreed=agreed)
    for turned in (False, True):
        scene = RENDERER.scene(seen(state), replace(LOOK, turned=turned))
        assert len(scene.alt) <= 1024
        assert scene.paint().startswith(b"\x89PNG")
        part = scene.around("E8")
        assert part is not None
        assert part.paint().startswith(b"\x89PNG")

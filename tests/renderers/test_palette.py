from __future__ import annotations

from PIL import Image

from renderers import gif, paint, palette
from renderers.palette import PALETTE, VOID, YELLOW, blend, palette_with


def test_there_are_at_most_255_colours_and_no_two_are_equal() -> None:
    """The last place is kept for what animations leave as it was."""
    assert len(PALETTE) == len(set(PALETTE)) <= gif.CLEAR == 255
    assert PALETTE[0] == VOID


def test_every_named_colour_is_painted_exactly() -> None:
    named = [value for name, value in vars(palette).items() if name.isupper() and name[0] != "_"]
    colours = [value for value in named if len(value) == 3]
    assert len(colours) > 25
    for colour in colours:
        shown = paint.indexed(Image.new("RGB", (4, 4), colour)).tobytes()
        assert set(shown) == {PALETTE.index(colour)}


def test_steps_lie_evenly_between_two_colours() -> None:
    assert blend((0, 100, 200), (100, 100, 0), 0.25) == (25, 100, 150)


def test_steps_follow_the_colours_they_lie_between() -> None:
    black, other = (0, 0, 0), (200, 100, 50)
    changed = palette_with({VOID: black, YELLOW: other})
    assert len(changed) == len(PALETTE)
    assert changed[PALETTE.index(YELLOW)] == other
    step = PALETTE.index(blend(palette.YELLOW_DEEP, YELLOW, 3 / 6))
    assert changed[step] == blend(palette.YELLOW_DEEP, other, 3 / 6)
    kept = PALETTE.index(palette.CYAN)
    assert changed[kept] == palette.CYAN

"""What the table of figures says, and that nothing in it is measured too kindly."""

from __future__ import annotations

from itertools import chain

from bench.__main__ import PAGE, PARTS, row
from bench.measure import Figure
from bench.pictures.boards import ROUNDS, positions
from renderers import Look
from renderers.astralis import RENDERER


def test_each_part_says_what_its_reference_does() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for name, part in PARTS.items():
        assert part.__doc__, name
        assert f"**{name}.**" in page


def test_a_figure_beyond_its_bound_says_no() -> None:
    beyond = Figure("Picture", 3, 10, "ms", 0.3, limit=0.2)
    assert row(beyond).endswith("| **no** |")


def test_no_position_is_drawn_twice() -> None:
    views = list(chain.from_iterable(positions()))
    look = Look(names=("Alice", "Bob"))
    drawings = {RENDERER.scene(view, look).drawing for view in views}
    assert len(drawings) == len(views) > 20 * ROUNDS

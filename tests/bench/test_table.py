"""What the table of figures says, and that nothing in it is measured too kindly."""

from __future__ import annotations

import re
from importlib import import_module
from itertools import chain

import pytest

from bench import running
from bench.__main__ import HEAD, PAGE, PARTS, replace_tables, row
from bench.measure import ROWS, Figure, figure
from bench.pictures import CASES, ROUNDS, Case, positions
from games.core.types import SPECTATOR
from renderers import Look
from renderers.astralis import RENDERER


def test_the_page_says_what_the_reference_of_each_part_does() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert [name for name in PARTS if f"**{name}.**" not in page] == []


def test_a_figure_beyond_its_bound_says_no() -> None:
    beyond = Figure("Picture", 3, 10, limit=0.2)
    assert row(beyond).endswith("| **no** |")


def test_a_figure_within_its_bound_says_yes_and_one_that_reaches_its_goal_says_so() -> None:
    assert row(Figure("Picture", 3, 10, limit=0.3)).endswith("| ≤ 0.3 |  | yes |")
    assert row(Figure("Moves", 30, 10, limit=2, goal=3, at_least=True)).endswith("| ≥ 3 | goal |")


def test_bounds_are_read_as_fractions_and_texts_are_filled() -> None:
    found = figure("csw-picture", 1, 12, size="1 × 2 pixels")
    assert found.limit == pytest.approx(1 / 12)
    assert found.meets(found.limit)
    assert found.note.startswith("1 × 2 pixels, ")


def test_a_row_has_a_reference_of_its_own_or_is_given_one() -> None:
    assert figure("sweep", 1).reference == 2
    assert figure("callouts", 1, 4).ratio == 0.25


def test_rows_differ_in_their_texts() -> None:
    names = [each["name"] for each in ROWS.values()]
    assert len(set(names)) == len(names)


def test_new_tables_take_the_place_of_the_old_ones_and_the_text_stays() -> None:
    page = f"Before\n\n{HEAD}| old |\n| older |\n\nBetween\n\n{HEAD}\nAfter\n"
    found = replace_tables(page, ["| new |"], ["| first |", "| second |"])
    told = f"Before\n\n{HEAD}| new |\n\nBetween\n\n{HEAD}| first |\n| second |\n\nAfter\n"
    assert found == told


def test_the_page_has_a_table_of_figures_and_one_of_series() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert replace_tables(page, ["| a |"], ["| b |"]).count(HEAD) == 2


def test_what_other_processes_are_told_to_import_is_there() -> None:
    for code in (running.READY, running.CROWD):
        for module, names in re.findall(r"^ *from (bot\S+) import (.+)$", code, re.MULTILINE):
            for name in names.split(", "):
                assert hasattr(import_module(module), name)


def test_no_position_is_drawn_twice() -> None:
    views = list(chain.from_iterable(positions()))
    look = Look(names=("Alice", "Bob"))
    drawings = {RENDERER.scene(view, look).drawing for view in views}
    assert len(drawings) == len(views) > 20 * ROUNDS


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.game.meta.id)
def test_the_plain_board_of_a_game_can_be_drawn(case: Case) -> None:
    view = case.game.view(case.start(0), SPECTATOR)
    drawn = case.plain(view, 1200, 1600)
    assert drawn.startswith(b"\x89PNG")

"""Two worlds find what tells of hidden ships (D-100): a game with a leak in its views each.

That a leak is found wherever it reaches a viewer, ``tests/games/test_leaks.py`` proves.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

import pytest

from games.core.events import Event, Step
from games.core.types import Decision, Seat, Viewer
from games.cosmic_conflict.game import CosmicConflict
from games.cosmic_conflict.notation import Answer
from games.cosmic_conflict.state import State
from games.cosmic_conflict.table.units import Unit
from games.cosmic_conflict.view import View
from tests.games.cosmic_conflict.sources import HIDDEN, source
from tests.games.kit import Title
from tests.games.worlds import Leak
from tools.two_worlds import Counts, check_source

SOURCES = cache(source)
GOAL = Counts(80, 30, 2)
Show = Callable[[State, Unit, Unit], Unit]
"""What is seen of a hidden ship, from the true one and its contact."""


class ShowsUnits(CosmicConflict):
    """Shows fields of a hidden ship through its contact."""

    def __init__(self, show: Show) -> None:
        super().__init__()
        self.show = show

    def view(self, state: State, viewer: Viewer) -> View:
        found = super().view(state, viewer)
        units = {
            id: self.show(state, state.table.units[id], unit) if unit.hidden else unit
            for id, unit in found.table.units.items()
        }
        return replace(found, table=replace(found.table, units=units))


class KeepsDesigns(CosmicConflict):
    """Designs that only hidden ships have are still in the list of the table."""

    def view(self, state: State, viewer: Viewer) -> View:
        found = super().view(state, viewer)
        return replace(found, table=replace(found.table, designs=state.table.designs))


class ShowsHeadings(CosmicConflict):
    """How cloaked ships head now."""

    def view(self, state: State, viewer: Viewer) -> View:
        found, units = super().view(state, viewer), {}
        for sheet in state.sheets:
            for id, course in sheet.cloaks.items():
                units[id] = replace(found.table.units[id], heading=course.now.heading)
        return replace(found, table=found.table.put(*units.values()))


class TellsAll(CosmicConflict):
    """Events that only some may know are for everybody."""

    def apply(
        self, state: State, seat: Seat, decision: Decision, move: Answer, found: Any = None
    ) -> Step[State, Event]:
        step = super().apply(state, seat, decision, move, found)
        return Step(step.state, tuple(replace(each, only=None) for each in step.events))


def compare(game: CosmicConflict, kinds: Sequence[str]) -> None:
    """Raises ``Leak`` when one is found in some hundred pairs; of the honest game ``make check``
    compares thousands."""
    for seed, kind in product(range(3), kinds):
        check_source(SOURCES(seed, kind), Title(game), random.Random(seed), GOAL)


@pytest.mark.parametrize(
    ("leaky", "surface"),
    [
        (ShowsUnits(lambda _, true, seen: replace(seen, absorbers=true.absorbers)), "view"),
        (ShowsUnits(lambda _, true, seen: replace(seen, slots=true.slots)), "view"),
        (
            ShowsUnits(lambda of, true, seen: replace(seen, name=f"Size {of.table.size(true)}")),
            "view",
        ),
        (KeepsDesigns(), "view"),
        (TellsAll(), "events"),
    ],
    ids=["tracks", "slots", "sizes", "designs", "events"],
)
def test_a_planted_leak_is_found(leaky: CosmicConflict, surface: str) -> None:
    with pytest.raises(Leak) as found:
        compare(leaky, tuple(HIDDEN))
    assert found.value.surface == surface


@pytest.mark.rules("D-101")
@pytest.mark.parametrize(("leaky", "surface"), [(ShowsHeadings(), "view"), (TellsAll(), "events")])
def test_a_planted_leak_of_a_course_is_found(leaky: CosmicConflict, surface: str) -> None:
    with pytest.raises(Leak) as found:
        compare(leaky, ("cloak",))
    assert found.value.surface == surface

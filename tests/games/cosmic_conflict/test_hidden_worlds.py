"""Two worlds find what tells of hidden ships (D-100)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from itertools import product

import pytest

from games.cosmic_conflict.game import CosmicConflict
from renderers import Renderer
from tests.games.cosmic_conflict import leaky
from tests.games.cosmic_conflict.sources import HIDDEN, source
from tests.games.kit import Title
from tests.games.worlds import Leak
from tools.two_worlds import Counts, check_source

SOURCES = cache(source)
GOAL = Counts(80, 30, 2)


def compare(
    game: CosmicConflict, renderer: Renderer | None = None, kinds: Sequence[str] = tuple(HIDDEN)
) -> None:
    """Raises ``Leak`` when one is found in some hundred pairs; of the honest game ``make check``
    compares thousands."""
    for seed, kind in product(range(3), kinds):
        check_source(SOURCES(seed, kind), Title(game, renderer), random.Random(seed), GOAL)


@pytest.mark.parametrize(
    ("leak", "surface"),
    [
        (leaky.ShowsTracks, "view"),
        (leaky.ShowsSlots, "view"),
        (leaky.ShowsSizes, "view"),
        (leaky.KeepsDesigns, "view"),
        (leaky.AsksByEquipment, "awaited|own decisions"),
        (leaky.RollsBySize, "dice"),
        (leaky.TellsAll, "events"),
        (leaky.TellsFleets, "how it stands"),
        (leaky.AsksLouder, "question|what is asked of others"),
        (leaky.Warns, "what is worth knowing"),
        (leaky.RefusesBySecrets, "refusals"),
        (leaky.SuggestsTargets, "questions"),
        (leaky.PreviewsTheTruth, "preview"),
    ],
)
def test_a_planted_leak_is_found(leak: type[CosmicConflict], surface: str) -> None:
    with pytest.raises(Leak) as found:
        compare(leak())
    assert found.value.surface in surface.split("|")


@pytest.mark.rules("D-101")
@pytest.mark.parametrize(
    ("leak", "surface"),
    [
        (leaky.ShowsHeadings, "view"),
        (leaky.TellsAll, "events"),
        (leaky.TellsFleets, "how it stands"),
        (leaky.RefusesBySecrets, "refusals"),
    ],
)
def test_a_planted_leak_of_a_course_is_found(leak: type[CosmicConflict], surface: str) -> None:
    with pytest.raises(Leak) as found:
        compare(leak(), kinds=("cloak",))
    assert found.value.surface in surface.split("|")


@pytest.mark.parametrize(
    ("leaks", "surface"),
    [
        ("alt", "alt text of the picture"),
        ("board", "text board of the picture"),
        ("pixels", "pixels of the picture"),
    ],
)
def test_a_planted_leak_in_a_picture_is_found(leaks: str, surface: str) -> None:
    with pytest.raises(Leak) as found:
        compare(leaky.Peeking(), leaky.LeakyRenderer(leaks))
    assert found.value.surface in (surface, surface.replace("picture", "preview"))

"""What holds for the pictures of every game: somebody has looked at them, and all texts fit."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

from games import all_games
from renderers import Look, Scene, paint, renderer_for
from renderers.cards import legend
from renderers.cards.kind_cards import KindCard
from renderers.scene import Caption, Drawing
from tests.renderers import (
    test_cosmic_picture,
    test_csw_picture,
    test_galaxy_picture,
    test_goldens,
    test_sailors_picture,
)
from tests.renderers.pixels import Goldens

PAGES: dict[str, ModuleType] = {
    ".": test_goldens,
    "astral_sailors": test_sailors_picture,
    "colonial_space_wars": test_csw_picture,
    "cosmic_conflict": test_cosmic_picture,
    "galaxy_aflame": test_galaxy_picture,
}
"""``SCENES`` of each game, and other ``PICTURES``, by the folder of their goldens."""
SHOWN = [
    (folder, name)
    for folder, page in PAGES.items()
    for name in (*page.SCENES, *getattr(page, "PICTURES", ()))
]
CARDS = [
    (game.meta.id, code) for game in all_games() for code in renderer_for(game.meta.id).kinds(None)
]


def made(folder: str, name: str) -> Scene | Drawing:
    page: Any = PAGES[folder]
    found: Scene | Drawing = (page.SCENES.get(name) or page.PICTURES[name])()
    return found


def fits(caption: Caption) -> bool:
    return paint.width(caption.text, caption.style) <= caption.room


@pytest.mark.parametrize(("folder", "name"), SHOWN)
def test_the_picture_is_the_one_we_looked_at(folder: str, name: str) -> None:
    shown = made(folder, name)
    painted = paint.png(shown) if isinstance(shown, Drawing) else shown.paint()
    Goldens(folder).check(name, painted)


@pytest.mark.parametrize("folder", PAGES)
def test_no_golden_is_left_over(folder: str) -> None:
    assert Goldens(folder).names == {name for of, name in SHOWN if of == folder}


def scenes(folder: str) -> Iterator[Scene]:
    for name in PAGES[folder].SCENES:
        shown = made(folder, name)
        assert not isinstance(shown, Drawing)
        yield from filter(None, (shown, shown.closeup))


@pytest.mark.parametrize("folder", PAGES)
def test_texts_are_whole_and_legends_fit_their_pictures(folder: str) -> None:
    for scene in scenes(folder):
        assert 40 < len(scene.alt) <= 1024
        assert "None" not in scene.alt + scene.board
        lines = scene.legend
        assert len({line.mark for line in lines}) == len(lines)
        assert len(legend.told(lines)) <= 1024
        assert all(line.sample.width <= 160 and line.sample.height <= 100 for line in lines)
        assert all(map(fits, legend.drawing(lines).captions))


@pytest.mark.parametrize(("game", "code"), CARDS)
def test_every_kind_has_a_card_whose_lines_fit_and_do_not_meet(game: str, code: str) -> None:
    card = renderer_for(game).card(code, None, Look())
    assert card is not None
    assert card.paint()
    assert len(card.alt) <= 1024
    captions = card.drawing.captions
    assert all(map(fits, captions))
    if isinstance(card, KindCard):
        for name, value in zip(captions[3:-1:2], captions[4:-1:2], strict=True):
            used = paint.width(name.text, name.style) + paint.width(value.text, value.style)
            assert used + 20 < value.x - name.x


@pytest.mark.parametrize("game", sorted({game for game, _ in CARDS}))
@pytest.mark.parametrize("name", ["a", "e", "r", ""])
def test_a_name_that_fits_several_kinds_is_none(game: str, name: str) -> None:
    assert renderer_for(game).card(name, None, Look()) is None

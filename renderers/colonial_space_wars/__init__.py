"""Pictures and text boards of Colonial Space Wars."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from games.colonial_space_wars.catalogue import Catalogue, catalogue_of
from games.colonial_space_wars.meta import META
from games.colonial_space_wars.view import View
from games.core.geometry.squares import Base, square
from renderers import Look, Renderer, Scene
from renderers.boards.squaremap import Window
from renderers.cards import kind_cards, sides
from renderers.cards.kind_cards import KindCard
from renderers.cards.legend import LegendLine
from renderers.colonial_space_wars import cards, legend, picture, text
from renderers.colonial_space_wars.art import chip
from renderers.scene import Drawing, Sign

PART, CLOSE = (8, 7), (12, 10)
"""Columns and rows of a part, and of the close-up of a board too large for a phone."""

READABLE = 16
"""Most columns of a board that can be read on a phone."""


@dataclass(frozen=True, slots=True)
class CswScene(Scene):
    """``window`` is the part that is shown, ``None`` for the whole board."""

    view: View
    look: Look
    window: Window | None = None

    @property
    def alt(self) -> str:
        return text.alt(self.view, self.look, self.window)

    @property
    def board(self) -> str:
        return text.board(self.view, self.look)

    @property
    def drawing(self) -> Drawing:
        return picture.draw(self.view, self.look, self.window)

    @property
    def legend(self) -> tuple[LegendLine, ...]:
        return legend.lines(self.view, self.look, self.window)

    def around(self, name: str) -> CswScene | None:
        if not name:
            return self._part(picture.focus(self.view, self.look), PART)
        table, place = self.view.table, square(name)
        unit = table.units.get(name.strip().upper())
        if unit is not None:
            unit = table.carrier(unit.code) or unit
            place = unit.at
        return (
            None if place is None or place not in table.board else self._part((Base(*place),), PART)
        )

    @property
    def closeup(self) -> CswScene | None:
        """Of a question: a part with all its choices, and those that could shoot or be shot at."""
        matters, asks = picture.focus(self.view, self.look), self.look.overlay
        if asks and asks.is_question:
            matters = (*picture.opponents(self.view, matters), *matters)
        if self.window is not None or len(self.view.table.rows[0]) <= READABLE or not matters:
            return None
        part = self._part(matters, CLOSE)
        fits = part.window is not None and all(map(part.window.shows, matters))
        return part if fits or not (asks and asks.is_question) else None

    def _part(self, places: tuple[Base, ...], size: tuple[int, int]) -> CswScene:
        whole = picture.whole(self.view.table)
        return replace(self, window=whole.around(places or (Base(0, 0, 1),), *size))


class CswRenderer(Renderer):
    """Implements ``renderers.Renderer``."""

    def scene(self, view: View, look: Look) -> CswScene:
        return CswScene(view, look)

    def kinds(self, view: View | None) -> Mapping[str, str]:
        return kind_cards.titles(_catalogue(view).units)

    def signs(self) -> Mapping[str, Sign]:
        return sides.chip_signs(META.seat_names[2], chip) | kind_cards.signs(self)

    def card(self, name: str, view: View | None, look: Look) -> KindCard | None:
        catalogue = _catalogue(view)
        kind = kind_cards.named(catalogue.units, name)
        return None if kind is None else cards.card(kind, catalogue, look)


def _catalogue(view: View | None) -> Catalogue:
    return catalogue_of("") if view is None else view.table.catalogue


RENDERER = CswRenderer()

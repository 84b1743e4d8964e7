"""Pictures and text boards of A Galaxy Aflame."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from games.core.geometry.plane import Point, Rectangle
from games.galaxy_aflame.catalogue import Catalogue, catalogue_of
from games.galaxy_aflame.meta import META
from games.galaxy_aflame.view import View
from renderers import Look, Renderer
from renderers.cards import kind_cards, sides
from renderers.cards.kind_cards import KindCard
from renderers.galaxy_aflame import decks, legend, picture, text
from renderers.galaxy_aflame.art import BODIES, chip
from renderers.galaxy_aflame.summary import INCHES, choosing
from renderers.parts import BoardScene, Page
from renderers.scene import Sign


@dataclass(frozen=True, slots=True)
class GaScene(BoardScene[View, Rectangle, Point]):
    page = Page(
        picture.draw, text.alt, lambda view, look, _: text.board(view, look), legend.lines, BODIES
    )

    @property
    def has_parts(self) -> bool:
        return not choosing(self.view.table)

    @property
    def is_readable(self) -> bool:
        return picture.plan_for(self.view.table.ground.table, None, False).per >= picture.READABLE

    def matters(self) -> tuple[Point, ...]:
        return picture.focus(self.view, self.look)

    def opponents(self, places: Sequence[Point]) -> Iterator[Point]:
        return picture.opponents(self.view, places)

    def find(self, name: str) -> Point | None:
        """Of a unit, or a point such as ``24 18``."""
        table = self.view.table
        unit = table.units.get(name.upper())
        at = _point(name) if unit is None else table.place(unit)
        return None if at is None or at not in table.ground.table else at

    def around_places(self, places: Sequence[Point]) -> Rectangle:
        uncut = partial(picture.uncut, self.view, self.look)
        return picture.LAYOUT.part(self.view.table.ground.table, places, uncut)

    def close_to(self, places: Sequence[Point]) -> Rectangle:
        uncut = partial(picture.uncut, self.view, self.look)
        return picture.LAYOUT.close(self.view.table.ground.table, places, uncut)

    def shows(self, window: Rectangle, place: Point) -> bool:
        return window.covers(place)


def _point(name: str) -> Point | None:
    try:
        return INCHES.point(name)
    except ValueError:
        return None


class GaRenderer(Renderer):
    """Implements ``renderers.Renderer``."""

    def scene(self, view: View, look: Look) -> GaScene:
        return GaScene(view, look)

    def kinds(self, view: View | None) -> Mapping[str, str]:
        return kind_cards.titles(_catalogue(view).cards)

    def signs(self) -> Mapping[str, Sign]:
        return sides.chip_signs(META.seat_names[2], chip) | kind_cards.signs(self)

    def card(self, name: str, view: View | None, look: Look) -> KindCard | None:
        catalogue = _catalogue(view)
        found = kind_cards.named(catalogue.cards, name)
        return None if found is None else decks.card(catalogue, found, look)


def _catalogue(view: View | None) -> Catalogue:
    return catalogue_of("") if view is None else view.table.catalogue


RENDERER = GaRenderer()

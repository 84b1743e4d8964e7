"""Pictures and text boards of A Galaxy Aflame."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from games.core.geometry.plane import Board, Disc, Point
from games.galaxy_aflame.catalogue import Catalogue, catalogue_of
from games.galaxy_aflame.meta import META
from games.galaxy_aflame.view import View
from renderers import Look, Renderer
from renderers.cards import kind_cards, sides
from renderers.cards.kind_cards import KindCard
from renderers.galaxy_aflame import decks, legend, picture, text
from renderers.galaxy_aflame.art import BODIES, chip
from renderers.overlay.threat_marks import Threats
from renderers.parts import Page
from renderers.scene import Icon
from renderers.tables import TableScene


@dataclass(frozen=True, slots=True)
class GaScene(TableScene[View]):
    page = Page(picture.draw, text.alt, text.board, legend.lines, BODIES)
    layout = picture.LAYOUT

    @property
    def table(self) -> Board:
        return self.view.table.ground.table

    @property
    def has_parts(self) -> bool:
        return not text.choosing(self.view.table)

    @property
    def is_readable(self) -> bool:
        return picture.plan_for(self.table, None, False).per >= picture.READABLE

    def matters(self) -> tuple[Point, ...]:
        return picture.focus(self.view, self.look)

    def threats(self) -> Iterator[tuple[str, Threats]]:
        return text.threats(self.view)

    def stand(self, code: str) -> tuple[Point | None, bool]:
        unit = self.view.table.units[code]
        return self.view.table.place(unit), unit.seat == self.view.seat

    def find(self, name: str) -> Point | None:
        """The place of a unit, or a point such as ``24 18``."""
        unit = self.view.table.units.get(name.upper())
        at = self.place_named(name) if unit is None else self.view.table.place(unit)
        return None if at is None or at not in self.table else at

    def uncut(self, per: int) -> Iterator[Disc]:
        return picture.uncut(self.view, self.look)


class GaRenderer(Renderer):
    """Implements ``renderers.Renderer``."""

    def scene(self, view: View, look: Look) -> GaScene:
        return GaScene(view, look)

    def kinds(self, view: View | None) -> Mapping[str, str]:
        return kind_cards.titles(_catalogue(view).cards)

    def signs(self) -> Mapping[str, Icon]:
        return sides.chip_signs(META.seat_names[2], chip) | kind_cards.signs(self)

    def card(self, name: str, view: View | None, look: Look) -> KindCard | None:
        catalogue = _catalogue(view)
        found = kind_cards.named(catalogue.cards, name)
        return None if found is None else decks.card(catalogue, found, look)


def _catalogue(view: View | None) -> Catalogue:
    return catalogue_of("") if view is None else view.table.catalogue


RENDERER = GaRenderer()

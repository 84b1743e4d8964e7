"""Pictures and text boards of A Galaxy Aflame."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter

from games.core.geometry.plane import Board, Disc, Point
from games.galaxy_aflame.catalogue import catalogue_of
from games.galaxy_aflame.meta import META
from games.galaxy_aflame.view import View
from renderers.cards.kind_cards import KindRenderer
from renderers.galaxy_aflame import decks, legend, picture, text
from renderers.galaxy_aflame.art import BODIES, chip
from renderers.parts import Page
from renderers.tables import TableScene


@dataclass(frozen=True, slots=True)
class GaScene(TableScene[View]):
    page = Page(
        picture.draw, text.alt, text.board, legend.lines, picture.focus, text.threats, BODIES
    )
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


RENDERER = KindRenderer(
    GaScene, catalogue_of, attrgetter("cards"), decks.card, META.seat_names[2], chip
)

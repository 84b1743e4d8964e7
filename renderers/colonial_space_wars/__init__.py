"""Pictures and text boards of Colonial Space Wars."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter

from games.colonial_space_wars.catalogue import catalogue_of
from games.colonial_space_wars.meta import META
from games.colonial_space_wars.view import View
from games.core.geometry.squares import Base, square
from renderers.boards.squaremap import Window
from renderers.cards.kind_cards import KindRenderer
from renderers.colonial_space_wars import legend, picture, roster, text
from renderers.colonial_space_wars.art import chip
from renderers.parts import BoardScene, Page

PART, CLOSE = (8, 7), (12, 10)
"""Columns and rows of a part, and of the close-up of a board too large for a phone."""

READABLE = 16
"""Most columns of a board that can be read on a phone."""


@dataclass(frozen=True, slots=True)
class CswScene(BoardScene[View, Window, Base]):
    page = Page(picture.draw, text.alt, text.board, legend.lines, picture.focus, text.threats)

    def stand(self, code: str) -> tuple[Base | None, bool]:
        unit = self.view.table.units[code]
        return Base(*unit.at) if unit.at else None, unit.seat == self.view.seat

    def find(self, name: str) -> Base | None:
        table, place = self.view.table, square(name)
        unit = table.units.get(name.upper())
        if unit is not None:
            place = (table.carrier(unit.code) or unit).at
        return None if place is None or place not in table.board else Base(*place)

    @property
    def is_readable(self) -> bool:
        return len(self.view.table.rows[0]) <= READABLE

    def around_places(self, places: Sequence[Base], size: tuple[int, int] = PART) -> Window:
        return picture.whole(self.view.table).around(tuple(places) or (Base(0, 0, 1),), *size)

    def close_to(self, places: Sequence[Base]) -> Window:
        return self.around_places(places, CLOSE)

    def shows(self, window: Window, place: Base) -> bool:
        return window.shows(place)


RENDERER = KindRenderer(
    CswScene, catalogue_of, attrgetter("units"), roster.card, META.seat_names[2], chip
)

"""Pictures and text boards of Astral Sailors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

from games.astral_sailors.content.loading import catalogue_of
from games.astral_sailors.meta import META
from games.astral_sailors.table import LETTERS, Result
from games.astral_sailors.view import SailorsView
from games.core.geometry.squares import Base, square
from renderers import Look
from renderers.astral_sailors import legend, picture, roster, text
from renderers.astral_sailors.units import chip
from renderers.boards.squaremap import Window, span
from renderers.cards.kind_cards import KindRenderer
from renderers.parts import BoardScene, Page

LEAST, MOST = 10, 16
"""Squares of a part, across and down. Only a larger board than that has a close-up."""


@dataclass(frozen=True, slots=True)
class SailorsScene(BoardScene[SailorsView, Window, Base]):
    page = Page(picture.draw, text.alt, text.board, legend.lines, picture.focus, text.threats)

    @property
    def has_parts(self) -> bool:
        return not picture.bare(self.view)

    @property
    def is_readable(self) -> bool:
        return self.view.table.size <= MOST and not self.is_question

    def stand(self, code: str) -> tuple[Base | None, bool]:
        return picture.stand(self.view, code), self.view.table.units[code].seat == self.view.seat

    def find(self, name: str) -> Base | None:
        table, place = self.view.table, square(name)
        unit = table.units.get(name.upper())
        if unit is not None and unit.on_board:
            return table.base(unit)
        return Base(*place) if place and Base(*place).within(table.size) else None

    def around_places(self, places: Sequence[Base]) -> Window:
        size = self.view.table.size
        found = tuple(places) or (Base(0, 0, size),)
        side = min(MOST, size * 3 // 4, max(LEAST, span(found) + 2))
        return Window.whole(size).around(found, side, side)

    def shows(self, window: Window, place: Base) -> bool:
        return window.shows(place)


def _scene(view: SailorsView, look: Look) -> SailorsScene:
    ending = look.ending
    if ending is not None and view.table.result is None:
        winners = tuple(map(int, ending.winners))
        team = view.table.team(winners[0]) if winners else -1
        result = Result(ending.kind, ending.rule, team, winners)
        view = replace(view, table=replace(view.table, phase="over", result=result))
    return SailorsScene(view, look)


RENDERER = KindRenderer(
    _scene, catalogue_of, attrgetter("units"), roster.card, META.seat_names[len(LETTERS)], chip
)

"""Pictures and text boards of Astral Sailors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from games.astral_sailors.content.catalogue import Catalogue
from games.astral_sailors.content.loading import catalogue_of
from games.astral_sailors.meta import META
from games.astral_sailors.table import LETTERS, Result
from games.astral_sailors.view import SailorsView
from games.core.geometry.squares import Base, square
from renderers import Look, Renderer, Scene
from renderers.astral_sailors import cards, legend, picture, text, threat_marks
from renderers.astral_sailors.cards import CardScene
from renderers.astral_sailors.units import chip_of
from renderers.boards.squaremap import Window, span
from renderers.cards import sides
from renderers.cards.legend import LegendLine
from renderers.scene import Drawing, Sign

LEAST, MOST = 10, 16
"""Squares of a part, across and down. Only a larger board than that has a close-up."""


@dataclass(frozen=True, slots=True)
class SailorsScene(Scene):
    """Everything is computed on demand.

    ``window`` is the part that is shown, ``None`` for the whole board.
    """

    view: SailorsView
    look: Look
    window: Window | None = None

    @property
    def alt(self) -> str:
        return text.alt(self.view, self.look, self.window)

    @property
    def board(self) -> str:
        return text.board(self.view, self.look, self.window)

    @property
    def drawing(self) -> Drawing:
        return picture.draw(self.view, self.look, self.window)

    @property
    def legend(self) -> tuple[LegendLine, ...]:
        return legend.lines(self.view, self.look, self.window)

    def around(self, name: str) -> SailorsScene | None:
        table, size = self.view.table, self.view.table.size
        if picture.bare(self.view):
            return None
        found: tuple[Base, ...] = picture.focus(self.view, self.look) or (Base(0, 0, size),)
        if name:
            unit, place = table.units.get(name.strip().upper()), square(name)
            base = Base(*place) if place else None
            if unit is not None and unit.on_board:
                base = table.base(unit)
            if base is None or not base.within(size):
                return None
            found = (base,)
        return self._part(found)

    def _part(self, found: tuple[Base, ...]) -> SailorsScene:
        size = self.view.table.size
        side = min(MOST, size * 3 // 4, max(LEAST, span(found) + 2))
        return replace(self, window=Window.whole(size).around(found, side, side))

    @property
    def closeup(self) -> SailorsScene | None:
        """The part of the board that shows all choices of a question, and those that could shoot
        or be shot at, or ``None``."""
        found = picture.focus(self.view, self.look)
        if not found or self.window is not None or picture.bare(self.view):
            return None
        if self.look.overlay is None or not self.look.overlay.is_question:
            return self._part(found) if self.view.table.size > MOST else None
        found = (*threat_marks.opponents(self.view, found), *found)
        part = self._part(found)
        fits = part.window is not None and all(map(part.window.shows, found))
        return part if fits else None


class SailorsRenderer(Renderer):
    def scene(self, view: SailorsView, look: Look) -> SailorsScene:
        ending = look.ending
        if ending is not None and view.table.result is None:
            winners = tuple(map(int, ending.winners))
            team = view.table.team(winners[0]) if winners else -1
            result = Result(ending.kind, ending.rule, team, winners)
            view = replace(view, table=replace(view.table, phase="over", result=result))
        return SailorsScene(view, look)

    def kinds(self, view: SailorsView | None) -> Mapping[str, str]:
        return cards.kinds(_catalogue(view))

    def signs(self) -> Mapping[str, Sign]:
        chips = sides.chip_signs(
            META.seat_names[len(LETTERS)],
            lambda seat, size, ground: chip_of(seat, LETTERS[seat], size, False, ground),
        )
        return {**chips, **cards.signs(_catalogue(None))}

    def card(self, name: str, view: SailorsView | None, look: Look) -> CardScene | None:
        catalogue = _catalogue(view)
        kind = cards.named(catalogue, name)
        return None if kind is None else CardScene(kind, catalogue, look)


def _catalogue(view: SailorsView | None) -> Catalogue:
    return catalogue_of("") if view is None else view.table.catalogue


RENDERER = SailorsRenderer()

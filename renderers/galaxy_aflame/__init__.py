"""Pictures and text boards of A Galaxy Aflame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from games.core.geometry.plane import Point, Rectangle
from games.galaxy_aflame.catalogue import Catalogue, catalogue_of
from games.galaxy_aflame.meta import META
from games.galaxy_aflame.view import View
from renderers import Look, Renderer, Scene
from renderers.boards import planemap
from renderers.cards import kind_cards, sides
from renderers.cards.kind_cards import KindCard
from renderers.cards.legend import LegendLine
from renderers.galaxy_aflame import decks, legend, picture, text
from renderers.galaxy_aflame.art import BODIES, chip
from renderers.galaxy_aflame.summary import INCHES, choosing
from renderers.palette import Colour
from renderers.scene import Drawing, Sign


@dataclass(frozen=True, slots=True)
class GaScene(Scene):
    """``window`` is the part that is shown, ``None`` for the whole table."""

    view: View
    look: Look
    window: Rectangle | None = None

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

    @property
    def colours(self) -> Sequence[Colour]:
        return BODIES

    def around(self, name: str) -> GaScene | None:
        """Around a unit, or a point such as ``24 18``."""
        table = self.view.table
        if choosing(table):
            return None
        if not name:
            return self._part(picture.focus(self.view, self.look))
        unit = table.units.get(name.strip().upper())
        at = _point(name) if unit is None else table.place(unit)
        return None if at is None or at not in table.ground.table else self._part((at,))

    @property
    def closeup(self) -> GaScene | None:
        """Of a question: a part with all its choices, and those that could shoot or be shot at."""
        table = self.view.table
        if self.window is not None or choosing(table):
            return None
        plan = picture.plan_for(table.ground.table, None, False)
        matters, asks = picture.focus(self.view, self.look), self.look.overlay
        if not matters or plan.per >= picture.READABLE:
            return None
        if not (asks and asks.is_question):
            return self._part(matters)
        matters = (*picture.opponents(self.view, matters), *matters)
        part = self._part(matters)
        return part if part.window and all(map(part.window.covers, matters)) else None

    def _part(self, points: Sequence[Point]) -> GaScene:
        table = self.view.table.ground.table
        middle = points or (Point(table.width // 2, table.height // 2),)
        uncut = tuple(picture.uncut(self.view, self.look))
        window = planemap.around(table, middle, *picture.PART, INCHES.unit, uncut)
        return replace(self, window=window)


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

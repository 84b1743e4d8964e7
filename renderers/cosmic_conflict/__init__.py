"""Pictures and text boards of Cosmic Conflict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from games.core.geometry.plane import Point, Rectangle
from games.cosmic_conflict.content.catalogue import BASE
from games.cosmic_conflict.content.designs import Design
from games.cosmic_conflict.meta import META
from games.cosmic_conflict.space import SCALE
from games.cosmic_conflict.view import View
from games.cosmic_conflict.words.facts import places
from renderers import Look, Renderer, Scene
from renderers.boards import planemap
from renderers.cards import sides
from renderers.cards.kind_cards import named, titles
from renderers.cards.legend import LegendLine
from renderers.cosmic_conflict import legend, picture, text
from renderers.cosmic_conflict.art import BODIES, chip
from renderers.cosmic_conflict.card import DesignCard, sign
from renderers.palette import Colour
from renderers.scene import Drawing, Sign


@dataclass(frozen=True, slots=True)
class CosmicScene(Scene):
    """``window`` is the part that is shown, ``None`` for the whole board."""

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

    def around(self, name: str) -> CosmicScene | None:
        """Around a unit, a Missile token, a feature, or a point such as ``24 18``."""
        if not name:
            return self._part(picture.focus(self.view, self.look))
        at = self._found(name.strip())
        return None if at is None or at not in self.view.table.board else self._part((at,))

    @property
    def closeup(self) -> CosmicScene | None:
        """Of a question: a part with all its choices, and those that could shoot or be shot at."""
        matters, asks = picture.focus(self.view, self.look), self.look.overlay
        if not matters or self.window is not None:
            return None
        if not (asks and asks.is_question):
            return self._part(matters)
        matters = (*picture.opponents(self.view, matters), *matters)
        part = self._part(matters)
        return part if part.window and all(map(part.window.covers, matters)) else None

    def _part(self, points: Sequence[Point]) -> CosmicScene:
        table = self.view.table.board
        middle = points or (Point(table.width // 2, table.height // 2),)
        uncut = tuple(picture.uncut(self.view, self.look))
        window = planemap.around(table, middle, *picture.PART, SCALE.unit, uncut)
        return replace(self, window=window)

    def _found(self, name: str) -> Point | None:
        table, wanted = self.view.table, name.casefold()
        inside = table.units[wanted].aboard if wanted in table.units else ""
        for unit in places(self.view):
            if unit.id in (wanted, inside):
                return unit.at
        for feature in table.features:
            if feature.id == name.upper():
                return feature.zones[0].centre
        for token in table.missiles:
            if token.id == wanted:
                return token.at
        try:
            return SCALE.point(name)
        except ValueError:
            return None


def _by_side(view: View, look: Look) -> tuple[str, ...]:
    """The names of the players of each side."""
    if not view.table.players:
        return look.names
    members = (view.table.members(side) for side in view.table.sides)
    return tuple(", ".join(filter(None, map(look.name, each))) for each in members)


class CosmicRenderer(Renderer):
    """Implements ``renderers.Renderer``."""

    def scene(self, view: View, look: Look) -> CosmicScene:
        return CosmicScene(view, replace(look, names=_by_side(view, look)))

    def kinds(self, view: View | None) -> Mapping[str, str]:
        return titles(_designs(view))

    def signs(self) -> Mapping[str, Sign]:
        kinds = {code: sign(design) for code, design in BASE.designs.items()}
        return sides.chip_signs(META.team_names, chip) | kinds

    def card(self, name: str, view: View | None, look: Look) -> DesignCard | None:
        found = named(_designs(view), name)
        return None if found is None else DesignCard(found, look)

    def creation(self, creation: object, look: Look) -> DesignCard | None:
        return DesignCard(creation, look) if isinstance(creation, Design) else None


def _designs(view: View | None) -> Mapping[str, Design]:
    """Those that every match has, or those of a match: also what is on the table."""
    if view is None:
        return BASE.designs
    return {**view.course.agreement.catalogue.designs, **view.table.designs}


RENDERER = CosmicRenderer()

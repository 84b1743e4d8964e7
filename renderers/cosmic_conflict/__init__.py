"""Pictures and text boards of Cosmic Conflict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from games.core.geometry.plane import Point, Rectangle
from games.cosmic_conflict.content.catalogue import BASE
from games.cosmic_conflict.content.designs import Design
from games.cosmic_conflict.meta import META
from games.cosmic_conflict.space import SCALE
from games.cosmic_conflict.view import View
from games.cosmic_conflict.words.facts import places
from renderers import Look, Renderer
from renderers.cards import sides
from renderers.cards.kind_cards import named, titles
from renderers.cosmic_conflict import legend, picture, text
from renderers.cosmic_conflict.art import BODIES, chip
from renderers.cosmic_conflict.card import DesignCard, sign
from renderers.parts import BoardScene, Page
from renderers.scene import Sign


@dataclass(frozen=True, slots=True)
class CosmicScene(BoardScene[View, Rectangle, Point]):
    page = Page(
        picture.draw, text.alt, lambda view, look, _: text.board(view, look), legend.lines, BODIES
    )

    def matters(self) -> tuple[Point, ...]:
        return picture.focus(self.view, self.look)

    def opponents(self, places: Sequence[Point]) -> Iterator[Point]:
        return picture.opponents(self.view, places)

    def find(self, name: str) -> Point | None:
        """Of a unit, a Missile token, a feature, or a point such as ``24 18``."""
        at = self._named(name)
        return None if at is None or at not in self.view.table.board else at

    def _named(self, name: str) -> Point | None:
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

    def around_places(self, places: Sequence[Point]) -> Rectangle:
        uncut = partial(picture.uncut, self.view, self.look)
        return picture.LAYOUT.part(self.view.table.board, places, uncut)

    def close_to(self, places: Sequence[Point]) -> Rectangle:
        uncut = partial(picture.uncut, self.view, self.look)
        return picture.LAYOUT.close(self.view.table.board, places, uncut)

    def shows(self, window: Rectangle, place: Point) -> bool:
        return window.covers(place)


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

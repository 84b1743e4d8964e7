"""Pictures and text boards of Cosmic Conflict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from games.core.geometry.plane import Board, Disc, Point
from games.cosmic_conflict.content.catalogue import BASE
from games.cosmic_conflict.content.designs import Design
from games.cosmic_conflict.meta import META
from games.cosmic_conflict.table.course import seat_of
from games.cosmic_conflict.view import View
from games.cosmic_conflict.words import facts
from renderers import Look, Renderer
from renderers.cards import sides
from renderers.cards.kind_cards import named, titles
from renderers.cosmic_conflict import legend, picture, text
from renderers.cosmic_conflict.art import BODIES, chip
from renderers.cosmic_conflict.card import DesignCard, sign
from renderers.parts import Page
from renderers.scene import Icon
from renderers.tables import TableScene


@dataclass(frozen=True, slots=True)
class CosmicScene(TableScene[View]):
    page = Page(
        picture.draw, text.alt, text.board, legend.lines, picture.focus, text.threats, BODIES
    )
    layout = picture.LAYOUT

    @property
    def table(self) -> Board:
        return self.view.table.board

    def stand(self, code: str) -> tuple[Point | None, bool]:
        unit = self.view.table.units[code]
        return unit.at, seat_of(unit.side) == self.view.seat

    def find(self, name: str) -> Point | None:
        """The place of a unit, a Missile token, a feature, or a point such as ``24 18``."""
        table, wanted = self.view.table, name.casefold()
        inside = table.units[wanted].aboard if wanted in table.units else ""
        places = {each.id.casefold(): each.zones[0].centre for each in table.features}
        places |= {each.id: each.at for each in table.missiles}
        places |= {each.id: each.at for each in facts.places(self.view) if each.at}
        at = places.get(wanted) or places.get(inside) or self.place_named(name)
        return None if at is None or at not in self.table else at

    def uncut(self, per: int) -> Iterator[Disc]:
        return picture.uncut(self.view, self.look, per)


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

    def signs(self) -> Mapping[str, Icon]:
        kinds = {code: sign(design) for code, design in BASE.designs.items()}
        return sides.chip_signs(META.team_names, chip) | kinds

    def card(self, name: str, view: View | None, look: Look) -> DesignCard | None:
        found = named(_designs(view), name)
        return None if found is None else DesignCard(found, look)

    def creation(self, creation: object, look: Look) -> DesignCard | None:
        return DesignCard(creation, look) if isinstance(creation, Design) else None


def _designs(view: View | None) -> Mapping[str, Design]:
    """The designs that every match has, or those of a match and of what is on its table."""
    if view is None:
        return BASE.designs
    return {**view.course.agreement.catalogue.designs, **view.table.designs}


RENDERER = CosmicRenderer()

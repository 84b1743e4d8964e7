"""Pictures and text boards of Astralis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from games.astralis.meta import META
from games.astralis.view import AstralisView, Side
from games.core.geometry.hexes import CENTRE, Hex, spelling
from games.core.types import Seat
from renderers import Look, Renderer
from renderers.astralis import beeline, dice, dispersed_go, picture, text
from renderers.astralis.art import TINTS, ship_sign
from renderers.astralis.picture import Pieces
from renderers.astralis.text import Telling
from renderers.boards.hexmap import HexWindow
from renderers.lettering import drawable
from renderers.palette import Colour
from renderers.parts import BoardScene, Page
from renderers.scene import Drawing, Icon, seat_signs

CLOSE = 4
"""A larger board has parts with so many hexes along an edge."""


VARIANTS: Mapping[str, tuple[type[Pieces], Telling]] = {
    "base": (Pieces, Telling()),
    "simplified": (picture.SimplifiedPieces, Telling()),
    "beeline": (beeline.BeelinePieces, beeline.BeelineTelling()),
    "dispersed_go": (dispersed_go.StonePieces, dispersed_go.StoneTelling()),
    "dice": (dice.DicePieces, dice.DiceTelling()),
}
"""What stands on the board in each variant, and what is told of it."""


def _draw(view: AstralisView, look: Look, window: HexWindow | None) -> Drawing:
    players = ((drawable(look.name(view.seats[side], 64)), side.label) for side in Side)
    yellow, cyan = (name or label for name, label in players)
    pieces, _ = VARIANTS[view.agreement.variant]
    return picture.draw(view, look, (yellow, cyan), window, pieces)


def _alt(view: AstralisView, look: Look, window: HexWindow | None) -> str:
    return text.alt(view, look, window, VARIANTS[view.agreement.variant][1])


def _board(view: AstralisView, look: Look, window: HexWindow | None) -> str:
    return text.board(view, look, window, VARIANTS[view.agreement.variant][1])


@dataclass(frozen=True, slots=True)
class AstralisScene(BoardScene[AstralisView, HexWindow, Hex]):
    """Only questions have close-ups: the smallest part that has all choices."""

    page = Page(_draw, _alt, _board)

    @property
    def has_parts(self) -> bool:
        return self.view.board.size > CLOSE

    @property
    def is_readable(self) -> bool:
        return not self.is_question

    def matters(self) -> tuple[Hex, ...]:
        """Choices, else the last flight, before the first one the ships, and before these the
        middle."""
        if self.look.overlay is not None and self.is_question:
            return tuple(self.look.overlay.focus)
        return tuple(self.view.board.axial[hex] for hex in self.view.focus) or (CENTRE,)

    def find(self, name: str) -> Hex | None:
        board = self.view.board
        found = board.hex_of.get(spelling(name) or "")
        return None if found is None else board.axial[found]

    def around_places(self, places: Sequence[Hex], side: int = CLOSE) -> HexWindow:
        return HexWindow.around(places or (CENTRE,), side, self.view.board.size)

    def close_to(self, places: Sequence[Hex]) -> HexWindow:
        sides = range(CLOSE, self.view.board.size)
        windows = [self.around_places(places, side) for side in sides if self.is_question]
        fitting = (window for window in windows if all(place in window for place in places))
        return next(fitting, self.around_places(places))

    def shows(self, window: HexWindow, place: Hex) -> bool:
        return place in window

    @property
    def colours(self) -> tuple[Colour, ...]:
        first, second = (self.view.side_of(Seat(seat)) for seat in (0, 1))
        return TINTS[first].body, TINTS[second].body


class AstralisRenderer(Renderer):
    def scene(self, view: AstralisView, look: Look) -> AstralisScene:
        if look.ending is not None and view.ending is None:
            view = replace(view, phase="over", ending=look.ending)
        return AstralisScene(view, look)

    def signs(self) -> Mapping[str, Icon]:
        return seat_signs(META.seat_names[2], ship_sign)


RENDERER = AstralisRenderer()

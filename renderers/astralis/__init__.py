"""Pictures and text boards of Astralis."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from games.astralis.meta import META
from games.astralis.view import AstralisView, Side
from games.core.geometry.hexes import CENTRE, Hex, spelling
from games.core.types import Seat
from renderers import Look, Renderer, Scene
from renderers.astralis import beeline, dice, dispersed_go, picture, simplified, tellings, text
from renderers.astralis.art import TINTS, ship_sign
from renderers.boards.hexmap import HexWindow
from renderers.lettering import drawable
from renderers.palette import Colour
from renderers.scene import Drawing, Sign, seat_signs

CLOSE = 4
"""A larger board has parts with so many hexes along an edge."""


@dataclass(frozen=True, slots=True)
class Appearance:
    """How the matches of a variant look: the picture, the alt text and the text board.

    All take a view, a look and a part of the board; the picture also the names of the players.
    """

    draw: Callable[..., Drawing] = picture.draw
    alt: Callable[..., str] = text.alt
    board: Callable[..., str] = text.board


APPEARANCES: Mapping[str, Appearance] = {
    "base": Appearance(),
    "simplified": Appearance(draw=partial(picture.draw, pieces=simplified.SimplifiedPieces)),
    "beeline": Appearance(
        draw=partial(picture.draw, pieces=beeline.BeelinePieces),
        alt=partial(text.alt, telling=tellings.BeelineTelling()),
        board=partial(text.board, telling=tellings.BeelineTelling()),
    ),
    "dispersed_go": Appearance(
        draw=partial(picture.draw, pieces=dispersed_go.StonePieces),
        alt=partial(text.alt, telling=tellings.StoneTelling()),
        board=partial(text.board, telling=tellings.StoneTelling()),
    ),
    "dice": Appearance(
        draw=partial(picture.draw, pieces=dice.DicePieces),
        board=partial(text.board, telling=dice.DiceTelling()),
    ),
}


def appearance_of(view: AstralisView) -> Appearance:
    """How a match of this variant looks."""
    return APPEARANCES[view.agreement.variant]


@dataclass(frozen=True, slots=True)
class AstralisScene(Scene):
    """The scene of a board; every part of it is worked out when it is asked for.

    ``window`` is the part that is shown, ``None`` for the whole board.
    """

    view: AstralisView
    look: Look
    window: HexWindow | None = None

    @property
    def alt(self) -> str:
        return appearance_of(self.view).alt(self.view, self.look, self.window)

    @property
    def board(self) -> str:
        return appearance_of(self.view).board(self.view, self.look, self.window)

    @property
    def drawing(self) -> Drawing:
        yellow, cyan = (self._player(side) for side in Side)
        draw = appearance_of(self.view).draw
        return draw(self.view, self.look, (yellow, cyan), self.window)

    def around(self, name: str) -> AstralisScene | None:
        board = self.view.board
        hexes = self._matters()
        if name:
            found = board.hex_of.get(spelling(name) or "")
            hexes = [] if found is None else [board.axial[found]]
        if not hexes or board.size <= CLOSE:
            return None
        return replace(self, window=HexWindow.around(hexes, CLOSE, board.size))

    def _matters(self) -> list[Hex]:
        """The last flight, before the first one the ships, and before these the middle."""
        return [self.view.board.axial[hex] for hex in self.view.focus] or [CENTRE]

    @property
    def closeup(self) -> AstralisScene | None:
        """The smallest part that has all choices of a question."""
        board, overlay = self.view.board, self.look.overlay
        if (
            self.window is not None
            or overlay is None
            or not (overlay.is_question and overlay.focus)
        ):
            return None
        for side in range(CLOSE, board.size):
            window = HexWindow.around(overlay.focus, side, board.size)
            if all(hex in window for hex in overlay.focus):
                return replace(self, window=window)
        return None

    @property
    def colours(self) -> tuple[Colour, ...]:
        first, second = (self.view.side_of(Seat(seat)) for seat in (0, 1))
        return TINTS[first].body, TINTS[second].body

    def _player(self, side: Side) -> str:
        seat = self.view.seats[side]
        shown = drawable(self.look.names[seat]) if seat < len(self.look.names) else ""
        return shown or side.label


class AstralisRenderer(Renderer):
    def scene(self, view: AstralisView, look: Look) -> AstralisScene:
        if look.ending is not None and view.ending is None:
            view = replace(view, phase="over", ending=look.ending)
        return AstralisScene(view, look)

    def signs(self) -> Mapping[str, Sign]:
        return seat_signs(META.seat_names[2], ship_sign)


RENDERER = AstralisRenderer()

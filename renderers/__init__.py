"""Board pictures. A view becomes a scene; a scene becomes bytes and text.

Renderers see views only, never states: what a viewer may not know cannot be
drawn.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, Protocol

from games.core.contract import Words
from games.core.overlay import Overlay
from games.core.types import Ending
from renderers import paint
from renderers.cards.legend import LegendLine, of_overlay
from renderers.lettering import plain
from renderers.palette import SEATS, Colour
from renderers.scene import Drawing, Icon


@dataclass(frozen=True, slots=True)
class Look:
    """Preferences for drawing a picture.

    ``names``    display names by seat; any Unicode, shortened as needed
    ``threats``  show what could be won with the next move
    ``turned``   turn the board by half a turn (the far player's side below)
    ``ending``   how the match ended, where the rules do not know it: a resignation
    ``result``   the end in a sentence, where the game's own is not meant
    ``overlay``  what is drawn over the board: the story of a turn, the choices of a question
    ``wide``     a picture that is wider than high, where a game has one
    ``palette``  a name in ``renderers.palettes.PALETTES``: how this viewer tells colours apart
    """

    names: tuple[str, ...] = ()
    threats: bool = False
    turned: bool = False
    ending: Ending | None = None
    result: str = ""
    overlay: Overlay[Any] | None = None
    wide: bool = False
    palette: str = "standard"

    def name(self, seat: int, longest: int = 32) -> str:
        """The name of a seat's holder on one line; empty if there is none."""
        return plain(self.names[seat], longest) if seat < len(self.names) else ""

    def called(self, seat: int, side: str, longest: int = 32) -> str:
        """The name of a side with that of its player, for text boards: ``Red (Ada)``."""
        name = self.name(seat, longest).replace("`", "'")
        return f"{side} ({name})" if name else side

    def outcome(self, words: Words[Any, Any], view: Any, ending: Ending | None) -> str:
        """How the match ended, without the full stop; empty while it goes on."""
        ended = ending or self.ending
        return "" if ended is None else (self.result or words.ending(view, ended)).removesuffix(".")


class Scene(Protocol):
    """A view as shapes, alt text and text board."""

    look: Look

    @property
    def alt(self) -> str:
        """At most 1,024 characters: score, last move, whose turn, what is threatened."""
        ...

    @property
    def board(self) -> str:
        """The whole board as text, enough to play from, for a fixed-width font."""
        ...

    def around(self, name: str) -> Scene | None:
        """The part of the board around the piece or place of this name, however it is spelled.

        Around what matters now for an empty name. ``None`` where the viewer sees nothing of
        that name, and for a board that has no parts.
        """
        return None

    @property
    def legend(self) -> tuple[LegendLine, ...]:
        """The marks on this picture that it does not explain itself, the most important first."""
        return tuple(of_overlay(self.look.overlay, self.colours))

    @property
    def closeup(self) -> Scene | None:
        """What matters now of a board too large to read on a phone; else ``None``."""
        return None

    @property
    def colours(self) -> Sequence[Colour]:
        """The colours of the seats."""
        return SEATS

    @property
    def drawing(self) -> Drawing:
        """The picture as shapes, for those who paint many in a row."""
        ...

    def paint(self) -> bytes:
        """The PNG file, in the palette of the look."""
        return paint.png(self.drawing, self.look.palette)


class Renderer(Protocol):
    """Draws the views of a game; exported as ``RENDERER``."""

    def scene(self, view: Any, look: Look) -> Scene: ...

    def kinds(self, view: Any | None) -> Mapping[str, str]:
        """The kinds of pieces that have a card, by code, with their titles: those of a match, or
        without a view those that every match can have."""
        return {}

    def card(self, name: str, view: Any | None, look: Look) -> Scene | None:
        """The card of a kind of piece, by code or name; ``None`` if there is none."""
        return None

    def signs(self) -> Mapping[str, Icon]:
        """What can stand beside names in texts: of seats by ``seat_key``, and of the kinds of
        pieces that every match can have by code."""
        return {}

    def creation(self, creation: Any, look: Look) -> Scene | None:
        """What was made in the game's workshop; ``None`` for what has no picture."""
        return None


def renderer_for(game_id: str) -> Renderer:
    """The renderer of a game. Raises ``TypeError`` when ``renderers/`` has none."""
    name = f"renderers.{game_id}"
    module = importlib.import_module(name) if find_spec(name) else None
    renderer: Renderer | None = getattr(module, "RENDERER", None)
    if renderer is None:
        raise TypeError(
            f"games/{game_id} needs a renderers/{game_id} package that exports RENDERER"
        )
    return renderer

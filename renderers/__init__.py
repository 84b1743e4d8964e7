"""Board pictures. A view becomes a scene; a scene becomes bytes and text.

Renderers see views only, never states: what a viewer may not know cannot be
drawn.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, Protocol

from games.core.endings import Ending
from renderers import paint
from renderers.scene import Drawing


@dataclass(frozen=True, slots=True)
class Look:
    """Preferences for drawing a picture.

    ``names``    display names by seat; any Unicode, shortened as needed
    ``threats``  show what could be won with the next move
    ``turned``   turn the board by half a turn (the far player's side below)
    ``ending``   how the match ended, where the rules do not know it: a resignation
    ``palette``  a name in ``renderers.palettes.PALETTES``: how this viewer tells colours apart
    """

    names: tuple[str, ...] = ()
    threats: bool = False
    turned: bool = False
    ending: Ending | None = None
    palette: str = "standard"


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

    @property
    def closeup(self) -> Scene | None:
        """The part that matters now, for a board too large to read on a phone; else ``None``."""
        return None

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

"""Pictures and text boards of Astralis."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.astralis.view import AstralisView, Side
from renderers import Look, Scene
from renderers.astralis import picture, text
from renderers.lettering import drawable
from renderers.scene import Drawing


@dataclass(frozen=True, slots=True)
class AstralisScene(Scene):
    """Nothing is worked out before it is asked for."""

    view: AstralisView
    look: Look

    @property
    def alt(self) -> str:
        return text.alt(self.view, self.look)

    @property
    def board(self) -> str:
        return text.board(self.view, self.look)

    @property
    def drawing(self) -> Drawing:
        yellow, cyan = (self._player(side) for side in Side)
        return picture.draw(self.view, self.look, (yellow, cyan))

    def _player(self, side: Side) -> str:
        seat = self.view.seats[side]
        shown = drawable(self.look.names[seat]) if seat < len(self.look.names) else ""
        return shown or side.label


class AstralisRenderer:
    """Implements ``renderers.Renderer``."""

    def scene(self, view: AstralisView, look: Look) -> AstralisScene:
        if look.ending is not None and view.ending is None:
            view = replace(view, phase="over", ending=look.ending)
        return AstralisScene(view, look)


RENDERER = AstralisRenderer()

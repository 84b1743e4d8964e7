"""Pictures and text boards of Astral Sailors."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.astral_sailors.table import Result
from games.astral_sailors.view import SailorsView
from renderers import Look, Scene
from renderers.astral_sailors import picture, text
from renderers.scene import Drawing
from renderers.squaremap import Window

CLOSE = 16
"""A board of more squares than this has a close-up of so many."""


@dataclass(frozen=True, slots=True)
class SailorsScene(Scene):
    """Nothing is worked out before it is asked for.

    ``window`` is the part that a close-up shows, ``None`` for the whole board.
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
    def closeup(self) -> SailorsScene | None:
        size = self.view.table.size
        if self.window is not None or size <= CLOSE:
            return None
        matters = picture.focus(self.view)
        if not matters:
            return None
        return replace(self, window=Window.around(matters, CLOSE, size))


class SailorsRenderer:
    """Implements ``renderers.Renderer``."""

    def scene(self, view: SailorsView, look: Look) -> SailorsScene:
        ending = look.ending
        if ending is not None and view.table.result is None:
            winners = tuple(map(int, ending.winners))
            team = view.table.team(winners[0]) if winners else -1
            result = Result(ending.kind, ending.rule, team, winners)
            view = replace(view, table=replace(view.table, phase="over", result=result))
        return SailorsScene(view, look)


RENDERER = SailorsRenderer()

"""The board of noughts and crosses, drawn and in text."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial

from games.core.geometry.squares import Base
from renderers import Look, Renderer, Scene, glyphs
from renderers import palette as c
from renderers.boards.squaremap import SquareMap, Window
from renderers.lettering import drawable
from renderers.scene import Art, Caption, Disc, Drawing, Style
from tests.noughts.view import NAMES, NoughtsWords, View, names

CELL, EDGE, TOP, WIDE, HIGH = 150, 55, 148, 560, 720
PLACES = ((46, c.YELLOW), (88, c.CYAN), (HIGH - 28, c.WHITE))


@dataclass(frozen=True, slots=True)
class NoughtsScene(Scene):
    view: View
    look: Look

    @property
    def alt(self) -> str:
        return " ".join(("Noughts and crosses.", *self._said))

    @property
    def board(self) -> str:
        signs = ["." if mark is None else "XO"[mark] for mark in self.view.marks]
        rows = (f"{at // 3 + 1} {' '.join(signs[at : at + 3])}" for at in (0, 3, 6))
        return "\n".join(("  A B C", *rows, *self._said))

    @property
    def drawing(self) -> Drawing:
        at = SquareMap(Window.whole(3), CELL, EDGE, TOP, self.look.turned)
        lit, all_ = {*self.view.row(0), *self.view.row(1)}, enumerate(self.view.marks)
        marks = [(_square(m, n in lit), *at.corner(Base(n % 3, n // 3))) for n, m in all_]
        lines = zip((*map(self._player, (0, 1)), self._said[-1]), PLACES, strict=True)
        style, room = partial(Style, 30, ground=c.VOID), WIDE - 2 * EDGE
        said = [Caption(text, EDGE, y, style(colour), room=room) for text, (y, colour) in lines]
        grid, rim = at.lines(1, 4, c.STAR_DIM), at.rim(Style(28, c.MUTED, c.VOID), EDGE)
        return Drawing(WIDE, HIGH, c.VOID, (*marks, *grid), (*rim, *said))

    @property
    def _said(self) -> tuple[str, ...]:
        """What each side holds, and how the match stands."""
        view, ending, words = self.view, self.look.ending, NoughtsWords()
        sides = (f"{self._player(n)}: {names(view.held(n)) or 'nothing'}." for n in (0, 1))
        other = ending if ending and ending.kind not in ("row", "full") else None
        return (*sides, words.ending(view, other) if other else words.standing(view))

    def _player(self, seat: int) -> str:
        name = drawable((*self.look.names, "", "")[seat])
        return f"{NAMES[seat]} ({name})" if name else NAMES[seat]


@cache
def _square(mark: int | None, lit: bool) -> Art:
    half, ground = CELL // 2, (c.YELLOW_FILL, c.CYAN_FILL)[mark or 0] if lit else c.CARD
    crossed = glyphs.cross(half, half, 36, 18, c.YELLOW)
    ring = (Disc(half, half, 50, c.CYAN), Disc(half, half, 32, ground))
    return Art(CELL, CELL, ground, {None: (), 0: tuple(crossed), 1: ring}[mark])


class NoughtsRenderer(Renderer):
    scene = NoughtsScene

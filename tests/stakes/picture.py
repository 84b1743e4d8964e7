"""The meadow of stakes, drawn and in text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from games.core.geometry.plane import Point, Rectangle
from games.core.overlay import Overlay
from renderers import Look, Renderer, Scene
from renderers import palette as c
from renderers.boards import planemap
from renderers.boards.planemap import PlaneMap, Scenery
from renderers.lettering import drawable
from renderers.overlay import overlays
from renderers.overlay.callouts import Box
from renderers.scene import Art, Caption, Disc, Drawing, Label, Mark, Style
from tests.stakes.view import HUT, INCHES, MEADOW, NAMES, POND, StakesWords, View

WIDE, EDGE, TOP, STRIP = 660, 42, 90, 150
CODES, INKS = "RB", (c.RED, c.CYAN)
SCENERY = (
    Scenery(POND, c.CYAN, c.CYAN_FILL, dotted=True, width=0.08),
    Scenery(HUT, c.MUTED, c.CARD),
    Scenery((Point(150, 150), Point(210, 130)), c.YELLOW, width=0.2),
)


@dataclass(frozen=True, slots=True)
class StakesScene(Scene):
    view: View
    look: Look
    window: Rectangle | None = None

    @property
    def alt(self) -> str:
        shown = (f"The part {planemap.part_name(INCHES, self.window)}.",) if self.window else ()
        story = (overlays.told(self.look.overlay),) if self.look.overlay else ()
        return " ".join(("Stakes.", *shown, *self._said, *story))

    @property
    def board(self) -> str:
        return "\n".join(self._said)

    @property
    def drawing(self) -> Drawing:
        board = _map(self.window, self.look.turned)
        stakes = list(self._stakes(board))
        tokens = [Box(x, y, art.width, art.height) for art, x, y in stakes]
        layers = overlays.draw(self.look.overlay or Overlay(), board, INKS, tokens, 20)
        marks = [*layers.under, *stakes, *layers.over, *board.mats(EDGE)]
        lines = [Caption(self._said[-1], EDGE, 40, Style(24, c.WHITE, c.VOID), room=WIDE - EDGE)]
        below = board.y + board.high + EDGE
        for n, said in enumerate(self._said[:2]):
            style = Style(20, INKS[n], c.VOID)
            lines.append(Caption(said, EDGE, below + 30 * n + 30, style, room=WIDE - STRIP - EDGE))
        if self.window:
            dots = [(at, INKS[n]) for n in (0, 1) for at in self.view.stakes[n]]
            marks += board.inset(SCENERY, dots, STRIP - 20).at(WIDE - STRIP, below)
        rim = board.ruler(INCHES.unit * 3, Style(20, c.MUTED, c.VOID), EDGE)
        high = below + STRIP
        return Drawing(WIDE, high, c.VOID, marks, (*rim, *lines), _backdrop(board, high))

    def around(self, name: str) -> StakesScene | None:
        all_ = {f"{CODES[n]}{k}": at for n in (0, 1) for k, at in enumerate(self.view.stakes[n])}
        focus = self.look.overlay.focus if self.look.overlay else ()
        points = focus or tuple(all_.values()) if not name else ()
        if name and name.strip().upper() in all_:
            points = (all_[name.strip().upper()],)
        if not points:
            return None
        return replace(self, window=planemap.around(MEADOW, points, 120, 90))

    def _stakes(self, board: PlaneMap) -> Iterator[Mark]:
        for seat, stakes in enumerate(self.view.stakes):
            for number, at in enumerate(stakes):
                box = board.bounds(at)
                if box.meets(board.area):
                    yield _stake(seat, number, board.unit), int(box.left), int(box.top)

    @property
    def _said(self) -> tuple[str, ...]:
        """What each side has set, and how the match stands."""
        view, words, ending = self.view, StakesWords(), self.look.ending
        sides = (
            f"{self._player(n)}: {', '.join(map(INCHES.name, view.stakes[n]))}." for n in (0, 1)
        )
        return (*sides, words.ending(view, ending) if ending else words.standing(view))

    def _player(self, seat: int) -> str:
        name = drawable((*self.look.names, "", "")[seat])
        return f"{NAMES[seat]} ({name})" if name else NAMES[seat]


def _map(window: Rectangle | None, turned: bool) -> PlaneMap:
    shown = window or planemap.whole(MEADOW)
    return PlaneMap(MEADOW, INCHES, shown, 24 if window is None else 48, EDGE, TOP, 5, turned)


@lru_cache(maxsize=8)
def _backdrop(board: PlaneMap, high: int) -> Drawing:
    ground = board.ground(c.PLATE, SCENERY, INCHES.unit * 3, c.RIM)
    return Drawing(WIDE, high, c.VOID, ((ground, board.x, board.y),))


@cache
def _stake(seat: int, number: int, size: int) -> Art:
    half = size / 2
    shapes = (
        Disc(half, half, half, c.VOID),
        Disc(half, half, half - 2, INKS[seat]),
        Label(half, half, f"{CODES[seat]}{number}", Style(size // 2, c.VOID, INKS[seat])),
    )
    return Art(size, size, c.VOID, shapes, cut=True)


class StakesRenderer(Renderer):
    scene = StakesScene

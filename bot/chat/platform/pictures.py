"""Pictures of views, drawn outside the event loop.

One thread draws them all, one after the other: the renderers keep caches, and several
threads would only wait for each other. Ten milliseconds each, but the first of a large board
takes half a second. Between the pictures of an animation others get their turn.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, ParamSpec, TypeAlias, TypeVar

from bot.allocator import return_free_memory
from bot.play.match import views
from bot.play.match.views import LogLine, MatchView
from renderers import Look, Renderer, Scene, gif, paint
from renderers.animation import Reel, Still, WantedPicture, animate
from renderers.cards import legend
from renderers.cards.legend import LegendLine
from renderers.palettes import PALETTES, colours_of
from renderers.results import bracket, ending, standings

P = ParamSpec("P")
T = TypeVar("T")


TIDIED_AFTER = 100
"""Pictures. What so many leave behind is 20 MB or more; to return it takes 3 ms."""


@dataclass(frozen=True, slots=True)
class Picture:
    """``png`` is the file, ``alt`` has at most 1,024 characters.

    ``closeup``  the part that matters now, of a board too large for a phone
    """

    png: bytes
    alt: str
    closeup: Picture | None = None


PictureRequest: TypeAlias = tuple[Any, Look, str]
"""One picture of an animation: a view, how it is drawn, and what happened, in a sentence."""


@dataclass(frozen=True, slots=True)
class Animation:
    """``gif`` is the file, ``alt`` (at most 1,024 characters) tells its last picture.

    ``frames``    how many pictures are in it
    ``left_out``  how many others would have made it too large, or taken too long
    """

    gif: bytes
    frames: int
    left_out: int
    alt: str


class Pictures:
    """``renderers`` by game id."""

    def __init__(self, renderers: Mapping[str, Renderer]) -> None:
        self._renderers = renderers
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pictures")
        self._drawn = 0

    async def render(self, game: str, view: Any, look: Look) -> Picture:
        return await self.paint(self.build_scene(game, view, look))

    def build_scene(self, game: str, view: Any, look: Look) -> Scene:
        """Build a scene without painting it; its text board can be read at once."""
        return self._renderers[game].scene(view, look)

    def list_kinds(self, game: str, view: Any | None) -> Mapping[str, str]:
        """The kinds of pieces that have a card, by code, with their titles."""
        return self._renderers[game].kinds(view)

    def build_card(self, game: str, name: str, view: Any | None) -> Scene | None:
        """The card of a kind of piece, by code or name."""
        return self._renderers[game].card(name, view, Look())

    def build_creation(self, game: str, creation: Any, palette: str) -> Scene | None:
        """The picture of what was made in the workshop of a game, if it has one."""
        look = Look(palette=palette if palette in PALETTES else STANDARD)
        return self._renderers[game].creation(creation, look)

    async def render_legend(self, lines: Sequence[LegendLine], look: Look) -> Picture:
        def paint_legend() -> bytes:
            return paint.png(legend.drawing(lines), look.palette)

        return Picture(await self._run_in_thread(paint_legend), legend.told(lines))

    async def render_standings(self, table: standings.Standings) -> Picture:
        def paint_table() -> bytes:
            return paint.png(standings.drawing(table), STANDARD)

        return Picture(await self._run_in_thread(paint_table), standings.alt(table))

    async def render_bracket(self, rounds: bracket.Bracket) -> Picture:
        def paint_rounds() -> bytes:
            return paint.png(bracket.drawing(rounds), STANDARD)

        return Picture(await self._run_in_thread(paint_rounds), bracket.alt(rounds))

    async def paint(self, scene: Scene) -> Picture:
        return await self._run_in_thread(paint_scene, scene)

    async def render_result(self, last: Scene, result: ending.Result) -> Picture:
        """How the match ended, in the colours of its last board."""
        return await self._run_in_thread(self._paint_result, last, result)

    async def render_animation(
        self, game: str, total: int, shot: Callable[[WantedPicture], PictureRequest], limit: int,
        palette: str = "standard",
    ) -> Animation:  # fmt: skip
        """A GIF of at most ``limit`` bytes, of as many of ``total`` pictures as are good to have.

        ``shot`` makes a picture when it is wanted. Raises ``ValueError`` where there are none, or
        where not even one small picture fits into ``limit``.
        """
        making, alt = animate(total, limit, colours_of(palette)), ""
        found: WantedPicture | Reel = next(making)
        while isinstance(found, WantedPicture):
            scene, following = await self._run_in_thread(
                self._take_picture, making, game, shot(found)
            )
            alt = scene.alt if found.number == total - 1 else alt
            found = following
        return Animation(found.gif, found.frames, found.left_out, alt)

    @staticmethod
    def _paint_result(scene: Scene, result: ending.Result) -> Picture:
        drawn = ending.drawing(result, scene.colours)
        return Picture(paint.png(drawn, scene.look.palette), ending.alt(result))

    def _take_picture(
        self, making: Generator[WantedPicture, Still, Reel], game: str, request: PictureRequest
    ) -> tuple[Scene, WantedPicture | Reel]:
        """The picture as a scene, and what the animation wants next or has become."""
        view, look, caption = request
        scene = self.build_scene(game, view, look)
        try:
            drawing = scene.drawing
            return scene, making.send(Still(gif.canvas(drawing), caption, len(drawing.marks)))
        except StopIteration as done:
            return scene, done.value

    async def _run_in_thread(self, draw: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a function in the drawing thread, which tidies up now and then."""
        work = partial(draw, *args, **kwargs)
        loop = asyncio.get_running_loop()
        self._drawn += 1
        if self._drawn % TIDIED_AFTER == 0:
            self._thread.submit(return_free_memory)
        return await loop.run_in_executor(self._thread, work)


def paint_scene(scene: Scene) -> Picture:
    part = scene.closeup
    closeup = None if part is None else paint_scene(part)
    return Picture(scene.paint(), scene.alt, closeup)


STANDARD = "standard"


def build_look(
    match_view: MatchView,
    told: Iterable[LogLine] = (),
    *,
    threats: bool = False,
    turned: bool = False,
) -> Look:
    """How a viewer's picture is drawn: in the colours they chose. Public pictures keep the usual
    ones.

    ``told``  the entries whose story is drawn over the board
    """
    events = views.events_of(told)
    palette = match_view.palette if match_view.palette in PALETTES else STANDARD
    return Look(
        names=match_view.names,
        threats=threats,
        turned=turned,
        ending=match_view.ending,
        result=match_view.result,
        overlay=match_view.game.story(match_view.view, events) if events else None,
        palette=palette,
    )

"""Pictures of views, drawn outside the event loop.

One thread draws them all, one after the other: the renderers keep caches, and several
threads would only wait for each other. Ten milliseconds each, but the first of a large board
takes half a second. Between the pictures of an animation others get their turn.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, ParamSpec, TypeAlias, TypeVar

from renderers import Look, Renderer, Scene, ending, gif, paint
from renderers.animation import Film
from renderers.cards import legend
from renderers.cards.legend import LegendLine
from renderers.palette import Colour
from renderers.palettes import colours_of

P = ParamSpec("P")
T = TypeVar("T")


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
    ``left_out``  how many others would have made it too large
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

    async def of(self, game: str, view: Any, look: Look) -> Picture:
        return await self.painted(self.scene(game, view, look))

    def scene(self, game: str, view: Any, look: Look) -> Scene:
        """Nothing is painted yet; its text board can be read at once."""
        return self._renderers[game].scene(view, look)

    def kinds(self, game: str, view: Any | None) -> Mapping[str, str]:
        """The kinds of pieces that have a card, by code, with their titles."""
        return self._renderers[game].kinds(view)

    def card(self, game: str, name: str, view: Any | None) -> Scene | None:
        """The card of a kind of piece, by code or name."""
        return self._renderers[game].card(name, view, Look())

    async def legend(self, lines: Sequence[LegendLine], look: Look) -> Picture:
        def drawn() -> bytes:
            return paint.png(legend.drawing(lines), look.palette)

        return Picture(await self._there(drawn), legend.told(lines))

    async def painted(self, scene: Scene) -> Picture:
        return await self._there(_painted, scene)

    async def result(self, last: Scene, result: ending.Result) -> Picture:
        """How the match ended, in the colours of its last board."""
        return await self._there(self._result, last, result)

    async def animation(
        self,
        game: str,
        frames: Iterable[PictureRequest] | AsyncIterable[PictureRequest],
        limit: int,
    ) -> Animation:
        """The pictures one after the other as a GIF of at most ``limit`` bytes.

        ``frames`` are taken one by one and in order; each is drawn once and then let go, so
        they may be made lazily. The palette is that of the first. Raises ``ValueError``
        without any frame, or where not even one small picture fits into ``limit``.
        """
        film = Film(limit)
        colours: Sequence[Colour] = ()
        last: Scene | None = None
        async for view, look, caption in _in_order(frames):
            colours = colours or colours_of(look.palette)
            last = await self._there(self._take, film, game, (view, look, caption))
        reel = await asyncio.to_thread(film.gif, colours)
        alt = "" if last is None else last.alt
        return Animation(reel.gif, reel.frames, reel.left_out, alt)

    @staticmethod
    def _result(scene: Scene, result: ending.Result) -> Picture:
        drawn = ending.drawing(result, scene.colours)
        return Picture(paint.png(drawn, scene.look.palette), ending.alt(result))

    def _take(self, film: Film, game: str, shot: PictureRequest) -> Scene:
        view, look, caption = shot
        scene = self.scene(game, view, look)
        film.add(gif.canvas(scene.drawing), caption)
        return scene

    async def _there(self, draw: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """In the thread that draws."""
        work = partial(draw, *args, **kwargs)
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)


async def _in_order(
    frames: Iterable[PictureRequest] | AsyncIterable[PictureRequest],
) -> AsyncIterator[PictureRequest]:
    if isinstance(frames, AsyncIterable):
        async for shot in frames:
            yield shot
    else:
        for shot in frames:
            yield shot


def _painted(scene: Scene) -> Picture:
    part = scene.closeup
    closeup = None if part is None else _painted(part)
    return Picture(scene.paint(), scene.alt, closeup)

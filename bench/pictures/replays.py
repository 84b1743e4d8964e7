"""Whole matches as GIFs, from what a spectator saw to the file."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from itertools import count, islice
from random import Random
from typing import Any

from bench.games.self_play import title
from bench.measure import Figure, interleaved, median
from bot.chat.history.animations import READ, led_to
from bot.chat.platform.limits import UPLOAD
from bot.chat.platform.pictures import Animation, PictureRequest, Pictures
from bot.play.history.frames import Frame, by_turn
from games.core.seats import SPECTATOR, Seats
from renderers import Look, renderer_for
from renderers.animation import Wanted
from tests.games.duels import by_chance, by_computer, course, game_of

ENTRIES = 1000
ROUNDS = 3
LIMIT = UPLOAD * 9 // 10
MOST = 3.0
"""Seconds of processor time."""

GAMES: Mapping[str, Mapping[str, Any]] = {
    "astralis": {},
    "astral_sailors": {"scenery": "preset", "army_size": 400},
    "colonial_space_wars": {"round_limit": 0},
    "galaxy_aflame": {},
    "cosmic_conflict": {},
}


class Replay:
    """Matches of two computer players, or of random moves where a game has none, one after the
    other until there are entries enough."""

    def __init__(self, game_id: str, settings: Mapping[str, Any]) -> None:
        self.game = game_of(game_id)
        self._pictures = Pictures({game_id: renderer_for(game_id)})
        self._stride = -(-ENTRIES // READ)
        chooser = by_computer if self.game.computer else by_chance
        moments = (
            moment
            for seed in count(1)
            for moment in course(
                self.game,
                self.game.setup(self.game.settings(**settings), Seats.alone(2)),
                chooser(self.game),
                Random(seed),
            )
        )
        self._moments = list(islice(moments, ENTRIES))

    async def _frames(self) -> AsyncIterator[Frame]:
        events: list[Any] = []
        for number, moment in enumerate(self._moments, 1):
            recent = tuple(each for each in moment.events if each.visible_to(SPECTATOR))
            events += recent
            if number % self._stride == 0 or number in (1, ENTRIES):
                view = self.game.view(moment.state, SPECTATOR)
                yield Frame(view, number, (), tuple(events), recent)
                events = []

    async def _made(self) -> Animation:
        frames = [frame async for frame in by_turn(self.game, self._frames())]

        def shot(wanted: Wanted) -> PictureRequest:
            frame, story, said = led_to(self.game, SPECTATOR, frames, wanted)
            return frame.view, Look(("Alice", "Bob"), overlay=story), said

        return await self._pictures.animation(self.game.meta.id, len(frames), shot, LIMIT)

    def made(self) -> Animation:
        return asyncio.run(self._made())


def replays() -> list[Figure]:
    """Three seconds, which a person waits for an animation. As Discord's replay makes it, but for
    reading the positions: stories, captions, boards with what happened, the file. Art and
    lettering that come again are kept from the round before, as in a bot that runs.
    """
    each = {game_id: Replay(game_id, settings) for game_id, settings in GAMES.items()}
    cases = {game_id: replay.made for game_id, replay in each.items()}
    taken = interleaved(cases, ROUNDS)
    return [_figure(each[game_id], median(times)) for game_id, times in taken.items()]


def _figure(replay: Replay, seconds: float) -> Figure:
    made = replay.made()
    return Figure(
        f"Replay of {ENTRIES:,} entries of {title(replay.game)}: processor time",
        seconds,
        MOST,
        "s",
        seconds / MOST,
        limit=1,
        note=f"{made.frames} pictures, {len(made.gif) / 1e6:.1f} MB, "
        f"{seconds / made.frames * 1e3:.0f} ms a picture; against the time that it may take",
    )

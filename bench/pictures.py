"""The picture: time and bytes, against plain Pillow and against the mere deflate."""

from __future__ import annotations

import zlib
from statistics import mean
from typing import Any

from isal import isal_zlib

from bench.matches import SIZE, random_matches
from bench.measure import Figure, interleaved, median
from bench.plain_picture import plain
from bench.supersampled import supersampled
from games import all_games
from games.core.replay import read
from games.core.seats import SPECTATOR, Seats
from renderers import Look
from renderers.astralis import RENDERER

POSITIONS = 30
ROUNDS = 9


def positions() -> list[Any]:
    """Views from early, middle and late in random matches."""
    game: Any = next(game for game in all_games() if game.meta.id == "astralis")
    views = []
    for number, match in enumerate(random_matches(POSITIONS, seed=7)):
        state = game.setup(game.settings(size=SIZE), Seats.alone(2))
        texts = match.texts
        for text in texts[: 2 + len(texts) * (number + 1) // (POSITIONS + 2)]:
            seat = game.pending(state).awaited()[0]
            decision, move = read(game, state, seat, text)
            state = game.apply(state, seat, decision, move).state
        views.append(game.view(state, SPECTATOR))
    return views


def scanlines(png: bytes) -> bytes:
    """The raw scanlines of a PNG, filter bytes included."""
    at, packed = 8, b""
    while at < len(png):
        length = int.from_bytes(png[at : at + 4], "big")
        if png[at + 4 : at + 8] == b"IDAT":
            packed += png[at + 8 : at + 8 + length]
        at += length + 12
    return zlib.decompress(packed)


def pictures() -> list[Figure]:
    views = positions()
    look = Look(names=("Alice", "Bob"))

    def ours() -> list[bytes]:
        return [RENDERER.scene(view, look).paint() for view in views]

    drawn = ours()
    raw = [scanlines(png) for png in drawn]
    taken = interleaved(
        {
            "ours": ours,
            "plain": lambda: [plain(view) for view in views],
            "deflate": lambda: [isal_zlib.compress(lines, 1) for lines in raw],
        },
        ROUNDS,
    )
    mine, theirs, floor = (median(taken[n]) / POSITIONS * 1e3 for n in ("ours", "plain", "deflate"))
    few = views[::5]
    large = [supersampled(RENDERER.scene(view, look).drawing) for view in few]
    ours_few = [RENDERER.scene(view, look).paint() for view in few]
    size, big = mean(map(len, ours_few)), mean(map(len, large))
    return [
        Figure(
            "Picture: view to bytes, against plain Pillow (RGB, default PNG)",
            mine,
            theirs,
            "ms",
            mine / theirs,
            limit=1 / 9,
            goal=1 / 30,
        ),
        Figure(
            "Picture: view to bytes, against the deflate of its own scanlines (isal, level 1)",
            mine,
            floor,
            "ms",
            mine / floor,
            limit=1.6,
        ),
        Figure(
            "Picture: bytes, against the 3× supersampled RGB PNG of the same scene",
            size / 1e3,
            big / 1e3,
            "kB",
            size / big,
            limit=0.5,
        ),
    ]

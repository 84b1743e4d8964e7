"""The picture: time and bytes, against plain Pillow and against the mere deflate."""

from __future__ import annotations

import zlib
from statistics import mean
from typing import Any

from isal import isal_zlib

from bench.matches import SIZE, Match, random_matches
from bench.measure import Figure, interleaved, median
from bench.pictures.plain_picture import astralis as plain
from bench.pictures.supersampled import supersampled
from games import all_games
from games.core.log.replay import read
from games.core.seats import SPECTATOR, Seats
from renderers import Look
from renderers.astralis import RENDERER

MATCHES = 30
ROUNDS = 9
FIRST = 6
"""The first position that is drawn: ships are placed, and a few planets."""


def views_of(match: Match) -> list[Any]:
    """What a spectator sees after each move."""
    game: Any = next(game for game in all_games() if game.meta.id == "astralis")
    state = game.setup(game.settings(size=SIZE), Seats.alone(2))
    views = []
    for text in match.texts:
        seat = game.pending(state).awaited()[0]
        decision, move = read(game, state, seat, text)
        state = game.apply(state, seat, decision, move).state
        views.append(game.view(state, SPECTATOR))
    return views


def positions() -> list[list[Any]]:
    """For each round views that have not been before: of many matches, each a few moves further
    than in the round before, up to its end."""
    played = [views_of(match) for match in random_matches(MATCHES, seed=7)]
    return [
        [views[FIRST + (len(views) - FIRST) * number // (ROUNDS + 1)] for views in played]
        for number in range(ROUNDS + 1)
    ]


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
    """Plain Pillow draws the same board as most people do, and as fast as that goes: fonts
    loaded once, hexes filled and then outlined with lines, no antialiasing, the default PNG.
    Each picture is of a position that has not been drawn before, of matches that were played, a
    few moves after the last picture of the same match: that is what a bot draws. Fonts, the
    empty board and single tiles are warm on both sides, as in a bot that runs. The repaint is
    the same view again: somebody looks once more. The deflate of the ready scanlines is the
    least that any program must do that writes these pixels as PNG with that deflater. The 3×
    supersampled picture has the edges that ours has.
    """
    look = Look(names=("Alice", "Bob"))
    drawn: list[bytes] = []
    raw: list[bytes] = []
    fresh, others = iter(positions()), iter(positions())
    again = positions()[ROUNDS // 2]

    def ours() -> None:
        drawn[:] = [RENDERER.scene(view, look).paint() for view in next(fresh)]

    def deflate() -> None:
        for lines in raw:
            isal_zlib.compress(lines, 1)

    def unpacked() -> None:
        raw[:] = [scanlines(png) for png in drawn]

    taken = interleaved(
        {
            "ours": ours,
            "unpacked": unpacked,
            "deflate": deflate,
            "plain": lambda: [plain(view) for view in next(others)],
            "repaint": lambda: [RENDERER.scene(view, look).paint() for view in again],
        },
        ROUNDS,
    )
    cases = ("ours", "repaint", "plain", "deflate")
    mine, repaint, theirs, floor = (median(taken[case]) / MATCHES * 1e3 for case in cases)
    few = again[::5]
    large = [supersampled(RENDERER.scene(view, look).drawing) for view in few]
    ours_few = [RENDERER.scene(view, look).paint() for view in few]
    size, big = mean(map(len, ours_few)), mean(map(len, large))
    return [
        Figure(
            "Picture of a new position: view to bytes, against plain Pillow (RGB, default PNG)",
            mine,
            theirs,
            "ms",
            mine / theirs,
            limit=1 / 9,
            goal=1 / 30,
        ),
        Figure(
            "Repaint of the same view, against plain Pillow (RGB, default PNG)",
            repaint,
            theirs,
            "ms",
            repaint / theirs,
        ),
        Figure(
            "Picture of a new position: view to bytes, against the deflate of its own scanlines "
            "(isal, level 1)",
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

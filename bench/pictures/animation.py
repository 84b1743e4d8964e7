"""A match as one GIF, against what Pillow's writer makes of the same scenes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from random import Random
from typing import Any

from PIL import Image

from bench.games.self_play import SAILORS as GAME
from bench.games.self_play import SHORT, opening
from bench.matches import SIZE, random_matches
from bench.measure import Figure, interleaved, median
from bench.pictures.supersampled import smooth
from games import all_games
from games.core.log.replay import read
from games.core.seats import SPECTATOR, Seats
from renderers import Look, gif
from renderers.animation import Shot
from renderers.astral_sailors import RENDERER as SAILORS
from renderers.astralis import RENDERER as ASTRALIS
from renderers.gif import Canvas
from renderers.palette import PALETTE, flat
from renderers.scene import Drawing
from tests.games.duels import by_computer, course
from tests.renderers.reels import animated

FRAMES = 60
ROUNDS = 3
LIMIT = 10 << 20
LOOK = Look(names=("Alice", "Bob"))


def astralis() -> list[Drawing]:
    """A random match, move for move."""
    game: Any = next(game for game in all_games() if game.meta.id == "astralis")
    for match in random_matches(20, seed=11, eager=False):
        if len(match.texts) >= FRAMES:
            break
    state = game.setup(game.settings(size=SIZE), Seats.alone(2))
    drawings = []
    for text in match.texts[:FRAMES]:
        seat = game.pending(state).awaited()[0]
        decision, move = read(game, state, seat, text)
        state = game.apply(state, seat, decision, move).state
        drawings.append(ASTRALIS.scene(game.view(state, SPECTATOR), LOOK).drawing)
    return drawings


def sailors() -> list[Drawing]:
    """The end of a match of computer players."""
    match = course(GAME, opening(GAME, SHORT), by_computer(GAME), Random(1))
    views = [GAME.view(moment.state, SPECTATOR) for moment in match if moment.decision]
    return [SAILORS.scene(view, LOOK).drawing for view in views[-FRAMES:]]


def ours(pictures: Sequence[Canvas]) -> bytes:
    return animated([Shot(picture) for picture in pictures], LIMIT).gif


def usual(pictures: Sequence[Image.Image]) -> bytes:
    file = BytesIO()
    pictures[0].save(file, "GIF", save_all=True, append_images=pictures[1:])
    return file.getvalue()


def in_palette(picture: Canvas) -> Image.Image:
    """Our own pixels with our own palette."""
    shown = Image.frombytes("P", picture.size, picture.tobytes())
    shown.putpalette(flat(PALETTE))
    return shown


def compared(name: str, drawings: Sequence[Drawing]) -> Iterator[Figure]:
    canvases = [gif.canvas(drawing) for drawing in drawings]
    rich = [smooth(drawing) for drawing in drawings]
    indexed = [in_palette(picture) for picture in canvases]
    poor = [picture.convert("RGB") for picture in indexed]
    cases: dict[str, Callable[[], bytes]] = {
        "ours": lambda: ours(canvases),
        "smooth": lambda: usual(rich),
        "palette": lambda: usual(indexed),
        "ours in RGB": lambda: usual(poor),
    }
    taken = {case: median(times) * 1e3 for case, times in interleaved(cases, ROUNDS).items()}
    sizes = {case: len(make()) / 1e6 for case, make in cases.items()}
    for case, frames, note in (
        ("smooth", "RGB frames with smooth edges", ""),
        ("palette", "palette frames, ours pixel for pixel", "nothing left to Pillow but to write"),
        ("ours in RGB", "RGB frames in our 248 colours", ""),
    ):
        for what, figures, unit, limit in (
            ("time", taken, "ms", 1 / 20),
            ("bytes", sizes, "MB", 0.35),
        ):
            yield Figure(
                f"GIF of {len(drawings)} pictures of {name}: {what}, "
                f"against Pillow's writer fed with {frames}",
                figures["ours"],
                figures[case],
                unit,
                figures["ours"] / figures[case],
                limit=limit if case == "smooth" else None,
                note=note,
            )


def animations() -> list[Figure]:
    """Pillow's own `save(save_all=True, append_images=...)`. Drawing is left out on both sides.
    RGB frames with smooth edges are what one has who draws as usual: Pillow must choose colours
    for each. Palette frames are our own pixels with our own palette, so that nothing is left to
    the writer but to compare frames and compress: the row that tells what our writer is worth,
    while the first tells what the palette is worth too. The bounds are on the first, as they
    were asked for.
    """
    return [
        *compared("Astralis", astralis()),
        *compared("Astral Sailors", sailors()),
    ]

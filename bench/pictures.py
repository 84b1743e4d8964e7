"""Pictures: boards, panels, animations and sketches, in time and bytes."""

from __future__ import annotations

import asyncio
import sys
import zlib
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from io import BytesIO
from itertools import chain, count, islice
from random import Random
from statistics import mean
from typing import Any, NamedTuple

from isal import isal_zlib
from PIL import Image

from bench import plain_pillow
from bench.games.astral_sailors import large_table, state_of
from bench.games.astralis import SIZE, random_matches, views_of
from bench.games.colonial_space_wars import LARGE
from bench.games.galaxy_aflame import AT_ONCE
from bench.measure import Figure, figure, measure
from bench.moves import LOOK
from bench.plain_pillow import PlainBoard, png, smooth
from bench.strength import (
    ASTRALIS,
    COSMIC,
    CSW,
    GALAXY,
    READY,
    SAILORS,
    Chooser,
    by_chance,
    by_computer,
    course,
    game_of,
    opening,
    short_title,
)
from bot.chat.history.animations import READ, frame_with_story
from bot.chat.platform.message import UPLOAD, Attached, attach
from bot.chat.platform.pictures import Animation, PictureRequest, Pictures, paint_scene
from bot.play.history.frames import Frame, join_turns
from games.core.contract import AnyGame
from games.core.questions import Question
from games.core.types import SPECTATOR, Seated
from renderers import Look, gif, renderer_for
from renderers.animation import Still, WantedPicture, animate
from renderers.astralis import RENDERER
from renderers.overlay.callouts import Box, placed
from renderers.overlay.callouts import Wanted as Callout
from renderers.paint import Kept
from renderers.palette import PALETTE, flat
from renderers.scene import Drawing

# --- Boards of Astralis ---

BOARDS, ROUNDS = 30, 9
FIRST = 6
"""The first position that is drawn: ships are placed, and a few planets."""


def positions() -> list[list[Any]]:
    """For each round views that have not been before: of many matches, each a few moves further
    than in the round before, up to its end."""
    played = [views_of(match) for match in random_matches(BOARDS, seed=7)]
    return [
        [views[FIRST + (len(views) - FIRST) * number // (ROUNDS + 1)] for views in played]
        for number in range(ROUNDS + 1)
    ]


def _scanlines(picture: bytes) -> bytes:
    """The raw scanlines of a PNG, filter bytes included."""
    at, packed = 8, b""
    while at < len(picture):
        length = int.from_bytes(picture[at : at + 4], "big")
        if picture[at + 4 : at + 8] == b"IDAT":
            packed += picture[at + 8 : at + 8 + length]
        at += length + 12
    return zlib.decompress(packed)


def pictures() -> list[Figure]:
    rounds = positions()
    middle = ROUNDS // 2
    ms, _ = plain_pillow.compare_boards("astralis", rounds, plain_pillow.astralis, LOOK, middle)
    scenes = [RENDERER.scene(view, LOOK) for view in rounds[middle]]
    raw = [_scanlines(scene.paint()) for scene in scenes]
    cases = {"deflate": lambda: [isal_zlib.compress(lines, 1) for lines in raw]}
    floor = measure(cases, ROUNDS, BOARDS)["deflate"]
    few = scenes[::5]
    ours = mean(len(scene.paint()) for scene in few) / 1e3
    large = mean(len(png(smooth(scene.drawing))) for scene in few) / 1e3
    return [
        figure("picture", ms["ours"], ms["plain"]),
        figure("picture-again", ms["repaint"], ms["plain"]),
        figure("picture-deflate", ms["ours"], floor),
        figure("picture-bytes", ours, large),
    ]


# --- Panels with story and close-up, in all five games ---

MATCHES = 8
NAMES = ("Alice", "Bob", "Carol", "Dave")


class Case(NamedTuple):
    """Matches of a game from a state on, and the plain board of a view.

    ``after``  how many panels of a match are not measured
    """

    game: AnyGame
    start: Callable[[int], Any]
    choose: Callable[[AnyGame], Chooser]
    plain: PlainBoard
    after: int
    limit: float | None
    note: str


class Panel(NamedTuple):
    """What the panel after a move shows: a spectator's view, and the look with what happened."""

    view: Any
    look: Look


BY_COMPUTERS = "computer players"
CASES = (
    Case(
        ASTRALIS,
        lambda _: opening(ASTRALIS, {"size": SIZE}),
        by_chance,
        plain_pillow.astralis,
        *(12, 1 / 20, "random moves on hexhex8"),
    ),
    Case(
        SAILORS,
        lambda seed: state_of(large_table(seed)),
        by_chance,
        plain_pillow.sailors,
        *(4, 1 / 20, "random moves on 4 × 4 quadrants"),
    ),
    Case(
        CSW,
        lambda _: opening(CSW, LARGE),
        by_computer,
        plain_pillow.colonial,
        *(40, None, f"{BY_COMPUTERS} on 16 × 10 squares"),
    ),
    Case(
        GALAXY,
        lambda _: opening(GALAXY, AT_ONCE),
        by_computer,
        plain_pillow.galaxy,
        *(24, 1 / 6, BY_COMPUTERS),
    ),
    Case(
        COSMIC,
        lambda _: opening(COSMIC, {}),
        by_computer,
        plain_pillow.cosmic,
        *(24, 1 / 6, BY_COMPUTERS),
    ),
)


def _panels_of(case: Case, seed: int) -> Iterator[Panel]:
    """Those of a match: one for each time that somebody is waited for, with all that has happened
    since the one before."""
    game, told = case.game, []
    for moment in course(game, case.start(seed), case.choose(game), Random(seed)):
        told += [event for event in moment.events if event.only is None]
        if moment.decision is not None:
            view = game.view(moment.state, SPECTATOR)
            yield Panel(view, Look(NAMES, overlay=game.story(view, tuple(told)) if told else None))
            told = []


def _rounds_of(case: Case, first: int = 0) -> list[tuple[Panel, ...]]:
    """For each round one panel of each match, the next of the same match."""
    last = case.after + ROUNDS + 1
    seeds = range(first, first + MATCHES)
    return list(
        zip(*(islice(_panels_of(case, seed), case.after, last) for seed in seeds), strict=True)
    )


def _forget() -> None:
    """As in a fresh process, but for what Python itself has loaded."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "renderers":
            for each in vars(module).values():
                if hasattr(each, "cache_clear"):
                    each.cache_clear()
                if isinstance(each, Kept):
                    each.clear()


def _measure_panels(case: Case) -> Iterator[Figure]:
    rounds, renderer = _rounds_of(case), renderer_for(case.game.meta.id)
    drawing: Any = renderer.scene(rounds[0][0].view, Look(NAMES))
    width, height = drawing.drawing.width, drawing.drawing.height

    def upload(panel: Panel) -> Sequence[Attached]:
        return attach(paint_scene(renderer.scene(panel.view, panel.look)), "board.png")

    def board(panel: Panel) -> bytes:
        return renderer.scene(panel.view, replace(panel.look, overlay=None)).paint()

    def start_afresh() -> None:
        _forget()
        upload(next(first)[0])

    for panel in chain.from_iterable(_rounds_of(case, MATCHES)):
        upload(panel)
    whole, bare, theirs, first = (iter(rounds) for _ in range(4))
    ms = measure(
        {
            "panel": lambda: [upload(each) for each in next(whole)],
            "board": lambda: [board(each) for each in next(bare)],
            "again": lambda: [upload(each) for each in rounds[0]],
            "plain": lambda: [case.plain(each.view, width, height) for each in next(theirs)],
        },
        ROUNDS,
        MATCHES,
    )
    ms |= measure({"first": start_afresh}, ROUNDS)
    told = {"game": short_title(case.game), "size": f"{width} × {height} pixels"}
    told["matches"] = case.note
    yield figure("panel", ms["panel"], ms["plain"], limit=case.limit, **told)
    for each in ("board", "again", "first"):
        yield figure(f"panel-{each}", ms[each], ms["plain"], **told)


def panels() -> list[Figure]:
    return [figure for case in CASES for figure in _measure_panels(case)]


# --- A match as one GIF, against what Pillow's writer makes of the same scenes ---

FRAMES, GIF_ROUNDS = 60, 3


def _drawings_of_astralis() -> list[Drawing]:
    """A random match, move for move."""
    matches = random_matches(20, seed=11, eager=False)
    match = next(match for match in matches if len(match.texts) >= FRAMES)
    return [RENDERER.scene(view, LOOK).drawing for view in views_of(match)[:FRAMES]]


def _drawings_of_sailors() -> list[Drawing]:
    """The end of a match of computer players."""
    start = opening(SAILORS, {**READY, "round_limit": 4})
    match = course(SAILORS, start, by_computer(SAILORS), Random(1))
    shown = [moment.state for moment in match if moment.decision][-FRAMES:]
    renderer: Any = renderer_for("astral_sailors")
    return [renderer.scene(SAILORS.view(state, SPECTATOR), LOOK).drawing for state in shown]


def _animate(pictures: Sequence[gif.Canvas]) -> bytes:
    making = animate(len(pictures), 10 << 20, PALETTE)
    try:
        wanted = next(making)
        while True:
            wanted = making.send(Still(pictures[wanted.number]))
    except StopIteration as done:
        found: bytes = done.value.gif
        return found


def _save(pictures: Sequence[Image.Image]) -> bytes:
    file = BytesIO()
    pictures[0].save(file, "GIF", save_all=True, append_images=pictures[1:])
    return file.getvalue()


def _in_palette(picture: gif.Canvas) -> Image.Image:
    """Our own pixels with our own palette."""
    shown = Image.frombytes("P", picture.size, picture.tobytes())
    shown.putpalette(flat(PALETTE))
    return shown


def _compare_gifs(name: str, drawings: Sequence[Drawing]) -> Iterator[Figure]:
    canvases = [gif.canvas(drawing) for drawing in drawings]
    rich = [smooth(drawing) for drawing in drawings]
    indexed = [_in_palette(picture) for picture in canvases]
    poor = [picture.convert("RGB") for picture in indexed]
    cases: dict[str, Callable[[], bytes]] = {
        "ours": lambda: _animate(canvases),
        "smooth": lambda: _save(rich),
        "palette": lambda: _save(indexed),
        "poor": lambda: _save(poor),
    }
    ms = measure(cases, GIF_ROUNDS)
    sizes = {case: len(make()) / 1e6 for case, make in cases.items()}
    for case, frames, note in (
        ("smooth", "RGB frames with smooth edges", ""),
        ("palette", "palette frames, ours pixel for pixel", "nothing left to Pillow but to write"),
        ("poor", "RGB frames in our 248 colours", ""),
    ):
        told = {"pictures": len(drawings), "game": name, "frames": frames, "note": note}
        for key, found, limit in (("gif-time", ms, "1/20"), ("gif-bytes", sizes, 0.35)):
            bound = limit if case == "smooth" else None
            yield figure(key, found["ours"], found[case], limit=bound, **told)


def animations() -> list[Figure]:
    return [
        *_compare_gifs("Astralis", _drawings_of_astralis()),
        *_compare_gifs("Astral Sailors", _drawings_of_sailors()),
    ]


# --- Whole matches as GIFs, from what a spectator saw to the file ---

ENTRIES = 1000
REPLAYED: Mapping[str, Mapping[str, Any]] = {
    "astralis": {},
    "astral_sailors": {**READY, "army_size": 400},
    "colonial_space_wars": {"round_limit": 0},
    "galaxy_aflame": {},
    "cosmic_conflict": {},
}


class Replay:
    """Matches of two computer players, or of random moves where a game has none, one after the
    other until there are entries enough."""

    def __init__(self, game_id: str, settings: Mapping[str, Any]) -> None:
        self.game = game = game_of(game_id)
        self._pictures = Pictures({game_id: renderer_for(game_id)})
        choose = (by_computer if game.computer else by_chance)(game)
        matches = (course(game, opening(game, settings), choose, Random(seed)) for seed in count(1))
        self._moments = list(islice(chain.from_iterable(matches), ENTRIES))

    async def _frames(self) -> AsyncIterator[Frame]:
        events: list[Any] = []
        for number, moment in enumerate(self._moments, 1):
            recent = tuple(each for each in moment.events if each.visible_to(SPECTATOR))
            events += recent
            if number % -(-ENTRIES // READ) == 0 or number in (1, ENTRIES):
                view = self.game.view(moment.state, SPECTATOR)
                yield Frame(view, number, (), tuple(events), recent)
                events = []

    async def _animate(self) -> Animation:
        frames = [frame async for frame in join_turns(self.game, self._frames())]

        def shot(wanted: WantedPicture) -> PictureRequest:
            frame, story, said = frame_with_story(self.game, SPECTATOR, frames, wanted)
            return frame.view, Look(("Alice", "Bob"), overlay=story), said

        limit = UPLOAD * 9 // 10
        return await self._pictures.render_animation(self.game.meta.id, len(frames), shot, limit)

    def animate(self) -> Animation:
        return asyncio.run(self._animate())


def replays() -> list[Figure]:
    each = {game_id: Replay(game_id, settings) for game_id, settings in REPLAYED.items()}
    taken = measure({game_id: replay.animate for game_id, replay in each.items()}, GIF_ROUNDS)
    return [_replay_figure(each[game_id], ms / 1e3) for game_id, ms in taken.items()]


def _replay_figure(replay: Replay, seconds: float) -> Figure:
    made = replay.animate()
    return figure(
        *("replay", seconds),
        entries=ENTRIES,
        game=short_title(replay.game),
        pictures=made.frames,
        size=len(made.gif) / 1e6,
        each=seconds / made.frames * 1e3,
    )


# --- The choices of a question on the board, against the board alone; where labels find room ---

SKETCH_ROUNDS, SKETCHES = 5, 5
LABELS, TOKENS, SIDE, UNIT, AGAIN = 30, 80, 32, 64, 5


def sketches() -> list[Figure]:
    renderer, asked = renderer_for("astral_sailors"), _questions()

    def board(view: Any, _: Question) -> bytes:
        return renderer.scene(view, Look()).paint()

    def sketch(view: Any, question: Question) -> bytes:
        scene = renderer.scene(view, Look(overlay=question.sketch()))
        return (scene.closeup or scene).paint()

    rounds = [[next(asked) for _ in range(SKETCHES)] for _ in range(SKETCH_ROUNDS + 1)]
    fresh, boards = iter(rounds), iter(rounds)
    ms = measure(
        {
            "cold board": lambda: [board(*each) for each in next(boards)],
            "cold": lambda: [sketch(*each) for each in next(fresh)],
            "warm board": lambda: [board(*each) for each in rounds[0]],
            "warm": lambda: [sketch(*each) for each in rounds[0]],
        },
        SKETCH_ROUNDS,
        SKETCHES,
    )
    return [
        *(figure("sketch", ms[each], ms[f"{each} board"], state=each) for each in ("cold", "warm")),
        _place_callouts(),
    ]


def _questions() -> Iterator[tuple[Any, Question]]:
    """Views with a question that is drawn: one for each decision of a match, the last with a sketch
    on some way through the options."""
    rng, start = Random(3), opening(SAILORS, SAILORS.meta.first_match)
    for moment in course(SAILORS, start, by_computer(SAILORS), rng):
        decision, found = moment.decision, list[Question]()
        if decision and decision.kind == "activate":
            view, path = SAILORS.view(moment.state, Seated(decision.seat)), tuple[str, ...]()
            options: Any = SAILORS.options(view, decision)
            while isinstance(asked := options.question(path), Question) and asked.choices:
                shown = asked.advised()
                found += [shown] if shown.drawn else []
                path = (*path, rng.choice(asked.choices).key)
            yield from ((view, each) for each in found[-1:])


def _place_callouts() -> Figure:
    rng, whole = Random(3), Box(0, 0, SIDE * UNIT, SIDE * UNIT)
    places = rng.sample([(c, r) for c in range(SIDE) for r in range(SIDE)], TOKENS)
    tokens = [Box(c * UNIT, r * UNIT, UNIT, UNIT) for c, r in places]
    labels = [Callout(token, 3 * UNIT // 2, UNIT // 2) for token in tokens[:LABELS]]
    ms = measure(
        {
            "ours": lambda: [placed(labels, tokens, (), whole, UNIT / 4) for _ in range(AGAIN)],
            "empty": lambda: [placed(labels, (), (), whole, UNIT / 4) for _ in range(AGAIN)],
        },
        each=AGAIN,
    )
    return figure("callouts", ms["ours"], ms["empty"])

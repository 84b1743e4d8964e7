"""A Galaxy Aflame: measuring, markers, pictures, and whole shots."""

from __future__ import annotations

import asyncio
import io
import math
import random
import tempfile
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

import discord
from discord import app_commands

from bench.games.colonial import processor_seconds
from bench.games.sailors_attack import asked
from bench.games.self_play import GALAXY, opening
from bench.host.commit import ALICE, BOB
from bench.measure import Figure, interleaved, median, one_cpu
from bench.pictures.plain_picture import galaxy as plain
from bench.running.transport import CHANNEL, Transport
from bot.clock import SystemClock
from bot.composition import composed
from bot.play.context import Command
from bot.play.lobby import lobby, seating
from bot.play.lobby.lobby import Opening
from bot.play.storage.records import MatchId, SeatingOrder
from bot.store.store import SqlStore
from games.core.decisions import Decision
from games.core.geometry.plane import Disc, Point, within
from games.core.notation import Asked
from games.core.seats import SPECTATOR, Seated
from games.galaxy_aflame import moves as m
from games.galaxy_aflame.ground import Ground
from games.galaxy_aflame.options.markers import Search, markers, told
from games.galaxy_aflame.rules import movement
from games.galaxy_aflame.state import State
from games.galaxy_aflame.table import Table, Unit
from games.galaxy_aflame.view import View
from renderers import Look
from renderers.galaxy_aflame import RENDERER
from tests.games.duels import by_computer, course
from tests.games.galaxy_aflame.rivals import shooter

ROUNDS, POSITIONS = 9, 12
UNITS = 10
MATCHES, SHOTS = 8, 4
"""For whole shots; the first match is not measured."""
AT_ONCE = {"muster": "random"}
LOOK = Look(names=("Alice", "Bob"))
_SWEEP = 900


def positions(seed: int) -> Iterator[tuple[State, Decision]]:
    """The states before each move of turns, from the first turn on."""
    for moment in course(
        GALAXY, opening(GALAXY, AT_ONCE), by_computer(GALAXY), random.Random(seed)
    ):
        if moment.decision is not None and moment.decision.kind == "turn":
            yield moment.state, moment.decision


# --- Measuring ---


def galaxy() -> list[Figure]:
    """Range, sight and cover: the same with plain floats, pair by pair, from fresh random places
    in the Ruined Quarter. Markers: each tenth of an inch that a unit can reach, tested whether a
    move there is legal. The picture: the same table with its terrain, markers and armies in plain
    Pillow, of the same size; no position is drawn twice.
    """
    rng, ground = random.Random(1), opening(GALAXY, {}).table.ground
    fields = [_fields(rng, ground) for _ in range(ROUNDS + 1)]
    matches = [positions(seed) for seed in range(POSITIONS)]
    rounds = [[next(match) for match in matches] for _ in range(ROUNDS + 1)]
    views = [[GALAXY.view(state, SPECTATOR) for state, _ in each] for each in rounds]
    drawing = RENDERER.scene(views[0][0], LOOK).drawing
    size = drawing.width, drawing.height
    exact, floats = iter(fields), iter(fields)
    marked, tested = iter(rounds), iter(rounds)
    fresh, others = iter(views), iter(views)
    taken = interleaved(
        {
            "exact": lambda: [_measured(ground, *pair) for pair in next(exact)],
            "floats": lambda: [_in_floats(ground, *pair) for pair in next(floats)],
            "markers": lambda: [_markers(*position) for position in next(marked)],
            "tenths": lambda: [_tenths(*position) for position in next(tested)[:2]],
            "ours": lambda: [RENDERER.scene(view, LOOK).paint() for view in next(fresh)],
            "plain": lambda: [plain(view, *size) for view in next(others)],
            "repaint": lambda: [RENDERER.scene(view, LOOK).paint() for view in views[0]],
        },
        ROUNDS,
    )
    each = {"exact": 1, "floats": 1, "tenths": 2}
    ms = {name: median(times) * 1e3 / each.get(name, POSITIONS) for name, times in taken.items()}

    def figure(name: str, ours: str, other: str, limit: float | None, note: str) -> Figure:
        return Figure(name, ms[ours], ms[other], "ms", ms[ours] / ms[other], limit, note=note)

    pillow, pixels = "against plain Pillow (RGB, default PNG)", f"{size[0]} × {size[1]} pixels"
    new = "Picture of a new position of A Galaxy Aflame: view to bytes"
    return [
        figure(
            "Range, sight and cover of 10 units to 10 in A Galaxy Aflame, against plain floats for "
            "each pair",
            *("exact", "floats", 1, "Ruined Quarter, new places in each round"),
        ),
        figure(
            "Markers with all their facts for one unit of A Galaxy Aflame, against testing each "
            "tenth of an inch in reach",
            *("markers", "tenths", 1 / 5, "twelve matches in turn, each a move further"),
        ),
        figure(f"{new}, {pillow}", "ours", "plain", 1 / 12, f"{pixels}, twelve matches in turn"),
        figure(
            f"Repaint of the same view of A Galaxy Aflame, {pillow}",
            *("repaint", "plain", None, pixels),
        ),
    ]


def _fields(rng: random.Random, ground: Ground) -> list[tuple[Point, Point]]:
    """The pairs of ten places and ten others."""
    ones, others = (
        [Point(rng.randint(0, ground.width), rng.randint(0, ground.height)) for _ in range(UNITS)]
        for _ in range(2)
    )
    return list(product(ones, others))


def _measured(ground: Ground, a: Point, b: Point) -> tuple[bool, bool, bool]:
    return within(a, b, 180), ground.sees(a, b), ground.covered(a, b)


def _in_floats(ground: Ground, a: Point, b: Point) -> tuple[bool, bool, bool]:
    """The same as anybody would write it."""
    sees = not any(_clips(a, b, each.x0, each.y0, each.x1, each.y1) for each in ground.solid)
    covered = any(
        math.hypot(b.x - area.centre.x, b.y - area.centre.y) <= area.radius
        if isinstance(area, Disc)
        else area.x0 <= b.x <= area.x1 and area.y0 <= b.y <= area.y1
        for area in ground.cover
    ) or any(
        _from_segment(b, *barrier) <= 20 + 1e-6 and _cross(a, b, *barrier)
        for barrier in ground.barriers
    )
    return math.hypot(a.x - b.x, a.y - b.y) <= 180 + 1e-6, sees, covered


def _clips(a: Point, b: Point, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Whether a segment passes through the inside of a rectangle: Liang and Barsky."""
    first, last = 0.0, 1.0
    x, y = b.x - a.x, b.y - a.y
    for step, room in ((-x, a.x - x0), (x, x1 - a.x), (-y, a.y - y0), (y, y1 - a.y)):
        if abs(step) < 1e-12:
            if room <= 1e-9:
                return False
        elif step < 0:
            first = max(first, room / step)
        else:
            last = min(last, room / step)
    return last - first > 1e-9


def _from_segment(at: Point, a: Point, b: Point) -> float:
    x, y = b.x - a.x, b.y - a.y
    along = max(0.0, min(1.0, ((at.x - a.x) * x + (at.y - a.y) * y) / (x * x + y * y)))
    return math.hypot(at.x - a.x - along * x, at.y - a.y - along * y)


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    def side(p: Point, q: Point, r: Point) -> float:
        return float((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x))

    return (
        side(a, b, c) * side(a, b, d) <= 1e-9
        and side(c, d, a) * side(c, d, b) <= 1e-9
        and max(min(a.x, b.x), min(c.x, d.x)) <= min(max(a.x, b.x), max(c.x, d.x))
    )


def _mover(table: Table) -> Unit:
    """A unit that moves next."""
    ready = [unit for unit in table.on_table(table.active) if not unit.moved]
    return (ready or list(table.on_table()))[0]


def _search(state: State, decision: Decision) -> Search:
    unit = _mover(state.table)
    asked_ = Asked(GALAXY.view(state, Seated(decision.seat)), decision)
    assert unit.at is not None

    def legal(to: Point) -> bool:
        return movement.refuse(asked_, m.MoveTo(unit.code, to)) is None

    far = movement.allowed(state.table, unit, run=False)
    return Search(state.table, unit, unit.at, far, legal)


def _markers(state: State, decision: Decision) -> list[str]:
    search = _search(state, decision)
    return [told(search, marker.at) for marker in markers(search)]


def _tenths(state: State, decision: Decision) -> int:
    search = _search(state, decision)
    far, start = search.far, search.start
    return sum(
        search.legal(to)
        for x, y in product(range(-far, far + 1), repeat=2)
        if within(start, to := start.plus(x, y), far)
    )


# --- A whole shot ---


class PictureBot(discord.Client):
    """A command that does nothing but answer with a picture."""

    def __init__(self, view: View, width: int, height: int) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None)
        tree = app_commands.CommandTree(self)

        @tree.command(name="move", description="Make a move")
        async def command(interaction: discord.Interaction[PictureBot], text: str) -> None:
            await interaction.response.defer(ephemeral=True, thinking=True)
            await interaction.edit_original_response(content=f"You played {text}.")
            channel = interaction.channel
            assert isinstance(channel, discord.TextChannel)
            picture = await asyncio.to_thread(plain, view, width, height)
            await channel.send(text, file=discord.File(io.BytesIO(picture), "board.png"))


def whole_shot() -> list[Figure]:
    """A command that answers with a plain Pillow picture of the same size: no rules, no dice, no
    store. Ours is a shot in a match that is under way, with its dice, the new
    position and what has to be told, as far as the panel.
    """
    taken: dict[str, list[float]] = {"ours": [], "theirs": []}
    loop = asyncio.new_event_loop()
    with tempfile.TemporaryDirectory() as folder, one_cpu():
        for number in range(MATCHES):
            file = Path(folder) / f"{number}.db"
            seconds, view = loop.run_until_complete(_ours(file, number))
            taken["ours"].append(seconds)
            taken["theirs"].append(loop.run_until_complete(_theirs(view)))
    loop.close()
    ours, theirs = (median(times[1:]) * 1e3 for times in taken.values())
    return [
        Figure(
            "Whole shot of A Galaxy Aflame: interaction to delivered panel, against a command that "
            "only draws",
            *(ours, theirs, "ms", ours / theirs),
            limit=1.2,
            note="plain Pillow RGB PNG of the same size; pinned to one CPU",
        )
    ]


async def _ours(file: Path, number: int) -> tuple[float, View]:
    """Processor seconds of a shot, and the last view."""
    store = await SqlStore.open(f"sqlite:///{file}")
    client = composed(store, SystemClock(), sweep_seconds=_SWEEP)
    transport = Transport(client)
    await transport.connect()
    app, rng, approach = client.context.app, random.Random(number), by_computer(GALAXY)
    opened = Opening(
        *(CHANNEL, CHANNEL, ALICE, GALAXY.meta.id, 1),
        seating=SeatingOrder.CHOICE,
        settings=AT_ONCE,
    )
    name = MatchId((await lobby.open(app, opened)).match)
    await seating.join(app, Command(name, BOB.user, 2), BOB.name)
    await lobby.start(app, Command(name, ALICE.user, 3))
    seconds: list[float] = []

    async def command(user: int, text: str) -> None:
        await transport.command(user, "move", text=text)

    while len(seconds) < SHOTS:
        user, match_view, decision = await asked(app, name)
        move = shooter(match_view.view, decision, rng)
        if not isinstance(move, m.Shoot):
            move = approach(match_view.view, decision, rng)
        one: Sequence[tuple[int, str]] = [(user, GALAXY.write(move))]
        took = await processor_seconds(command, one)
        if isinstance(move, m.Shoot):
            seconds.append(took)
    await client.close()
    await store.aclose()
    return median(seconds), match_view.view


async def _theirs(view: View) -> float:
    drawing = RENDERER.scene(view, LOOK).drawing
    client = PictureBot(view, drawing.width, drawing.height)
    transport = Transport(client)
    await transport.connect()

    async def command(user: int, text: str) -> None:
        await transport.command(user, "move", text=text)

    moves = [(ALICE.user, f"SHOOT R1 B{number + 1} KILL") for number in range(SHOTS)]
    took = await processor_seconds(command, moves)
    await client.close()
    return took

"""Colonial Space Wars: where units can stop, pictures of the large board, and whole orders."""

from __future__ import annotations

import asyncio
import gc
import random
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from itertools import count, islice
from pathlib import Path

from bench.games.sailors_attack import asked
from bench.games.self_play import CSW, opening
from bench.host import usual
from bench.host.commit import ALICE, BOB
from bench.host.delivered import START
from bench.matches import SIZE, Match, different
from bench.measure import Figure, interleaved, median, one_cpu
from bench.pictures.plain_picture import colonial as plain
from bench.running.transport import CHANNEL, Transport
from bot.clock import SystemClock
from bot.composition import composed
from bot.play.context import Command
from bot.play.lobby import lobby, seating
from bot.play.lobby.lobby import Opening
from bot.play.match import table, views
from bot.play.match.table import Typed
from bot.play.storage.records import MatchId, SeatingOrder, Status
from bot.store.store import SqlStore
from games.colonial_space_wars import moves as m
from games.colonial_space_wars.rules import attacks
from games.colonial_space_wars.rules.movement import stops
from games.colonial_space_wars.state import State
from games.colonial_space_wars.table import Table
from games.colonial_space_wars.view import View
from games.core.decisions import Decision
from games.core.endings import Ending
from games.core.geometry.squares import Square
from games.core.seats import SPECTATOR, Seated
from renderers import Look
from renderers.colonial_space_wars import RENDERER
from tests.games.colonial_space_wars.plain_search import plain_stops
from tests.games.duels import by_computer, course

ROUNDS, POSITIONS = 9, 12
MATCHES = 6
"""For orders; the first is not measured."""
ORDERS = 2
LARGE = {"board": "split_river", "swords": 2}
LOOK = Look(names=("Alice", "Bob"))
_SWEEP = 900


def positions(seed: int) -> Iterator[View]:
    """What a spectator sees before each move on the large board, from the first turn on."""
    for moment in course(CSW, opening(CSW, LARGE), by_computer(CSW), random.Random(seed)):
        if moment.decision is not None and moment.decision.kind == "turn":
            yield CSW.view(moment.state, SPECTATOR)


def colonial() -> list[Figure]:
    """The squares where the units of the side on turn can stop: Dijkstra's search of each unit,
    with a heap, square by square. The picture: the same board with its terrain, counters, health
    arrows and armies in plain Pillow, of the same size; no position is drawn twice.
    """
    matches = [positions(seed) for seed in range(POSITIONS)]
    rounds = [[next(match) for match in matches] for _ in range(ROUNDS + 1)]
    drawing = RENDERER.scene(rounds[0][0], LOOK).drawing
    size = drawing.width, drawing.height
    fresh, others, searched, plainly = (iter(rounds) for _ in range(4))
    taken = interleaved(
        {
            "stops": lambda: [turn_stops(view.table) for view in next(searched)],
            "search": lambda: [plain_turn_stops(view.table) for view in next(plainly)],
            "ours": lambda: [RENDERER.scene(view, LOOK).paint() for view in next(fresh)],
            "plain": lambda: [plain(view, *size) for view in next(others)],
            "repaint": lambda: [RENDERER.scene(view, LOOK).paint() for view in rounds[0]],
        },
        ROUNDS,
    )
    told = {name: median(times) * 1e3 / POSITIONS for name, times in taken.items()}
    pixels, pillow = f"{size[0]} × {size[1]} pixels", "against plain Pillow (RGB, default PNG)"

    def figure(name: str, ours: str, other: str, limit: float | None, note: str) -> Figure:
        ratio = told[ours] / told[other]
        return Figure(name, told[ours], told[other], "ms", ratio, limit, note=note)

    where = "Where all units of a turn of Colonial Space Wars can stop, with costs"
    new = "Picture of a new position on 16 × 10 squares of Colonial Space Wars: view to bytes"
    repaint = f"Repaint of the same view of 16 × 10 squares, {pillow}"
    return [
        figure(
            f"{where}, against plain Dijkstra for each",
            *("stops", "search", 1 / 4, "16 × 10 squares, 20 units a side"),
        ),
        figure(
            f"{new}, {pillow}",
            *("ours", "plain", 1 / 12, f"{pixels}, twelve matches in turn, each a move further"),
        ),
        figure(repaint, "repaint", "plain", None, pixels),
    ]


def turn_stops(table: Table) -> dict[str, dict[Square, int]]:
    return {
        unit.code: stops(table, unit, table.kind(unit).movement)
        for unit in table.on_board(table.active)
    }


def plain_turn_stops(table: Table) -> dict[str, dict[Square, int]]:
    squares = {unit.at for unit in table.on_board() if unit.at is not None}
    return {
        unit.code: plain_stops(table.rows, table.kind(unit), unit.at, squares - {unit.at})
        for unit in table.on_board(table.active)
        if unit.at is not None
    }


# --- A whole order ---


def whole_order() -> list[Figure]:
    """A single move of the usual bot of "delivered", with the large board of Colonial Space Wars in
    plain Pillow: its rules know one step, and only those of Astralis. Ours are four steps in one
    text, with attacks where an enemy is in reach, checked whole before the first is taken, and the
    panel tells all of them. Both start in a match that is under way, another one in each round. The
    second row leaves out Discord and the outbox on both sides, as in "whole-move".
    """
    matches = different(MATCHES, seed=5, moves=START + 2 * ORDERS)
    sides = {"ours": _ours, "theirs": _theirs}
    taken: dict[str, list[tuple[float, float]]] = {side: [] for side in sides}
    loop = asyncio.new_event_loop()
    with tempfile.TemporaryDirectory() as name, one_cpu():
        for number, match in enumerate(matches):
            for side, play in sides.items():
                found, files = None, count()
                while found is None:
                    file = Path(name) / f"{side}{number}-{next(files)}.db"
                    found = loop.run_until_complete(play(file, match, number))
                taken[side].append(found)
    loop.close()
    figures = []
    for part, way, limit in (
        (0, "interaction to delivered panel, against a single move of the usual bot", 1 / 6),
        (1, "text to committed with picture ready, against one of the usual stack", None),
    ):
        ours, theirs = (median([each[part] for each in taken[side][1:]]) * 1e3 for side in sides)
        note = "16 × 10 squares, 20 units a side; pinned to one CPU"
        whole = f"Whole order of four steps in Colonial Space Wars: {way}"
        figures.append(Figure(whole, ours, theirs, "ms", ours / theirs, limit=limit, note=note))
    return figures


async def _ours(file: Path, match: Match, number: int) -> tuple[float, float] | None:
    """Processor seconds of an order, delivered and committed; ``None`` when the dice have ended the
    match before there were orders enough."""
    store = await SqlStore.open(f"sqlite:///{file}")
    client = composed(store, SystemClock(), sweep_seconds=_SWEEP)
    transport = Transport(client)
    await transport.connect()
    app, rng, choose = client.context.app, random.Random(number), by_computer(CSW)
    opened = Opening(
        *(CHANNEL, CHANNEL, ALICE, CSW.meta.id, 1), seating=SeatingOrder.CHOICE, settings=LARGE
    )
    name = MatchId((await lobby.open(app, opened)).match)
    await seating.join(app, Command(name, BOB.user, 2), BOB.name)
    await lobby.start(app, Command(name, ALICE.user, 3))
    while True:
        if (await views.by_public(app, name)).match.status is Status.OVER:
            await client.close()
            await store.aclose()
            return None
        user, match_view, decision = await asked(app, name)
        orders = list(islice(_orders(match_view.view, decision), 2 * ORDERS))
        if len(orders) == 2 * ORDERS:
            break
        text = CSW.write(choose(match_view.view, decision, rng))
        await transport.command(user, "move", text=text)
    presses = count(4)

    async def command(user: int, text: str) -> None:
        await transport.command(user, "move", text=text)

    async def commit(user: int, text: str) -> None:
        await table.submit(app, Command(name, user, next(presses)), Typed(text))
        RENDERER.scene((await views.by_public(app, name)).view, LOOK).paint()

    delivered = await processor_seconds(command, orders[:ORDERS])
    await client.close()
    committed = await processor_seconds(commit, orders[ORDERS:])
    after = await views.by_public(app, name)
    if after.view.table.steps != match_view.view.table.steps + 2 * ORDERS:
        raise AssertionError("an order was refused")
    await store.aclose()
    return delivered, committed


async def _theirs(file: Path, match: Match, number: int) -> tuple[float, float]:
    """Processor seconds of a move, delivered and committed."""
    engine = await usual.opened(file, usual.new_state(SIZE, match.ships))
    seen = list(islice(positions(number), 2 * ORDERS))
    drawing, shown = RENDERER.scene(seen[0], LOOK).drawing, iter(seen)

    def picture() -> bytes:
        return plain(next(shown), drawing.width, drawing.height)

    client = usual.UsualBot(engine, picture)
    transport = Transport(client)
    await transport.connect()

    async def command(user: int, text: str) -> None:
        await transport.command(user, "move", text=text)

    async def commit(user: int, text: str) -> None:
        await usual.play(engine, text)
        picture()

    texts = match.texts[START : START + 2 * ORDERS]
    moves = [((ALICE, BOB)[number % 2].user, text) for number, text in enumerate(texts)]
    delivered = await processor_seconds(command, moves[:ORDERS])
    await client.close()
    committed = await processor_seconds(commit, moves[ORDERS:])
    await engine.dispose()
    return delivered, committed


async def processor_seconds(
    play: Callable[[int, str], Awaitable[None]], moves: Sequence[tuple[int, str]]
) -> float:
    """Of one of the moves, on average; each is a user and a text."""
    gc.collect()
    start = time.process_time()
    for user, text in moves:
        await play(user, text)
    return (time.process_time() - start) / len(moves)


def _orders(view: View, decision: Decision) -> Iterator[tuple[int, str]]:
    """Orders of four steps, one after the other, with the user who gives each; none before there is
    somebody to attack."""
    attacked = False
    while decision.kind == "turn":
        legal = CSW.options(view, decision)
        found = (order for order in _four_steps(view.table) if legal.refusal(order) is None)
        order = next(found, None)
        if order is None:
            return
        attacked = attacked or any(isinstance(step, m.Attack) for step in order.steps)
        if not attacked:
            return
        yield (ALICE, BOB)[decision.seat].user, CSW.write(order)
        state = CSW.apply(State(view.table), decision.seat, decision, order).state
        pending = CSW.pending(state)
        if isinstance(pending, Ending):
            return
        decision = pending.open[0]
        view = CSW.view(state, Seated(decision.seat))


def _four_steps(table: Table) -> Iterator[m.Order]:
    """To a square, two attacks and back; else to and fro."""
    ready = [unit for unit in table.on_board(table.active) if not unit.activated]
    walks: list[m.Order] = []
    for unit in ready:
        if unit.at is None:
            continue
        home = m.MoveTo(unit.at)
        for at, cost in stops(table, unit, table.kind(unit).movement // 2).items():
            for target in attacks.targets(table, unit, at):
                strike = m.Attack(target.code, 1)
                yield m.Order(unit.code, (m.MoveTo(at), strike, strike, home))
            if cost == 1:
                walks.append(m.Order(unit.code, (m.MoveTo(at), home) * 2))
    yield from walks

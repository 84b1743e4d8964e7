"""Colonial Space Wars: where units can stop, pictures of the large board, and whole orders."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from heapq import heappop, heappush
from itertools import count, islice
from pathlib import Path
from statistics import median
from typing import Any

from bench import plain_pillow
from bench.bots import Transport, UsualBot, connect_bot, load_turn, start_match, time_moves
from bench.games.astralis import Match, long_matches
from bench.measure import Figure, figure, measure, on_one_cpu
from bench.moves import LOOK, PLAYERS, START
from bench.strength import CSW, by_computer, course, opening
from bot.play.executor import Command
from bot.play.match import submission, views
from bot.play.match.submission import TypedMove
from games.colonial_space_wars.catalogue import UnitKind
from games.colonial_space_wars.rules import attacks
from games.colonial_space_wars.rules.movement import MoveTo, stops
from games.colonial_space_wars.rules.orders import Order
from games.colonial_space_wars.state import State
from games.colonial_space_wars.table import Table
from games.core.geometry.squares import Square
from games.core.types import SPECTATOR, Decision, Ending, Seated
from renderers.colonial_space_wars import RENDERER

ROUNDS, POSITIONS = 9, 12
MATCHES, ORDERS = 6, 2
"""For orders; the first match is not measured."""
LARGE = {"board": "split_river", "swords": 2}


def positions(seed: int) -> Iterator[Any]:
    """What a spectator sees before each move on the large board, from the first turn on."""
    for moment in course(CSW, opening(CSW, LARGE), by_computer(CSW), random.Random(seed)):
        if moment.decision is not None and moment.decision.kind == "turn":
            yield CSW.view(moment.state, SPECTATOR)


def plain_stops(
    rows: tuple[str, ...], unit: UnitKind, at: Square, taken: Collection[Square]
) -> dict[Square, int]:
    """Dijkstra's search: the costs of all squares but its own; ``taken`` are those of others."""
    flying, costs, queue = unit.has("flying"), {at: 0}, [(0, at)]

    def entry(square: Square) -> int | None:
        terrain = rows[square.r][square.c]
        if flying:
            return 1
        if terrain == "C" or square in taken:
            return None
        cost = {".": 1, "A": 2, "B": 2 if unit.light else 3}[terrain]
        return cost - (unit.has("all-terrain") and terrain != ".")

    while queue:
        spent, here = heappop(queue)
        for dc in (-1, 0, 1):
            for dr in (-1, 0, 1):
                to = Square(here.c + dc, here.r + dr)
                if not (0 <= to.c < len(rows[0]) and 0 <= to.r < len(rows)):
                    continue
                cornered = rows[here.r][to.c] == rows[to.r][here.c] == "C"
                if dc and dr and not flying and cornered:
                    continue
                cost = entry(to)
                if cost is not None and spent + cost < costs.get(to, unit.movement + 1):
                    costs[to] = spent + cost
                    heappush(queue, (spent + cost, to))
    stops = {square: cost for square, cost in costs.items() if square not in taken and cost}
    return {square: cost for square, cost in stops.items() if rows[square.r][square.c] != "C"}


def _find_stops(table: Table) -> list[dict[Square, int]]:
    units = table.on_board(table.active)
    return [stops(table, unit, table.kind(unit).movement) for unit in units]


def _find_stops_plainly(table: Table) -> list[dict[Square, int]]:
    squares = {unit.at for unit in table.on_board() if unit.at is not None}
    return [
        plain_stops(table.rows, table.kind(unit), unit.at, squares - {unit.at})
        for unit in table.on_board(table.active)
        if unit.at is not None
    ]


def colonial() -> list[Figure]:
    matches = [positions(seed) for seed in range(POSITIONS)]
    rounds = [[next(match) for match in matches] for _ in range(ROUNDS + 1)]
    searched, plainly = iter(rounds), iter(rounds)
    taken = measure(
        {
            "ours": lambda: [_find_stops(view.table) for view in next(searched)],
            "plain": lambda: [_find_stops_plainly(view.table) for view in next(plainly)],
        },
        ROUNDS,
        POSITIONS,
    )
    drawn, size = plain_pillow.compare_boards(CSW.meta.id, rounds, plain_pillow.colonial, LOOK)
    return [
        figure("csw-stops", taken["ours"], taken["plain"]),
        figure("csw-picture", drawn["ours"], drawn["plain"], size=size),
        figure("csw-picture-again", drawn["repaint"], drawn["plain"], size=size),
    ]


# --- A whole order ---

Both = tuple[float, float]
"""Milliseconds of a move, as far as the panel and as far as the commit with its picture."""


def whole_order() -> list[Figure]:
    both = ours, theirs = list[Both](), list[Both]()
    with on_one_cpu() as (folder, runner):
        for number, match in enumerate(long_matches(MATCHES, seed=5, moves=START + 2 * ORDERS)):
            found, tries = None, count()
            while found is None:  # dice may end a match before there are orders enough
                file = folder / f"ours{number}-{next(tries)}.db"
                found = runner.run(_order(file, number))
            ours.append(found)
            theirs.append(runner.run(_move_usually(folder / f"usual{number}.db", match, number)))
    return [
        figure(f"csw-order-{way}", *(median(each[part] for each in side[1:]) for side in both))
        for part, way in enumerate(("delivered", "committed"))
    ]


async def _order(file: Path, number: int) -> Both | None:
    rng, choose = random.Random(number), by_computer(CSW)
    async with connect_bot(f"sqlite:///{file}") as (app, transport):
        name = await start_match(app, CSW.meta.id, LARGE)
        orders: list[tuple[int, str]] = []
        while len(orders) < 2 * ORDERS:
            turn = await load_turn(app, name)
            if turn is None:
                return None
            user, match_view, decision = turn
            orders = list(islice(_orders(match_view.view, decision), 2 * ORDERS))
            if len(orders) < 2 * ORDERS:
                await transport.move(user, CSW.write(choose(match_view.view, decision, rng)))
        presses = count(100)

        async def commit(user: int, text: str) -> None:
            await submission.submit(app, Command(name, user, next(presses)), TypedMove(text))
            RENDERER.scene((await views.load_public(app, name)).view, LOOK).paint()

        delivered = await time_moves(transport.move, orders[:ORDERS])
        await transport.close()
        committed = await time_moves(commit, orders[ORDERS:])
        after: Any = await views.load_public(app, name)
        if after.view.table.steps != match_view.view.table.steps + 2 * ORDERS:
            raise AssertionError("an order was refused")
        return delivered, committed


async def _move_usually(file: Path, match: Match, number: int) -> Both:
    shown = list(islice(positions(number), 2 * ORDERS))
    drawing, left = RENDERER.scene(shown[0], LOOK).drawing, iter(shown)

    def draw() -> bytes:
        return plain_pillow.colonial(next(left), drawing.width, drawing.height)

    usual = await UsualBot.open(file, match.ships, draw)
    transport = Transport(usual)
    await transport.connect()

    async def commit(user: int, text: str) -> None:
        await usual.play(text)
        draw()

    texts = match.texts[START : START + 2 * ORDERS]
    moves = [(PLAYERS[at % 2], text) for at, text in enumerate(texts)]
    delivered = await time_moves(transport.move, moves[:ORDERS])
    await transport.close()
    committed = await time_moves(commit, moves[ORDERS:])
    await usual.engine.dispose()
    return delivered, committed


def _orders(view: Any, decision: Decision) -> Iterator[tuple[int, str]]:
    """Orders of four steps, one after the other, with the user who gives each; none before there is
    somebody to attack."""
    attacked = False
    while decision.kind == "turn":
        legal = CSW.options(view, decision)
        found = (order for order in _four_steps(view.table) if legal.refusal(order) is None)
        order = next(found, None)
        if order is None:
            return
        attacked = attacked or any(isinstance(step, attacks.DeclareAttack) for step in order.steps)
        if not attacked:
            return
        yield PLAYERS[decision.seat], CSW.write(order)
        state = CSW.apply(State(view.table), decision.seat, decision, order).state
        pending = CSW.pending(state)
        if isinstance(pending, Ending):
            return
        decision = pending.open[0]
        view = CSW.view(state, Seated(decision.seat))


def _four_steps(table: Table) -> Iterator[Order]:
    """To a square, two attacks and back; else to and fro."""
    walks: list[Order] = []
    for unit in table.on_board(table.active):
        if unit.activated or unit.at is None:
            continue
        home = MoveTo(unit.at)
        for at, cost in stops(table, unit, table.kind(unit).movement // 2).items():
            for target in attacks.targets(table, unit, at):
                strike = attacks.DeclareAttack(target.code, 1)
                yield Order(unit.code, (MoveTo(at), strike, strike, home))
            if cost == 1:
                walks.append(Order(unit.code, (MoveTo(at), home) * 2))
    yield from walks

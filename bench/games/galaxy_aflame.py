"""A Galaxy Aflame: measuring, markers, pictures, and whole shots."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from itertools import product
from typing import Any

from bench import plain_pillow
from bench.measure import Figure, figure, measure
from bench.moves import LOOK, Picked, compare_acts
from bench.strength import GALAXY, by_computer, course, opening, shooter
from games.core.geometry.plane import Disc, Point, within
from games.core.notation import Request
from games.core.types import SPECTATOR, Decision, Seated
from games.galaxy_aflame.ground import Ground
from games.galaxy_aflame.options.markers import PlaceSearch, markers, told
from games.galaxy_aflame.rules import movement
from games.galaxy_aflame.rules.shooting import Shoot
from games.galaxy_aflame.state import State

ROUNDS, POSITIONS, UNITS, SHOTS = 9, 12, 10, 4
AT_ONCE = {"muster": "random"}
Pair = tuple[Point, Point]
Seen = tuple[bool, bool, bool]
"""Whether a unit is in range, in sight and in cover."""


def positions(seed: int) -> Iterator[tuple[State, Decision]]:
    """The states before each move of turns, from the first turn on."""
    start = opening(GALAXY, AT_ONCE)
    for moment in course(GALAXY, start, by_computer(GALAXY), random.Random(seed)):
        if moment.decision is not None and moment.decision.kind == "turn":
            yield moment.state, moment.decision


# --- Range, sight and cover ---


def _pairs(rng: random.Random, ground: Ground) -> list[Pair]:
    """Those of ten places and ten others."""
    ones, others = (
        [Point(rng.randint(0, ground.width), rng.randint(0, ground.height)) for _ in range(UNITS)]
        for _ in range(2)
    )
    return list(product(ones, others))


def _see(ground: Ground, a: Point, b: Point) -> Seen:
    return within(a, b, 180), ground.sees(a, b), ground.covered(a, b)


def _see_in_floats(ground: Ground, a: Point, b: Point) -> Seen:
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


# --- Markers ---


def _search(state: State, decision: Decision) -> PlaceSearch:
    """Of the places where a unit that moves next may go."""
    units = state.table.on_table(state.table.active)
    unit = next((each for each in units if not each.moved), next(iter(state.table.on_table())))
    request = Request(GALAXY.view(state, Seated(decision.seat)), decision)
    assert unit.at is not None

    def legal(to: Point) -> bool:
        return movement.MoveTo(unit.code, to).refuse(request) is None

    far = movement.allowed(state.table, unit, run=False)
    return PlaceSearch(state.table, unit, unit.at, far, legal)


def _describe_markers(state: State, decision: Decision) -> list[str]:
    search = _search(state, decision)
    return [told(search, marker.at) for marker in markers(search)]


def _count_tenths(state: State, decision: Decision) -> int:
    search = _search(state, decision)
    far, start = search.far, search.start
    return sum(
        search.legal(to)
        for x, y in product(range(-far, far + 1), repeat=2)
        if within(start, to := start.plus(x, y), far)
    )


def galaxy() -> list[Figure]:
    rng, ground = random.Random(1), opening(GALAXY, {}).table.ground
    fields = [_pairs(rng, ground) for _ in range(ROUNDS + 1)]
    matches = [positions(seed) for seed in range(POSITIONS)]
    rounds = [[next(match) for match in matches] for _ in range(ROUNDS + 1)]
    exact, floats, marked, tested = iter(fields), iter(fields), iter(rounds), iter(rounds)
    ms = measure(
        {
            "exact": lambda: [_see(ground, *pair) for pair in next(exact)],
            "floats": lambda: [_see_in_floats(ground, *pair) for pair in next(floats)],
            "markers": lambda: [_describe_markers(*each) for each in next(marked)],
            "tenths": lambda: [_count_tenths(*each) for each in next(tested)[:2]],
        },
        ROUNDS,
    )
    views = [[GALAXY.view(state, SPECTATOR) for state, _ in each] for each in rounds]
    drawn, size = plain_pillow.compare_boards(GALAXY.meta.id, views, plain_pillow.galaxy, LOOK)
    return [
        figure("galaxy-sight", ms["exact"], ms["floats"]),
        figure("galaxy-markers", ms["markers"] / POSITIONS, ms["tenths"] / 2),
        figure("galaxy-picture", drawn["ours"], drawn["plain"], size=size),
        figure("galaxy-picture-again", drawn["repaint"], drawn["plain"], size=size),
    ]


# --- A whole shot ---


def _pick(view: Any, decision: Decision, rng: random.Random) -> Picked:
    move = shooter(view, decision, rng)
    if isinstance(move, Shoot):
        return move, True
    return by_computer(GALAXY)(view, decision, rng), False


def whole_shot() -> list[Figure]:
    texts = [f"SHOOT R1 B{number} KILL" for number in range(1, SHOTS + 1)]
    acts = (GALAXY, AT_ONCE, _pick, plain_pillow.galaxy, texts)
    return [compare_acts("galaxy-shot", *acts)]

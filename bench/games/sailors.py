"""Astral Sailors: the picture of a large board, and the targets of one unit among sixty."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from bench.games.self_play import SAILORS
from bench.measure import Figure, interleaved, median
from bench.pictures.plain_picture import sailors as plain
from games.astral_sailors.options import options_for
from games.astral_sailors.table import Table, Unit
from games.core.seats import Seat, Seated
from renderers import Look
from renderers.astral_sailors import RENDERER
from tests.games.astral_sailors import positions
from tests.games.astral_sailors.asked_of import decision, seen
from tests.games.astral_sailors.battles import battle
from tests.games.astral_sailors.naive_sight import look as naive_look
from tests.games.duels import by_chance, course

ROUNDS = 9
SIZE = 32
"""Squares a side: 4 by 4 quadrants."""

ENEMIES = 60
NAMES = tuple(f"Player {number}" for number in range(1, 5))


def crowded(seed: int) -> Table:
    """Four players on the large board, with ``ENEMIES`` units against those of the first."""
    return battle(Random(seed), size=SIZE, units=106, pieces=40, teams=(1, 3))


def enemies_of(table: Table, unit: Unit) -> list[Unit]:
    return [other for other in table.on_board() if table.enemies(unit, other)][:ENEMIES]


def played(table: Table, seed: int) -> Iterator[Any]:
    """What the first player sees before each of the random moves from a position."""
    start, rng = positions.state(table), Random(seed)
    for moment in course(SAILORS, start, by_chance(SAILORS), rng):
        if moment.decision is not None:
            yield SAILORS.view(moment.state, Seated(Seat(0)))


def picture() -> list[Figure]:
    boards = [played(crowded(seed), seed) for seed in range(4)]
    rounds = [[next(board) for board in boards] for _ in range(ROUNDS + 1)]
    look = Look(names=NAMES)
    drawing = RENDERER.scene(rounds[0][0], look).drawing
    size = drawing.width, drawing.height
    fresh, others = iter(rounds), iter(rounds)
    taken = interleaved(
        {
            "ours": lambda: [RENDERER.scene(view, look).paint() for view in next(fresh)],
            "plain": lambda: [plain(view, *size) for view in next(others)],
            "repaint": lambda: [RENDERER.scene(view, look).paint() for view in rounds[0]],
        },
        ROUNDS,
    )
    ours, theirs, repaint = (
        median(taken[name]) / len(boards) * 1e3 for name in ("ours", "plain", "repaint")
    )
    where = f"{size[0]} × {size[1]} pixels"
    return [
        Figure(
            "Picture of a new position on 4 × 4 quadrants of Astral Sailors: view to bytes, "
            "against plain Pillow (RGB, default PNG)",
            ours,
            theirs,
            "ms",
            ours / theirs,
            limit=1 / 5,
            goal=1 / 15,
            note=f"{where}, four boards in turn, each a random move further",
        ),
        Figure(
            "Repaint of the same view of 4 × 4 quadrants, against plain Pillow (RGB, default PNG)",
            repaint,
            theirs,
            "ms",
            repaint / theirs,
            note=where,
        ),
    ]


def targets() -> list[Figure]:
    """The question whom one unit shoots at, against a plain line of sight to every enemy.

    The reference is the canon's own code (D-39), once for each of the same
    sixty enemies, whatever their range: no options, no odds, no texts.
    """
    table = crowded(5)
    shooter = max(
        (unit for unit in table.of(0) if unit.on_board and table.kind(unit).shots),
        key=lambda unit: table.kind(unit).farthest,
    )
    enemies = enemies_of(table, shooter)
    kept = {unit.code for unit in enemies}
    units = {
        code: unit
        for code, unit in table.units.items()
        if unit.on_board and (code in kept or not table.enemies(shooter, unit))
    }
    table = _with(table, units)
    view, asked = seen(table, 0), decision("activate", 0)

    def path() -> tuple[str, ...]:
        top: Any = options_for(view, asked).question(())
        for choice in top.choices:
            if choice.key == shooter.code:
                return (shooter.code, "shoot")
            if not choice.final:
                below: Any = options_for(view, asked).question((choice.key,))
                if shooter.code in {each.key for each in below.choices}:
                    return (choice.key, shooter.code, "shoot")
        raise AssertionError("the shooter cannot act")

    way = path()
    taken = interleaved(
        {
            "ours": lambda: options_for(view, asked).question(way),
            "naive": lambda: [naive_look(table, shooter, enemy) for enemy in enemies],
        },
        ROUNDS,
    )
    ours, theirs = (median(taken[name]) * 1e3 for name in ("ours", "naive"))
    return [
        Figure(
            f"Targets of one unit among {len(enemies)} enemies: the whole question with cover and "
            "odds, against the canon's line of sight to each of them alone, computed plainly",
            ours,
            theirs,
            "ms",
            ours / theirs,
            limit=1 / 10,
            goal=1 / 50,
        )
    ]


def _with(table: Table, units: dict[str, Unit]) -> Table:
    own = sum(unit.seat == 0 for unit in units.values())
    return replace(table, units=units, turn=replace(table.turn, quota=own))


def sailors() -> list[Figure]:
    """The picture: the same board in plain Pillow, in the fast usual way, of the same size. No
    position is drawn twice, and each is a move further than the last of the same match. The
    targets: the canon's own line of sight, computed plainly, once for each of the same sixty
    enemies: no options, no odds, no texts, which the question has as well.
    """
    return [*picture(), *targets()]

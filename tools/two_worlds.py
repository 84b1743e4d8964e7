"""Checks that hidden information stays hidden: pairs of worlds that a viewer must not tell apart.

For each pair all that is worked out from the state is compared: the view, what the
match publicly waits for, the viewer's own decisions, and the events of what is
played next in both worlds. For some pairs all surfaces are compared too that are
worked out from views: options, refusals, words, orders, previews, alt texts, text
boards; for some of these the pixels. Equal views make them equal, unless something
looks past the view. Some pairs go on in the host, with standing orders and dice: what it
tells (log lines, news, catch-up) is compared.
"""

from __future__ import annotations

import argparse
import importlib
import os
import random
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass, fields
from functools import partial
from typing import Any, Protocol

from games import all_games
from games.core.contract import AnyGame
from games.core.log.replay import LogAction, Played
from games.core.types import SPECTATOR, Seated, Seats, Viewer
from tests.amounts import amount
from tests.games.hosted import check_two_logs
from tests.games.kit import Title, title_of
from tests.games.worlds import Leak, Worlds, compare, facts, play_on, surfaces

PAIRS, WHOLE, PAINTED = amount(6_000, 20_000), amount(240, 1_200), amount(60, 500)
"""For each game with secrets at least so many pairs; of them with all surfaces; of those with
pixels. The leaks that the tests plant are found in some hundred pairs, 40 of them whole."""

SOURCES = amount(16, 40)
"""Matches that the true states are taken from."""

OF_A_KIND, SOURCES_OF_A_KIND = amount(2_000, 20_000), amount(4, 40)
"""Pairs of each kind of matches that a game names (``KINDS`` of its sources), and matches that they
are taken from. They are among all pairs of the game, a third of which are of other matches."""

HOSTED = 1
"""Pairs of each match that go on in the host: it takes as long as thousands of others."""

ONWARD = 3
"""Deeds that are played on from a pair: each gives another one."""


class Source(Protocol):
    """A match that true states are taken from; ``states[n]`` is the state before ``deeds[n]``.

    A game with secrets has ``source(seed)`` in the module ``sources`` of its tests; where that has
    ``KINDS``, ``source(seed, kind)``.
    """

    @property
    def seats(self) -> Seats: ...
    @property
    def states(self) -> Sequence[Any]: ...
    @property
    def log_actions(self) -> Sequence[LogAction]: ...


@dataclass(frozen=True)
class Counts:
    """Pairs of worlds that differ, by how closely they were compared."""

    pairs: int = 0
    whole: int = 0
    painted: int = 0

    def reach(self, goal: Counts) -> bool:
        return (
            self.pairs >= goal.pairs and self.whole >= goal.whole and self.painted >= goal.painted
        )

    def __add__(self, other: Counts) -> Counts:
        names = (each.name for each in fields(self))
        return Counts(*(getattr(self, name) + getattr(other, name) for name in names))


@dataclass(frozen=True)
class Found:
    """What the pairs of one match have shown; ``leak`` is a sentence, empty for none."""

    counts: Counts
    leak: str = ""


def check_source(found: Source, title: Title, rng: random.Random, goal: Counts) -> Counts:
    """Compare so many pairs of the match's states; raises ``Leak``."""
    viewers: tuple[Viewer, ...] = (*map(Seated, found.seats.all()), SPECTATOR)
    elsewhere = [
        log_action.move for log_action in found.log_actions if isinstance(log_action, Played)
    ]
    tried = rng.sample(elsewhere, min(12, len(elsewhere)))
    counts = Counts()
    for at in _places(len(found.log_actions), rng):
        if counts.reach(goal):
            break
        viewer = rng.choice(viewers)
        true, game = found.states[at], title.game
        worlds: Worlds | None = Worlds(true, game.reimagine(game.view(true, viewer), rng))
        for log_action in (*found.log_actions[at : at + ONWARD], None):
            assert worlds is not None
            if worlds.true != worlds.other:
                due = counts.whole * goal.pairs < counts.pairs * goal.whole
                paint = due and counts.painted * goal.whole < counts.whole * goal.painted
                _compare(title, worlds, viewer, tried, whole=due, pixels=paint)
                counts += Counts(1, int(due), int(paint))
            if log_action is None:
                break
            worlds = play_on(title, worlds, log_action, viewer, found.seats, rng)
            if worlds is None:
                break
    return counts


def _places(log_actions: int, rng: random.Random) -> Iterator[int]:
    """Moments of a match, all of them again and again in another order."""
    for _ in range(1000):
        yield from rng.sample(range(log_actions), log_actions)


def _compare(
    title: Title, worlds: Worlds, viewer: Viewer, tried: list[Any], *, whole: bool, pixels: bool
) -> None:
    here, there = (
        surfaces(title, state, viewer, tried, pixels=pixels)
        if whole
        else facts(title, state, viewer)
        for state in (worlds.true, worlds.other)
    )
    # One world after the other: what remembers the last view that it saw is found as well.
    compare(list(here), list(there), viewer)


def check_seed(game: str, seed: int, goal: Counts, kind: str = "") -> Found:
    """One task of a process."""
    sources = importlib.import_module(f"tests.games.{game}.sources")
    found: Source = sources.source(seed, kind) if kind else sources.source(seed)
    title, rng = title_of(game), random.Random(seed)
    try:
        counts = check_source(found, title, rng, goal)
        viewers: tuple[Viewer, ...] = (*map(Seated, found.seats.all()), SPECTATOR)
        check_two_logs(title, found.seats, found.states, rng.choice(viewers), rng, HOSTED)
        return Found(counts)
    except Leak as leak:
        return Found(Counts(), f"{kind} seed {seed}: {leak}".strip())


def goal_of(pairs: int) -> Counts:
    """So many pairs, as large a part of them compared in full as of ``PAIRS``."""
    return Counts(pairs, -(-WHOLE * pairs // PAIRS), -(-PAINTED * pairs // PAIRS))


def faults(results: Sequence[Found], total: Counts, pairs: int = PAIRS) -> list[str]:
    """Every leak, with the seed of its match; and that too little was compared."""
    leaks = [each.leak for each in results if each.leak]
    if leaks:
        return leaks
    wanted = goal_of(pairs)
    return [
        f"too few pairs: {getattr(total, name)} of {getattr(wanted, name)} ({name})"
        for name in (each.name for each in fields(Counts))
        if getattr(total, name) < getattr(wanted, name)
    ]


def check_game(pool: Executor, game: AnyGame, pairs: int) -> list[str]:
    """Compare the pairs of one game and print what they come to; gives the faults."""
    begun = time.perf_counter()
    kinds = getattr(importlib.import_module(f"tests.games.{game.meta.id}.sources"), "KINDS", ())
    each_kind = OF_A_KIND * pairs // PAIRS
    others = max(pairs - len(kinds) * each_kind, -(-pairs // 3))
    wanted = {"": (others, SOURCES), **dict.fromkeys(kinds, (each_kind, SOURCES_OF_A_KIND))}
    found, total = list[str](), Counts()
    for kind, (count, matches) in wanted.items():
        check = partial(check_seed, game.meta.id, goal=goal_of(-(-count // matches)), kind=kind)
        results = list(pool.map(check, range(matches)))
        compared = sum((each.counts for each in results), Counts())
        found += (f"{kind} {fault}".strip() for fault in faults(results, compared, count))
        total += compared
    print(
        f"Two worlds of {game.meta.title}: {total.pairs:,} pairs without pixels ({total.whole:,} "
        f"of them over every surface, {total.painted:,} with pixels), "
        f"{'faults' if found else 'no leak'}, {time.perf_counter() - begun:.0f} s"
    )
    return found


def main() -> int:
    secretive = {game.meta.id: game for game in all_games() if game.meta.secrets}
    parser = argparse.ArgumentParser(description="Compare pairs of worlds of every game, or one.")
    parser.add_argument("game", nargs="?", choices=secretive)
    parser.add_argument("pairs", nargs="?", type=int, default=PAIRS)
    given = parser.parse_args()
    games = [secretive[given.game]] if given.game else secretive.values()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        found = [fault for game in games for fault in check_game(pool, game, given.pairs)]
    for fault in found:
        print(f"  {fault}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

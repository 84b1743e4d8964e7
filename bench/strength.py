"""``python -m bench.strength [--matches N] [WORD ...]``: how well computer players play.

Plays what is missing of each row's matches, or of those whose names hold the words, in as many
processes as there are CPUs, and prints the rows. What has been played is kept in
``bench/strength.json``, so that a series can be broken off and gone on with; delete a row there
once its players have changed. ``python -m bench --write`` puts the rows into docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from bench.games.self_play import COSMIC, CSW, GALAXY, READY, SAILORS, opening, title
from bench.measure import Figure
from games.core.computer import Level
from games.core.contract import AnyGame
from tests.games.astralis import rivals as astralis_rivals
from tests.games.colonial_space_wars import rivals
from tests.games.cosmic_conflict import rivals as cosmic_rivals
from tests.games.duels import Chooser, by_chance, by_computer, duel, game_of
from tests.games.galaxy_aflame import rivals as galaxy_rivals

KEPT = Path(__file__).with_name("strength.json")
"""By row, how many of its first matches were won and played."""

ASTRALIS = game_of("astralis")
MATCHES = 100
FEW = 8
"""Matches of each row in ``make bench``."""


class Trial(NamedTuple):
    """``won`` tells whether a player wins the match of a number against a rival."""

    game: AnyGame
    won: Callable[[int, Chooser, Chooser], bool]
    note: str
    level: Level
    rival: str
    by: Chooser
    limit: float
    goal: float | None = None
    matches: int = MATCHES

    @property
    def name(self) -> str:
        one = f"{'an' if self.level == 'easy' else 'a'} {self.level} one"
        return f"Computer player of {title(self.game)}: matches won by {one} against {self.rival}"


def sailors_won(number: int, player: Chooser, rival: Chooser) -> bool:
    """Now in the first seat, now in the second."""
    players = (player, rival) if number % 2 == 0 else (rival, player)
    winners = duel(SAILORS, opening(SAILORS, READY), players, random.Random(number)).winners
    return [int(seat) for seat in winners] == [number % 2]


OPENINGS = "hexhex8; pairs of matches with the sides exchanged, the ships and two turns at random"
GREEDY = "one that takes the largest gain at once"
CHANCE, NEAREST = "random legal moves", "one that only attacks the nearest unit"
SHOOTER = "one that shoots at random whenever it can"
OF_SAILORS = partial(
    Trial, SAILORS, sailors_won, "ready-made scenery, all other options as they are"
)
OF_CSW = partial(Trial, CSW, rivals.won, "boards, seats and the factions of both in turn")
OF_GALAXY = partial(
    Trial, GALAXY, galaxy_rivals.won, "tables, seats and the armies of both in turn"
)
OF_COSMIC = partial(
    Trial, COSMIC, cosmic_rivals.won, "both presets, the other scenarios and seats in turn"
)


def of_astralis(
    level: Level, rival: str, by: Chooser, limit: float, variant: str = "base"
) -> Trial:
    won = partial(astralis_rivals.won, settings={"variant": variant})
    told = rival if variant == "base" else f"{rival} in the variant {variant}"
    return Trial(ASTRALIS, won, OPENINGS, level, told, by, limit)


OF_ASTRALIS = (
    of_astralis("easy", CHANCE, by_chance(ASTRALIS), 0.8),
    of_astralis("normal", CHANCE, by_chance(ASTRALIS), 1.0),
    of_astralis("normal", GREEDY, astralis_rivals.greedy, 0.8),
    of_astralis("normal", "an easy one", by_computer(ASTRALIS, "easy"), 0.85),
    of_astralis("hard", "a normal one", by_computer(ASTRALIS), 0.7),
    *(
        of_astralis("normal", CHANCE, by_chance(ASTRALIS), 0.95, variant)
        for variant in ("simplified", "dice", "beeline", "dispersed_go")
    ),
)
TRIALS = (
    *OF_ASTRALIS,
    OF_SAILORS("normal", CHANCE, by_chance(SAILORS), 0.95, 0.99),
    OF_SAILORS("normal", "an easy one", by_computer(SAILORS, "easy"), 0.7),
    OF_CSW("normal", CHANCE, by_chance(CSW), 0.95),
    OF_CSW("normal", NEAREST, rivals.nearest, 0.6),
    OF_CSW("hard", "a normal one", by_computer(CSW), 0.6, matches=30),
    OF_GALAXY("normal", SHOOTER, galaxy_rivals.shooter, 0.95, matches=120),
    OF_GALAXY("hard", "a normal one", by_computer(GALAXY), 0.55, matches=96),
    OF_COSMIC("normal", CHANCE, by_chance(COSMIC), 0.95),
    OF_COSMIC("normal", "itself without Orders", cosmic_rivals.without_orders, 0.6),
    OF_COSMIC("hard", "a normal one", by_computer(COSMIC), 0.6),
    OF_COSMIC("easy", CHANCE, by_chance(COSMIC), 0.8),
)


def strength() -> list[Figure]:
    """The first matches of each series that is told below, four pairs of each, to see that the
    players still play as they did. The rivals are random legal moves, which is the weakest that a
    player can be, random shots, one who sends each unit at the nearest enemy, one who takes the
    largest gain at once, and the level below; 1 would be to win every match.
    """
    tasks = [(number, match) for number in range(len(TRIALS)) for match in range(FEW)]
    won = Counter(number for number, has_won in _played(tasks) if has_won)
    return [_figure(trial, won[number], FEW, None) for number, trial in enumerate(TRIALS)]


def series() -> list[Figure]:
    """The whole series, as far as they have been played."""
    kept = load()
    return [
        _figure(trial, *kept[trial.name], trial.limit) for trial in TRIALS if trial.name in kept
    ]


def load(kept: Path = KEPT) -> dict[str, tuple[int, int]]:
    """The matches won and played, by the name of the row."""
    found = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    return {name: (won, played) for name, (won, played) in found.items()}


def keep(file: Path, kept: dict[str, tuple[int, int]], trial: Trial, *, has_won: bool) -> None:
    """Count one more match of a row."""
    won, played = kept.get(trial.name, (0, 0))
    kept[trial.name] = won + has_won, played + 1
    file.write_text(f"{json.dumps(kept, indent=1)}\n", encoding="utf-8")


def _figure(trial: Trial, won: int, played: int, limit: float | None) -> Figure:
    return Figure(
        trial.name,
        won,
        played,
        "matches",
        won / played,
        limit=limit,
        goal=limit and trial.goal,
        at_least=True,
        note=trial.note,
    )


def _played(tasks: Sequence[tuple[int, int]]) -> Iterator[tuple[int, bool]]:
    """Play matches, each by the numbers of its trial and its own; in order, whether they were
    won."""
    with multiprocessing.get_context("spawn").Pool(os.cpu_count()) as pool:
        yield from pool.imap(_play, tasks)


def _play(task: tuple[int, int]) -> tuple[int, bool]:
    number, match = task
    trial = TRIALS[number]
    return number, trial.won(match, by_computer(trial.game, trial.level), trial.by)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.strength", description=__doc__)
    parser.add_argument("--matches", type=int, help="of each row at most, rather than all")
    parser.add_argument("words", nargs="*", metavar="WORD", help="words of the rows to play")
    wanted, kept = parser.parse_args(), load()
    tasks = [
        (number, match)
        for number, trial in enumerate(TRIALS)
        if all(word.casefold() in trial.name.casefold() for word in wanted.words)
        for match in range(kept.get(trial.name, (0, 0))[1], wanted.matches or trial.matches)
    ]
    for number, has_won in _played(tasks):
        keep(KEPT, kept, TRIALS[number], has_won=has_won)
    for figure in series():
        print(f"{figure.name}: {figure.ours} of {figure.reference} ({figure.note})")


if __name__ == "__main__":
    main()

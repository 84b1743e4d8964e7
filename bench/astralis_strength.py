"""``python -m bench.astralis_strength [--games N] [--row WORDS] [--kept FILE]``: Astralis alone.

Plays what is missing of each row's matches, one after the other, and prints won and played. Each
match is kept in the file as it ends, so that a series can be broken off and gone on with; without
``--kept`` it is that of ``python -m bench.strength``, from which docs/benchmarks.md is written.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from bench.strength import KEPT, MATCHES, OF_ASTRALIS, keep, load
from tests.games.duels import by_computer


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.astralis_strength", description=__doc__)
    parser.add_argument("--games", type=int, default=MATCHES, help="matches of each row")
    parser.add_argument("--row", default="", help="words in the name of the rows to play")
    parser.add_argument("--kept", type=Path, default=KEPT, help="file with what has been played")
    wanted = parser.parse_args()
    kept = load(wanted.kept)
    for trial in OF_ASTRALIS:
        if wanted.row.casefold() not in trial.name.casefold():
            continue
        begun = time.process_time()
        for number in range(kept.get(trial.name, (0, 0))[1], wanted.games):
            has_won = trial.won(number, by_computer(trial.game, trial.level), trial.by)
            keep(wanted.kept, kept, trial, has_won=has_won)
        won, played = kept.get(trial.name, (0, 0))
        print(f"{trial.name}: {won} of {played}, {time.process_time() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    main()

"""Breaks the rules of a game one place at a time: some test marked with rules must go red.

``python -m tools.rule_mutations [GAME ...] [--sample N] [--seed N] [--file NAME]`` changes one
number, comparison or branch under ``games/GAME/rules`` and ``games/GAME/table`` at a time and runs
the marked tests of that game which pass through the changed line, the shortest first. Without
``--sample`` all places are tried; with ``--file``, those of that file. A change that breaks nothing
is listed in ``tests/games/GAME/equivalent_mutants.toml``, with the reason.

The tests are collected once; each mutant is tried in a fork, in which the code of one function
(or the value of one constant) is exchanged.
"""

from __future__ import annotations

import argparse
import gc
import multiprocessing
import os
import random
import resource
import signal
import sys
import tomllib
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from operator import length_hint
from pathlib import Path
from typing import TypeVar

import pytest

from tools.mutants import (
    Caches,
    Functions,
    Key,
    Mutant,
    Place,
    all_caches,
    all_functions,
    clear,
    install,
    mutants,
    watched,
)
from tools.sources import ROOT, games, python_files

T = TypeVar("T")
R = TypeVar("R")

MOST = 500_000
"""Statements of the rules: a test that runs more plays whole matches, and shows that a rule is
broken only by chance. They are counted, as seconds differ from machine to machine."""
PATIENCE = 10.0
"""Seconds for one test: one that takes longer under a mutant hangs, which is red too."""
WAITING = 20.0
"""So many times as many seconds a test may take on the clock, on a busy machine."""
CORES = os.cpu_count() or 1
MEMORY = 4 << 30
"""Bytes that one trial may take."""
LIST = "equivalent_mutants.toml"


Baseline = tuple[dict[Place, set[int]], dict[int, int], range]
"""By line, the numbers of the tests that pass through it; by test, how many statements of the
rules it runs; those left."""


class Trial:
    """A pytest plugin: instead of running the marked tests it tries mutants on them."""

    def __init__(self, game: str, sample: int | None, seed: int, file: str) -> None:
        self.faults: list[str] = []
        self.summary = ""
        self._game = game
        self._sample = sample
        self._seed = seed
        self._file = file
        self._red = False
        self._late = False

    def pytest_sessionstart(self) -> None:
        from hypothesis import Phase, settings  # not before pytest rewrites its assertions

        phases = (Phase.explicit, Phase.generate)
        settings.register_profile("mutants", settings.get_profile("ci"), phases=phases)
        settings.load_profile("mutants")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._red = self._red or report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        tests = [item for item in session.items if item.get_closest_marker("rules")]
        functions = all_functions()
        caches = all_caches()
        gc.freeze()  # a collection in a fork would copy all that it shares with this process
        through, efforts = self._baseline(tests, functions, caches)
        every = [mutant for file in _rules(self._game) for mutant in mutants(file)]
        excused = equivalents(self._game)
        self.faults += [
            f"{LIST}: nothing fits {' | '.join(key)}"
            for key in sorted(excused - {mutant.key for mutant in every})
        ]
        wanted = [mutant for mutant in every if mutant.key not in excused]
        if self._file:
            wanted = [mutant for mutant in wanted if Path(mutant.file).name == self._file]
        if self._sample is not None:
            wanted = random.Random(self._seed).sample(wanted, min(self._sample, len(wanted)))

        def killed(mutant: Mutant) -> bool:
            install(mutant, functions)
            clear(caches)
            # A constant may matter anywhere.
            numbers: Iterable[int] = efforts
            if mutant.statement:
                numbers = through.get((mutant.file, mutant.statement), ())
            chosen = sorted(numbers, key=lambda number: (efforts[number], number))
            return any(self._fails(tests[number], PATIENCE) for number in chosen)

        outcomes = forked(killed, wanted)
        # A child that died, for memory or a hang, is as red as a test can be.
        survivors = [m for m, red in zip(wanted, outcomes, strict=True) if red is False]
        self.faults += [f"no marked test notices: {mutant}" for mutant in survivors]
        self.summary = (
            f"{self._game}: {len(wanted)} of {len(every)} mutants tried on {len(efforts)} tests, "
            f"{len(wanted) - len(survivors)} found, {len(excused)} listed as equivalent"
        )
        return True

    def _baseline(
        self, tests: Sequence[pytest.Item], functions: Functions, caches: Caches
    ) -> tuple[dict[Place, set[int]], dict[int, int]]:
        """By line, the numbers of the tests that pass through it; by test, its statements."""
        seen: set[Place] = set()
        effort = 0

        def note(place: Place) -> None:
            nonlocal effort
            effort += 1
            seen.add(place)
            if effort > MOST:
                self._stop()

        def run(numbers: range) -> Baseline:
            nonlocal effort
            lines: dict[Place, set[int]] = {}
            efforts: dict[int, int] = {}
            rest = iter(numbers)
            for number in rest:
                seen.clear()
                effort = 0
                clear(caches)  # what an earlier test has filled would hide lines from this one
                red = self._fails(tests[number], PATIENCE)
                if self._late:
                    break  # it was left in the middle, and may disturb those that follow
                if red:
                    raise RuntimeError(f"{tests[number].nodeid} fails without any mutant")
                efforts[number] = effort
                for place in seen:
                    lines.setdefault(place, set()).add(number)
            return lines, efforts, numbers[len(numbers) - length_hint(rest) :]

        shares = [range(first, len(tests), 16 * CORES) for first in range(16 * CORES)]
        through: dict[Place, set[int]] = {}
        efforts: dict[int, int] = {}
        with watched(_rules(self._game), note, functions):
            while shares:
                found = forked(run, shares)
                shares = []
                for share in found:
                    if share is None:
                        raise RuntimeError("a marked test fails without any mutant")
                    for place, numbers in share[0].items():
                        through.setdefault(place, set()).update(numbers)
                    efforts |= share[1]
                    shares += [share[2]] if share[2] else []
        return through, efforts

    def _fails(self, test: pytest.Item, patience: float) -> bool:
        """Whether it is red; one that takes more CPU seconds than that, or only waits, is too."""
        self._red = self._late = False
        signal.signal(signal.SIGPROF, self._stop)
        signal.signal(signal.SIGALRM, self._stop)
        signal.setitimer(signal.ITIMER_PROF, patience)
        signal.setitimer(signal.ITIMER_REAL, WAITING * patience, 1)  # its cleaning up may wait too
        try:
            test.config.hook.pytest_runtest_protocol(item=test, nextitem=None)
        except (Late, Exception):  # noqa: BLE001 - pytest itself may stumble over Late
            self._red = True
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.setitimer(signal.ITIMER_REAL, 0)
        return self._red

    def _stop(self, *_: object) -> None:
        self._late = True
        raise Late


class Late(BaseException):
    """A test has used up its CPU time."""


def forked(work: Callable[[T], R], arguments: Sequence[T]) -> list[R | None]:
    """``work`` of each argument, each in a fork of this process; ``None`` where the fork died."""
    context = multiprocessing.get_context("fork")
    results: list[R | None] = [None] * len(arguments)
    running: dict[Connection, tuple[int, BaseProcess]] = {}

    def child(argument: T, sender: Connection) -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        sender.send(work(argument))
        os._exit(0)  # not before all that a test has left running has ended

    for number, argument in enumerate(arguments):
        receiver, sender = context.Pipe(duplex=False)
        process = context.Process(target=child, args=(argument, sender))
        process.start()
        sender.close()
        running[receiver] = (number, process)
        while running and (len(running) == CORES or number == len(arguments) - 1):
            for ready in wait(list(running)):
                assert isinstance(ready, Connection)
                done, ended = running.pop(ready)
                with suppress(EOFError):
                    results[done] = ready.recv()
                ended.join()
    return results


def equivalents(game: str, root: Path = ROOT) -> set[Key]:
    """The keys of the mutants that break nothing. Each has a reason, or ``ValueError``."""
    path = root / "tests" / "games" / game / LIST
    if not path.exists():
        return set()
    listed = tomllib.loads(path.read_text(encoding="utf-8"))["mutant"]
    for each in listed:
        if not each["reason"].strip():
            raise ValueError(f"{LIST} of {game}: no reason for {each}")
    return {(each["file"], each["function"], each["text"], each["change"]) for each in listed}


def _rules(game: str) -> tuple[Path, ...]:
    """The rules, and where there is a folder of them the types that they work on."""
    return python_files(f"games/{game}/rules", f"games/{game}/table")


def try_game(game: str, sample: int | None, seed: int, file: str) -> int:
    """Print what was found. The exit status: 0 when some marked test notices every mutant."""
    trial = Trial(game, sample, seed, file)
    options = ["-o", "addopts=", "-p", "no:terminal", "-p", "no:cacheprovider", "-p", "no:xdist"]
    status = pytest.main([*options, "-s", f"tests/games/{game}"], plugins=[trial])
    for fault in trial.faults:
        print(f"  {fault}")
    print(trial.summary or f"{game}: the tests could not be collected")
    return int(bool(trial.faults) or status not in (0, 5))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.rule_mutations", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="of these games; else of all")
    parser.add_argument("--sample", type=int, help="try so many of each game's mutants")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--file", default="", metavar="NAME", help="only of the file of this name")
    asked = parser.parse_args()
    context = multiprocessing.get_context("fork")
    status = 0
    for game in asked.games or games():
        # In a process of its own: pytest collects into this one's modules.
        process = context.Process(
            target=lambda: sys.exit(try_game(game, asked.sample, asked.seed, asked.file))  # noqa: B023
        )
        process.start()
        process.join()
        status = status or process.exitcode or 0
    return status


if __name__ == "__main__":
    sys.exit(main())

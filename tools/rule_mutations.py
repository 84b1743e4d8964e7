"""Breaks the rules of a game one place at a time: some test marked with rules must go red.

``python -m tools.rule_mutations [GAME ...] [--sample N] [--seed N]`` changes one number, comparison
or branch under ``games/GAME/rules`` at a time and runs the marked tests of that game which pass
through the changed line, the fastest first. Without ``--sample`` all places are tried. A change
that breaks nothing is listed in ``tests/games/GAME/equivalent_mutants.toml``, with the reason.

The tests are collected once; each mutant is tried in a fork, in which the code of one function
(or the value of one constant) is exchanged.
"""

from __future__ import annotations

import argparse
import ast
import gc
import multiprocessing
import os
import random
import resource
import signal
import sys
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from operator import length_hint
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, TypeVar

import pytest

from tools.sources import ROOT, games, module_name, python_files

T = TypeVar("T")
R = TypeVar("R")

SWAPS: dict[type[ast.cmpop], tuple[type[ast.cmpop], str]] = {
    ast.Lt: (ast.LtE, "< to <="),
    ast.LtE: (ast.Lt, "<= to <"),
    ast.Gt: (ast.GtE, "> to >="),
    ast.GtE: (ast.Gt, ">= to >"),
    ast.Eq: (ast.NotEq, "== to !="),
    ast.NotEq: (ast.Eq, "!= to =="),
    ast.In: (ast.NotIn, "in to not in"),
    ast.NotIn: (ast.In, "not in to in"),
    ast.Is: (ast.IsNot, "is to is not"),
    ast.IsNot: (ast.Is, "is not to is"),
}
NEGATED_BY_SWAP = (ast.Eq, ast.NotEq, ast.In, ast.NotIn, ast.Is, ast.IsNot)
SLOWEST = 0.5
"""Seconds: a slower test plays whole matches, and shows that a rule is broken only by chance."""
PATIENCE = 10.0
"""Seconds for one test under a mutant: one that takes longer hangs, which is red too."""
WAITING = 30.0
"""So many times as many seconds a test may take on the clock, on a busy machine."""
CORES = os.cpu_count() or 1
MEMORY = 4 << 30
"""Bytes that one trial may take."""
NOTE = "__ran__"
"""What notes a place, in the code of ``watched``."""
LIST = "equivalent_mutants.toml"


@dataclass(frozen=True, slots=True)
class Mutant:
    """One broken place.

    ``function`` is the qualified name of the outermost function around it, or the name that a
    statement of the module binds; ``text`` is the source of its line; ``statement`` is the first
    line of the statement, 0 for one of the module; ``number`` tells mutants of one file apart.
    """

    file: str
    line: int
    statement: int
    function: str
    text: str
    change: str
    number: int

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What stays the same while lines move."""
        return (self.file, self.function, self.text, self.change)

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.function}: {self.change}\n        {self.text}"


Change = tuple[ast.expr | ast.pattern, str, Callable[[], None]]


def changes(tree: ast.AST) -> Iterator[Change]:
    """Each place that can be broken: the node, the change in words, and what makes it."""
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=int() as value) if not isinstance(value, bool):
                yield node, f"{value} to {value + 1}", _set(node, "value", value + 1)
            case ast.Compare(ops=ops):
                for at, op in enumerate(ops):
                    into, words = SWAPS[type(op)]
                    yield node, words, _set_item(ops, at, into())
            case ast.BoolOp(op=ast.And()):
                yield node, "and to or", _set(node, "op", ast.Or())
            case ast.BoolOp():
                yield node, "or to and", _set(node, "op", ast.And())
            case ast.If(test=test) | ast.IfExp(test=test) if not _swapped(test):
                yield test, "condition negated", _set(node, "test", _not(test))
            case ast.comprehension(ifs=ifs):
                for at, test in enumerate(ifs):
                    if not _swapped(test):
                        yield test, "filter negated", _set_item(ifs, at, _not(test))
            case ast.Match(cases=cases):
                for case in cases:
                    if not isinstance(case.pattern, ast.MatchAs) or case.pattern.pattern:
                        never = ast.Constant(value=False)
                        yield case.pattern, "case never taken", _set(case, "guard", never)


def _swapped(test: ast.expr) -> bool:
    """Whether negating this is what changing its comparison or connective does already."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return _swapped(test.operand)
    return isinstance(test, ast.Compare) and isinstance(test.ops[0], NEGATED_BY_SWAP)


def _not(test: ast.expr) -> ast.expr:
    return ast.UnaryOp(op=ast.Not(), operand=test)


def _set(node: ast.AST, field: str, value: object) -> Callable[[], None]:
    return lambda: setattr(node, field, value)


def _set_item(items: list[Any], at: int, value: object) -> Callable[[], None]:
    return lambda: items.__setitem__(at, value)


def mutants(path: Path, root: Path = ROOT) -> tuple[Mutant, ...]:
    """Every way to break this file, in the order of its lines."""
    source = path.read_text(encoding="utf-8")
    lines = source.splitlines()
    tree = ast.parse(source)
    places = _places(tree)
    name = path.relative_to(root).as_posix()
    found = []
    for number, (node, change, _) in enumerate(changes(tree)):
        if id(node) in places:
            function, statement = places[id(node)]
            line: int = node.lineno
            text = lines[line - 1].strip()
            found.append(Mutant(name, line, statement, function, text, change, number))
    return tuple(sorted(found, key=lambda mutant: (mutant.line, mutant.number)))


def _places(tree: ast.Module) -> dict[int, tuple[str, int]]:
    """By node that can be exchanged: the function or the module's name that holds it, and the
    first line of its statement. What an assertion says for the type checker is left out."""
    found: dict[int, tuple[str, int]] = {}

    def inside(function: str, body: Iterable[ast.stmt]) -> None:
        for each in body:
            if isinstance(each, ast.Assert):
                continue
            parts: list[ast.stmt] = [
                *getattr(each, "body", ()),
                *getattr(each, "orelse", ()),
                *(part for case in getattr(each, "cases", ()) for part in case.body),
            ]
            for node in ast.walk(each):
                found[id(node)] = (function, each.lineno)
            inside(function, parts)

    def visit(body: Iterable[ast.stmt], prefix: str) -> None:
        for each in body:
            match each:
                case ast.ClassDef(name=name, body=inner):
                    visit(inner, f"{prefix}{name}.")
                case ast.FunctionDef(name=name, body=inner):
                    inside(prefix + name, inner)
                case (
                    ast.Assign(targets=[ast.Name(id=name)])
                    | ast.AnnAssign(target=ast.Name(id=name))
                ) if not prefix and each.value is not None:
                    for node in ast.walk(each.value):
                        found[id(node)] = (name, 0)

    visit(tree.body, "")
    return found


def mutated(path: Path, number: int) -> CodeType:
    """The file's code with the change of this number made."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    make = next(each for at, (_, _, each) in enumerate(changes(tree)) if at == number)
    make()
    return compile(ast.fix_missing_locations(tree), str(path), "exec", dont_inherit=True)


def install(mutant: Mutant, root: Path = ROOT) -> None:
    """Exchange the mutant's function or constant in this process, wherever it is known.

    Raises ``LookupError`` when nothing uses it by that name.
    """
    path = root / mutant.file
    code = mutated(path, mutant.number)
    inner = _inner(code, mutant.function)
    if inner is None:
        _rebind(mutant, code, module_name(path, root))
        return
    known = [
        each
        for each in gc.get_objects()
        if isinstance(each, FunctionType)
        and each.__code__.co_filename == str(path)
        and each.__code__.co_qualname == mutant.function
        and each.__code__.co_firstlineno == inner.co_firstlineno
    ]
    if not known:
        raise LookupError(f"no function {mutant.function} in {mutant.file}")
    for function in known:
        function.__code__ = inner


@contextmanager
def watched(files: Iterable[Path], seen: set[tuple[str, int]], root: Path = ROOT) -> Iterator[None]:
    """Note in ``seen`` the file and first line of each statement that a function of these runs.

    By calls in exchanged code: a tracer with locks would not survive ``Late``.
    """
    known: dict[tuple[str, str, int], list[FunctionType]] = {}
    for each in gc.get_objects():
        if isinstance(each, FunctionType):
            code = each.__code__
            place = (code.co_filename, code.co_qualname, code.co_firstlineno)
            known.setdefault(place, []).append(each)
    before: list[tuple[FunctionType, CodeType]] = []
    for path in files:
        name = path.relative_to(root).as_posix()
        for code in _codes(_noting(path, name)):
            for function in known.get((str(path), code.co_qualname, code.co_firstlineno), ()):
                before.append((function, function.__code__))
                function.__code__ = code
                function.__globals__[NOTE] = seen.add
    try:
        yield
    finally:
        for function, code in before:
            function.__code__ = code


def _noting(path: Path, name: str) -> CodeType:
    """The file's code, with a call of ``NOTE`` before each statement of a function."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    bodies = {
        id(body): body
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        for field in ("body", "orelse", "finalbody")
        if isinstance(body := getattr(node, field, None), list)
    }
    for body in bodies.values():
        body[:] = [part for each in body for part in (_note(name, each), each)]
    return compile(ast.fix_missing_locations(tree), str(path), "exec", dont_inherit=True)


def _note(name: str, of: ast.stmt) -> ast.stmt:
    (call,) = ast.parse(f"{NOTE}(({name!r}, {of.lineno}))").body
    for each in ast.walk(call):
        ast.copy_location(each, of)
    return call


def _codes(code: CodeType) -> Iterator[CodeType]:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from _codes(each)


def _inner(code: CodeType, name: str) -> CodeType | None:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            if each.co_qualname == name:
                return each
            if name.startswith(f"{each.co_qualname}."):
                return _inner(each, name)
    return None


def _rebind(mutant: Mutant, code: CodeType, module: str) -> None:
    """Give the constant its new value in each module that imported the old one."""
    name = mutant.function
    old = getattr(sys.modules[module], name)
    fresh = {"__name__": module, "__file__": mutant.file}
    exec(code, fresh)  # noqa: S102 - our own source, with one place changed
    for each in list(sys.modules.values()):
        if getattr(each, "__name__", "").startswith("games."):
            for known, value in list(vars(each).items()):
                if known == name and value is old:
                    setattr(each, known, fresh[name])


Baseline = tuple[dict[tuple[str, int], set[int]], dict[int, float], range]
"""By line, the numbers of the tests that pass through it; by test, its CPU seconds; those left."""


class Trial:
    """A pytest plugin: instead of running the marked tests it tries mutants on them."""

    def __init__(self, game: str, sample: int | None, seed: int) -> None:
        self.faults: list[str] = []
        self.summary = ""
        self._game = game
        self._sample = sample
        self._seed = seed
        self._red = False
        self._late = False

    def pytest_sessionstart(self) -> None:
        from hypothesis import Phase, settings  # not before pytest rewrites its assertions

        phases = (Phase.explicit, Phase.generate)
        settings.register_profile(
            "mutants", database=None, derandomize=True, deadline=None, phases=phases
        )
        settings.load_profile("mutants")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._red = self._red or report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        tests = [item for item in session.items if item.get_closest_marker("rules")]
        through, seconds = self._baseline(tests)
        every = [mutant for file in _rules(self._game) for mutant in mutants(file)]
        excused = equivalents(self._game)
        self.faults += [
            f"{LIST}: nothing fits {' | '.join(key)}"
            for key in sorted(excused - {mutant.key for mutant in every})
        ]
        wanted = [mutant for mutant in every if mutant.key not in excused]
        if self._sample is not None and self._sample < len(wanted):
            wanted = random.Random(self._seed).sample(wanted, self._sample)

        def killed(mutant: Mutant) -> bool:
            install(mutant)
            # A constant may matter anywhere.
            numbers: Iterable[int] = seconds
            if mutant.statement:
                numbers = through.get((mutant.file, mutant.statement), ())
            chosen = sorted(numbers, key=lambda number: seconds[number])
            return any(self._fails(tests[number], PATIENCE) for number in chosen)

        outcomes = forked(killed, wanted)
        # A child that died, for memory or a hang, is as red as a test can be.
        survivors = [m for m, red in zip(wanted, outcomes, strict=True) if red is False]
        self.faults += [f"no marked test notices: {mutant}" for mutant in survivors]
        self.summary = (
            f"{self._game}: {len(wanted)} of {len(every)} mutants tried on {len(seconds)} tests, "
            f"{len(wanted) - len(survivors)} found, {len(excused)} listed as equivalent"
        )
        return True

    def _baseline(
        self, tests: Sequence[pytest.Item]
    ) -> tuple[dict[tuple[str, int], set[int]], dict[int, float]]:
        """By line, the numbers of the tests that pass through it; by test, its CPU seconds."""
        seen: set[tuple[str, int]] = set()

        def run(numbers: range) -> Baseline:
            lines: dict[tuple[str, int], set[int]] = {}
            seconds: dict[int, float] = {}
            rest = iter(numbers)
            for number in rest:
                seen.clear()
                start = time.process_time()
                red = self._fails(tests[number], SLOWEST)
                if self._late:
                    break  # it was left in the middle, and may disturb those that follow
                if red:
                    raise RuntimeError(f"{tests[number].nodeid} fails without any mutant")
                seconds[number] = time.process_time() - start
                for place in seen:
                    lines.setdefault(place, set()).add(number)
            return lines, seconds, numbers[len(numbers) - length_hint(rest) :]

        shares = [range(first, len(tests), 16 * CORES) for first in range(16 * CORES)]
        through: dict[tuple[str, int], set[int]] = {}
        seconds: dict[int, float] = {}
        with watched(_rules(self._game), seen):
            while shares:
                found = forked(run, shares)
                shares = []
                for share in found:
                    if share is None:
                        raise RuntimeError("a marked test fails without any mutant")
                    for place, numbers in share[0].items():
                        through.setdefault(place, set()).update(numbers)
                    seconds |= share[1]
                    shares += [share[2]] if share[2] else []
        return through, seconds

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


def equivalents(game: str, root: Path = ROOT) -> set[tuple[str, str, str, str]]:
    """The keys of the mutants that break nothing. Each has a reason, or ``ValueError``."""
    listed = root / "tests" / "games" / game / LIST
    if not listed.exists():
        return set()
    found = set()
    for each in tomllib.loads(listed.read_text(encoding="utf-8"))["mutant"]:
        if not each["reason"].strip():
            raise ValueError(f"{listed}: no reason for {each}")
        found.add((each["file"], each["function"], each["text"], each["change"]))
    return found


def _rules(game: str) -> tuple[Path, ...]:
    return python_files(f"games/{game}/rules")


def try_game(game: str, sample: int | None, seed: int) -> int:
    """Print what was found. The exit status: 0 when some marked test notices every mutant."""
    trial = Trial(game, sample, seed)
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
    asked = parser.parse_args()
    context = multiprocessing.get_context("fork")
    status = 0
    for game in asked.games or games():
        # In a process of its own: pytest collects into this one's modules.
        process = context.Process(
            target=lambda: sys.exit(try_game(game, asked.sample, asked.seed))  # noqa: B023
        )
        process.start()
        process.join()
        status = status or process.exitcode or 0
    return status


if __name__ == "__main__":
    sys.exit(main())

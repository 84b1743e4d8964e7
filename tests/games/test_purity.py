"""Below ``games/`` there is no Discord, SQL, picture, clock or randomness."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RULES = sorted(
    path
    for path in (ROOT / "games").rglob("*.py")
    if path.relative_to(ROOT / "games").parts[0] not in ("cli", "__main__.py")
)
OUTSIDE = {
    "PIL",
    "aiosqlite",
    "alembic",
    "asyncio",
    "bot",
    "datetime",
    "discord",
    "os",
    "renderers",
    "secrets",
    "socket",
    "sqlalchemy",
    "subprocess",
    "threading",
    "time",
    "uuid",
}

MEASURED = [
    path
    for path in RULES
    if "geometry" in path.parts
    or (
        {"rules", "options", "ground.py", "space.py", "terrain.py"} & set(path.parts)
        and "geometry.plane" in path.read_text(encoding="utf-8")
    )
]
"""Boards, and rules and choices that measure on an open table."""

PLAY_WITHOUT_A_WORLD = """
import builtins, os, random, sys, time

WALLED = {"discord", "sqlalchemy", "PIL", "aiosqlite", "bot", "renderers"}

class Wall:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in WALLED:
            raise ImportError(f"games import {name}")

sys.meta_path.insert(0, Wall())
from games import all_games
from games.core.types import Chance, Rolled
from games.core.types import Decisions
from games.core.log.replay import Adjusted, Played, Thrown, carry_out
from games.core.types import Forbidden, Unreadable
from games.core.types import REFEREE, SPECTATOR, Seated, Seats
from games.core.questions import sample

all_games()

def forbidden(*args, **kwargs):
    raise RuntimeError("a game reached for the world outside")

for module, names in {
    random: ("random", "choice", "randint", "randrange", "shuffle", "sample", "getrandbits"),
    time: ("time", "time_ns", "monotonic", "perf_counter", "sleep"),
    os: ("urandom", "getpid"),
    builtins: ("open", "input", "print"),
}.items():
    for name in names:
        setattr(module, name, forbidden)
random.Random = forbidden

class Picked:
    def __init__(self, number):
        self.number = number

    def choice(self, of):
        return of[self.number % len(of)]

def set_by_hand(game, state, picked):
    try:
        asked = sample(game.editing.options(game.view(state, REFEREE)), Picked(picked))
    except Unreadable:  # Nothing can be set while a shot is being resolved.
        return
    assert game.editing.read(game.view(state, REFEREE), game.editing.write(asked)) == asked
    try:
        step = carry_out(game, state, Adjusted(asked))
    except Forbidden:
        return
    [game.words.tell(event) for event in step.events]
    game.state_form.read(game.state_form.write(step.state))

for game in all_games():
    seats = Seats.alone(game.meta.players[0])
    state = game.setup(game.settings(), seats)
    picked = 7
    for _ in range(60):
        pending = game.pending(state)
        for viewer in (*map(Seated, seats.all()), SPECTATOR, REFEREE):
            view = game.view(state, viewer)
            game.words.standing(view)
        picked = picked * 1103515245 + 12345 & 0x7FFFFFFF
        if isinstance(pending, Chance):
            deed = Thrown(Rolled(tuple((1,) * roll.count for roll in pending.rolls)))
        elif isinstance(pending, Decisions):
            decision = next(one for one in pending.open if one.waits)
            view = game.view(state, Seated(decision.seat))
            move = sample(game.options(view, decision), Picked(picked))
            assert game.read(view, decision, game.write(move)) == move
            deed = Played(decision.seat, decision.key, move)
        else:
            break
        set_by_hand(game, state, picked)
        step = carry_out(game, state, deed)
        [game.words.tell(event) for event in step.events]
        state = game.state_form.read(game.state_form.write(step.state))
sys.stdout.write("played " + " ".join(game.meta.id for game in all_games()))
"""


def test_games_are_played_with_the_world_shut_out() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PLAY_WITHOUT_A_WORLD],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout.startswith("played")


@pytest.mark.parametrize("path", RULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_of_rules_imports_nothing_from_outside(path: Path) -> None:
    imported = set(_imports(ast.parse(path.read_text(encoding="utf-8"))))
    assert not imported & OUTSIDE


@pytest.mark.parametrize("path", MEASURED, ids=lambda path: str(path.relative_to(ROOT)))
def test_rules_measure_with_whole_numbers(path: Path) -> None:
    assert list(_floats(ast.parse(path.read_text(encoding="utf-8")))) == []


@pytest.mark.parametrize(
    "line",
    ["a / b", "a /= b", "0.5", "1e9", "float(a)", "round(a, 1)", "pow(a, b)", "a**b", "10**-1",
     "from math import sqrt", "import math", "from cmath import sqrt"],
)  # fmt: skip
def test_a_float_is_noticed(line: str) -> None:
    assert list(_floats(ast.parse(line)))


@pytest.mark.parametrize(
    "line", ["a // b", "a //= b", "a % b", "10**decimals", "a**2", "import re"]
)
def test_whole_numbers_pass(line: str) -> None:
    assert not list(_floats(ast.parse(f"from math import gcd, isqrt\n{line}")))


def _floats(tree: ast.AST) -> Iterator[int]:
    """Lines in which there may be floats."""
    for node in ast.walk(tree):
        match node:
            case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
                yield node.lineno
            case ast.BinOp(op=ast.Pow(), left=left, right=right) if isinstance(
                right, ast.UnaryOp
            ) or (not isinstance(left, ast.Constant) and not isinstance(right, ast.Constant)):
                yield node.lineno
            case ast.Constant(value=float() | complex()):
                yield node.lineno
            case ast.Name(id="float" | "complex" | "round" | "pow"):
                yield node.lineno
            case ast.Import(names=names) if {name.name for name in names} & {"math", "cmath"}:
                yield node.lineno
            case ast.ImportFrom(module="math" | "cmath", names=names) if {
                name.name for name in names
            } - {"gcd", "isqrt"}:
                yield node.lineno


def _imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]


@pytest.mark.parametrize("path", RULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_randomness_appears_in_annotations_only(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    allowed = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.arg | ast.AnnAssign) and node.annotation
        for part in ast.walk(node.annotation)
    }
    uses = [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Name)
        and node.id == "random"
        and isinstance(node.ctx, ast.Load)  # a field may be called so
        and id(node) not in allowed
    ]
    assert uses == []

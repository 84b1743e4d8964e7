from __future__ import annotations

import ast
import importlib.util
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from types import ModuleType

import pytest

from tools.mutants import (
    Mutant,
    all_caches,
    all_functions,
    changes,
    clear,
    install,
    mutants,
    watched,
)
from tools.rule_mutations import LIST, equivalents, forked
from tools.sources import ROOT

RULES = '''"""Rules of a game."""

PRICE = 5


def reach(steps: int) -> bool:
    """Whether 3 steps are enough."""
    assert steps != 9, "for the type checker"
    return steps < 3 and steps in (0, 2)


class Fight:
    def wins(self, own: int) -> str:
        return "won" if own else "lost"


def each(values: list[int]) -> list[int]:
    def twice(value: int) -> int:
        return value + value if value > 1 else 0

    return [twice(value) for value in values if value]


from typing import Literal, TypeAlias

Steps: TypeAlias = Literal[1, 2]
'''


@pytest.fixture
def rules(tmp_path: Path) -> Iterator[tuple[Path, ModuleType]]:
    """A file of rules in a repository of its own, and it as a module."""
    path = tmp_path / "games" / "chess" / "rules" / "moves.py"
    path.parent.mkdir(parents=True)
    path.write_text(RULES)
    name = "games.chess.rules.moves"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    yield path, module
    del sys.modules[name]


def found(path: Path, root: Path, function: str, change: str) -> Mutant:
    (mutant,) = (m for m in mutants(path, root) if (m.function, m.change) == (function, change))
    return mutant


@pytest.mark.parametrize(
    ("source", "broken"),
    [
        ("a = 4", ["a = 5"]),
        ("a = True", []),
        ("a = 'text'", []),
        ("a = b < c <= d", ["a = b <= c <= d", "a = b < c < d"]),
        ("a = b > c", ["a = b >= c"]),
        ("a = b >= c", ["a = b > c"]),
        ("a = b == c", ["a = b != c"]),
        ("a = b not in c", ["a = b in c"]),
        ("a = b is None", ["a = b is not None"]),
        ("a = b and c", ["a = b or c"]),
        ("a = b or c", ["a = b and c"]),
        ("if a: b", ["if not a: b"]),
        ("while a: b", []),
        ("if a == b: c", ["if a != b: c"]),  # negated by its comparison
        ("if a < b: c", ["if not a < b: c", "if a <= b: c"]),
        ("if not a < b: c", ["if not not a < b: c", "if not a <= b: c"]),
        ("if not a == b: c", ["if not a != b: c"]),
        ("a = b if c else d", ["a = b if not c else d"]),
        ("a = [b for b in c if d]", ["a = [b for b in c if not d]"]),
        ("match a:\n case B(): c\n case _: d", ["match a:\n case B() if False: c\n case _: d"]),
    ],
)
def test_one_number_comparison_or_branch_is_changed_at_a_time(
    source: str, broken: list[str]
) -> None:
    count = len(list(changes(ast.parse(source))))
    after = []
    for number in range(count):
        tree = ast.parse(source)
        list(changes(tree))[number][2]()
        after.append(ast.unparse(tree))
    assert sorted(after) == sorted(ast.unparse(ast.parse(each)) for each in broken)


def test_mutants_name_function_line_and_change(rules: tuple[Path, ModuleType]) -> None:
    path, _ = rules
    root = path.parents[3]
    told = [(m.line, m.function, m.change) for m in mutants(path, root)]
    assert told == [
        (3, "PRICE", "5 to 6"),
        (9, "reach", "and to or"),
        (9, "reach", "< to <="),
        (9, "reach", "in to not in"),
        (9, "reach", "3 to 4"),
        (9, "reach", "0 to 1"),
        (9, "reach", "2 to 3"),
        (14, "Fight.wins", "condition negated"),
        (19, "each", "condition negated"),
        (19, "each", "> to >="),
        (19, "each", "0 to 1"),
        (19, "each", "1 to 2"),
        (21, "each", "filter negated"),
    ]


def test_aliases_of_types_are_left_alone(rules: tuple[Path, ModuleType]) -> None:
    path, _ = rules
    assert "Steps" not in {each.function for each in mutants(path, path.parents[3])}


def test_keys_stay_when_lines_move(rules: tuple[Path, ModuleType]) -> None:
    path, _ = rules
    root = path.parents[3]
    before = [mutant.key for mutant in mutants(path, root)]
    path.write_text("# a line more\n\n" + RULES.replace("PRICE = 5\n", "PRICE = 5\n\nNAME = 'a'\n"))
    after = mutants(path, root)
    assert [mutant.key for mutant in after] == before
    assert after[0].line == 5


def test_a_function_is_exchanged_wherever_it_is_known(rules: tuple[Path, ModuleType]) -> None:
    path, module = rules
    root = path.parents[3]
    reach, fight = module.reach, module.Fight()
    assert (reach(2), reach(3), fight.wins(0), module.each([0, 1, 2])) == (
        True,
        False,
        "lost",
        [0, 4],
    )
    install(found(path, root, "reach", "2 to 3"), all_functions(), root)
    install(found(path, root, "Fight.wins", "condition negated"), all_functions(), root)
    install(found(path, root, "each", "1 to 2"), all_functions(), root)
    assert (reach(2), reach(3), fight.wins(0), module.each([0, 1, 2])) == (
        False,
        False,
        "won",
        [0, 0],
    )
    install(found(path, root, "each", "filter negated"), all_functions(), root)
    assert module.each([0, 1, 2]) == [0]


def test_watched_functions_tell_which_statements_ran(rules: tuple[Path, ModuleType]) -> None:
    path, module = rules
    reach = module.reach
    before = reach.__code__
    name = "games/chess/rules/moves.py"
    seen: set[tuple[str, int]] = set()
    with watched([path], seen.add, all_functions(), path.parents[3]):
        assert reach(2)
        assert seen == {(name, 7), (name, 8), (name, 9)}
        seen.clear()
        assert module.each([2]) == [4]
        assert seen == {(name, 18), (name, 19), (name, 21)}
    assert reach.__code__ is before


def test_caches_of_games_are_cleared(rules: tuple[Path, ModuleType]) -> None:
    path, module = rules
    root = path.parents[3]
    reach = lru_cache(module.reach)
    assert reach(2)
    install(found(path, root, "reach", "2 to 3"), all_functions(), root)
    assert reach(2), "as it is remembered"
    clear(all_caches())
    assert not reach(2)


def test_a_function_that_nothing_knows_is_an_error(rules: tuple[Path, ModuleType]) -> None:
    path, module = rules
    root = path.parents[3]
    del module.reach
    with pytest.raises(LookupError, match="no function reach"):
        install(found(path, root, "reach", "and to or"), all_functions(), root)


def test_a_constant_is_exchanged_where_it_was_imported(rules: tuple[Path, ModuleType]) -> None:
    path, module = rules
    root = path.parents[3]
    other = ModuleType("games.chess.other")
    other.PRICE = module.PRICE  # type: ignore[attr-defined]
    sys.modules["games.chess.other"] = other
    try:
        install(found(path, root, "PRICE", "5 to 6"), all_functions(), root)
        assert (module.PRICE, other.PRICE) == (6, 6)
    finally:
        del sys.modules["games.chess.other"]


def test_work_is_done_in_forks_and_one_that_dies_gives_nothing() -> None:
    here = os.getpid()

    def work(number: int) -> tuple[int, bool]:
        if number == 3:
            os._exit(1)
        return number * 2, os.getpid() == here

    assert forked(work, range(5)) == [(0, False), (2, False), (4, False), None, (8, False)]


def listed(root: Path, text: str) -> Path:
    folder = root / "tests" / "games" / "chess"
    folder.mkdir(parents=True)
    (folder / LIST).write_text(text)
    return root


ENTRY = """
[[mutant]]
file = "games/chess/rules/moves.py"
function = "reach"
text = "return steps < 3 and steps in (0, 2)"
change = "3 to 4"
"""


def test_equivalent_mutants_are_named_by_their_keys(rules: tuple[Path, ModuleType]) -> None:
    path, _ = rules
    root = listed(path.parents[3], ENTRY + 'reason = "3 is not in (0, 2)."\n')
    assert equivalents("chess", root) == {found(path, root, "reach", "3 to 4").key}
    assert equivalents("draughts", root) == set()


def test_an_equivalent_mutant_needs_a_reason(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no reason"):
        equivalents("chess", listed(tmp_path, ENTRY + 'reason = " "\n'))


def test_a_run_tells_what_no_marked_test_notices(tmp_path: Path) -> None:
    def write(name: str, text: str) -> None:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    for name in ("sources.py", "mutants.py", "rule_mutations.py"):
        write(f"tools/{name}", (ROOT / "tools" / name).read_text())
    write("games/chess/rulebook.toml", "")
    write("games/chess/rules/moves.py", "def reach(steps):\n    return 0 < steps < 3\n")
    write(
        "tests/games/chess/test_moves.py",
        "import pytest\n"
        "from games.chess.rules.moves import reach\n"
        "@pytest.mark.rules('CHS-1')\n"
        "def test_two_steps_are_enough():\n    assert reach(2) and not reach(3)\n"
        "def test_without_a_mark():\n    assert reach(1) and not reach(0)\n",
    )
    entry = '[[mutant]]\nfile = "games/chess/rules/moves.py"\nfunction = "reach"\n'
    entry += 'text = "return 0 < steps < 3"\nreason = "Nobody takes no step."\n'
    write(f"tests/games/chess/{LIST}", f'{entry}change = "0 to 1"\n{entry}change = "0 to 2"\n')
    done = subprocess.run(
        [sys.executable, "-m", "tools.rule_mutations", "chess"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert [line.strip() for line in done.stdout.splitlines()] == [
        f"{LIST}: nothing fits games/chess/rules/moves.py | reach | return 0 < steps < 3 | 0 to 2",
        "no marked test notices: games/chess/rules/moves.py:2 reach: < to <=",
        "return 0 < steps < 3",
        "chess: 3 of 4 mutants tried on 1 tests, 2 found, 2 listed as equivalent",
    ]

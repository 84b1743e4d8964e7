"""Checks that every rule of every game is proved by a test, and that no mark is mistaken.

A test proves rules by ``@pytest.mark.rules("AST-21")``, on a function, a class, a
parameter or a module, and a case of ``cases/*.toml`` by ``rules = "AST-21 AST-22"``. Marks may
also name worked examples of a game's canon (``W06``, ``W-06`` or ``T06``, or a part of one,
``W06a``); ``worked_examples.toml`` beside the tests of a game says which of them must be proved:
``required``, from the first to the last, but for those of ``later``.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from games.core.rulebook import Rulebook
from tools.sources import ROOT, games

EXAMPLE = re.compile(r"((?:T|W|W-|WE-)\d\d)[a-z]?")
NO_PROOF = frozenset({"skip", "xfail"})


@dataclass(frozen=True, slots=True)
class Mark:
    """One use of the ``rules`` mark. ``ids`` is ``None`` when it is not written out."""

    place: str
    ids: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Coverage:
    """What the tests of one game prove. ``faults`` are sentences; none means all is well."""

    game: str
    rules: int
    examples: int
    marks: int
    faults: tuple[str, ...]


def marks(source: str, name: str) -> Iterator[Mark]:
    """The ``rules`` marks of one test file that stand on something pytest runs."""
    tree = ast.parse(source, name)
    idle = {id(inner) for node in ast.walk(tree) if _is_idle(node) for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or id(node) in idle or _mark_name(node) != "rules":
            continue
        ids = tuple(
            argument.value
            for argument in node.args
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
        )
        written_out = len(ids) == len(node.args) and ids and not node.keywords
        yield Mark(f"{name}:{node.lineno}", ids if written_out else None)


def case_marks(source: str, name: str) -> Iterator[Mark]:
    """The ``rules`` of each case of a file of rule cases."""
    for case, said in tomllib.loads(source).items():
        if case not in ("defaults", "positions"):
            yield Mark(f"{name}: {case}", tuple(said.get("rules", "").split()) or None)


def _is_idle(node: ast.AST) -> bool:
    """Something with a mark that proves nothing: not collected, or not meant to pass."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        collected = node.name.startswith("Test" if isinstance(node, ast.ClassDef) else "test_")
        return not collected or any(
            _mark_name(decorator) in NO_PROOF for decorator in node.decorator_list
        )
    return False


def _mark_name(node: ast.expr) -> str:
    """``rules`` for ``pytest.mark.rules`` and ``pytest.mark.rules(...)``; else empty."""
    target = node.func if isinstance(node, ast.Call) else node
    if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Attribute):
        return target.attr if target.value.attr == "mark" else ""
    return ""


def required_examples(folder: Path) -> tuple[str, ...]:
    """``required`` of ``worked_examples.toml`` but for ``later``; none without the file."""
    listed = folder / "worked_examples.toml"
    if not listed.exists():
        return ()
    found = tomllib.loads(listed.read_text(encoding="utf-8"))
    first, last = found["required"]
    begin = first.rstrip("0123456789")
    numbers = range(int(first.removeprefix(begin)), int(last.removeprefix(begin)) + 1)
    named = (f"{begin}{number:02}" for number in numbers)
    return tuple(one for one in named if one not in found.get("later", ()))


def coverage(game: str, rules: tuple[str, ...], folder: Path) -> Coverage:
    """Compare the rules of a game with the marks of the tests in ``folder``."""
    found = [
        mark
        for read, names in ((marks, "test_*.py"), (case_marks, "cases/*.toml"))
        for path in sorted(folder.rglob(names))
        for mark in read(path.read_text(encoding="utf-8"), path.relative_to(folder).as_posix())
    ]
    proved: set[str] = set()
    faults: list[str] = []
    for mark in found:
        if mark.ids is None:
            faults.append(f"{mark.place}: write the IDs of the rules out")
            continue
        for named in mark.ids:
            example = EXAMPLE.fullmatch(named)
            if example is None and named not in rules:
                faults.append(f"{mark.place}: {named} is no rule of {game}")
            proved.add(named if example is None else example[1])
    examples = required_examples(folder)
    faults += [f"{rule} has no test" for rule in rules if rule not in proved]
    faults += [f"worked example {one} has no test" for one in examples if one not in proved]
    return Coverage(game, len(rules), len(examples), len(found), tuple(faults))


def main() -> int:
    known = games()
    failed = not known
    print(f"Rule coverage: {len(known)} game(s)")
    for game in known:
        rules = tuple(rule.id for rule in Rulebook.of(f"games.{game}"))
        result = coverage(game, rules, ROOT / "tests" / "games" / game)
        print(
            f"  {game:24} {result.rules:4} rules {result.examples:4} worked examples "
            f"{result.marks:4} marks {len(result.faults):4} faults"
        )
        for fault in result.faults:
            print(f"    {fault}", file=sys.stderr)
        failed = failed or bool(result.faults)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

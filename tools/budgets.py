"""Compares the lines of each game, by subject, with its budget.

A subject is a folder of the game; its other modules are ``core``. Pictures count as ``renderer``.
The budgets stand in ``pyproject.toml``: a change that adds rules or features raises its rows, and
its message says why.
"""

from __future__ import annotations

import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

from tools.sources import ROOT, games, python_files

Lines: TypeAlias = Mapping[str, Mapping[str, int]]
"""Lines by game, then by subject."""
MARGIN = 1.1
"""How far lines may exceed their budget."""


def read_budgets(root: Path = ROOT) -> Lines:
    pyproject = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    found: Lines = pyproject["tool"]["starpost"]["budgets"]
    return found


def count_lines(names: Iterable[str], root: Path = ROOT) -> Lines:
    """Lines of Python of these games."""
    return {name: dict(_count_game(name, root)) for name in names}


def _count_game(name: str, root: Path) -> Counter[str]:
    found: Counter[str] = Counter()
    for path in python_files(f"games/{name}", root=root):
        _, _, *folders, _ = path.relative_to(root).parts
        found[folders[0] if folders else "core"] += _length(path)
    found["renderer"] = sum(map(_length, python_files(f"renderers/{name}", root=root)))
    return +found


def _length(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def find_faults(lines: Lines, budgets: Lines) -> Iterator[str]:
    """What exceeds its budget, has none, or has one and is not there."""
    for game in sorted({*lines, *budgets}):
        own, allowed = lines.get(game, {}), budgets.get(game, {})
        for subject in sorted({*own, *allowed}):
            count, most = own.get(subject, 0), allowed.get(subject)
            if most is None:
                yield f"{game}: {subject} has {count} lines and no budget"
            elif not count:
                yield f"{game}: {subject} has a budget and no lines"
            elif count > most * MARGIN:
                yield f"{game}: {subject} has {count} lines, more than 110 % of its {most}"


def main() -> int:
    lines, budgets = count_lines(games()), read_budgets()
    for game, subjects in lines.items():
        allowed = budgets.get(game, {})
        print(f"{game}: {sum(subjects.values())} lines, budget {sum(allowed.values())}")
        for subject, count in sorted(subjects.items(), key=lambda each: -each[1]):
            print(f"  {subject:12} {count:6} {allowed.get(subject, 0):6}")
    faults = list(find_faults(lines, budgets))
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

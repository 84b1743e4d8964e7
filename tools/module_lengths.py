"""Checks the sizes of modules and folders.

No module is longer than ``LIMIT`` lines, and no folder of ``bot/`` and ``games/`` holds more than
``FOLDER`` modules. In ``bot/`` and ``games/core`` a module of fewer than ``SMALL`` lines belongs to
the only one that imports it.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from tools.sources import PACKAGES, ROOT, module_name, python_files

LIMIT = 800
SMALL = 60
FOLDER = 12
SHOWN = 10
LARGER_FOLDER = 14
LARGER_FOLDERS = ("bot/store", "games/")
"""Folders that are one subject with more parts: what each database shares, what each game does."""


def lengths(files: Iterable[Path], root: Path = ROOT) -> dict[str, int]:
    """Lines by file, the longest first."""
    counted = {
        path.relative_to(root).as_posix(): len(path.read_text(encoding="utf-8").splitlines())
        for path in files
    }
    return dict(sorted(counted.items(), key=lambda item: (-item[1], item[0])))


def too_long(counted: Mapping[str, int]) -> list[str]:
    return [name for name, lines in counted.items() if lines > LIMIT]


def crowded(names: Iterable[str]) -> list[str]:
    """Folders with more modules than they may hold."""
    folders = Counter(
        name.rpartition("/")[0] for name in names if not name.endswith("/__init__.py")
    )
    return sorted(folder for folder, count in folders.items() if count > _most_in(folder))


def _most_in(folder: str) -> int:
    return LARGER_FOLDER if folder.startswith(LARGER_FOLDERS) else FOLDER


def too_small(files: Collection[Path], root: Path = ROOT) -> list[str]:
    """Small modules that only one other of these modules imports."""
    modules = {module_name(path, root): path for path in files}
    importers: dict[str, set[str]] = {name: set() for name in modules}
    for name, path in modules.items():
        for imported in _imports(path):
            if imported in importers:
                importers[imported].add(name)
    small = {name for name, lines in lengths(files, root).items() if lines < SMALL}
    return sorted(
        found
        for name, path in modules.items()
        if path.name != "__init__.py"
        and (found := path.relative_to(root).as_posix()) in small
        and len(importers[name]) == 1
    )


def _imports(path: Path) -> set[str]:
    """Whatever the module imports that may be a module."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found


def main() -> int:
    counted = lengths(python_files(*PACKAGES))
    ordered = sorted(counted.values())
    print(
        f"Module lengths: {len(ordered)} modules, {sum(ordered)} lines, "
        f"median {ordered[len(ordered) // 2]}, limit {LIMIT}"
    )
    for name, lines in list(counted.items())[:SHOWN]:
        print(f"  {lines:5} {name}")
    joined = python_files("bot", "games/core")
    faults = [
        f"{name} is longer than {LIMIT} lines: cut it by subject" for name in too_long(counted)
    ]
    faults += [
        f"{name} holds more than {_most_in(name)} modules: join some, or make a folder of a subject"
        for name in crowded(
            path.relative_to(ROOT).as_posix() for path in python_files("bot", "games")
        )
    ]
    faults += [
        f"{name} has fewer than {SMALL} lines and one importer: join the two"
        for name in too_small(joined)
    ]
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

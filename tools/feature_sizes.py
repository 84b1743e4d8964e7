"""Prints how many lines each feature of the bot has, with its tests.

A feature is a room of ``bot``: the folder of that name under ``bot/play`` and ``bot/chat``, else
the folder itself. A test module counts for the room with a module or folder of its name
(``test_undo_crash`` for ``history/undo``), else for the one that it imports most.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from tools.sources import ROOT, module_name, python_files

FLOORS = ("play", "chat")
EVERYWHERE = {"storage", "platform"}
"""Rooms that tests of others import as well."""
WHOLE = "(whole bot)"


def room(module: str) -> str:
    """``people`` for ``bot.chat.people.profile``."""
    _, *parts = module.split(".")
    if len(parts) > 2 and parts[0] in FLOORS:
        return parts[1]
    return parts[0] if len(parts) > 1 else "bot"


def room_of_test(stem: str, text: str, modules: Collection[str]) -> str:
    """``modules``  those of the bot"""
    named = {(each.rpartition(".")[2], room(each)) for each in modules}
    named |= {(each, each) for _, each in named}
    fitting = [each for each in named if f"test_{stem}_".startswith(f"test_{each[0]}_")]
    if fitting:
        return max(fitting, key=lambda each: (len(each[0]), each))[1]
    found = Counter(room(each) for each in _imported(text, modules))
    found = Counter({each: found[each] for each in found if each not in EVERYWHERE})
    return min(found, key=lambda each: (-found[each], each), default=WHOLE)


def _imported(text: str, modules: Collection[str]) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = (f"{node.module}.{alias.name}" for alias in node.names)
            found = {each if each in modules else node.module for each in names}
            yield from found & {*modules}


def sizes(
    code: Collection[Path], tests: Iterable[Path], root: Path = ROOT
) -> dict[str, tuple[int, int]]:
    """Lines of code and of tests by room, the largest first."""
    lines, tested = Counter[str](), Counter[str]()
    modules = {module_name(path, root) for path in code if path.name != "__init__.py"}
    for path in code:
        lines[room(module_name(path, root))] += _length(path)
    for path in tests:
        text = path.read_text(encoding="utf-8")
        tested[room_of_test(path.stem.removeprefix("test_"), text, modules)] += _length(path)
    rooms = sorted(lines | tested, key=lambda each: (-lines[each], each))
    return {each: (lines[each], tested[each]) for each in rooms}


def _length(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def main() -> int:
    folders = (f"tests/{each}" for each in (*FLOORS, "store", "playground"))
    found = sizes(python_files("bot"), python_files(*folders))
    found["all"] = (
        sum(code for code, _ in found.values()),
        sum(each for _, each in found.values()),
    )
    print(f"{'room':12} {'code':>6} {'tests':>6} {'ratio':>6}")
    for name, (code, tests) in found.items():
        print(f"{name:12} {code:6} {tests:6} {tests / code if code else 0:6.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

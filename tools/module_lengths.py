"""Reports how long the modules are; fails above the limit.

A module has one subject. Above 400 lines it needs a reason, above 500 it needs
to be cut.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from tools.sources import PACKAGES, ROOT, python_files

LIMIT = 500
SHOWN = 10


def lengths(files: Iterable[Path], root: Path = ROOT) -> dict[str, int]:
    """Lines by file, the longest first."""
    counted = {
        path.relative_to(root).as_posix(): len(path.read_text(encoding="utf-8").splitlines())
        for path in files
    }
    return dict(sorted(counted.items(), key=lambda item: (-item[1], item[0])))


def too_long(counted: Mapping[str, int]) -> list[str]:
    return [name for name, lines in counted.items() if lines > LIMIT]


def main() -> int:
    counted = lengths(python_files(*PACKAGES))
    ordered = sorted(counted.values())
    print(
        f"Module lengths: {len(ordered)} modules, {sum(ordered)} lines, "
        f"median {ordered[len(ordered) // 2]}, limit {LIMIT}"
    )
    for name, lines in list(counted.items())[:SHOWN]:
        print(f"  {lines:5} {name}")
    over = too_long(counted)
    for name in over:
        print(f"{name} is longer than {LIMIT} lines: cut it by subject", file=sys.stderr)
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())

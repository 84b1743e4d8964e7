"""The repository as the checks see it: its folders and modules."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("games", "renderers", "bot", "migrations", "bench", "tools", "tests")


def python_files(*packages: str, root: Path = ROOT) -> tuple[Path, ...]:
    return tuple(path for package in packages for path in sorted((root / package).rglob("*.py")))


def games(root: Path = ROOT) -> tuple[str, ...]:
    """The folders under ``games/`` that hold a game: those with a rulebook."""
    return tuple(sorted(path.parent.name for path in (root / "games").glob("*/rulebook.toml")))


def module_name(path: Path, root: Path = ROOT) -> str:
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

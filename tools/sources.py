"""The repository as the checks see it: its files, its modules and their imports."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("games", "renderers", "bot", "migrations", "bench", "tools", "tests")


@dataclass(frozen=True, slots=True)
class Import:
    """``importer`` (a module) imports ``imported`` (a module, full name) on line ``line``."""

    importer: str
    imported: str
    line: int

    def __str__(self) -> str:
        return f"{self.importer}:{self.line} imports {self.imported}"


def tracked_files(root: Path = ROOT) -> tuple[Path, ...]:
    """Every file that is, or is about to be, under version control."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],  # noqa: S607 - git as installed
        cwd=root,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    paths = (root / name for name in listed.split("\0") if name)
    return tuple(sorted(path for path in paths if path.is_file()))


def python_files(*packages: str, root: Path = ROOT) -> tuple[Path, ...]:
    return tuple(path for package in packages for path in sorted((root / package).rglob("*.py")))


def games(root: Path = ROOT) -> tuple[str, ...]:
    """The folders under ``games/`` that hold a game: those with a rulebook."""
    return tuple(sorted(path.parent.name for path in (root / "games").glob("*/rulebook.toml")))


def module_name(path: Path, root: Path = ROOT) -> str:
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path, root: Path = ROOT) -> Iterator[Import]:
    """Every import of a file, wherever it stands in it, ``import_module("...")`` included."""
    importer = module_name(path, root)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(importer, alias.name, node.lineno)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                found = inner if _is_module(inner, root) else node.module
                yield Import(importer, found, node.lineno)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
            name = node.args[0] if node.args else None
            if isinstance(name, ast.Constant) and isinstance(name.value, str):
                yield Import(importer, name.value, node.lineno)


def _is_module(name: str, root: Path) -> bool:
    place = root.joinpath(*name.split("."))
    return place.is_dir() or place.with_suffix(".py").is_file()

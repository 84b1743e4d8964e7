"""The arrows between packages that import-linter cannot draw without naming a game."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from tools.sources import ROOT, games, module_name, python_files

ONLY = {
    "sqlalchemy": ("bot.store", "migrations"),
    "alembic": ("bot.store", "migrations"),
    "discord": ("bot.chat", "bot.serving", "bot.playground"),
    "simcord": ("bot.playground",),
    "PIL": ("renderers.paint", "renderers.gif"),
}
"""Who may import a library, by its top name."""

DRAWS = "games.cli.draw"
"""The one module below ``renderers`` that looks them up, by name and only when it is asked to."""

SEEN_BY_RENDERERS = (
    *("view", "words", "names", "meta", "table", "tasks", "ground", "catalogue", "content"),
    "space",
)
"""A view may be built of types that the state shares because all may see them: what lies open on
the table and is under way, the kinds of things it is played with, and what these are called."""


@dataclass(frozen=True, slots=True)
class Import:
    """``importer`` (a module) imports ``imported`` (a module, full name) on line ``line``."""

    importer: str
    imported: str
    line: int

    def __str__(self) -> str:
        return f"{self.importer}:{self.line} imports {self.imported}"


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


def breach(found: Import, known: Sequence[str]) -> str:
    """Why this import is not allowed in ``games``, ``renderers``, ``bot`` or ``migrations``."""
    importer, imported = found.importer.split("."), found.imported.split(".")
    owners = ONLY.get(imported[0])
    if owners is not None and not any(within(found.importer, owner) for owner in owners):
        return f"{found}: only {', '.join(owners)} may"
    game = imported[1] if imported[0] == "games" and imported[1:2] and imported[1] in known else ""
    inside = importer[1] if len(importer) > 1 else ""
    if importer[0] == "games":
        if game and game != inside:
            return f"{found}: only a game itself may name it"
        if imported[0] == "bot" or (imported[0] == "renderers" and found.importer != DRAWS):
            return f"{found}: games stand below"
    elif game and importer[0] == "renderers":
        if game != inside:
            return f"{found}: only renderers.{game} may"
        if imported[2:3] == [] or imported[2] not in SEEN_BY_RENDERERS:
            return f"{found}: a renderer sees {', '.join(SEEN_BY_RENDERERS)} only"
    elif game:
        return f"{found}: the host knows no game by name"
    return ""


def within(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def test_every_import_follows_the_arrows() -> None:
    known = games()
    files = python_files("games", "renderers", "bot", "migrations")
    assert files
    breaches = [breach(found, known) for path in files for found in imports(path)]
    assert [sentence for sentence in breaches if sentence] == []


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("games.core.log.replay", "games.chess"),
        ("games.core.log.replay", "games.chess.board"),
        ("games.go.rules.capture", "games.chess.board"),
        ("games.__main__", "games.chess"),
        ("games.go.state", "PIL.Image"),
        ("games.go.state", "renderers"),
        ("games.cli.replay", "renderers"),
        ("games.cli.draw", "bot.play.storage.records"),
        ("renderers.chess", "games.chess.state"),
        ("renderers.chess", "games.chess"),
        ("renderers.chess", "games.go.view"),
        ("renderers.boards.squaremap", "games.chess.view"),
        ("renderers.chess", "PIL"),
        ("bot.play.match.submission", "games.chess.view"),
        ("bot.chat.command_tree", "games.chess"),
        ("bot.play.match.submission", "discord"),
        ("bot.storekeeper", "sqlalchemy"),
        ("bot.settings", "sqlalchemy.ext.asyncio"),
        ("bot.serving", "simcord"),
    ],
)
def test_an_import_against_the_arrows_is_noticed(importer: str, imported: str) -> None:
    assert breach(Import(importer, imported, 1), ("chess", "go"))


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("games.chess.rules.capture", "games.chess.board"),
        ("games.chess.state", "games.core.types"),
        ("games.__main__", "pathlib"),
        ("games.cli.draw", "renderers"),
        ("renderers.chess", "games.chess.view"),
        ("renderers.chess", "games.core.types"),
        ("renderers.paint", "PIL.Image"),
        ("renderers.gif", "PIL.Image"),
        ("bot.play.match.submission", "games.core.log.replay"),
        ("bot.play.match.submission", "games"),
        ("bot.store.tables", "sqlalchemy.orm"),
        ("bot.chat.match.panel", "discord.ui"),
        ("bot.playground.page", "simcord"),
    ],
)
def test_an_import_along_the_arrows_is_allowed(importer: str, imported: str) -> None:
    assert breach(Import(importer, imported, 1), ("chess", "go")) == ""


def test_imports_of_all_kinds_are_seen(tmp_path: Path) -> None:
    (tmp_path / "games" / "chess").mkdir(parents=True)
    (tmp_path / "games" / "chess" / "view.py").touch()
    source = tmp_path / "games" / "cli.py"
    source.write_text(
        "from games.chess import view\n"
        "from games.chess.view import View\n"
        "def draw():\n"
        "    import PIL.Image as image\n"
        "    importlib.import_module('renderers')\n"
        "    importlib.import_module(f'games.{name}')\n"
    )
    assert [str(found) for found in imports(source, tmp_path)] == [
        "games.cli:1 imports games.chess.view",
        "games.cli:2 imports games.chess.view",
        "games.cli:4 imports PIL.Image",
        "games.cli:5 imports renderers",
    ]

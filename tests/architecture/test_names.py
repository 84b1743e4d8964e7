"""Law 11: no shared file knows a game. And names come from the domain."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from tools.sources import ROOT, games, module_name, python_files

KNOWS_A_GAME = {"games/cli/matchfile.py": "shows the form of a match file by an example"}
"""Shared files that may name a game, each with its reason."""

EMPTY_WORDS = re.compile(
    r"(Manager|Helper|Processor|Util|Utils|Utility|Misc|Impl|Wrapper|Factory|Singleton)(?=[A-Z]|s?$)"
)
"""Words that say what a thing is made of and not what it is in the game."""

EMPTY_MODULES = frozenset({"util", "utils", "helper", "helpers", "misc", "common", "manager"})


def shared_files() -> tuple[Path, ...]:
    known = games()
    return tuple(
        path
        for path in python_files("games", "renderers", "bot", "migrations", "tools")
        if not any(
            module_name(path) == f"{package}.{game}"
            or module_name(path).startswith(f"{package}.{game}.")
            for package in ("games", "renderers")
            for game in known
        )
    )


def test_there_are_games_to_look_for() -> None:
    assert games()
    assert len(shared_files()) > len(games())


def test_no_shared_file_names_a_game() -> None:
    named = re.compile("|".join(re.escape(game) for game in games()), re.IGNORECASE)
    found = [
        f"{name}:{number}: {line.strip()}"
        for path in shared_files()
        if (name := path.relative_to(ROOT).as_posix()) not in KNOWS_A_GAME
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if named.search(line)
    ]
    assert found == []


def classes_and_modules() -> tuple[tuple[str, str], ...]:
    """(place, name) of every class, and of every module as its last part."""
    found = []
    for path in python_files("games", "renderers", "bot", "tools", "tests", "bench"):
        found.append((module_name(path), module_name(path).split(".")[-1]))
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found += [
            (f"{module_name(path)}:{node.lineno}", node.name)
            for node in ast.walk(tree)
            if isinstance(node, ast.ClassDef)
        ]
    return tuple(found)


def empty(name: str) -> bool:
    return name in EMPTY_MODULES or EMPTY_WORDS.search(name) is not None


def test_no_class_or_module_has_an_empty_name() -> None:
    assert [f"{place} {name}" for place, name in classes_and_modules() if empty(name)] == []


@pytest.mark.parametrize("name", ["MatchManager", "TurnHelpers", "UtilBox", "utils", "RowFactory"])
def test_an_empty_name_is_noticed(name: str) -> None:
    assert empty(name)


@pytest.mark.parametrize("name", ["Match", "Utility_Hex", "Manageress", "Options", "helperless"])
def test_a_name_of_the_domain_passes(name: str) -> None:
    assert not empty(name)


def floor(module: str) -> str:
    """The part of the bot in which a module's name stands for one thing."""
    parts = module.split(".")
    return ".".join(parts[: 3 if parts[1:2] == ["store"] and len(parts) > 3 else 2])


def repeated(modules: Iterable[str]) -> list[str]:
    """The modules whose names stand for another module of their floor as well."""
    by_name: dict[tuple[str, str], list[str]] = {}
    for module in modules:
        by_name.setdefault((floor(module), module.rpartition(".")[2]), []).append(module)
    return sorted(module for each in by_name.values() if len(each) > 1 for module in each)


def test_a_module_name_of_the_bot_stands_for_one_thing_on_its_floor() -> None:
    files = (path for path in python_files("bot") if path.name != "__init__.py")
    assert repeated(map(module_name, files)) == []


def test_a_name_may_stand_for_the_same_thing_on_two_floors() -> None:
    assert repeated(["bot.chat.history.forks", "bot.play.history.forks"]) == []
    assert repeated(["bot.store.sqlite.faults", "bot.store.postgres.faults"]) == []


def test_a_name_that_stands_twice_on_a_floor_is_noticed() -> None:
    modules = ["bot.play.match.views", "bot.play.referee.views"]
    assert repeated(modules) == modules

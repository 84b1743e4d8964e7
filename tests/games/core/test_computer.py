"""Levels of computer players are data, and plans are compared by them."""

from __future__ import annotations

import ast
import random
from pathlib import Path
from typing import NamedTuple, get_args

import pytest

import games
from games.core.computer import Judgement, Level, Suggestion, rank_choices
from games.core.contract import AnyGame
from games.core.questions import Choice, Question

FOLDERS = sorted(Path(games.__file__).parent.glob("*/computer"))


class Way(NamedTuple):
    name: str
    score: float


def test_what_a_choice_may_lead_to_is_told_as_that() -> None:
    choices = tuple(Choice(key, key.upper(), "") for key in ("a", "b", "c"))
    useful = Suggestion("a", "a flies", "it is free", ("A FLIES",))
    vague = Suggestion("b", "b fires", "it is near", ("B FIRES",))
    idle: Suggestion[str] = Suggestion("c", "", "it sleeps")
    found = rank_choices(Question("Who?", choices), (useful, vague, idle), str, 1)
    assert [choice.label for choice in found.choices] == ["a flies", "A", "B", "C"]
    assert [choice.detail for choice in found.choices][1:] == [
        "",
        "best: b fires: it is near",
        "it sleeps",
    ]


WAYS = [Way("poor", 1.0), Way("good", 3.0), Way("fair", 2.0)]


def ranked(judgement: Judgement, seed: int = 1) -> str:
    trap = {"good": -1.0, "fair": 2.0, "poor": 9.0}
    found = judgement.ranked(WAYS, random.Random(seed), lambda way: trap[way.name])
    return " ".join(way.name for way in found)


def test_plans_are_ranked_by_their_score() -> None:
    assert ranked(Judgement()) == "good fair poor"


def test_only_the_best_plans_are_looked_at_again() -> None:
    assert ranked(Judgement(closer=2)) == "fair good poor"
    assert ranked(Judgement(closer=3)) == "poor fair good"


def test_noise_underrates_plans_up_to_its_share() -> None:
    slight = {ranked(Judgement(noise=0.3), seed) for seed in range(50)}
    assert slight == {"good fair poor"}
    first = {ranked(Judgement(noise=0.6), seed).split()[0] for seed in range(50)}
    assert first == {"good", "fair"}


@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: game.meta.id)
def test_levels_stand_from_the_weakest_to_the_strongest(game: AnyGame) -> None:
    assert game.computer is not None
    levels = game.computer.levels
    assert levels == tuple(level for level in get_args(Level) if level in levels) != ()


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_no_code_asks_for_the_name_of_a_level(folder: Path) -> None:
    """They stand in one table of skills and nowhere else."""
    tables, named = 0, 0
    for path in folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Dict):
                tables += any(_is_level(key) for key in node.keys)
                named -= sum(_is_level(key) for key in node.keys)
            named += _is_level(node)
    assert (tables, named) == (1, 0)


def _is_level(node: ast.AST | None) -> bool:
    return isinstance(node, ast.Constant) and node.value in get_args(Level)

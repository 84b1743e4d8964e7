"""The questions of a match that is played in the tests."""

from __future__ import annotations

from functools import partial
from typing import Any

from games.core.notation import Request as AskedOf
from games.core.questions import Question
from games.core.questions.tree import Tree
from games.cosmic_conflict.moves import NOTATION
from games.cosmic_conflict.notation import Answer
from games.cosmic_conflict.options import questions
from games.cosmic_conflict.view import Request
from tests.games.cosmic_conflict.activations import Pair, acting
from tests.games.cosmic_conflict.matches import Match


def alone(first: Pair, *others: Pair, terrain: Any = ()) -> Match:
    """The first unit has been activated, the others before it."""
    id = first[0].id
    return acting(first, *others, terrain=terrain, only=id).play(f"ACTIVATE {id}")


def asked(match: Match, kind: str = "", side: int = 0) -> Request:
    """The first open decision, of a kind and of a side if they are given."""
    decision = next(
        each
        for each in match.open
        if (each.kind == kind or not kind) and side in (0, each.seat + 1)
    )
    return AskedOf(match.view(decision.seat + 1), decision)


def tree(given: Request) -> Tree[Answer]:
    return Tree(questions(given), partial(NOTATION.refusal, given), NOTATION.write)


def question(match: Match, *path: str, kind: str = "", side: int = 0) -> Question:
    found = tree(asked(match, kind, side)).question(path)
    assert isinstance(found, Question)
    return found


def labels(match: Match, *path: str, side: int = 0) -> list[str]:
    return [choice.label for choice in question(match, *path, side=side).choices]


def keys(match: Match, *path: str, side: int = 0) -> list[str]:
    return [choice.key for choice in question(match, *path, side=side).choices]


def details(match: Match, *path: str, side: int = 0) -> dict[str, str]:
    """By key."""
    choices = question(match, *path, side=side).choices
    return {choice.key: choice.detail for choice in choices}

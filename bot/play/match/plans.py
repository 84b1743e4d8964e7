"""Plans: moves of one seat that are put together, changed, and confirmed as one.

A plan is the texts of its moves, which the page carries. Each is chosen on the board as the moves
before it would leave it; what dice may change, nobody can know before.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from bot.play.match.questions import TreeNode, build_node, own_decision
from bot.play.match.views import MatchView
from bot.play.refusals import NotNow
from games.core.computer import numbered_moves
from games.core.overlay import Overlay
from games.core.questions import Sketch
from games.core.types import Decision, Unreadable

PLAN, ADD, DROP = "-", "-a", "-x"
"""Second keys of a path: what follows comes behind the plan; what follows joins it; its last move
is taken out."""
LONGEST = 1500
"""Characters of a plan that a page has room for."""


async def suggested_texts(match_view: MatchView, key: str, number: str) -> list[str]:
    """The moves of what is suggested under a number such as ``w1``."""
    decision, game = own_decision(match_view, key), match_view.game
    if game.computer is None:
        return []
    found = await asyncio.to_thread(game.computer.suggest, match_view.view, decision)
    return [game.write(move) for move in numbered_moves(found, number)]


async def load_node(
    match_view: MatchView, key: str, texts: Sequence[str], keys: Sequence[str]
) -> TreeNode:
    """The question, or the move, at ``keys`` behind the moves of a plan. Raises a ``Refusal``:
    the plan may have become impossible."""
    decision = own_decision(match_view, key)
    return await asyncio.to_thread(_build_node, match_view, decision, tuple(texts), tuple(keys))


def _build_node(
    match_view: MatchView, decision: Decision, texts: tuple[str, ...], keys: tuple[str, ...]
) -> TreeNode:
    if not texts:
        return build_node(match_view, decision, keys)
    if len("\n".join(texts)) > LONGEST:
        raise NotNow("This plan is full.", instead="Confirm it, and go on with another.")
    view, asked, sketches = match_view.view, decision, list[Sketch]()
    game = match_view.game
    for number, text in enumerate(texts, 1):
        move = game.read(view, asked, text)
        game.options(view, asked).check(move)
        sketches.append(partial(_draw, partial(game.sketch, view, asked, move), number))
        followed = game.follow(view, asked, move)
        if followed is None:
            raise Unreadable(f"Nothing can be planned after {text}.")
        view, asked = followed
    node = build_node(replace(match_view, view=view), asked, keys)
    path = (decision.key, PLAN, *keys)
    if node.question is None or node.stands:
        sketches.append(partial(_draw, node.sketch, len(sketches) + 1))
        return replace(node, path=path, plan=texts, sketch=partial(_join, sketches))
    ground = partial(_join, [partial(_faded, sketches), node.question.ground or Overlay])
    question = replace(node.question, ground=ground) if not keys else node.question
    return replace(node, path=path, plan=texts, question=question)


def _draw(sketch: Sketch, number: int) -> Overlay[Any]:
    """The sketch of a move with its number in the plan."""
    drawn = sketch()
    return replace(drawn, parts=tuple(replace(part, number=number) for part in drawn.parts))


def _faded(sketches: Sequence[Sketch]) -> Overlay[Any]:
    """The sketches without numbers, which would be taken for those of choices."""
    drawn = _join(sketches)
    return replace(drawn, parts=tuple(replace(part, number=0) for part in drawn.parts))


def _join(sketches: Sequence[Sketch]) -> Overlay[Any]:
    drawn = [sketch() for sketch in sketches]
    return Overlay(
        tuple(part for each in drawn for part in each.parts),
        tuple(place for each in drawn for place in each.focus),
    )

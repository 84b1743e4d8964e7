"""Trees of questions as people walk them, and the tree of their moves.

The first question of a turn offers whole moves before its choices, as far as the match has
agreed on hints.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from bot.play.match.views import MatchView
from bot.play.refusals import check_running
from bot.play.storage.records import Hints
from games.core import questions
from games.core.computer import rank_choices
from games.core.overlay import Overlay
from games.core.questions import Choice, Options, Question, Sketch
from games.core.types import DECIDED, NOT_YOUR_TURN, Decision, NotYourDecision

MOST_WHOLE = 3
"""Whole moves that are offered at once."""


@dataclass(frozen=True, slots=True)
class TreeNode:
    """One node: the question after the choices with the keys ``path``, or what they amount to.

    ``question``  ``None`` once all is chosen
    ``decision``  what a move answers that is chosen here
    ``text``      the text form of what was chosen, and ``does`` what that does, in words
    ``told``      what is worth knowing before confirming it, a sentence each
    ``preview``   what the board would show with it; ``None`` where that could tell a secret. Of a
                  question the view it is asked about, where that is not the match's own
    ``sketch``    what is drawn over the preview of a move
    ``chosen``    the last choice of a move; ``None`` at its start, and for a typed one
    ``near``      what could be chosen in its place, such as a place beside it
    ``stands``    the key of the choice that leaves it at what was chosen so far, which the other
                  fields are about
    ``plan``      the moves that are planned before it
    ``goes_on``   whether a plan could go on behind the move
    """

    match_view: MatchView
    path: tuple[str, ...]
    question: Question | None
    decision: Decision | None = None
    text: str = ""
    told: tuple[str, ...] = ()
    preview: Any = None
    chosen: Choice | None = None
    near: tuple[Choice, ...] = ()
    sketch: Sketch = Overlay
    stands: str = ""
    plan: tuple[str, ...] = ()
    goes_on: bool = False
    does: str = ""


async def load_node(match_view: MatchView, path: tuple[str, ...]) -> TreeNode:
    """The tree of moves at ``path``, whose first key is that of a decision of this person.

    Raises a ``Refusal``: not seated, not their decision, or a path that is no longer (or never
    was) one of the tree.
    """
    decision = own_decision(match_view, path[0] if path else None)
    # On a large board questions take some tens of milliseconds: the others do not wait.
    return await asyncio.to_thread(build_node, match_view, decision, path[1:])


async def read_move(match_view: MatchView, key: str | None, text: str) -> TreeNode:
    """What a typed move would do, and its path in the tree. Raises a ``Refusal``."""
    decision = own_decision(match_view, key)
    return await asyncio.to_thread(_read_node, match_view, decision, text)


def own_decision(match_view: MatchView, key: str | None) -> Decision:
    """The decision ``key``, by default the first of this person. Raises a ``Refusal``."""
    check_running(match_view.match)
    match_view.own_seat()
    for decision in match_view.mine:
        if key is None or decision.key == key:
            return decision
    if key is None:
        raise NotYourDecision(NOT_YOUR_TURN)
    raise NotYourDecision(DECIDED)


def find_path(options: Options[Any], chosen: Any, text: str) -> tuple[str, ...]:
    """The keys that lead to what was typed. Raises a ``Refusal`` where it is not an option."""
    if refusal := options.refusal(chosen):
        raise refusal
    return questions.path_of(options, chosen, text)


def build_node(match_view: MatchView, decision: Decision, path: tuple[str, ...]) -> TreeNode:
    """The tree of the moves of ``decision``, after the choices ``path``."""
    options = match_view.game.options(match_view.view, decision)
    found, before = options.question(path), _question_before(options, path)
    chosen = before.choice(path[-1]) if before else None
    if isinstance(found, Question):
        asked = found if match_view.hints is Hints.OFF else found.advised()
        if not path and match_view.hints is not Hints.OFF:
            asked = _with_whole_moves(match_view, decision, asked)
        node = TreeNode(match_view, (decision.key, *path), asked, decision, chosen=chosen)
        return _with_what_stands(node, options)
    return _final_node(match_view, decision, options, path, found, chosen)


def _with_whole_moves(match_view: MatchView, decision: Decision, asked: Question) -> Question:
    """The first question in the order of what the choices are good for, with whole moves."""
    game = match_view.game
    if game.computer is None:
        return asked
    found = game.computer.suggest(match_view.view, decision)
    most = MOST_WHOLE if match_view.hints is Hints.FULL else 0
    return rank_choices(asked, found, game.write, most) if found else asked


def _with_what_stands(node: TreeNode, options: Options[Any]) -> TreeNode:
    """A question that adds to what was chosen so far, with what that amounts to."""
    asked = node.question
    stands = next((each for each in asked.choices if each.stands), None) if asked else None
    if asked is None or stands is None or node.decision is None:
        return node
    path = (*node.path[1:], stands.key)
    final = _final_node(node.match_view, node.decision, options, path, options.question(path))
    more = tuple(each for each in asked.choices if each is not stands)
    question = replace(asked, choices=more) if more else None
    return replace(final, path=node.path, question=question, chosen=stands, stands=stands.key)


def _question_before(options: Options[Any], path: tuple[str, ...]) -> Question | None:
    """The question that the last key answers."""
    before = options.question(path[:-1]) if path else None
    return before if isinstance(before, Question) else None


def _read_node(match_view: MatchView, decision: Decision, text: str) -> TreeNode:
    move = match_view.game.read(match_view.view, decision, text)
    options = match_view.game.options(match_view.view, decision)
    path = find_path(options, move, match_view.game.write(move))
    return _final_node(match_view, decision, options, path, move)


def _final_node(
    match_view: MatchView,
    decision: Decision,
    options: Options[Any],
    path: tuple[str, ...],
    move: Any,
    chosen: Choice | None = None,
) -> TreeNode:
    game, before = match_view.game, _question_before(options, path)
    return TreeNode(
        match_view,
        (decision.key, *path),
        None,
        decision,
        game.write(move),
        game.words.consider(match_view.view, decision, move),
        game.preview(match_view.view, decision, move),
        chosen,
        before.near(move) if before else (),
        partial(game.sketch, match_view.view, decision, move),
        goes_on=game.follow(match_view.view, decision, move) is not None,
        does=game.foretell(match_view.view, decision, move),
    )

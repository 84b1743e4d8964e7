"""Reads moves, with a legal one as the example in refusals of other texts."""

from __future__ import annotations

from games.astral_sailors import subjects
from games.astral_sailors.moves import NOTATION
from games.astral_sailors.options import options_for
from games.astral_sailors.tasks import Move
from games.astral_sailors.view import SailorsView
from games.core.notation import Asked
from games.core.questions import Question
from games.core.types import Decision, Refusal

_NOT_LIGHTLY = ("LEAVE",)
"""Moves that are never offered as examples, because they end things."""


def read(view: SailorsView, decision: Decision, text: str) -> Move:
    """Parse a move, or raise ``Unreadable``. Legality is checked elsewhere: an attack typed in
    another player's turn is read, and then refused by a rule."""
    return NOTATION.read(Asked(view, decision), text, lambda: example(view, decision))


def example(view: SailorsView, decision: Decision) -> str:
    """The first legal move, or else one of the right form."""
    return _first(view, decision) or subjects.example(view, decision)


def _first(view: SailorsView, decision: Decision) -> str:
    text = ""
    path: tuple[str, ...] = ()
    try:
        options = options_for(view, decision)
        while isinstance(question := options.question(path), Question):
            fitting = (each for each in question.choices if not each.text.startswith(_NOT_LIGHTLY))
            choice = next(fitting, None)
            if choice is None:
                return ""
            text, path = choice.text, (*path, choice.key)
    except Refusal:
        return ""
    return text

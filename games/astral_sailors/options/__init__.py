"""Options: the one source of legality of Astral Sailors."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from games.astral_sailors import agenda
from games.astral_sailors.agenda import NOTATION
from games.astral_sailors.options.answers import AnswerTree
from games.astral_sailors.options.army import ArmyTree, OfferTree
from games.astral_sailors.options.legality import refusal
from games.astral_sailors.options.placing import PlacingTree
from games.astral_sailors.options.turns import TurnTree
from games.astral_sailors.rules.turns import turns
from games.astral_sailors.tasks import Move
from games.astral_sailors.view import SailorsView
from games.core.notation import Request
from games.core.questions import Question
from games.core.questions.tree import Ask, Tree
from games.core.types import Decision, Refusal, Unreadable

SURE = ("army", "scenery", "deploy", "reinforce", "activate", "reroll", "pay")
"""Kinds of decisions whose offered answers are all legal."""


def options_for(view: SailorsView, decision: Decision) -> Tree[Move]:
    """The options of an open decision."""
    return Tree(
        _root(view, decision),
        partial(refusal, view, decision),
        NOTATION.write,
        quick=NOTATION.quick,
        sift=decision.kind not in SURE,
        read=partial(read, view, decision),
    )


def _root(view: SailorsView, decision: Decision) -> Ask[Move]:
    match decision.kind:
        case "army":
            return ArmyTree(view, decision).root()
        case "scenery" | "deploy" | "reinforce":
            return PlacingTree(view, decision).root()
        case "activate":
            return TurnTree(view, decision).root(partial(read, view, decision))
        case "react" | "reroll" | "pay":
            return AnswerTree(view, decision).root()
        case _:
            return OfferTree(view, decision).root()


def read(view: SailorsView, decision: Decision, text: str) -> Move:
    """Parse a move, or raise ``Unreadable``. Legality is checked elsewhere: an attack typed in
    another player's turn is read, and then refused by a rule. Of a unit that cannot act whatever
    is written, that is what is wrong first."""
    try:
        return NOTATION.read(Request(view, decision), text, partial(example, view, decision))
    except Unreadable:
        code = text.upper().split(maxsplit=1)[0] if text.strip() else ""
        own = decision.kind == "activate" and code in view.table.units
        if wrong := turns.unready(view.table, code) if own else None:
            raise wrong from None
        raise


def example(view: SailorsView, decision: Decision) -> str:
    """The first legal move, or else one of the right form; never to leave, unless nothing else is
    offered."""
    options, path, text = options_for(view, decision), tuple[str, ...](), ""
    with suppress(Refusal):
        while isinstance(question := options.question(path), Question):
            fitting = (each for each in question.choices if each.text != "LEAVE")
            if (choice := next(fitting, None)) is None:
                return agenda.example(decision)
            text, path = choice.text, (*path, choice.key)
        return text
    return agenda.example(decision)

"""The moves of Astralis in one table: how they are written, refused and carried out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from games.astralis.board import name, names
from games.astralis.moves import (
    AnswerScore,
    AskScore,
    Move,
    Place,
    Swap,
    Turn,
    refusals,
    transitions,
)
from games.astralis.rules.ending import STALL_CLAIM
from games.astralis.rules.setup import starts
from games.astralis.view import Request
from games.core.geometry.hexes import spelling
from games.core.notation import Notation, Value, Verb
from games.core.types import Forbidden, Unreadable


def example(request: Request) -> str:
    """What to write instead of an unreadable text."""
    view = request.view
    match request.decision.kind:
        case "place":
            example = names(starts(view.board, view.to_move))[-1]
            return f"Write the hex for your {view.mover}, for example: {example}."
        case "turn":
            return view.turn_help.format(start=start(request))
        case "settle":
            return "You can write settle to ask to score the match as it stands."
        case _:
            return "Write agree or decline."


def start(request: Request) -> str:
    """The hex of the ship to move, or an example of one."""
    ship = request.view.ships[request.view.to_move]
    return "A4" if ship is None else name(ship)


def _hex(request: Request, text: str) -> str:
    if (found := spelling(text)) is not None:
        return found
    instead = example(request)
    if not text:
        raise Unreadable("A hex is missing.", instead=instead)
    shown = text if len(text) <= 12 else f"{text[:12]}…"
    letter_o = spelling(f"o{text[1:]}") if text[0] == "0" else None
    if letter_o is not None:
        instead = f"A hex begins with a letter: did you mean {letter_o}, with the letter O?"
    raise Unreadable(f"“{shown}” is not a hex.", instead=instead)


def _to(request: Request, text: str) -> str:
    """A destination, or a word that is no turn."""
    if text == "PASS":
        view = request.view
        sentence = f"You must move your {view.mover} if it can move."
        instead = f"You do not have to plant a {view.piece}."
        raise Forbidden(view.rule("AST-19"), sentence, instead=instead, code="E15")
    if text == "SETTLE":
        if request.view.quiet < STALL_CLAIM:
            raise refusals.too_early(request.view)
        raise Unreadable("You have already asked to settle.", instead="It is your turn to move.")
    return _hex(request, text)


def from_ship(request: Request, values: dict[str, Any]) -> Mapping[str, Any]:
    return {"origin": start(request), **values}


def _answer(request: Request, text: str) -> bool:
    if text not in ("AGREE", "DECLINE"):
        raise Unreadable("That does not answer the request to settle.", instead=example(request))
    return text == "AGREE"


HEX = Value("a hex", _hex, extent=".*")
FROM = Value("a hex", _hex, extent="[^+]*")
TO = Value("a hex", _to, extent="[^-+]*")
ANSWER = Value("an answer", _answer, lambda agree: "agree" if agree else "decline", ".*")

VERBS: tuple[Verb[Request, Any, Any, Any], ...] = (
    Verb(
        Place,
        ("place",),
        (),
        refusals.place,
        lambda state, decision, move: transitions.place(state, move.hex),
        {"hex": HEX},
        short=("{hex}",),
    ),
    Verb(
        Turn,
        ("turn",),
        (),
        refusals.turn,
        lambda state, decision, turn, at=None: transitions.take_turn(state, turn, at),
        {"origin": FROM, "to": TO, "plant": HEX},
        short=("[{origin}-]{to}[+{plant}]",),
        fill=from_ship,
    ),
    Verb(
        Swap,
        ("turn",),
        (),
        refusals.swap,
        lambda state, decision, move: transitions.swap(state),
        short=("swap",),
    ),
    Verb(AskScore, ("settle",), (), refusals.ask, transitions.ask_score, short=("settle",)),
    Verb(
        AnswerScore,
        ("settle-answer",),
        (),
        refusals.answer,
        transitions.answer_score,
        {"agree": ANSWER},
        short=("{agree}",),
    ),
)


def notation(
    verbs: Iterable[Verb[Request, Any, Any, Any]] = VERBS,
    example: Callable[[Request], str] = example,
) -> Notation[Request, Move]:
    """The moves of these verbs, in any order."""
    return Notation(verbs, example, elsewhere=refusals.elsewhere)

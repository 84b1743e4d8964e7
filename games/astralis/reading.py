"""Parser of moves; legality is checked elsewhere."""

from __future__ import annotations

import re

from games.astralis.board import name, names
from games.astralis.moves import AnswerScore, AskScore, Move, Place, Swap, Turn
from games.astralis.refusals import too_early
from games.astralis.rules.ending import STALL_CLAIM
from games.astralis.rules.setup import starts
from games.astralis.view import AstralisView
from games.core.decisions import Decision
from games.core.geometry.hexes import spelling
from games.core.refusals import Forbidden, Unreadable

_BLANKS = re.compile(r"\s+")
_DASHES = str.maketrans("–—−", "---")


def read(view: AstralisView, decision: Decision, text: str) -> Move:
    """Parse a move; raise ``Unreadable``, or ``Forbidden`` for a pass.

    Case, blanks and leading zeros do not matter, nor does the kind of dash.
    """
    tidy = _BLANKS.sub("", text).translate(_DASHES).casefold()
    if decision.kind == "place":
        example = names(starts(view.board, view.to_move))[-1]
        return Place(_hex(tidy, f"Write the hex for your ship, for example: {example}."))
    if decision.kind == "turn":
        return _turn(view, tidy)
    if decision.kind == "settle":
        if tidy == "settle":
            return AskScore()
        instead = "You can write settle to ask to score the match as it stands."
        raise Unreadable("It is not your turn to move.", instead=instead)
    if tidy in ("agree", "decline"):
        return AnswerScore(tidy == "agree")
    raise Unreadable(
        "That does not answer the request to settle.", instead="Write agree or decline."
    )


def _turn(view: AstralisView, tidy: str) -> Move:
    """``[FROM-]TO[+PLANT]``, or one of the words."""
    if tidy == "swap":
        return Swap()
    if tidy == "pass":
        sentence = "You must move your ship if it can move."
        raise Forbidden(
            "AST-19", sentence, instead="You do not have to plant a planet.", code="E15"
        )
    if tidy == "settle":
        if view.quiet < STALL_CLAIM:
            raise too_early(view)
        raise Unreadable("You have already asked to settle.", instead="It is your turn to move.")
    ship = view.ships[view.to_move]
    start = "A4" if ship is None else name(ship)
    instead = (
        f"Write {start}-TO+PLANT, with a hex such as E7 for TO and for PLANT. "
        f"You may leave out {start}- and +PLANT."
    )
    flight, plus, plant = tidy.partition("+")
    origin, dash, to = flight.rpartition("-")
    return Turn(
        origin=_hex(origin, instead) if dash else start,
        to=_hex(to, instead),
        plant=_hex(plant, instead) if plus else None,
    )


def _hex(tidy: str, instead: str) -> str:
    found = spelling(tidy)
    if found is not None:
        return found
    if not tidy:
        raise Unreadable("A hex is missing.", instead=instead)
    shown = tidy.upper() if len(tidy) <= 12 else f"{tidy[:12].upper()}…"
    letter_o = spelling(f"o{tidy[1:]}") if tidy[0] == "0" else None
    if letter_o is not None:
        instead = f"A hex begins with a letter: did you mean {letter_o}, with the letter O?"
    raise Unreadable(f"“{shown}” is not a hex.", instead=instead)

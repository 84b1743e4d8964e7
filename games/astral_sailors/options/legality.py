"""The legality check of moves, with refusals; the base of the option trees."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from dataclasses import dataclass

from games.astral_sailors.agenda import NOTATION, example
from games.astral_sailors.names import seat_name
from games.astral_sailors.notation import units_named
from games.astral_sailors.rules.any_time import Done
from games.astral_sailors.rules.turns import turns
from games.astral_sailors.table import Table
from games.astral_sailors.tasks import NOBODY, Move
from games.astral_sailors.view import SailorsView
from games.core.notation import Request
from games.core.types import Decision, Forbidden, OutOfPlace

WANTED: Mapping[str, tuple[str, str]] = {
    "bellicose": ("ASCW-D65", "Each team is choosing whether to fight as Bellicose Hedonists."),
    "army": ("ASCW-07", "Armies are being built now."),
    "army-open": ("ASCW-D54", "Your army is locked; you can only unlock it."),
    "target": ("ASCW-119", "Your team must name the target of its Manhunt now."),
    "scenery": ("ASCW-21", "Scenery is being placed now."),
    "deploy": ("ASCW-36", "Armies are being deployed now."),
    "activate": ("ASCW-48", "Units are being activated now."),
    "react": ("ASCW-D21", "You must react to an attack now."),
    "reroll": ("ASCW-D26", "You must choose which dice to re-roll now."),
    "pay": ("ASCW-91", "You must choose how many wounds to pay off now."),
    "reinforce": ("ASCW-54", "Reinforcements are being brought in now."),
    "talk": ("ASCW-D59", "It is not your turn; you can only leave."),
}
"""The rule, and a sentence, for a move of a kind that the decision does not want."""


LONGEST = 400
"""Characters of a refusal; lists of codes in a big army can be longer."""


def refusal(view: SailorsView, decision: Decision, move: Move) -> Forbidden | None:
    """Why ``move`` cannot answer ``decision``, or ``None`` when it can."""
    found = _refusal(view, decision, move)
    return found if found is None or len(str(found)) <= LONGEST else _shortened(found)


def _shortened(refused: Forbidden) -> Forbidden:
    """Shorten the advice first, then the sentence, at word boundaries."""
    sentence = textwrap.shorten(refused.sentence, LONGEST, placeholder=" …")
    left = LONGEST - len(sentence) - 1
    instead = textwrap.shorten(refused.instead, left, placeholder=" …") if left > 20 else ""
    return refused.retold(sentence, instead=instead)


def _refusal(view: SailorsView, decision: Decision, move: Move) -> Forbidden | None:
    table = view.table
    if decision.kind not in NOTATION.verb(move, decision.kind).kinds:
        return _out_of_place(table, decision, move)
    unknown = next((code for code in units_named(move) if code not in table.units), "")
    if not unknown:
        return NOTATION.refusal(Request(view, decision), move)
    units = table.on_board()
    known = [unit.code for unit in units if unit.code[0] == unknown[0]] or [u.code for u in units]
    rule, can = WANTED[decision.kind][0], f"On the board: {', '.join(known)}." if known else ""
    return Forbidden(rule, f"There is no unit {unknown}.", instead=can, code="UNKNOWN_UNIT")


def _out_of_place(table: Table, decision: Decision, move: Move) -> Forbidden:
    """Refuse a move that does not fit the decision."""
    seat, kinds = table.turn.seat, NOTATION.verb(move).kinds
    if seat != NOBODY and turns.KINDS.get(table.phase) in kinds and not isinstance(move, Done):
        if table.controller(seat) != decision.seat:
            why = f"It is {seat_name(seat)}'s turn, not yours."
            return Forbidden("ASCW-06", why, code="NOT_YOUR_TURN")
        if table.attack is not None:
            why = "An attack must be answered before the turn goes on."
            return Forbidden("ASCW-D21", why, code="OPEN_REACTION")
    rule, why = WANTED[decision.kind]
    can = f"For example: {example(decision)}."
    return OutOfPlace(rule, why, instead=can, code="NO_QUESTION")


# --- The base of the trees ---


@dataclass(frozen=True)
class Gated:
    """Base class whose trees check doubtful choices for legality."""

    view: SailorsView
    decision: Decision

    @property
    def table(self) -> Table:
        return self.view.table

    def legal(self, move: Move) -> bool:
        return refusal(self.view, self.decision, move) is None

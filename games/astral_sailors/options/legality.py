"""The legality check of moves, with refusals; the base of the option trees."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from dataclasses import dataclass

from games.astral_sailors.agenda import NOTATION
from games.astral_sailors.names import seat_name
from games.astral_sailors.notation import units_named
from games.astral_sailors.rules import subjects
from games.astral_sailors.rules.any_time import Done
from games.astral_sailors.rules.turns import turns
from games.astral_sailors.table import Table
from games.astral_sailors.tasks import Move
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

PHASES: Mapping[str, str] = {
    "bellicose": "bellicose",
    **{kind: phase for phase, kind in turns.KINDS.items()},
}
"""The phase in which a kind of decision is asked, where there is only one."""


LONGEST = 400
"""Characters of a refusal; lists of codes in a big army can be longer."""

ATTACK_FIRST = "An attack must be answered before the turn goes on."


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
    if decision.kind not in WANTED or not 0 <= decision.seat < len(view.table.players):
        return Forbidden("ASCW-06", "That question is not open.", code="NO_QUESTION")
    verb = NOTATION.verb(move, decision.kind)
    if decision.kind not in verb.kinds:
        return _out_of_place(view, decision, move)
    if closed := _closed(view, decision):
        return closed
    for code in units_named(move):
        if code not in view.table.units:
            return _unknown(view.table, WANTED[decision.kind][0], code)
    return NOTATION.refusal(Request(view, decision), move)


def _unknown(table: Table, rule: str, code: str) -> Forbidden:
    """Refuse a code that no unit has, and name those of the same army."""
    known = [unit for unit in table.on_board() if unit.code[0] == code[0]] or table.on_board()
    instead = f"On the board: {', '.join(unit.code for unit in known)}." if known else ""
    return Forbidden(rule, f"There is no unit {code}.", instead=instead, code="UNKNOWN_UNIT")


def _out_of_place(view: SailorsView, decision: Decision, move: Move) -> Forbidden:
    """Refuse a move that does not fit the decision."""
    seat = view.table.turn.seat
    for kind in NOTATION.verb(move).kinds:
        turn = view.table.phase == PHASES.get(kind) and kind in subjects.TURNS and seat >= 0
        if turn and not isinstance(move, Done):
            controller = view.table.controller(seat)
            if controller != decision.seat:
                sentence = f"It is the turn of {seat_name(seat)}, not yours."
                return Forbidden("ASCW-06", sentence, code="NOT_YOUR_TURN")
            if subjects.attack_under_way(view.table) is not None:
                return Forbidden("ASCW-D21", ATTACK_FIRST, code="OPEN_REACTION")
    rule, sentence = WANTED[decision.kind]
    example = subjects.example(decision)
    return OutOfPlace(rule, sentence, instead=f"For example: {example}.", code="NO_QUESTION")


def _closed(view: SailorsView, decision: Decision) -> Forbidden | None:
    """Refuse a decision that is not open to this viewer."""
    rule, _ = WANTED[decision.kind]
    table = view.table
    if table.result is not None:
        return Forbidden(rule, "The match is over.", code="NO_QUESTION")
    if PHASES.get(decision.kind, table.phase) != table.phase:
        return Forbidden(rule, f"This is the {table.phase} phase.", code="NO_QUESTION")
    if decision.kind in subjects.TURNS and subjects.army(view, decision) is None:
        sentence = f"It is the turn of {seat_name(table.turn.seat)}, not yours."
        return Forbidden("ASCW-06", sentence, code="NOT_YOUR_TURN")
    if decision.kind in subjects.TURNS and subjects.attack_under_way(table) is not None:
        return Forbidden("ASCW-D21", ATTACK_FIRST, code="OPEN_REACTION")
    if decision.kind in ("react", "reroll", "pay") and not subjects.unit_asked(view, decision):
        return Forbidden(rule, "None of your units has to answer that now.", code="NO_QUESTION")
    return None


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

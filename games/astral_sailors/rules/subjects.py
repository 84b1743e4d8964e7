"""What a decision is about, as its seat sees it: whose army, which units, which dice."""

from __future__ import annotations

from games.astral_sailors.rules.combat import questions
from games.astral_sailors.rules.turns import turns
from games.astral_sailors.table import Table
from games.astral_sailors.tasks import Attack
from games.astral_sailors.view import SailorsView
from games.core.types import Decision

TURNS = frozenset(turns.KINDS.values())
"""Kinds of decisions of the seat whose turn it is."""


def attack_under_way(table: Table) -> Attack | None:
    """The attack that waits for an answer."""
    task = table.agenda[-1] if table.agenda else None
    return task if isinstance(task, Attack) else None


def army(view: SailorsView, decision: Decision) -> int | None:
    """The seat whose army plays now, if it is the decision's seat that plays it (D-77)."""
    table = view.table
    seat = table.turn.seat
    if not 0 <= seat < len(table.players) or table.controller(seat) != decision.seat:
        return None
    return seat


def unit_asked(view: SailorsView, decision: Decision) -> str:
    """Code of the unit that a ``react``, ``reroll`` or ``pay`` is about; empty when it is closed.

    Each unit has a question of its own, and the numbers of the questions count through them.
    """
    concerned = _concerned(view, decision)
    place = decision.number - view.table.asked
    if not 0 <= place < len(concerned):
        return ""
    code = concerned[place]
    return code if _open(view, decision, code) else ""


def units_asked(view: SailorsView, decision: Decision) -> tuple[str, ...]:
    """Codes of all units of the seat that still want an answer of this kind."""
    return tuple(code for code in _concerned(view, decision) if _open(view, decision, code))


def _concerned(view: SailorsView, decision: Decision) -> tuple[str, ...]:
    task = attack_under_way(view.table)
    if task is None or questions.KINDS.get(task.stage) != decision.kind:
        return ()
    return questions.asked(view.table, task)


def _open(view: SailorsView, decision: Decision, code: str) -> bool:
    unit = view.table.units.get(code)
    return (
        unit is not None
        and view.table.controller(unit.seat) == decision.seat
        and code not in view.answered
    )


def failed_dice(view: SailorsView, decision: Decision) -> tuple[int, ...]:
    """Places of the dice that may be re-rolled now."""
    task = attack_under_way(view.table)
    if task is None or decision.kind != "reroll" or not unit_asked(view, decision):
        return ()
    return questions.rerollable(view.table, task)


def example(decision: Decision) -> str:
    """An answer to a decision of this kind, for its form: its names may not exist."""
    return _EXAMPLES.get(decision.kind, "LEAVE")


_EXAMPLES = {
    "bellicose": "BELLICOSE NO",
    "army": "ADD EX1",
    "army-open": "UNLOCK",
    "scenery": "WA D5",
    "deploy": "DEPLOY R1 D1 S",
    "activate": "R1 TURN N",
    "reinforce": "BRING R3 D1 S",
    "react": "R3 COVER",
    "pay": "R3 PAY 1",
    "reroll": "REROLL ALL",
    "target": "TARGET 2",
}

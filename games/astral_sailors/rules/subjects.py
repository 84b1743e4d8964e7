"""What a decision is about, as its seat sees it: whose army, which units, which dice."""

from __future__ import annotations

from games.astral_sailors.rules.combat import questions
from games.astral_sailors.rules.turns import turns
from games.astral_sailors.table import Table, Unit
from games.astral_sailors.tasks import Attack
from games.astral_sailors.view import SailorsView
from games.core.geometry.squares import Facing
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


def example(view: SailorsView, decision: Decision) -> str:
    """An example of an answer to a decision of this kind, with existing names."""
    table = view.table
    match decision.kind:
        case "army":
            return f"ADD {next(iter(table.catalogue.units), 'EX1')}"
        case "scenery":
            return f"{next(iter(table.catalogue.pieces), 'WA')} D5"
        case "activate":
            unit = _first_active(view, decision)
            return f"{unit.code} TURN {Facing((unit.facing + 4) % 8).name}" if unit else "DONE"
        case "deploy" | "reinforce":
            unit = _first_in_reserve(view, decision)
            verb = "DEPLOY" if decision.kind == "deploy" else "BRING"
            return f"{verb} {unit.code} D1 S" if unit else "DONE"
        case "pay" | "react":
            code = next(iter(units_asked(view, decision)), "R3")
            return f"{code} PAY 1" if decision.kind == "pay" else f"{code} COVER"
        case _:
            return _EXAMPLES.get(decision.kind, "LEAVE")


_EXAMPLES = {
    "bellicose": "BELLICOSE NO",
    "army-open": "UNLOCK",
    "target": "TARGET 2",
    "reroll": "REROLL ALL",
}


def _first_active(view: SailorsView, decision: Decision) -> Unit | None:
    seat = army(view, decision)
    if seat is None or view.table.phase != "activation":
        return None
    return next(iter(turns.selectable(view.table, seat)), None)


def _first_in_reserve(view: SailorsView, decision: Decision) -> Unit | None:
    seat = army(view, decision)
    if seat is None:
        return None
    return next((unit for unit in view.table.of(seat) if unit.place == "reserve"), None)

"""Shots outside the own activation: Snap and Contingent Attacks (CC-153, CC-156, D-065)."""

from __future__ import annotations

from typing import Literal

from games.core.notation import also, move
from games.core.steps import Do
from games.core.types import Decision, Forbidden
from games.cosmic_conflict.notation import Answer, At, Label, Pay, UnitId
from games.cosmic_conflict.orders import Moment, in_force, refuse_contingent, refuse_reveal
from games.cosmic_conflict.rules import attacks, windows
from games.cosmic_conflict.rules.commands import nothing_hidden, paid, refuse_paid, revealed
from games.cosmic_conflict.rules.reacting import closed
from games.cosmic_conflict.rules.values import forbid, hidden, no_item, not_own, unknown
from games.cosmic_conflict.state import StepBuilder
from games.cosmic_conflict.table import Table, Unit
from games.cosmic_conflict.tasks import Firing
from games.cosmic_conflict.view import Asked


@move(
    "interrupt",
    "react|activate|idle",
    "SNAP {unit} {weapon} AT {target}[ TOKEN {token}][ PAY {pay}]",
    also(
        "react|activate|idle",
        "CONTINGENT {unit} {weapon} AT {target}[ TOKEN {token}]",
        by="contingent",
    ),
    by="snap",
)
class Interrupt(Answer):
    """``SNAP a1 KIN1 AT b2 PAY TOKEN``, ``CONTINGENT a1 KIN1 AT b2 TOKEN 12 20.5`` (CC-153,
    CC-156)"""

    by: Literal["snap", "contingent"]
    unit: UnitId
    weapon: Label
    target: UnitId
    token: At | None = None
    pay: Pay = ""

    def refuse(self, asked: Asked) -> Forbidden | None:
        """CC-153, CC-156."""
        table, course = asked.view.table, asked.view.course
        between = not course.agenda and course.acting is None
        if refused := None if between else closed(asked, "interrupt"):
            return refused
        if refused := not_own(asked, self.unit) or unknown(table, self.target):
            return refused
        unit = table.units[self.unit]
        if refused := no_item(table.design(unit), unit, self.weapon, "Weapon"):
            return refused
        return _refuse_means(asked, unit, self) or _refuse_shot(table, unit, self)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        """Fire at once; an interrupt is not interrupted. Then the side is asked again."""
        unit = builder.unit(self.unit)
        if self.by == "snap":
            paid(builder, unit, "snap", self.pay)
        elif not in_force(unit, "contingent"):
            revealed(builder, unit, "contingent")
        place = builder.table.design(unit).labels.index(self.weapon)
        builder.push(
            Firing(unit.id, place, self.target, self.by, "legal", self.token),
            Do("check-acting") if builder.agenda else Do("check-turn"),
        )


def _refuse_means(asked: Asked, unit: Unit, move: Interrupt) -> Forbidden | None:
    agenda = asked.view.course.agenda
    attacked = bool(agenda) and getattr(agenda[-1], "point", "") == "attacks"
    now: Moment = "declared" if attacked else "idle"
    if move.by == "snap":
        return refuse_paid(asked, unit, "snap", now, move.pay)
    if in_force(unit, "contingent"):
        return refuse_contingent(unit, now)
    if "contingent" not in hidden(asked, unit).names:
        return nothing_hidden(unit, "contingent")
    if not unit.activated:
        why = (
            f"{unit.id} has not activated yet: Contingent Attack fires in its activation or later."
        )
        return forbid("WINDOW", "CC-153", why)
    return refuse_reveal(unit, "contingent", now)


def _refuse_shot(table: Table, unit: Unit, move: Interrupt) -> Forbidden | None:
    design = table.design(unit)
    place = design.labels.index(move.weapon)
    if place not in windows.weapons(table, unit):
        return forbid("UNKNOWN-ID", "CC-029", f"{move.weapon} of {unit.id} is not a Weapon.")
    try:
        if not unit.in_space:
            raise forbid("TARGET", "CC-028", f"{unit.id} is not on the board.")
        attack = attacks.declared(table, unit, place, table.units[move.target])
        if attack.needs_token or move.token:
            attacks.launched(table, attack, "", (), move.token)
    except Forbidden as refused:
        return refused
    return None

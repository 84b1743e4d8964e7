"""What a ship does to itself in its activation: rerouting and scuttling (CC-250, CC-252, D-106)."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from games.core.moves import move
from games.core.notation import one_of
from games.core.types import Decision, Forbidden
from games.cosmic_conflict import events as e
from games.cosmic_conflict.notation import CONFIRM, NUMBER, ActivationStep, Performer
from games.cosmic_conflict.rules import damage, stealth
from games.cosmic_conflict.rules.turns import activation
from games.cosmic_conflict.rules.values import forbid, not_performing, performer
from games.cosmic_conflict.state import StepBuilder
from games.cosmic_conflict.table.conditions import COMPONENTS, PROPULSION
from games.cosmic_conflict.table.units import Condition, Unit
from games.cosmic_conflict.view import Request


def _no_option(request: Request, rule: str) -> Forbidden | None:
    if request.view.course.agreement.self_inflict:
        return None
    return forbid("OPTION", rule, "This match is played without rerouting and scuttling.")


def reroutable(unit: Unit) -> list[int]:
    """The places of its Component Damages."""
    return [at for at, each in enumerate(unit.conditions) if each.result == COMPONENTS]


@move("reroute", "activate", "REROUTE[ {unit}] {option}[ {number}]")
class Reroute(ActivationStep):
    """``REROUTE A``, ``REROUTE B 2`` (CC-252): Propulsion Damage with an option for the last
    Component Damage, or for another by its number among the ship's Conditions"""

    option: Annotated[Literal["a", "b"], one_of("A or B", {"A": "a", "B": "b"})]
    number: Annotated[int, Field(ge=0, le=99), NUMBER] = 0
    unit: Performer = ""

    def refuse(self, request: Request) -> Forbidden | None:
        """Checks CC-252, D-106."""
        if refused := not_performing(request, self.unit) or _no_option(request, "CC-252"):
            return refused
        unit, now = performer(request, self.unit), request.view.course.acting
        assert now is not None
        places = reroutable(unit)
        if now.fired or now.stage != "attacks":
            why = f"{unit.id} reroutes at the start of its activation, before it attacks and moves."
        elif not places or (self.number and self.number - 1 not in places):
            there = " of that number" if self.number else ""
            why = f"{unit.id} has no Component Damage{there}."
        elif self.option not in damage.propulsion_options(unit):
            why = f"Option {self.option.upper()} of Propulsion Damage applies to {unit.id} already."
        else:
            return None
        return forbid("WINDOW", "CC-252", why)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        """The Condition is exchanged, not a further one (D-106)."""
        unit = builder.performer(self.unit)
        place = self.number - 1 if self.number else reroutable(unit)[-1]
        before, labels = unit.conditions[place], builder.table.design(unit).labels
        items = tuple(labels[at] for at in before.items if at in unit.off)
        mended = replace(unit.without(place), ended=unit.ended)
        new = Condition(PROPULSION, self.option, before.start)
        builder.put(mended, conditions=(*mended.conditions, new))
        builder.tell(e.Rerouted(builder.piece(unit.id), self.option, items))


@move("scuttle", "activate", "SCUTTLE[ {unit}] {confirmed}")
class Scuttle(ActivationStep):
    """``SCUTTLE CONFIRM`` (CC-250): the ship destroys itself"""

    confirmed: Annotated[Literal[True], CONFIRM] = True
    unit: Performer = ""

    def refuse(self, request: Request) -> Forbidden | None:
        """Checks CC-250, D-106."""
        if refused := not_performing(request, self.unit) or _no_option(request, "CC-250"):
            return refused
        unit = performer(request, self.unit)
        if request.view.table.design(unit).fighter:
            return forbid("FIGHTER", "CC-250", f"{unit.id} is a Fighter; only ships are scuttled.")
        return None

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        unit = builder.performer(self.unit)
        if not stealth.reveal(builder, unit.id):
            activation.end(builder)
            return
        unit = builder.unit(unit.id)
        aboard = tuple(each.id for each in builder.table.aboard(unit.id))
        builder.tell(e.Scuttled(builder.piece(unit.id), unit.spot, aboard))
        before, builder.table = builder.table, builder.table.removed(unit, "destroyed")
        damage.bury(builder, before)
        if builder.acting.state != "in":
            activation.end(builder)

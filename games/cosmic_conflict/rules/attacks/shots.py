"""The attack sequence: fire, Area Weapons Systems, marks (2.4, CC-077, CC-169 to 174); and shots
outside the own activation: Snap and Contingent Attacks (CC-153, CC-156, D-065).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field

from games.core.geometry.plane import within
from games.core.moves import also, move
from games.core.notation import one_of
from games.core.steps import Do
from games.core.types import Decision, Forbidden
from games.cosmic_conflict import events as e
from games.cosmic_conflict.content.weapons import Weapon
from games.cosmic_conflict.notation import (
    EFFECT,
    NUMBER,
    TARGETS,
    ActivationStep,
    Answer,
    At,
    Label,
    Pay,
    Performer,
    Supporters,
    Target,
    UnitId,
)
from games.cosmic_conflict.rules import stealth, windows
from games.cosmic_conflict.rules.attacks import shared, targeting
from games.cosmic_conflict.rules.orders import commands, marks
from games.cosmic_conflict.rules.orders.commands import nothing_hidden, paid, refuse_paid, revealed
from games.cosmic_conflict.rules.orders.usage import (
    in_force,
    refuse_contingent,
    refuse_reveal,
    reveal,
)
from games.cosmic_conflict.rules.reactions import closed
from games.cosmic_conflict.rules.values import (
    forbid,
    hidden,
    moment,
    no_item,
    not_own,
    not_performing,
    performer,
    unknown,
)
from games.cosmic_conflict.space import distance, shown
from games.cosmic_conflict.state import StepBuilder
from games.cosmic_conflict.table.orders import Moment
from games.cosmic_conflict.table.tasks import AwsShot, Firing
from games.cosmic_conflict.table.units import MarkEffect, MissileToken, Table, Unit
from games.cosmic_conflict.view import Request

# --- Fire ---


@move(
    "fire",
    "activate",
    "FIRE[ {unit}] {weapon} AT {targets}[ WITH {support}][ TOKEN {token}][ {again}] | "
    "FIRE[ {unit}] {weapon} {targets}[ WITH {support}][ TOKEN {token}][ {again}]",
)
class Fire(ActivationStep):
    """``FIRE KIN1 AT b3``, ``FIRE MSL1 AT b3/b1 TOKEN 12 20.5``: at the first target that is legal
    (CC-029); ``AGAIN`` with a Weapon that has attacked (CC-251). ``FIRE a2 KIN1 AT b3 WITH a3
    KIN1``: another ship of the group, which Weapons of an Offensive Formation support (CC-270)"""

    weapon: Label
    targets: Annotated[tuple[UnitId, ...], Field(min_length=1, max_length=9), TARGETS]
    token: At | None = None
    again: Annotated[bool, one_of("AGAIN", {"AGAIN": True})] = False
    unit: Performer = ""
    support: Supporters = ()

    def refuse(self, request: Request) -> Forbidden | None:
        """The first fault of an attack in the order of 3.7, that of the first target."""
        if refused := not_performing(request, self.unit):
            return refused
        unit, table = performer(request, self.unit), request.view.table
        if refused := _no_attack(request, unit, self.weapon):
            return refused
        if self.again and (refused := _refuse_again(request, unit, self.weapon)):
            return refused
        if refused := next((wrong for id in self.targets if (wrong := unknown(table, id))), None):
            return refused
        refusals = [_refuse_shot(table, unit, self, id) for id in self.targets]
        return None if None in refusals else refusals[0]

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        now, table, unit = builder.course.acting, builder.table, builder.performer(self.unit)
        assert now is not None
        legal = (id for id in self.targets if _refuse_shot(table, unit, self, id) is None)
        place = table.design(unit).labels.index(self.weapon)
        means: Any = "own" if now.stage == "attacks" else "contingent"
        after = () if means == "own" else (Do("after-shot"),)
        if means == "own":
            means = "again" if self.again else "own"
            builder.change(acting=replace(now, fired=True, again=now.again or self.again))
        labels = ((id, table.design(table.units[id]).labels, each) for id, each in self.support)
        support = tuple((id, known.index(each)) for id, known, each in labels)
        fires = Firing(unit.id, place, next(legal), means, point=self.token, support=support)
        builder.push(fires, *after)


def _no_attack(request: Request, unit: Unit, label: str) -> Forbidden | None:
    """Why a Weapon may not attack; after the sequence only Contingent Attacks (CC-077, CC-153)."""
    design, now = request.view.table.design(unit), request.view.course.acting
    if refused := no_item(design, unit, label, "Weapon"):
        return refused
    if not isinstance(design.items[design.labels.index(label)], Weapon):
        return forbid("UNKNOWN-ID", "CC-029", f"{label} of {unit.id} is not a Weapon.")
    if now and now.stage != "attacks":
        return refuse_contingent(unit, "moving")
    return None


def _refuse_again(request: Request, unit: Unit, label: str) -> Forbidden | None:
    """Why a Weapon cannot attack a second time (CC-251, D-106)."""
    design, now = request.view.table.design(unit), request.view.course.acting
    assert now is not None
    if not design.berserk:
        why = f"{unit.id} has no faction whose Weapons attack twice."
    elif now.again or now.stage != "attacks":
        why = f"{unit.id} attacks twice with one Weapon in an activation, in its attack sequence."
    elif design.labels.index(label) not in unit.used:
        why = f"{label} of {unit.id} has not attacked yet."
    else:
        return None
    return forbid("WINDOW", "CC-251", why, "Write FIRE without AGAIN.")


def _refuse_shot(table: Table, unit: Unit, move: Fire, id: str) -> Forbidden | None:
    target, place = table.units[id], table.design(unit).labels.index(move.weapon)
    unit = targeting.rearmed(unit, place) if move.again else unit
    effects = marks.effects(unit, target)
    try:
        attack = targeting.declared(table, unit, place, target, effects)
        if attack.needs_token or move.token:
            targeting.launched(table, attack, "", effects, move.token)
    except Forbidden as refused:
        return refused
    return shared.refuse_support(table, attack, move.support)


# --- Area Weapons Systems ---


@move("aws", "activate", "AWS[ {unit}] {number} AT {target} | AWS[ {unit}] {number} {target}")
class FireAws(ActivationStep):
    """``AWS 1 AT t2``, ``AWS a2 1 AT t2`` (CC-103)"""

    number: Annotated[int, Field(ge=1, le=9), NUMBER]
    target: Target
    unit: Performer = ""

    def refuse(self, request: Request) -> Forbidden | None:
        """Checks CC-103."""
        if refused := not_performing(request, self.unit):
            return refused
        table, label = request.view.table, f"AWS{self.number}"
        unit = performer(request, self.unit)
        if refused := _no_sequence(request, unit):
            return refused
        if refused := no_item(table.design(unit), unit, label, "Area Weapons System"):
            return refused
        target = _aws_target(table, self.target)
        if target is None:
            why = f"There is neither a unit nor a Missile token {self.target}."
            return forbid("UNKNOWN-ID", "CC-103", why)
        try:
            check_aws(table, unit, table.design(unit).labels.index(label), target)
        except Forbidden as refused:
            return refused
        return None

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        stealth.reveal(builder, builder.performer(self.unit).id)
        unit, now = builder.performer(self.unit), builder.course.acting
        assert now is not None
        builder.change(acting=replace(now, fired=True))
        place = builder.table.design(unit).labels.index(f"AWS{self.number}")
        builder.put(unit, used=(*unit.used, place))
        target = _aws_target(builder.table, self.target)
        if isinstance(target, MissileToken):
            left = tuple(each for each in builder.table.missiles if each != target)
            builder.table = replace(builder.table, missiles=left)
            goal, by = builder.piece(target.target), builder.piece(unit.id)
            builder.tell(e.MissileLost(target.id, target.at, goal, "aws", by=by))
        else:
            builder.push(AwsShot(unit.id, self.target))


def check_aws(table: Table, unit: Unit, place: int, target: Unit | MissileToken) -> None:
    """Raise ``Forbidden`` where an Area Weapons System may not be aimed so (CC-103, D-051)."""
    name = f"{unit.id}'s {table.design(unit).labels[place]}"
    reach = targeting.aws_reach(table, unit)
    if target.at is not None and not within(unit.spot, target.at, reach):
        far = shown(distance(unit.spot, target.at))
        sentence = f"{target.id} is {far} away, and {name} reaches {shown(reach)}."
        raise forbid("RANGE", "CC-103", sentence)
    for sentence in _aws_faults(table, unit, place, target):
        raise forbid("USED", "CC-103", f"{name} {sentence}")


def _aws_faults(table: Table, unit: Unit, place: int, target: Unit | MissileToken) -> Iterator[str]:
    if place in unit.used:
        yield "has already been used this turn."
    if place in unit.off:
        yield "has been deactivated."
    owner = table.units[target.launcher] if isinstance(target, MissileToken) else target
    fighter = isinstance(target, Unit) and target.in_space and table.design(target).fighter
    if owner.side == unit.side or not (fighter or target in table.missiles):
        yield f"aims at enemy Fighters and Missile tokens; {target.id} is neither."


def _aws_target(table: Table, id: str) -> Unit | MissileToken | None:
    tokens = (each for each in table.missiles if each.id == id)
    return table.units.get(id) or next(tokens, None)


def _no_sequence(request: Request, unit: Unit) -> Forbidden | None:
    """E-WINDOW outside the own attack sequence (CC-077)."""
    now = request.view.course.acting
    if now and now.stage == "attacks":
        return None
    return forbid("WINDOW", "CC-077", f"The attack sequence of {unit.id} is over.")


# --- Marks ---


@move("mark", "activate", "MARK[ {unit}] {target} | REVEAL[ {unit}] MARK {target}")
class MarkTarget(ActivationStep):
    """``MARK b3``, ``MARK a2 b3`` (CC-169)"""

    target: UnitId
    unit: Performer = ""

    def refuse(self, request: Request) -> Forbidden | None:
        """Checks CC-169."""
        if refused := not_performing(request, self.unit):
            return refused
        table = request.view.table
        unit = table.commander(performer(request, self.unit))
        if refused := unknown(table, self.target):
            return refused
        if "mark" not in hidden(request, unit).names:
            return commands.nothing_hidden(unit, "mark")
        return refuse_reveal(unit, "mark", moment(request, unit)) or marks.refuse_mark(
            table, unit, table.units[self.target]
        )

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        unit = builder.table.commander(builder.performer(self.unit))
        orders = builder.hidden(unit)
        slot = next(slot for slot, name in orders.hidden if name == "mark")
        stealth.use_slot(builder, unit, slot)
        unit, left = reveal(builder.unit(unit.id), orders, slot)
        builder.put(unit)
        builder.hide(unit, left)
        builder.table = marks.mark(builder.table, unit, builder.unit(self.target))
        builder.tell(e.Marked(builder.piece(unit.id), builder.piece(self.target)))


@move("spend", "activate", "SPEND[ {unit}] {target} {effect}")
class Spend(ActivationStep):
    """``SPEND b3 2``, ``SPEND a2 b3 2`` (CC-170); in a Formation for all"""

    target: UnitId
    effect: Annotated[MarkEffect, EFFECT]
    unit: Performer = ""

    def refuse(self, request: Request) -> Forbidden | None:
        """Checks CC-170."""
        if refused := not_performing(request, self.unit):
            return refused
        table = request.view.table
        unit = table.commander(performer(request, self.unit))
        if refused := unknown(table, self.target):
            return refused
        target = table.units[self.target]
        return marks.refuse_spend(table, unit, target, self.effect, moment(request, unit))

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        unit = builder.table.commander(builder.performer(self.unit))
        target = builder.unit(self.target)
        builder.table = marks.spend(builder.table, unit, target, self.effect)
        builder.tell(e.MarkSpent(builder.piece(unit.id), builder.piece(target.id), self.effect))


@move(
    "interrupt",
    "react|activate|idle",
    "SNAP {unit} {weapon} AT {target}[ AND {others}][ TOKEN {token}][ PAY {pay}]",
    also(
        "react|activate|idle",
        "CONTINGENT {unit} {weapon} AT {target}[ TOKEN {token}]",
        by="contingent",
    ),
    by="snap",
)
class Interrupt(Answer):
    """``SNAP a1 KIN1 AT b2 PAY TOKEN``, ``CONTINGENT a1 KIN1 AT b2 TOKEN 12 20.5`` (CC-153,
    CC-156); ``SNAP a1 KIN1 AT b2 AND a2 KIN1``: with a Weapon each of other members (D-075)"""

    by: Literal["snap", "contingent"]
    unit: UnitId
    weapon: Label
    target: UnitId
    token: At | None = None
    pay: Pay = ""
    others: Supporters = ()

    def refuse(self, request: Request) -> Forbidden | None:
        """Checks CC-153, CC-156."""
        table, course = request.view.table, request.view.course
        between = not course.agenda and course.acting is None
        if refused := None if between else closed(request, "interrupt"):
            return refused
        if refused := not_own(request, self.unit) or unknown(table, self.target):
            return refused
        unit = table.units[self.unit]
        if refused := no_item(table.design(unit), unit, self.weapon, "Weapon"):
            return refused
        return (
            _refuse_means(request, unit, self)
            or _refuse_interrupt(table, unit, self)
            or _refuse_others(request, unit, self)
        )

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        """Fire at once; an interrupt is not interrupted. Then the side is asked again."""
        unit = builder.unit(self.unit)
        if self.by == "snap":
            paid(builder, unit, "snap", self.pay)
        elif not in_force(unit, "contingent"):
            revealed(builder, unit, "contingent")
        table, shots = builder.table, ((unit.id, self.weapon), *self.others)
        places = ((id, table.design(table.units[id]).labels.index(each)) for id, each in shots)
        builder.push(
            *(
                Firing(id, at, self.target, self.by, "legal", self.token if id == unit.id else None)
                for id, at in places
            ),
            Do("check-acting") if builder.agenda else Do("check-turn"),
        )


def _refuse_others(request: Request, unit: Unit, move: Interrupt) -> Forbidden | None:
    """A Snap Attack of a Formation: one Weapon for each member (D-075)."""
    table, there = request.view.table, {each.id for each in request.view.table.formation(unit)}
    for at, (id, weapon) in enumerate(move.others):
        if id not in there - {unit.id} - {each for each, _ in move.others[:at]}:
            why = f"{id} is not another member of the Formation of {unit.id}, with one Weapon."
            return forbid("FORMATION", "D-075", why)
        other = table.units[id]
        if refused := no_item(table.design(other), other, weapon, "Weapon"):
            return refused
        shot = replace(move, unit=id, weapon=weapon, token=None, others=())
        if refused := _refuse_interrupt(table, other, shot):
            return refused
    return None


def _refuse_means(request: Request, unit: Unit, move: Interrupt) -> Forbidden | None:
    agenda = request.view.course.agenda
    attacked = bool(agenda) and getattr(agenda[-1], "point", "") == "attacks"
    now: Moment = "declared" if attacked else "idle"
    if move.by == "snap":
        return refuse_paid(request, unit, "snap", now, move.pay)
    if in_force(unit, "contingent"):
        return refuse_contingent(unit, now)
    unit = request.view.table.commander(unit)
    if "contingent" not in hidden(request, unit).names:
        return nothing_hidden(unit, "contingent")
    if not unit.activated:
        why = (
            f"{unit.id} has not activated yet: Contingent Attack fires in its activation or later."
        )
        return forbid("WINDOW", "CC-153", why)
    return refuse_reveal(unit, "contingent", now)


def _refuse_interrupt(table: Table, unit: Unit, move: Interrupt) -> Forbidden | None:
    design = table.design(unit)
    place = design.labels.index(move.weapon)
    if place not in windows.weapons(table, unit):
        return forbid("UNKNOWN-ID", "CC-029", f"{move.weapon} of {unit.id} is not a Weapon.")
    try:
        if not unit.in_space:
            raise forbid("TARGET", "CC-028", f"{unit.id} is not on the board.")
        attack = targeting.declared(table, unit, place, table.units[move.target])
        if attack.needs_token or move.token:
            targeting.launched(table, attack, "", (), move.token)
    except Forbidden as refused:
        return refused
    return None

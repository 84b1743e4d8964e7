"""What each unit could do in a turn, as the computer player rates it, for people."""

from __future__ import annotations

from collections.abc import Iterator

from games.colonial_space_wars.computer.plans import Plan, first_legal, rated
from games.colonial_space_wars.computer.situation import PlayerSkill, Situation
from games.colonial_space_wars.notation import Move, OrderStep
from games.colonial_space_wars.rules.attacks import DeclareAttack
from games.colonial_space_wars.rules.movement import MoveTo
from games.colonial_space_wars.rules.orders import Order
from games.colonial_space_wars.rules.skills import UseSkill
from games.colonial_space_wars.rules.transports import Disembark, Embark
from games.colonial_space_wars.rules.turns import End
from games.colonial_space_wars.state import StepBuilder
from games.colonial_space_wars.table import Table, Unit
from games.colonial_space_wars.view import Request, View
from games.core.computer import Suggestion
from games.core.geometry.squares import Square
from games.core.telling import counted, listed
from games.core.types import Decision

_SKILLS = {
    "barrage": "fires a barrage at",
    "dread": "spreads Dread over",
    "heal": "heals",
    "inspire": "inspires",
    "leap": "leaps to",
    "repair": "repairs",
}
FEW = 3
"""With fewer units that have something to do, one of them is shown with another target."""
IDLE = "nothing in reach that it could harm, and no better square"


def suggest(view: View, decision: Decision) -> tuple[Suggestion[Move], ...]:
    """The best order of each unit that can be activated."""
    if decision.kind != "turn" or view.table.open is not None:
        return ()
    situation = Situation(Request(view, decision), PlayerSkill())
    found = tuple(_orders(situation))
    acting = {each.key for each in found}
    idle = (unit.code for unit in situation.ready if unit.code not in acting)
    why = "no order is worth its points"
    end: Suggestion[Move] = Suggestion("end", "End your turn", why, (End(),))
    return (*(found or (end,)), *(Suggestion(code, "", IDLE) for code in idle))


def _orders(situation: Situation) -> Iterator[Suggestion[Move]]:
    """The best order of each unit; of few units also those against other targets."""
    plans: dict[str, list[Plan]] = {}
    for plan in rated(situation):
        plans.setdefault(plan.unit, []).append(plan)
    others = list[Plan]()
    for own in plans.values():
        order, after = first_legal(situation, own)
        if order is not None and after is not None:
            yield _suggestion(situation, order, after)
            others += [plan for plan in own if _targets(plan.order) != _targets(order)]
    if len(plans) < FEW and others:
        best = max(others, key=lambda plan: plan.score)
        order, after = first_legal(situation, [best])
        if order is not None and after is not None:
            yield _suggestion(situation, order, after)


def _targets(order: Order) -> list[str]:
    return [step.target for step in order.steps if isinstance(step, DeclareAttack)]


def _suggestion(situation: Situation, order: Order, after: StepBuilder) -> Suggestion[Move]:
    unit = situation.table.units[order.unit]
    reason, mark = _reason(situation, unit, after.table)
    at = _place(after.table, unit) or _place(situation.table, unit)
    label = f"{unit.code} {', '.join(_does(order.steps))}"
    return Suggestion(unit.code, label, reason, (order,), at, mark)


def _does(steps: tuple[OrderStep, ...]) -> Iterator[str]:
    """What a unit does, as after its code: ``to D6``, ``attacks B5``."""
    back = ""
    for step in steps:
        match step:
            case MoveTo(to=at):
                yield f"{back}to {at}"
            case DeclareAttack(target=target):
                back = "back "
                yield f"attacks {target}"
            case UseSkill(skill="dig in"):
                yield "digs in"
            case UseSkill(skill=skill, target=target):
                yield f"{_SKILLS[skill]} {target}"
            case Disembark(to=at):
                yield f"gets off at {at}"
            case Embark(transport=transport):
                yield f"boards {transport}"


def _reason(situation: Situation, unit: Unit, after: Table) -> tuple[str, str]:
    """What an order does to units, or else for where its own unit stands; and the same as a
    mark."""
    before = situation.table
    hurt = {code: before.units[code].health - each.health for code, each in after.units.items()}
    dead = [code for code, lost in hurt.items() if lost and not after.units[code].health]
    said = [f"destroys {listed(dead)}"] if dead else []
    for code, lost in hurt.items():
        if lost > 0 and code not in dead:
            said.append(f"{code} loses {lost} health")
        elif lost < 0:
            said.append(f"{code} regains {-lost} health")
    if said:
        code, most = max(hurt.items(), key=lambda each: each[1])
        return ", ".join(said), f"{code} -{most}" if most > 0 else ""
    inspired = [
        code
        for code, each in after.units.items()
        if each.inspired and not before.units[code].inspired
    ]
    if inspired:
        return f"{listed(inspired)} then acts for 1 command point less", ""
    struck = [
        f"wears {code} down by {each.struck - before.units[code].struck}, for the next attack"
        for code, each in after.units.items()
        if each.struck > before.units[code].struck
    ]
    if struck:
        return ", ".join(struck), ""
    return _standing(situation, unit, _place(after, unit)), ""


def _standing(situation: Situation, unit: Unit, there: Square | None) -> str:
    """Why a unit should stand where it goes."""
    here = _place(situation.table, unit)
    if here is None or there is None or not situation.enemies:
        return "the best that it can do"
    before, then = situation.danger(unit, here), situation.danger(unit, there)
    nearer = situation.nearest(here) - situation.nearest(there)
    said = [f"{counted(nearer, 'square')} nearer to the enemy"] if nearer > 0 else []
    if then < before:
        said.append("in less danger" if then else "out of the enemy's reach")
    elif not then:
        said.append("still out of the enemy's reach")
    return ", ".join(said) or "the best that it can do"


def _place(table: Table, unit: Unit) -> Square | None:
    """Where a unit is, alone or inside a transport."""
    carrier = table.carrier(unit.code)
    return carrier.at if carrier else table.units[unit.code].at

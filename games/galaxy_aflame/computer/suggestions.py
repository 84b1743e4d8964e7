"""What each unit could do in a turn, as the computer player rates it, for people."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.core.computer import Suggestion
from games.core.geometry.plane import Point
from games.core.types import Decision
from games.galaxy_aflame.computer.plans import Plan, rated
from games.galaxy_aflame.computer.situation import PlayerSkill, Situation
from games.galaxy_aflame.moves import NOTATION
from games.galaxy_aflame.notation import Move
from games.galaxy_aflame.options.turn import expected, told_shot
from games.galaxy_aflame.rules.movement import MoveTo
from games.galaxy_aflame.rules.shooting import Shoot
from games.galaxy_aflame.rules.transports import Disembark, Embark
from games.galaxy_aflame.rules.turns import End
from games.galaxy_aflame.table import Unit
from games.galaxy_aflame.view import Request, View
from games.galaxy_aflame.words.sentences import place

IDLE = "nobody to shoot at, and no better place"


def suggest(view: View, decision: Decision) -> tuple[Suggestion[Move], ...]:
    """The best that each unit can still do."""
    if decision.kind != "turn":
        return ()
    situation = Situation(Request(view, decision), PlayerSkill())
    best: dict[str, Suggestion[Move]] = {}
    for plan in rated(situation):
        unit = plan.unit
        if unit not in best and NOTATION.refusal(situation.request, plan.move) is None:
            best[unit] = _suggestion(situation, plan)
    idle = (unit.code for unit in situation.own if unit.code not in best)
    why = "nothing else is worth doing"
    end: Suggestion[Move] = Suggestion("end", "End your turn", why, (End(),))
    return (*(best.values() or (end,)), *(Suggestion(code, "", IDLE) for code in idle))


def _suggestion(situation: Situation, plan: Plan) -> Suggestion[Move]:
    table, unit = situation.table, situation.table.units[plan.unit]
    does, reason, mark = list[str](), "", ""
    at = table.place(unit)
    for step in plan.steps:
        does.append(_does(plan, step))
        match step:
            case MoveTo(unit=plan.unit, to=to) | Disembark(at=to):
                at = to
            case Shoot():
                assert at is not None
                reason, mark = _chances(situation, replace(unit, at=at), step)
    if not reason:
        reason = _standing(situation, unit, at)
    label = f"{plan.unit} {', '.join(does)}"
    return Suggestion(plan.unit, label, reason, (plan.move,), at, mark)


def _does(plan: Plan, step: Move) -> str:
    """What a unit does, as after its code: ``to 24 19.5``, ``shoots B5``."""
    match step:
        case MoveTo(unit=code, to=at):
            who = "" if code == plan.unit else f"in {code} "
            return f"{who}{'runs ' if step.run else ''}to {place(at)}"
        case Shoot(target=target):
            hit = f", hits {step.victim}" if step.victim else ""
            return f"{'suppresses' if step.suppress else 'shoots'} {target}{hit}"
        case Disembark(at=at):
            return f"gets out at {place(at)}"
        case Embark(transport=transport):
            return f"gets into {transport}"
    raise ValueError(f"no step of a plan: {step}")


def _chances(situation: Situation, unit: Unit, step: Shoot) -> tuple[str, str]:
    """What to expect of a shot, and the same as a mark."""
    table = situation.table
    return told_shot(table, unit, step), f"{step.target} {expected(table, unit, step)}"


def _standing(situation: Situation, unit: Unit, there: Point | None) -> str:
    """Why a unit should stand where it goes."""
    return ", ".join(_reasons(situation, unit, there)) or "the best that it can do"


def _reasons(situation: Situation, unit: Unit, there: Point | None) -> Iterator[str]:
    here = situation.table.place(unit)
    if here is None or there is None:
        return
    before, then = situation.danger(unit, here), situation.danger(unit, there)
    nearer = round(situation.far(unit, here) - situation.far(unit, there))
    if nearer > 0:
        yield f"{nearer} in nearer to an enemy that it can harm"
    if then < before:
        yield "in less danger" if then else "out of the enemy's reach"
    elif not then:
        yield "still out of the enemy's reach"

"""The best action of each unit in a turn, as the computer player rates it, for people."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from games.astral_sailors import odds
from games.astral_sailors.board import line_of_sight
from games.astral_sailors.computer import attacks
from games.astral_sailors.computer.attacks import Scored
from games.astral_sailors.computer.plan import Situation
from games.astral_sailors.rules.any_time import Done
from games.astral_sailors.rules.combat.aiming import charge_dice
from games.astral_sailors.rules.turns import turns
from games.astral_sailors.rules.turns.activation import Capture, March, Melee, Run, Shoot
from games.astral_sailors.rules.turns.reinforcing import Reinforce
from games.astral_sailors.table import Table, Unit
from games.astral_sailors.tasks import Move
from games.astral_sailors.words import considerations
from games.core.computer import Suggestion
from games.core.geometry.squares import Base, Square
from games.core.telling import counted, listed, percent

IDLE = "nothing that it could do now is worth an action point"


LOOKED = 5
"""Units that are looked at, the nearest to enemies."""
WHOLE = 3
"""Suggestions whose further steps are worked out."""

After: TypeAlias = Callable[[Move], Situation | None]
"""The position after a move that needs neither dice nor another's answer."""


def suggest(
    plan: Situation,
    units: tuple[Unit, ...],
    best: Callable[[Situation, Unit], Scored],
    after: After,
) -> tuple[Suggestion[Move], ...]:
    """What each of the ``units`` could do next; the one that is active comes first."""
    active = plan.table.turn.active

    def gap(unit: Unit) -> int:
        here = plan.bases[unit.code]
        return min((here.gap(front) for front in plan.fronts), default=0)

    near = sorted(units, key=lambda unit: (unit.code != active, gap(unit), unit.number))
    rated = [(best(plan, unit), unit) for unit in near[:LOOKED]]
    rated.sort(key=lambda each: (each[1].code != active, -each[0].value, each[1].number))
    useful = [(scored.move, unit) for scored, unit in rated if scored.value > 0]
    found = [_suggestion(plan.table, unit, move) for move, unit in useful]
    found[:WHOLE] = [_with_attack(each, after) for each in found[:WHOLE]]
    why = "nothing else is worth an action point"
    end: Suggestion[Move] = Suggestion("done", "End the turn", why, (Done(),))
    idle = [unit.code for scored, unit in rated if scored.value <= 0]
    return (*(found or [end]), *(Suggestion(code, "", IDLE) for code in idle))


def bring(plan: Situation, move: Move) -> Suggestion[Move]:
    """What to bring from the Reserve, as the computer player would."""
    if not isinstance(move, Reinforce):
        return Suggestion("done", "Bring no more units", "the points are worth more", (move,))
    unit = plan.table.units[move.unit]
    kind, pool = plan.table.kind(unit), plan.table.players[unit.seat].pool
    where = "near the enemies" if kind.military else "far from the enemies"
    reason = f"{where}, for {kind.cost} of {counted(pool, 'point')}"
    base = Base(move.at.c, move.at.r, kind.base)
    return Suggestion(unit.code, f"{unit.code} {kind.name} to {move.at}", reason, (move,), base)


def _with_attack(first: Suggestion[Move], after: After) -> Suggestion[Move]:
    """A way with the attack that is best at its end, if there is a point left for one."""
    (move,) = first.moves
    if not isinstance(move, March | Run) or (plan := after(move)) is None:
        return first
    unit = plan.table.units[first.key]
    if not unit.on_board or turns.available_points(plan.table, unit) < 1:
        return first
    scored = max(attacks.values(plan, unit), key=lambda each: each.value, default=None)
    if scored is None or scored.value <= 0:
        return first
    attack = _suggestion(plan.table, unit, scored.move)
    label = f"{first.label}, {attack.label.partition(' ')[2]}"
    return replace(
        first,
        label=label,
        reason=f"then {attack.reason}",
        moves=(move, scored.move),
        mark=attack.mark,
    )


def _suggestion(table: Table, unit: Unit, move: Move) -> Suggestion[Move]:
    at, base = table.base(unit), table.base(unit)
    does, reason, mark = "turns", "faces the enemies that could come from behind", ""
    match move:
        case Shoot(aims=aims) | Melee(aims=aims):
            how = "shoot" if isinstance(move, Shoot) else "melee"
            verb = "shoots" if how == "shoot" else "strikes"
            does = f"{verb} {listed(each.target for each in aims)}"
            at = table.base(table.units[aims[0].target])
            reason, mark = _chance(table, unit, how, aims[0].target, aims[0].dice)
        case March(to=to):
            does, at = f"moves to {to}", Base(to.c, to.r, base.side)
            reason = "a better place for your objective and your safety"
        case Run(steps=steps, target=target) if target:
            does, at = f"charges {target}", table.base(table.units[target])
            there = considerations.at_end(unit, move.way(table, unit))
            dice = charge_dice(table, unit, table.units[target])
            reason, mark = _chance(table.put(there), there, "charge", target, dice)
            reason = f"{reason} after {counted(steps, 'square')}"
        case Run():
            at = move.way(table, unit).bases[-1]
            does = f"runs to {Square(at.c, at.r)}"
            reason = "a better place for your objective and your safety"
        case Capture(target=target):
            does, reason = f"captures {target}", "your objective wants it alive"
    return Suggestion(unit.code, f"{unit.code} {does}", reason, (move,), at, mark)


def _chance(table: Table, unit: Unit, how: str, code: str, dice: int) -> tuple[str, str]:
    """The chances that an attack wounds or kills, and as a mark that it wounds."""
    target = table.units[code]
    half = how == "shoot" and (
        line_of_sight.look_all(table, unit, (target,))[code].result == "half"
    )
    found = odds.of_attack(table, unit, target, how, dice, half=half)
    told = considerations.wound_chances(table, target, found)
    wounds = percent(considerations.at_least(found, 1))
    return f"{told} with {counted(dice, 'die', 'dice')}", f"{code} {wounds}"

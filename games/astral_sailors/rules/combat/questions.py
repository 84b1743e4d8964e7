"""What an attack under way asks, whom, and which answers are legal (D-21, D-26 to D-28, D-34)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.astral_sailors.board import terrain
from games.astral_sailors.rules.combat import exchange, wounds
from games.astral_sailors.rules.combat.aiming import strike_refusal
from games.astral_sailors.secrets import SecretAnswer
from games.astral_sailors.state import StepBuilder
from games.astral_sailors.table import Table, Unit
from games.astral_sailors.tasks import Attack, AttackTarget, Throw
from games.astral_sailors.view import SailorsView
from games.core.types import Decision, Seat


def reactions(table: Table, task: Attack, part: AttackTarget) -> tuple[str, ...]:
    """What the target may do before the dice: ``none`` and perhaps ``counter``, ``cover``."""
    if task.how in ("terrain", "poison"):
        return ("none",)  # no direction, so nothing comes at the front (D-20)
    attacker, target = table.units[task.attacker], table.units[part.target]
    if not (attacker.on_board and target.on_board) or target.ap < 1:
        return ("none",)
    if terrain.in_rear(table, target, table.base(attacker)):
        return ("none",)
    counters = task.how in ("melee", "charge") and _can_counter(table, target, attacker)
    covers = table.kind(target).specials.cover and not target.cover
    return ("none", *["counter"] * bool(counters), *["cover"] * bool(covers))


def book_reaction(builder: StepBuilder, part: AttackTarget) -> None:
    """Pay for the reaction of the part whose turn has come (D-27, D-28)."""
    unit = builder.unit(part.target)
    if part.reaction in ("counter", "cover"):
        builder.put(unit, ap=unit.ap - 1, cover=part.reaction == "cover")


def _can_counter(table: Table, unit: Unit, aggressor: Unit) -> bool:
    kind = table.kind(unit)
    if not kind.specials.counter or kind.blows < 1 or unit.holds:
        return False
    if table.kind(aggressor).specials.fly and not kind.specials.fly:
        return False
    return strike_refusal(table, unit, aggressor) is None


# --- Questions ---

KINDS = {"react": "react", "attack-reroll?": "reroll", "defence-reroll?": "reroll", "pay?": "pay"}
"""The kind of decision of each stage that asks."""

REROLLS: Mapping[str, exchange.Role] = {"attack-reroll?": "attack", "defence-reroll?": "defence"}
"""Whose dice may be thrown again at a stage."""


def under_way(task: Attack) -> Throw | None:
    """The dice of the exchange under way."""
    return task.back if task.counter else task.throw


def duel(task: Attack) -> tuple[str, str]:
    """Who attacks whom in the exchange under way; the attacker is empty for terrain."""
    target = task.parts[task.part].target
    return (target, task.attacker) if task.counter else (task.attacker, target)


def part_of(task: Attack, code: str) -> AttackTarget:
    """The part that is aimed at this unit."""
    return next(part for part in task.parts if part.target == code)


def suffered(task: Attack, code: str) -> int:
    """Wounds after Tough of one of the two units of the part under way."""
    return task.ruled[0 if code == task.parts[task.part].target else 1]


def asked(table: Table, task: Attack) -> tuple[str, ...]:
    """The units whose controllers are asked at this stage, in the order of their questions.

    Those too that have answered already: question ``i`` has the number ``table.asked + i``.
    """
    match task.stage:
        case "react":
            return tuple(
                part.target for part in task.parts if len(reactions(table, task, part)) > 1
            )
        case "attack-reroll?" | "defence-reroll?":
            attacker, defender = duel(task)
            code = attacker if task.stage == "attack-reroll?" else defender
            return (code,) if rerollable(table, task) else ()
        case "pay?":
            return tuple(code for code, _ in payers(table, task))
        case _:
            return ()


def questions(table: Table, answers: Sequence[SecretAnswer], task: Attack) -> tuple[Decision, ...]:
    """Whom it asks now (``react``, ``reroll``, ``pay``); several at once are secret."""
    concerned, given, kind = asked(table, task), answered(answers), KINDS.get(task.stage, "")
    found = []
    for number, code in enumerate(concerned, table.asked):
        if code not in given:
            seat = table.controller(table.units[code].seat)
            batch, left = f"half-{table.turn.number}-{seat}", table.players[seat].left
            asks = Decision(Seat(seat), kind, number, len(concerned) > 1, batch=batch, left=left)
            found.append(asks)
    return tuple(found)


def answered(answers: Sequence[SecretAnswer]) -> dict[str, str]:
    """The answers that wait for the others, by unit."""
    return {answer.about: answer.choice for answer in answers}


def unit_asked(view: SailorsView, decision: Decision) -> str:
    """Code of the unit that a ``react``, ``reroll`` or ``pay`` is about; empty when it is closed.

    Each unit has a question of its own, and the numbers of the questions count through them.
    """
    concerned, place = _concerned(view.table, decision), decision.number - view.table.asked
    code = concerned[place] if 0 <= place < len(concerned) else ""
    return code if _is_open(view, decision, code) else ""


def units_asked(view: SailorsView, decision: Decision) -> tuple[str, ...]:
    """Codes of all units of the seat that still want an answer of this kind."""
    concerned = _concerned(view.table, decision)
    return tuple(code for code in concerned if _is_open(view, decision, code))


def _concerned(table: Table, decision: Decision) -> tuple[str, ...]:
    task = table.attack
    return asked(table, task) if task and KINDS.get(task.stage) == decision.kind else ()


def _is_open(view: SailorsView, decision: Decision, code: str) -> bool:
    table = view.table
    return (
        code in table.units
        and table.controller(table.units[code].seat) == decision.seat
        and code not in answered(view.answers)
    )


def failed_dice(view: SailorsView, decision: Decision) -> tuple[int, ...]:
    """Places of the dice that may be re-rolled now."""
    task = view.table.attack
    return rerollable(view.table, task) if task else ()


def rerollable(table: Table, task: Attack) -> tuple[int, ...]:
    """Places of the failed dice that the asked side may throw again now."""
    throw, role = under_way(task), REROLLS.get(task.stage)
    if throw is None or role is None or (role == "attack" and task.how in ("terrain", "poison")):
        return ()
    unit = table.units[throw.attacker if role == "attack" else throw.defender]
    return exchange.failed(throw, role) if exchange.reroll_sources(table, unit, role) else ()


def payers(table: Table, task: Attack) -> tuple[tuple[str, int], ...]:
    """Units with wounds after Tough that can be paid for, and how many of them (D-34)."""
    both = zip((task.parts[task.part].target, task.attacker), task.ruled, strict=True)
    found = [
        (code, wounds.affordable(table, table.units[code], count))
        for code, count in both
        if count and table.units[code].on_board
    ]
    return tuple((code, most) for code, most in found if most)

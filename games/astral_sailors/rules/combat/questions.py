"""What an attack under way asks, whom, and which answers are legal (D-21, D-26 to D-28, D-34)."""

from __future__ import annotations

from games.astral_sailors.moves import Pay, React, Reroll
from games.astral_sailors.names import counted
from games.astral_sailors.rules.combat import exchange, rerolls, wounds
from games.astral_sailors.rules.combat.reactions import reactions
from games.astral_sailors.state import Secrets
from games.astral_sailors.table import Attack, Table, Throw
from games.core.decisions import Decision
from games.core.refusals import Forbidden
from games.core.seats import Seat

KINDS = {
    "react": "react",
    "attack-reroll?": "reroll",
    "defence-reroll?": "reroll",
    "pay?": "pay",
}
"""The kind of decision of each stage that asks."""

NOT_ASKED = "That question is not open now."


def under_way(task: Attack) -> Throw | None:
    """The dice of the exchange under way."""
    return task.back if task.counter else task.throw


def duel(task: Attack) -> tuple[str, str]:
    """Who attacks whom in the exchange under way; the attacker is empty for terrain."""
    target = task.parts[task.part].target
    return (target, task.attacker) if task.counter else (task.attacker, target)


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


def questions(table: Table, secrets: Secrets, task: Attack) -> tuple[Decision, ...]:
    """Whom it asks now (``react``, ``reroll``, ``pay``); several at once are secret."""
    concerned = asked(table, task)
    given = answered(secrets)
    found = []
    for index, code in enumerate(concerned):
        if code in given:
            continue
        seat = table.controller(table.units[code].seat)
        found.append(
            Decision(
                Seat(seat),
                KINDS[task.stage],
                table.asked + index,
                secret=len(concerned) > 1,
                batch=f"half-{table.turn.number}-{seat}",
                left=table.players[seat].left,
            )
        )
    return tuple(found)


def answered(secrets: Secrets) -> dict[str, str]:
    """The answers that wait for the others, by unit."""
    return {answer.about: answer.choice for answer in secrets.answers}


def rerollable(table: Table, task: Attack) -> tuple[int, ...]:
    """Places of the failed dice that the asked side may throw again now."""
    throw = under_way(task)
    if throw is None:
        return ()
    if task.stage == "attack-reroll?" and task.how not in ("terrain", "poison"):
        unit = table.units[throw.attacker]
        return exchange.failed_attack(throw) if rerolls.sources(table, unit, "attack") else ()
    if task.stage == "defence-reroll?":
        unit = table.units[throw.defender]
        return exchange.failed_defence(throw) if rerolls.sources(table, unit, "defence") else ()
    return ()


def payers(table: Table, task: Attack) -> tuple[tuple[str, int], ...]:
    """Units with wounds after Tough that can be paid for, and how many of them (D-34)."""
    both = zip((task.parts[task.part].target, task.attacker), task.ruled, strict=True)
    found = [
        (code, wounds.affordable(table, table.units[code], count))
        for code, count in both
        if count and table.units[code].on_board
    ]
    return tuple((code, most) for code, most in found if most)


def refusal(table: Table, seat: int, move: React | Reroll | Pay) -> Forbidden | None:
    """Why an answer to the open question cannot be given."""
    task = table.agenda[-1] if table.agenda else None
    kind = KINDS.get(task.stage) if isinstance(task, Attack) else None
    if not isinstance(task, Attack) or kind is None or kind != move.move:
        return Forbidden("ASCW-D21", NOT_ASKED, code="NO_QUESTION")
    concerned = asked(table, task)
    about = next(iter(concerned), "") if isinstance(move, Reroll) else move.unit
    if about not in concerned:
        return Forbidden("ASCW-D21", NOT_ASKED, code="NO_QUESTION")
    if table.controller(table.units[about].seat) != seat:
        return Forbidden("ASCW-D69", f"{about} is not one of your units.", code="NO_QUESTION")
    match move:
        case React():
            return _react_refusal(table, task, move)
        case Reroll():
            return _reroll_refusal(table, task, move)
        case Pay():
            return _pay_refusal(table, task, move)


def _react_refusal(table: Table, task: Attack, move: React) -> Forbidden | None:
    part = next(part for part in task.parts if part.target == move.unit)
    legal = reactions(table, task, part)
    if move.choice in legal:
        return None
    name, rule = ("Counter-attack", "136") if move.choice == "counter" else ("Cover", "139")
    return Forbidden(
        f"ASCW-{rule}",
        f"{move.unit} cannot use {name} against this attack.",
        instead=f"Its choices are {', '.join(legal)}.",
    )


def _reroll_refusal(table: Table, task: Attack, move: Reroll) -> Forbidden | None:
    places = rerollable(table, task)
    wrong = [place for place in move.dice if place not in places]
    if not wrong and len(set(move.dice)) == len(move.dice):
        return None
    throw = under_way(task)
    assert throw is not None
    faces = throw.attack if task.stage == "attack-reroll?" else throw.defence
    failed = ", ".join(str(faces[place]) for place in places)
    said = f"Die {wrong[0] + 1} has not failed." if wrong else "Name each die once."
    return Forbidden("ASCW-D26", said, instead=f"The failed dice show {failed}.")


def _pay_refusal(table: Table, task: Attack, move: Pay) -> Forbidden | None:
    most = dict(payers(table, task))[move.unit]
    unit = table.units[move.unit]
    of_target, of_attacker = task.ruled
    count = of_target if unit.code == task.parts[task.part].target else of_attacker
    if not 0 <= move.wounds <= count:
        said = f"{unit.code} takes {counted(count, 'wound')}, so you cannot pay off {move.wounds}."
        return Forbidden("ASCW-D34", said, instead=f"You can pay off 0 to {most}.")
    if move.wounds <= most:
        return None
    each = wounds.price(table.kind(unit).cost)
    pool = table.players[unit.seat].pool
    return Forbidden(
        "ASCW-D34",
        f"Paying off {counted(move.wounds, 'wound')} costs {counted(move.wounds * each, 'point')}, "
        f"but the pool holds {pool}.",
        instead=f"You can pay off 0 to {counted(most, 'wound')} at {counted(each, 'point')} each.",
        code="NOT_ENOUGH_POINTS",
    )

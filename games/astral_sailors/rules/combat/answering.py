"""Answers to an attack: reactions, re-rolls, paying off wounds (D-21, D-26 to D-28, D-34)."""

from __future__ import annotations

from dataclasses import replace

from games.astral_sailors import moves as m
from games.astral_sailors import notation as n
from games.astral_sailors import subjects
from games.astral_sailors.names import counted
from games.astral_sailors.rules.combat import attack, questions, rerolls, wounds
from games.astral_sailors.rules.combat.reactions import reactions
from games.astral_sailors.secrets import Answer
from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.table import Table
from games.astral_sailors.tasks import Attack
from games.astral_sailors.view import Asked
from games.core.decisions import Decision
from games.core.refusals import Forbidden


def react_refusal(asked: Asked, move: m.React) -> Forbidden | None:
    return _other_question(asked, move, "ASCW-D21") or _react(asked.view.table, move)


def _react(table: Table, move: m.React) -> Forbidden | None:
    task = _attack(table)
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


def reroll_refusal(asked: Asked, move: m.Reroll) -> Forbidden | None:
    if move.dice != tuple(sorted(set(move.dice))):
        return Forbidden("ASCW-D26", "Name each die once, in order.")
    table = asked.view.table
    task = _attack(table)
    places = questions.rerollable(table, task)
    wrong = [place for place in move.dice if place not in places]
    if not wrong:
        return None
    throw = questions.under_way(task)
    assert throw is not None
    faces = throw.attack if task.stage == "attack-reroll?" else throw.defence
    failed = ", ".join(str(faces[place]) for place in places)
    said = f"Die {wrong[0] + 1} has not failed."
    return Forbidden("ASCW-D26", said, instead=f"The failed dice show {failed}.")


def pay_refusal(asked: Asked, move: m.Pay) -> Forbidden | None:
    return _other_question(asked, move, "ASCW-91") or _pay(asked.view.table, move)


def _pay(table: Table, move: m.Pay) -> Forbidden | None:
    task = _attack(table)
    most = dict(questions.payers(table, task))[move.unit]
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


def _other_question(asked: Asked, move: m.React | m.Pay, rule: str) -> Forbidden | None:
    about = subjects.unit_asked(asked.view, asked.decision)
    if move.unit == about:
        return None
    return Forbidden(rule, f"The open question is about {about}.", code="NO_QUESTION")


def _attack(table: Table) -> Attack:
    task = subjects.attack_under_way(table)
    assert task is not None, "only attacks ask"
    return task


# --- Effects ---


def react(builder: StepBuilder, decision: Decision, move: m.React) -> None:
    _keep(builder, Answer(move.unit, move.choice))


def pay(builder: StepBuilder, decision: Decision, move: m.Pay) -> None:
    _keep(builder, Answer(move.unit, str(move.wounds)))


def _keep(builder: StepBuilder, given: Answer) -> None:
    others = tuple(old for old in builder.secrets.answers if old.about != given.about)
    builder.secrets = replace(builder.secrets, answers=(*others, given))


def reroll(builder: StepBuilder, decision: Decision, move: m.Reroll) -> None:
    places, task = move.dice, _attack(builder.table)
    builder.pop()
    attack.close(builder, questions.asked(builder.table, task))
    throw = attack.throw_of(task)
    attacks = task.stage == "attack-reroll?"
    if not places:
        builder.push(replace(task, stage="defence-reroll?" if attacks else "extension"))
    elif attacks:
        rerolls.spend(builder, throw.attacker, "attack")
        builder.push(
            attack.with_throw(replace(task, stage="attack-reroll"), replace(throw, a_again=places))
        )
    else:
        rerolls.spend(builder, throw.defender, "defence")
        builder.push(
            attack.with_throw(replace(task, stage="defence-reroll"), replace(throw, d_again=places))
        )


VERBS: tuple[n.Verb, ...] = (
    n.verb(
        m.React,
        "react",
        "{unit} {choice}",
        react_refusal,
        react,
        short=("{choice}",),
        fill=n.unit_asked,
    ),
    n.verb(m.Reroll, "reroll", "REROLL {dice}", reroll_refusal, reroll),
    n.verb(
        m.Pay,
        "pay",
        "{unit} PAY {wounds}",
        pay_refusal,
        pay,
        short=("PAY {wounds}",),
        fill=n.unit_asked,
    ),
)

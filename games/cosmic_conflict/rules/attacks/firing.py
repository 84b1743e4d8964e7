"""Attacks in the flow of a match, through the twelve steps of canon 3.7."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from games.core.types import Forbidden, Roll, Rolled
from games.cosmic_conflict import events as e
from games.cosmic_conflict.odds import DICE, AttackResult, Die, Modifier, rerolled
from games.cosmic_conflict.rules import damage, stealth
from games.cosmic_conflict.rules.attacks import shared, targeting
from games.cosmic_conflict.rules.orders import marks
from games.cosmic_conflict.state import StepBuilder
from games.cosmic_conflict.table.conditions import WEAPONS
from games.cosmic_conflict.table.tasks import (
    Attack,
    AwsShot,
    Firing,
    HitSource,
    Hurt,
    RerolledDie,
    RerollMeans,
)
from games.cosmic_conflict.table.units import MissileToken, Table, Unit


def rolls(builder: StepBuilder, task: Firing) -> tuple[Roll, ...]:
    """All dice of an attack together, or one that is rolled again (CC-032)."""
    who = builder.piece(task.attacker)
    if task.again:
        return (Roll(1, 6, f"{who} at {task.target}: {task.again.upper()} again"),)
    if task.stage != "roll":
        return ()
    label = builder.table.design(builder.unit(task.attacker)).labels[task.weapon]
    why = f"{who} at {task.target} with {label}: Accuracy, then Damage"
    return (Roll(task.fixed.terms.dice, 6, why),)


def rolled(builder: StepBuilder, task: Firing, rolled: Rolled) -> None:
    faces = rolled.faces[0]
    if not task.again:
        builder.push(replace(task, dice=faces, stage="reroll"))
        return
    assert task.by
    die, at = task.again, DICE.index(task.again)
    done = RerolledDie(die, task.dice[at], faces[0], task.by)
    dice, known = rerolled(task.dice, die, faces[0]), (*task.rerolls, done)
    builder.push(replace(task, dice=dice, rerolls=known, again="", by=""))


def proceed(builder: StepBuilder, task: Firing) -> None:
    """Carry the attack on by a stage, where no player has to be asked first."""
    match task.stage:
        case "declared":
            stealth.reveal(builder, task.attacker)
            points = builder.interruptions("attacks", builder.unit(task.attacker))
            builder.push(*points, replace(task, stage="legal"))
        case "legal":
            _check(builder, task)
        case "evasive":
            builder.push(replace(task, stage="roll"))
        case "reroll":
            end_rerolls(builder, task)
        case "blocking":
            builder.push(replace(task, stage="dodge"))
        case "dodge":
            builder.push(replace(task, stage="redirect"))
        case _:
            _hit(builder, task)


def _check(builder: StepBuilder, task: Firing) -> None:
    """Fix the terms; an interrupt may have made the attack illegal (step 2)."""
    stealth.reveal(builder, task.attacker)
    table = builder.table
    unit, target = table.units[task.attacker], table.units[task.target]
    effects = marks.effects(unit, target)
    if task.means == "again":
        unit = targeting.rearmed(unit, task.weapon)
    try:
        if not unit.in_space:
            raise Forbidden("CC-028", f"{unit.id} is gone.")
        attack = targeting.declared(table, unit, task.weapon, target, effects)
        support = shared.still_able(table, attack, task.support)
        sizes = shared.sizes(table, support)
        if attack.needs_token:
            token = targeting.launched(table, attack, "", effects, task.point)
            _launch(builder, attack, replace(token, support=sizes))
            _spend(builder, support)
            _wear(builder, task)
            return
    except Forbidden as refused:
        label = table.design(unit).labels[task.weapon]
        pieces = builder.piece(unit.id), builder.piece(target.id)
        builder.tell(e.AttackCancelled(pieces[0], label, pieces[1], refused.sentence))
        return
    if target.bogey:
        builder.put(targeting.spent(table, unit, task.weapon))
        _spend(builder, support)
        _wear(builder, task)
        stealth.reveal(builder, target.id)
        return
    attack = replace(attack, terms=attack.terms.supported(sizes))
    left = len(attack.blocking)
    builder.push(replace(task, attack=attack, support=support, left=left, stage="evasive"))


def _launch(builder: StepBuilder, attack: Attack, token: MissileToken) -> None:
    """Launch a Missile token at a distant target (CC-099)."""
    unit, number = builder.unit(attack.attacker), builder.course.tokens + 1
    token = replace(token, id=f"t{number}")
    builder.change(tokens=number)
    builder.table = replace(builder.table, missiles=(*builder.table.missiles, token))
    builder.put(targeting.spent(builder.table, unit, attack.weapon))
    builder.tell(
        e.MissileLaunched(
            builder.piece(unit.id),
            weapon_name(builder.table, unit, attack.weapon),
            builder.piece(attack.target),
            token.id,
            unit.spot,
            token.at,
        )
    )


def weapon_name(table: Table, unit: Unit, place: int) -> tuple[str, str]:
    """The label of an item and what it is: ``KIN1``, ``Kinetic Linked 1``."""
    design = table.design(unit)
    return design.labels[place], design.items[place].name


# --- Answers ---


def evaded(task: Firing) -> Firing:
    """The task after Evasive Actions (CC-161)."""
    terms = task.fixed.terms
    with_it = replace(terms, accuracy=(*terms.accuracy, Modifier("evasive", -1)))
    return replace(task, attack=replace(task.fixed, terms=with_it), stage="roll")


def again(task: Firing, die: Die, by: RerollMeans) -> Firing:
    """The task before a die is rolled again; each feature lets the defender ask once (CC-191)."""
    return replace(task, again=die, by=by, left=task.left - (by == "blocking"))


def dodged(task: Firing) -> Firing:
    """The task after a Dodge (CC-163)."""
    attack = replace(task.fixed, terms=task.fixed.terms.dodged)
    return replace(task, attack=attack, dodged=True, stage="redirect")


def end_rerolls(builder: StepBuilder, task: Firing) -> None:
    """The attacker rolls no die again: Offensive Focus is too late now (3.9)."""
    builder.put(builder.table.commander(builder.unit(task.attacker)), attacked=True)
    builder.push(replace(task, stage="blocking"))


# --- The end of an attack ---


def _hit(builder: StepBuilder, task: Firing) -> None:
    attack = task.fixed
    stealth.tell_attack(builder, _told(builder, task, attack))
    unit = builder.unit(task.attacker)
    if not attack.token and unit.state == "in":
        builder.put(targeting.spent(builder.table, unit, task.weapon))
        _spend(builder, task.support)
    _wear(builder, task)
    result = _passed_on(builder, task) if task.taker else attack.terms.result(task.dice)
    if result.applied:
        cause: Literal["attack", "missile"] = "missile" if attack.token else "attack"
        shot = HitSource(attack.type, result.accuracy)
        hurt = task.taker or task.target
        builder.push(Hurt(hurt, result.applied, cause, task.attacker, shot))


def _spend(builder: StepBuilder, support: shared.Support) -> None:
    """Supporting Weapons have attacked (D-047)."""
    for id, place in support:
        builder.put(targeting.spent(builder.table, builder.unit(id), place))


def _passed_on(builder: StepBuilder, task: Firing) -> AttackResult:
    """Let another ship take the hit (D-046)."""
    target, taker = builder.unit(task.target), builder.unit(task.taker)
    result = shared.passed_on(builder.table, task, taker)
    builder.tell(e.Redirected(builder.piece(taker.id), builder.piece(target.id), result.applied))
    if taker.bond and taker.bond.kind == "escort":
        done = (task.attacker, task.means == "missile")
        builder.put(target, guarded=(*target.guarded, done))
    return result


def _wear(builder: StepBuilder, task: Firing) -> None:
    """Weapons Damage after the second attack of a Weapon (CC-251, D-106)."""
    if task.means == "again":
        damage.inflict(builder, builder.unit(task.attacker), WEAPONS)


def _told(builder: StepBuilder, task: Firing, attack: Attack) -> e.Attacked:
    unit, target = builder.unit(task.attacker), builder.unit(task.target)
    start = task.point if attack.token else unit.at
    assert start is not None
    result = attack.terms.result(task.dice)
    return e.Attacked(
        builder.piece(unit.id),
        weapon_name(builder.table, unit, task.weapon),
        builder.piece(target.id),
        task.means,
        start,
        target.spot,
        attack.distance,
        attack.band,
        task.dice,
        task.rerolls,
        attack.terms.accuracy,
        attack.terms.damage,
        result.accuracy,
        result.band,
        result.damage,
        result.applied,
        attack.token,
        max(0, attack.terms.chart.miss + 1 - result.accuracy),
    )


# --- Area Weapons Systems ---


def aws_rolls(builder: StepBuilder, task: AwsShot) -> tuple[Roll, ...]:
    """The dice of Anti-Weapon Systems (CC-103)."""
    return (Roll(1, 6, f"{builder.piece(task.unit)}: Area Weapons System at {task.target}"),)


def aws_rolled(builder: StepBuilder, task: AwsShot, rolled: Rolled) -> None:
    unit, target, die = builder.unit(task.unit), builder.unit(task.target), rolled.faces[0][0]
    pieces = builder.piece(unit.id), builder.piece(target.id)
    builder.tell(e.AwsFired(*pieces, unit.spot, target.spot, die))
    builder.push(Hurt(task.target, die, "aws", task.unit))

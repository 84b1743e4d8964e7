"""The question of each window, with the numbers that matter (4.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from games.core.telling import average, counted, listed, shortened
from games.cosmic_conflict.content.contacts import is_contact
from games.cosmic_conflict.odds import DICE, Terms
from games.cosmic_conflict.rules import damage, windows
from games.cosmic_conflict.rules.attacks import firing, pws, shared
from games.cosmic_conflict.rules.attacks.targeting import can_attack
from games.cosmic_conflict.rules.orders.usage import automatic_payment, in_force
from games.cosmic_conflict.rules.turns import resolution
from games.cosmic_conflict.space import depth, distance, rounded
from games.cosmic_conflict.table.conditions import NAMES, PROPULSION
from games.cosmic_conflict.table.course import seat_of
from games.cosmic_conflict.table.orders import COMMANDS, ORDERS
from games.cosmic_conflict.table.tasks import (
    Asking,
    DamageTask,
    Exchanging,
    Firing,
    Hurt,
    Interruption,
    Repairing,
)
from games.cosmic_conflict.table.units import CommandName, OrderName, Table, Unit
from games.cosmic_conflict.view import View
from games.cosmic_conflict.words.reports import BANDS, die_name, joined, number

MOST_NAMED: Final = 6


def ask_window(view: View) -> str:
    """The question of the window that is open."""
    task = view.course.agenda[-1]
    window = windows.opened(task, view.table)
    assert window is not None, "no window is open"
    return QUESTIONS[window.key](view, task)


def named(table: Table, unit: Unit) -> str:
    """``a1 Citadel``"""
    return f"{unit.id} {unit.name or table.design(unit).name}"


def _your(view: View, id: str) -> str:
    return f"your {named(view.table, view.table.units[id])}"


def _hides(view: View, unit: Unit, name: OrderName) -> bool:
    return name in view.sheet(seat_of(unit.side)).of(view.table.commander(unit).id).names


def _can_pay(view: View, unit: Unit, name: CommandName) -> bool:
    unit = view.table.commander(unit)
    orders = view.sheet(seat_of(unit.side)).of(unit.id)
    return automatic_payment(view.table, unit, orders, name, with_order=True) is not None


def _lacking(view: View, id: str, order: OrderName) -> str:
    """The window opens by what everybody knows; its owner knows better."""
    hidden = _hides(view, view.table.units[id], order)
    return "" if hidden else f" It hides no {ORDERS[order].name}."


def _unpaid(view: View, id: str, command: CommandName) -> str:
    payable = _can_pay(view, view.table.units[id], command)
    return "" if payable else f" It cannot pay for {COMMANDS[command].name}."


# --- Attacks ---


def _terms(task: Firing) -> Terms:
    return task.fixed.terms


def _attack(view: View, task: Firing) -> tuple[str, str]:
    """Who attacks, and with what: ``a1 Citadel``, ``with KIN1``."""
    unit = view.table.units[task.attacker]
    label = view.table.design(unit).labels[task.weapon]
    return named(view.table, unit), f"with {label}"


def _outcome(view: View, task: Firing) -> str:
    """``a1 Citadel hits b1 Halberd with KIN1 for 5 (dice 4 and 6)``"""
    who, weapon = _attack(view, task)
    if _is_unknown(view, task):
        target = named(view.table, view.table.units[task.target])
        dice = f"the dice are {joined(task.dice)}" if task.dice else "its dice are not shown"
        return f"{who} fires at {target} {weapon}, and {dice}"
    result = _terms(task).result(task.dice)
    effect = f" for {result.applied}" if result.band != "miss" else ""
    target = named(view.table, view.table.units[task.target])
    return f"{who} {BANDS[result.band]} {target} {weapon}{effect} (dice {joined(task.dice)})"


def _is_unknown(view: View, task: Firing) -> bool:
    """Whether the target is a contact, so that nobody can tell what the dice come to."""
    return is_contact(view.table.design(view.table.units[task.target]))


def _means(task: Firing) -> str:
    """``ACC 4.3, DMG 2.0``: mean damage after a reroll of each die."""
    sums = _terms(task).reroll_sums(task.dice)
    dice = (die_name(die, task.dice) for die in DICE)
    return ", ".join(
        f"{die} {average(Fraction(each, 6))}" for die, each in zip(dice, sums, strict=False)
    )


def _evasive(view: View, task: Firing) -> str:
    who, weapon = _attack(view, task)
    if _is_unknown(view, task):
        far = rounded(task.fixed.distance)
        return f"{who} attacks {_your(view, task.target)} {weapon} over {far}: Evasive Actions?"
    now = _terms(task).odds.mean
    then = _terms(firing.evaded(task)).odds.mean
    far = rounded(task.fixed.distance)
    return (
        f"{who} attacks {_your(view, task.target)} {weapon} over {far}: reveal Evasive Actions? "
        f"Mean damage {average(now)}, with them {average(then)}."
        f"{_lacking(view, task.target, 'evasive')}"
    )


def _reroll(view: View, task: Firing) -> str:
    unit = view.table.units[task.attacker]
    means = []
    for each in windows.reroll_means(view.table, task, unit):
        if each == "reaim" and _can_pay(view, unit, "reaim"):
            means.append("Re-aim")
        elif each == "veteran":
            means.append("its veteran crew")
        elif each == "focus" and (in_force(unit, "focus") or _hides(view, unit, "focus")):
            means.append("Offensive Focus")
    by = f" by {' or '.join(means)}" if means else ""
    lacking = "" if means else " It has nothing to reroll with."
    if _is_unknown(view, task):
        return f"{_outcome(view, task)}: reroll a die{by}?{lacking}"
    return f"{_outcome(view, task)}: reroll a die{by}? Mean damage then: {_means(task)}.{lacking}"


def _blocking(view: View, task: Firing) -> str:
    left = counted(task.left, "request")
    by = listed(task.fixed.blocking)
    if _is_unknown(view, task):
        return f"{_outcome(view, task)}: must a die be rolled again? {left} left through {by}."
    return (
        f"{_outcome(view, task)}: which die must be rolled again? {left} left through {by}. "
        f"Mean damage then: {_means(task)}."
    )


def _dodge(view: View, task: Firing) -> str:
    if _is_unknown(view, task):
        return f"{_outcome(view, task)}: dodge?"
    now, then = (each.result(task.dice) for each in (_terms(task), _terms(task).dodged))
    accuracy = f"Accuracy {number(now.accuracy)} → {number(then.accuracy)}"
    band = f"a {then.band} for {then.applied}" if then.band != "miss" else "a miss"
    unpaid = _unpaid(view, task.target, "dodge")
    return f"{_outcome(view, task)}: dodge? {accuracy} makes it {band}.{unpaid}"


def _redirect(view: View, task: Firing) -> str:
    """What the hit would do to each ship that can take it (D-046)."""
    table = view.table
    able = (
        f"{named(table, each)} for {shared.passed_on(table, task, each).applied}"
        for each in shared.takers(table, task)
    )
    return f"{_outcome(view, task)}: does {listed(able, 'or')} take it?"


# --- Damage ---


def _absorb(view: View, task: Hurt) -> str:
    table, unit = view.table, view.table.units[task.unit]
    labels = table.design(unit).labels
    tracks = (
        f"{labels[at]} ({damage.left(table, unit, at)} left)" for at in windows.sharing(table, task)
    )
    return (
        f"{task.damage} damage to {_your(view, task.unit)}: which track takes it first, "
        f"{' or '.join(tracks)}? By default in this order."
    )


def _brace(view: View, task: Hurt) -> str:
    unit = view.table.units[task.unit]
    whole = view.table.design(unit).health
    boxes = f"Health {whole - unit.health} of {whole} left"
    return (
        f"{task.damage} damage will complete a Health row of {_your(view, task.unit)} ({boxes}): "
        f"reveal Brace for Impact?{_lacking(view, task.unit, 'brace')}"
    )


def _keep(view: View, task: DamageTask) -> str:
    results = (f"{each} {NAMES[each]}" for each in task.condition.results)
    return f"Which Condition does {_your(view, task.unit)} keep: {' or '.join(results)}?"


def _damcon(view: View, task: DamageTask) -> str:
    result = task.condition.results[0]
    return (
        f"{NAMES[result]} ({result}) comes up for {_your(view, task.unit)}: roll another by "
        f"Damage Control?{_unpaid(view, task.unit, 'damcon')}"
    )


def _luck(view: View, task: DamageTask) -> str:
    result = task.condition.results[-1]
    return (
        f"{NAMES[result]} ({result}) is rolled for {_your(view, task.unit)}, which is lucky: roll "
        "again? The second roll stands."
    )


def _repair(view: View, task: Asking | Repairing) -> str:
    if isinstance(task, Asking):
        lacking = _lacking(view, task.unit, "repair")
        return f"Does {_your(view, task.unit)} reveal Repair, and which Condition?{lacking}"
    return f"Which Condition does {_your(view, task.unit)} repair, on a die of 4 to 6?"


def _sacrifice(view: View, task: DamageTask) -> str:
    table, unit, result = view.table, view.table.units[task.unit], task.condition.results[0]
    begins = f"{NAMES[result]} of {_your(view, task.unit)}"
    if result == PROPULSION:
        return f"{begins}: A, no Hyperspace, or B, no change of Velocity?"
    labels, found = table.design(unit).labels, damage.choices(table, unit, result)
    ways = [" and ".join(labels[at] for at in each.places) for each in found]
    more = f"; or {len(ways) - MOST_NAMED} more ways" if len(ways) > MOST_NAMED else ""
    return f"{begins}: deactivate {'; or '.join(ways[:MOST_NAMED])}{more}? By default the first."


# --- Moves, interrupts and the Resolution Phase ---


def _pws(view: View, task: Exchanging) -> str:
    table = view.table
    mover, enemy = table.units[task.mover], table.units[task.enemies[0]]
    found = pws.exchange(table, mover, enemy)
    assert found is not None
    (theirs, own), far = found.dice, rounded(distance(mover.spot, enemy.spot))
    return (
        f"{named(table, mover)} has come within {far} of {_your(view, enemy.id)}: exchange PWS "
        f"fire? Your {counted(own, 'die', 'dice')} against {theirs}."
    )


_POINTS: Final = {
    "activates": "{} begins its activation",
    "attacks": "{} is about to fire",
    "moves": "{} is about to move",
    "moved": "{} has moved",
    "ends": "The Activation Phase ends",
}


def _interrupt(view: View, task: Interruption) -> str:
    table = view.table
    enemy = named(table, table.units[task.unit]) if task.unit else ""
    able = [
        f"{unit.id} ({means}: {', '.join(told_weapons(table, unit, table.enemies(unit)))})"
        for unit in table.in_space(task.side)
        if windows.armed(table, unit) and (means := _interrupting(view, unit))
    ]
    told = ", ".join(shortened(able))
    who = f"Able: {told}." if able else "None of your ships hides what it needs."
    return f"{_POINTS[task.point].format(enemy)}: fire now? {who}"


def _interrupting(view: View, unit: Unit) -> str:
    found = []
    for each in windows.interrupt_means(view.table, unit):
        if each == "snap" and _can_pay(view, unit, "snap"):
            found.append("SNAP")
        elif each == "contingent" and (
            in_force(unit, "contingent") or _hides(view, unit, "contingent")
        ):
            found.append("CONTINGENT")
    return " or ".join(found)


def told_weapons(table: Table, unit: Unit, targets: Iterator[Unit] | Sequence[Unit]) -> list[str]:
    """The labels of its unused Weapons that reach any of these."""
    labels, enemies = table.design(unit).labels, list(targets)
    return [
        labels[at]
        for at in windows.ready_weapons(table, unit)
        if any(can_attack(table, unit, at, each) for each in enemies)
    ]


def _asking(view: View, task: Asking) -> str:
    table, unit = view.table, view.table.units[task.unit]
    who = _your(view, task.unit)
    match task.key:
        case "reinforce":
            gained = sum(resolution.reinforced(table, unit).absorbers) - sum(unit.absorbers)
            boxes = counted(gained, "box", "boxes")
            shown_already = in_force(unit, "reinforce")
            lacking = "" if shown_already else _lacking(view, task.unit, "reinforce")
            return f"Reinforce the Shields of {who}? They regain {boxes}.{lacking}"
        case "survey":
            far = rounded(depth(table.board, unit.side, unit.spot))
            return (
                f"Reveal Enhance Scanners of {who} for a token of Deep Survey? It is {far} from "
                f"its starting edge, in the far half.{_lacking(view, task.unit, 'scanners')}"
            )
        case "rescue":
            (vip,) = table.objectives
            far = rounded(distance(unit.spot, vip))
            return (
                f"Reveal Enhance Scanners of {who} to take the VIP aboard? It is {far} away."
                f"{_lacking(view, task.unit, 'scanners')}"
            )
    lacking = _lacking(view, task.unit, "jump")
    return f"Reveal Jump to Hyperspace of {who}? It leaves when it is activated.{lacking}"


def _cloak(view: View, task: Asking) -> str:
    who, lacking = _your(view, task.unit), _lacking(view, task.unit, "cloak")
    return (
        f"Does {who} cloak? Record a move for each turn, 1 to 3: it is back at the end of the "
        f"last.{lacking}"
    )


QUESTIONS: Final[Mapping[windows.WindowKey, Callable[[View, Any], str]]] = {
    "evasive": _evasive,
    "reroll": _reroll,
    "blocking": _blocking,
    "dodge": _dodge,
    "redirect": _redirect,
    "escort": _redirect,
    "absorb": _absorb,
    "brace": _brace,
    "luck": _luck,
    "keep": _keep,
    "damcon": _damcon,
    "sacrifice": _sacrifice,
    "pws": _pws,
    "interrupt": _interrupt,
    "reinforce": _asking,
    "survey": _asking,
    "rescue": _asking,
    "repair": _repair,
    "jump": _asking,
    "cloak": _cloak,
}

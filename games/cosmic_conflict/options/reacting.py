"""Questions of the windows of 4.3: yes or no with the numbers, or one of several."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any, Final

from games.core.overlay import Arrow
from games.core.questions import Sketch
from games.core.questions.tree import Ask, leaf
from games.core.telling import average, counted
from games.cosmic_conflict.notation import Answer
from games.cosmic_conflict.odds import DICE, Modifier
from games.cosmic_conflict.options import acting, cloaking, forming, sketches
from games.cosmic_conflict.options.fields import Nodes, legal, name, ringed, typed
from games.cosmic_conflict.rules import damage, windows
from games.cosmic_conflict.rules.attacks.pws import exchange
from games.cosmic_conflict.rules.reactions import (
    BlockingReroll,
    Decline,
    Keep,
    React,
    ReactCommand,
    Repair,
    Reroll,
    Sacrifice,
    TracksFirst,
    window,
)
from games.cosmic_conflict.rules.turns import resolution
from games.cosmic_conflict.table.conditions import NAMES, restored
from games.cosmic_conflict.table.course import seat_of
from games.cosmic_conflict.table.tasks import Exchanging, Firing
from games.cosmic_conflict.table.units import Table, Unit
from games.cosmic_conflict.view import Request

DECLINED: Final[Mapping[str, str]] = {
    "absorb": "The usual order",
    "interrupt": "Hold fire",
    "blocking": "Let the dice stand",
    "reroll": "Let the dice stand",
    "luck": "Let the dice stand",
}


def question(request: Request) -> Ask[Answer]:
    """The window that is open for the seat."""
    found, table = window(request), request.view.table
    if found is None:
        return Ask("Nothing is open now.", typed=typed(request, "", "REACT NO"))
    unit, task = table.units.get(found.unit), request.view.course.agenda[-1]
    prompt = windows.PROMPTS[found.key].format(name(table, unit) if unit else "")
    if isinstance(task, Firing):
        weapon = table.design(table.units[task.attacker]).labels[task.weapon]
        prompt = f"{task.attacker} {weapon} attacks {task.target}. {prompt}"
    nodes = partial(_answers, request, found.key, unit, task)
    ground = _ground(table, unit, task)
    return Ask(prompt, nodes, typed(request, "", "REACT NO"), ground=ground)


def _ground(table: Table, unit: Unit | None, task: Any) -> Sketch:
    if isinstance(task, Firing):
        attacker, target = table.units[task.attacker], table.units[task.target]
        if attacker.at is not None and target.at is not None:
            line = Arrow(start=attacker.at, end=target.at, seat=seat_of(attacker.side))
            return sketches.ground(lambda: iter((line,)))
    if isinstance(task, Exchanging):
        return ringed(table.units[task.mover], table.units[task.enemies[0]])
    return ringed(*([unit] if unit else table.in_space()))


def _answers(request: Request, key: str, unit: Unit | None, task: Any) -> Nodes:
    if unit is None:
        yield from acting.shots(request)
    elif key in _SEVERAL:
        yield from _SEVERAL[key](request, unit, task)
    else:
        yield from _yes(request, key, unit, task)
    if legal(request, Decline()):
        yield leaf("no", DECLINED.get(key, "No"), Decline(), _told_no(request, key, task))


def _yes(request: Request, key: Any, unit: Unit, task: Any) -> Nodes:
    if legal(request, move := React(key)):
        detail = partial(_TOLD[key], request.view.table, unit, task)
        yield leaf("yes", "Yes", move, detail)


def _told_no(request: Request, key: str, task: Any) -> str:
    if key in ("reroll", "blocking", "dodge", "redirect", "escort"):
        return f"the damage is {_result(task)}"
    return ""


# --- Attacks ---


def _result(task: Any) -> int:
    applied: int = task.attack.terms.result(task.dice).applied
    return applied


def _told_evasive(table: Table, unit: Unit, task: Any) -> str:
    """How the mean of the attack changes (CC-161)."""
    shooter = table.units[task.attacker]
    label = table.design(shooter).labels[task.weapon]
    found = task.attack or sketches.attack_of(table, shooter, label, unit)
    terms = found.terms
    evaded = replace(terms, accuracy=(*terms.accuracy, Modifier("evasive", -1)))
    means = f"{average(terms.odds.mean)} to {average(evaded.odds.mean)}"
    return f"attacks on it have -1 Accuracy this turn; the mean of this one falls from {means}"


def _told_dice(task: Any, at: int) -> str:
    sums = task.attack.terms.reroll_sums(task.dice)
    return f"damage {average(Fraction(sums[at], 6))} on average, now {_result(task)}"


def _rerolls(request: Request, unit: Unit, task: Any) -> Nodes:
    """Rerolls of each die: by Offensive Focus, by veterans, or by Re-aim with what pays for it."""
    means = tuple(windows.reroll_means(request.view.table, task, unit))
    first = DICE[: len(task.dice)]
    ways = [("Offensive Focus", "", [Reroll(die) for die in first])] if "focus" in means else []
    if "veteran" in means:
        ways += [("veterans", "v", [Reroll(die, by="veteran") for die in first])]
    if "reaim" in means:
        ways += [
            (f"Re-aim, {what}", pay, [Reroll(die, pay) for die in first])
            for pay, what in acting.payments(request, unit)
        ]
    for by, key, moves in ways:
        for at, move in enumerate(moves):
            if legal(request, move):
                label = f"{move.die.upper()} ({task.dice[at]}) by {by}"
                yield leaf(f"{move.die}{key}", label, move, _told_dice(task, at))


def _requests(request: Request, unit: Unit, task: Any) -> Nodes:
    for at, die in enumerate(DICE[: len(task.dice)]):
        if legal(request, move := BlockingReroll(die)):
            yield leaf(die, f"{die.upper()} ({task.dice[at]})", move, _told_dice(task, at))


def _commands(request: Request, unit: Unit, task: Any) -> Nodes:
    """Dodge or Damage Control, by what pays for it."""
    dodges = isinstance(task, Firing)
    if dodges:
        less = task.attack.terms.dodged.result(task.dice).applied
        effect = f"the damage falls from {_result(task)} to {less}"
    else:
        effect = f"instead of {_condition(task.condition.results[-1])} another one is rolled"
    for pay, what in acting.payments(request, unit):
        move = ReactCommand("dodge" if dodges else "damcon", pay)
        if legal(request, move):
            yield leaf(f"pay{pay}", f"Yes, paid with {what}", move, effect)


# --- Damage and Conditions ---


def _condition(result: int) -> str:
    return f"{result} {NAMES[result]}"


def _tracks(request: Request, unit: Unit, task: Any) -> Nodes:
    """One of the tracks first, the others in the usual order."""
    labels, table = request.view.table.design(unit).labels, request.view.table
    for at in windows.sharing(table, task):
        if legal(request, move := TracksFirst("absorb", (labels[at],))):
            boxes = counted(damage.left(table, unit, at), "box", "boxes")
            detail = f"{boxes} left for {task.damage} damage"
            yield leaf(labels[at], f"{labels[at]} first", move, detail)


def _told_brace(table: Table, unit: Unit, task: Any) -> str:
    row = table.design(unit).row
    left = row - unit.health % row
    return f"{task.damage} damage would fill the {left} left of a row; what is beyond is ignored"


def _kept(request: Request, unit: Unit, task: Any) -> Nodes:
    for result in dict.fromkeys(task.condition.results):
        if legal(request, move := Keep(result)):
            yield leaf(f"keep{result}", f"Keep {_condition(result)}", move)


OPTIONS: Final = {
    "a": "it can no longer jump to Hyperspace",
    "b": "its Velocity no longer changes in its activation",
}


def _sacrifices(request: Request, unit: Unit, task: Any) -> Nodes:
    """The items or the option of a Condition, the automatic choice first (4.5)."""
    table, (result,) = request.view.table, task.condition.results
    design = table.design(unit)
    for at, choice in enumerate(damage.choices(table, unit, result)):
        items = tuple(design.labels[place] for place in choice.places)
        move = Sacrifice(items) if items else Sacrifice(option=choice.option)
        if legal(request, move):
            names = " and ".join(
                f"{design.labels[place]} {design.items[place].name}" for place in choice.places
            )
            label = names or f"{choice.option.upper()}: {OPTIONS[choice.option or 'a']}"
            detail = "the automatic choice" if at == 0 else ""
            yield leaf(f"lose{''.join(items) or choice.option}", label, move, detail)


# --- Moves and the Resolution Phase ---


def _told_pws(table: Table, unit: Unit, task: Any) -> str:
    found = exchange(table, table.units[task.mover], unit)
    theirs, own = found.dice if found else (0, 0)
    return f"you roll {counted(own, 'die', 'dice')} of damage, {task.mover} rolls {theirs}"


def _reinforced(request: Request, unit: Unit, task: Any) -> Nodes:
    table, design = request.view.table, request.view.table.design(unit)
    shields = [at for at, _ in design.absorbers if design.items[at].type == "SHD"]
    boxes = sum(resolution.reinforced(table, unit).absorbers) - sum(unit.absorbers)
    detail = f"its Shields regain {counted(boxes, 'box', 'boxes')}"
    orders: list[tuple[str, ...]] = [()]
    orders += [(design.labels[at],) for at in shields if len(shields) > 1 and at not in unit.off]
    for order in orders:
        if legal(request, move := TracksFirst("reinforce", order)):
            left = (
                f", {damage.left(table, unit, design.labels.index(order[0]))} left" if order else ""
            )
            label = f"Yes, {order[0]} first{left}" if order else "Yes"
            yield leaf(f"yes{''.join(order)}", label, move, detail)


def _repairs(request: Request, unit: Unit, task: Any) -> Nodes:
    """The Conditions that can be repaired, the worst first, with what works again then."""
    labels = request.view.table.design(unit).labels
    for at in damage.repairable(unit):
        if legal(request, move := Repair(at + 1)):
            found = unit.conditions[at]
            back = restored([labels[each] for each in found.items])
            shows = "; this shows what it is" if unit.hidden else ""
            detail = f"on a die of 4 to 6{back}{shows}"
            yield leaf(f"mend{at + 1}", f"{at + 1} {NAMES[found.result]}", move, detail)


_SEVERAL: Final[Mapping[str, Callable[[Request, Unit, Any], Nodes]]] = {
    "reroll": _rerolls,
    "blocking": _requests,
    "dodge": _commands,
    "damcon": _commands,
    "redirect": forming.redirects,
    "escort": forming.redirects,
    "absorb": _tracks,
    "keep": _kept,
    "sacrifice": _sacrifices,
    "reinforce": _reinforced,
    "repair": _repairs,
    "cloak": cloaking.courses,
}
_TOLD: Final[Mapping[str, Callable[[Table, Unit, Any], str]]] = {
    "evasive": _told_evasive,
    "brace": _told_brace,
    "luck": lambda table, unit, task: f"instead of {_condition(task.condition.results[-1])}",
    "pws": _told_pws,
    "survey": lambda table, unit, task: "reveals Enhance Scanners and takes the scenario's token",
    "rescue": lambda table, unit, task: "reveals Enhance Scanners and takes the VIP aboard",
    "jump": lambda table, unit, task: "it leaves when it is activated next turn, as one that fled",
}

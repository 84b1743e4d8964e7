"""Answers to windows, and shots outside one's own activation (4.3, D-065)."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Literal, TypeAlias, get_args

from pydantic import Field

from games.core.moves import also, move
from games.core.notation import one_of
from games.core.types import Decision, Forbidden, OutOfPlace
from games.cosmic_conflict.notation import (
    DIE,
    LABELS,
    NUMBER,
    ActivationStep,
    Answer,
    Label,
    Pay,
    UnitId,
)
from games.cosmic_conflict.odds import Die, named_die
from games.cosmic_conflict.rules import cloak, damage, windows
from games.cosmic_conflict.rules.attacks import firing, shared
from games.cosmic_conflict.rules.damage import ConditionChoice
from games.cosmic_conflict.rules.movement import Move
from games.cosmic_conflict.rules.orders.commands import paid, refuse_paid, revealed
from games.cosmic_conflict.rules.orders.usage import in_force, refuse_reveal
from games.cosmic_conflict.rules.turns import resolution
from games.cosmic_conflict.rules.values import forbid, hidden, no_item, side
from games.cosmic_conflict.rules.windows import Window, WindowKey
from games.cosmic_conflict.state import StepBuilder
from games.cosmic_conflict.table.conditions import NAMES
from games.cosmic_conflict.table.orders import Moment
from games.cosmic_conflict.table.tasks import (
    Asking,
    DamageTask,
    Exchanging,
    Firing,
    Hurt,
    Repairing,
)
from games.cosmic_conflict.table.units import Table, Unit
from games.cosmic_conflict.view import Request

# --- The open window ---


def window(request: Request) -> Window | None:
    """The window that is open for the answering seat."""
    agenda = request.view.course.agenda
    found = windows.opened(agenda[-1], request.view.table) if agenda else None
    return found if found and found.side == side(request) else None


def _task(request: Request) -> Any:
    return request.view.course.agenda[-1]


def closed(request: Request, *keys: WindowKey) -> Forbidden | None:
    """E-WINDOW where no window of these keys is open."""
    found = window(request)
    if found and found.key in keys:
        return None
    return asked_first(request) or OutOfPlace(
        "CC-064", "Nothing is open now that this would answer.", code="E-WINDOW"
    )


def asked_first(request: Request) -> Forbidden | None:
    """E-WINDOW with what the seat has to answer before anything else."""
    found = window(request)
    if found is None:
        return None
    ship = request.view.table.units.get(found.unit)
    prompt = windows.PROMPTS[found.key].format(ship.id if ship else "")
    return OutOfPlace("CC-064", f"You must answer this first: {prompt}", code="E-WINDOW")


def _unit(request: Request) -> Unit:
    found = window(request)
    assert found is not None
    return request.view.table.units[found.unit]


# --- Yes and no ---


Reaction: TypeAlias = Literal["evasive", "brace", "luck", "pws", "survey", "rescue", "jump"]
REACTION = one_of("a reaction such as EVASIVE", {key.upper(): key for key in get_args(Reaction)})


@move("react", "react|resolve", "REACT {key}")
class React(Answer):
    """``REACT EVASIVE``: yes, to a window that asks no more."""

    key: Annotated[Reaction, REACTION]

    def refuse(self, request: Request) -> Forbidden | None:
        """An Order can be revealed only where it is hidden and not barred."""
        if refused := closed(request, self.key):
            return refused
        if self.key in ("pws", "luck"):
            return None
        return resolution.refuse_yes(request, _unit(request), self.key)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        task: Any = builder.pop()
        match task:
            case Firing():
                revealed(builder, builder.unit(task.target), "evasive")
                builder.push(firing.evaded(task))
            case Hurt():
                revealed(builder, builder.unit(task.unit), "brace")
                builder.push(replace(task, ready=True))
            case DamageTask():
                damage.try_luck(builder, task, again=True)
            case Exchanging():
                builder.push(replace(task, wanted=(*task.wanted, task.enemies[0])))
            case Asking():
                resolution.answer_asking(builder, task)


_NEEDED = {"keep", "sacrifice"}


@move("decline", "react|resolve|cloak|idle", "REACT NO")
class Decline(Answer):
    """``REACT NO``"""

    def refuse(self, request: Request) -> Forbidden | None:
        found = window(request)
        if request.decision.kind == "idle":
            return None
        if found is None:
            return closed(request)
        if found.key in _NEEDED:
            why = "One of them must be chosen."
            return forbid("WINDOW", "CC-158" if found.key == "keep" else "CC-053", why)
        return None

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        if decision.kind == "idle":
            return
        task: Any = builder.pop()
        match task:
            case Firing(stage="evasive"):
                builder.push(replace(task, stage="roll"))
            case Firing(stage="reroll"):
                firing.end_rerolls(builder, task)
            case Firing(stage="blocking"):
                builder.push(replace(task, left=task.left - 1))
            case Firing(stage="dodge"):
                builder.push(replace(task, stage="redirect"))
            case Firing():
                builder.push(replace(task, stage="hit"))
            case Hurt():
                builder.push(replace(task, ready=True))
            case DamageTask() if task.needs == "luck":
                damage.try_luck(builder, task, again=False)
            case DamageTask():
                damage.control(builder, task, replaced=False)
            case Exchanging():
                builder.push(replace(task, enemies=task.enemies[1:]))


# --- Courses ---


@move("cloak", "cloak", "REACT CLOAK; {moves} | REACT CLOAK {moves} | REACT CLOAK;{moves}")
class Cloak(Answer):
    """``REACT CLOAK; MOVE V+1 TURN 30; MOVE V0``: cloak for as many turns as there are moves
    (CC-236)"""

    moves: Annotated[tuple[Move, ...], Field(min_length=1, max_length=cloak.LONGEST), cloak.COURSE]

    def refuse(self, request: Request) -> Forbidden | None:
        """Checks CC-236, D-101."""
        if refused := closed(request, "cloak"):
            return refused
        table, unit = request.view.table, _unit(request)
        return resolution.refuse_yes(request, unit, "cloak") or cloak.refuse_course(
            table, unit, self.moves
        )

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        task: Any = builder.pop()
        revealed(builder, builder.unit(task.unit), "cloak")
        cloak.vanish(builder, task.unit, self.moves)


# --- Dice ---


@move("reroll", "react", "REROLL {die}[ {by}][ PAY {pay}] | REACT REROLL {die}[ {by}][ PAY {pay}]")
class Reroll(ActivationStep):
    """``REROLL ACC``, ``REROLL DMG1 PAY TOKEN``, ``REROLL ACC VETERAN`` (CC-154, CC-155, CC-254):
    by Offensive Focus where there is one, else by veterans, unless it says by whom or what pays
    for Re-aim."""

    die: Annotated[Die, DIE]
    pay: Pay = ""
    by: Annotated[Literal["", "veteran"], one_of("VETERAN", {"VETERAN": "veteran"})] = ""

    def refuse(self, request: Request) -> Forbidden | None:
        """CC-154, CC-155, CC-254: Offensive Focus and veterans are free, Re-aim is paid for."""
        if refused := closed(request, "reroll"):
            return refused
        task, unit = _task(request), _unit(request)
        if refused := _no_die(task, self.die):
            return refused
        means = reroll_by(request.view.table, task, unit, hidden(request, unit).names, self)
        if means == "veteran":
            return (
                None if windows.by_veterans(request.view.table, task, unit) else _no_veterans(unit)
            )
        unit = request.view.table.commander(unit)
        if means == "focus":
            return None if in_force(unit, "focus") else refuse_reveal(unit, "focus", "reroll")
        if any(each.by == "reaim" for each in task.rerolls):
            why = f"{unit.id} has used Re-aim this turn; it may do so once."
            return forbid("ORDER-TWICE", "CC-152", why)
        return refuse_paid(request, unit, "reaim", "reroll", self.pay)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        task: Any = builder.pop()
        reroll_in(builder, task, self)


def _no_die(task: Firing, die: str) -> Forbidden | None:
    try:
        named_die(die, task.dice)
    except Forbidden as refused:
        return refused
    return None


def _no_veterans(unit: Unit) -> Forbidden:
    why = f"{unit.id} has no veterans who could roll a die again now."
    return forbid("WINDOW", "CC-254", why, "They do so once a turn, in its activation.")


def reroll_by(
    table: Table, task: Firing, unit: Unit, names: tuple[str, ...], move: Reroll
) -> Literal["focus", "veteran", "reaim"]:
    """What lets the unit roll the die again: what the move names, or else the first that it has of
    Offensive Focus, a veteran crew and a Re-aim, which costs Power."""
    if move.by:
        return move.by
    if move.pay:
        return "reaim"
    hides = task.means != "missile" and "focus" in names and not unit.attacked
    free = in_force(unit, "focus") or hides
    again = any(each.by == "focus" for each in task.rerolls)
    if free and not again:
        return "focus"
    return "veteran" if windows.by_veterans(table, task, unit) else "reaim"


def reroll_in(builder: StepBuilder, task: Firing, move: Reroll) -> None:
    """Roll a die of an attack again."""
    unit = builder.unit(task.attacker)
    by = reroll_by(builder.table, task, unit, builder.hidden(unit).names, move)
    if by == "reaim":
        paid(builder, unit, "reaim", move.pay)
    elif by == "veteran":
        builder.put(unit, drilled=True)
    elif not in_force(unit, "focus"):
        revealed(builder, unit, "focus")
    builder.push(firing.again(task, move.die, by))


@move("blocking", "react", "REACT BLOCKING {die}")
class BlockingReroll(Answer):
    """``REACT BLOCKING DMG1`` (CC-191)"""

    die: Annotated[Die, DIE]

    def refuse(self, request: Request) -> Forbidden | None:
        """Checks CC-191."""
        return closed(request, "blocking") or _no_die(_task(request), self.die)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        task: Any = builder.pop()
        builder.push(firing.again(task, self.die, "blocking"))


# --- Hits that are passed on ---


@move(
    "redirect",
    "react",
    "REACT REDIRECT {unit}",
    also("react", "REACT ESCORT {unit}", key="escort"),
    key="redirect",
)
class Redirect(Answer):
    """``REACT REDIRECT a2``, ``REACT ESCORT a2``: a ship of the Formation, or an escort, takes the
    hit (CC-269, CC-282)"""

    key: Literal["redirect", "escort"]
    unit: UnitId

    def refuse(self, request: Request) -> Forbidden | None:
        """Checks CC-269, CC-282, D-046."""
        if refused := closed(request, self.key):
            return refused
        able = [each.id for each in shared.takers(request.view.table, _task(request))]
        if self.unit in able:
            return None
        rule, code = ("CC-269", "FORMATION") if self.key == "redirect" else ("CC-282", "ESCORT")
        why = f"{self.unit} cannot take this hit."
        return forbid(code, rule, why, f"{', '.join(able)} can.")

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        task: Any = builder.pop()
        builder.push(replace(task, taker=self.unit, stage="hit"))


# --- Commands, Conditions, tracks ---


@move(
    "react-command",
    "react",
    "REACT DODGE[ PAY {pay}] | COMMAND DODGE[ PAY {pay}]",
    also("react", "REACT DAMCON[ PAY {pay}] | COMMAND DAMCON[ PAY {pay}]", command="damcon"),
    command="dodge",
)
class ReactCommand(Answer):
    """``REACT DODGE``, ``REACT DAMCON PAY TOKEN`` (CC-160, CC-163)"""

    command: Literal["dodge", "damcon"]
    pay: Pay = ""

    def refuse(self, request: Request) -> Forbidden | None:
        """Checks CC-160, CC-163."""
        if refused := closed(request, self.command):
            return refused
        now: Moment = "dodge" if self.command == "dodge" else "condition"
        return refuse_paid(request, _unit(request), self.command, now, self.pay)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        task: Any = builder.pop()
        id = task.target if isinstance(task, Firing) else task.unit
        paid(builder, builder.unit(id), self.command, self.pay)
        if isinstance(task, Firing):
            builder.push(firing.dodged(task))
        else:
            damage.control(builder, task, replaced=True)


@move("keep", "react", "REACT KEEP {result}")
class Keep(Answer):
    """``REACT KEEP 7`` (CC-158)"""

    result: Annotated[int, Field(ge=2, le=12), NUMBER]

    def refuse(self, request: Request) -> Forbidden | None:
        """Checks CC-158."""
        if refused := closed(request, "keep"):
            return refused
        results = _task(request).condition.results
        if self.result in results:
            return None
        there = " and ".join(map(str, results))
        return forbid("FORMAT", "CC-158", f"{self.result} was not rolled.", f"There are {there}.")

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        task: Any = builder.pop()
        damage.keep(builder, task, self.result)


@move("repair", "react", "REACT REPAIR[ {number}]")
class Repair(Answer):
    """``REACT REPAIR``, ``REACT REPAIR 2`` (CC-248): the worst of its Conditions that can be
    repaired, or the second of all that it has"""

    number: Annotated[int, Field(ge=0, le=99), NUMBER] = 0

    def refuse(self, request: Request) -> Forbidden | None:
        """Checks CC-248, D-105."""
        if refused := closed(request, "repair"):
            return refused
        unit, task = _unit(request), _task(request)
        if isinstance(task, Asking) and (refused := resolution.refuse_yes(request, unit, "repair")):
            return refused
        ships = request.view.table.formation(unit) if isinstance(task, Asking) else (unit,)
        if not any(map(damage.repairable, ships)):
            why = f"{unit.id} has no Condition that can be repaired."
            return forbid("WINDOW", "CC-248", why, "Decline with REACT NO.")
        places = damage.repairable(unit)
        if not self.number or self.number - 1 in places:
            return None
        able = ", ".join(f"{at + 1} ({NAMES[unit.conditions[at].result]})" for at in sorted(places))
        why = f"{unit.id} has no Condition {self.number} that can be repaired."
        return forbid("WINDOW", "CC-248", why, f"Possible are {able}.")

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        task: Any = builder.pop()
        unit, others = builder.unit(task.unit), list[Repairing]()
        if isinstance(task, Asking):
            revealed(builder, unit, "repair")
            group = builder.table.formation(unit)
            others = [Repairing(each.id) for each in group if each.id != unit.id]
        place = self.number - 1 if self.number else next(iter(damage.repairable(unit)), -1)
        resolution.begin_repairs(builder, Repairing(task.unit, place), *others)


@move(
    "sacrifice",
    "react",
    "REACT SACRIFICE {option}",
    also("react", "REACT SACRIFICE {items}"),
    items=(),
)
class Sacrifice(Answer):
    """``REACT SACRIFICE BEAM1``, ``REACT SACRIFICE A`` (CC-053, CC-054, CC-056): items, or an
    option of Propulsion Damage"""

    items: Annotated[tuple[Label, ...], Field(max_length=2), LABELS] = ()
    option: Annotated[Literal["", "a", "b"], one_of("A or B", {"A": "a", "B": "b"})] = ""

    def refuse(self, request: Request) -> Forbidden | None:
        """Checks CC-053, CC-054, CC-056."""
        if refused := closed(request, "sacrifice"):
            return refused
        table, unit = request.view.table, _unit(request)
        design, (result,) = table.design(unit), _task(request).condition.results
        for label in self.items:
            if refused := no_item(design, unit, label, "item"):
                return refused
        if condition_choice(table, unit, result, self) is not None:
            return None
        what = " and ".join(self.items) or f"option ({self.option})"
        able = sorted(
            {
                design.labels[at]
                for each in damage.choices(table, unit, result)
                for at in each.places
            }
        )
        instead = f"Possible are {', '.join(able)}." if able else "Possible are A and B."
        rule = {8: "CC-053", 9: "CC-054", 11: "CC-056", 13: "CC-245"}[result]
        return forbid("WINDOW", rule, f"{what} cannot be chosen.", instead)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        task: Any = builder.pop()
        (result,) = task.condition.results
        choice = condition_choice(builder.table, builder.unit(task.unit), result, self)
        assert choice is not None
        damage.choose(builder, task, choice)


def condition_choice(
    table: Table, unit: Unit, result: int, move: Sacrifice
) -> ConditionChoice | None:
    """The legal choice that a move means."""
    labels = table.design(unit).labels
    places = tuple(sorted(labels.index(label) for label in move.items))
    for each in damage.choices(table, unit, result):
        if tuple(sorted(each.places)) == places and move.option in ("", each.option):
            return each if places or move.option else None
    return None


@move(
    "tracks",
    "react",
    "REACT TRACKS[ {items}] | REACT ABSORB[ {items}]",
    also("react", "REACT REINFORCE[ {items}]", key="reinforce"),
    key="absorb",
)
class TracksFirst(Answer):
    """``REACT ABSORB ARM1 SHD1`` (D-034), ``REACT REINFORCE SHD2 SHD1`` (D-067): tracks in order;
    those left out follow in SIC order."""

    key: Literal["absorb", "reinforce"]
    items: Annotated[tuple[Label, ...], Field(max_length=24), LABELS] = ()

    def refuse(self, request: Request) -> Forbidden | None:
        """Checks D-034, D-067."""
        if refused := closed(request, self.key):
            return refused
        unit = _unit(request)
        if self.key == "reinforce" and (
            refused := resolution.refuse_yes(request, unit, "reinforce")
        ):
            return refused
        design = request.view.table.design(unit)
        there = [design.labels[at] for at, _ in design.absorbers]
        wrong = next((label for label in self.items if label not in there), None)
        if wrong is None:
            return None
        why, instead = (
            f"{wrong} of {unit.id} takes no damage.",
            f"Its tracks are {', '.join(there)}.",
        )
        return forbid("UNKNOWN-ID", "D-034", why, instead)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        task: Any = builder.pop()
        labels = builder.table.design(builder.unit(task.unit)).labels
        order = tuple(map(labels.index, self.items))
        if isinstance(task, Asking):
            resolution.answer_asking(builder, task, order)
        else:
            builder.push(replace(task, order=order, ready=True))

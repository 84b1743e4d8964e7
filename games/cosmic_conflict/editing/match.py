"""Turn, phase, windows, options and victory conditions as a referee sets them (4.11)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, get_args

from games.core.decisions import Decision
from games.core.editing.acts import Act, Argument, choice, number
from games.core.notation import Asked, Value
from games.core.refusals import Forbidden, Refusal
from games.cosmic_conflict import moves as m
from games.cosmic_conflict.course import seat_of
from games.cosmic_conflict.editing.units import SIDE
from games.cosmic_conflict.rules import (
    activating,
    activation,
    commanding,
    conditions,
    harm,
    reacting,
    resolution,
    scoring,
    windows,
)
from games.cosmic_conflict.rules.damage import DamageTask
from games.cosmic_conflict.rules.scoring import ConditionScore, VictoryCondition
from games.cosmic_conflict.rules.turns import CONDITIONS
from games.cosmic_conflict.rules.values import forbid
from games.cosmic_conflict.rules.windows import Window
from games.cosmic_conflict.state import StepBuilder
from games.cosmic_conflict.tasks import Scoring
from games.cosmic_conflict.verbs import NOTATION
from games.cosmic_conflict.view import View

# --- The turn ---


def _table(field: str) -> Callable[[StepBuilder, int], None]:
    def put(builder: StepBuilder, value: int) -> None:
        changed: dict[str, Any] = {field: value}
        builder.table = replace(builder.table, **changed)

    return put


def _phase(builder: StepBuilder, phase: str) -> None:
    """The Command Phase begins anew; the others begin as they would in play."""
    if phase == "resolution":
        builder.change(acting=None)
        builder.then("resolution")
        return
    if phase == "orders":
        before, after = builder.table, resolution.cleaned(builder.table)
        again = (
            replace(unit, slots=(), revealed=(), jumping=old.jumping, shots=old.shots)
            for unit, old in zip(after.units.values(), before.units.values(), strict=True)
        )
        builder.table = after.put(*again)
        builder.change(activation=None, acting=None)
        commanding.begin(builder)
        return
    for seat in commanding.asked_seats(builder.table):
        if builder.course.phase == "orders" and not builder.sheet(seat).locked:
            commanding.lock(builder, Decision(seat, "orders", 0), m.Lock())


def _end_turn(builder: StepBuilder) -> None:
    """As if nobody had any more to do."""
    if builder.course.phase == "orders":
        _phase(builder, "activation")
        builder.agenda = ()
    activating.end_phase(builder)


def _no_phase(view: View, phase: str) -> Forbidden | None:
    if phase == view.course.phase:
        return forbid("PHASE", "CC-062", "It is that phase already.")
    if view.course.phase == "orders" and phase == "resolution":
        return forbid("PHASE", "CC-062", "The Activation Phase comes first.")
    return None


def _pass_to(builder: StepBuilder, side: int) -> None:
    now = builder.course.activation
    assert now is not None
    passed = tuple(each for each in now.passed if each != side)
    builder.change(activation=replace(now, side=side, passed=passed))


def _no_turn(view: View, side: int) -> Forbidden | None:
    now = view.course.activation
    if now is None or view.course.acting:
        return forbid("PHASE", "CC-069", "A unit must be due to be activated.")
    if any(activation.waiting(view.table, now.size, side)):
        return None
    why = f"Side {side} has no unit of Size {now.size} to activate."
    return forbid("SIZE-ORDER", "CC-069", why)


def _whose(view: View) -> int | None:
    now = view.course.activation
    return now.side if now else None


_PHASES = {"COMMAND": "orders", "ACTIVATION": "activation", "RESOLUTION": "resolution"}
FLOW = (
    Act(
        "turn", "TURN {number}", "The turn", {"number": number(range(1, 100))}, _table("turn"),
        "the turn", lambda view: view.table.turn, rule="CC-062",
    ),
    Act(
        "phase", "PHASE {phase}", "The phase",
        {"phase": choice("COMMAND, ACTIVATION or RESOLUTION", _PHASES, "Which phase?")}, _phase,
        said="begins the phase {phase}", refuse=_no_phase,
    ),
    Act("end", "END TURN", "End the turn", {}, _end_turn, said="ends the turn"),
    Act(
        "initiative", "INITIATIVE {side}", "Who has the initiative", {"side": SIDE},
        _table("initiative"), "the initiative", lambda view: view.table.initiative,
    ),
    Act(
        "active", "ACTIVE {side}", "Who activates a unit", {"side": SIDE}, _pass_to,
        "the side that activates a unit", _whose, refuse=_no_turn,
    ),
)  # fmt: skip

# --- Windows ---


def open_window(view: View | StepBuilder) -> Window | None:
    agenda = view.course.agenda
    return windows.opened(agenda[-1], view.table) if agenda else None


def _decision(view: View | StepBuilder) -> Decision | None:
    found = open_window(view)
    if found is None:
        return None
    kind = "resolve" if found.key == "survey" else "react"
    return Decision(seat_of(found.side), kind, view.course.steps)


def _read_answer(view: View, text: str) -> m.Answer:
    if (decision := _decision(view)) is None:
        raise ValueError
    try:
        return NOTATION.read(Asked(view, decision), text)
    except Refusal as refused:
        raise ValueError from refused


def _answers(view: View) -> Iterator[m.Answer]:
    found, task = open_window(view), view.course.agenda[-1]
    assert found is not None
    match found.key:
        case "evasive" | "brace" | "pws" | "survey" | "jump":
            yield m.React(found.key)
        case "reinforce" | "absorb":
            yield m.TracksFirst(found.key)
        case "dodge" | "damcon":
            yield m.ReactCommand(found.key)
        case "reroll":
            yield from (m.Reroll(die) for die in ("acc", "dmg1", "dmg2"))
        case "blocking":
            yield from (m.Request(die) for die in ("acc", "dmg1", "dmg2"))
        case "keep" if isinstance(task, DamageTask):
            yield from (m.Keep(each) for each in dict.fromkeys(task.condition.results))
        case "sacrifice" if isinstance(task, DamageTask):
            yield from _sacrifices(view, task)
    yield m.Decline()


def _sacrifices(view: View, task: DamageTask) -> Iterator[m.Answer]:
    unit = view.table.units[task.unit]
    labels = view.table.design(unit).labels
    for each in conditions.choices(view.table, unit, task.condition.results[0]):
        items = tuple(labels[at] for at in each.places)
        yield m.Sacrifice(items) if items else m.Sacrifice(option=each.option)


def _no_answer(view: View, answer: m.Answer) -> Forbidden | None:
    decision = _decision(view)
    assert decision is not None
    return NOTATION.refusal(Asked(view, decision), answer)


def _answer(builder: StepBuilder, answer: m.Answer) -> None:
    decision = _decision(builder)
    assert decision is not None
    builder.change(steps=builder.course.steps + 1)
    NOTATION.verb(answer, decision.kind).do(builder, decision, answer)


def _cancel(builder: StepBuilder) -> None:
    """As if it were declined; where something must be chosen, by the automatic rule."""
    found, decision = open_window(builder), _decision(builder)
    assert found is not None
    assert decision is not None
    builder.change(steps=builder.course.steps + 1)
    if found.key in ("keep", "sacrifice"):
        task: Any = builder.pop()
        harm.go_on(builder, task)
    else:
        reacting.decline(builder, decision, m.Decline())


WINDOW = (
    Act("cancel", "CANCEL", "Cancel the open window", {}, _cancel, said="cancels the open window"),
    Act(
        "answer", "ANSWER {answer}", "Answer the open window",
        {
            "answer": Argument(
                Value[Any, m.Answer](
                    "an answer such as REACT NO", _read_answer, NOTATION.write, ".+"
                ),
                "With what?", _answers, example="REACT NO",
            )
        },
        _answer, said="answers the open window", refuse=_no_answer,
    ),
)  # fmt: skip

# --- Victory conditions ---


def _conditions(view: View | StepBuilder) -> tuple[VictoryCondition, ...]:
    """Those that count; they can be awarded once all are drawn."""
    due = any(isinstance(each, Scoring) for each in view.course.agenda)
    return view.course.drawn if due else ()


def _scored(builder: StepBuilder, condition: VictoryCondition, *new: ConditionScore) -> None:
    """With ``new`` in place of a condition, which is not worked out any more."""
    scores = [each for each in builder.course.scores if each.condition != condition]
    due = (each for each in builder.agenda if isinstance(each, Scoring))
    builder.drop([each for each in due if each.condition == condition])
    builder.change(scores=(*scores, *new))


def _award(builder: StepBuilder, condition: VictoryCondition, side: int) -> None:
    _scored(builder, condition, ConditionScore(condition, (0, 0), side))


def _void(builder: StepBuilder, condition: VictoryCondition) -> None:
    drawn = tuple(each for each in builder.course.drawn if each != condition)
    _scored(builder, condition)
    builder.change(drawn=drawn)


def _not_drawn(view: View, condition: VictoryCondition, side: int = -1) -> Forbidden | None:
    if condition not in _conditions(view):
        return forbid("PHASE", "CC-215", f"{CONDITIONS[condition]} is not being scored.")
    if ConditionScore(condition, (0, 0), side) in view.course.scores:
        return forbid("PHASE", "CC-215", "It has been awarded already.")
    return None


_CONDITION = choice(
    "a victory condition such as AREA",
    {each.upper(): each for each in get_args(scoring.VictoryCondition)},
    "Which one?",
    label=lambda _, each: CONDITIONS[each],
    called=lambda _, each: CONDITIONS[each],
)
_WINNER = choice("1, 2 or 0 for nobody", {"1": 1, "2": 2, "0": 0}, "To which side?")
VICTORY = (
    Act(
        "award", "AWARD {condition} {side}", "Award a victory condition",
        {"condition": _CONDITION, "side": _WINNER}, _award,
        said="awards {condition} to side {side}", refuse=_not_drawn,
    ),
    Act(
        "void", "VOID {condition}", "Void a victory condition", {"condition": _CONDITION}, _void,
        said="voids {condition}", refuse=_not_drawn,
    ),
)  # fmt: skip

"""Turn, phase, settings and victory conditions as a referee sets them (4.11, 4.12)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, get_args

from games.core.notation import Value
from games.core.referee.edits import Act, Argument, Former, choice, number
from games.core.referee.settable import Agreed, Field, Fields
from games.core.types import Forbidden
from games.cosmic_conflict.agreement import STANDARD_TABLE, SUMS, Agreement
from games.cosmic_conflict.content import hulls
from games.cosmic_conflict.editing.board import table_fields
from games.cosmic_conflict.editing.sound import no_turn
from games.cosmic_conflict.editing.units import NAMED_SIDES, SIDE, no_side, several
from games.cosmic_conflict.rules.orders import commands
from games.cosmic_conflict.rules.setup import preparation
from games.cosmic_conflict.rules.turns import activation, resolution
from games.cosmic_conflict.rules.turns.resolution import CONDITIONS
from games.cosmic_conflict.rules.values import forbid
from games.cosmic_conflict.state import StepBuilder
from games.cosmic_conflict.table import units
from games.cosmic_conflict.table.course import ActivationPhase, ConditionScore
from games.cosmic_conflict.table.tasks import Scoring
from games.cosmic_conflict.table.units import VictoryCondition
from games.cosmic_conflict.view import View

# --- The turn ---


def _phase(builder: StepBuilder, phase: str) -> None:
    """The Command Phase begins anew; the others begin as they would in play."""
    if phase == builder.course.phase:
        return
    if phase == "orders":
        before, after = builder.table, resolution.cleaned(builder.table)
        again = (
            replace(unit, slots=(), revealed=(), jumping=old.jumping, shots=old.shots)
            for unit, old in zip(after.units.values(), before.units.values(), strict=True)
        )
        builder.table = after.put(*again)
        builder.change(activation=None, acting=None)
        commands.begin(builder)
        return
    for seat in commands.asked_seats(builder.table):
        if builder.course.phase == "orders" and not builder.sheet(seat).locked:
            commands.lock(builder, seat)
    if phase == "resolution":
        builder.agenda = ()
        builder.change(acting=None)
        builder.then("resolution")


def _end_turn(builder: StepBuilder) -> None:
    """End the turn as if nobody had anything left to do."""
    if builder.course.phase == "orders":
        _phase(builder, "activation")
        builder.agenda = ()
    activation.end_phase(builder)


def _now(view: View | StepBuilder) -> ActivationPhase:
    return view.course.activation or ActivationPhase(0, 0, 0)


def _pass_to(builder: StepBuilder, **values: Any) -> None:
    now = replace(_now(builder), **values)
    if refused := no_turn(builder.table, now):
        raise refused
    builder.change(activation=now)


def _no_activation(view: View, *_: Any) -> Forbidden | None:
    if view.course.activation and not view.course.acting:
        return None
    return forbid("PHASE", "CC-069", "A unit must be due to be activated.")


_PHASES = {"COMMAND": "orders", "ACTIVATION": "activation", "RESOLUTION": "resolution"}
_PHASE_NAMES = {phase: f"{word.capitalize()} Phase" for word, phase in _PHASES.items()}
_NOW = Fields(
    ActivationPhase, {}, "WORD {value}", "the WHAT",
    _now, _pass_to,
)  # fmt: skip
_SIZES = number(range(hulls.SIZES.stop))
FLOW = (
    *table_fields(Field("turn", "turn", range(1, 100), rule="CC-062")),
    Act(
        "phase", "PHASE {phase}", "The phase",
        {"phase": choice("COMMAND, ACTIVATION or RESOLUTION", _PHASES, "Which phase?",
                         called=lambda _, phase: _PHASE_NAMES[phase])}, _phase,
        said="begins the {phase}", words=lambda *_: ("", ""),
        now=lambda view: view.course.phase,
    ),
    Act("end", "END TURN", "End the turn", {}, _end_turn, said="ends the turn"),
    *table_fields(Field("initiative", "initiative", SIDE)),
    *_NOW.acts(
        Field("side", "side that activates a unit", SIDE, word="ACTIVE", act="active"),
        Field("size", "Size that is activated", _SIZES),
        Field("top", "largest Size that had to be activated", _SIZES),
        Field("descending", "way down from the largest Size"),
        Field(
            "passed", "sides that have passed",
            several(
                SIDE.value, lambda view: _now(view).passed, lambda view: view.table.sides, "1",
                lambda _, side: f"side {side}",
            ),
        ),
        refuse=_no_activation,
    ),
)  # fmt: skip

# --- Settings ---


def _put(builder: StepBuilder, after: Agreement) -> None:
    """Set the agreement, and what the table has of it too."""
    builder.change(agreement=after)
    drawn = builder.table.drawn_cards if after.cards == builder.table.cards else ()
    builder.lay(**preparation.agreed_fields(after), drawn_cards=drawn)


def _results(_: Any, text: str) -> str:
    if text == STANDARD_TABLE.upper():
        return STANDARD_TABLE
    if not all(each.isdecimal() for each in text.split()):
        raise ValueError
    return " ".join(text.split())


_TABLE = Argument(
    Value[Any, str]("STANDARD or 11 results", _results, lambda text: text.upper(), r"\w+(?: \w+)*"),
    "Which results?",
    lambda _, __: (STANDARD_TABLE, " ".join(["12", *map(str, SUMS[1:-1]), "12"])),
    example="12 3 4 5 6 7 8 9 10 11 12",
)
_DECK = Argument(
    Value[Any, str]("STANDARD or 9 numbers", _results, lambda text: text.upper(), r"\w+(?: \w+)*"),
    "How many cards?",
    lambda _, __: (STANDARD_TABLE, "0 2 7 11 5 4 3 2 2"),
    example="1 2 7 11 5 4 3 2 1",
)
AGREED = Agreed(
    Agreement,
    partial(forbid, "OPTION", "CC-182"),
    values={"condition_table": _TABLE, "deck_cards": _DECK},
    agreement=lambda holder: holder.course.agreement,
    put=_put,
    phase=lambda view: view.course.phase,
)
FORMER = tuple(
    Former(name.replace("_", ""), f"{form} {{value}}", "option", (name.upper(),))
    for name, form in {
        "condition_table": "CONDITIONS",
        "min_turns": "MIN TURNS",
        "max_turns": "MAX TURNS",
        "vc_random": "VC RANDOM",
        "vc_exclude": "VC EXCLUDE",
        "edge": "EDGE",
        "pws_range": "PWS RANGE",
        "pws_election": "PWS BY",
    }.items()
)

# --- Victory conditions ---


def _scored(builder: StepBuilder, condition: VictoryCondition, *new: ConditionScore) -> None:
    """Score ``new`` in place of a condition, which is not worked out any more."""
    scores = [each for each in builder.course.scores if each.condition != condition]
    due = (each for each in builder.agenda if isinstance(each, Scoring))
    builder.drop([each for each in due if each.condition == condition])
    builder.change(scores=(*scores, *new))


def _award(builder: StepBuilder, condition: VictoryCondition, side: int) -> None:
    _scored(builder, condition, ConditionScore(condition, (0,) * builder.table.side_count, side))


def _void(builder: StepBuilder, condition: VictoryCondition) -> None:
    drawn = tuple(each for each in builder.course.drawn if each != condition)
    _scored(builder, condition)
    builder.change(drawn=drawn)


_CONDITION = choice(
    "a victory condition such as AREA",
    {each.upper(): each for each in get_args(units.VictoryCondition)},
    "Which one?",
    label=lambda _, each: CONDITIONS[each],
    called=lambda _, each: CONDITIONS[each],
)
_WINNER = choice(
    "a side such as 1, or 0 for nobody", {**NAMED_SIDES, "0": 0}, "To which side?",
    offered=lambda view, *_: (*view.table.sides, 0), missing=no_side,
    called=lambda _, side: f"side {side}" if side else "nobody",
)  # fmt: skip
VICTORY = (
    Act(
        "award", "AWARD {condition} {side}", "Award a victory condition",
        {"condition": _CONDITION, "side": _WINNER}, _award,
        said="awards {condition} to {side}",
    ),
    Act(
        "void", "VOID {condition}", "Void a victory condition", {"condition": _CONDITION}, _void,
        said="voids {condition}",
    ),
)  # fmt: skip

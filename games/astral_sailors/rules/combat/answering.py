"""Answers to an attack: reactions, re-rolls, paying off wounds (D-21, D-26 to D-28, D-34)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field

from games.astral_sailors.names import counted, listed
from games.astral_sailors.notation import NUMBER, REACTION, Number, UnitCode
from games.astral_sailors.rules import subjects
from games.astral_sailors.rules.combat import attack, exchange, questions, wounds
from games.astral_sailors.rules.combat.questions import reactions
from games.astral_sailors.secrets import Answer
from games.astral_sailors.state import StepBuilder
from games.astral_sailors.table import Table
from games.astral_sailors.tasks import Attack, Move
from games.astral_sailors.view import Request
from games.core.notation import Value, many, move
from games.core.types import Decision, Forbidden, Unreadable


def _unit_asked(request: Request, values: dict[str, Any]) -> Mapping[str, Any]:
    """The only unit that is asked, where none is named."""
    units = subjects.units_asked(request.view, request.decision)
    if "unit" in values or len(units) == 1:
        return {"unit": units[0] if units else "", **values}
    between = f": {listed(units, 'or')}" if units else ""
    raise Unreadable(f"Say which unit{between}.")


@move("react", "react", "{unit} {choice}", short="{choice}")
class React(Move):
    """The answer of ``unit`` to an attack on it, before any die."""

    unit: UnitCode
    choice: Annotated[Literal["none", "counter", "cover"], REACTION]

    def refuse(self, request: Request) -> Forbidden | None:
        return _other_question(request, self, "ASCW-D21") or _react(request.view.table, self)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        _keep(builder, Answer(self.unit, self.choice))

    @classmethod
    def fill(cls, request: Request, values: dict[str, Any]) -> Mapping[str, Any]:
        return _unit_asked(request, values)


def _react(table: Table, move: React) -> Forbidden | None:
    task = _attack(table)
    legal = reactions(table, task, questions.part_of(task, move.unit))
    if move.choice in legal:
        return None
    name, rule = ("Counter-attack", "136") if move.choice == "counter" else ("Cover", "139")
    return Forbidden(
        f"ASCW-{rule}",
        f"{move.unit} cannot use {name} against this attack.",
        instead=f"Its choices are {', '.join(legal)}.",
    )


def _read_dice(request: Request, text: str) -> tuple[int, ...]:
    match text:
        case "NONE":
            return ()
        case "ALL":
            return subjects.failed_dice(request.view, request.decision)
        case _:
            return tuple(sorted({place - 1 for place in _PLACES.read(request, text)}))


def _write_dice(dice: tuple[int, ...]) -> str:
    return " ".join(str(die + 1) for die in dice) or "NONE"


_PLACES = many(NUMBER, 12)
DICE = Value("ALL, NONE or numbers of dice", _read_dice, _write_dice, _PLACES.extent)


@move("reroll", "reroll", "REROLL {dice}")
class Reroll(Move):
    """Throw these dice again, by their places in the throw (from 0); none when empty."""

    dice: Annotated[tuple[int, ...], Field(max_length=12), DICE] = ()

    def refuse(self, request: Request) -> Forbidden | None:
        if self.dice != tuple(sorted(set(self.dice))):
            return Forbidden("ASCW-D26", "Name each die once, in order.")
        table = request.view.table
        task = _attack(table)
        places = questions.rerollable(table, task)
        wrong = [place for place in self.dice if place not in places]
        if not wrong:
            return None
        throw = questions.under_way(task)
        assert throw is not None
        faces = throw.attack if task.stage == "attack-reroll?" else throw.defence
        failed = ", ".join(str(faces[place]) for place in places)
        said = f"Die {wrong[0] + 1} has not failed."
        return Forbidden("ASCW-D26", said, instead=f"The failed dice show {failed}.")

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        places, task = self.dice, _attack(builder.table)
        builder.pop()
        attack.close(builder, questions.asked(builder.table, task))
        throw = attack.throw_of(task)
        attacks = task.stage == "attack-reroll?"
        if not places:
            builder.push(replace(task, stage="defence-reroll?" if attacks else "extension"))
        elif attacks:
            exchange.spend_reroll(builder, throw.attacker, "attack")
            again = replace(throw, a_again=places)
            builder.push(attack.with_throw(task, again, stage="attack-reroll"))
        else:
            exchange.spend_reroll(builder, throw.defender, "defence")
            again = replace(throw, d_again=places)
            builder.push(attack.with_throw(task, again, stage="defence-reroll"))


@move("pay", "pay", "{unit} PAY {wounds}", short="PAY {wounds}")
class Pay(Move):
    """Cancel this many wounds of ``unit``."""

    unit: UnitCode
    wounds: Number

    def refuse(self, request: Request) -> Forbidden | None:
        return _other_question(request, self, "ASCW-91") or _pay(request.view.table, self)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        _keep(builder, Answer(self.unit, str(self.wounds)))

    @classmethod
    def fill(cls, request: Request, values: dict[str, Any]) -> Mapping[str, Any]:
        return _unit_asked(request, values)


def _pay(table: Table, move: Pay) -> Forbidden | None:
    task = _attack(table)
    most = dict(questions.payers(table, task))[move.unit]
    unit = table.units[move.unit]
    count = questions.suffered(task, unit.code)
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


def _other_question(request: Request, move: React | Pay, rule: str) -> Forbidden | None:
    about = subjects.unit_asked(request.view, request.decision)
    if move.unit == about:
        return None
    return Forbidden(rule, f"The open question is about {about}.", code="NO_QUESTION")


def _attack(table: Table) -> Attack:
    task = subjects.attack_under_way(table)
    assert task is not None, "only attacks ask"
    return task


# --- Effects ---


def _keep(builder: StepBuilder, given: Answer) -> None:
    others = tuple(old for old in builder.answers if old.about != given.about)
    builder.answers = (*others, given)

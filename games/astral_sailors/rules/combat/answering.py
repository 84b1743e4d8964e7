"""Answers to an attack: reactions, re-rolls, paying off wounds (D-21, D-26 to D-28, D-34)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field

from games.astral_sailors.names import counted, listed
from games.astral_sailors.notation import NUMBER, REACTION, Number, UnitCode
from games.astral_sailors.rules.combat import attack, exchange, questions, wounds
from games.astral_sailors.rules.combat.questions import reactions
from games.astral_sailors.secrets import SecretAnswer
from games.astral_sailors.state import StepBuilder
from games.astral_sailors.table import Table
from games.astral_sailors.tasks import Attack, Move
from games.astral_sailors.view import Request
from games.core.moves import move
from games.core.notation import Value, many
from games.core.types import Decision, Forbidden, Unreadable


class AboutUnit(Move):
    """An answer about one unit, kept until all are in."""

    __slots__ = ()

    unit: str

    @classmethod
    def fill(cls, request: Request, values: dict[str, Any]) -> Mapping[str, Any]:
        """The only unit that is asked, where none is named."""
        units = questions.units_asked(request.view, request.decision)
        if "unit" in values or len(units) == 1:
            return {"unit": units[0] if units else "", **values}
        between = f": {listed(units, 'or')}" if units else ""
        raise Unreadable(f"Say which unit{between}.")

    def asked_of_another(self, request: Request, rule: str) -> Forbidden | None:
        about = questions.unit_asked(request.view, request.decision)
        why = f"The open question is about {about}."
        return None if self.unit == about else Forbidden(rule, why, code="NO_QUESTION")

    def keep(self, builder: StepBuilder, choice: str) -> None:
        others = tuple(old for old in builder.answers if old.about != self.unit)
        builder.answers = (*others, SecretAnswer(self.unit, choice))


@move("react", "react", "{unit} {choice}", short="{choice}")
class React(AboutUnit):
    """The answer of ``unit`` to an attack on it, before any die."""

    unit: UnitCode
    choice: Annotated[Literal["none", "counter", "cover"], REACTION]

    def refuse(self, request: Request) -> Forbidden | None:
        if other := self.asked_of_another(request, "ASCW-D21"):
            return other
        table, task = request.view.table, _attack(request.view.table)
        legal = reactions(table, task, questions.part_of(task, self.unit))
        if self.choice in legal:
            return None
        name, rule = ("Counter-attack", "136") if self.choice == "counter" else ("Cover", "139")
        why = f"{self.unit} cannot use {name} against this attack."
        can = f"Its choices are {', '.join(legal)}."
        return Forbidden(f"ASCW-{rule}", why, instead=can)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        self.keep(builder, self.choice)


def _read_dice(request: Request, text: str) -> tuple[int, ...]:
    match text:
        case "NONE":
            return ()
        case "ALL":
            return questions.failed_dice(request.view, request.decision)
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
        table, task = request.view.table, _attack(request.view.table)
        places, throw = questions.rerollable(table, task), attack.throw_of(task)
        wrong = [place for place in self.dice if place not in places]
        if not wrong:
            return None
        faces = throw.attack if task.stage == "attack-reroll?" else throw.defence
        failed = ", ".join(str(faces[place]) for place in places)
        why, can = f"Die {wrong[0] + 1} has not failed.", f"The failed dice show {failed}."
        return Forbidden("ASCW-D26", why, instead=can)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        task = _attack(builder.table)
        builder.pop()
        attack.close(builder, questions.asked(builder.table, task))
        throw, attacks = attack.throw_of(task), task.stage == "attack-reroll?"
        if not self.dice:
            builder.push(replace(task, stage="defence-reroll?" if attacks else "extension"))
        elif attacks:
            exchange.spend_reroll(builder, throw.attacker, "attack")
            again = replace(throw, a_again=self.dice)
            builder.push(attack.with_throw(task, again, stage="attack-reroll"))
        else:
            exchange.spend_reroll(builder, throw.defender, "defence")
            again = replace(throw, d_again=self.dice)
            builder.push(attack.with_throw(task, again, stage="defence-reroll"))


@move("pay", "pay", "{unit} PAY {wounds}", short="PAY {wounds}")
class Pay(AboutUnit):
    """Cancel this many wounds of ``unit``."""

    unit: UnitCode
    wounds: Number

    def refuse(self, request: Request) -> Forbidden | None:
        if other := self.asked_of_another(request, "ASCW-91"):
            return other
        table, task = request.view.table, _attack(request.view.table)
        unit, most = table.units[self.unit], dict(questions.payers(table, task))[self.unit]
        count, wanted = questions.suffered(task, self.unit), self.wounds
        if not 0 <= wanted <= count:
            why = f"{self.unit} takes {counted(count, 'wound')}, so you cannot pay off {wanted}."
            return Forbidden("ASCW-D34", why, instead=f"You can pay off 0 to {most}.")
        if wanted <= most:
            return None
        each, pool = wounds.price(table.kind(unit).cost), table.players[unit.seat].pool
        why = (
            f"Paying off {counted(wanted, 'wound')} costs {counted(wanted * each, 'point')}, "
            f"but the pool holds {pool}."
        )
        can = f"You can pay off 0 to {counted(most, 'wound')} at {counted(each, 'point')} each."
        return Forbidden("ASCW-D34", why, instead=can, code="NOT_ENOUGH_POINTS")

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        self.keep(builder, str(self.wounds))


def _attack(table: Table) -> Attack:
    assert table.attack is not None, "only attacks ask"
    return table.attack

"""Active skills (2.12). Passive ones stand where they work."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from pydantic import Field

from games.colonial_space_wars import events as e
from games.colonial_space_wars.catalogue import ACTIVE
from games.colonial_space_wars.notation import SKILL, TARGET, OrderStep
from games.colonial_space_wars.rules import damage, turns
from games.colonial_space_wars.rules.movement import not_free, off_board, pay, place
from games.colonial_space_wars.rules.values import (
    embarked,
    forbid,
    no_activation,
    no_unit,
    opened,
    piece,
)
from games.colonial_space_wars.state import StepBuilder
from games.colonial_space_wars.table import UNDAMAGED, Activation, Table, Unit
from games.colonial_space_wars.view import Request
from games.core.geometry.squares import Square, square
from games.core.moves import move
from games.core.types import Decision, Forbidden

PRESENCE = 3
"""How far Inspire and Dread reach."""
REPAIR_PRICE = LEAP_PRICE = LEAP = 2


@dataclass(frozen=True)
class Skill:
    """An active skill, by ``rule``.

    ``wants``  what it is used on: a unit, a square, or nothing
    ``price``  its movement points
    ``wrong``  why it cannot be used on a target, after the checks that all skills share
    ``use``    its effect, after it has been paid for
    """

    rule: str
    wants: str
    price: int
    wrong: Callable[[Table, Activation, Unit, Unit | Square | None], str]
    use: Callable[[StepBuilder, Unit, Unit | Square | None], None]


# --- What each skill demands and does ---


def _not_inspired(table: Table, open_: Activation, unit: Unit, target: object) -> str:
    assert isinstance(target, Unit)
    if table.inspire_used:
        return "Inspire has been used this turn."
    if target.seat != unit.seat or target is unit:
        return f"{target.code} is not another friendly unit."
    if target.activated:
        return f"{target.code} has been activated this turn."
    return _too_far(table, unit, target)


def _inspire(builder: StepBuilder, unit: Unit, target: object) -> None:
    assert isinstance(target, Unit)
    builder.put(target, inspired=True)
    builder.change(inspire_used=True)


def _not_dreaded(table: Table, open_: Activation, unit: Unit, target: object) -> str:
    assert isinstance(target, Unit)
    if target.seat == unit.seat:
        return f"{target.code} is not an enemy."
    return _too_far(table, unit, target)


def _dread(builder: StepBuilder, unit: Unit, target: object) -> None:
    assert isinstance(target, Unit)
    builder.put(target, dread=True)


def _too_far(table: Table, unit: Unit, target: Unit) -> str:
    if (distance := table.board.distance(unit.square, target.square)) <= PRESENCE:
        return ""
    return f"{target.code} is {distance} squares away; the skill reaches {PRESENCE}."


def _never(table: Table, open_: Activation, unit: Unit, target: object) -> str:
    return ""


def _dig_in(builder: StepBuilder, unit: Unit, target: object) -> None:
    """Takes the movement points that are left beyond its price."""
    open_ = builder.table.open
    assert open_ is not None
    builder.put(unit, dug_in=True)
    builder.change(open=replace(open_, left=0))


def _not_repaired(table: Table, open_: Activation, unit: Unit, target: object) -> str:
    return _not_helped(table, unit, target, light=False)


def _not_treated(table: Table, open_: Activation, unit: Unit, target: object) -> str:
    return _not_helped(table, unit, target, light=True)


def _not_helped(table: Table, unit: Unit, target: object, *, light: bool) -> str:
    assert isinstance(target, Unit)
    if target.seat != unit.seat:
        return f"{target.code} is not a friendly unit."
    if table.kind(target).light != light:
        return f"{target.code} is {'Heavy' if light else 'Light'}."
    if target.health == UNDAMAGED:
        return f"{target.code} is undamaged."
    return f"{target.code} has regained a level this turn." if target.healed else ""


def _help(builder: StepBuilder, unit: Unit, target: object) -> None:
    assert isinstance(target, Unit)
    builder.put(target, health=target.health + 1, healed=True)
    builder.tell(e.HealthRegained(piece(builder.table, target), target.health + 1))


def _no_barrage(table: Table, open_: Activation, unit: Unit, target: object) -> str:
    assert isinstance(target, Square)
    if open_.moved or open_.attacked:
        return f"{unit.code} has moved or attacked in this activation."
    distance, reach = table.board.distance(unit.square, target), table.kind(unit).range
    return (
        "" if distance <= reach else f"{target} is {distance} squares away; the range is {reach}."
    )


def _barrage(builder: StepBuilder, unit: Unit, target: object) -> None:
    """The targets are those at the start of the Barrage (CSW-113)."""
    assert isinstance(target, Square)
    table = builder.table
    points = table.kind(unit).skills["barrage"]
    for code in [each.code for each in under_barrage(table, unit, target)]:
        damage.strike(builder, unit, builder.unit(code), points, barrage=True)
    turns.finish(builder)


def under_barrage(table: Table, unit: Unit, target: Square) -> Iterator[Unit]:
    """The enemies on a square and around it, in reading order."""
    for at in table.board.within(target, 1):
        there = table.unit_at(at)
        if there is not None and there.seat != unit.seat:
            yield there


def _no_leap(table: Table, open_: Activation, unit: Unit, target: object) -> str:
    assert isinstance(target, Square)
    distance = table.board.distance(unit.square, target)
    return "" if distance <= LEAP else f"{target} is {distance} squares away; a leap is {LEAP}."


def _leap(builder: StepBuilder, unit: Unit, target: object) -> None:
    assert isinstance(target, Square)
    place(builder, unit, target)
    left = pay(builder, 0)
    builder.tell(e.Moved(piece(builder.table, unit), (unit.square, target), LEAP_PRICE, left))


SKILLS: Mapping[str, Skill] = {
    "inspire": Skill("109", "unit", 0, _not_inspired, _inspire),
    "dig in": Skill("110", "", 1, _never, _dig_in),
    "repair": Skill("111", "unit", REPAIR_PRICE, _not_repaired, _help),
    "heal": Skill("112", "unit", REPAIR_PRICE, _not_treated, _help),
    "barrage": Skill("113", "square", 0, _no_barrage, _barrage),
    "leap": Skill("114", "square", LEAP_PRICE, _no_leap, _leap),
    "dread": Skill("115", "unit", 0, _not_dreaded, _dread),
}
assert tuple(SKILLS) == ACTIVE

# --- The move ---


@move("skill", "turn", "SKILL {skill}[ {target}]")
class UseSkill(OrderStep):
    """``SKILL DIG IN``, ``SKILL HEAL B3``, ``SKILL BARRAGE B3`` (CSW-98)"""

    skill: Annotated[str, Field(pattern=r"^[a-z -]{1,20}$"), SKILL]
    target: Annotated[str, Field(pattern=r"^([A-Z]{1,2}[0-9]{1,3})?$"), TARGET] = ""

    def refuse(self, request: Request) -> Forbidden | None:
        """What is wrong with the target first, then E_SKILL: the order of the codes."""
        table, skill = request.view.table, SKILLS.get(self.skill)
        wants = skill.wants if skill else ""
        if wants == "unit" and self.target and (refused := no_unit(table, self.target)):
            return refused
        if table.open is None:
            return no_activation(request)
        unit = opened(table)
        if refused := embarked(table, unit):
            return refused
        target = target_of(table, self)
        if isinstance(target, Unit) and (refused := embarked(table, target)):
            return refused
        if isinstance(target, Square) and (refused := _bad_square(table, self.skill, target)):
            return refused
        if self.skill in ("repair", "heal") and (refused := _not_adjacent(table, unit, target)):
            return refused
        why = _wrong(table, table.open, unit, target, self)
        rule = skill.rule if skill else "98"
        return forbid("SKILL", rule, why, _instead(table, unit)) if why else None

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        table, skill, open_ = builder.table, SKILLS[self.skill], builder.table.open
        assert open_ is not None
        unit, target = opened(table), target_of(table, self)
        builder.tell(
            e.SkillUsed(
                piece(table, unit),
                unit.square,
                self.skill,
                piece(table, target) if isinstance(target, Unit) else None,
                target if isinstance(target, Square) else None,
            )
        )
        skills = (*open_.skills, self.skill)
        builder.change(open=replace(open_, left=open_.left - skill.price, skills=skills))
        skill.use(builder, unit, target)


def target_of(table: Table, move: UseSkill) -> Unit | Square | None:
    """The unit or the square that a skill is used on."""
    skill = SKILLS.get(move.skill)
    wants = skill.wants if skill and move.target else ""
    if wants == "unit":
        return table.units[move.target]
    return square(move.target) if wants == "square" else None


def _bad_square(table: Table, skill: str, at: Square) -> Forbidden | None:
    refused = off_board(table.board, at)
    return refused or (not_free(table, at, "114") if skill == "leap" else None)


def _not_adjacent(table: Table, unit: Unit, target: object) -> Forbidden | None:
    if not isinstance(target, Unit) or target is unit:
        return None
    if table.board.distance(unit.square, target.square) == 1:
        return None
    return forbid("NOT_ADJACENT", "111", f"{target.code} is not next to {unit.code}.")


def _wrong(
    table: Table, open_: Activation, unit: Unit, target: Unit | Square | None, move: UseSkill
) -> str:
    """What is wrong for E_SKILL, or nothing."""
    name, skill = move.skill.title(), SKILLS.get(move.skill)
    if skill is None:
        return f"{name} is not an active skill."
    if not table.kind(unit).has(move.skill):
        return f"{unit.code} does not have the skill {name}."
    if move.skill in open_.skills:
        return f"{unit.code} has used {name} in this activation."
    if (target is None) != (not skill.wants) or (move.target and not skill.wants):
        return f"{name} needs {'a ' + skill.wants if skill.wants else 'no target'}."
    if target is unit:
        return f"{name} cannot be used on {unit.code} itself."
    if open_.left < skill.price:
        left = open_.left
        points = f"{skill.price} movement point{'s' * (skill.price > 1)}"
        return f"{name} costs {points}, but {unit.code} has {left} left."
    return skill.wrong(table, open_, unit, target)


def _instead(table: Table, unit: Unit) -> str:
    active = [each.title() for each in table.kind(unit).skills if each in SKILLS]
    return f"Its active skills: {', '.join(active)}." if active else ""

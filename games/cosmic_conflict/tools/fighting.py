"""Measuring questions: what dice make of attacks and damage."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Discriminator, Field, StrictBool, StrictInt, Tag, model_validator

from games.core.geometry.plane import Point
from games.core.tools import Number, StrictForm
from games.cosmic_conflict import odds as chances
from games.cosmic_conflict import space
from games.cosmic_conflict.content import hulls
from games.cosmic_conflict.content.components import Component
from games.cosmic_conflict.content.designs import Design
from games.cosmic_conflict.content.weapons import Weapon
from games.cosmic_conflict.rules import damage as harm
from games.cosmic_conflict.rules.attacks import targeting
from games.cosmic_conflict.rules.attacks.targeting import Defense
from games.cosmic_conflict.rules.damage import DamageSoFar
from games.cosmic_conflict.rules.orders import marks as marking
from games.cosmic_conflict.rules.values import forbid, malformed, no_item
from games.cosmic_conflict.state import State
from games.cosmic_conflict.table.tasks import HitSource
from games.cosmic_conflict.table.units import Condition, Table, Unit
from games.cosmic_conflict.tools.subjects import ALONE, Named, Subject, Worded, figured, subject
from games.cosmic_conflict.tools.units import design_of, with_design
from games.cosmic_conflict.tools.values import Amount, Dice, Draws, Size, Text, checked

Effect: TypeAlias = Annotated[StrictInt, Field(ge=1, le=3)]
"""A Marked effect by its number."""


class WeaponForm(StrictForm):
    """A Weapon of a ship, with its Weapon Size."""

    type: Literal["KIN", "BEAM", "RKT", "MSL"]
    variant: Text | None = None
    size: Size

    def weapon(self, table: Table) -> Weapon:
        """Raises ``Forbidden``; Size 0 is that of a Secondary (D-022)."""
        item = {"type": self.type, "variant": self.variant, "arcs": "F"}
        field = "primary" if self.size else "secondary"
        design = design_of(table, {"size": max(self.size, 1), field: [item]})
        found = design.items[0]
        assert isinstance(found, Weapon)
        return found


class TargetForm(StrictForm):
    """What counts of the target of an attack; ECM in Primary and in Secondary slots."""

    size: Size
    pws: Number = 0
    aws: Number = 0
    ecm_p: Annotated[StrictInt, Field(ge=0, le=1)] = 0
    ecm_s: Annotated[StrictInt, Field(ge=0, le=2)] = 0
    evasive: StrictBool = False

    @property
    def defense(self) -> Defense:
        chart = hulls.chart(self.size, self.ecm_s)
        return Defense(self.size, chart, self.ecm_p, self.pws, self.aws, self.evasive)


def attack(
    state: State,
    weapon: Annotated[
        str | WeaponForm,
        checked(
            Annotated[
                Worded | Annotated[WeaponForm, Tag("figures")],
                Discriminator(lambda found: "a text" if isinstance(found, str) else "figures"),
            ]
        ),
    ],
    target: Annotated[Named | TargetForm, figured(TargetForm)],
    distance: Annotated[int, checked(Amount)],
    dice: Annotated[tuple[int, ...], checked(Dice)],
    unit: Subject | None = None,
    obscuring: Annotated[int, checked(Number)] = 0,
    marks: Annotated[tuple[int, ...], checked(tuple[Effect, ...])] = (),
) -> dict[str, Any]:
    """What dice make of an attack, and the die of a Blocking request (3.7, 4.3)."""
    table, effects = state.table, [marking.EFFECTS[each - 1] for each in marks]
    gun, fighter = _weapon(table, weapon, unit)
    against = _defense(table, target)
    wider = targeting.MARK_RANGE if "range" in effects else 0
    any_fighter = fighter or against.size == hulls.FIGHTER
    band = targeting.range_band(gun, distance, wider, fighter=any_fighter)
    if band is None:
        why = f"The target is {space.shown(distance)} away, too far for {gun.name}."
        raise forbid("RANGE", "CC-030", why)
    terms = targeting.terms(
        gun,
        band,
        against,
        fighter=fighter,
        terrain=() if "terrain" in effects else (("terrain", obscuring),),
        marked="accuracy" in effects,
    )
    if len(dice) != terms.dice:
        raise malformed(f"dice: This attack rolls {terms.dice} dice, not {len(dice)}.")
    result = terms.result(dice)
    return {
        "A": result.accuracy,
        "band": result.band,
        "X": result.damage,
        "F": result.applied,
        "sums": dict(zip(chances.DICE, terms.reroll_sums(dice), strict=False)),
        "request": chances.best_request(terms, dice),
    }


def _weapon(table: Table, named: str | WeaponForm, unit: Named | None) -> tuple[Weapon, bool]:
    """The Weapon, and whether it is that of a Fighter."""
    if isinstance(named, WeaponForm):
        return named.weapon(table), False
    owner, _, label = named.rpartition(" ")
    if not (whose := owner or unit):
        raise malformed("weapon: Write whose it is too, as in a1 KIN1.")
    table, ship = subject(table, whose)
    design = table.design(ship)
    label = label if label[-1:].isdigit() else f"{label}1"
    if refused := no_item(design, ship, label, "Weapon"):
        raise refused
    gun = design.items[design.labels.index(label)]
    if not isinstance(gun, Weapon):
        raise forbid("UNKNOWN-ID", "CC-029", f"{label} of {ship.id} is not a Weapon.")
    return gun, design.fighter


def _defense(table: Table, target: Named | TargetForm) -> Defense:
    """What a target brings; one that is not placed is covered by its own AWS only."""
    if isinstance(target, TargetForm):
        return target.defense
    table, unit = subject(table, target)
    if unit.at is None:
        unit = replace(unit, at=Point(0, 0))
        table = replace(table, units={}).put(unit)
    return targeting.defense(table, unit)


# --- Damage ---


class TrackForm(StrictForm):
    """``{"type": "SHD", "left": 4}`` or ``["SHD", 4]``: a track with boxes left."""

    type: Literal["SHD", "ARM"]
    left: Number

    @model_validator(mode="before")
    @classmethod
    def _pair(cls, written: object) -> object:
        if isinstance(written, list | tuple) and len(written) == len(cls.model_fields):
            return dict(zip(cls.model_fields, written, strict=True))
        return written


class HullForm(StrictForm):
    """A ship or a Fighter that is nothing but Health and tracks in Primary slots."""

    size: Size
    absorbers: Annotated[tuple[TrackForm, ...], Field(max_length=24)] = ()
    health: Number = 0
    structural: Annotated[StrictInt, Field(ge=0, le=99)] = 0

    def unit(self, table: Table) -> tuple[Table, Unit]:
        tracks = tuple(Component(each.type, True) for each in self.absorbers)
        row = hulls.ROW if self.size else hulls.FIGHTER_ROW
        design = Design("HULL", "Hull", self.size, tracks, (), row=row)
        if any(each.left > row for each in self.absorbers) or self.health >= design.health:
            why = f"Tracks have up to {row} boxes, and Health has {design.health}, one of them open"
            raise malformed(f"{why} at least.")
        table, design = with_design(replace(table, units={}), design, ALONE)
        left, suffered = tuple(each.left for each in self.absorbers), (Condition(4),)
        unit = Unit(
            ALONE,
            design.code,
            1,
            health=self.health,
            absorbers=left,
            conditions=suffered * self.structural,
        )
        return table.put(unit), unit


class ShotForm(StrictForm):
    """The type of the Weapon that hit, and its Accuracy total."""

    type: Literal["KIN", "BEAM", "RKT", "MSL"]
    accuracy: Annotated[StrictInt, Field(alias="A", ge=-99, le=99)]


def damage(
    state: State,
    unit: Annotated[Named | HullForm, figured(HullForm)],
    damage: Annotated[int, checked(Annotated[StrictInt, Field(ge=0, le=9999)])],
    attack: Annotated[ShotForm | None, checked(ShotForm | None)] = None,
    brace: Annotated[bool, checked(StrictBool)] = False,
    dice: Annotated[tuple[int, ...], checked(Draws)] = (),
) -> dict[str, Any]:
    """What damage does to a unit by the automatic choices (3.8, 4.3, 4.5)."""
    if isinstance(unit, HullForm):
        table, before = unit.unit(state.table)
    else:
        table, before = subject(state.table, unit)
    before = replace(before, bracing=brace or before.bracing)
    shot = HitSource(attack.type, attack.accuracy) if attack else None
    progress, left = harm.assign(table.put(before), before.id, damage, shot), list(dice)
    while progress.task:
        progress = _next(progress, before, left)
    if left:
        raise malformed(f"dice: {len(left)} of them are not needed.")
    after = progress.table.units[before.id]
    return {
        "destroyed": after.state == "destroyed",
        "health": after.health,
        "absorbers": list(after.absorbers),
        "conditions": [each.result for each in after.conditions[len(before.conditions) :]],
        "structural": after.structural,
    }


def _next(progress: DamageSoFar, unit: Unit, dice: list[int]) -> DamageSoFar:
    """One step further; takes the dice that it needs."""
    assert progress.task is not None
    if progress.task.needs != "dice":
        return harm.automatic(progress.table, progress.task, unit.jumping)
    needed = 1 if progress.table.cards else 2
    faces = len(progress.table.cards_left) if progress.table.cards else 6
    pair = [dice.pop(0) for _ in dice[:needed]]
    if len(pair) < needed:
        more = "one more is" if needed == 1 else "two more are"
        raise malformed(f"dice: For a Condition {more} needed.")
    if beyond := next((each for each in pair if each > faces), 0):
        what = "cards are left" if needed == 1 else "is the highest face"
        raise malformed(f"dice: {beyond} is too high, {faces} {what}.")
    return harm.rolled(progress.table, progress.task, pair)

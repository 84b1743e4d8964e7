"""Units as people write them in JSON (4.14): a design, and what has become of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Annotated, Any, Final, Literal, Self, TypeAlias

from pydantic import AliasChoices, Field, StrictBool, StrictStr, field_validator, model_validator

from games.core.content import echo
from games.core.geometry.plane import Point
from games.core.tools import Number, StrictForm
from games.cosmic_conflict.content import design_data, factions
from games.cosmic_conflict.content.catalogue import BASE, Catalogue
from games.cosmic_conflict.content.contacts import BOGEY
from games.cosmic_conflict.content.designs import Design, Item
from games.cosmic_conflict.content.factions import R
from games.cosmic_conflict.content.limits import design_faults
from games.cosmic_conflict.content.weapons import Weapon
from games.cosmic_conflict.editing import sound
from games.cosmic_conflict.rules import cloak
from games.cosmic_conflict.rules.movement import move_of
from games.cosmic_conflict.rules.orders import usage
from games.cosmic_conflict.rules.setup import preparation
from games.cosmic_conflict.rules.values import forbid, malformed, no_item, unknown
from games.cosmic_conflict.space import EDGES, LETTERS
from games.cosmic_conflict.table.bonds import STARBOARD, Bond
from games.cosmic_conflict.table.conditions import COMPONENTS, PROPULSION, WEAPONS, Lasting, Option
from games.cosmic_conflict.table.orders import MAIN, ORDERS, Orders
from games.cosmic_conflict.table.units import (
    STARTING_VELOCITY,
    Condition,
    OrderName,
    Table,
    Unit,
    UnitState,
    Vanished,
)
from games.cosmic_conflict.tools.values import Degrees, Place, Side, Text, Velocity, at_of
from games.cosmic_conflict.view import Cloaked, Leg

SIDES: Final[Mapping[str, int]] = {letter: side for side, letter in enumerate(LETTERS, 1)}
SicData: TypeAlias = StrictStr | dict[str, Any]
"""The code of a design, or the data of one (4.14)."""
ItemLabel: TypeAlias = Annotated[StrictStr, Field(pattern=r"^[A-Z]{2,4}[1-9]?[0-9]?$")]
"""``KIN1``; ``KIN`` is the first."""

# --- Designs ---


def design_of(table: Table, sic: str | Mapping[str, Any]) -> Design:
    """The design of a code or of data. Raises ``Forbidden``."""
    if not isinstance(sic, str):
        return design_data.read(sic)
    if sic == BOGEY.name.upper():
        return BOGEY
    found = table.designs.get(sic) or BASE.designs.get(sic)
    if found is None:
        codes = ", ".join(BASE.designs)
        why = f"There is no design “{echo(sic)}”."
        raise forbid("UNKNOWN-ID", "CC-005", why, f"There are {codes}.")
    return found


def with_design(table: Table, design: Design, id: str) -> tuple[Table, Design]:
    """A table that has a design; it is renamed where another has its code."""
    known = replace(table, designs={**BASE.designs, **table.designs})
    return preparation.with_design(known, design, id)


def manned(design: Design, traits: Iterable[str], faction: str | None, known: Catalogue) -> Design:
    """A design with traits, in a faction, which are named. Raises ``Forbidden``."""
    crew = [_named("trait", each, "CC-253", known.traits.values()) for each in traits]
    joined = faction and _named("faction", faction, "CC-237", known.factions.values())
    if not crew and not joined:
        return design
    found = design.manned(crew, joined or design.faction)
    for fault in design_faults(found):
        raise fault
    return found


def _named(what: str, name: str, rule: str, records: Collection[R]) -> R:
    if found := factions.named(records, name):
        return found
    raise forbid("UNKNOWN-ID", rule, factions.unknown(what, name, records))


# --- Orders and Conditions ---


class ConditionForm(StrictForm):
    """A result from 4 to 11 or 13 to 15, with the option that was chosen; ``start`` if the ship had
    it before the match."""

    result: Lasting
    choice: Option = ""
    start: StrictBool | None = None
    items: tuple[ItemLabel, ...] | None = None

    @model_validator(mode="before")
    @classmethod
    def _number(cls, written: object) -> object:
        return {"result": written} if isinstance(written, int) else written


_NAMES: Final[Mapping[str, OrderName]] = {
    **{name: name for name in ORDERS},
    **{kind.name.lower(): name for name, kind in ORDERS.items()},
}


class OrderForm(StrictForm):
    """An Order by its name; ``params`` are passed over.

    ``slot``  ``MAIN`` or an item such as ``NAV1``; without one the main slot, and for a further
              Order the extra slot of its type
    """

    name: StrictStr
    slot: StrictStr | None = None
    revealed: StrictBool = False
    params: Any = Field(None, exclude=True)

    @model_validator(mode="before")
    @classmethod
    def _text(cls, written: object) -> object:
        return {"name": written} if isinstance(written, str) else written

    @field_validator("name")
    @classmethod
    def _known(cls, name: str) -> str:
        if (key := name[:40].lower()) not in _NAMES:
            raise ValueError(f"“{echo(name)}” is not an Order: {', '.join(ORDERS)}")
        return _NAMES[key]

    def place(self, unit: Unit, design: Design, given: Orders) -> int:
        """The slot. Raises ``Forbidden``."""
        wanted, extra = ORDERS[_NAMES[self.name]].type, usage.slot_types(unit, design)
        label = (self.slot or "").upper()
        if label == "MAIN" or (not label and given.at(MAIN) is None):
            return MAIN
        for slot, kind in extra.items():
            named = label in (design.labels[slot], design.items[slot].type) if label else True
            if named and kind == wanted and given.at(slot) is None:
                return slot
        why = f"{unit.id} has no free slot {echo(label)}".rstrip()
        raise forbid("ORDER-SLOT", "CC-111", f"{why} for {ORDERS[_NAMES[self.name]].name}.")


# --- Units ---


class GroupForm(StrictForm):
    """A Formation, by its ``lead`` and, of that, its ``kind``; or the ``ward`` that it escorts.

    ``aside``    where a member is shown, from its Lead Ship; by default from where it is itself
    ``bearing``  of an escort from the heading of its ward
    """

    lead: StrictStr | None = None
    kind: Literal["offensive", "defensive"] | None = None
    ward: StrictStr | None = None
    aside: Place | None = None
    bearing: Degrees | None = None

    @classmethod
    def of(cls, unit: Unit) -> Self | None:
        if unit.stance:
            return cls(lead=unit.id, kind=unit.stance)
        if unit.bond is None:
            return None
        if unit.bond.kind == "member":
            return cls.model_validate({"lead": unit.bond.to, "aside": at_of(unit.bond.aside)})
        return cls(ward=unit.bond.to, bearing=unit.bond.bearing)

    def bind(self, table: Table, unit: Unit) -> Table:
        """The table with the unit in its group. Raises ``Forbidden``."""
        if (self.lead is None) == (self.ward is None):
            raise malformed(f"{unit.id}: a group has a lead or a ward.")
        to = self.lead or self.ward or ""
        if refused := unknown(table, to):
            raise refused
        if to == unit.id:
            return table.put(replace(unit, stance=self.kind or "defensive"))
        lead = table.units[to]
        if self.ward:
            bearing = STARBOARD if self.bearing is None else self.bearing
            bond = Bond(to, "escort", bearing=bearing)
        else:
            there, at = lead.at or Point(0, 0), unit.at or lead.at or Point(0, 0)
            bond = Bond(to, "member", self.aside or at.plus(-there.x, -there.y))
        return table.put(replace(unit, bond=bond)).put(lead)


class CourseForm(StrictForm):
    """A cloaked ship: where it is now, ``moves`` as they are typed, the turn and the place where it
    vanished; by default at the end of the turn before, where it is."""

    at: Place
    moves: Annotated[tuple[StrictStr, ...], Field(max_length=cloak.LONGEST)] = ()
    heading: Degrees | None = None
    velocity: Velocity | None = None
    turn: Annotated[Number, Field(ge=1)] | None = None
    place: Place | None = None

    @classmethod
    def of(cls, unit: Unit, course: Cloaked | None) -> Self | None:
        if unit.vanished is None or course is None:
            return None
        now, moves = course.now, []
        for before, leg in pairwise((now, *course.left)):
            plan = cloak.plan(before, leg)
            moves.append(cloak.COURSE.write((replace(move_of(plan), confirmed=True),)))
        return cls.model_validate(
            {
                "at": at_of(now.at),
                "moves": moves,
                "heading": now.heading,
                "velocity": now.velocity,
                "turn": unit.vanished.turn,
                "place": at_of(unit.vanished.at),
            }
        )

    def vanished(self, turn: int) -> Vanished:
        return Vanished(self.turn or max(turn - 1, 1), self.place or self.at)

    def course(self, table: Table, unit: Unit) -> Cloaked:
        """Raises ``Refusal`` for moves that cannot be read, or are not legal."""
        moves = tuple(move for text in self.moves for move in cloak.COURSE.read(None, text.upper()))
        heading = unit.heading if self.heading is None else self.heading
        velocity = unit.velocity if self.velocity is None else self.velocity
        now = Leg(self.at, heading, velocity)
        ship = cloak.on(cloak.alone(unit), now)
        if refused := cloak.refuse_moves(table, ship, moves):
            raise refused
        return Cloaked(now, tuple(cloak.legs(table, ship, moves)))


class UnitForm(StrictForm):
    """A unit; ``design`` is another name of ``sic``.

    ``heading``, ``velocity``  by default as at the start of a match (D-015)
    ``health``      boxes filled; ``absorbers`` boxes left, in SIC order, by default all
    ``orders``      hidden ones, and those revealed this turn
    ``ammo``        attacks that a Fighter has left
    ``used``        Weapons, AWS and Launch Hangars used this turn; ``off`` items that do not work
    ``revealed``    whether its SIC is open, in a match with Stealth; not if not said
    ``known``       the sides that have scanned it while it was hidden
    ``carrier``     the ship that a Fighter belongs to, by default the one that it is aboard
    ``group``   the Formation that it is in, or the ship that it escorts
    ``cloaked``  where it is while it is off the board, and its course
    ``traits``, ``faction``  by their codes or names, besides those of the design; without
                    ``conditions`` a ship has those that its faction begins with
    """

    sic: SicData = Field(validation_alias=AliasChoices("sic", "design"))
    traits: tuple[Text, ...] | None = None
    faction: Text | None = None
    side: Side | None = None
    name: Annotated[StrictStr, Field(max_length=30)] = ""
    at: Place | None = None
    heading: Degrees | None = None
    velocity: Velocity | None = None
    health: Number = 0
    absorbers: tuple[Number, ...] | None = None
    conditions: tuple[ConditionForm, ...] | None = None
    token: StrictBool = False
    orders: tuple[OrderForm, ...] = ()
    activated: StrictBool = False
    state: UnitState = "in"
    aboard: StrictStr | None = None
    carrier: StrictStr | None = None
    jumping: StrictBool = False
    surveyed: StrictBool = False
    vip: StrictBool = False
    revealed: StrictBool | None = None
    known: tuple[Side, ...] | None = None
    ammo: Number | None = None
    used: tuple[ItemLabel, ...] = ()
    off: tuple[ItemLabel, ...] = ()
    group: GroupForm | None = None
    cloaked: CourseForm | None = None

    @field_validator("token", mode="before")
    @classmethod
    def _count(cls, written: object) -> object:
        """Read a number of Tokens, 0 or 1, as whether there is one (4.14)."""
        return bool(written) if type(written) is int and written in (0, 1) else written

    @classmethod
    def of(cls, table: Table, unit: Unit, hidden: Orders, course: Cloaked | None = None) -> Self:
        design = table.design(unit)
        labels = design.labels
        given = [{"name": name, "slot": _slot_name(design, slot)} for slot, name in hidden.hidden]
        shown = [{"name": name, "revealed": True} for name in unit.revealed]
        return cls.model_validate(
            {
                **{name: getattr(unit, name) for name in _COMMON},
                "sic": _sic(unit, design),
                "at": None if unit.at is None else at_of(unit.at),
                "heading": None if design.fighter else unit.heading,
                "velocity": None if design.fighter else unit.velocity,
                "conditions": [
                    {
                        "result": each.result,
                        "choice": each.choice,
                        "start": each.start or None,
                        "items": [labels[at] for at in each.items] or None,
                    }
                    for each in unit.conditions
                ],
                "revealed": None if table.stealth == "off" or design.fighter else not unit.hidden,
                "known": unit.known or None,
                "token": unit.token or hidden.token,
                "orders": given + shown,
                "aboard": unit.aboard or None,
                "carrier": unit.carrier or None,
                "ammo": unit.shots if design.fighter else None,
                "used": [labels[at] for at in unit.used],
                "off": [labels[at] for at in unit.off],
                "group": GroupForm.of(unit),
                "cloaked": CourseForm.of(unit, course),
            }
        )

    def unit(self, table: Table, id: str, known: Catalogue = BASE) -> tuple[Table, Unit]:
        """The unit, and the table with its design. Raises ``Forbidden``."""
        design = manned(design_of(table, self.sic), self.traits or (), self.faction, known)
        if design != BOGEY:
            table, design = with_design(table, design, id)
        side = SIDES[id[0]]
        if self.side not in (None, side):
            raise malformed(f"{id} is of side {side}: its ID begins with {LETTERS[side - 1]}.")
        fighter = design.fighter
        unit = Unit(
            id=id,
            side=side,
            heading=(0 if fighter else EDGES[side]) if self.heading is None else self.heading,
            velocity=(0 if fighter else STARTING_VELOCITY)
            if self.velocity is None
            else self.velocity,
            absorbers=_full(design) if self.absorbers is None else self.absorbers,
            aboard=self.aboard or "",
            carrier=self.carrier or self.aboard or "",
            shots=design.shots if self.ammo is None else self.ammo,
            hidden=self._is_hidden(table, design),
            known=self.known or (),
            **{**{name: getattr(self, name) for name in _PLAIN}, "sic": design.code},
        )
        used, off = _places(design, unit, self.used), _places(design, unit, self.off)
        unit = replace(unit, used=used, off=tuple(sorted(off)))
        conditions = preparation.starting(design)
        if self.conditions is not None:
            conditions = _conditions(self.conditions, design, unit)
        unit = replace(unit, conditions=conditions)
        if self.cloaked:
            vanished = self.cloaked.vanished(table.turn)
            unit = replace(unit, state="cloaked", vanished=vanished)
        for refused in sound.of_unit(table, unit):
            raise refused
        return table, unit

    def _is_hidden(self, table: Table, design: Design) -> bool:
        """What carries an objective or is gone has been revealed, unless that is said; a false
        contact always is when it is gone."""
        if design == BOGEY:
            return self.state == "in"
        if self.revealed is not None:
            return not self.revealed
        away = self.state != "in" or self.cloaked
        shows = design.fighter or self.surveyed or self.vip or away
        return table.stealth != "off" and not shows

    def hidden(self, table: Table, unit: Unit) -> tuple[Orders, tuple[int, ...]]:
        """All Orders that it was given, and the slots of those that it has revealed."""
        design, given, shown = table.design(unit), Orders(), []
        for form in self.orders:
            slot = form.place(unit, design, given)
            given = given.given(slot, _NAMES[form.name])
            shown += [slot] if form.revealed else []
        return replace(given, token=self.token), tuple(shown)


_COMMON = UnitForm.model_fields.keys() & Unit.__dataclass_fields__.keys()
"""Fields that a unit and its form have in common."""
_PLAIN = ("name", "at", "health", "activated", "state", "jumping", "surveyed", "vip")
"""Those that mean the same in both."""


def _sic(unit: Unit, design: Design) -> SicData:
    """A code, or the data of a design that the base game does not have."""
    if unit.bogey:
        return BOGEY.name.upper()
    return unit.sic if BASE.designs.get(unit.sic) == design else design_data.write(design)


def _slot_name(design: Design, slot: int) -> str:
    return "MAIN" if slot == MAIN else design.labels[slot]


def _full(design: Design) -> tuple[int, ...]:
    return tuple(boxes for _, boxes in design.absorbers)


def _conditions(
    forms: Iterable[ConditionForm], design: Design, unit: Unit
) -> tuple[Condition, ...]:
    """Propulsion Damage has option (a) first, then (b), unless they are named (D-042); what does
    not work was deactivated by the first fitting Condition that names no items."""
    found: list[Condition] = []
    left = list(unit.off)
    for form in forms:
        choice = form.choice
        if form.result == PROPULSION and not choice:
            taken = any((each.result, each.choice) == (PROPULSION, "a") for each in found)
            choice = "b" if taken else "a"
        if form.items is None:
            fits = [at for at in left if _deactivates(design.items[at], form.result)]
            first = [at for at in fits if design.items[at].primary][:1]
            items = first if choice == "a" and form.result != PROPULSION else fits[:2]
        else:
            items = list(_places(design, unit, form.items))
        left = [at for at in left if at not in items]
        found.append(Condition(form.result, choice, bool(form.start), tuple(items)))
    return tuple(found)


def _deactivates(item: Item, result: int) -> bool:
    return result == (WEAPONS if isinstance(item, Weapon) else COMPONENTS)


def _places(design: Design, unit: Unit, labels: Iterable[str]) -> tuple[int, ...]:
    """The places of items. Raises ``Forbidden``."""
    found = []
    for label in labels:
        full = label if label[-1].isdigit() else f"{label}1"
        if refused := no_item(design, unit, full, "item"):
            raise refused
        found.append(design.labels.index(full))
    return tuple(found)

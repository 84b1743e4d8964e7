"""Adjustments of one unit: place, facing, numbers and marks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from games.astral_sailors.adjusting.kinds import (
    Face,
    NumberOf,
    OfUnit,
    PutAway,
    PutOn,
    SetFlag,
    SetNumber,
    SetPoison,
    SetUses,
    Show,
    UsesOf,
)
from games.astral_sailors.adjusting.replies import (
    BATTLE,
    FIELD,
    idle,
    is_hidden,
    marks,
    no_unit,
    not_in,
    off_board,
    outside,
    place_of,
    refuse,
    same,
    told,
)
from games.astral_sailors.events.battle import UnitRevealed
from games.astral_sailors.names import facing_name, listed
from games.astral_sailors.rules.turns import action_points, placing
from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.table import Poison, Table, Unit
from games.core.geometry.squares import Base, Facing, Square
from games.core.refusals import Forbidden

MOST_KILLS = 99
MOST_MARKS, MOST_DAMAGE, MOST_TICKS = 6, 9, 3

USES: Mapping[UsesOf, tuple[str, ...]] = {
    "rerolls": ("attack-elite", "attack-aura", "defence-elite", "defence-aura"),
    "lent": ("attack", "defence"),
}


def refusal(table: Table, adjustment: OfUnit) -> Forbidden | None:
    if missing := no_unit(table, adjustment.unit):
        return missing
    unit = table.units[adjustment.unit]
    match adjustment:
        case SetNumber(_, of, value):
            return _number(table, unit, of, value)
        case SetFlag(_, of, on):
            return _flag(table, unit, of, on=on)
        case Face(_, facing):
            if unit.facing == facing:
                return same(f"{unit.code} already faces {facing_name(facing)}.")
            return off_board(table, unit)
        case PutOn(_, at, facing):
            return _put_on(table, unit, at, facing)
        case PutAway(_, to):
            return _put_away(unit, to)
        case Show():
            known = not is_hidden(table, unit)
            return same(f"{unit.code} is already known to everyone.") if known else None
        case SetPoison(_, poison):
            return _too_early(table, unit) or _poison(table, unit, poison)
        case SetUses(_, of, uses):
            return _too_early(table, unit) or _uses(table, unit, of, uses)


def _too_early(table: Table, unit: Unit) -> Forbidden | None:
    """Before the first round units carry no marks: deployment ignores them."""
    return off_board(table, unit) or not_in(table, BATTLE, "Units can be marked")


def _number(table: Table, unit: Unit, of: NumberOf, value: int) -> Forbidden | None:
    kind, name = table.kind(unit), unit.code
    if of not in ("used", "kills") and (early := _too_early(table, unit)):
        return early
    match of:
        case "re":
            found = outside(f"The RE of {name}", value, 1, kind.resistance, "ASCW-91")
        case "ap":
            found = outside(f"The AP of {name}", value, 0, action_points.full(kind), "ASCW-51")
        case "shot":
            found = outside(f"The round in which {name} shot", value, 0, table.round, "ASCW-86")
        case "used":
            found = outside(
                f"The Limited shots used by {name}", value, 0, kind.specials.limited, "ASCW-150"
            )
        case "tough":
            found = outside(
                f"The wounds absorbed by {name}", value, 0, kind.specials.tough, "ASCW-144"
            )
        case _:
            found = outside(f"The kills of {name}", value, 0, MOST_KILLS)
    if found is None and number_of(table, unit, of) == value:
        return same(f"It is already {value}.")
    return found


def number_of(table: Table, unit: Unit, of: str) -> int:
    match of:
        case "re":
            return table.kind(unit).resistance - unit.lost
        case "ap":
            return unit.ap
        case "shot":
            return unit.shot
        case "used":
            return unit.used
        case "tough":
            return unit.absorbed
        case _:
            return unit.kills


def flag_of(table: Table, unit: Unit, of: str) -> bool:
    return unit.cover if of == "cover" else 0 < table.round == unit.activated


def _flag(table: Table, unit: Unit, of: str, *, on: bool) -> Forbidden | None:
    if found := _too_early(table, unit):
        return found
    if of == "cover" and not table.kind(unit).specials.cover:
        return refuse(f"{unit.code} does not have the special rule Cover.", rule="ASCW-139")
    if flag_of(table, unit, of) == on:
        return same(f"{unit.code} already is.")
    return None


def _put_on(table: Table, unit: Unit, at: Square, facing: Facing | None) -> Forbidden | None:
    if found := not_in(table, FIELD, "Units can stand on the board"):
        return found
    if unit.on_board and (unit.c, unit.r) == at and facing in (None, unit.facing):
        return same(f"{unit.code} is already there.")
    if table.players[unit.seat].removed:
        return refuse(
            "The player of that unit is out of the match.", "Let the player return first."
        )
    return placing.no_room(table, unit, Base(at.c, at.r, table.kind(unit).base))


def _put_away(unit: Unit, to: str) -> Forbidden | None:
    if unit.place == to:
        return same(f"{unit.code} is already there.")
    if unit.holds:
        why = f"{unit.code} holds {unit.holds}."
        return refuse(why, f"Free the captive first: {unit.holds} TO C5.")
    return None


def _poison(table: Table, unit: Unit, poison: tuple[Poison, ...]) -> Forbidden | None:
    stacks = table.agreement.venom_stack == "stack"
    most = MOST_MARKS if stacks else 1
    if len(poison) > most:
        return outside(
            f"The number of poison marks on {unit.code}", len(poison), 0, most, "ASCW-D33"
        )
    for mark in poison:
        source = table.units.get(mark.source)
        if source is None:
            return no_unit(table, mark.source)
        if is_hidden(table, source):
            return refuse(f"{source.code} is not yet known to everyone.", f"{source.code} SEEN")
        if not table.enemies(unit, source):
            return refuse(f"{source.code} is not an enemy of {unit.code}.", rule="ASCW-158")
        wrong = outside("The Damage of poison", mark.damage, 1, MOST_DAMAGE, "ASCW-158")
        wrong = wrong or outside(
            "The rounds that poison lasts", mark.ticks, 1, MOST_TICKS, "ASCW-158"
        )
        if wrong:
            return wrong
    if poison == unit.poison:
        return same(f"The poison of {unit.code} already is.")
    return None


def _uses(table: Table, unit: Unit, of: UsesOf, uses: tuple[str, ...]) -> Forbidden | None:
    known = USES[of]
    if any(use not in known for use in uses) or len(set(uses)) < len(uses):
        words = listed([each.upper() for each in known], "or")
        return refuse(
            "Each re-roll can be named once, by its own word.",
            f"The words are {words}.",
            "ASCW-D26",
        )
    if of == "lent" and not table.kind(unit).specials.commander:
        return refuse(f"{unit.code} is not a Commander and lends no re-rolls.", rule="ASCW-148")
    if uses == uses_of(unit, of):
        return same(f"{unit.code} already has that.")
    return None


def uses_of(unit: Unit, of: str) -> tuple[str, ...]:
    return unit.rerolls if of == "rerolls" else unit.lent


# --- Setting it ---


def perform(builder: StepBuilder, adjustment: OfUnit) -> None:
    unit = builder.unit(adjustment.unit)
    match adjustment:
        case SetNumber(_, of, value):
            told(builder, of, unit.code, *_numbers(builder.table, unit, of, value), unit=unit)
            builder.put(_numbered(builder.table, unit, of, value))
        case SetFlag(_, "cover", on):
            told(builder, "cover", unit.code, "", "is active" if on else "is over")
            builder.put(replace(unit, cover=on))
        case SetFlag(_, _, on):
            after = "has been activated" if on else "can still be activated"
            told(builder, "activated", unit.code, "", after)
            builder.put(replace(unit, activated=builder.table.round if on else 0))
            if not on:
                idle(builder, unit.code)
        case Face(_, facing):
            told(builder, "faces", unit.code, facing_name(unit.facing), facing_name(facing))
            builder.put(replace(unit, facing=facing))
        case PutOn(_, at, facing):
            _appear(builder, unit, at, unit.facing if facing is None else facing)
        case PutAway(_, to):
            _leave(builder, unit, out=to == "out")
        case Show():
            builder.tell(UnitRevealed(unit=unit.code, of=unit.kind))
            told(builder, "show", unit.code, "", "")
            builder.put(replace(unit, seen=True))
        case SetPoison(_, poison):
            poisoned = replace(unit, poison=poison)
            told(builder, "poison", unit.code, marks(unit), marks(poisoned))
            builder.put(poisoned)
        case SetUses(_, of, uses):
            before = listed(uses_of(unit, of)) or "none"
            told(builder, of, unit.code, before, listed(uses) or "none")
            builder.put(
                replace(unit, rerolls=uses) if of == "rerolls" else replace(unit, lent=uses)
            )


def _numbers(table: Table, unit: Unit, of: NumberOf, value: int) -> tuple[str, str]:
    before = number_of(table, unit, of)
    if of != "shot":
        return str(before), str(value)
    first, second = (f"round {each}" if each else "never" for each in (before, value))
    return first, second


def _numbered(table: Table, unit: Unit, of: NumberOf, value: int) -> Unit:
    match of:
        case "re":
            return replace(unit, lost=table.kind(unit).resistance - value)
        case "ap":
            return replace(unit, ap=value)
        case "shot":
            return replace(unit, shot=value)
        case "used":
            return replace(unit, used=value)
        case "tough":
            return replace(unit, absorbed=value)
        case _:
            return replace(unit, kills=value)


def _appear(builder: StepBuilder, unit: Unit, at: Square, facing: Facing) -> None:
    """Put a unit on the board with its captive; from elsewhere without AP."""
    if is_hidden(builder.table, unit):
        builder.tell(UnitRevealed(unit=unit.code, of=unit.kind))
    before, after = place_of(builder.table, unit), str(at)
    if unit.facing != facing:
        after += f", facing {facing_name(facing)}"
    told(builder, "to", unit.code, before, after)
    free(builder, unit.code)
    unit = builder.unit(unit.code)
    put = placing.placed(unit, at, facing)
    builder.put(replace(put, ap=unit.ap if unit.on_board else 0, delivered=False))
    if unit.holds:
        builder.put(replace(builder.unit(unit.holds), c=at.c, r=at.r))


def _leave(builder: StepBuilder, unit: Unit, *, out: bool) -> None:
    """Take a unit off the board and clear its marks."""
    about = unit.code
    if out:
        told(builder, "out", about, "", "", unit=unit)
    else:
        told(builder, "to", about, place_of(builder.table, unit), "the Reserve", unit=unit)
    free(builder, about)
    idle(builder, about)
    fresh = Unit(unit.code, unit.kind, unit.seat, place="out" if out else "reserve")
    builder.put(
        replace(fresh, seen=unit.seen, facing=unit.facing, used=unit.used, kills=unit.kills)
    )


def free(builder: StepBuilder, code: str) -> None:
    """Free a captive unit."""
    unit = builder.unit(code)
    if unit.held_by:
        builder.put(replace(builder.unit(unit.held_by), holds=""), replace(unit, held_by=""))

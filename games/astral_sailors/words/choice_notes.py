"""Short notes beside a choice: path, cover, odds and price."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from games.astral_sailors import odds
from games.astral_sailors.board import ground, line_of_sight, paths
from games.astral_sailors.content.catalogue import UnitKind
from games.astral_sailors.names import (
    counted,
    facing_name,
    hidden_per_cent,
    inside,
    listed,
    per_cent,
)
from games.astral_sailors.rules.combat import wounds
from games.astral_sailors.rules.strikes import charge_dice
from games.astral_sailors.table import Table, Unit


def unit_label(table: Table, unit: Unit) -> str:
    """``R3 Contract Trooper, F6, 2 AP``."""
    parts = [f"{unit.code} {table.kind(unit).name}"]
    if unit.on_board:
        parts += [str(table.base(unit).anchor), f"{unit.ap} AP"]
    return ", ".join(parts)


def unit_state(table: Table, unit: Unit) -> str:
    """``RE 2 of 3, faces south, in Cover``."""
    kind = table.kind(unit)
    parts = [f"RE {kind.resistance - unit.lost} of {kind.resistance}"]
    parts.append(f"faces {facing_name(unit.facing)}")
    if unit.cover:
        parts.append("in Cover")
    if unit.poison:
        parts.append("poisoned")
    if unit.holds:
        parts.append(f"holds {unit.holds}")
    return ", ".join(parts)


def stats(kind: UnitKind) -> str:
    """``RE 1, AT 2/1, DA 1/0, RA 1-12, DE 1, MV 5``, as in an army list."""
    shot_damage = str(kind.shot_damage) if kind.shots else "–"
    blow_damage = str(kind.blow_damage) if kind.blows else "–"
    reach = f"RA {kind.nearest}-{kind.farthest}, " if kind.shots else ""
    return (
        f"RE {kind.resistance}, AT {kind.shots}/{kind.blows}, DA {shot_damage}/{blow_damage}, "
        f"{reach}DE {kind.defence}, MV {kind.movement}"
    )


def specials(kind: UnitKind) -> tuple[str, ...]:
    """Special rules as named in an army list."""
    has = kind.specials
    named = (
        ("Commander", has.commander),
        ("Counter-attack", has.counter),
        (f"Cover {has.cover}", has.cover),
        ("Detect", has.detect),
        ("Split attacks", has.split),
        (f"Tough {has.tough}", has.tough),
        ("Elite", has.elite),
        (f"Limited {has.limited}", has.limited),
        ("Light feet", has.light_feet),
        ("Fast", has.fast),
        ("Reflexes", has.reflexes),
        (f"Jump {has.jump}/{_halves(has.jump_over)}", has.jump),
        ("Silent", has.silent),
        (f"{'Electric' if has.electric else 'Venomous'} {has.venom}", has.venom),
        ("Fly", has.fly),
        ("Aquatic", has.aquatic),
    )
    return tuple(name for name, there in named if there)


def _halves(half_squares: int) -> str:
    whole, half = divmod(half_squares, 2)
    return f"{whole}.5" if half else str(whole)


def way(table: Table, unit: Unit, path: paths.Path, *, leap: bool = False) -> str:
    """``faces south-east, cost 3, through mud``."""
    parts = [f"faces {facing_name(path.facing)}"]
    if not leap:
        parts.append(f"cost {path.cost}")
    through = terrain_on(table, unit, path, leap=leap)
    if through:
        parts.append(f"through {listed(through)}")
    return ", ".join(parts)


def terrain_on(table: Table, unit: Unit, path: paths.Path, *, leap: bool) -> list[str]:
    """Names of the terrain that a path enters, without repeats."""
    if table.kind(unit).specials.fly:
        return []
    bases = path.bases[-1:] if leap else path.bases[1:]
    found: dict[str, None] = {}
    for base in bases:
        for square in base.squares():
            place = ground.terrain_at(table, square)
            if place is not None:
                found[inside(table.catalogue.pieces[table.pieces[place].kind].name)] = None
    return list(found)


def cover(seen: line_of_sight.Sight) -> str:
    """``in the clear``, ``half cover (50%)``, ``hidden (80%)``."""
    match seen.result:
        case "clear":
            return "in the clear"
        case "half":
            return f"half cover ({hidden_per_cent(seen.score)}%)"
        case _:
            return f"hidden ({hidden_per_cent(seen.score)}%)"


def shot(table: Table, unit: Unit, target: Unit, seen: line_of_sight.Sight, dice: int) -> str:
    """``38% to wound, 11% to kill · half cover (50%), range 7``."""
    half = seen.result == "half"
    found = odds.of_attack(table, unit, target, "shoot", dice, half=half)
    reach = ground.distance(table, unit, target)
    return f"{chances(table, target, found)} · {cover(seen)}, range {reach}"


def blow(table: Table, unit: Unit, target: Unit, dice: int, how: str = "melee") -> str:
    """``70% to wound, 20% to kill · from the rear``."""
    side = "from the rear" if ground.in_rear(table, target, table.base(unit)) else "from the front"
    found = odds.of_attack(table, unit, target, how, dice)
    return f"{chances(table, target, found)} · {side}"


def charge_odds(table: Table, unit: Unit, target: Unit, path: paths.Path) -> Mapping[int, Fraction]:
    """The wounds of the blow at the end of a Run."""
    there = at_end(unit, path)
    dice = charge_dice(table, unit, target)
    return odds.of_attack(table.with_unit(there), there, target, "charge", dice)


def charge(table: Table, unit: Unit, target: Unit, path: paths.Path) -> str:
    """``42% to wound, 11% to kill``."""
    return chances(table, target, charge_odds(table, unit, target, path))


def at_end(unit: Unit, path: paths.Path) -> Unit:
    """The unit at the end of its path, its Cover lost (D-28)."""
    end = path.bases[-1]
    return replace(unit, c=end.c, r=end.r, facing=path.facing, cover=False)


def chances(table: Table, target: Unit, found: Mapping[int, Fraction]) -> str:
    """``42% to wound, 11% to kill``: the latter if it may be, and nobody pays wounds off."""
    some, kill = at_least(found, 1), to_kill(table, target, found)
    if kill == some > 0:
        return f"{per_cent(kill)} to kill"
    return f"{per_cent(some)} to wound" + (f", {per_cent(kill)} to kill" if kill else "")


def to_kill(table: Table, target: Unit, found: Mapping[int, Fraction]) -> Fraction:
    return at_least(found, wounds.lethal(table, target))


def at_least(found: Mapping[int, Fraction], count: int) -> Fraction:
    return sum((chance for number, chance in found.items() if number >= count), Fraction(0))


def spread(chances: Mapping[int, Fraction]) -> str:
    """``no wound 40%, 1 wound 45%, 2 wounds 15%``."""
    return ", ".join(
        f"{counted(number, 'wound') if number else 'no wound'} {per_cent(chance)}"
        for number, chance in sorted(chances.items())
    )


def hiders(table: Table, seen: line_of_sight.Sight) -> Iterator[str]:
    """What hides a target: units by code, scenery by name."""
    for blocker in seen.blockers:
        if isinstance(blocker, str):
            yield blocker
        else:
            piece = table.pieces[blocker]
            yield f"the {inside(table.catalogue.pieces[piece.kind].name)}"

"""One exchange of dice: modifiers, totals, pairs, extension, re-rolls (D-21 to D-26)."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from games.astral_sailors.agreement import Agreement
from games.astral_sailors.board import terrain
from games.astral_sailors.state import StepBuilder
from games.astral_sailors.table import Table, Unit
from games.astral_sailors.tasks import Throw

Role: TypeAlias = Literal["attack", "defence"]

ENOUGH = 5
"""What the second die of an extension has to reach with its modifiers (ASCW-12, 13)."""


class Pair(NamedTuple):
    """An attack die and the defence die it meets: their places, and their totals."""

    attack: int
    defence: int
    a_total: int
    d_total: int

    @property
    def won(self) -> bool:
        """Whether the attacker won: a tie blocks (ASCW-89, 90)."""
        return self.a_total > self.d_total


class Sides(NamedTuple):
    """The sides of the two bases, 0 for a side without one, such as terrain (D-20, D-25)."""

    attacker: int = 0
    defender: int = 0

    @property
    def defence_extends(self) -> bool:
        """Whether a defence die extends: not against a base at least twice as big (ASCW-15)."""
        return self.attacker < 2 * self.defender or not self.attacker

    @property
    def attack_extends(self) -> bool:
        return self.defender < 2 * self.attacker or not self.attacker


def value(face: int, *, half: bool) -> int:
    """What an attack die counts before anything is added (ASCW-108 to 110, D-24)."""
    return max(1, face // 2) if half else face


def pairs(throw: Throw) -> tuple[Pair, ...]:
    """Highest total against highest (ASCW-88); among equals the earlier die comes first."""

    def pair(a: int, d: int) -> Pair:
        attack = value(throw.attack[a], half=throw.half) + throw.a_mod
        return Pair(a, d, attack, throw.defence[d] + throw.d_mod)

    return tuple(map(pair, _descending(throw.attack), _descending(throw.defence)))


def totals(throw: Throw) -> tuple[tuple[int, int], ...]:
    """What attack and defence dice count, pair by pair."""
    return tuple((pair.a_total, pair.d_total) for pair in pairs(throw))


def failed(throw: Throw, role: Role) -> tuple[int, ...]:
    """Places of attack dice whose pairs are not won, or of defence dice whose are lost (D-26)."""
    if role == "attack":
        return tuple(sorted(pair.attack for pair in pairs(throw) if not pair.won))
    return tuple(sorted(pair.defence for pair in pairs(throw) if pair.won))


def hopeless(throw: Throw) -> bool:
    """Whether not even a natural 6 could beat the lowest defence: then every pair is blocked."""
    return value(6, half=throw.half) + throw.a_mod <= 1 + throw.d_mod


def extended_by(throw: Throw, agreed: Agreement) -> str:
    """Which side an extension belongs to, if there is any: never to both."""
    return "attack" if agreed.attacker_extension and hopeless(throw) else "defence"


def extending(throw: Throw, sides: Sides, agreed: Agreement) -> tuple[int, ...]:
    """Places of the dice that get one more die, from the highest pair down (D-25).

    Places in ``defence``; with the option ``attacker_extension`` and hopeless
    attack dice, places in ``attack``.
    """
    met = pairs(throw)
    if extended_by(throw, agreed) == "attack":
        sixes = tuple(pair.attack for pair in met if throw.attack[pair.attack] == 6)
        return sixes if sides.attack_extends else ()
    lost = tuple(pair.defence for pair in met if pair.won and _again(throw, pair, agreed))
    return lost if sides.defence_extends else ()


def by_total(agreed: Agreement) -> bool:
    """Whether a total of 6 where 7 was needed earns the second die, too (D-25)."""
    return agreed.extension_first == "total6"


def _again(throw: Throw, pair: Pair, agreed: Agreement) -> bool:
    if by_total(agreed):
        return pair.d_total >= 6 and pair.a_total - throw.d_mod >= 7
    return throw.defence[pair.defence] == 6  # it has lost, so 7 or more was needed


def wounds(throw: Throw, agreed: Agreement) -> int:
    """Pairs won by the attacker and not blocked by an extension (ASCW-89, ASCW-14)."""
    won = sum(pair.won for pair in pairs(throw))
    if extended_by(throw, agreed) == "attack":
        return won + sum(face + throw.a_mod >= ENOUGH for _, face in throw.extended)
    return won - sum(face + throw.d_mod >= ENOUGH for _, face in throw.extended)


def _descending(faces: tuple[int, ...]) -> list[int]:
    return sorted(range(len(faces)), key=lambda place: (-faces[place], place))


# --- Modifiers (D-22) ---

Reasons: TypeAlias = tuple[tuple[str, int], ...]
"""Modifiers in words and numbers; what adds nothing is left out."""

REAR = 2
HAS_SHOT = 1
COUNTER = -1
FAST = -1
SILENT = -2
CAPTIVE = -2


def modifiers(
    table: Table, how: str, attacker: Unit | None, target: Unit, *, counter: bool, damage: int = 0
) -> tuple[Reasons, Reasons]:
    """What is added to attack dice and to defence dice, in words and numbers (D-22).

    ``attacker`` is the unit whose dice attack in this exchange: for a Counter-attack
    the one that was attacked. ``None`` for terrain and poison, whose ``damage`` is given.
    """
    if attacker is None:
        attack: list[tuple[str, int]] = [("Damage", damage)]
    elif how == "shoot":
        attack = _shot(table, attacker, target)
    else:
        attack = _struck(table, how, attacker, target, counter=counter)
    return _telling(attack), _telling(_defence(table, target))


def total(reasons: Reasons) -> int:
    """All modifiers together."""
    return sum(number for _, number in reasons)


def has_shot(table: Table, unit: Unit) -> bool:
    """Whether the unit has used Shoot in this round or the one before (ASCW-86)."""
    return unit.shot > 0 and unit.shot >= table.round - 1


def _shot(table: Table, attacker: Unit, target: Unit) -> list[tuple[str, int]]:
    specials = table.kind(target).specials
    return [
        ("Damage", table.kind(attacker).shot_damage),
        ("Fast", FAST * specials.fast),
        ("Silent", SILENT * specials.silent),
    ]


def _struck(
    table: Table, how: str, attacker: Unit, target: Unit, *, counter: bool
) -> list[tuple[str, int]]:
    charging = how == "charge" and not counter
    rear = terrain.in_rear(table, target, table.base(attacker))
    return [
        ("Damage", 0 if charging else table.kind(attacker).blow_damage),
        ("rear", REAR * rear),
        ("has shot", HAS_SHOT * has_shot(table, target)),
        ("Counter-attack", COUNTER * counter),
    ]


def _defence(table: Table, target: Unit) -> list[tuple[str, int]]:
    kind = table.kind(target)
    found = [("Defence", kind.defence)]
    if target.cover:
        times = kind.specials.cover
        found.append((f"Cover {times}", kind.defence * (times - 1)))
    if target.holds:
        found.append(("captive", CAPTIVE))
    return found


def _telling(reasons: list[tuple[str, int]]) -> Reasons:
    return tuple((word, number) for word, number in reasons if number)


# --- Re-rolls (ASCW-145, 148, D-26) ---

Source: TypeAlias = Literal["elite", "aura"]

AURA = 2
"""How far a Commander's aura reaches, in squares (ASCW-148)."""


def reroll_sources(table: Table, unit: Unit, role: Role) -> tuple[Source, ...]:
    """What ``unit`` may still re-roll with in this round and role; the first is spent first.

    The unit's own aura use comes first, as it is worth nothing farther away;
    where Commanders share out few uses, Elite spares them.
    """
    order: tuple[Source, ...] = ("elite", "aura") if _is_shared(table) else ("aura", "elite")
    has = {
        "elite": table.kind(unit).specials.elite,
        "aura": reroll_lender(table, unit, role) is not None,
    }
    return tuple(each for each in order if has[each] and not _spent(table, unit, role, each))


def reroll_lender(table: Table, unit: Unit, role: Role) -> Unit | None:
    """The own Commander whose aura ``unit`` stands in: the lowest code with a use left."""
    lenders = (
        other
        for other in table.of(unit.seat)
        if other.on_board
        and table.kind(other).specials.commander
        and terrain.distance(table, unit, other) <= AURA
        and not _lent_out(table, other, role)
    )
    return next(lenders, None) if unit.on_board else None


def spend_reroll(builder: StepBuilder, code: str, role: Role) -> Source:
    """Book a use of the first source; the unit remembers it as the last of its ``rerolls``."""
    unit = builder.unit(code)
    source = reroll_sources(builder.table, unit, role)[0]
    lent = reroll_lender(builder.table, unit, role) if source == "aura" else None
    builder.put(unit, rerolls=(*unit.rerolls, f"{role}-{source}"))
    if lent is not None and _is_shared(builder.table):
        commander = builder.unit(lent.code)
        builder.put(commander, lent=(*commander.lent, role))
    return source


def last_source(unit: Unit) -> Source:
    """The source whose dice ``unit`` is throwing again."""
    return "aura" if unit.rerolls[-1].endswith("aura") else "elite"


def _spent(table: Table, unit: Unit, role: Role, source: Source) -> bool:
    uses = (use.split("-") for use in unit.rerolls)
    return any(of == source and _is_one_use(table, role, used) for used, of in uses)


def _lent_out(table: Table, commander: Unit, role: Role) -> bool:
    return _is_shared(table) and any(_is_one_use(table, role, used) for used in commander.lent)


def _is_shared(table: Table) -> bool:
    """Whether all units near a Commander share its aura's uses."""
    return table.agreement.aura_scope == "shared"


def _is_one_use(table: Table, role: str, used: str) -> bool:
    """Whether a use in one role is also that of the other."""
    return role == used or table.agreement.reroll_uses == "single"

"""Attacks, support, hits passed on and damage (canon 3.7, 3.8, D-046, D-047)."""

from __future__ import annotations

from collections.abc import Collection, Generator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.games.cosmic_conflict.canon import space
from tests.games.cosmic_conflict.canon.ships import CHART, Gun, Hull, formation, has, hull, there

MISSILE_REACH = 1000

# --- Which attacks are legal ---


def bands(gun: Gun, unit: Any, target: Hull) -> list[tuple[int, int]]:
    """Its ranges now: Mark 3 widens the last one; Fighters are hit in the first only (CC-127)."""
    wider = 400 * any(effect == "range" for _, effect in unit.bought)
    found = [*gun.bands[:-1], (gun.bands[-1][0] + wider, gun.bands[-1][1])]
    return found if target.size else found[:1]


def reaches(table: Any, unit: Any, gun: Gun, target: Any) -> bool:
    """Range, arc and line of fire."""
    if space.gap(unit.at, target.at) > bands(gun, unit, hull(table, target))[-1][0]:
        return False
    own = hull(table, unit)
    if own.size and not space.arcs(unit.at, unit.heading, target.at) & {*gun.arcs}:
        return False
    if gun.type == "MSL" and (target.id, "terrain") in unit.bought:
        return True
    zones = space.between(table.features, unit.at, target.at)
    return not any(zone.solid or zone.concealing for zone in zones)


def can_fire(table: Any, acting: Any, unit: Any, label: str, target: Any, again: bool) -> bool:
    """Whether a ship of the group that acts may attack with a Weapon, its first or second time."""
    own = hull(table, unit)
    gun = own.guns.get(label)
    if gun is None or gun.place in unit.off or has(unit, 15):
        return False
    if again:
        if acting.again or not own.has("TWICE") or not own.size or gun.place not in unit.used:
            return False
    elif gun.place in unit.used:
        return False
    if not own.size and unit.shots < 1:
        return False
    if not there(target) or target.side == unit.side or not reaches(table, unit, gun, target):
        return False
    token = space.toward(unit.at, target.at, MISSILE_REACH)
    if space.gap(unit.at, token) > MISSILE_REACH:
        token = space.toward(unit.at, target.at, MISSILE_REACH - 1)
    needs_token = gun.type == "MSL" and space.gap(unit.at, target.at) > MISSILE_REACH
    return not (needs_token and not can_hold_token(table, unit.at, token))


def can_hold_token(table: Any, at: Any, token: space.Spot) -> bool:
    """On the board, in no Solid terrain, and none between (D-049)."""
    zones = (zone for feature in table.features for zone in feature.zones if zone.solid)
    return space.on_board(table.board, token) and not any(
        space.is_inside(zone, token) or space.is_between(zone, at, token) for zone in zones
    )


def can_support(table: Any, unit: Any, label: str, other: Any, second: str, target: Any) -> bool:
    """Whether a Weapon of a member may support that of another (CC-270, CC-271, D-047)."""
    members = formation(table, unit)
    if members[0].stance != "offensive" or other not in members:
        return False
    gun, more = hull(table, unit).guns[label], hull(table, other).guns.get(second)
    if more is None or (other is unit and second == label):
        return False
    alike = (more.type, more.variant) == (gun.type, gun.variant) and more.size <= gun.size
    free = more.place not in other.used and more.place not in other.off
    return alike and free and reaches(table, other, more, target)


# --- What the dice come to ---


@dataclass
class Outcome:
    """``reach`` is the band of the range from 1, the rest are A, the result, X and F."""

    reach: int
    total: int
    result: str
    before: int
    applied: int


def covering(table: Any, target: Any) -> int:
    """The AWS that cover a ship (D-051); those of a hidden ship cover itself alone (D-100)."""
    if not hull(table, target).size:
        return 0
    found = 0
    for each in table.units.values():
        reach = 200 * hull(table, each).size
        if reach and there(each) and each.side == target.side:
            near = space.gap(each.at, target.at) <= reach
            near = near and (each.id == target.id or not each.hidden)
            found += hull(table, each).count(each, "AWS") if near else 0
    return found


def attack(
    table: Any,
    unit: Any,
    gun: Gun,
    target: Any,
    dice: Sequence[int],
    *,
    origin: Any = None,
    effects: Collection[str] = (),
    limit: int = 0,
    support: int = 0,
    dodged: bool = False,
    taker: Any = None,
) -> Outcome:
    """Steps 5 to 10; ``effects`` are those of Marks on the target, ``limit`` is the range of a
    Missile token, whose place is the ``origin``."""
    at = origin or unit.at
    own, other = hull(table, unit), hull(table, target)
    away = space.gap(at, target.at)
    ranges = [(limit, 0)] if origin else bands(gun, unit, other)
    reach = next(number for number, each in enumerate(ranges) if away <= each[0])
    linked = int(gun.variant[1]) if gun.variant[:1] == "L" else 0
    total = dice[0] + other.size - gun.size - ranges[reach][1]
    total += (linked + 1 if linked else 0) - (gun.variant in ("OV", "SM"))
    total += 2 * ("accuracy" in effects) - target.evading - dodged
    total -= other.count(target, "ECM", True) > 0
    if "terrain" not in effects:
        total -= sum(zone.obscuring for zone in space.between(table.features, at, target.at))
    base = dice[1]
    if gun.variant == "SM" or (gun.type == "RKT" and reach == 0):
        base = dice[1] + dice[2]
    elif gun.variant == "OV" or (gun.type == "RKT" and reach == 1):
        base = max(dice[1:])
    less = other.count(target, "PWS") if gun.type in ("RKT", "MSL") else 0
    if gun.type == "MSL" or (gun.type == "RKT" and not own.size):
        less += covering(table, target)
    size = hull(table, taker).size if taker else other.size
    before = max(0, base + gun.size - size - linked - less + support)
    miss, glance = CHART[other.size]
    glance += other.count(target, "ECM", False)
    if total <= miss:
        return Outcome(reach + 1, total, "miss", before, 0)
    if total <= glance:
        return Outcome(reach + 1, total, "glance", before, (before + 1) // 2)
    return Outcome(reach + 1, total, "hit", before, before)


def takers(table: Any, target: Any, by: tuple[str, bool], guarded: Collection[Any]) -> set[str]:
    """Who may take a hit: smaller or equal members of a Defensive Formation, or Escorts once for
    each attacker (CC-269, CC-282)."""
    size, members = hull(table, target).size, formation(table, target)
    if len(members) > 1:
        able = (each for each in members if each is not target and hull(table, each).size <= size)
        return {each.id for each in able} if members[0].stance == "defensive" else set()
    if (target.id, *by) in guarded:
        return set()
    return {each.id for each in table.units.values() if each.bond and each.bond.to == target.id}


def exchange_dice(table: Any, unit: Any, enemy: Any) -> int:
    """PWS against a unit near it, AWS and fPWS where Fighters are concerned (D-052)."""
    own, other = hull(table, unit), hull(table, enemy)
    found = own.count(unit, "PWS") + (0 if other.size else covering(table, unit))
    return found + (own.count(unit, "FPWS") if not own.size and not other.size else 0)


# --- Damage (3.8) ---

Step = Generator[tuple[Any, ...], Any, None]
"""Yields what must happen next; where dice or a choice decide, it is sent what happened."""


@dataclass
class Body:
    """A ship that takes damage: boxes ``left`` of its tracks, Health that is ``filled``."""

    hull: Hull
    left: list[int]
    filled: int
    off: set[int]
    structural: int
    dead: bool = False
    order: list[int] = field(default_factory=list)
    braced: bool = False

    @classmethod
    def of(cls, table: Any, unit: Any) -> Body:
        structural = sum(each.result in (4, 5) for each in unit.conditions)
        found = hull(table, unit)
        return cls(found, list(unit.absorbers), unit.health, {*unit.off}, structural)

    def restore(self, amount: int) -> None:
        """Shields regain boxes (D-067)."""
        for place in [*self.order, *self.hull.tracks]:
            if self.hull.items[place]["type"] == "SHD" and place not in self.off:
                at = self.hull.tracks.index(place)
                more = min(self.capacity(place) - self.left[at], amount)
                self.left[at], amount = self.left[at] + more, amount - more

    def capacity(self, place: int) -> int:
        row = self.hull.row
        return row if place < self.hull.primaries else (row + 1) // 2

    def assign(self, amount: int, kind: str, total: int | None) -> Step:
        """Damage; by an attack with its type and A."""
        kinds = {place: self.hull.items[place]["type"] for place in self.hull.tracks}
        rest = sorted(kinds, key=lambda place: kinds[place] == "ARM")
        order = [*self.order, *(place for place in rest if place not in self.order)]
        if kind == "BEAM":
            order.sort(key=lambda place: kinds[place] == "ARM")
        for place in order:
            at = self.hull.tracks.index(place)
            if place in self.off or not self.left[at] or not amount:
                continue
            pierced = total is not None and total > self.left[at]
            if pierced and (kind != "BEAM" if kinds[place] == "SHD" else kind == "KIN"):
                yield "bypassed", place, self.left[at], total
                continue
            taken = min(self.left[at], amount)
            self.left[at], amount = self.left[at] - taken, amount - taken
            yield "absorbed", place, taken, self.left[at]
        if amount:
            yield from self.hurt(amount)

    def hurt(self, amount: int) -> Step:
        more = self.structural
        amount += more
        while amount and not self.dead:
            row = self.hull.row
            filled = min(amount, row - self.filled % row)
            self.filled, amount = self.filled + filled, amount - filled
            yield "health-damaged", filled, more, self.filled
            more = 0
            if self.filled == row * self.hull.rows:
                self.dead = True
                yield ("unit-destroyed",)
            elif self.filled % row == 0:
                yield from self.condition(choice=self.braced)
                if self.braced and amount and not self.dead:
                    yield "damage-ignored", amount
                    amount = 0

    def condition(self, choice: bool = False) -> Step:
        """Its dice are checked elsewhere; here only which result takes effect."""
        results: list[int] = []
        while (part := (yield ("any",))).kind == "condition-rolled":
            if part.result:
                results.append(part.result)
        if choice and part.kind == "condition-kept":
            assert {part.result, part.other} <= {*results}, (results, part)
            results.append(part.result)
            while (part := (yield ("any",))).kind == "condition-rolled":
                if part.result:
                    results.append(part.result)
        assert part.kind == "condition-applied"
        assert part.result == results[-1], (part, results)
        yield from self.applied(part)

    def applied(self, part: Any) -> Step:
        self.off |= {*part.items} if part.result in (8, 9) else set()
        if part.result == 2:
            self.dead = True
            yield ("unit-destroyed",)
        elif part.result == 3:
            for _ in range(2):
                if not self.dead:
                    yield from self.condition()
        elif part.result in (4, 5):
            self.structural += 1
        elif part.result in (6, 7):
            yield from self.hurt(2)
        elif part.result == 10:
            self.braced = False

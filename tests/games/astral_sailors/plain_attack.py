"""Attacks carried out once more, slowly and straight from the canon (D-21 to D-34): to compare."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from games.astral_sailors.content.catalogue import UnitKind
from games.astral_sailors.table import LETTERS, Table

Dice = Callable[[int], list[int]]
Ask = Callable[[str, str, list[int]], list[int]]
"""What is asked of which unit, with the possible answers: places of dice, or numbers of wounds.
For a reaction 1 is a Counter-attack, 2 Cover, and one number is answered."""

COUNTER, COVER = 1, 2


@dataclass
class Fighter:
    """What an attack can change of a unit."""

    code: str
    ap: int
    lost: int
    cover: bool
    absorbed: int
    rerolls: set[str]
    lent: set[str]
    poison: list[tuple[str, int, int]]
    gone: bool = False


@dataclass
class PlainAttack:
    """``parts`` are targets with their dice and whether they are in half cover."""

    table: Table
    how: Any
    attacker: str
    parts: list[tuple[str, int, bool]]
    dice: Dice
    ask: Ask
    fighters: dict[str, Fighter] = field(default_factory=dict)
    pools: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.pools = [player.pool for player in self.table.players]
        for unit in self.table.units.values():
            marks = [(mark.source, mark.damage, mark.ticks) for mark in unit.poison]
            self.fighters[unit.code] = Fighter(
                unit.code,
                unit.ap,
                unit.lost,
                unit.cover,
                unit.absorbed,
                set(unit.rerolls),
                set(unit.lent),
                marks,
            )

    # --- Where units stand ---

    def kind(self, code: str) -> UnitKind:
        return self.table.kind(self.table.units[code])

    def squares(self, code: str) -> list[tuple[int, int]]:
        unit, side = self.table.units[code], self.kind(code).base
        return [(unit.c + c, unit.r + r) for c in range(side) for r in range(side)]

    def distance(self, one: str, other: str) -> int:
        return min(
            max(abs(a[0] - b[0]), abs(a[1] - b[1]))
            for a in self.squares(one)
            for b in self.squares(other)
        )

    def ahead(self, of: str, x: int, y: int) -> int:
        """Of a point in half squares: negative behind the middle of the base."""
        unit, side = self.table.units[of], self.kind(of).base
        dc, dr = unit.facing.step
        return dc * (x - 2 * unit.c - side) + dr * (y - 2 * unit.r - side)

    def from_behind(self, of: str, by: str) -> bool:
        unit, side = self.table.units[by], self.kind(by).base
        if self.kind(of).specials.reflexes:
            return False
        return self.ahead(of, 2 * unit.c + side, 2 * unit.r + side) < 0

    def strikes(self, one: str, other: str) -> bool:
        """Contact, arc and flight, on open ground (D-09, D-10, D-18)."""
        flies, above = self.kind(one).specials.fly, self.kind(other).specials.fly
        agreed = self.table.agreement
        if (above and not flies) or (flies and not above and not agreed.fly_melee_down):
            return False
        if self.distance(one, other) != 1:
            return False
        if agreed.melee_arc == "all" or self.kind(one).specials.reflexes:
            return True
        return any(
            self.ahead(one, 2 * c + 1, 2 * r + 1) >= 0
            for c, r in self.squares(other)
            if any(max(abs(c - a), abs(r - b)) == 1 for a, b in self.squares(one))
        )

    # --- The steps of D-21 ---

    def resolve(self) -> PlainAttack:
        chosen = {target: self.react(target) for target, _, _ in self.parts}
        for target, count, half in self.parts:
            if self.fighters[self.attacker].gone:
                break
            self.part(target, count, chosen[target], half=half)
        return self

    def react(self, target: str) -> int:
        special, own = self.kind(target).specials, self.fighters[target]
        able = [0]
        if own.ap >= 1 and not self.from_behind(target, self.attacker):
            from_above = self.kind(self.attacker).specials.fly and not special.fly
            if self.how != "shoot" and special.counter and not from_above:
                able += [COUNTER] if self.strikes(target, self.attacker) else []
            if special.cover and not own.cover:
                able.append(COVER)
        return self.ask("react", target, able)[0] if len(able) > 1 else 0

    def part(self, target: str, count: int, reaction: int, *, half: bool) -> None:
        own = self.fighters[target]
        if reaction:
            own.ap -= 1
            own.cover = reaction == COVER
        hurt = [(target, self.exchange(self.attacker, target, count, half=half), self.attacker)]
        if reaction == COUNTER:
            blows = self.kind(target).blows
            back = self.exchange(target, self.attacker, blows, counter=True)
            hurt.append((self.attacker, back, target))
        self.effect([(code, self.toughened(code, wounds), by) for code, wounds, by in hurt])

    def toughened(self, code: str, wounds: int) -> int:
        own = self.fighters[code]
        absorbed = min(wounds, max(0, self.kind(code).specials.tough - own.absorbed))
        own.absorbed += absorbed
        return wounds - absorbed

    def effect(self, hurt: list[tuple[str, int, str]]) -> None:
        paid = []
        for code, wounds, _ in hurt:
            most = min(wounds, self.pools[LETTERS.index(code[0])] // (self.kind(code).cost // 2))
            paid.append(self.ask("pay", code, list(range(most + 1)))[0] if most else 0)
        fallen = []
        for (code, wounds, by), count in zip(hurt, paid, strict=True):
            own, kind = self.fighters[code], self.kind(code)
            self.pools[LETTERS.index(code[0])] -= count * (kind.cost // 2)
            lost = min(wounds - count, kind.resistance - own.lost)
            own.lost += lost
            if own.lost == kind.resistance:
                fallen.append((code, by))
            elif lost:
                self.poisoned(own, by)
        for code, _ in fallen:
            self.fighters[code] = Fighter(code, 0, 0, False, 0, set(), set(), [], gone=True)
        for code, by in fallen:
            reward = (self.kind(code).cost + 1) // 2 + self.kind(by).specials.elite
            self.pools[LETTERS.index(by[0])] += reward

    def poisoned(self, victim: Fighter, by: str) -> None:
        damage = self.kind(by).specials.venom
        if damage and self.table.agreement.venom_stack == "stack":
            victim.poison.append((by, damage, 3))
        elif damage:
            victim.poison = [(by, max(damage, *(mark[1] for mark in victim.poison), 0), 3)]

    # --- One exchange of dice ---

    def exchange(
        self, one: str, other: str, count: int, *, half: bool = False, counter: bool = False
    ) -> int:
        plus, base = self.attack_plus(one, other, counter=counter), self.kind(one).base
        kind, agreed = self.kind(other), self.table.agreement
        guard = kind.defence * (kind.specials.cover if self.fighters[other].cover else 1)
        attack, defence = self.dice(count), self.dice(count)

        def total(face: int) -> int:
            return (max(1, face // 2) if half else face) + plus

        def pairs() -> list[tuple[int, int, bool]]:
            first = sorted(range(count), key=lambda place: (-attack[place], place))
            second = sorted(range(count), key=lambda place: (-defence[place], place))
            return [
                (a, d, total(attack[a]) > defence[d] + guard)
                for a, d in zip(first, second, strict=True)
            ]

        self.again(one, "attack", attack, sorted(a for a, _, won in pairs() if not won))
        self.again(other, "defence", defence, sorted(d for _, d, won in pairs() if won))
        wounds = sum(won for _, _, won in pairs())
        if agreed.attacker_extension and total(6) <= 1 + guard:
            if kind.base < 2 * base:
                for a, _, _ in pairs():
                    wounds += attack[a] == 6 and self.dice(1)[0] + plus >= 5
            return wounds
        for a, d, won in pairs():
            extends = defence[d] == 6
            if agreed.extension_first == "total6":
                extends = defence[d] + guard >= 6 and total(attack[a]) - guard >= 7
            if won and extends and base < 2 * kind.base:
                wounds -= self.dice(1)[0] + guard >= 5
        return wounds

    def attack_plus(self, one: str, other: str, *, counter: bool) -> int:
        own, target = self.kind(one), self.kind(other).specials
        if self.how == "shoot":
            return own.shot_damage - target.fast - 2 * target.silent
        shot = self.table.units[other].shot
        has_shot = shot > 0 and shot in (self.table.round, self.table.round - 1)
        damage = 0 if self.how == "charge" and not counter else own.blow_damage
        return damage + 2 * self.from_behind(other, one) + has_shot - counter

    # --- Throwing again (D-26) ---

    def again(self, code: str, role: str, dice: list[int], failed: list[int]) -> None:
        source = self.source(code, role)
        if not failed or not source:
            return
        places = self.ask("reroll", code, failed)
        if not places:
            return
        self.fighters[code].rerolls.add(f"{role}-{source}")
        if source == "aura" and self.table.agreement.aura_scope == "shared":
            self.lenders(code, role)[0].lent.add(role)
        for place, face in zip(places, self.dice(len(places)), strict=True):
            dice[place] = face

    def source(self, code: str, role: str) -> str:
        """The one that is used first where there are both is this bot's choice."""
        each = self.table.agreement.aura_scope == "each"
        able = {
            "elite": self.kind(code).specials.elite and not self.spent(code, role, "elite"),
            "aura": bool(self.lenders(code, role)) and not self.spent(code, role, "aura"),
        }
        order = ("aura", "elite") if each else ("elite", "aura")
        return next((source for source in order if able[source]), "")

    def spent(self, code: str, role: str, source: str) -> bool:
        single = self.table.agreement.reroll_uses == "single"
        roles = ("attack", "defence") if single else (role,)
        return any(f"{each}-{source}" in self.fighters[code].rerolls for each in roles)

    def lenders(self, code: str, role: str) -> list[Fighter]:
        agreed = self.table.agreement
        found = []
        for other in self.fighters.values():
            near = other.code[0] == code[0] and not other.gone and not self.fighters[code].gone
            if not near or not self.kind(other.code).specials.commander:
                continue
            used = other.lent if agreed.reroll_uses == "single" else other.lent & {role}
            free = agreed.aura_scope == "each" or not used
            if free and self.distance(code, other.code) <= 2:
                found.append(other)
        return found

"""Armies as others may imagine them: while they are built, and with closed armies until all of
their units have been seen.

Of a hidden army only that is known what the rules demand of every list (ASCW-23 to 27, D-45, D-54)
and which of its units have been seen, each with its place on the list. Kinds are drawn one after
the other, each time equally likely among those with which a legal list can still come about, until
nothing fits any more or, seldom, the player is content. So no legal list is left out, and most
spend nearly all their points, as those of players do.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from games.astral_sailors.content.catalogue import Catalogue, UnitKind
from games.astral_sailors.secrets import Draft
from games.astral_sailors.table import LETTERS, Player, Table, Unit

CONTENT = 1 / 32
"""How likely a legal list is left as it is, each time, although something still fits."""

EDITS = 24
"""Changes of a list that are imagined, besides those that it must have had."""

ANYTHING = -(10**6)
"""Military units on a list that need a civilian each: so few that none is ever missing."""


def draft(table: Table, seat: int, rng: random.Random, *, locked: bool) -> Draft:
    """A list in the making: a legal one where it is locked."""
    agreement = table.agreed_with(seat).agreement
    commanders = agreement.commanders if locked else rng.randint(0, agreement.commanders)
    owed = commanders if locked else ANYTHING
    kinds = _Kinds.of(table.catalogue, (), agreement.army_size, _Need(commanders, owed), rng)
    units = [*kinds.commanders, *kinds.others]
    rng.shuffle(units)
    if not locked:  # somebody is still choosing
        units = units[: rng.randint(0, len(units))]
    return _edited(tuple(units), rng, locked=locked)


def handed_in(army: Sequence[Unit], rng: random.Random, *, auto: bool) -> Draft:
    """The list of a whole army; ``auto`` is known by then."""
    return replace(_edited(tuple(unit.kind for unit in army), rng, locked=True), auto=auto)


def _edited(units: tuple[str, ...], rng: random.Random, *, locked: bool) -> Draft:
    edits = bool(units) + locked + rng.randrange(EDITS)
    return Draft(units, locked, edits, auto=locked and rng.random() < 0.5)


def army(table: Table, player: Player, rng: random.Random) -> tuple[tuple[Unit, ...], str]:
    """All units of the player's army, and the code of its main Commander.

    ``table`` holds only those units that have been seen, and so does ``player``.
    """
    seat, seen = player.seat, table.of(player.seat)
    if player.removed and not seen and rng.random() < 0.5:
        return (), ""  # it was taken out of the match before it had units
    agreement, kinds = table.agreed_with(seat).agreement, [table.kind(unit) for unit in seen]
    leaders = [unit.number for unit in seen if table.kind(unit).category == "commander"]
    missing = max(0, agreement.commanders - len(leaders))
    # The main Commander is the first on the list: a hidden one comes behind it, or is it.
    places = _Places({unit.number for unit in seen}, min(leaders, default=0), bool(player.main))
    owed = missing + sum(1 if kind.military else -1 for kind in kinds)
    need = _Need(missing, owed, places.least(missing))
    found = _Kinds.of(table.catalogue, kinds, agreement.army_size, need, rng)
    out = player.removed or any(
        unit.place == "out" and kind.category != "commander"
        for unit, kind in zip(seen, kinds, strict=True)
    )
    commanders, others = places.dealt(len(found.commanders), len(found.others), rng)
    hidden = [*zip(commanders, found.commanders, strict=True)]
    hidden += zip(others, found.others, strict=True)
    units = [
        Unit(f"{LETTERS[seat]}{number}", kind, seat, place="out" if out else "reserve")
        for number, kind in hidden
    ]
    main = player.main or (f"{LETTERS[seat]}{min(commanders)}" if commanders else "")
    return tuple(sorted((*seen, *units), key=lambda unit: unit.number)), main


# --- What they are ---


@dataclass(frozen=True, slots=True)
class _Need:
    """What a list still lacks: Commanders, civilians, and so many units that are no Commanders."""

    commanders: int
    civilians: int
    least: int = 0


@dataclass(frozen=True, slots=True)
class _Kinds:
    """Codes of kinds that make a list whole."""

    commanders: Sequence[str]
    others: Sequence[str]

    @classmethod
    def of(
        cls,
        catalogue: Catalogue,
        seen: Sequence[UnitKind],
        points: int,
        need: _Need,
        rng: random.Random,
    ) -> _Kinds:
        """Kinds that make a legal list with those that were ``seen``.

        A referee may have made an army that no list could be: it need not balance then, or costs
        more, as far as it must.
        """
        points -= sum(kind.cost for kind in seen)
        own = tuple({kind.army: 0 for kind in seen if kind.army in catalogue.armies})
        sides = [own] if own else [(army,) for army in catalogue.armies]
        offers = [_Offer.of(catalogue, side) for side in sides]
        free = _Need(need.commanders, ANYTHING, need.least)
        for wanted in (need, free):
            fitting = [offer for offer in offers if offer.price(wanted) <= points]
            if fitting:
                return rng.choice(fitting).drawn(points, wanted, rng)
        offer = rng.choice(offers)
        return offer.drawn(offer.price(free), free, rng)


@dataclass(frozen=True, slots=True)
class _Offer:
    """What a faction may enlist; ``cheapest`` of each."""

    commanders: tuple[UnitKind, ...]
    fighters: tuple[UnitKind, ...]
    civilians: tuple[UnitKind, ...]
    cheapest: tuple[int, int, int]

    @classmethod
    def of(cls, catalogue: Catalogue, side: Collection[str]) -> _Offer:
        found = [
            kind
            for kind in catalogue.units.values()
            if kind.army in side or kind.army not in catalogue.armies
        ]
        commanders = tuple(kind for kind in found if kind.category == "commander")
        civilians = tuple(kind for kind in found if kind.category == "civilian")
        fighters = tuple(kind for kind in found if kind.category not in ("commander", "civilian"))
        leader, fighter, civilian = map(_cheapest, (commanders, fighters, civilians))
        return cls(commanders, fighters, civilians, (leader, fighter, civilian))

    def price(self, need: _Need) -> int:
        """The least that what is needed costs."""
        leader, fighter, civilian = self.cheapest
        most = max(0, need.least)
        even = min(most, max(0, (need.least - need.civilians) // 2))
        return need.commanders * leader + min(
            fighters * fighter + max(0, need.civilians + fighters, need.least - fighters) * civilian
            for fighters in (0, even, min(most, even + 1), most)
        )

    def drawn(self, points: int, need: _Need, rng: random.Random) -> _Kinds:
        leaders = list[str]()
        while need.commanders:
            need = _Need(need.commanders - 1, need.civilians, need.least)
            kind = _choice(self.commanders, points - self.price(need), rng)
            leaders.append(kind.code)
            points -= kind.cost
        others = list[str]()
        while need.civilians > 0 or need.least > 0 or rng.random() >= CONTENT:
            after = {owed: _Need(0, need.civilians + owed, need.least - 1) for owed in (1, -1)}
            rooms = {owed: points - self.price(need) for owed, need in after.items()}
            fitting = [kind for kind in self.fighters if kind.cost <= rooms[1]]
            fitting += [kind for kind in self.civilians if kind.cost <= rooms[-1]]
            if not fitting:
                break
            kind = rng.choice(fitting)
            need = after[1 if kind.military else -1]
            others.append(kind.code)
            points -= kind.cost
        return _Kinds(leaders, others)


def _cheapest(kinds: Sequence[UnitKind]) -> int:
    return min((kind.cost for kind in kinds), default=10**6)


def _choice(kinds: Sequence[UnitKind], points: int, rng: random.Random) -> UnitKind:
    return rng.choice([kind for kind in kinds if kind.cost <= points])


# --- Where they stand on the list ---


@dataclass(frozen=True, slots=True)
class _Places:
    """Numbers on a list: those ``taken`` by units that were seen, and the ``first`` Commander's.

    ``main_seen``  whether that is the main Commander
    """

    taken: Collection[int]
    first: int
    main_seen: bool

    @property
    def gaps(self) -> list[int]:
        """Numbers that hidden units must have."""
        return [
            number for number in range(1, max(self.taken, default=0)) if number not in self.taken
        ]

    def least(self, commanders: int) -> int:
        """So many hidden units must be there besides the hidden ``commanders``."""
        gaps = self.gaps
        before = sum(number < self.first for number in gaps) if self.main_seen else 0
        return max(before, len(gaps) - commanders)

    def dealt(
        self, commanders: int, others: int, rng: random.Random
    ) -> tuple[list[int], list[int]]:
        """Numbers of so many hidden Commanders and other units."""
        free, last = self.gaps, max(self.taken, default=0)
        free += range(last + 1, last + 1 + commanders + others - len(free))
        before = [number for number in free if number < self.first]
        found = list[int]()
        if commanders and not self.main_seen and before:
            found.append(rng.choice(before))
        behind = self.first if self.main_seen else 0
        allowed = [number for number in free if number > behind and number not in found]
        found += rng.sample(allowed, commanders - len(found))
        rest = [number for number in free if number not in found]
        rng.shuffle(rest)
        return found, rest

"""Factions and crew traits: what a force has beyond its designs (CC-237 to 240, CC-253 to 257)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias, TypeVar, get_args

from games.core import content
from games.core.content import FieldType, Loaded, RecordType, echo, several, text, whole, written
from games.core.telling import listed
from games.cosmic_conflict.content.weapons import DU, WEAPONS

R = TypeVar("R", "Faction", "Trait")

# --- Crew traits ---

Quality: TypeAlias = Literal["veteran", "lucky", "command"]
QUALITIES: Final[Mapping[Quality, str]] = {
    "veteran": "once a turn, in its own activation, it rolls one die of an attack again",
    "lucky": "it may roll for each of its Conditions a second time",
    "command": "every turn it has a Command Token besides its Order or Token",
}
"""What a trait gives, in plain words (D-107)."""


@dataclass(frozen=True, slots=True)
class Trait:
    """A special quality of a ship or its crew (CC-253).

    ``price``  percent that it adds to the multiplier of the ship (D-107)
    ``story``  why the ship has it
    """

    code: str
    name: str
    qualities: tuple[Quality, ...]
    price: int = 10
    story: str = ""

    @property
    def effect(self) -> str:
        return "; ".join(QUALITIES[each] for each in self.qualities)


TRAITS: Final[Mapping[str, Trait]] = {
    "VETERAN": Trait("VETERAN", "Veteran", ("veteran",)),
    "LUCKY": Trait("LUCKY", "Lucky", ("lucky",)),
    "AI": Trait("AI", "Command AI", ("command",)),
}
"""CC-254 to 256, D-107."""


# --- Factions ---

EffectKind: TypeAlias = Literal["PRICE", "START", "ONLY", "REACH", "TWICE"]
STARTS: Final[Mapping[int, str]] = {
    4: "Structural Damage",
    10: "Communications Damage",
    11: "Propulsion Damage",
}
"""The Conditions that a ship can begin with: those that choose no items."""


@dataclass(frozen=True, slots=True)
class FactionEffect:
    """An advantage or a disadvantage of a faction (D-102).

    ``PRICE 85``      what its ships cost, in percent
    ``START 4``       its ships begin with a Condition of this result
    ``ONLY BEAM``     its Weapons are of this type only
    ``REACH BEAM 2``  the Range of Weapons of this type is so many du longer
    ``TWICE``         a Weapon may attack twice for Weapons Damage (CC-251, D-106)
    """

    kind: EffectKind
    type: str = ""
    amount: int = 0

    @property
    def text(self) -> str:
        """The effect as data files have it."""
        return " ".join(filter(None, (self.kind, self.type, str(self.amount or ""))))

    @property
    def told(self) -> str:
        weapon = WEAPONS[self.type].name if self.type else ""
        match self.kind:
            case "PRICE":
                return f"ships cost {self.amount}%"
            case "START":
                return f"ships begin with {STARTS[self.amount]}"
            case "ONLY":
                return f"{weapon} Weapons only"
            case "REACH":
                return f"{weapon} Range +{self.amount}"
        return "a Weapon may attack twice, for Weapons Damage"


@dataclass(frozen=True, slots=True)
class Faction:
    """What makes a force different from others (CC-237).

    ``style``  its character, for players
    """

    code: str
    name: str
    style: str
    advantages: tuple[FactionEffect, ...] = ()
    disadvantages: tuple[FactionEffect, ...] = ()

    def _of(self, kind: EffectKind) -> tuple[FactionEffect, ...]:
        both = (*self.advantages, *self.disadvantages)
        return tuple(each for each in both if each.kind == kind)

    @property
    def percent(self) -> int:
        """What its ships cost (CC-238)."""
        return next((each.amount for each in self._of("PRICE")), 100)

    @property
    def weapons(self) -> tuple[str, ...]:
        """The types that its Weapons may have; none where they may have any (CC-239)."""
        return tuple(each.type for each in self._of("ONLY"))

    @property
    def start(self) -> tuple[int, ...]:
        """The results of the Conditions that its ships begin with (CC-238)."""
        return tuple(each.amount for each in self._of("START"))

    @property
    def berserk(self) -> bool:
        """Whether a Weapon may attack twice (CC-251)."""
        return bool(self._of("TWICE"))

    def reach(self, item: str) -> int:
        """How many cu it adds to the Range of a type of Weapons (CC-239)."""
        return DU * sum(each.amount for each in self._of("REACH") if each.type == item)

    @property
    def told(self) -> str:
        """``For: ships cost 85%. Against: ships begin with Structural Damage.``"""
        sides = (("For", self.advantages), ("Against", self.disadvantages))
        return " ".join(
            f"{name}: {listed([e.told for e in them])}." for name, them in sides if them
        )


# --- What a file may say ---


def _effect(kind: Any, kind_of: Any = None, amount: Any = None) -> FactionEffect:
    return FactionEffect(kind, kind_of or "", int(amount or 0))


_TYPES = "|".join(WEAPONS)
_EFFECT: FieldType[FactionEffect] = written(
    rf"(PRICE|START|ONLY|REACH|TWICE)(?: ({_TYPES}))?(?: ([1-9][0-9]{{0,2}}))?",
    _effect,
    "Write an effect as PRICE 85, START 4, ONLY BEAM, REACH BEAM 2 or TWICE.",
)
_EFFECTS = several(_EFFECT, 0, 4, "a list of up to 4 effects").otherwise(())
_WORDS: Final = {"name": content.name(24), "code": text("[A-Z]{2,8}", "2 to 8 capitals: MERC")}
FACTIONS: Final = RecordType(
    "factions",
    "a faction",
    20,
    Faction,
    {**_WORDS, "style": content.name(80), "advantages": _EFFECTS, "disadvantages": _EFFECTS},
)
TRAIT_RECORDS: Final = RecordType(
    "traits",
    "a trait",
    20,
    Trait,
    {
        **_WORDS,
        "qualities": several(
            content.choice(*get_args(Quality)), 1, 3, "a list of veteran, lucky and command"
        ),
        "price": whole(0, 100),
        "story": content.name(80).otherwise(""),
    },
)


def check_faction(loaded: Loaded[Faction], known: object) -> None:
    """Refuse effects that are incomplete, out of bounds, or given twice."""
    faction, seen = loaded.value, set()
    for field in ("advantages", "disadvantages"):
        for each in getattr(faction, field):
            if wrong := _fault(each):
                loaded.fault(field, f"{each.text}: {wrong}")
            if (each.kind, each.type, each.kind == "START" and each.amount) in seen:
                loaded.fault(field, f"{each.text}: the faction has such an effect already.")
            seen.add((each.kind, each.type, each.kind == "START" and each.amount))
    if not seen:
        loaded.fault("", "a faction has an advantage or a disadvantage at least. (CC-240)")


def _fault(effect: FactionEffect) -> str:
    kind, weapon, amount = effect.kind, effect.type, effect.amount
    typed, counted = kind in ("ONLY", "REACH"), kind in ("PRICE", "START", "REACH")
    if bool(weapon) != typed or bool(amount) != counted:
        return "write it as PRICE 85, START 4, ONLY BEAM, REACH BEAM 2 or TWICE."
    if kind == "PRICE" and not 50 <= amount <= 200:
        return "ships cost from 50 to 200 percent. (D-102)"
    if kind == "START" and amount not in STARTS:
        return f"ships can begin with {listed(STARTS, 'or')}. (D-102)"
    if kind == "REACH" and (most := _most_reach(weapon)) < amount:
        name = WEAPONS[weapon].name
        return f"the Range of {name} can grow by {most} at most. (CC-239)"
    return ""


def _most_reach(kind: str) -> int:
    """How many du a Range may grow: not beyond the Extended Range, where there is one."""
    inner, *outer = WEAPONS[kind].bands
    return (outer[0].reach - inner.reach) // DU if outer else 8


def check_trait(loaded: Loaded[Trait], known: object) -> None:
    if len(set(loaded.value.qualities)) < len(loaded.value.qualities):
        loaded.fault("qualities", "each of them once. (CC-253)")
    if loaded.key in TRAITS:
        loaded.fault("code", f"the base game already has {loaded.key}.")


# --- Stored with a design, which needs no pack then ---


def write_trait(trait: Trait) -> str | dict[str, Any]:
    """The code of a trait of the base game, else all of it."""
    if TRAITS.get(trait.code) == trait:
        return trait.code
    return {
        "code": trait.code,
        "name": trait.name,
        "qualities": list(trait.qualities),
        "price": trait.price,
        "story": trait.story,
    }


def write_faction(faction: Faction) -> dict[str, Any]:
    return {
        "code": faction.code,
        "name": faction.name,
        "style": faction.style,
        "advantages": [each.text for each in faction.advantages],
        "disadvantages": [each.text for each in faction.disadvantages],
    }


def read_record(kind: RecordType[R], found: object) -> R:
    """A record written alone. Raises ``ValueError`` with a sentence."""
    if not isinstance(found, Mapping):
        raise ValueError(f"Write {kind.one} with its fields {', '.join(kind.fields)}.")
    values = {name: field.default for name, field in kind.fields.items()}
    missing = {name for name, field in kind.fields.items() if field.required} - found.keys()
    if missing or found.keys() - kind.fields.keys():
        raise ValueError(f"{kind.one.capitalize()} has the fields {', '.join(kind.fields)}.")
    for name, value in found.items():
        try:
            values[name] = kind.fields[name].read(value)
        except ValueError as wrong:
            reason = str(wrong) or f"It must be {kind.fields[name].must}."
            raise ValueError(f"{name}: {reason}") from None
    return kind.make(**values)


def named(records: Iterable[R], name: str) -> R | None:
    """The record of a code or a name: ``Beam Guild``, ``beam_guild`` or ``BEAM``."""

    def plain(text: str) -> str:
        return "".join(filter(str.isalnum, text)).casefold()

    wanted = plain(name)
    return next((each for each in records if wanted in (plain(each.code), plain(each.name))), None)


def unknown(what: str, name: str, records: Iterable[R]) -> str:
    """The sentence that refuses a name."""
    there = ", ".join(each.code for each in records)
    return f"There is no {what} “{echo(name)}”. There are {there}."

"""Units, Swords and boards: the base game's and those of content packs (canon 5)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from games.core import content
from games.core.content import (
    DataFile,
    FieldType,
    Loaded,
    PackReader,
    RecordType,
    several,
    text,
    whole,
    written,
)

POINTS, UNITS_OF_A_SWORD = 25, 12
"""The limits of a custom list (5.5), by number of Swords."""
STANDARD_UNITS = 10
COLUMNS, ROWS = range(8, 27), range(8, 21)
"""The sizes of boards (5.3)."""

NUMBERED = frozenset({"leader", "transport", "barrage"})
PASSIVE = frozenset(
    {
        *("leader", "voice", "flying", "all-terrain", "transport"),
        *("camouflage", "aegis", "unshaken", "martyr"),
    }
)
ACTIVE = ("inspire", "dig in", "repair", "heal", "barrage", "leap", "dread")
"""The skills that are used in an activation (CSW-109 to 115)."""


@dataclass(frozen=True)
class UnitKind:
    """A type of units (CSW-07 to 14).

    ``attack``  points against Light and Heavy units
    ``skills``  by name in lower case, each with its number, or 1 without one
    ``most``    how many a Sword may have (5.5)
    """

    code: str
    name: str
    faction: str
    command: int
    movement: int
    light: bool
    attack: tuple[int, int]
    range: int
    protection: int
    resources: int
    skills: Mapping[str, int]
    most: int

    def has(self, skill: str) -> bool:
        return skill in self.skills

    @property
    def leader(self) -> int:
        """The command points it gives (CSW-32)."""
        return self.skills.get("leader", 0)

    @property
    def seats(self) -> int:
        """How many units it can carry (CSW-66)."""
        return self.skills.get("transport", 0)

    @property
    def told_skills(self) -> tuple[str, ...]:
        """``Leader (3)``, ``Dig In``."""
        return tuple(skill_name(skill, number) for skill, number in self.skills.items())


def skill_name(skill: str, number: int = 1) -> str:
    return f"{skill.title()} ({number})" if skill in NUMBERED else skill.title()


@dataclass(frozen=True)
class Sword:
    """A faction with its standard army (CSW-18, 5.4), or another army of a faction.

    ``chorus``  the most points that its Voices give, for each Sword (CSW-34)
    """

    key: str
    name: str
    faction: str
    chorus: int
    units: tuple[str, ...]


@dataclass(frozen=True)
class BoardMap:
    key: str
    name: str
    rows: tuple[str, ...]


@dataclass(frozen=True)
class Catalogue:
    title: str
    units: Mapping[str, UnitKind]
    swords: Mapping[str, Sword]
    boards: Mapping[str, BoardMap]

    def sword_kinds(self, sword: str) -> tuple[UnitKind, ...]:
        """The types of units that an army of a Sword's faction may have."""
        faction = self.swords[sword].faction
        return tuple(kind for kind in self.units.values() if kind.faction == faction)


# --- What a file may say ---


def _skills(written: object) -> Mapping[str, int]:
    if not isinstance(written, list) or not all(isinstance(one, str) for one in written):
        raise ValueError('Write skills as a list: ["Leader (2)", "Dig In"].')
    return dict(map(_skill, written))


def _skill(text: str) -> tuple[str, int]:
    found = re.fullmatch(r"([A-Za-z -]+?)(?: \(([1-9])\))?", text)
    skill = found[1].lower() if found else ""
    if found is None or (skill not in PASSIVE and skill not in ACTIVE):
        known = ", ".join(skill_name(each, 2) for each in (*sorted(PASSIVE), *ACTIVE))
        raise ValueError(f"There is no skill “{text[:30]}”; there are {known}.")
    if (skill in NUMBERED) != (found[2] is not None):
        needs = "needs a number from 1 to 9" if skill in NUMBERED else "has no number"
        raise ValueError(f"{skill.title()} {needs}.")
    return skill, int(found[2] or 1)


def _row(written: object) -> str:
    if isinstance(written, str) and re.fullmatch("[.ABC]+", written) and len(written) in COLUMNS:
        return written
    raise ValueError("A row has 8 to 26 squares, each of them . A B or C.")


CODE = text("[A-Z]{3}", "three capitals: BRI")
KEY = text("[a-z][a-z0-9]*(_[a-z0-9]+)*", "small letters and digits: broken_march", most=20)
BOUGHT = written(
    "(?:([1-9][0-9]?) )?([A-Z]{3})",
    lambda count, code: (code,) * int(count or 1),
    "Write a unit of a Sword as BRI, or 3 BRI for three.",
)
NAME = content.name(24)


def _unit(**fields: Any) -> UnitKind:
    fields["light"] = fields.pop("class") == "L"
    return UnitKind(**fields)


def _sword(key: str, faction: str, units: tuple[tuple[str, ...], ...], **fields: Any) -> Sword:
    codes = tuple(code for bought in units for code in bought)
    return Sword(key=key, faction=faction or key, units=codes, **fields)


VALUE = whole(0, 10)
UNITS: Final = RecordType(
    "units",
    "a unit",
    60,
    _unit,
    {
        "code": CODE,
        "name": NAME,
        "faction": KEY,
        "command": VALUE,
        "movement": VALUE,
        "class": content.choice("L", "H", must='"L" or "H"'),
        "attack": several(VALUE, 2, 2, "points against Light and Heavy units: [2, 1]"),
        "range": VALUE,
        "protection": VALUE,
        "resources": whole(1, POINTS),
        "skills": FieldType("a list of skills", _skills).otherwise({}),
        "most": whole(1, UNITS_OF_A_SWORD).otherwise(2),
    },
)
SWORDS: Final = RecordType(
    "swords",
    "a Sword",
    12,
    _sword,
    {
        "key": KEY,
        "name": NAME,
        "faction": KEY.otherwise(""),
        "chorus": VALUE.otherwise(0),
        "units": several(BOUGHT, 1, UNITS_OF_A_SWORD, "a list of 1 to 12 entries"),
    },
    key="key",
)
BOARDS: Final = RecordType(
    "boards",
    "a board",
    12,
    BoardMap,
    {
        "key": KEY,
        "name": NAME,
        "rows": several(FieldType("a row", _row), ROWS[0], ROWS[-1], "a list of 8 to 20 rows"),
    },
    key="key",
)


def _check_unit(loaded: Loaded[UnitKind], known: DataFile) -> None:
    kind, factions = loaded.value, {sword.faction for sword in known.of(SWORDS).values()}
    if kind.faction not in factions:
        there = ", ".join(sorted(factions))
        loaded.fault("faction", f"There is no faction {kind.faction}; there are {there}.")
    if kind.light and kind.has("transport"):
        loaded.fault("skills", "Only a Heavy unit can have Transport.")


def _check_sword(loaded: Loaded[Sword], known: DataFile) -> None:
    sword, kinds = loaded.value, known.of(UNITS)
    swords = known.of(SWORDS)
    if sword.faction != sword.key and sword.faction not in swords:
        loaded.fault("faction", f"There is no Sword {sword.faction}.")
    for code in sword.units:
        if code not in kinds:
            loaded.fault("units", f"There is no unit {code}.")
        if kinds[code].faction != sword.faction:
            faction = kinds[code].faction
            loaded.fault("units", f"{code} belongs to {faction}, not to {sword.faction}.")
    if wrong := over_limits(kinds, sword.units, 1) or without_leader(kinds, sword.units):
        loaded.fault("units", wrong)
    if (count := len(sword.units)) > STANDARD_UNITS:
        loaded.fault("units", f"A standard Sword has at most {STANDARD_UNITS} units, not {count}.")


def _check_board(loaded: Loaded[BoardMap], known: DataFile) -> None:
    board = loaded.value
    if len(set(map(len, board.rows))) > 1:
        loaded.fault("rows", "All rows of a board have the same number of squares.")
    if board.key in ("auto", "pack"):
        loaded.fault("key", "auto and pack are reserved words.")


# --- The limits of an army (5.5) ---


def price(kinds: Mapping[str, UnitKind], units: Sequence[str]) -> int:
    return sum(kinds[code].resources for code in units)


def over_limits(kinds: Mapping[str, UnitKind], units: Sequence[str], swords: int) -> str:
    """The limits that a list exceeds, each with its number; empty for a legal list."""
    return next(_over_limits(kinds, units, swords), "")


def _over_limits(kinds: Mapping[str, UnitKind], units: Sequence[str], swords: int) -> Iterator[str]:
    if (points := price(kinds, units)) > POINTS * swords:
        yield f"The units cost {points} points, but the limit is {POINTS * swords}."
    if len(units) > UNITS_OF_A_SWORD * swords:
        yield f"There are {len(units)} units, but the limit is {UNITS_OF_A_SWORD * swords}."
    for code, count in Counter(units).items():
        if count > (most := kinds[code].most * swords):
            yield f"There are {count} {code}, but the limit is {most}."


def without_leader(kinds: Mapping[str, UnitKind], units: Sequence[str]) -> str:
    led = any(kinds[code].leader for code in units)
    return "" if led else "There are 0 units with Leader, but at least 1 is needed."


PACKS = PackReader(
    "games.colonial_space_wars",
    ("units.toml", "boards.toml"),
    ((UNITS, _check_unit), (SWORDS, _check_sword), (BOARDS, _check_board)),
)


def _catalogue(found: DataFile) -> Catalogue:
    return Catalogue(found.title, found.of(UNITS), found.of(SWORDS), found.of(BOARDS))


BASE = _catalogue(PACKS.base)


@lru_cache(maxsize=64)
def catalogue_of(pack: str) -> Catalogue:
    """The base game with the content of ``pack`` added. Raises ``PackFault``."""
    return _catalogue(PACKS.read(pack)) if pack else BASE


def pack_board(catalogue: Catalogue) -> BoardMap | None:
    """The first board of a pack."""
    return next((each for key, each in catalogue.boards.items() if key not in BASE.boards), None)

"""Schemas of the data files and content packs.

What can be said of a table alone is checked here; ``content`` checks what
concerns several. The description of a field says what it must be: faults repeat it.
"""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StrictBool,
    StrictInt,
    StrictStr,
)

from games.astral_sailors.content.catalogue import (
    ArmyList,
    Class,
    Entry,
    Opacity,
    PieceKind,
    Preset,
    Slot,
    Specials,
    Spot,
    UnitKind,
)
from games.astral_sailors.content.specials import specials_of
from games.core.geometry.squares import square

LONGEST_NAME = 40
SIZES = (16, 24, 32)

_HALVES = {Decimal(halves) / 2: halves for halves in range(9)}
_MARKS = frozenset(" '’-.,&/()+!:")


def _plain(name: str) -> str:
    """Letters, digits and simple marks only: names appear in messages, pictures and menus."""
    if (
        name != name.strip()
        or "  " in name
        or unicodedata.normalize("NFC", name) != name
        or not all(_is_plain(letter) for letter in name)
        or not any(letter.isalnum() for letter in name)
    ):
        raise ValueError("A name may have Latin letters, digits, simple marks and single spaces.")
    return name


def _is_plain(letter: str) -> bool:
    if letter.isascii():
        return letter.isalnum() or letter in _MARKS
    return letter in _MARKS or (
        letter.isalpha() and unicodedata.name(letter, "").startswith("LATIN ")
    )


def _halves(height: object) -> object:
    """Half squares; what is no height stays as it is and is refused."""
    if isinstance(height, bool) or not isinstance(height, int | Decimal):
        return "no height"
    return _HALVES.get(Decimal(height) if isinstance(height, int) else height, "no height")


def _specials(written: object) -> object:
    if not isinstance(written, list) or not all(isinstance(one, str) for one in written):
        raise ValueError('Write special rules as a list: ["Cover 2", "Fast"].')
    return specials_of(written)


def _range(written: object) -> object:
    if not isinstance(written, list) or len(written) != 2:
        raise ValueError("A range needs a nearest and a farthest distance: [1, 12].")
    return tuple(written)


def spot(written: object) -> Spot:
    found = _SPOT.fullmatch(written) if isinstance(written, str) else None
    where = square(found[2]) if found else None
    if found is None or where is None:
        raise ValueError("Write a piece of a preset as WA D5 or WA D5 turned.")
    return Spot(found[1], str(where), found[3] is not None)


def _slot(written: object) -> Slot:
    found = _SLOT.fullmatch(written) if isinstance(written, str) else None
    if found is None:
        raise ValueError("Write a piece of a pattern as WA 3,3 (column and row from 1 to 8).")
    return Slot(found[1], int(found[2]) - 1, int(found[3]) - 1)


def _bought(written: object) -> tuple[str, ...]:
    found = _BOUGHT.fullmatch(written) if isinstance(written, str) else None
    if found is None:
        raise ValueError("Write a unit of a list as EX3, or 2 EX3 for two.")
    return (found[2],) * int(found[1] or 1)


_SPOT = re.compile(r"([A-Z][A-Z0-9]) ([A-Z]{1,2}[1-9][0-9]?)( turned)?")
_SLOT = re.compile(r"([A-Z][A-Z0-9]) ([1-8]),([1-8])")
_BOUGHT = re.compile(r"(?:([1-9][0-9]?) )?([A-Z]{2}[0-9]{1,2})")

Name = Annotated[
    StrictStr,
    Field(min_length=1, max_length=LONGEST_NAME, description="a name of 1 to 40 characters"),
    AfterValidator(_plain),
]
UnitCode = Annotated[
    StrictStr, Field(pattern=r"^[A-Z]{2}[0-9]{1,2}$", description="two capitals and a number: EX1")
]
PieceCode = Annotated[
    StrictStr,
    Field(pattern=r"^[A-Z][A-Z0-9]$", description="a capital, then a capital or digit: WA"),
]
ArmyCode = Annotated[StrictStr, Field(pattern=r"^[A-Z]{2}$", description="two capitals: EX")]
Key = Annotated[
    StrictStr,
    Field(
        pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$",
        max_length=20,
        description="at most 20 small letters and digits, perhaps with hyphens: dry-dock",
    ),
]


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)


def _whole(least: int, most: int) -> Any:
    return Field(ge=least, le=most, description=f"a whole number from {least} to {most}")


def _height(least: str, smallest: int) -> Any:
    return Field(ge=smallest, description=f"a height from {least} to 4 squares, in steps of 0.5")


class ArmyForm(_Table):
    code: ArmyCode
    name: Name


class UnitForm(_Table):
    code: UnitCode
    name: Name
    army: ArmyCode
    category: Class = Field(description="commander, troop, machine, mercenary or civilian")
    resistance: StrictInt = _whole(1, 10)
    shots: StrictInt = _whole(0, 10)
    blows: StrictInt = _whole(0, 10)
    shot_damage: StrictInt = Field(0, ge=0, le=6, description="a whole number from 0 to 6")
    blow_damage: StrictInt = Field(0, ge=0, le=6, description="a whole number from 0 to 6")
    range: Annotated[
        tuple[
            Annotated[StrictInt, Field(ge=0, le=32)],
            Annotated[StrictInt, Field(ge=0, le=32)],
        ],
        BeforeValidator(_range),
    ] = Field((0, 0), description="two whole numbers from 0 to 32: [1, 12]")
    defence: StrictInt = _whole(0, 6)
    movement: StrictInt = _whole(0, 12)
    cost: StrictInt = _whole(2, 200)
    base: StrictInt = _whole(1, 3)
    height: Annotated[StrictInt, BeforeValidator(_halves)] = _height("0.5", 1)
    specials: Annotated[Specials, BeforeValidator(_specials)] = Field(
        Specials(), description="a list of special rules"
    )

    @property
    def kind(self) -> UnitKind:
        """A unit that does not shoot has no range, whatever is written."""
        nearest, farthest = self.range if self.shots else (0, 0)
        return UnitKind(
            self.code,
            self.name,
            self.army,
            self.category,
            self.resistance,
            self.shots,
            self.blows,
            self.shot_damage,
            self.blow_damage,
            nearest,
            farthest,
            self.defence,
            self.movement,
            self.cost,
            self.base,
            self.height,
            self.specials,
        )


class PieceForm(_Table):
    code: PieceCode
    name: Name
    size: tuple[
        Annotated[StrictInt, Field(ge=1, le=8)], Annotated[StrictInt, Field(ge=1, le=8)]
    ] = Field(description="columns and rows, each from 1 to 8: [3, 1]")
    height: Annotated[StrictInt, BeforeValidator(_halves)] = _height("0", 0)
    opacity: Opacity = Field("", description='"soft" or "solid", or "" for a flat field')
    entry: Entry = Field(description="open, difficult, crossable or impassable")
    water: StrictBool = Field(False, description="true or false")
    danger: StrictInt | None = Field(
        None, ge=0, le=6, description="a whole number from 0 to 6, or left out"
    )

    @property
    def kind(self) -> PieceKind:
        columns, rows = self.size
        return PieceKind(
            self.code,
            self.name,
            columns,
            rows,
            self.height,
            self.opacity,
            self.entry,
            self.water,
            self.danger,
        )


class PresetForm(_Table):
    key: Key
    name: Name
    sizes: tuple[StrictInt, ...] = Field(
        min_length=1, max_length=3, description="a list of boards: 16, 24 or 32"
    )
    spots: tuple[Annotated[Spot, BeforeValidator(spot)], ...] = Field(
        (), max_length=40, description="a list of at most 40 pieces"
    )
    even: tuple[Annotated[Slot, BeforeValidator(_slot)], ...] = Field(
        (), max_length=10, description="a list of at most 10 pieces"
    )
    odd: tuple[Annotated[Slot, BeforeValidator(_slot)], ...] = Field(
        (), max_length=10, description="a list of at most 10 pieces"
    )

    @property
    def preset(self) -> Preset:
        return Preset(self.key, self.name, self.sizes, self.spots, self.even, self.odd)


class ListForm(_Table):
    key: Key
    name: Name
    army: ArmyCode
    size: StrictInt = Field(
        ge=100, le=1000, multiple_of=50, description="100, 150, 200 or more, at most 1000"
    )
    units: tuple[Annotated[tuple[str, ...], BeforeValidator(_bought)], ...] = Field(
        min_length=1, max_length=100, description="a list of 1 to 100 entries"
    )

    @property
    def army_list(self) -> ArmyList:
        codes = tuple(code for bought in self.units for code in bought)
        return ArmyList(self.key, self.name, self.army, self.size, codes)


class PackForm(_Table):
    """A whole file."""

    title: Name
    armies: tuple[ArmyForm, ...] = Field((), max_length=10)
    units: tuple[UnitForm, ...] = Field((), max_length=100)
    pieces: tuple[PieceForm, ...] = Field((), max_length=50)
    presets: tuple[PresetForm, ...] = Field((), max_length=20)
    lists: tuple[ListForm, ...] = Field((), max_length=40)


FORMS: dict[str, tuple[type[_Table], Literal["an army", "a unit", "a piece", "a preset", "a list"]]]
FORMS = {
    "armies": (ArmyForm, "an army"),
    "units": (UnitForm, "a unit"),
    "pieces": (PieceForm, "a piece"),
    "presets": (PresetForm, "a preset"),
    "lists": (ListForm, "a list"),
}

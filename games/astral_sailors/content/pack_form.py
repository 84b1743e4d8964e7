"""What the data files and content packs may say, table by table (canon 5.1 to 5.6)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any, Final, get_args

from games.astral_sailors.content import catalogue
from games.astral_sailors.content.catalogue import Preset, Slot, Specials, Spot
from games.core import content
from games.core.content import FieldType, RecordType, choice, parts, several, text, whole, written

PLAIN = {
    "Commander": "commander",
    "Counter-attack": "counter",
    "Detect": "detect",
    "Split attacks": "split",
    "Elite": "elite",
    "Light feet": "light_feet",
    "Fast": "fast",
    "Reflexes": "reflexes",
    "Silent": "silent",
    "Fly": "fly",
    "Aquatic": "aquatic",
}
"""Name in the data → field of ``Specials``."""

NUMBERED = {
    "Cover": ("cover", 2, 6),
    "Tough": ("tough", 1, 6),
    "Limited": ("limited", 1, 99),
    "Venomous": ("venom", 1, 6),
    "Electric": ("venom", 1, 6),
}
"""Name → field, least and greatest X."""

FARTHEST_JUMP = 12
HIGHEST_JUMP = 4

_FORM = re.compile(r"([A-Z][A-Za-z -]*?)(?: ([0-9]{1,2})(?:/([0-9])(?:\.(0|5))?)?)?")


def specials_of(written: Iterable[str]) -> Specials:
    """Read the special rules of a unit. Raises ``ValueError`` with a sentence for the author, which
    repeats nothing of the text but names that are known."""
    values: dict[str, Any] = {}
    for one in written:
        for field, value in _read(one):
            if field in values:
                raise ValueError(
                    "Venomous and Electric are one rule: a unit can have only one of them."
                    if field == "venom"
                    else f"This unit already has the special rule {one}."
                )
            values[field] = value
    return Specials(**values)


def _read(one: str) -> tuple[tuple[str, Any], ...]:
    found = _FORM.fullmatch(one)
    if found is None:
        raise ValueError(unknown())
    name, first, over, half = found.groups()
    if name in PLAIN:
        if first is not None:
            raise ValueError(f"{name} takes no number.")
        return ((PLAIN[name], True),)
    if name in NUMBERED:
        field, least, most = NUMBERED[name]
        if first is None or over is not None or not least <= int(first) <= most:
            raise ValueError(
                f"{name} takes a whole number from {least} to {most}, such as {name} {least}."
            )
        electric = (("electric", True),) if name == "Electric" else ()
        return ((field, int(first)), *electric)
    if name == "Jump":
        halves = 2 * int(over or 0) + (half == "5")
        if over is None or not 1 <= int(first) <= FARTHEST_JUMP or halves > 2 * HIGHEST_JUMP:
            raise ValueError(
                f"Jump takes squares from 1 to {FARTHEST_JUMP} and a height of at most "
                f"{HIGHEST_JUMP}, in halves: Jump 5/2 or Jump 3/0.5."
            )
        return (("jump", int(first)), ("jump_over", halves))
    raise ValueError(unknown())


def unknown() -> str:
    names = (*PLAIN, *(f"{name} X" for name in NUMBERED), "Jump X/Y")
    return f"There is no such special rule. The rules are {', '.join(names)}."


def write_specials(specials: Specials) -> tuple[str, ...]:
    """The special rules in the form of the data: the inverse of ``specials_of``."""
    values = asdict(specials)
    found = [name for name, field in PLAIN.items() if values[field]]
    for name, (field, _, _) in NUMBERED.items():
        if values[field] and (field != "venom" or (name == "Electric") == specials.electric):
            found.append(f"{name} {values[field]}")
    if specials.jump:
        over = f"{specials.jump_over // 2}{'.5' if specials.jump_over % 2 else ''}"
        found.append(f"Jump {specials.jump}/{over}")
    return tuple(found)


# --- Tables ---


def _specials(written: object) -> Specials:
    if not isinstance(written, list) or not all(isinstance(one, str) for one in written):
        raise ValueError('Write special rules as a list: ["Cover 2", "Fast"].')
    return specials_of(written)


def _range(written: object) -> tuple[int, ...]:
    if not isinstance(written, list) or len(written) != 2:
        raise ValueError("A range needs a nearest and a farthest distance: [1, 12].")
    return tuple(map(whole(0, 32).read, written))


NAME = content.name(40)
UNIT_CODE = text("[A-Z]{2}[0-9]{1,2}", "two capitals and a number: EX1")
PIECE_CODE = text("[A-Z][A-Z0-9]", "a capital, then a capital or digit: WA")
ARMY_CODE = text("[A-Z]{2}", "two capitals: EX")
KEY = text(
    "[a-z][a-z0-9]*(-[a-z0-9]+)*",
    "at most 20 small letters and digits, perhaps with hyphens: dry-dock",
    most=20,
)
SPOT = written(
    "([A-Z][A-Z0-9]) ([A-Z]{1,2}[1-9][0-9]?)( turned)?",
    lambda piece, square, turned: Spot(piece, square, turned is not None),
    "Write a piece of a preset as WA D5 or WA D5 turned.",
)
SLOT = written(
    "([A-Z][A-Z0-9]) ([1-8]),([1-8])",
    lambda piece, x, y: Slot(piece, int(x) - 1, int(y) - 1),
    "Write a piece of a pattern as WA 3,3 (column and row from 1 to 8).",
)
BOUGHT = written(
    "(?:([1-9][0-9]?) )?([A-Z]{2}[0-9]{1,2})",
    lambda count, code: (code,) * int(count or 1),
    "Write a unit of a list as EX3, or 2 EX3 for two.",
)
SLOTS = several(SLOT, 0, 10, "a list of at most 10 pieces").otherwise(())


def _height(least: str, halves: int) -> FieldType[int]:
    """Read a height in half squares."""
    return parts(2, halves, 8, f"a height from {least} to 4 squares, in steps of 0.5")


def _army(code: str, name: str) -> str:
    return name


def _unit(**fields: Any) -> catalogue.UnitKind:
    """A unit that does not shoot has no range, whatever is written."""
    nearest, farthest = fields.pop("range")
    if not fields["shots"]:
        nearest, farthest = 0, 0
    return catalogue.UnitKind(nearest=nearest, farthest=farthest, **fields)


def _piece(size: tuple[int, int], **fields: Any) -> catalogue.PieceKind:
    return catalogue.PieceKind(columns=size[0], rows=size[1], **fields)


def _army_list(units: tuple[tuple[str, ...], ...], **fields: Any) -> catalogue.ArmyList:
    return catalogue.ArmyList(units=tuple(code for bought in units for code in bought), **fields)


ARMIES: Final = RecordType("armies", "an army", 10, _army, {"code": ARMY_CODE, "name": NAME})
UNITS: Final = RecordType(
    "units",
    "a unit",
    100,
    _unit,
    {
        "code": UNIT_CODE,
        "name": NAME,
        "army": ARMY_CODE,
        "category": choice(*get_args(catalogue.Class)),
        "resistance": whole(1, 10),
        "shots": whole(0, 10),
        "blows": whole(0, 10),
        "shot_damage": whole(0, 6).otherwise(0),
        "blow_damage": whole(0, 6).otherwise(0),
        "range": FieldType("two whole numbers from 0 to 32: [1, 12]", _range).otherwise((0, 0)),
        "defence": whole(0, 6),
        "movement": whole(0, 12),
        "cost": whole(2, 200),
        "base": whole(1, 3),
        "height": _height("0.5", 1),
        "specials": FieldType("a list of special rules", _specials).otherwise(Specials()),
    },
)
PIECES: Final = RecordType(
    "pieces",
    "a piece",
    50,
    _piece,
    {
        "code": PIECE_CODE,
        "name": NAME,
        "size": several(whole(1, 8), 2, 2, "columns and rows, each from 1 to 8: [3, 1]"),
        "height": _height("0", 0),
        "opacity": choice(
            "", "soft", "solid", must='"soft" or "solid", or "" for a flat field'
        ).otherwise(""),
        "entry": choice(*get_args(catalogue.Entry)),
        "water": content.flag().otherwise(default=False),
        "danger": whole(0, 6, "a whole number from 0 to 6, or left out").otherwise(None),
    },
)
PRESETS: Final = RecordType(
    "presets",
    "a preset",
    20,
    Preset,
    {
        "key": KEY,
        "name": NAME,
        "sizes": several(whole(0, 99), 1, 3, "a list of boards: 16, 24 or 32"),
        "spots": several(SPOT, 0, 40, "a list of at most 40 pieces").otherwise(()),
        "even": SLOTS,
        "odd": SLOTS,
    },
    key="key",
)
LISTS: Final = RecordType(
    "lists",
    "a list",
    40,
    _army_list,
    {
        "key": KEY,
        "name": NAME,
        "army": ARMY_CODE,
        "size": choice(*range(100, 1001, 50), must="100, 150, 200 or more, at most 1000"),
        "units": several(BOUGHT, 1, 100, "a list of 1 to 100 entries"),
    },
    key="key",
)

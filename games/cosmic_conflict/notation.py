"""What all moves share: text forms of units, items, dice and points, and their base."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import Field

from games.core import moves, notation
from games.core.geometry.plane import Point
from games.core.notation import Value, one_of
from games.core.types import Unreadable, keeping
from games.cosmic_conflict.content import design_text
from games.cosmic_conflict.content.design_data import MOST_OWN
from games.cosmic_conflict.content.designs import Design
from games.cosmic_conflict.content.limits import FleetUnit
from games.cosmic_conflict.space import LETTERS, LONGEST, SCALE


def _id(letters: str, wanted: str) -> Value[Any, str]:
    """An ID in its usual form: ``a1`` for ``A01``."""
    pattern = re.compile(f"([{letters}])0{{0,2}}([1-9][0-9]{{0,2}})")

    def read(_: Any, text: str) -> str:
        found = pattern.fullmatch(text)
        if found is None:
            raise ValueError
        return f"{found[1]}{found[2]}".lower()

    return Value(wanted, read, extent=rf"[{letters}]\d+")


def _degrees(_: Any, text: str) -> int:
    found = NUMBER.read(_, text)
    if found > 359:
        raise ValueError
    return found


def _targets(_: Any, text: str) -> tuple[str, ...]:
    found = tuple(UNIT.read(_, each) for each in text.split("/"))
    if len(found) > MOST_TARGETS:
        raise Unreadable(f"At most {MOST_TARGETS} targets can be named, not {len(found)}.")
    return found


def _turn(_: Any, text: str) -> int:
    if abs(int(text)) > 359:
        raise ValueError
    return int(text)


def _length(_: Any, text: str) -> int:
    found = SCALE.read(text)
    if not 0 <= found <= LONGEST:
        raise ValueError
    return found


MOST_TARGETS: Final = 9
_LETTERS: Final = LETTERS.upper()
UNIT = _id(_LETTERS, "a unit")
TARGET = _id(f"{_LETTERS}T", "a Fighter or a Missile token such as b5 or t2")
UNITS = replace(notation.many(UNIT, 20), extent=rf"[{_LETTERS}]\d+(?:\s+[{_LETTERS}]\d+)*")
TARGETS: Value[Any, tuple[str, ...]] = Value(
    "targets such as b3, or b3/b1", _targets, "/".join, rf"[{_LETTERS}]\d+(?:/[{_LETTERS}]\d+)*"
)
POINT = notation.point(SCALE, "a point such as 24 19.5, with at most two decimals")
DEGREES: Value[Any, int] = Value("degrees from 0 to 359", _degrees)
NUMBER = notation.number()
VELOCITY: Value[Any, int] = Value("a Velocity such as V3", lambda _, text: int(text), str, r"\d")


def _label(_: Any, text: str) -> str:
    """``NAV1`` for ``NAV``, ``SEN1`` for ``SENSORS``."""
    found = re.fullmatch("([A-Z]{2,10})([0-9]{0,2})", text)
    if found is None:
        raise ValueError
    return f"{_LONG_LABELS.get(found[1], found[1])}{found[2] or 1}"


_LONG_LABELS: Final = {"SENSORS": "SEN", "NAVIGATION": "NAV"}
LABEL: Value[Any, str] = Value("an item such as KIN1", _label, extent=r"[A-Z]{2,10}\d{0,2}")
LABELS = notation.many(LABEL, 24)
PAY: Value[Any, str] = Value(
    "TOKEN, MAIN or an item such as NAV1",
    lambda _, text: text if text in ("TOKEN", "MAIN") else _label(_, text),
    extent=r"[A-Z]{2,10}\d{0,2}",
)
SLOT: Value[Any, str] = Value(
    "a slot such as NAV1", _label, extent=r"(?:NAV|SEN|NAVIGATION|SENSORS)\d{0,2}"
)
DIE = one_of("ACC, DMG1 or DMG2", {"ACC": "acc", "DMG1": "dmg1", "DMG2": "dmg2", "DMG": "dmg1"})
NEW_VELOCITY = one_of("V0, V+1 or V-1", {"V0": 0, "V+1": 1, "V-1": -1, "V+0": 0})
TURN: Value[Any, int] = Value("degrees such as 30 or -30", _turn, extent="[+-]?[0-9]{1,3}")
CONFIRM = one_of("CONFIRM", {"CONFIRM": True})
CHANGE = replace(one_of("+1 or -1", {"+1": 1, "-1": -1}), extent="[+-]1")
LENGTH: Value[Any, int] = Value(
    "a length such as 1.5, with at most two decimals", _length, SCALE.write
)
ORDER = one_of(
    "an Order such as EVASIVE",
    {
        "CONTINGENT": "contingent",
        "FOCUS": "focus",
        "BRACE": "brace",
        "REINFORCE": "reinforce",
        "EVASIVE": "evasive",
        "VELOCITY": "velocity",
        "SCANNERS": "scanners",
        "MARK": "mark",
        "JUMP": "jump",
        "REPAIR": "repair",
        "CLOAK": "cloak",
    },
)
COMMAND = one_of(
    "a Command such as VELOCITY",
    {
        "VELOCITY": "velocity",
        "SENSORS": "sensors",
        "REAIM": "reaim",
        "SNAP": "snap",
        "DAMCON": "damcon",
        "DODGE": "dodge",
    },
)


def _support(_: Any, text: str) -> tuple[tuple[str, str], ...]:
    """``A2 KIN1 A3 KIN1``: ships, each with a Weapon."""
    words = text.split()
    if len(words) % 2:
        raise ValueError
    pairs = zip(words[::2], words[1::2], strict=True)
    return tuple((UNIT.read(_, unit), LABEL.read(_, label)) for unit, label in pairs)


SUPPORT: Value[Any, tuple[tuple[str, str], ...]] = Value(
    "a ship with its Weapon, such as a2 KIN1",
    _support,
    lambda pairs: " ".join(f"{unit} {label}" for unit, label in pairs),
    rf"[{_LETTERS}]\d+\s+[A-Z]{{2,10}}\d{{0,2}}(?:\s+[{_LETTERS}]\d+\s+[A-Z]{{2,10}}\d{{0,2}})*",
)
EFFECT = one_of("an effect from 1 to 3", {"1": "accuracy", "2": "terrain", "3": "range"})


def _member(_: Any, text: str) -> FleetUnit:
    """``HEAR +VETERAN Old Hearth``, ``HORN 1 Sting``: names are in capitals as all texts of moves
    are."""
    pattern = r"([A-Z]{4})(?: ([1-9]\d{0,2}))?((?: ?\+ ?[A-Z]{2,8}\b)*)(?: (.{1,30}))?"
    found = re.fullmatch(pattern, text.strip())
    if found is None:
        raise ValueError
    traits = tuple(found[3].replace("+", " ").split())
    return FleetUnit(found[1], design_text.title(found[4] or ""), int(found[2] or 0), traits)


def _written_member(unit: FleetUnit) -> str:
    parts = [unit.design, *([str(unit.carrier)] if unit.carrier else [])]
    return " ".join((*parts, *(f"+{code}" for code in unit.traits), unit.name)).rstrip()


FLEET = replace(
    notation.steps(_member, _written_member, 200, "HEAR +VETERAN Old Hearth; HORN 1; DART"),
    wanted="a list of units such as HEAR +VETERAN Old Hearth; HORN 1; DART",
    extent="[^=]+",
)
DESIGNS: Value[Any, tuple[Design, ...]] = replace(
    notation.steps(
        lambda _, text: design_text.read(text, shouted=True),
        design_text.write,
        MOST_OWN,
        design_text.EXAMPLE,
    ),
    extent=rf"{design_text.LINE}.+",
)


def _posted(_: Any, text: str) -> tuple[int, str]:
    """``1 VETERAN``"""
    found = re.fullmatch(r"([1-9]\d{0,2}) ([A-Z]{2,8})", text.strip())
    if found is None:
        raise ValueError
    return int(found[1]), found[2]


def _code(_: Any, text: str) -> str:
    if not re.fullmatch("[A-Z]{2,8}", text):
        raise ValueError
    return text


CREW: Value[Any, tuple[tuple[int, str], ...]] = notation.steps(
    _posted, lambda each: f"{each[0]} {each[1]}", 200, "1 VETERAN; 3 LUCKY"
)
FACTION: Value[Any, str] = Value("a faction such as MERC", _code)
NAME: Value[Any, str] = Value(
    'a name such as "HOME GUARD"',
    lambda _, text: design_text.title(text[1:-1].strip()),
    lambda name: f'"{name}"',
    r'["“][^"“”]*["”]',
)

UnitId: TypeAlias = Annotated[str, Field(pattern=rf"^[{LETTERS}][0-9]{{1,3}}$"), UNIT]
Target: TypeAlias = Annotated[str, Field(pattern=rf"^[{LETTERS}t][0-9]{{1,4}}$"), TARGET]
Label: TypeAlias = Annotated[str, Field(pattern=r"^[A-Z]{2,4}[0-9]{1,2}$"), LABEL]
Slot: TypeAlias = Annotated[str, Field(pattern=r"^[A-Z]{2,4}[0-9]{1,2}$"), SLOT]
Pay: TypeAlias = Annotated[str, Field(pattern=r"^(|TOKEN|MAIN|[A-Z]{2,4}[0-9]{1,2})$"), PAY]
"""What pays for a Command: the Token, the Order in the main slot or in that of an item; empty for
the automatic choice (CC-065, CC-068)."""
Supporters: TypeAlias = Annotated[
    tuple[
        tuple[
            Annotated[str, Field(pattern=rf"^[{LETTERS}][0-9]{{1,3}}$")],
            Annotated[str, Field(pattern=r"^[A-Z]{2,4}[0-9]{1,2}$")],
        ],
        ...,
    ],
    Field(max_length=20),
    SUPPORT,
]
"""Ships, each with one of its Weapons."""
Performer: TypeAlias = Annotated[str, Field(pattern=rf"^(|[{LETTERS}][0-9]{{1,3}})$"), UNIT]
"""The unit of the group that acts which does something; empty for the one that leads."""
Change: TypeAlias = Annotated[Literal[-1, 0, 1], CHANGE]
At: TypeAlias = Annotated[Point, POINT]


class Answer(moves.Move[Any, Any]):
    """Any move of the game; ``Move`` is that of a ship.

    It does not name view and builder: both are made of what stands here.
    """

    __slots__ = ()


class ActivationStep(Answer):
    """What a unit does in its activation: alone, or as one of the steps of ``Activate``."""

    __slots__ = ()


StepList: TypeAlias = Annotated[
    tuple[Annotated[ActivationStep, keeping("kind")], ...], Field(max_length=60)
]

"""The special rules as they are written in the data: ``Cover 2``, ``Jump 5/2``, ``Light feet``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from games.astral_sailors.content.catalogue import Specials

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


def written(specials: Specials) -> tuple[str, ...]:
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

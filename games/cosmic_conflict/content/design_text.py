"""A design in a line of text: ``WOLF = 2 KIN.L1.FPS SHD | BEAM.F PWS | Grey Wolf | frigate``.

Code, Size (``F`` for a Fighter) and Primary items, then Secondary items, name and class. A Weapon
has its Variant and its arcs behind dots, that of a Fighter its Weapon Size: ``KIN.2``; a Non-combat
Component what it is: ``NCM.Landing_craft``.
"""

from __future__ import annotations

import re
from typing import Any, Final

from games.core.types import Unreadable
from games.cosmic_conflict.content import design_data
from games.cosmic_conflict.content.components import COMPONENTS
from games.cosmic_conflict.content.designs import Design, Item
from games.cosmic_conflict.content.weapons import VARIANTS, WEAPONS, Weapon

EXAMPLE: Final = "WOLF = 2 KIN.L1.FPS SHD | BEAM.F PWS | Grey Wolf"
LINE: Final = "[A-Z]{4} = "
"""What a line begins with."""
LONGEST: Final = 600
_FORM = re.compile(r"([A-Z]{4})\s*=\s*([0-9]{1,3}|F)\b([^|]*)\|([^|]*)\|([^|]*)(?:\|([^|]*))?")
_NONE = "-"


def write(design: Design) -> str:
    size = "F" if design.fighter else str(design.size)
    primary, secondary = (
        " ".join(_written(each, design.fighter) for each in items) or _NONE
        for items in (design.primary, design.secondary)
    )
    role = f" | {design.role}" if design.role else ""
    return f"{design.code} = {size} {primary} | {secondary} | {design.name}{role}"


def read(text: str, *, shouted: bool = False) -> Design:
    """A legal design. ``shouted``: the text is in capitals, and its names get small letters again.

    Raises ``Unreadable``, or ``DesignFault``.
    """
    data = data_of(text)
    if shouted:
        data |= {"name": title(data["name"]), "class": data["class"].lower()}
    return design_data.read(data)


def title(shouted: str) -> str:
    """A name from a text in capitals: ``Don't Panic II``, which ``str.title`` makes ``Don'T``."""
    return re.sub(
        r"[\w'’]+",
        lambda word: word[0] if re.fullmatch("[IVX]{2,}", word[0]) else word[0].capitalize(),
        shouted,
    )


def parse(text: str) -> Design:
    """A design that may have faults. Raises ``Unreadable``, or ``DesignFault`` as
    ``design_data.parse`` does."""
    return design_data.parse(data_of(text))


def data_of(text: str) -> dict[str, Any]:
    """The data of a line (4.14), of a design that may be faulty. Raises ``Unreadable``."""
    begun, *rest = text.strip().split("|", 1)
    found = _FORM.fullmatch("|".join((begun.upper(), *rest))) if len(text) <= LONGEST else None
    if found is None:
        raise Unreadable("That is not a design.", instead=f"For example: {EXAMPLE}.")
    code, size, primary, secondary, name, role = (each or "" for each in found.groups())
    fighter = size == "F"
    data: dict[str, Any] = {"id": code, "name": name.strip(), "class": role.strip()}
    items = [_item(each, fighter) for each in primary.split() if each != _NONE]
    data["primary"] = items
    if not fighter:
        data["size"] = int(size)
    elif len(items) < 2:
        data["primary"] = items[0] if items else None
    more = secondary.upper().split()
    return data | {"secondary": [_item(each, fighter) for each in more if each != _NONE]}


def _item(text: str, fighter: bool) -> dict[str, Any]:
    code, *parts = text.split(".")
    data: dict[str, Any] = {"type": code}
    for part in parts:
        if part in VARIANTS:
            data["variant"] = part
        elif fighter and re.fullmatch("[0-9]{1,3}", part):
            data["wsize"] = int(part)
        elif code in COMPONENTS and COMPONENTS[code].tagged:
            data["tag"] = part.replace("_", " ")
        elif code in WEAPONS and "arcs" not in data:
            data["arcs"] = part
        else:
            raise Unreadable(f"“{text[:24]}” is not an item.", instead=f"For example: {EXAMPLE}.")
    return data


def _written(item: Item, fighter: bool) -> str:
    if not isinstance(item, Weapon):
        return ".".join(filter(None, (item.type, item.tag.replace(" ", "_"))))
    last = str(item.size) if fighter else item.arcs
    return ".".join(filter(None, (item.type, item.variant, last)))

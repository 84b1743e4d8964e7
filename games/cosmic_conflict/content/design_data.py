"""Designs as data in the canon's shapes (4.14), read and written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, TypeAlias

from pydantic import PlainSerializer, PlainValidator

from games.core import content
from games.core.content import FieldType, echo
from games.cosmic_conflict.content import factions, hulls
from games.cosmic_conflict.content.components import COMPONENTS, Component
from games.cosmic_conflict.content.designs import Design, Item
from games.cosmic_conflict.content.factions import FACTIONS, TRAIT_RECORDS, TRAITS, Faction, Trait
from games.cosmic_conflict.content.limits import (
    DesignFault,
    design_faults,
    too_many_items,
    wrong_size,
)
from games.cosmic_conflict.content.weapons import ARCS, WEAPONS, Weapon

_LONGEST = 24
"""Longer lists of items are refused unread: no hull has so many slots."""
_ANY: FieldType[Any] = FieldType("something", lambda written: written)


def _text(written: object) -> str:
    if isinstance(written, str):
        return written
    raise ValueError


def _list(written: object) -> list[Any]:
    if isinstance(written, list | tuple):
        return list(written)
    raise ValueError


def _role(written: object) -> str:
    return "" if written == "" else _ROLE.read(written)


_TEXT = FieldType("a text", _text)
_ROLE = content.name(40)
_TAG = content.text(
    "(?:[A-Za-z][A-Za-z0-9]*(?: [A-Za-z0-9]+)*)?", "up to 24 letters and digits", 24
)
_WHOLE = content.whole(-999_999, 999_999, "a whole number")
_LIST: FieldType[list[Any]] = FieldType("a list of items", _list)
_ANY_FIELDS: Final[Mapping[str, FieldType[object]]] = {
    "id": content.text("[A-Za-z][A-Za-z0-9_-]*", "up to 24 letters and digits", 24).otherwise(
        "SIC"
    ),
    "name": _TEXT.otherwise("Unnamed"),
    "class": FieldType(_ROLE.must, _role).otherwise(""),
    "points": _WHOLE.otherwise(0),
    "secondary": _LIST.otherwise([]),
}
_FIELDS: Final[Mapping[str, Mapping[str, FieldType[object]]]] = {
    "a ship": {
        **_ANY_FIELDS,
        "size": _WHOLE,
        "row_len": content.whole(1, 99).otherwise(hulls.ROW),
        "primary": _LIST.otherwise([]),
        "traits": _LIST.otherwise([]),
        "faction": _ANY.otherwise(None),
    },
    "a Fighter": {**_ANY_FIELDS, "primary": _ANY.otherwise(None), "faction": _ANY.otherwise(None)},
    "a Weapon of a ship": {
        "type": _TEXT,
        "variant": _TEXT.otherwise(""),
        "arcs": _TEXT.otherwise(""),
    },
    "a Weapon of a Fighter": {
        "type": _TEXT,
        "variant": _TEXT.otherwise(""),
        "arcs": _TEXT.otherwise(""),
        "wsize": _WHOLE.otherwise(0),
    },
    "a Component": {"type": _TEXT},
    "a Non-combat Component": {
        "type": _TEXT,
        "tag": FieldType(_TAG.must, lambda written: _TAG.read(written).capitalize()).otherwise(""),
    },
}


def _format(sentence: str, field: str) -> DesignFault:
    return DesignFault("FORMAT", "CC-021", sentence, field)


def _values(written: object, what: str, where: str, field: str) -> dict[str, Any]:
    """The values of all fields of a record, defaults included; null is the default."""
    if not isinstance(written, Mapping):
        raise _format(f"{where}It must be {what}, written with its fields.", field)
    fields = _FIELDS[what]
    values = {name: known.default for name, known in fields.items()}
    for name, value in written.items():
        if name not in fields:
            there = ", ".join(fields)
            sentence = f"{where}“{echo(name)}” is not a field of {what}, which has {there}."
            raise _format(sentence, field or name)
        if value is None and not fields[name].required:
            continue
        try:
            values[name] = fields[name].read(value)
        except ValueError as wrong:
            reason = str(wrong) or f"It must be {fields[name].must}."
            raise _format(f"{where}{name}: {reason}", field or name) from None
    return values


def read(data: object, traits: Mapping[str, Trait] = TRAITS) -> Design:
    """A legal design from its data, of a ship if they have a size, else of a Fighter.

    ``traits``  those that it can have by their code

    Raises ``DesignFault``: the first check of 5.6 that fails, after the form of the data.
    """
    design = parse(data, traits)
    for fault in design_faults(design):
        raise fault
    return design


def parse(data: object, traits: Mapping[str, Trait] = TRAITS) -> Design:
    """A design from its data that may have the faults of 5.6 but those of its Size and of far too
    many items. Raises ``DesignFault``."""
    fighter = isinstance(data, Mapping) and "size" not in data
    values = _values(data, "a Fighter" if fighter else "a ship", "", "")
    size = values.get("size", hulls.FIGHTER)
    if fighter:
        values["primary"] = _fighter_primary(values["primary"])
    long = [field for field in ("primary", "secondary") if len(values[field]) > _LONGEST]
    if not long:
        for field in ("primary", "secondary"):
            values[field] = _items(values[field], field, size, fighter)
    if not fighter and size not in hulls.SIZES:
        raise wrong_size(size)
    for field in long:
        raise too_many_items(size, field, len(values[field]))
    design = Design(
        values["id"],
        values["name"],
        size,
        values["primary"],
        values["secondary"],
        values["class"],
        values.get("row_len", hulls.FIGHTER_ROW),
        tuple(_traits(values.get("traits", []), traits)),
    )
    return design.manned((), _faction(values["faction"])) if values["faction"] else design


def _traits(found: list[object], known: Mapping[str, Trait]) -> Iterator[Trait]:
    """Traits by code or name, or with all their fields where a pack has brought them."""
    for at, each in enumerate(found[:_LONGEST]):
        if isinstance(each, str):
            trait = factions.named(known.values(), each)
            if trait is None:
                raise _format(factions.unknown("trait", each, known.values()), "traits")
        else:
            try:
                trait = factions.read_record(TRAIT_RECORDS, each)
            except ValueError as wrong:
                raise _format(f"Trait {at + 1}: {wrong}", "traits") from None
        yield trait


def _faction(found: object) -> Faction:
    try:
        return factions.read_record(FACTIONS, found)
    except ValueError as wrong:
        raise _format(f"Faction: {wrong}", "faction") from None


def _fighter_primary(written: object) -> list[object]:
    if isinstance(written, list | tuple):
        sentence = "primary: A Fighter has one Primary item or none, not a list; a ship has a size."
        raise DesignFault("DESIGN-FIGHTER", "CC-129", sentence, "primary")
    return [] if written is None else [written]


def _items(written: list[object], field: str, size: int, fighter: bool) -> tuple[Item, ...]:
    return tuple(
        _item(each, f"{field.capitalize()} {at}: ", field, None if fighter else size)
        for at, each in enumerate(written, 1)
    )


def _item(written: object, where: str, field: str, size: int | None) -> Item:
    """An item of a ship of this Size, or of a Fighter."""
    primary = field == "primary"
    code = written.get("type") if isinstance(written, Mapping) else None
    if isinstance(code, str) and code in COMPONENTS:
        kind = "a Non-combat Component" if COMPONENTS[code].tagged else "a Component"
        values = _values(written, kind, where, field)
        return Component(code, primary, values.get("tag", ""))
    if not isinstance(code, str) or code not in WEAPONS:
        there = ", ".join((*WEAPONS, *COMPONENTS))
        raise _format(f"{where}type: “{echo(code)}” is not a type of items: {there}.", field)
    if size is None:
        values = _values(written, "a Weapon of a Fighter", where, field)
        return Weapon(
            code, primary, values["wsize"], _sorted(values["arcs"] or ARCS), values["variant"]
        )
    values = _values(written, "a Weapon of a ship", where, field)
    return Weapon(code, primary, size - (not primary), _sorted(values["arcs"]), values["variant"])


def _sorted(arcs: str) -> str:
    """Arcs in the order of ``ARCS``; a text that is far too long stays as it is."""
    return arcs if len(arcs) > _LONGEST else "".join(sorted(arcs, key=ARCS.find))


def write(design: Design) -> dict[str, Any]:
    """The data of a design, with its points."""
    data: dict[str, Any] = {"id": design.code, "name": design.name, "class": design.role}
    primary, secondary = (
        [_written(item, design.fighter) for item in items]
        for items in (design.primary, design.secondary)
    )
    if design.fighter:
        data |= {"primary": primary[0] if primary else None, "secondary": secondary}
    else:
        data |= {"size": design.size, "row_len": design.row}
        data |= {"primary": primary, "secondary": secondary}
        data["traits"] = list(map(factions.write_trait, design.traits))
    if design.faction:
        data["faction"] = factions.write_faction(design.faction)
    return data | {"points": design.points}


def _written(item: Item, fighter: bool) -> dict[str, Any]:
    if isinstance(item, Component):
        return {"type": item.type} | ({"tag": item.tag} if item.tag else {})
    data = {"type": item.type, "variant": item.variant or None, "arcs": item.arcs}
    return data | {"wsize": item.size} if fighter else data


# --- Designs of one's own in what is stored ---

MOST_OWN: Final = 20
"""Designs that a fleet may bring along."""


def _own(data: object) -> tuple[Design, ...]:
    """Raises ``ValueError``: what is stored is not answered to anybody."""
    if not isinstance(data, list | tuple) or len(data) > MOST_OWN:
        raise ValueError(f"It must be a list of at most {MOST_OWN} designs")
    try:
        return tuple(each if isinstance(each, Design) else read(each) for each in data)
    except DesignFault as wrong:
        raise ValueError(wrong.sentence) from None


OwnDesigns: TypeAlias = Annotated[
    tuple[Design, ...],
    PlainSerializer(lambda designs: list(map(write, designs))),
    PlainValidator(_own),
]
"""What a fleet has besides the catalogue, as data."""

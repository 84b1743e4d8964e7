"""Designing a ship or a Fighter: its questions, from the hull to the arcs of a Weapon (5.6)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import Final, TypeAlias

from games.core.content import EditedCreation
from games.core.questions import TextField
from games.core.questions.tree import Ask, Node, Typed, branch, grouped, leaf
from games.core.types import Unreadable
from games.cosmic_conflict.content import design_text, hulls
from games.cosmic_conflict.content.catalogue import BASE
from games.cosmic_conflict.content.components import COMPONENTS, Component
from games.cosmic_conflict.content.designs import Design, Item, slots
from games.cosmic_conflict.content.limits import PLATING, design_faults
from games.cosmic_conflict.content.weapons import (
    ARCS,
    DU,
    STRUCTURAL,
    VARIANTS,
    WEAPONS,
    Weapon,
    WeaponVariant,
)
from games.cosmic_conflict.words import designs as words

Nodes: TypeAlias = Iterator[Node[EditedCreation[Design]]]
CODE: Final = "[A-Z]{4}"
BLANK_CODES: Final = ("SHIP", "FIGH")
"""Of a ship and of a Fighter that have no name yet."""
MOST_ITEMS: Final = 18
"""Items that are listed beside what else can be changed."""
_ARC_SETS: Final = tuple(
    "".join(arcs) for count in range(1, len(ARCS) + 1) for arcs in combinations(ARCS, count)
)
_FIELDS: Final = {"primary": "Primary", "secondary": "Secondary"}


def questions(design: Design) -> Ask[EditedCreation[Design]]:
    return Ask("What do you change?", partial(_all, design))


def _all(design: Design) -> Nodes:
    for field, name in _FIELDS.items():
        found = tuple(_additions(design, field))
        if found:
            ask = Ask(f"Which {name} item do you add?", partial(iter, found))
            yield branch(f"add{name[0]}", f"Add a {name} item", "", ask, _room(design, field))
    if not design.fighter:
        ask = Ask("Which Size?", partial(_sizes, design))
        yield branch("size", f"Size {design.size}", "", ask, "The hull: Health, speed, slots")
    yield from _words(design)
    items = [node for field in _FIELDS for node in _items(design, field)]
    yield from grouped(items, MOST_ITEMS, "", "Which item do you change?")


def _room(design: Design, field: str) -> str:
    used = slots(_of(design, field))
    if design.fighter:
        return "At most one" if field == "primary" else "Each at most once"
    extra = 10 if field == "primary" else 5
    more = f"each above {design.size} adds {extra} %"
    return f"{used} of {2 * design.size} slots used; {more}"


def _of(design: Design, field: str) -> tuple[Item, ...]:
    return design.primary if field == "primary" else design.secondary


def _with(design: Design, field: str, items: Iterable[Item]) -> Design:
    if field == "primary":
        return replace(design, primary=tuple(items))
    return replace(design, secondary=tuple(items))


def _leaf(
    key: str, label: str, before: Design, after: Design, up: int = 2, *, about: str = ""
) -> Node[EditedCreation[Design]]:
    """A change, with what it makes of the price, and the fault that it brings."""

    def detail() -> str:
        known = {each.sentence for each in design_faults(before)}
        fault = next((each for each in design_faults(after) if each.sentence not in known), None)
        price = f"then {after.points} points"
        return "; ".join(filter(None, (about, fault.sentence.rstrip(".") if fault else "", price)))

    return leaf(key, label, EditedCreation(after, up), detail)


# --- Items ---


def _kinds(design: Design, field: str) -> Iterator[Item]:
    """One of each type that fits a slot, as it is added."""
    primary, letter = field == "primary", field[0].upper()
    if not design.fighter:
        size = design.size - (not primary)
        yield from (Weapon(code, primary, size, "F") for code in WEAPONS)
    elif primary:
        yield from (Weapon(code, primary, 2) for code in WEAPONS)
    for code, kind in COMPONENTS.items():
        if letter in (kind.fighter if design.fighter else kind.slots):
            yield Component(code, primary, PLATING[0] if code == "STL" else "")


def _additions(design: Design, field: str) -> Nodes:
    items = _of(design, field)
    full = len(items) >= 1 if field == "primary" else len(items) >= 5
    if full if design.fighter else slots(items) >= 2 * design.size:
        return
    for item in _kinds(design, field):
        after = _with(design, field, (*items, item))
        yield _leaf(item.type, words.item(item, design), design, after, 1)


def _items(design: Design, field: str) -> Nodes:
    for at, item in enumerate(_of(design, field)):
        name, key = _FIELDS[field], f"{field[0]}{at + 1}"
        ask = Ask(f"What about {name} {at + 1}?", partial(_changes, design, field, at))
        label = f"{name} {at + 1}: {words.item(item, design)}"
        price = "" if design.fighter else f"{item.price} points"
        yield branch(key, label, "", ask, price)


def _changes(design: Design, field: str, at: int) -> Nodes:
    items = _of(design, field)
    item = items[at]

    def put(*instead: Item) -> Design:
        return _with(design, field, (*items[:at], *instead, *items[at + 1 :]))

    if isinstance(item, Weapon):
        yield from _weapon_changes(design, item, put)
    elif item.type == "STL":
        for tag in (each for each in PLATING if each != item.tag):
            about = f"Its contact shows it {tag.lower()}"
            yield _leaf(
                tag,
                f"{tag}, not {item.tag.lower()}",
                design,
                put(replace(item, tag=tag)),
                about=about,
            )
    elif item.kind.tagged:
        typed = Typed(TextField("Type the word", "Troops", 24), partial(_tagged, design, item, put))
        yield branch("tag", f"It is: {item.tag or 'not said'}", "", Ask("What is it?", typed=typed))
    ask = Ask("Which item takes its place?", partial(_replacements, design, field, put))
    yield branch("kind", "Replace it", "", ask)
    if at:
        first = (*items[: at - 1], item, items[at - 1], *items[at + 1 :])
        about = "Tracks take damage, and lists count, in this order"
        yield _leaf("up", "Move it up", design, _with(design, field, first), about=about)
    yield _leaf("remove", "Remove it", design, put())


def _replacements(design: Design, field: str, put: Callable[[Item], Design]) -> Nodes:
    for other in _kinds(design, field):
        yield _leaf(other.type, words.item(other, design), design, put(other), 3)


def _weapon_changes(design: Design, weapon: Weapon, put: Callable[[Weapon], Design]) -> Nodes:
    if design.fighter:
        ask = Ask("Which Weapon Size?", partial(_weapon_sizes, design, weapon, put))
        yield branch("wsize", f"Weapon Size {weapon.size}", "", ask, "Large ones hurt, and miss")
        return
    ask = Ask("Through which arcs does it fire?", partial(_arcs, design, weapon, put))
    yield branch("arcs", f"Arcs {weapon.arcs}", "", ask, "Fore, Port, Starboard and Aft")
    if weapon.kind.varied:
        ask = Ask("Which Variant?", partial(_variants, design, weapon, put))
        named = VARIANTS[weapon.variant].name if weapon.variant in VARIANTS else ""
        yield branch("variant", f"Variant: {named or 'none'}", "", ask)


def _weapon_sizes(design: Design, weapon: Weapon, put: Callable[[Weapon], Design]) -> Nodes:
    for size in hulls.SIZES:
        yield _leaf(f"w{size}", f"Weapon Size {size}", design, put(replace(weapon, size=size)))


def _arcs(design: Design, weapon: Weapon, put: Callable[[Weapon], Design]) -> Nodes:
    for arcs in _ARC_SETS:
        if len(arcs) == 1 or weapon.variant != STRUCTURAL:
            yield _leaf(arcs, arcs, design, put(replace(weapon, arcs=arcs)))


def _variants(design: Design, weapon: Weapon, put: Callable[[Weapon], Design]) -> Nodes:
    for code, variant in VARIANTS.items():
        if weapon.primary or not variant.primary:
            arcs = weapon.arcs[:1] if code == STRUCTURAL else weapon.arcs
            after = put(replace(weapon, variant=code, arcs=arcs))
            told = ", ".join(_effects(variant))
            yield _leaf(code or "none", variant.name or "None", design, after, about=told)


def _effects(variant: WeaponVariant) -> Iterator[str]:
    for name, change in (("Accuracy", variant.accuracy), ("Damage", variant.damage)):
        if change:
            yield f"{name} {change:+}"
    if variant.roll != "one":
        yield f"Damage is the {variant.roll} of 2 dice"
    if variant.wider:
        yield f"range +{variant.wider // DU}"


# --- The hull, and words ---


def resized(design: Design, size: int) -> Design:
    """The design on another hull, with the Weapon Sizes of that."""
    primary, secondary = (
        tuple(
            replace(each, size=size - (not each.primary)) if isinstance(each, Weapon) else each
            for each in items
        )
        for items in (design.primary, design.secondary)
    )
    return replace(design, size=size, primary=primary, secondary=secondary)


def _sizes(design: Design) -> Nodes:
    for size in hulls.SIZES:
        about = f"Health {size} x {design.row}, Velocity up to {hulls.vmax(size)}"
        yield _leaf(f"h{size}", f"Size {size}", design, resized(design, size), about=about)


def _tagged(
    design: Design, item: Component, put: Callable[[Component], Design], text: str
) -> EditedCreation[Design]:
    """What a Non-combat Component is (CC-258)."""
    return _checked(design, put(replace(item, tag=text.strip().capitalize())))


def _words(design: Design) -> Nodes:
    role = design.role or "none"
    for key, label, example, longest, change in (
        ("name", f"Name: {design.name}", "Grey Wolf", 24, partial(_named, design)),
        ("class", f"Class: {role}", "frigate", 40, partial(_classed, design)),
        ("code", f"Code: {design.code}", "WOLF", 4, partial(_coded, design)),
    ):
        field = TextField(f"Type the {key}", example, longest)
        yield branch(key, label, "", Ask(f"Which {key}?", typed=Typed(field, change)))


def _named(design: Design, text: str) -> EditedCreation[Design]:
    """A name; the first one gives the code as well."""
    name, code = text.strip(), design.code
    if code in BLANK_CODES:
        letters = "".join(re.findall("[A-Z]", name.upper()))
        code = f"{letters}XXXX"[:4]
        while code in BASE.designs:
            code = f"{code[:3]}{'X' if code[3] != 'X' else 'Y'}"
    return _checked(design, replace(design, name=name, code=code))


def _classed(design: Design, text: str) -> EditedCreation[Design]:
    return _checked(design, replace(design, role="" if text.strip() == "-" else text.strip()))


def _coded(design: Design, text: str) -> EditedCreation[Design]:
    code = text.strip().upper()
    if not re.fullmatch(CODE, code):
        raise Unreadable("A code has four letters.", instead="For example: WOLF.")
    if code in BASE.designs:
        raise Unreadable(f"{code} is {BASE.designs[code].name}.", instead="Choose another code.")
    return EditedCreation(replace(design, code=code))


def _checked(before: Design, after: Design) -> EditedCreation[Design]:
    """Raises ``Unreadable`` or ``DesignFault`` for words that a card cannot have."""
    if design_text.parse(design_text.write(after)) != after:
        raise Unreadable("That is too long, or has signs that a name cannot have.")
    known = {each.sentence for each in design_faults(before)}
    for fault in design_faults(after):
        if fault.code == "E-NAME" and fault.sentence not in known:
            raise fault
    return EditedCreation(after)

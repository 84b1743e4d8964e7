"""Armies, cards and layouts: the base game's and those of content packs (canon 5)."""

from __future__ import annotations

import re
from collections.abc import Mapping
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
from games.core.geometry.plane import Disc, Point, Rectangle
from games.galaxy_aflame.ground import INCH, Ground

FEWEST_CARDS, MOST_CARDS = 4, 20
"""Cards of an army."""
SMALLEST, LARGEST = 24, 96
"""The sides of a table, in inches (GA-D03)."""
OWN_EDGE = 20
"""How many inches of legal spots a home edge has at least (5.3)."""
NUMBERED = {"auto-suppress": INCH, "transport": 1}
"""Keywords with a number, and what it is multiplied with."""
KEYWORDS = ("Vehicle", "Transport", "Anti-Vehicle", "Auto-Suppress", "Indirect", "Fearless")


@dataclass(frozen=True)
class Card:
    """A unit card (GA-05).

    ``dice``, ``sides``  the attack of each model
    ``defence``          the sides of its defence die
    ``move``             tenths of an inch
    ``ranges``           of C close, A arm, T table
    ``keywords``         by name in lower case, each with its number, or 1 without one; the
                         radius of Auto-Suppress in tenths of an inch
    ``value``            PV
    """

    code: str
    name: str
    army: str
    models: int
    dice: int
    sides: int
    defence: int
    move: int
    ranges: frozenset[str]
    keywords: Mapping[str, int]
    value: int

    def has(self, keyword: str) -> bool:
        return keyword in self.keywords

    @property
    def vehicle(self) -> bool:
        return "vehicle" in self.keywords

    @property
    def anti_vehicle(self) -> bool:
        return "anti-vehicle" in self.keywords

    @property
    def indirect(self) -> bool:
        return "indirect" in self.keywords

    @property
    def fearless(self) -> bool:
        return "fearless" in self.keywords

    @property
    def capacity(self) -> int:
        """How many models it can carry (GA-92)."""
        return self.keywords.get("transport", 0)

    @property
    def auto_suppress(self) -> int:
        """The radius of GA-59, 0 for a unit that rolls."""
        return self.keywords.get("auto-suppress", 0)

    @property
    def told_keywords(self) -> tuple[str, ...]:
        """``Vehicle``, ``Transport (10)``."""
        return tuple(keyword_name(name, number) for name, number in self.keywords.items())


def keyword_name(keyword: str, number: int) -> str:
    name = next(each for each in KEYWORDS if each.lower() == keyword)
    per = NUMBERED.get(keyword)
    return f"{name} ({number // per})" if per else name


@dataclass(frozen=True)
class Army:
    key: str
    name: str


@dataclass(frozen=True)
class Layout:
    key: str
    name: str
    ground: Ground


@dataclass(frozen=True)
class Catalogue:
    title: str
    armies: Mapping[str, Army]
    cards: Mapping[str, Card]
    layouts: Mapping[str, Layout]

    def deck(self, army: str) -> tuple[Card, ...]:
        """The cards of an army, in list order."""
        return tuple(card for card in self.cards.values() if card.army == army)


# --- What a file may say ---


def _keywords(found: object) -> Mapping[str, int]:
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise ValueError('Write keywords as a list: ["Vehicle", "Transport (8)"].')
    keywords = dict(map(_keyword, found))
    if len(keywords) < len(found):
        raise ValueError("A keyword is named twice.")
    return keywords


def _keyword(text: str) -> tuple[str, int]:
    found = re.fullmatch(r"([A-Za-z-]+)(?: \(([1-9][0-9]?)\))?", text)
    keyword = found[1].lower() if found else ""
    if found is None or keyword not in map(str.lower, KEYWORDS):
        known = ", ".join(KEYWORDS)
        raise ValueError(f"There is no keyword “{text[:30]}”; there are {known}.")
    if (keyword in NUMBERED) != (found[2] is not None):
        needs = "needs a number from 1 to 99" if keyword in NUMBERED else "has no number"
        raise ValueError(f"{found[1]} {needs}.")
    return keyword, int(found[2] or 1) * NUMBERED.get(keyword, 1)


CODE = text("[A-Z]{3}", "three capitals: INF")
KEY = text("[a-z][a-z0-9]*(_[a-z0-9]+)*", "small letters and digits: salt_trenches", most=20)
NAME = content.name(24)
ATTACK = written(
    "([1-9])d(4|6|8|10|12)",
    lambda dice, sides: (int(dice), int(sides)),
    "Write an attack as 1d4: dice for each model, and d4, d6, d8, d10 or d12.",
)
DEFENCE = written("d(4|6|8|10|12)", int, "Write a defence die as d4, d6, d8, d10 or d12.")
COORDINATE = content.parts(
    INCH, 0, LARGEST * INCH, f"inches from 0 to {LARGEST} with at most one decimal"
)
MOST_PIECES = 40


def _pieces(numbers: int, must: str) -> FieldType[Any]:
    each = several(COORDINATE, numbers, numbers, must)
    pieces = several(each, 0, MOST_PIECES, f"a list of at most {MOST_PIECES}, each {must}")
    return pieces.otherwise(())


def _card(attack: tuple[int, int], ranges: tuple[str, ...], **fields: Any) -> Card:
    fields["move"] *= INCH
    dice, sides = attack
    return Card(dice=dice, sides=sides, ranges=frozenset(ranges), **fields)


@dataclass(frozen=True)
class _Written:
    """A layout as it was written; shapes are built once its pieces have been checked."""

    key: str
    name: str
    size: tuple[int, int]
    solid: tuple[tuple[int, int, int, int], ...]
    rectangles: tuple[tuple[int, int, int, int], ...]
    circles: tuple[tuple[int, int, int], ...]
    barriers: tuple[tuple[int, int, int, int], ...]

    @property
    def layout(self) -> Layout:
        width, height = self.size
        ground = Ground(
            width * INCH,
            height * INCH,
            tuple(Rectangle(*each) for each in self.solid),
            (
                *(Disc(Point(x, y), r) for x, y, r in self.circles),
                *(Rectangle(*each) for each in self.rectangles),
            ),
            tuple((Point(a, b), Point(c, d)) for a, b, c, d in self.barriers),
        )
        return Layout(self.key, self.name, ground)


ARMIES: Final = RecordType("armies", "an army", 12, Army, {"key": KEY, "name": NAME}, key="key")
CARDS: Final = RecordType(
    "cards",
    "a card",
    80,
    _card,
    {
        "code": CODE,
        "name": NAME,
        "army": KEY,
        "models": whole(1, 30),
        "attack": ATTACK,
        "defence": DEFENCE,
        "move": whole(1, 24),
        "ranges": several(content.choice("C", "A", "T"), 1, 3, 'a list of "C", "A" and "T"'),
        "keywords": FieldType("a list of keywords", _keywords).otherwise({}),
        "value": whole(1, 99),
    },
)
_FOUR = "[x0, y0, x1, y1]"
LAYOUTS: Final = RecordType(
    "layouts",
    "a layout",
    12,
    _Written,
    {
        "key": KEY,
        "name": NAME,
        "size": several(
            whole(SMALLEST, LARGEST), 2, 2, "width and height in whole inches, 24 to 96: [48, 36]"
        ).otherwise((48, 36)),
        "solid": _pieces(4, _FOUR),
        "rectangles": _pieces(4, _FOUR),
        "circles": _pieces(3, "[x, y, radius]"),
        "barriers": _pieces(4, _FOUR),
    },
    key="key",
)


def _check_army(loaded: Loaded[Army], known: DataFile) -> None:
    if (cards := _cards_of(loaded.key, known)) < FEWEST_CARDS:
        loaded.fault("", f"An army has {FEWEST_CARDS} to {MOST_CARDS} cards, not {cards}.")


def _cards_of(army: str, known: DataFile) -> int:
    return sum(card.army == army for card in known.of(CARDS).values())


def _check_card(loaded: Loaded[Card], known: DataFile) -> None:
    card, armies = loaded.value, known.of(ARMIES)
    if card.army not in armies:
        there = ", ".join(sorted(armies))
        loaded.fault("army", f"There is no army {card.army}; there are {there}.")
    if (cards := _cards_of(card.army, known)) > MOST_CARDS:
        loaded.fault("army", f"An army has {FEWEST_CARDS} to {MOST_CARDS} cards, not {cards}.")
    if card.vehicle and card.models != 1:
        loaded.fault("models", "A Vehicle has one model.")
    if card.capacity and not card.vehicle:
        loaded.fault("keywords", "Only a Vehicle can have Transport.")


def _check_layout(loaded: Loaded[_Written], known: DataFile) -> None:
    found = loaded.value
    width, height = (side * INCH for side in found.size)
    if found.key == "pack":
        loaded.fault("key", "pack is a reserved word.")
    for field in ("solid", "rectangles"):
        for x0, y0, x1, y1 in getattr(found, field):
            if not (x0 < x1 and y0 < y1):
                loaded.fault(field, "The second corner of a rectangle lies beyond the first.")
    for field in ("solid", "rectangles", "barriers"):
        for x0, y0, x1, y1 in getattr(found, field):
            if max(x0, x1) > width or max(y0, y1) > height:
                loaded.fault(field, "A piece of terrain lies beyond the table.")
    for x, y, radius in found.circles:
        if not radius or x > width or y > height:
            loaded.fault("circles", "A circle has its centre on the table, and a radius.")
    for x0, y0, x1, y1 in found.barriers:
        if (x0, y0) == (x1, y1):
            loaded.fault("barriers", "A barrier has two different ends.")
    for name, y in (("north", 0), ("south", height)):
        if (inches := open_inches(found.layout.ground, y)) < OWN_EDGE:
            why = f"The {name} edge has {inches} in of legal spots; it needs {OWN_EDGE} in."
            loaded.fault("solid", why)


def open_inches(ground: Ground, y: int) -> int:
    """How many inches along a home edge have a legal spot in their middle, within the zone. The
    edge itself does not count: no piece reaches beyond it, so that it is always open."""
    rows = range(INCH, 6 * INCH + 1, INCH)
    return sum(
        any(ground.is_open(Point(x, abs(y - row))) for row in rows)
        for x in range(INCH // 2, ground.width, INCH)
    )


PACKS = PackReader(
    "games.galaxy_aflame",
    ("cards.toml", "layouts.toml"),
    ((CARDS, _check_card), (ARMIES, _check_army), (LAYOUTS, _check_layout)),
)


def _catalogue(found: DataFile) -> Catalogue:
    layouts = {key: each.layout for key, each in found.of(LAYOUTS).items()}
    return Catalogue(found.title, found.of(ARMIES), found.of(CARDS), layouts)


BASE = _catalogue(PACKS.base)


@lru_cache(maxsize=64)
def catalogue_of(pack: str) -> Catalogue:
    """The base game with the content of ``pack`` added. Raises ``PackFault``."""
    return _catalogue(PACKS.read(pack)) if pack else BASE


def pack_layout(catalogue: Catalogue) -> Layout | None:
    """The first layout of a pack."""
    found = (each for key, each in catalogue.layouts.items() if key not in BASE.layouts)
    return next(found, None)

"""Somebody who plays A Galaxy Aflame from the text board alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_ACTING = re.compile(r"^(Red|Blue) to act", re.MULTILINE)
_UNIT = re.compile(
    r"^([RB]\d+) [^(\n]+ \(([A-Z]{3})\), at [\d.]+ [\d.]+(.*)\n((?:  .*\n)?)", re.MULTILINE
)
_ENEMY = re.compile(r"([RB]\d+) ([\d.]+) in(, no sight)?")
_CARD = re.compile(
    r"^ *([A-Z]{3}) [^:\n]+: \d+ × \S+, def d\d+, move (\d+), ([CAT ]+)(.*), PV \d+(.*)$",
    re.MULTILINE,
)
_ANSWERS = {
    "Choose your army": ("ARMY AQUANARATTA",),
    "You won the roll-off": ("FIRST GAME",),
    "Place": ("AUTO",),
    "You may bring": ("AUTO",),
    "You must bring": ("AUTO",),
}
HAND, ARM = 6.0, 18.0


class _Card(NamedTuple):
    code: str
    move: int
    ranges: str
    keywords: str
    state: str


class _Unit(NamedTuple):
    """``enemies``: code, distance, and whether a line of sight leads there."""

    code: str
    card: _Card
    enemies: tuple[tuple[str, float, bool], ...]


def moves(board: str, asked: str) -> Iterator[str]:
    """Moves worth trying, the best first: what a unit may not do, the rules refuse."""
    for begun, texts in _ANSWERS.items():
        if asked.startswith(begun):
            yield from texts
            return
    if asked.startswith(("Take", "Deny")):
        yield from _draft(board)
    else:
        yield from _turn(board)


def _draft(board: str) -> Iterator[str]:
    """The first cards that are left in either deck."""
    acting = _ACTING.search(board)
    assert acting is not None, board
    red, blue = board.split("Blue's deck:")
    decks = [
        [card.code for card in map(_card, _CARD.finditer(deck)) if not card.state]
        for deck in (red, blue)
    ]
    own, enemy = decks if acting[1] == "Red" else decks[::-1]
    for card in own[:1]:
        yield from (f"DRAFT {card} DENY {other}" for other in enemy[:1])
        yield f"DRAFT {card}"
    yield from (f"DRAFT DENY {other}" for other in enemy[:1])


def _card(found: re.Match[str]) -> _Card:
    return _Card(found[1], int(found[2]), found[3], found[4], found[5])


def _turn(board: str) -> Iterator[str]:
    acting = _ACTING.search(board)
    assert acting is not None, board
    cards = {card.code: card for card in map(_card, _CARD.finditer(board))}
    units = [
        _Unit(code, cards[card], tuple(_enemies(far)))
        for code, card, _, far in _UNIT.findall(board)
    ]
    kinds = {unit.code: unit.card for unit in units}
    own = [unit for unit in units if unit.code[0] == acting[1][0]]
    for unit in own:
        for enemy, far, seen in unit.enemies:
            if _reaches(unit.card, kinds[enemy], far, seen):
                yield f"SHOOT {unit.code} {enemy} KILL"
    for unit in own:
        yield from _approach(unit, kinds)
    yield "END"


def _enemies(line: str) -> Iterator[tuple[str, float, bool]]:
    """The nearest first."""
    found = [(code, float(far), not hidden) for code, far, hidden in _ENEMY.findall(line)]
    yield from sorted(found, key=lambda enemy: enemy[1])


def _reaches(card: _Card, enemy: _Card, far: float, seen: bool) -> bool:
    if "Vehicle" in enemy.keywords.replace("Anti-Vehicle", "") and (
        "Anti-Vehicle" not in card.keywords
    ):
        return False
    if not seen and "Indirect" not in card.keywords:
        return False
    if far <= HAND:
        return "C" in card.ranges
    return "T" in card.ranges or ("A" in card.ranges and far <= ARM)


def _approach(unit: _Unit, kinds: dict[str, _Card]) -> Iterator[str]:
    """Straight towards the nearest enemies that it could shoot at from there."""
    close = "A" not in unit.card.ranges and "T" not in unit.card.ranges
    wanted = HAND - 0.5 if close else ARM - 0.5
    near = [each for each in unit.enemies if _reaches(unit.card, kinds[each[0]], wanted, True)]
    for enemy, far, _ in near[:2]:
        if far > wanted:
            yield f"MOVE {unit.code} TOWARD {enemy} {min(unit.card.move, far - wanted):.1f}"

"""Somebody who plays A Galaxy Aflame from the text board alone, and never guesses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_ACTING = re.compile(r"^(Red|Blue) to act", re.MULTILINE)
_UNIT = re.compile(
    r"^([RB]\d+) [^(\n]+ \(([A-Z]{3})\), at ([\d.]+) ([\d.]+)(.*)\n((?:  .*\n)?)", re.MULTILINE
)
_ENEMY = re.compile(r"([RB]\d+) ([\d.]+) in(, no sight)?")
_CARD = re.compile(
    r"^ *([A-Z]{3}) [^:\n]+: \d+ × \S+, def d\d+, move (\d+), ([CAT ]+)(.*), PV \d+(.*)$",
    re.MULTILINE,
)
_ANSWERS = {
    "Choose your army": "ARMY AQUANARATTA",
    "You won the roll-off": "FIRST GAME",
    "Place": "AUTO",
    "You may bring": "AUTO",
}
HAND, ARM = 6.0, 18.0


class _Card(NamedTuple):
    code: str
    move: int
    ranges: str
    keywords: str
    state: str

    @property
    def is_vehicle(self) -> bool:
        return "Vehicle" in self.keywords.replace("Anti-Vehicle", "")


class _Unit(NamedTuple):
    """``enemies``: code, distance, and whether a line of sight leads there."""

    code: str
    card: _Card
    at: complex
    done: str
    enemies: tuple[tuple[str, float, bool], ...]

    @property
    def radius(self) -> float:
        return 1.5 if self.card.is_vehicle else 1.0

    @property
    def may_shoot(self) -> bool:
        if "ran" in self.done or "shot twice" in self.done:
            return False
        return "moved" not in self.done or not ("shot" in self.done or "limited" in self.done)

    @property
    def may_move(self) -> bool:
        if "moved" in self.done or "ran" in self.done or "shot twice" in self.done:
            return False
        return "shot" not in self.done or "limited" not in self.done


def move(board: str, asked: str) -> str:
    for begun, text in _ANSWERS.items():
        if asked.startswith(begun):
            return text
    return _draft(board, asked) if asked.startswith(("Take", "Deny")) else _turn(board)


def _draft(board: str, asked: str) -> str:
    """The first cards that are left in either deck."""
    acting = _ACTING.search(board)
    assert acting is not None, board
    red, blue = board.split("Blue's deck:")
    decks = [
        [card.code for card in map(_card, _CARD.finditer(deck)) if not card.state]
        for deck in (red, blue)
    ]
    own, enemy = decks if acting[1] == "Red" else decks[::-1]
    take = [own[0]] if asked.startswith("Take") else []
    deny = ["DENY", enemy[0]] if "deny" in asked.lower() else []
    return " ".join(["DRAFT", *take, *deny])


def _card(found: re.Match[str]) -> _Card:
    return _Card(found[1], int(found[2]), found[3], found[4], found[5])


def _turn(board: str) -> str:
    acting = _ACTING.search(board)
    assert acting is not None, board
    cards = {card.code: card for card in map(_card, _CARD.finditer(board))}
    units = [
        _Unit(code, cards[card], complex(float(x), float(y)), done, tuple(_enemies(far)))
        for code, card, x, y, done, far in _UNIT.findall(board)
    ]
    kinds = {unit.code: unit.card for unit in units}
    own = [unit for unit in units if unit.code[0] == acting[1][0]]
    for unit in own:
        for enemy, far, seen in unit.enemies if unit.may_shoot else ():
            if _reaches(unit.card, kinds[enemy], far, seen):
                return f"SHOOT {unit.code} {enemy} KILL"
    ways = (_approach(unit, units) for unit in own if unit.may_move)
    return next((way for way in ways if way is not None), "END")


def _enemies(line: str) -> Iterator[tuple[str, float, bool]]:
    """The nearest first."""
    found = [(code, float(far), not hidden) for code, far, hidden in _ENEMY.findall(line)]
    yield from sorted(found, key=lambda enemy: enemy[1])


def _reaches(card: _Card, enemy: _Card, far: float, seen: bool) -> bool:
    if enemy.is_vehicle and "Anti-Vehicle" not in card.keywords:
        return False
    if not seen and "Indirect" not in card.keywords:
        return False
    if far <= HAND:
        return "C" in card.ranges
    return "T" in card.ranges or ("A" in card.ranges and far <= ARM)


def _approach(unit: _Unit, units: list[_Unit]) -> str | None:
    """Straight towards the nearest enemy in sight that it could shoot at from there."""
    close = "A" not in unit.card.ranges and "T" not in unit.card.ranges
    wanted = HAND - 0.5 if close else ARM - 0.5
    named = {each.code: each for each in units}
    for code, far, seen in unit.enemies:
        enemy, step = named[code], min(unit.card.move, far - wanted)
        if far > wanted and _reaches(unit.card, enemy.card, wanted, seen):
            way = (enemy.at - unit.at) / far
            if any(_is_free(unit, way * n / 10, units) for n in range(5, round(10 * step) + 1)):
                return f"MOVE {unit.code} TOWARD {code} {step:.1f}"
    return None


def _is_free(unit: _Unit, way: complex, units: list[_Unit]) -> bool:
    """Whether a step leads past enemies to a spot with room, allowing for rounded numbers."""
    for other in units:
        if other.code == unit.code:
            continue
        if abs(unit.at + way - other.at) < unit.radius + other.radius + 0.2:
            return False
        along = ((other.at - unit.at) / way).real
        nearest = unit.at + way * max(0.0, min(1.0, along))
        if other.code[0] != unit.code[0] and abs(other.at - nearest) < other.radius + 0.2:
            return False
    return True

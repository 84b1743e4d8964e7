"""Somebody who plays Colonial Space Wars from the text board alone, and never guesses."""

from __future__ import annotations

import re
from heapq import heappop, heappush
from typing import NamedTuple

_ACTING = re.compile(r"^(Red|Blue) to act", re.MULTILINE)
_ACTIVE = re.compile(r"\b([RB]\d+)\b.* is active, with (\d+) movement")
_POINTS = re.compile(r"You have (\d+) command point")
_UNIT = re.compile(r"^([RB]\d+) ([A-Z]{3}), ([A-Z])(\d+), health (\d)(.*)$", re.MULTILINE)
_KIND = re.compile(
    r"^([A-Z]{3}) [^:\n]+: CMD \d+, MOV \d+, (Light|Heavy), ATA (\d+)/(\d+), RNG (\d+)(.*)$",
    re.MULTILINE,
)
_ROW = re.compile(r"^(\d+) +((?:[RBAC.]\S* *)+)$", re.MULTILINE)
_ANSWERS = {
    "Choose your faction": "FACTION UNION",
    "You have the initiative": "ROLE ATTACKER",
    "Choose the zone": "ZONE SOUTH",
}

Square = tuple[int, int]


class _Kind(NamedTuple):
    heavy: bool
    attack: tuple[int, int]
    reach: int
    skills: str


class _Unit(NamedTuple):
    code: str
    kind: _Kind
    at: Square
    health: int
    said: str


class _Board(NamedTuple):
    """``under`` is the terrain of squares with units that is not normal."""

    squares: dict[Square, str]
    under: dict[str, str]
    own: list[_Unit]
    foes: list[_Unit]


def move(board: str, asked: str) -> str:
    for begun, text in _ANSWERS.items():
        if asked.startswith(begun):
            return text
    if asked.startswith("Choose your army"):
        return "READY" if "Your list:" in board else "FACTION UNION"
    if asked.startswith("Deploy in"):
        return "DEPLOY DONE" if "All units are placed" in asked else "DEPLOY AUTO"
    return _turn(_read(board), asked)


def _read(board: str) -> _Board:
    acting = _ACTING.search(board)
    assert acting is not None, board
    kinds = {
        code: _Kind(size == "Heavy", (int(light), int(heavy)), int(far), skills)
        for code, size, light, heavy, far, skills in _KIND.findall(board)
    }
    units = [
        _Unit(code, kinds[kind], (ord(letter) - ord("A"), int(row)), int(health), said)
        for code, kind, letter, row, health, said in _UNIT.findall(board)
    ]
    squares = {
        (c, int(row)): sign
        for row, signs in _ROW.findall(board)
        for c, sign in enumerate(signs.split())
    }
    own = [unit for unit in units if unit.code[0] == acting[1][0]]
    return _Board(
        squares,
        dict(re.findall(r"([RB]\d+) ([ABC])\b", board.partition("Under units:")[2].split("\n")[0])),
        own,
        [unit for unit in units if unit not in own],
    )


def _turn(board: _Board, asked: str) -> str:
    active = _ACTIVE.search(asked)
    if active is not None:
        unit = next((each for each in board.own if each.code == active[1]), None)
        return "FINISH" if unit is None else _of(board, unit, int(active[2]))
    points = _POINTS.search(asked)
    assert points is not None, asked
    able = [
        unit
        for unit in board.own
        if "activated" not in unit.said and _number("cost", unit.said) <= int(points[1])
    ]
    nearest = min(able, key=lambda unit: _from_foes(board, unit.at), default=None)
    return "END" if nearest is None else f"ACTIVATE {nearest.code}"


def _of(board: _Board, unit: _Unit, movement: int) -> str:
    """Attack the weakest enemy within range, or walk as near to one as can be."""
    targets = [foe for foe in board.foes if _can_attack(board, unit, foe)]
    if targets:
        return f"ATTACK {min(targets, key=lambda foe: foe.health).code} MAX"
    stops = _stops(board, unit, movement)
    best = min(stops, key=lambda at: (_from_foes(board, at), stops[at]))
    if best == unit.at or _from_foes(board, best) >= _from_foes(board, unit.at):
        return "FINISH"
    return f"MOVE {chr(ord('A') + best[0])}{best[1]}"


def _can_attack(board: _Board, unit: _Unit, foe: _Unit) -> bool:
    """Whether a point is left for its class, and it is in range."""
    light, heavy = (int(spent) for spent in re.findall(r"spent (\d+)/(\d+)", unit.said)[0])
    left = (unit.kind.attack[0] - light, unit.kind.attack[1] - heavy)[foe.kind.heavy]
    if min(left, max(unit.kind.attack) - light - heavy) < 1:
        return False
    hidden = "Camouflage" in foe.kind.skills and board.under.get(foe.code, ".") in "AB"
    far = _distance(unit.at, foe.at)
    if far > unit.kind.reach or (hidden and far > 2):
        return False
    return unit.kind.reach > 1 or not _is_closed(board, unit.at, foe.at)


def _stops(board: _Board, unit: _Unit, movement: int) -> dict[Square, int]:
    """Squares that can be reached, with their cost."""
    costs = {".": 1, "A": 2, "B": 3 if unit.kind.heavy else 2}
    found: dict[Square, int] = {}
    queue = [(0, unit.at)]
    while queue:
        spent, at = heappop(queue)
        if at in found:
            continue
        found[at] = spent
        for near in _around(at):
            cost = costs.get(board.squares.get(near, "C"))
            if cost and spent + cost <= movement and not _is_closed(board, at, near):
                heappush(queue, (spent + cost, near))
    return found


def _around(at: Square) -> list[Square]:
    steps = (-1, 0, 1)
    return [(at[0] + c, at[1] + r) for c in steps for r in steps if c or r]


def _is_closed(board: _Board, one: Square, other: Square) -> bool:
    """Whether a diagonal step leads between two impenetrable squares."""
    corners = ((one[0], other[1]), (other[0], one[1]))
    return all(board.squares.get(corner) == "C" for corner in corners)


def _from_foes(board: _Board, at: Square) -> int:
    return min((_distance(at, foe.at) for foe in board.foes), default=0)


def _distance(one: Square, other: Square) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def _number(word: str, said: str) -> int:
    found = re.search(rf"\b{word} (\d+)", said)
    assert found is not None, said
    return int(found[1])

"""Somebody who plays Astral Sailors from the text board alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_ACTING = re.compile(r"(\w+) to act")
_ACTIVE = re.compile(r"(\w+) is active")
_UNIT = re.compile(
    r"^([A-Z]\d+) +([^,]+), ([A-Z]+)(\d+) \w+, RE \d+/\d+, AP (\d), ([^,\n]+)", re.MULTILINE
)
_KIND = re.compile(
    r"^([^:\n]+): AT (\d+)/(\d+), DA [^,]+, RA (\S+), DE \d+, MV (\d+)", re.MULTILINE
)
_ANSWERS = ("DEPLOY REST", "PLACE AUTO", "PAY 0", "REROLL NONE", "NONE")


class _Unit(NamedTuple):
    code: str
    kind: str
    c: int
    r: int
    ap: int
    state: str

    def far(self, other: _Unit) -> int:
        return max(abs(self.c - other.c), abs(self.r - other.r))


def moves(board: str, asked: str) -> Iterator[str]:
    """Moves worth trying, the best first: what a unit may not do, the rules refuse."""
    if asked.startswith("Build an army"):
        yield from ("LOCK", "LIST PLAINEX")
    elif asked.startswith("Activate units"):
        yield from _actions(board)
        yield from ("ENDUNIT", "DONE")
    elif asked.startswith("Bring units"):
        yield "DONE"
    else:
        yield from _ANSWERS


def _actions(board: str) -> Iterator[str]:
    acting = _ACTING.search(board)
    assert acting is not None, board
    units = [
        _Unit(code, kind.strip(), _column(letters), int(row), int(ap), state)
        for code, kind, letters, row, ap, state in _UNIT.findall(board)
    ]
    kinds = {kind[0]: kind[1:] for kind in _KIND.findall(board)}
    own = [unit for unit in units if unit.code[0] == acting[1][0]]
    foes = [unit for unit in units if unit.code[0] != acting[1][0]]
    active = _ACTIVE.search(board)
    if active is not None:
        own = [unit for unit in own if unit.code == active[1]]
    for unit in own:
        if unit.state in ("ready", "active"):
            yield from _of(unit, foes, kinds[unit.kind])


def _of(unit: _Unit, foes: list[_Unit], kind: tuple[str, ...]) -> Iterator[str]:
    """Shoot, strike or walk up to the nearest enemy."""
    shots, blows, reach, movement = kind
    for foe in sorted(foes, key=unit.far)[:6]:
        if int(shots) and unit.far(foe) <= int(reach.split("-")[1]):
            yield f"{unit.code} SHOOT {foe.code}:{shots}"
        if int(blows) and unit.far(foe) == 1:
            yield f"{unit.code} MELEE {foe.code}:{blows}"
    for foe in sorted(foes, key=unit.far)[:2]:
        for steps in range(min(int(movement), unit.far(foe) - 1), 0, -1):
            c = unit.c + max(-steps, min(steps, foe.c - unit.c))
            r = unit.r + max(-steps, min(steps, foe.r - unit.r))
            yield f"{unit.code} MOVE {_letters(c)}{r}"
    yield f"{unit.code} HOLD"


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def _letters(number: int) -> str:
    return f"{_letters((number - 1) // 26)}{chr(ord('A') + (number - 1) % 26)}" if number else ""

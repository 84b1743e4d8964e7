"""Somebody who plays Colonial Space Wars from the text board alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_ACTING = re.compile(r"^(Red|Blue) to act", re.MULTILINE)
_ACTIVE = re.compile(r"\b([RB]\d+)\b.* is active")
_UNIT = re.compile(r"^([RB]\d+) ([A-Z]{3}), ([A-Z])(\d+), health (\d)(.*)$", re.MULTILINE)
_KIND = re.compile(
    r"^([A-Z]{3}) [^:\n]+: CMD \d+, MOV (\d+), (Light|Heavy), ATA (\d+)/(\d+), RNG (\d+)",
    re.MULTILINE,
)
_ANSWERS = {
    "Choose your faction": ("FACTION UNION",),
    "Choose your army": ("READY", "FACTION UNION"),
    "You have the initiative": ("ROLE ATTACKER",),
    "Choose the zone": ("ZONE SOUTH",),
    "Deploy in": ("DEPLOY DONE", "DEPLOY AUTO"),
}


class _Unit(NamedTuple):
    code: str
    kind: str
    c: int
    r: int
    health: int
    said: str

    def far(self, other: _Unit) -> int:
        return max(abs(self.c - other.c), abs(self.r - other.r))


def moves(board: str, asked: str) -> Iterator[str]:
    """Moves worth trying, the best first: what a unit may not do, the rules refuse."""
    for begun, texts in _ANSWERS.items():
        if asked.startswith(begun):
            yield from texts
            return
    yield from _turn(board, asked)


def _turn(board: str, asked: str) -> Iterator[str]:
    acting = _ACTING.search(board)
    assert acting is not None, board
    units = [
        _Unit(code, kind, ord(letter) - ord("A"), int(row), int(health), said)
        for code, kind, letter, row, health, said in _UNIT.findall(board)
    ]
    kinds = {
        code: (int(mov), size, int(far)) for code, mov, size, _, _, far in _KIND.findall(board)
    }
    own = [unit for unit in units if unit.code[0] == acting[1][0]]
    foes = [unit for unit in units if unit.code[0] != acting[1][0]]
    active = _ACTIVE.search(asked)
    if active is not None:
        unit = next((each for each in own if each.code == active[1]), None)
        if unit is not None:
            yield from _of(unit, foes, *kinds[unit.kind][::2])
        yield "FINISH"
        return
    near = sorted(own, key=lambda unit: min((unit.far(foe) for foe in foes), default=0))
    yield from (f"ACTIVATE {unit.code}" for unit in near if "activated" not in unit.said)
    yield "END"


def _of(unit: _Unit, foes: list[_Unit], movement: int, reach: int) -> Iterator[str]:
    """Attack the weakest enemy within range, or walk up to the nearest."""
    for foe in sorted(foes, key=lambda foe: foe.health):
        if unit.far(foe) <= reach:
            yield f"ATTACK {foe.code} MAX"
    nearest = sorted(foes, key=unit.far)[:2]
    if any(unit.far(foe) <= reach for foe in nearest[:1]):
        return
    for foe in nearest:
        for steps in range(min(movement, unit.far(foe) - 1), 0, -1):
            c = unit.c + max(-steps, min(steps, foe.c - unit.c))
            r = unit.r + max(-steps, min(steps, foe.r - unit.r))
            yield f"MOVE {chr(ord('A') + c)}{r}"

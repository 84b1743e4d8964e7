"""Somebody who plays Astral Sailors from the text board alone, and never guesses.

The board is that with threats, which says who can shoot whom.
"""

from __future__ import annotations

import re
from collections import deque
from typing import NamedTuple

_ACTING = re.compile(r"(\w+) to act")
_ACTIVE = re.compile(r"(\w+) is active")
_UNIT = re.compile(
    r"^([A-Z]\d+) +([^,]+), ([A-Z]+)(\d+) (\w+), RE \d+/\d+, AP (\d), ([^,\n]+)(.*)$", re.MULTILINE
)
_KIND = re.compile(r"^([^:\n]+): RE \d+, AT (\d+)/(\d+),.* MV (\d+), CO \d+, (\d)x", re.MULTILINE)
_SHOT = re.compile(r"^([A-Z]\d+) can be shot by ([^,\n]+)", re.MULTILINE)
_ROW = re.compile(r"^(\d+) +((?:(?:\||\.|[a-z]{2,3}|[A-Z]\d+) *)+)$", re.MULTILINE)

Square = tuple[int, int]


class _Kind(NamedTuple):
    shots: int
    blows: int
    movement: int
    base: int


class _Unit(NamedTuple):
    """``c`` and ``r`` are those of the corner in the north-west."""

    code: str
    kind: _Kind
    c: int
    r: int
    facing: str
    ap: int
    state: str
    said: str

    def far(self, other: _Unit, at: Square | None = None) -> int:
        """Squares between the bases, 1 where they touch; from ``at`` if it stood there."""
        c, r = at or (self.c, self.r)
        across = max(other.c - (c + self.kind.base - 1), c - (other.c + other.kind.base - 1))
        down = max(other.r - (r + self.kind.base - 1), r - (other.r + other.kind.base - 1))
        return max(across, down)


class _Board(NamedTuple):
    """``shooters`` are codes by target."""

    squares: dict[Square, str]
    shooters: dict[str, list[str]]
    own: list[_Unit]
    foes: list[_Unit]


def move(board: str, asked: str) -> str:
    if asked.startswith("Build an army"):
        return "LIST PLAINEX" if "So far: 0 units" in asked else "LOCK"
    if asked.startswith("Activate units"):
        return _action(board)
    if asked.startswith("Bring units"):
        return "DONE"
    if asked.startswith("Place scenery"):
        return "PLACE AUTO"
    if asked.startswith("Deploy"):
        return "DEPLOY REST"
    if paying := re.search(r"(\w+) [^.]* has \d+ RE and takes", asked):
        return f"{paying[1]} PAY 0"
    if reacting := re.search(r"How does (\w+) react", asked):
        return f"{reacting[1]} NONE"
    assert "re-roll" in asked, asked
    return "REROLL NONE"


def _action(board: str) -> str:
    """Of the active unit, else of the first that can do more than hold."""
    found = _read(board)
    active = _ACTIVE.search(board)
    if active is not None:
        unit = next((each for each in found.own if each.code == active[1]), None)
        text = None if unit is None or unit.ap == 0 else _of(unit, found)
        return text or "ENDUNIT"
    ready = [unit for unit in found.own if unit.state == "ready"]
    texts = (_of(unit, found) for unit in ready)
    return next((text for text in texts if text), f"{ready[0].code} HOLD" if ready else "DONE")


def _read(board: str) -> _Board:
    acting = _ACTING.search(board)
    assert acting is not None, board
    kinds = {name: _Kind(*map(int, values)) for name, *values in _KIND.findall(board)}
    units = [
        _Unit(code, kinds[kind.strip()], _column(c), int(row), facing, int(ap), state, said)
        for code, kind, c, row, facing, ap, state, said in _UNIT.findall(board)
    ]
    squares = {
        (c, int(row)): sign
        for row, signs in _ROW.findall(board)
        for c, sign in enumerate(signs.replace("|", "").split(), start=1)
    }
    shooters = {target: re.findall(r"[A-Z]\d+", by) for target, by in _SHOT.findall(board)}
    own = [unit for unit in units if unit.code[0] == acting[1][0]]
    return _Board(squares, shooters, own, [unit for unit in units if unit not in own])


def _of(unit: _Unit, board: _Board) -> str | None:
    """Shoot, strike or walk up to the nearest enemy."""
    for foe in sorted(board.foes, key=unit.far):
        if unit.code in board.shooters.get(foe.code, ()):
            return f"{unit.code} SHOOT {foe.code}:{unit.kind.shots}"
        if unit.kind.blows and _touches(unit, foe, board) and "flies" not in foe.said:
            return f"{unit.code} MELEE {foe.code}:{unit.kind.blows}"
    best = min(_stops(unit, board), key=lambda at: _from_foes(unit, at, board.foes))
    if _from_foes(unit, best, board.foes) >= _from_foes(unit, (unit.c, unit.r), board.foes):
        return None
    return f"{unit.code} MOVE {_letters(best[0])}{best[1]}"


def _touches(unit: _Unit, foe: _Unit, board: _Board) -> bool:
    """Whether a square of the enemy is next to the unit and in its front half."""
    across = ("E" in unit.facing) - ("W" in unit.facing)
    down = ("S" in unit.facing) - ("N" in unit.facing)
    for c, r in _squares(foe):
        near_c = min(max(c, unit.c), unit.c + unit.kind.base - 1)
        near_r = min(max(r, unit.r), unit.r + unit.kind.base - 1)
        if max(abs(c - near_c), abs(r - near_r)) != 1:
            continue
        middle = (unit.kind.base - 1) / 2
        ahead = across * (c - unit.c - middle) + down * (r - unit.r - middle)
        corner = [board.squares.get(each, "")[:1] for each in ((c, near_r), (near_c, r))]
        if ahead >= 0 and not all(sign.islower() for sign in corner):
            return True
    return False


def _squares(unit: _Unit) -> list[Square]:
    size = range(unit.kind.base)
    return [(unit.c + c, unit.r + r) for c in size for r in size]


def _from_foes(unit: _Unit, at: Square, foes: list[_Unit]) -> int:
    return min((unit.far(foe, at) for foe in foes), default=0)


def _stops(unit: _Unit, board: _Board) -> list[Square]:
    """Where the unit can walk over open ground alone."""
    start = (unit.c, unit.r)
    found, queue = {start: 0}, deque([start])
    while queue:
        at = queue.popleft()
        for c, r in _WAYS if found[at] < unit.kind.movement else ():
            near = (at[0] + c, at[1] + r)
            beside = ((at[0] + c, at[1]), (at[0], at[1] + r), near)
            if near not in found and all(_is_open(unit, each, board) for each in beside):
                found[near] = found[at] + 1
                queue.append(near)
    return list(found)


_WAYS = [(c, r) for c in (-1, 0, 1) for r in (-1, 0, 1) if c or r]


def _is_open(unit: _Unit, at: Square, board: _Board) -> bool:
    size = range(unit.kind.base)
    squares = ((at[0] + c, at[1] + r) for c in size for r in size)
    return all(board.squares.get(square, "") in (".", unit.code) for square in squares)


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def _letters(number: int) -> str:
    return f"{_letters((number - 1) // 26)}{chr(ord('A') + (number - 1) % 26)}" if number else ""

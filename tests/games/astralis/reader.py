"""Somebody who plays Astralis from the text board alone, and never guesses."""

from __future__ import annotations

import re
from collections.abc import Iterator

_ROW = re.compile(r"([A-Z])\s+(\d+) ((?: *[A-Za-z.^])+)")
_SHIPS = re.compile(r"Yellow on (\w+)|Cyan on (\w+)")
_WAYS = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))
"""Steps in letter and number to the six neighbours of a hex."""

Hexes = dict[tuple[int, int], str]


def move(board: str, asked: str) -> str:
    hexes = _hexes(board)
    if asked.startswith("Place your ship"):
        first, last = re.findall(r"[A-Z]\d+", asked)
        return f"{first[0]}{(int(first[1:]) + int(last[1:])) // 2}"
    if not asked.startswith("Move your ship"):
        return "agree" if "asks to settle" in asked else "settle"
    own = "Yellow" if "Yellow to move" in board else "Cyan"
    ships = {each[1] or each[2]: each[0].split()[0] for each in _SHIPS.finditer(board)}
    start = next(_place(name) for name, side in ships.items() if side == own)
    flights = list(_flights(hexes, start, own))
    turns = [(to, plant) for to in flights for plant in _plants(hexes, to)]
    if not turns:
        return f"{_name(start)}-{_name(flights[0])}"
    to, plant = max(turns, key=lambda turn: _worth(hexes, turn[1]))
    return f"{_name(start)}-{_name(to)}+{_name(plant)}"


def _hexes(board: str) -> Hexes:
    found: Hexes = {}
    for letter, first, signs in _ROW.findall(board):
        for number, sign in enumerate(signs.split(), start=int(first)):
            found[ord(letter), number] = sign
    return found


def _flights(hexes: Hexes, start: tuple[int, int], own: str) -> Iterator[tuple[int, int]]:
    """In a straight line, up to what stops a ship; one's own planets are flown over."""
    for up, along in _WAYS:
        at = (start[0] + up, start[1] + along)
        while hexes.get(at, "^") not in ("^", "v"):
            sign = hexes[at]
            if sign.isupper() and sign != own[0]:
                break
            if sign != own[0]:
                yield at
            at = (at[0] + up, at[1] + along)


def _plants(hexes: Hexes, to: tuple[int, int]) -> Iterator[tuple[int, int]]:
    for up, along in _WAYS:
        at = (to[0] + up, to[1] + along)
        if hexes.get(at) == ".":
            yield at


def _worth(hexes: Hexes, plant: tuple[int, int]) -> int:
    """How much unexplored space a planet would take."""
    return sum(hexes.get((plant[0] + up, plant[1] + along)) == "." for up, along in _WAYS)


def _place(name: str) -> tuple[int, int]:
    return ord(name[0]), int(name[1:])


def _name(at: tuple[int, int]) -> str:
    return f"{chr(at[0])}{at[1]}"

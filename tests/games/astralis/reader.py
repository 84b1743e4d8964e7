"""Somebody who plays Astralis from the text board alone, and never guesses."""

from __future__ import annotations

import re
from collections.abc import Iterator

_ROW = re.compile(r"([A-Z])\s+(\d+) ((?: *[A-Za-z.^+-])+)")
SHIPS = re.compile(r"Yellow on (\w+)|Cyan on (\w+)")
WAYS = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))
"""Steps in letter and number to the six neighbours of a hex."""

Place = tuple[int, int]
Hexes = dict[Place, str]


def move(board: str, asked: str) -> str:
    hexes = signs_of(board)
    if ".: unexplored" not in board:
        hexes |= _statuses(hexes)
    if asked.startswith("Place your ship"):
        first, last = re.findall(r"[A-Z]\d+", asked)
        return f"{first[0]}{(int(first[1:]) + int(last[1:])) // 2}"
    if not asked.startswith("Move your ship"):
        return "agree" if "asks to settle" in asked else "settle"
    own = "Yellow" if "Yellow to move" in board else "Cyan"
    ships = {each[1] or each[2]: each[0].split()[0] for each in SHIPS.finditer(board)}
    start = next(place(hex) for hex, side in ships.items() if side == own)
    flights = list(_flights(hexes, start, own))
    turns = [(to, plant) for to in flights for plant in _plants(hexes, to)]
    if not turns:
        return f"{name(start)}-{name(flights[0])}"
    to, plant = max(turns, key=lambda turn: _worth(hexes, turn[1]))
    text = f"{name(start)}-{name(to)}+{name(plant)}"
    claims = _claims(hexes, plant, own[0]) if "Claim" in asked else ()
    return f"{text} CLAIM {','.join(map(name, claims))}" if claims else text


def signs_of(board: str) -> Hexes:
    """The sign of each hex of a text board."""
    found: Hexes = {}
    for letter, first, signs in _ROW.findall(board):
        for number, sign in enumerate(signs.split(), start=int(first)):
            found[ord(letter), number] = sign
    return found


def _statuses(hexes: Hexes) -> Hexes:
    """The signs of hexes without planets or ships, on a board that shows nothing else."""
    found: Hexes = {}
    for at in (at for at, sign in hexes.items() if sign not in "YC^v"):
        owners = {hexes[near] for near in around(hexes, at)} & {"Y", "C"}
        found[at] = "x" if len(owners) == 2 else owners.pop().lower() if owners else "."
    return found


def _claims(hexes: Hexes, plant: Place, own: str) -> list[Place]:
    """What a planting wins: rings of one's own control, rings of contested hexes."""
    before, now = _without_ships(hexes), _without_ships({**hexes, plant: own})
    found: list[Place] = []
    while new := set(_won(now, own)) - set(_won(before, own)) - set(found):
        found += sorted(new)
        now = _without_ships({**now, **{at: own for at in new if now[at] in "YC"}})
    return found


def _without_ships(hexes: Hexes) -> Hexes:
    bare = {at: sign if sign in "YC" else "." for at, sign in hexes.items()}
    return {**bare, **_statuses(bare)}


def _won(hexes: Hexes, own: str) -> Iterator[Place]:
    for at, sign in hexes.items():
        ring = {hexes[near] for near in around(hexes, at)}
        if (sign == "." and ring == {own.lower()}) or (
            sign in "YC" and sign != own and ring == {"x"}
        ):
            yield at


def around(hexes: Hexes, at: Place) -> list[Place]:
    near = ((at[0] + up, at[1] + along) for up, along in WAYS)
    return [each for each in near if each in hexes]


def _flights(hexes: Hexes, start: Place, own: str) -> Iterator[Place]:
    """In a straight line, up to what stops a ship; one's own planets are flown over."""
    for up, along in WAYS:
        at = (start[0] + up, start[1] + along)
        while hexes.get(at, "^") not in ("^", "v"):
            sign = hexes[at]
            if sign.isupper() and sign != own[0]:
                break
            if sign != own[0]:
                yield at
            at = (at[0] + up, at[1] + along)


def _plants(hexes: Hexes, to: Place) -> Iterator[Place]:
    for up, along in WAYS:
        at = (to[0] + up, to[1] + along)
        if hexes.get(at) == ".":
            yield at


def _worth(hexes: Hexes, plant: Place) -> int:
    """How much unexplored space a planet would take."""
    return sum(hexes.get((plant[0] + up, plant[1] + along)) == "." for up, along in WAYS)


def place(hex: str) -> Place:
    return ord(hex[0]), int(hex[1:])


def name(at: Place) -> str:
    return f"{chr(at[0])}{at[1]}"

"""Somebody who plays Beeline and Dispersed Go from the text board alone, and never guesses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tests.games.astralis.reader import SHIPS, WAYS, Hexes, Place, around, name, place, signs_of

Stones = dict[Place, str]

# --- Beeline ---


def beeline_move(board: str, asked: str) -> str:
    """Plant where one can, and fly to where most can be planted next."""
    hexes = signs_of(board)
    if asked.startswith("Place your"):
        first, last = re.findall(r"[A-Z]\d+", asked)
        return f"{first[0]}{(int(first[1:]) + int(last[1:])) // 2}"
    if not asked.startswith("Fly your bee"):
        return "agree" if "asks to settle" in asked else "settle"
    own = "Yellow" if "Yellow to move" in board else "Cyan"
    bees = {found[0].split()[0]: found[1] or found[2] for found in SHIPS.finditer(board)}
    start = place(bees[own])
    flights = list(_flights(hexes, start))

    def worth(flight: _Flight) -> tuple[bool, int]:
        return flight.plants, sum(each.plants for each in _flights(hexes, flight.to))

    best = max(flights, key=worth)
    return f"{name(start)}-{name(best.to)}{'*' * best.plants}"


class _Flight(NamedTuple):
    """``plants`` is whether a flower can be planted on the next hex."""

    to: Place
    plants: bool


def _flights(hexes: Hexes, start: Place) -> Iterator[_Flight]:
    for up, along in WAYS:
        at, ahead = start, (start[0] + up, start[1] + along)
        while hexes.get(ahead, "Y") not in "YC^v":
            at, ahead = ahead, (ahead[0] + up, ahead[1] + along)
            near = [ahead, *around(hexes, ahead)]
            free = hexes.get(ahead, "^") not in "^v"
            yield _Flight(at, free and not any(hexes[each] in "YC" for each in near))


# --- Dispersed Go ---


def dispersed_go_move(board: str, asked: str) -> str:
    """Place the stone that captures most, then the one that leaves most liberties."""
    assert asked.startswith("Place a stone"), asked
    hexes = signs_of(board)
    own = "Yellow" if "Yellow to move" in board else "Cyan"
    barred = re.search(rf"{own} may place no stone on ([^:]+):", board)
    closed = re.findall(r"[A-Z]\d+", barred[1]) if barred else []
    stones = {at: sign for at, sign in hexes.items() if sign in "YC"}
    found = []
    for at in hexes:
        if at in stones or _beside(hexes, stones, at) or name(at) in closed:
            continue
        after = _placed(hexes, stones, at, own[0])
        liberties = _liberties(hexes, after, [at for at in after if after[at] == own[0]])
        found.append((len(stones) - len(after), liberties, name(at)))
    return max(found)[2] if found else "PASS"


def _placed(hexes: Hexes, stones: Stones, at: Place, own: str) -> Stones:
    """The stones after a placement and its captures."""
    after = {**stones, at: own}
    captured = [
        stone
        for group in _groups(hexes, after)
        if after[group[0]] != own and not _liberties(hexes, after, group)
        for stone in group
    ]
    return {each: sign for each, sign in after.items() if each not in captured}


def _beside(hexes: Hexes, stones: Stones, at: Place) -> list[Place]:
    return [each for each in around(hexes, at) if each in stones]


def _groups(hexes: Hexes, stones: Stones) -> list[list[Place]]:
    """Stones of a side that share neighbours."""
    found, left = list[list[Place]](), dict(stones)
    while left:
        first, side = left.popitem()
        group = [first]
        for stone in group:
            shared = (near for hex in around(hexes, stone) for near in _beside(hexes, left, hex))
            for near in dict.fromkeys(shared):
                if left.get(near) == side:
                    del left[near]
                    group.append(near)
        found.append(group)
    return found


def _liberties(hexes: Hexes, stones: Stones, group: list[Place]) -> int:
    """Neighbours that no other stone is next to."""
    return sum(
        len(_beside(hexes, stones, hex)) == 1 for stone in group for hex in around(hexes, stone)
    )

"""Somebody who plays Cosmic Conflict from the text board alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import atan2, degrees, hypot

_UNIT = re.compile(
    r"^([ab]\d+) [^\n]*\), at ([\d.]+) ([\d.]+)(?:, heading (\d+), Velocity (\d+) of \d+, "
    r"Maneuver \d+, Heading (\d+))?.*\n((?:   .*\n)*)",
    re.MULTILINE,
)
_WEAPON = re.compile(r"^   ([A-Z]{3,4}\d+) .*?: (.*\(.*mean.*)$", re.MULTILINE)
_TARGET = re.compile(r"([ab]\d+) [\d.]+ \(.*?mean ([\d.]+)\)")
_ACTING = re.compile(r"^([ab]\d+) .* acts:")
_BEFORE = {
    "Choose a fleet": ("FLEET Q1",),
    "Place": ("AUTO", "LOCK"),
}
STEP = 30
"""Degrees of a turn for each point of the Heading value."""


def moves(board: str, asked: str) -> Iterator[str]:
    """Moves worth trying, the best first: what a unit may not do, the rules refuse."""
    for begun, texts in _BEFORE.items():
        if asked.startswith(begun):
            yield from texts
            return
    if asked.startswith("An Order or a Token"):
        yield from (f"ORDER {id} SCANNERS" for id in re.findall(r"[ab]\d+", asked))
        yield "LOCK"
    elif found := _ACTING.match(asked):
        yield from _acts(board, found[1])
    elif asked.startswith("Activate a unit"):
        yield from (f"ACTIVATE {id}" for id in re.findall(r"[ab]\d+", asked))
    else:
        yield from ("DONE", "GO")
        yield from _reacts(asked)


def _reacts(asked: str) -> Iterator[str]:
    """Decline what can be declined; choose the first of what must be chosen."""
    yield from (f"REACT {key}" for key in ("PWS", "SURVEY", "REINFORCE", "NO"))
    yield from (f"REACT KEEP {result}" for result in re.findall(r"\d+", asked))
    items = re.findall(r"[A-Z]{2,4}\d+", asked)
    yield from (f"REACT SACRIFICE {item}" for item in ("A", *items))
    yield from (f"REACT SACRIFICE {one} {two}" for one in items for two in items if one != two)


def _acts(board: str, id: str) -> Iterator[str]:
    """Fire what promises most, else turn the bow to the nearest enemy at a slow pace."""
    units = {found[1]: found for found in _UNIT.finditer(board)}
    own = units[id]
    shots = [
        (float(mean), f"FIRE {weapon} AT {target}")
        for weapon, told in _WEAPON.findall(own[7])
        for target, mean in _TARGET.findall(told)
    ]
    yield from (text for _, text in sorted(shots, reverse=True)[:3])
    at = _at(own)
    enemies = [_at(each) for enemy, each in units.items() if enemy[0] != id[0]]
    if own[4] is None:
        yield f"MOVE TO {own[2]} {own[3]}"
        return
    goal = min(enemies, key=lambda far: hypot(far[0] - at[0], far[1] - at[1]), default=at)
    heading, most = int(own[4]), STEP * int(own[6])
    bearing = round(degrees(atan2(goal[0] - at[0], goal[1] - at[1])))
    turn = max(-most, min(most, (bearing - heading + 180) % 360 - 180))
    pace = ("V0", "V-1", "V+1") if int(own[5]) <= 2 else ("V-1", "V0", "V+1")
    for sure in ("", " CONFIRM"):
        for speed in pace:
            yield from (f"MOVE {speed} TURN {each}{sure}" for each in (turn, turn // 2, 0))


def _at(unit: re.Match[str]) -> tuple[float, float]:
    return float(unit[2]), float(unit[3])

"""Somebody who plays Cosmic Conflict from the text board alone, and never guesses."""

from __future__ import annotations

import re
from math import atan2, cos, degrees, hypot, radians, sin

_UNIT = re.compile(
    r"^([ab]\d+) [^\n]*\), at ([\d.]+) ([\d.]+)(?:, heading (\d+), Velocity (\d+) of (\d+), "
    r"Maneuver \d+, Heading (\d+))?.*\n((?:   .*\n)*)",
    re.MULTILINE,
)
_WEAPON = re.compile(r"^   ([A-Z]{3,4}\d+) .*?: (.*\(.*mean.*)$", re.MULTILINE)
_TARGET = re.compile(r"([ab]\d+) [\d.]+ \(.*?mean ([\d.]+)\)")
_ACTING = re.compile(r"^([ab]\d+) .* acts:")
_BOARD = re.compile(r"^Board (\d+) x (\d+) du", re.MULTILINE)
_SOLID = re.compile(r"disc around ([\d.]+) ([\d.]+), radius ([\d.]+), Solid")
STEP = 30
"""Degrees of a turn for each point of the Heading value, which another Velocity changes by 1."""
Point = tuple[float, float]


def move(board: str, asked: str) -> str:
    if asked.startswith("Choose a fleet"):
        return "FLEET Q1"
    if asked.startswith("Place"):
        return "LOCK" if "or lock" in asked else "AUTO"
    if asked.startswith("An Order or a Token"):
        without = re.search(r"nothing yet for (\w+)", asked)
        return _order(board, without[1]) if without else "LOCK"
    if asked.startswith("Activate a "):
        return f"ACTIVATE {re.findall(r'[ab][0-9]+', asked)[0]}"
    if "or end it" in asked:
        return "DONE"
    acting = _ACTING.search(asked)
    return _acts(board, asked, acting[1]) if acting else _reacts(asked)


def _order(board: str, id: str) -> str:
    """Scanners, where no Condition bars them."""
    unit = next(found for found in _UNIT.finditer(board) if found[1] == id)
    barred = "Communications Damage" in unit[8]
    return f"TOKEN {id}" if barred else f"ORDER {id} SCANNERS"


def _reacts(asked: str) -> str:
    """Choose the first of what must be chosen; decline the rest."""
    if kept := re.search(r" keep: (\d+)", asked):
        return f"REACT KEEP {kept[1]}"
    if "A, no Hyperspace" in asked:
        return "REACT SACRIFICE A"
    if items := re.search(r"deactivate ([^;?]+)", asked):
        return f"REACT SACRIFICE {items[1].replace(' and ', ' ')}"
    return "REACT NO"


def _acts(board: str, asked: str, id: str) -> str:
    """Fire what promises most, else turn the bow to the nearest enemy at a slow pace."""
    units = {found[1]: found for found in _UNIT.finditer(board)}
    own = units[id]
    able = re.findall(r"[A-Z]{3,4}\d+", asked)
    shots = [
        (float(mean), f"FIRE {weapon} AT {target}")
        for weapon, told in _WEAPON.findall(own[8])
        for target, mean in _TARGET.findall(told)
        if weapon in able
    ]
    if shots:
        return max(shots)[1]
    at = _at(own)
    if own[4] is None:
        return f"MOVE TO {own[2]} {own[3]}"
    enemies = [_at(each) for enemy, each in units.items() if enemy[0] != id[0]]
    goal = min(enemies, key=lambda far: hypot(far[0] - at[0], far[1] - at[1]), default=at)
    heading, velocity, fastest, most = (int(own[group]) for group in (4, 5, 6, 7))
    bearing = round(degrees(atan2(goal[0] - at[0], goal[1] - at[1])))
    wanted = (bearing - heading + 180) % 360 - 180
    paces = sorted(
        (pace for pace in (-1, 0, 1) if 0 <= velocity + pace <= fastest),
        key=lambda pace: abs(velocity + pace - 2),
    )
    for pace in paces:
        ahead = radians(heading)
        far = velocity + pace
        widest = STEP * (most if pace == 0 else most - 1)
        turn = max(-widest, min(widest, wanted))
        if _is_safe(board, (at[0] + far * sin(ahead), at[1] + far * cos(ahead))):
            return f"MOVE V{pace:+d} TURN {turn}".replace("V+0", "V0")
    return "MOVE V0 CONFIRM"


def _is_safe(board: str, end: Point) -> bool:
    """Whether a move that ends there needs no confirmation."""
    size = _BOARD.search(board)
    assert size is not None, board
    if not (0.01 < end[0] < int(size[1]) - 0.01 and 0.01 < end[1] < int(size[2]) - 0.01):
        return False
    return all(
        hypot(end[0] - float(x), end[1] - float(y)) > float(radius) + 0.01
        for x, y, radius in _SOLID.findall(board)
    )


def _at(unit: re.Match[str]) -> Point:
    return float(unit[2]), float(unit[3])

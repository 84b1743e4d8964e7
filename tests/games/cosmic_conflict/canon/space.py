"""Points, headings, arcs and terrain in whole cu (canon 3.2 to 3.4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from math import isqrt, radians, sin
from typing import Any

Spot = tuple[int, int]
S90 = [round(10**6 * sin(radians(degrees))) for degrees in range(91)]


def sine(degrees: int) -> int:
    degrees %= 360
    if degrees <= 90:
        return S90[degrees]
    if degrees <= 180:
        return S90[180 - degrees]
    return -sine(degrees - 180)


def cosine(degrees: int) -> int:
    return sine(degrees + 90)


def half_away(over: int, under: int) -> int:
    found = (2 * abs(over) + under) // (2 * under)
    return found if over > 0 else -found


def to_zero(over: int, under: int) -> int:
    return abs(over) // under if over > 0 else -(abs(over) // under)


def square(a: Sequence[int], b: Sequence[int]) -> int:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def gap(a: Sequence[int], b: Sequence[int]) -> int:
    """D(a, b), rounded up (D-002)."""
    root = isqrt(square(a, b))
    return root if root * root == square(a, b) else root + 1


def forward(at: Sequence[int], heading: int, length: int) -> Spot:
    x = half_away(length * sine(heading), 10**6)
    return at[0] + x, at[1] + half_away(length * cosine(heading), 10**6)


def polar(at: Sequence[int], bearing: int, length: int) -> Spot:
    x = to_zero(length * sine(bearing), 10**6)
    return at[0] + x, at[1] + to_zero(length * cosine(bearing), 10**6)


def toward(start: Sequence[int], goal: Sequence[int], length: int) -> Spot:
    if tuple(start) == tuple(goal):
        return start[0], start[1]
    root = isqrt(square(start, goal) * 10**6)
    x = half_away((goal[0] - start[0]) * length * 1000, root)
    return start[0] + x, start[1] + half_away((goal[1] - start[1]) * length * 1000, root)


def between_headings(one: int, other: int) -> int:
    away = abs(one - other) % 360
    return min(away, 360 - away)


def arcs(at: Sequence[int], heading: int, target: Sequence[int]) -> set[str]:
    x, y = target[0] - at[0], target[1] - at[1]
    ahead = x * sine(heading) + y * cosine(heading)
    right = x * cosine(heading) - y * sine(heading)
    ways = {"F": ahead, "S": right, "A": -ahead, "P": -right}
    across = {"F": right, "S": ahead, "A": right, "P": ahead}
    return {arc for arc, far in ways.items() if far >= abs(across[arc])}


# --- Terrain: ``zone`` is a zone of a feature, with its attributes (3.4, D-009, D-010) ---


def cross(v: Sequence[int], w: Sequence[int], p: Sequence[int]) -> int:
    return (w[0] - v[0]) * (p[1] - v[1]) - (w[1] - v[1]) * (p[0] - v[0])


def edges(zone: Any) -> list[tuple[Spot, Spot]]:
    corners = list(zone.shape.corners)
    area = sum(cross(corners[0], v, w) for v, w in pairwise(corners))
    if area < 0:
        corners.reverse()
    return list(zip(corners, corners[1:] + corners[:1], strict=True))


def is_inside(zone: Any, at: Sequence[int]) -> bool:
    if hasattr(zone.shape, "radius"):
        return square(zone.shape.centre, at) < int(zone.shape.radius) ** 2
    return all(cross(v, w, at) > 0 for v, w in edges(zone))


def on_board(board: Any, at: Sequence[int]) -> bool:
    return bool(0 <= at[0] <= board.width and 0 <= at[1] <= board.height)


def is_solid(features: Iterable[Any], at: Sequence[int]) -> bool:
    zones = (zone for feature in features for zone in feature.zones)
    return any(zone.solid and is_inside(zone, at) for zone in zones)


def is_between(zone: Any, a: Sequence[int], b: Sequence[int]) -> bool:
    if tuple(a) == tuple(b):
        return False
    if hasattr(zone.shape, "radius"):
        c, radius = zone.shape.centre, zone.shape.radius
        x, y = b[0] - a[0], b[1] - a[1]
        along, whole = (c[0] - a[0]) * x + (c[1] - a[1]) * y, x * x + y * y
        if along <= 0:
            return square(a, c) < int(radius) ** 2
        if along >= whole:
            return square(b, c) < int(radius) ** 2
        off = int(x * (c[1] - a[1]) - y * (c[0] - a[0]))
        return off**2 < int(radius) ** 2 * whole
    low, high = Fraction(0), Fraction(1)
    for v, w in edges(zone):
        start, end = cross(v, w, a), cross(v, w, b)
        if start == end and start <= 0:
            return False
        if end > start:
            low = max(low, Fraction(-start, end - start))
        elif end < start:
            high = min(high, Fraction(-start, end - start))
    return low < high


def between(features: Iterable[Any], a: Sequence[int], b: Sequence[int]) -> list[Any]:
    """The zones that count for an attack from ``a``, each shape of a feature once."""
    found: list[Any] = []
    for feature in features:
        around = {zone.key for zone in feature.zones if zone.key and is_inside(zone, a)}
        met = set[str]()
        for zone in feature.zones:
            stops = zone.solid or zone.concealing
            ignored = not stops and (is_inside(zone, a) or zone.key in around)
            if ignored or (zone.key and zone.key in met) or not is_between(zone, a, b):
                continue
            met.add(zone.key)
            found.append(zone)
    return found

"""How colours look to eyes that miss a kind of cone, and how far apart they are then.

Machado, Oliveira, Fernandes (2009), "A Physiologically-based Model for
Simulation of Color Vision Deficiency", at severity 1. The second opinion:
Viénot, Brettel, Mollon (1999) for red and green, and Brettel, Viénot, Mollon
(1997) for blue; both as matrices for linear sRGB.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import dist
from typing import TypeAlias

from renderers.palette import Colour

Linear: TypeAlias = tuple[float, float, float]
"""Linear light, 0 to 1."""

Matrix: TypeAlias = tuple[Linear, Linear, Linear]

MACHADO: Mapping[str, Matrix] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}

VIENOT: Mapping[str, Matrix] = {
    "protanopia": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "deuteranopia": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
}

BRETTEL: tuple[Linear, Matrix, Matrix] = (
    (0.03901, -0.02788, -0.01113),
    ((1.01277, 0.13548, -0.14826), (-0.01243, 0.86812, 0.14431), (0.07589, 0.80500, 0.11911)),
    ((0.93678, 0.18979, -0.12657), (0.06154, 0.81526, 0.12320), (-0.37562, 1.12767, 0.24796)),
)
"""A plane, and what becomes of the colours on either side of it."""

_WHITE = (0.95047, 1.0, 1.08883)
_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)


def linear(colour: Colour) -> Linear:
    red, green, blue = (_light(value / 255) for value in colour)
    return red, green, blue


def shown(light: Linear) -> Colour:
    """The colour nearest to a light, on a screen."""
    red, green, blue = (_value(min(1.0, max(0.0, part))) for part in light)
    return red, green, blue


def seen(colour: Colour, eyes: str, *, second: bool = False) -> Colour:
    """A colour as such eyes see it; ``second``: in the opinion of the older models."""
    light = linear(colour)
    if eyes == "mono":
        grey = luminance(colour)
        return shown((grey, grey, grey))
    if not second:
        return shown(_times(MACHADO[eyes], light))
    if eyes in VIENOT:
        return shown(_times(VIENOT[eyes], light))
    plane, above, below = BRETTEL
    side = sum(a * b for a, b in zip(plane, light, strict=True))
    return shown(_times(above if side >= 0 else below, light))


def lab(colour: Colour) -> Linear:
    """CIE L*a*b* for daylight (D65)."""
    x, y, z = (
        _root(part / white)
        for part, white in zip(_times(_XYZ, linear(colour)), _WHITE, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def apart(one: Colour, other: Colour) -> float:
    """ΔE of 1976: about 2 can just be told apart side by side."""
    return dist(lab(one), lab(other))


def luminance(colour: Colour) -> float:
    return _times(_XYZ, linear(colour))[1]


def contrast(one: Colour, other: Colour) -> float:
    """The ratio of WCAG 2, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


OPINIONS: tuple[Callable[[Colour, str], Colour], ...] = (
    lambda colour, eyes: seen(colour, eyes),
    lambda colour, eyes: seen(colour, eyes, second=True),
)


def _times(matrix: Matrix, light: Linear) -> Linear:
    red, green, blue = light
    x, y, z = (row[0] * red + row[1] * green + row[2] * blue for row in matrix)
    return x, y, z


def _light(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _value(light: float) -> int:
    scaled = 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return round(255 * scaled)


def _root(share: float) -> float:
    return share ** (1 / 3) if share > (6 / 29) ** 3 else share * (29 / 6) ** 2 / 3 + 4 / 29

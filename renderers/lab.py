"""Colours as people see them: CIE L*a*b* for daylight (D65), and one colour following another.

L* is how light a colour is, 0 to 100; a* leads from green to red, b* from blue to yellow.
"""

from __future__ import annotations

from math import atan2, cos, hypot, sin
from typing import NamedTuple

from renderers.palette import Colour

_WHITE = (0.95047, 1.0, 1.08883)
_TO_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_FROM_XYZ = (
    (3.2404542, -1.5371385, -0.4985314),
    (-0.9692660, 1.8760108, 0.0415560),
    (0.0556434, -0.2040259, 1.0572252),
)
_KNEE = 6 / 29


class Lab(NamedTuple):
    light: float
    red: float
    yellow: float

    @property
    def chroma(self) -> float:
        return hypot(self.red, self.yellow)

    @property
    def hue(self) -> float:
        return atan2(self.yellow, self.red)


def lab(colour: Colour) -> Lab:
    lights = [_light(value / 255) for value in colour]
    x, y, z = (
        _bent(sum(a * b for a, b in zip(row, lights, strict=True)) / white)
        for row, white in zip(_TO_XYZ, _WHITE, strict=True)
    )
    return Lab(116 * y - 16, 500 * (x - y), 200 * (y - z))


def colour(light: float, chroma: float, hue: float) -> Colour:
    """The colour on a screen; where there is none, the strongest of the same hue and light."""
    low, high = 0.0, chroma
    found = _on_screen(light, chroma, hue)
    while found is None and high - low > 0.25:
        middle = (low + high) / 2
        low, high = (low, middle) if _on_screen(light, middle, hue) is None else (middle, high)
        if high - low <= 0.25:
            found = _on_screen(light, low, hue)
    return found or _on_screen(light, 0, 0) or (0, 0, 0)


def following(one: Colour, base: Colour, to: Colour) -> Colour:
    """What becomes of a shade of ``base`` when ``base`` becomes ``to``.

    It is turned by the same hue, its chroma grows in the same proportion, and it
    keeps its place between black and the base, or between the base and white.
    """
    own, old, new = lab(one), lab(base), lab(to)
    if own.light <= old.light:
        light = own.light * new.light / old.light
    else:
        light = 100 - (100 - own.light) * (100 - new.light) / (100 - old.light)
    return colour(light, own.chroma * new.chroma / old.chroma, own.hue + new.hue - old.hue)


def grey(one: Colour, share: float) -> Colour:
    """The grey of this share of a colour's light."""
    return colour(lab(one).light * share, 0, 0)


def _on_screen(light: float, chroma: float, hue: float) -> Colour | None:
    y = (light + 16) / 116
    at = (y + chroma * cos(hue) / 500, y, y - chroma * sin(hue) / 200)
    xyz = [_straight(part) * white for part, white in zip(at, _WHITE, strict=True)]
    red, green, blue = (sum(a * b for a, b in zip(row, xyz, strict=True)) for row in _FROM_XYZ)
    if min(red, green, blue) < -0.002 or max(red, green, blue) > 1.002:
        return None
    return _value(red), _value(green), _value(blue)


def _light(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _value(light: float) -> int:
    light = min(1.0, max(0.0, light))
    return round(
        255 * (12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055)
    )


def _bent(share: float) -> float:
    return share ** (1 / 3) if share > _KNEE**3 else share / (3 * _KNEE**2) + 4 / 29


def _straight(bent: float) -> float:
    return bent**3 if bent > _KNEE else 3 * _KNEE**2 * (bent - 4 / 29)

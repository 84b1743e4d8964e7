"""Parser of adjustments; legality is checked elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from games.astralis.adjusting.adjustments import (
    Adjustment,
    Award,
    MoveShip,
    Resume,
    SetBonus,
    SetKomi,
    SetPlanet,
    SetPosition,
    SetSize,
    SetSupply,
    SetSwap,
    Settle,
    SetToMove,
    SkipTurn,
)
from games.astralis.adjusting.line import line_read
from games.astralis.sides import Side
from games.core.geometry.hexes import spelling
from games.core.refusals import Unreadable

_SIDES = {"Y": Side.YELLOW, "YELLOW": Side.YELLOW, "C": Side.CYAN, "CYAN": Side.CYAN}
_OWNERS = {**_SIDES, "NONE": None, "-": None}
_SIDE, _OWNER = "(Y|YELLOW|C|CYAN)", "(Y|YELLOW|C|CYAN|NONE|-)"
_HEX = "([A-Z][0-9]{1,3})"

_FORMS: Mapping[str, Callable[..., Adjustment]] = {
    f"PLANET{_HEX}{_OWNER}": lambda hex, owner: SetPlanet(_hex(hex), _OWNERS[owner]),
    f"SHIP{_SIDE}{_HEX}": lambda side, hex: MoveShip(_SIDES[side], _hex(hex)),
    f"AWARD{_HEX}{_SIDE}": lambda hex, side: Award(_hex(hex), _SIDES[side]),
    f"TURN{_SIDE}": lambda side: SetToMove(_SIDES[side]),
    "SKIP": SkipTurn,
    "KOMI([+-]?[0-9]{1,3}(?:[.,][0-9])?)": lambda komi: SetKomi(_number(komi)),
    "BONUSDEFERRED": lambda: SetBonus("deferred"),
    "BONUSIMMEDIATE": lambda: SetBonus("immediate"),
    "SUPPLY(THIRTY|FREE)": lambda supply: SetSupply(supply == "THIRTY"),
    "SWAP(ON|OFF)": lambda swap: SetSwap(swap == "ON"),
    "SIZE([0-9]{1,2})": lambda size: SetSize(int(size)),
    "RESUME": Resume,
    "SETTLE": Settle,
}
_PATTERNS = {re.compile(form, re.ASCII): make for form, make in _FORMS.items()}
_BLANKS = re.compile(r"\s+")
_MINUS = str.maketrans("–—−", "---")
_HELP = (
    "For example: PLANET E7 YELLOW, PLANET E7 NONE, SHIP CYAN I7, AWARD H8 YELLOW, "
    "TURN CYAN, SKIP, KOMI 3.5, or a position such as N8 Y:E8,I7 C:- SY:B3 SC:O11 T:Y."
)


def read(text: str) -> Adjustment:
    """Parse an adjustment, or raise ``Unreadable``.

    Case, blanks and leading zeros do not matter, nor does the kind of dash.
    """
    tidy = _BLANKS.sub("", text).translate(_MINUS).upper()
    if line := line_read(tidy.removeprefix("POSITION")):
        return SetPosition(line)
    for pattern, make in _PATTERNS.items():
        if found := pattern.fullmatch(tidy):
            return make(*found.groups())
    raise Unreadable("I cannot set that.", instead=_HELP)


def _hex(text: str) -> str:
    return spelling(text) or text


def _number(text: str) -> float:
    return float(text.replace(",", ".")) + 0.0  # no minus before nothing

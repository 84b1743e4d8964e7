"""The adjustments of the toy, and their text forms."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.core.refusals import Unreadable
from tests.toy.view import NAMES


@dataclass(frozen=True, slots=True)
class SetOil:
    seat: int
    oil: int
    kind: Literal["oil"] = "oil"


@dataclass(frozen=True, slots=True)
class SetBeacon:
    """``seat`` is ``None``, and ``height`` 0, to put it out."""

    beacon: int
    seat: int | None = None
    height: int = 0
    kind: Literal["beacon"] = "beacon"


@dataclass(frozen=True, slots=True)
class SetWind:
    beacon: int
    kind: Literal["wind"] = "wind"


@dataclass(frozen=True, slots=True)
class SetLamp:
    seat: int
    beacon: int
    kind: Literal["lamp"] = "lamp"


@dataclass(frozen=True, slots=True)
class SetTurn:
    turns: int
    kind: Literal["turn"] = "turn"


Adjustment: TypeAlias = SetOil | SetBeacon | SetWind | SetLamp | SetTurn


def write(adjustment: Adjustment) -> str:
    match adjustment:
        case SetOil(seat, oil):
            return f"OIL {called(seat)} {oil}"
        case SetBeacon(beacon, seat, height):
            return f"BEACON {beacon} " + ("OUT" if seat is None else f"{called(seat)} {height}")
        case SetWind(beacon):
            return f"WIND {beacon}"
        case SetLamp(seat, beacon):
            return f"LAMP {called(seat)} {beacon}"
        case SetTurn(turns):
            return f"TURN {turns}"


def read(text: str) -> Adjustment:
    tidy = re.sub(r"\s+", "", text).upper()
    seat = f"({'|'.join(NAMES)})".upper()
    if found := re.fullmatch(rf"OIL{seat}(-?[0-9]{{1,3}})", tidy):
        return SetOil(_seat(found[1]), int(found[2]))
    if found := re.fullmatch(r"BEACON([0-9]{1,3})OUT", tidy):
        return SetBeacon(int(found[1]))
    if found := re.fullmatch(rf"BEACON([0-9]{{1,3}}){seat}(-?[0-9]{{1,3}})", tidy):
        return SetBeacon(int(found[1]), _seat(found[2]), int(found[3]))
    if found := re.fullmatch(r"WIND([0-9]{1,3})", tidy):
        return SetWind(int(found[1]))
    if found := re.fullmatch(rf"LAMP{seat}([0-9]{{1,3}})", tidy):
        return SetLamp(_seat(found[1]), int(found[2]))
    if found := re.fullmatch(r"TURN(-?[0-9]{1,3})", tidy):
        return SetTurn(int(found[1]))
    raise Unreadable(
        "I cannot set that.",
        instead="For example: OIL RED 3, BEACON 2 OUT, WIND 4, LAMP RED 5 or TURN 3.",
    )


def _seat(name: str) -> int:
    return NAMES.index(name.capitalize())


def called(seat: int) -> str:
    return NAMES[seat].upper()

"""JSON forms of hexes and sets of hexes, by name."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from pydantic import BeforeValidator, Field, PlainSerializer

from games.astralis.board import index_of, name, names


def _read_set(value: Any) -> int:
    if not isinstance(value, list):
        raise ValueError("a set of hexes is a list of names")
    found = 0
    for hex in value:
        found |= 1 << _read_hex(hex)
    return found


def _read_hex(value: Any) -> int:
    if not isinstance(value, str):
        raise ValueError("a hex is given by its name")
    return index_of(value)


StoredHex: TypeAlias = Annotated[
    int, BeforeValidator(_read_hex), PlainSerializer(name, return_type=str)
]
"""A hex; in JSON its name, ``"E7"``."""

StoredHexes: TypeAlias = Annotated[
    int,
    BeforeValidator(_read_set),
    PlainSerializer(names, return_type=tuple[str, ...]),
]
"""A set of hexes; in JSON the list of their names in canonical order."""

HexName: TypeAlias = Annotated[str, Field(pattern=r"^[A-Z](0|[1-9][0-9]{0,2})$")]
"""The name of a hex, on the board or not; ``games.core.geometry.hexes.spelling`` makes one."""

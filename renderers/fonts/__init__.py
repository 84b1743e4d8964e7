"""The bundled fonts: where they are and which characters they hold."""

from __future__ import annotations

import struct
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Literal, TypeAlias

Face: TypeAlias = Literal["medium", "semibold", "cjk"]

_FILES: dict[Face, str] = {
    "medium": "Inter-Medium.otf",
    "semibold": "Inter-SemiBold.otf",
    "cjk": "DroidSansFallback-subset.ttf",
}


def font_file(face: Face) -> bytes:
    """The content of a face's file."""
    return resources.files(__name__).joinpath(_FILES[face]).read_bytes()


@cache
def _ranges(face: Face) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The first and the last characters of the runs that a face holds, in order."""
    runs = sorted(_runs(font_file(face)))
    return tuple(first for first, _ in runs), tuple(last for _, last in runs)


def holds(face: Face, character: str) -> bool:
    """Whether a face has a glyph for ``character``."""
    firsts, lasts = _ranges(face)
    run = bisect_right(firsts, ord(character)) - 1
    return run >= 0 and ord(character) <= lasts[run]


def _runs(font: bytes) -> Iterator[tuple[int, int]]:
    """The runs of characters in the ``cmap`` table, read from its subtable of format 4.

    Our subsets have segments without holes, so a segment is a run.
    """
    table = next(
        struct.unpack_from(">I", font, 12 + 16 * number + 8)[0]
        for number in range(struct.unpack_from(">H", font, 4)[0])
        if font[12 + 16 * number :][:4] == b"cmap"
    )
    start = table + struct.unpack_from(">I", font, table + 8)[0]
    kind, _, _, doubled = struct.unpack_from(">4H", font, start)
    if kind != 4:
        raise ValueError(f"expected a cmap of format 4, not {kind}")
    count = doubled // 2
    lasts = struct.unpack_from(f">{count}H", font, start + 14)
    firsts = struct.unpack_from(f">{count}H", font, start + 16 + doubled)
    yield from ((first, last) for first, last in zip(firsts, lasts, strict=True) if first < 0xFFFF)

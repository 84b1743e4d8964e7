"""A small picture of the toy: six beacons as bars, in the colours of the seats."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass

from renderers import Look
from tests.toy.view import NAMES, View

WIDTH, HEIGHT = 252, 140
_NIGHT, _GROUND, _WIND = 0, 1, 2
_PALETTE = (
    (16, 18, 34),
    (84, 84, 96),
    (150, 190, 230),
    (224, 92, 80),
    (96, 190, 110),
    (90, 130, 235),
)


@dataclass(frozen=True, slots=True)
class ToyScene:
    view: View
    names: tuple[str, ...]

    @property
    def alt(self) -> str:
        burning = sum(flame is not None for flame in self.view.flames)
        return f"Beacons. {burning} of 6 burn. {self.board.splitlines()[-1]}"[:1024]

    @property
    def board(self) -> str:
        lines = []
        for number, flame in enumerate(self.view.flames, 1):
            fire = "dark" if flame is None else f"{NAMES[flame.seat]} {flame.height}"
            own = " (your lamp)" if number == self._own_lamp() else ""
            lines.append(f"{number}: {fire}{' (wind)' if number == self.view.wind else ''}{own}")
        called = (*self.names, *NAMES[len(self.names) :])
        oil = (f"{name} {left}" for name, left in zip(called, self.view.oil, strict=False))
        return "\n".join((*lines, "Oil: " + ", ".join(oil)))

    def _own_lamp(self) -> int:
        return 0 if self.view.seat is None else self.view.lamps[self.view.seat]

    @property
    def closeup(self) -> None:
        return None

    def paint(self) -> bytes:
        rows = [bytearray([_NIGHT] * WIDTH) for _ in range(HEIGHT)]
        _box(rows, 0, HEIGHT - 20, WIDTH, 20, _GROUND)
        for place, flame in enumerate(self.view.flames):
            left = 6 + 41 * place
            if place + 1 == self.view.wind:
                _box(rows, left, 4, 35, 6, _WIND)
            if place + 1 == self._own_lamp():
                _box(rows, left + 13, HEIGHT - 14, 9, 9, _NIGHT)
            tall, colour = (6, _GROUND) if flame is None else (30 * flame.height, 3 + flame.seat)
            _box(rows, left, HEIGHT - 20 - tall, 35, tall, colour)
        return _png(rows)


class ToyRenderer:
    def scene(self, view: View, look: Look) -> ToyScene:
        return ToyScene(view, look.names)


def _box(rows: list[bytearray], x: int, y: int, wide: int, tall: int, colour: int) -> None:
    for row in rows[y : y + tall]:
        row[x : x + wide] = bytes([colour]) * wide


def _png(rows: list[bytearray]) -> bytes:
    head = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 3, 0, 0, 0)
    palette = bytes(value for colour in _PALETTE for value in colour)
    pixels = zlib.compress(b"".join(b"\0" + row for row in rows))
    chunks = ((b"IHDR", head), (b"PLTE", palette), (b"IDAT", pixels), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + tag + data + struct.pack(">I", zlib.crc32(tag + data))
        for tag, data in chunks
    )

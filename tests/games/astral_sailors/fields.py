"""Units and ground to find ways on, and how ways are written in the tests of paths."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.astral_sailors.board import paths
from games.astral_sailors.table import Table, Unit
from games.core.geometry.squares import Square, square
from games.core.types import Forbidden
from tests.games.astral_sailors.positions import kind, piece, piece_kind, table, unit

MAN, SLOW, CRAWL, STILL, LIGHT, BIG, KITE, HOP, SWIM, HAWK = (f"TT{n}" for n in range(1, 11))
KINDS = (
    kind(MAN, movement=5),
    kind(SLOW, movement=3),
    kind(CRAWL, movement=1),
    kind(STILL, movement=0),
    kind(LIGHT, "Light feet", movement=5),
    kind(BIG, movement=5, base=2),
    kind(KITE, "Fly", movement=5),
    kind(HOP, "Jump 5/2", movement=1),
    kind(SWIM, "Aquatic", movement=5),
    kind(HAWK, "Fly", "Jump 4/0", movement=5),
    piece_kind("L1", height=0, opacity="", entry="difficult"),
    piece_kind("L5", size=[8, 1], height=0, opacity="", entry="difficult"),
    piece_kind("D1", height=0, opacity="", entry="open", danger=1),
    piece_kind("D2", size=[1, 2], height=0, opacity="", entry="open", danger=1),
    piece_kind("D8", size=[8, 1], height=0, opacity="", entry="open", danger=1),
    piece_kind("P1", height=0, opacity="", entry="difficult", danger=2, water=True),
    piece_kind("T3", height=3),
    piece_kind("T2", height=2),
    piece_kind("W4", height=3, opacity="soft", entry="open"),
    piece_kind("W8", size=[1, 8], height=1),
)


def at(name: str) -> Square:
    found = square(name)
    assert found is not None
    return found


def field(
    of: str,
    on: str,
    *pieces: tuple[str, str],
    others: Iterable[Unit] = (),
    size: int = 16,
    **options: Any,
) -> tuple[Table, Unit]:
    """A unit ``R1`` of this kind, pieces, and perhaps others."""
    one = unit("R1", of, on)
    return (
        table([one, *others], [piece(*each) for each in pieces], kinds=KINDS, size=size, **options),
        one,
    )


def way(path: paths.Path) -> list[str]:
    return [str(each.anchor) for each in path.bases]


def refused(found: object) -> tuple[str, str, str]:
    assert isinstance(found, Forbidden)
    return found.code, found.rule, found.sentence

"""A table of players as a picture: who stands where, and with what numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from renderers import paint
from renderers import palette as c
from renderers.glyphs import box
from renderers.lettering import drawable, shorten
from renderers.scene import Area, Art, Caption, Drawing, Mark, Style

WIDE, EDGE = 1100, 40
MOST = 25
"""Rows in a picture; the words have no more, either."""
_ROW, _HEAD = 60, 150
_TITLE = Style(52, c.WHITE, c.VOID)
_ABOUT = Style(34, c.MUTED, c.VOID, bold=False)
_PLACE = 90
"""From the edge to the names."""
_GAP = 36
"""Between two columns."""
_WINNERS = 3


@dataclass(frozen=True, slots=True)
class Standing:
    """A row: ``values`` stand below ``Standings.columns``."""

    name: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Standings:
    """``rows``, the best first; ``about`` is a line below the title."""

    title: str
    about: str
    columns: tuple[str, ...]
    rows: Sequence[Standing]


def alt(table: Standings) -> str:
    """All of it, in at most 1,024 characters."""
    rows = [f"{place}. {_line(table, row)}" for place, row in _numbered(table)]
    said = filter(None, (*rows, _left_out(table)))
    return shorten(f"{table.title}. {table.about}. {'; '.join(said)}.")


def _line(table: Standings, row: Standing) -> str:
    named = (f"{column} {value}" for column, value in zip(table.columns, row.values, strict=True))
    return f"{row.name}: {', '.join(named)}"


def _left_out(table: Standings) -> str:
    more = len(table.rows) - MOST
    return f"and {more} more" if more > 0 else ""


def _numbered(table: Standings) -> list[tuple[int, Standing]]:
    return list(enumerate(table.rows[:MOST], start=1))


def drawing(table: Standings) -> Drawing:
    """The first three in bold letters, each second row on a stripe; columns as wide as they need
    to be, and the names in what is left."""
    rows, right = _numbered(table), WIDE - EDGE - _GAP // 2
    captions = [
        Caption(table.title, EDGE, 76, _TITLE, room=WIDE - 2 * EDGE),
        Caption(table.about, EDGE, 122, _ABOUT, room=WIDE - 2 * EDGE),
    ]
    for at in reversed(range(len(table.columns))):
        captions.append(Caption(table.columns[at], right, _HEAD + 40, _ABOUT, "right"))
        said = [row.values[at] for _, row in rows]
        for place, value in enumerate(said, start=1):
            captions.append(Caption(value, right, _base(place), _style(place), "right"))
        widths = (paint.width(value, _style(place)) for place, value in enumerate(said, start=1))
        right -= max(paint.width(table.columns[at], _ABOUT), *widths, 0) + _GAP
    names = EDGE + _PLACE
    for place, row in rows:
        style, base = _style(place), _base(place)
        captions.append(Caption(f"{place}.", names - 18, base, style, "right"))
        name = drawable(row.name) or "?"
        captions.append(Caption(name, names, base, style, room=max(1, right - names)))
    last = Caption(_left_out(table), names, _base(len(rows) + 1), _ABOUT)
    captions += [last] if last.text else []
    wide, high = WIDE - 2 * EDGE, _ROW - 6
    stripe = Art(wide, high, c.VOID, (Area(box(0, 0, wide, high, 10), c.CARD),))
    marks: list[Mark] = [(stripe, EDGE, _base(place) - 40) for place, _ in rows[::2]]
    return Drawing(WIDE, _base(len(rows) + bool(last.text)) + _ROW, c.VOID, marks, captions)


def _base(place: int) -> int:
    """The base line of a row."""
    return _HEAD + place * _ROW + 40


def _style(place: int) -> Style:
    return Style(40, c.WHITE, c.CARD if place % 2 else c.VOID, bold=place <= _WINNERS)

"""What stands around the board: who plays, the score, what happened last, and the legend."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

from games.astralis.view import AstralisView, Side
from games.core.overlay import Route
from renderers import Look, paint
from renderers import palette as c
from renderers.astralis import art, text
from renderers.astralis.art import TINTS, Tile
from renderers.boards.hexmap import Pitch
from renderers.glyphs import box, brackets, chevron, larger
from renderers.scene import Anchor, Area, Art, Caption, Mark, Shape, Stroke, Style

LEFT, RIGHT = 1206, 1626
"""Of the panel beside a board."""
CARD_TOPS = (78, 262)
CARD_HIGH = 172
STATUS_TOP = 486
EDGE = 24
"""At both sides of what stands above and below a board."""
LOW_CARD = 112
LINE = 42
ROW = 52
_TITLE = Style(44, c.WHITE, c.VOID)


@dataclass(frozen=True)
class Layout:
    """A size of pictures; the board lies ``down`` pixels further down than alone."""

    wide: int
    high: int
    down: int = 0
    title: tuple[Caption, ...] = ()


ALONE = Layout(LEFT, 1050)
WIDE = Layout(1650, 1050, 0, (Caption("Astralis", LEFT, 54, _TITLE),))
TALL = Layout(LEFT, 1720, 166, (Caption("Astralis", EDGE, 54, _TITLE),))
"""Its height is the most that a picture has."""
BELOW = 1218
"""Where the lower card of a tall picture begins."""

Symbol: TypeAlias = tuple[Art, str]
"""A line of the legend."""

_TURN = Style(32, c.MUTED, c.VOID)
_NAMES = (Style(38, c.WHITE, c.CARD), Style(31, c.WHITE, c.CARD))
_SCORE, _LARGE = Style(58, c.WHITE, c.CARD), Style(72, c.WHITE, c.CARD)
_KOMI = Style(32, c.MUTED, c.CARD)
_SIDES = (Style(30, c.YELLOW, c.CARD), Style(30, c.CYAN, c.CARD))
_TAG = Style(30, c.WHITE, c.CARD)
_HEADS = (Style(40, c.YELLOW, c.VOID), Style(40, c.CYAN, c.VOID))
_DRAWN = Style(40, c.WHITE, c.VOID)
_MOVES = (Style(33, c.YELLOW, c.VOID), Style(33, c.CYAN, c.VOID))
_NOTE = Style(30, c.MUTED, c.VOID, bold=False)
_LEGEND = Style(30, c.MUTED, c.VOID, bold=False)


Drawn: TypeAlias = tuple[list[Mark], list[Caption], int]
"""Marks and words around a board, and how high the picture is with them."""


class Around:
    """What stands around a board; ``face`` has the emblems and the legend of the variant."""

    def __init__(
        self, view: AstralisView, look: Look, players: tuple[str, str], face: Face
    ) -> None:
        self._view, self._look, self._players, self._face = view, look, players, face
        self._over = view.phase == "over"
        self._won = text.winners(view)
        self._marks: list[Mark] = []
        self._words: list[Caption] = []

    def drawn(self, layout: Layout) -> Drawn:
        """What stands beside the board, or above and below it; nothing for a board alone."""
        if layout is ALONE:
            return [], [], layout.high
        high = layout.high
        view = self._view
        turn = {"placing": "", "playing": f"turn {view.turn}", "over": f"{view.turns_played} turns"}
        right = RIGHT if layout is WIDE else LEFT - EDGE
        self._say(turn[view.phase], right, 54, _TURN, "right")
        if layout is WIDE:
            for side, top in zip(Side, CARD_TOPS, strict=True):
                self._high_card(side, top)
            self._news(LEFT, RIGHT, STATUS_TOP)
        else:
            upper, lower = (Side.CYAN, Side.YELLOW)[:: -1 if self._look.turned else 1]
            self._low_card(upper, 72)
            self._low_card(lower, BELOW)
            high = self._news(EDGE, LEFT - EDGE, BELOW + LOW_CARD + 50)
        return self._marks, self._words, high

    def _say(self, said: str, x: int, y: int, style: Style, anchor: Anchor = "left") -> None:
        if said:
            self._words.append(Caption(said, x, y, style, anchor))

    def _tag(self, side: Side) -> str:
        """Whether it is a side's turn, or whether it has won."""
        if self._over:
            return "winner" if side in self._won else ""
        return "to move" if side is self._view.to_move else ""

    def _counted(self, side: Side) -> tuple[str, str]:
        """A side's score as a number, and what belongs to it."""
        view, score = self._view, self._view.score()
        if view.covered:
            number, _, unit = text.planets(view, side).partition(" ")
            return number, unit
        komi = text.total(view).partition(" ")[2] if view.komi and side is Side.CYAN else ""
        return str((score.yellow, score.cyan)[side]), komi

    def _high_card(self, side: Side, top: int) -> None:
        tag, (number, more) = self._tag(side), self._counted(side)
        self._marks.append((_card(side, bool(tag), self._face.emblem), LEFT, top))
        self._say(side.label, LEFT + 104, top + 42, _SIDES[side])
        self._say(tag, RIGHT - 20, top + 42, _TAG, "right")
        self._words.append(_player(self._players[side], LEFT + 104, top + 88, RIGHT - LEFT - 124))
        self._say(number, LEFT + 104, top + 152, _SCORE)
        self._say(more, RIGHT - 20, top + 150, _KOMI, "right")

    def _low_card(self, side: Side, top: int) -> None:
        tag, (number, more), right = self._tag(side), self._counted(side), LEFT - EDGE - 28
        self._marks.append((_low_card(side, bool(tag), self._face.emblem), EDGE, top))
        self._say(side.label, EDGE + 100, top + 42, _SIDES[side])
        self._say(tag, EDGE + 124 + paint.width(side.label, _SIDES[side]), top + 42, _TAG)
        self._say(number, right, top + 80, _LARGE, "right")
        right -= paint.width(number, _LARGE) + 24
        self._say(more, right, top + 76, _KOMI, "right")
        room = right - paint.width(more, _KOMI) - EDGE - 130
        self._words.append(_player(self._players[side], EDGE + 100, top + 90, room))

    def _news(self, left: int, right: int, y: int) -> int:
        """What happened last, and the legend: where they end."""
        for said, style in _status(self._view, self._look):
            for line in paint.wrapped(said, style, right - left):
                self._words.append(Caption(line, left, y, style, room=right - left))
                y += LINE
        return self._legend(left, right, y - LINE // 3)

    def _legend(self, left: int, right: int, y: int) -> int:
        """The symbols on the board, as many in a row as have room."""
        x = left
        for sign, said in self._face.symbols(self._view, self._look):
            long = sign.width + 8 + paint.width(said, _LEGEND)
            if x > left and x + long > right:
                x, y = left, y + ROW
            self._marks.append((sign, x, y))
            self._say(said, x + sign.width + 8, y + sign.height // 2 + 11, _LEGEND)
            x += long + 24
        return y + ROW + 8


def _player(name: str, x: int, y: int, room: int) -> Caption:
    """A name in large type, or in smaller type when it is long."""
    style = _NAMES[0] if paint.width(name, _NAMES[0]) <= room else _NAMES[1]
    return Caption(name, x, y, style, room=room)


def _status(view: AstralisView, look: Look) -> Iterator[tuple[str, Style]]:
    """At most three lines about what happened last."""
    if view.ending is not None:
        won = text.winners(view)
        result, _, how = re.sub(r"[,:.] ", "\n", text.outcome(view, look), count=1).partition("\n")
        yield result, _HEADS[won[0]] if won else _DRAWN
        if how:
            yield how, _NOTE
    elif view.phase == "placing":
        yield f"{view.to_move.label} places a {view.mover}", _HEADS[view.to_move]
        free = text.names(view, view.starts)
        yield f"anywhere from {free[0]} to {free[-1]}", _NOTE
    if view.last_played is not None:
        side, turn = view.last_played
        yield f"{side.label} {turn}", _MOVES[side]
        more = (*text.consequences(view, 4), text.waiting(view), text.request(view))
        if notes := "; ".join(filter(None, more)):
            yield notes, _NOTE


Emblem: TypeAlias = Callable[[Side], Iterable[Shape]]


@cache
def _card(side: Side, lit: bool, emblem: Emblem) -> Art:
    """The ground of a player's card with the emblem; bright-rimmed when it is that side's turn."""
    shapes = (*_frame(side, lit, RIGHT - LEFT, CARD_HIGH), *emblem(side))
    return Art(RIGHT - LEFT, CARD_HIGH, c.VOID, shapes)


@cache
def _low_card(side: Side, lit: bool, emblem: Emblem) -> Art:
    """The card of a side across the picture."""
    wide = LEFT - 2 * EDGE
    small = (larger(shape, 0.62, 14, 2) for shape in emblem(side))
    return Art(wide, LOW_CARD, c.VOID, (*_frame(side, lit, wide, LOW_CARD), *small))


def _frame(side: Side, lit: bool, wide: int, high: int) -> Iterator[Shape]:
    frame = box(3, 3, wide - 6, high - 6, 18)
    yield Area(frame, c.CARD)
    yield Stroke(frame, 4.0 if lit else 2.0, TINTS[side].body if lit else c.RIM, closed=True)


class Face:
    """What the panel shows of the pieces, as in the base game."""

    @staticmethod
    def emblem(side: Side) -> Iterable[Shape]:
        """A planet and a ship."""
        return (*art.planet(side, 54, 62, 36), *art.ship(side, 54, 132, 20))

    @staticmethod
    def symbols(view: Any, look: Look) -> Iterator[Symbol]:
        """What is to be seen on the board, and what it means."""
        return _symbols(view, look)


def _symbols(view: AstralisView, look: Look) -> Iterator[Symbol]:
    score, last = view.score(), view.last
    sides = [side for side in Side if (score.yellow, score.cyan)[side]]
    if sides:
        yield swatches(*(CONTROL[side] for side in sides)), "control"
    if score.contested:
        yield swatches(Tile.CONTESTED), f"contested {score.contested}"
    if view.phase == "placing":
        yield swatches(art.STARTS[view.to_move]), f"a {view.mover} may start here"
    elif score.unexplored and not view.covered:
        yield swatches(Tile.UNEXPLORED), f"unexplored {score.unexplored}"
    if last is not None:
        if traced(look):
            colour, line = TINTS[last.side].body, ((5, 21), (26, 21))
            tip = Area(((24, 9), (40, 21), (24, 33)), colour)
            yield (
                icon((Stroke(line, 9, c.MUTED), Stroke(line, 5, colour), tip)),
                "flights in order",
            )
        else:
            arrow = Stroke(chevron(21, 21, 10, 0), 5, TINTS[last.side].light)
            yield icon(tuple(art.wake(last.side, 21, 21, 15)), (arrow,)), "last flight"
        if last.planted is not None or last.awarded is not None or last.bonuses or last.extracted:
            rim = Stroke(SMALL.outline(21, 21, 3), 4, c.WHITE, closed=True)
            yield icon((rim,)), f"new {view.piece}"
        if last.bonuses or last.awarded is not None:
            yield icon(tuple(art.badge("bonus", 21, 21))), "by bonus"
        if last.extracted:
            yield icon(tuple(art.badge("extracted", 21, 21))), "extracted"
    if view.remarks:
        yield icon(tuple(art.badge("extracted", 21, 21))), "wrong claim"
    if view.pending is not None:
        owner = next(side for side in Side if view.ships[side] == view.pending).other
        yield icon(tuple(art.hourglass(owner, 21, 21))), "bonus waits"
    if look.threats and view.phase == "playing":
        yield from _threats(view)


def traced(look: Look) -> bool:
    """Whether flights are drawn as the steps of a story, and not the last one alone."""
    return look.overlay is not None and any(isinstance(part, Route) for part in look.overlay.parts)


def _threats(view: AstralisView) -> Iterator[tuple[Art, str]]:
    for now, when in ((True, "next turn"), (False, "later")):
        found = [view.threats(side) for side in Side]
        sides = [side for side in Side if any(bool(one.now) is now for one in found[side].bonuses)]
        if sides:
            yield (
                icon(*(tuple(art.ghost(side, 21, 21, 13, now)) for side in sides)),
                f"bonus {when}",
            )
        if any(bool(one.now) is now for each in found for one in each.extractions):
            width = art.NOW if now else art.LATER
            yield icon(tuple(brackets(21, 21, 15, width, c.MUTED))), f"can be extracted {when}"


@cache
def swatches(*tiles: Tile) -> Art:
    """Hexes of these kinds side by side."""
    return icon(*(art.swatch(tile, SMALL, 21, 21) for tile in tiles))


@cache
def icon(*parts: tuple[Shape, ...]) -> Art:
    """Symbols of 42 by 42 pixels side by side."""
    shapes = [larger(shape, 1, 42 * number) for number, part in enumerate(parts) for shape in part]
    return Art(42 * len(parts), 42, c.VOID, tuple(shapes))


SMALL = Pitch(36, 20, 10)
CONTROL = (Tile.YELLOW, Tile.CYAN)

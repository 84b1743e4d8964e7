"""The panel beside the board: who plays, the score, what happened last, and the legend."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, TypeAlias

from games.astralis.view import AstralisView, Side
from games.core.overlay import Route
from renderers import Look, paint
from renderers import palette as c
from renderers.astralis import art
from renderers.astralis.art import TINTS, Tile
from renderers.astralis.summary import (
    consequences,
    names,
    outcome,
    planets,
    request,
    total,
    waiting,
    winners,
)
from renderers.glyphs import box, brackets, chevron, larger
from renderers.hexmap import Pitch
from renderers.scene import Area, Art, Caption, Mark, Shape, Stroke, Style

LEFT, WIDE = 1206, 420
CARD_TOPS = (78, 262)
CARD_HIGH = 172
STATUS_TOP = 486
LINE = 42
ROW = 52

TITLE = Caption("Astralis", LEFT, 54, Style(44, c.WHITE, c.VOID))
Symbol: TypeAlias = tuple[Art, str]
"""A line of the legend."""

_TURN = Style(32, c.MUTED, c.VOID)
_NAMES = (Style(38, c.WHITE, c.CARD), Style(31, c.WHITE, c.CARD))
_SCORE = Style(58, c.WHITE, c.CARD)
_KOMI = Style(32, c.MUTED, c.CARD)
_SIDES = (Style(30, c.YELLOW, c.CARD), Style(30, c.CYAN, c.CARD))
_TAG = Style(30, c.WHITE, c.CARD)
_HEADS = (Style(40, c.YELLOW, c.VOID), Style(40, c.CYAN, c.VOID))
_DRAWN = Style(40, c.WHITE, c.VOID)
_MOVES = (Style(33, c.YELLOW, c.VOID), Style(33, c.CYAN, c.VOID))
_NOTE = Style(30, c.MUTED, c.VOID, bold=False)
_LEGEND = Style(30, c.MUTED, c.VOID, bold=False)


def panel(
    view: AstralisView, look: Look, players: tuple[str, str], face: Face
) -> tuple[list[Mark], list[Caption]]:
    """Everything beside the board but the title.

    ``face``  the emblems and the legend of the variant
    """
    right = LEFT + WIDE
    marks: list[Mark] = []
    turn = {"placing": "", "playing": f"turn {view.turn}", "over": f"{view.turns_played} turns"}
    words = [Caption(turn[view.phase], right, 54, _TURN, "right")]
    score = view.score()
    won = winners(view)
    over = view.phase == "over"
    for side, top in zip(Side, CARD_TOPS, strict=True):
        lit = side in won if over else side is view.to_move
        marks.append((_card(side, lit, face.emblem), LEFT, top))
        words.append(Caption(side.label, LEFT + 104, top + 42, _SIDES[side]))
        if lit:
            tag = "winner" if over else "to move"
            words.append(Caption(tag, right - 20, top + 42, _TAG, "right"))
        words.append(_player(players[side], LEFT + 104, top + 88, WIDE - 124))
        counted = planets(view, side) if view.covered else str((score.yellow, score.cyan)[side])
        number, _, unit = counted.partition(" ")
        words.append(Caption(number, LEFT + 104, top + 152, _SCORE))
        if unit:
            words.append(Caption(unit, right - 20, top + 150, _KOMI, "right"))
    if view.komi and not view.covered:
        komi = total(view).partition(" ")[2]
        words.append(Caption(komi, right - 20, CARD_TOPS[1] + 150, _KOMI, "right"))
    y = STATUS_TOP
    for text, style in _status(view):
        for line in paint.wrapped(text, style, WIDE):
            words.append(Caption(line, LEFT, y, style, room=WIDE))
            y += LINE
    icons, names_ = _legend(face.symbols(view, look), y - LINE // 3)
    return [*marks, *icons], [*words, *names_]


def _legend(symbols: Iterable[Symbol], y: int) -> tuple[list[Mark], list[Caption]]:
    """The symbols on the board, as many in a row as have room."""
    marks: list[Mark] = []
    words: list[Caption] = []
    x = LEFT
    for sign, text in symbols:
        long = sign.width + 8 + paint.width(text, _LEGEND)
        if x > LEFT and x + long > LEFT + WIDE:
            x, y = LEFT, y + ROW
        marks.append((sign, x, y))
        words.append(Caption(text, x + sign.width + 8, y + sign.height // 2 + 11, _LEGEND))
        x += long + 24
    return marks, words


def _player(name: str, x: int, y: int, room: int) -> Caption:
    """A name in large type, or in smaller type when it is long."""
    style = _NAMES[0] if paint.width(name, _NAMES[0]) <= room else _NAMES[1]
    return Caption(name, x, y, style, room=room)


def _status(view: AstralisView) -> Iterator[tuple[str, Style]]:
    """At most three lines about what happened last."""
    if view.ending is not None:
        won = winners(view)
        result, _, how = outcome(view).partition(", ")
        yield f"{result[0].upper()}{result[1:]}", _HEADS[won[0]] if won else _DRAWN
        if how:
            yield how, _NOTE
    elif view.phase == "placing":
        yield f"{view.to_move.label} places a {view.mover}", _HEADS[view.to_move]
        free = names(view, view.starts)
        yield f"anywhere from {free[0]} to {free[-1]}", _NOTE
    if view.last_played is not None:
        side, turn = view.last_played
        yield f"{side.label} {turn}", _MOVES[side]
        notes = [note for note in (*consequences(view, 4), waiting(view), request(view)) if note]
        if notes:
            yield "; ".join(notes), _NOTE


@cache
def _card(side: Side, lit: bool, emblem: Callable[[Side], Iterable[Shape]]) -> Art:
    """The ground of a player's card with the emblem; bright-rimmed when it is that side's turn."""
    edge = TINTS[side].body if lit else c.RIM
    width = 4.0 if lit else 2.0
    frame = box(3, 3, WIDE - 6, CARD_HIGH - 6, 18)
    shapes: list[Shape] = [Area(frame, c.CARD), Stroke(frame, width, edge, closed=True)]
    shapes += emblem(side)
    return Art(WIDE, CARD_HIGH, c.VOID, tuple(shapes))


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

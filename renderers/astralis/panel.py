"""The panel beside the board: who plays, the score, what happened last, and the legend."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from games.astralis.view import AstralisView, Side
from renderers import Look, paint
from renderers import palette as c
from renderers.astralis import art
from renderers.astralis.art import TINTS, Tile
from renderers.astralis.summary import (
    consequences,
    flight,
    names,
    outcome,
    request,
    total,
    waiting,
    winners,
)
from renderers.glyphs import box, brackets, chevron, dashed_ring, oval
from renderers.hexmap import Pitch
from renderers.scene import Area, Art, Caption, Mark, Shape, Stroke, Style

LEFT, WIDE = 1216, 420
SECOND = 234
CARD_TOPS = (78, 262)
CARD_HIGH = 172
STATUS_TOP = 486
LEGEND_TOP = 686
ROW = 46

_TITLE = Style(44, c.WHITE, c.VOID)
_TURN = Style(32, c.MUTED, c.VOID)
_NAMES = (Style(38, c.WHITE, c.CARD), Style(31, c.WHITE, c.CARD))
_SCORE = Style(58, c.WHITE, c.CARD)
_KOMI = Style(32, c.MUTED, c.CARD)
_SIDES = (Style(30, c.YELLOW, c.CARD), Style(30, c.CYAN, c.CARD))
_HEADS = (Style(40, c.YELLOW, c.VOID), Style(40, c.CYAN, c.VOID))
_DRAWN = Style(40, c.WHITE, c.VOID)
_MOVES = (Style(33, c.YELLOW, c.VOID), Style(33, c.CYAN, c.VOID))
_NOTE = Style(30, c.MUTED, c.VOID, bold=False)
_LEGEND = Style(24, c.MUTED, c.VOID, bold=False)


def panel(
    view: AstralisView, look: Look, players: tuple[str, str]
) -> tuple[list[Mark], list[Caption]]:
    """What changes from picture to picture; the rest is in ``legend``."""
    right = LEFT + WIDE
    marks: list[Mark] = []
    turn = {"placing": "", "playing": f"turn {view.turn}", "over": f"{view.turns_played} turns"}
    words = [Caption(turn[view.phase], right, 54, _TURN, "right")]
    score = view.score()
    won = winners(view)
    over = view.phase == "over"
    for side, top in zip(Side, CARD_TOPS, strict=True):
        lit = side in won if over else side is view.to_move
        marks.append((_card(side, lit), LEFT, top))
        words.append(Caption(side.label, LEFT + 104, top + 42, _SIDES[side]))
        if lit:
            tag = "winner" if over else "to move"
            words.append(Caption(tag, right - 20, top + 42, _SIDES[side], "right"))
        words.append(_player(players[side], LEFT + 104, top + 88, WIDE - 124))
        hexes = str((score.yellow, score.cyan)[side])
        words.append(Caption(hexes, LEFT + 104, top + 152, _SCORE))
    if view.komi:
        komi = total(view).partition(" ")[2]
        words.append(Caption(komi, right - 20, CARD_TOPS[1] + 150, _KOMI, "right"))
    y = STATUS_TOP
    for text, style in _status(view):
        words.append(Caption(text, LEFT, y, style, room=WIDE))
        y += 43
    if view.phase != "placing":
        words.append(Caption(f"contested {score.contested}", LEFT, y, _NOTE))
        words.append(Caption(f"unexplored {score.unexplored}", right, y, _NOTE, "right"))
    for number, (icon, text) in enumerate(_extras(view, look)):
        middle = LEGEND_TOP + ROW * (len(_LEGEND_LEFT) + number)
        marks.append((icon, LEFT, middle - icon.height // 2))
        words.append(Caption(text, LEFT + icon.width + 8, middle + 9, _LEGEND))
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
        yield f"{view.to_move.label} places a ship", _HEADS[view.to_move]
        free = names(view, view.starts)
        yield f"anywhere from {free[0]} to {free[-1]}", _NOTE
    if view.last is not None:
        yield f"{view.last.side.label} {flight(view)}", _MOVES[view.last.side]
        notes = [note for note in (*consequences(view, 4), waiting(view), request(view)) if note]
        if notes:
            yield "; ".join(notes), _NOTE


@cache
def _card(side: Side, lit: bool) -> Art:
    """The ground of a player's card with the emblem; bright-rimmed when it is that side's turn."""
    edge = TINTS[side].body if lit else c.RIM
    width = 4.0 if lit else 2.0
    frame = box(3, 3, WIDE - 6, CARD_HIGH - 6, 18)
    shapes: list[Shape] = [Area(frame, c.CARD), Stroke(frame, width, edge, closed=True)]
    shapes += art.planet(side, 54, 62, 36)
    shapes += art.ship(side, 54, 132, 20)
    return Art(WIDE, CARD_HIGH, c.VOID, tuple(shapes))


def legend() -> Iterator[Mark]:
    """The symbols that are always explained."""
    for x, icons in ((LEFT, _LEGEND_LEFT), (LEFT + SECOND, _LEGEND_RIGHT)):
        for number, (icon, _) in enumerate(icons):
            yield icon, x, LEGEND_TOP + ROW * number - icon.height // 2


def legend_words() -> Iterator[Caption]:
    yield Caption("Astralis", LEFT, 54, _TITLE)
    for x, icons in ((LEFT, _LEGEND_LEFT), (LEFT + SECOND, _LEGEND_RIGHT)):
        for number, (icon, text) in enumerate(icons):
            y = LEGEND_TOP + ROW * number + 9
            yield Caption(text, x + icon.width + 8, y, _LEGEND)


def _extras(view: AstralisView, look: Look) -> Iterator[tuple[Art, str]]:
    """Symbols that are explained only while they can be seen."""
    if view.phase == "placing":
        yield _START[view.to_move], "a ship may start here"
    if look.threats and view.phase == "playing":
        yield _GHOSTS, "bonus in reach"
        yield _AIMED, "can be extracted"
        yield _THICK, "in any turn, in the next one"


def _icon(wide: int, *shapes: Shape) -> Art:
    return Art(wide, 42, c.VOID, shapes)


_SMALL = Pitch(36, 20, 10)
_LEGEND_LEFT = (
    (_icon(84, *art.planet(0, 21, 21, 18), *art.planet(1, 63, 21, 18)), "planets"),
    (_icon(84, *art.ship(0, 21, 21, 16), *art.ship(1, 63, 21, 17)), "ships"),
    (
        _icon(
            84,
            *art.swatch(Tile.YELLOW, _SMALL, 21, 21),
            *art.swatch(Tile.CYAN, _SMALL, 63, 21),
        ),
        "control",
    ),
    (_icon(84, *art.swatch(Tile.CONTESTED, _SMALL, 42, 21)), "contested"),
    (_icon(84, *art.swatch(Tile.UNEXPLORED, _SMALL, 42, 21)), "unexplored"),
)
_LEGEND_RIGHT = (
    (
        _icon(
            44,
            *dashed_ring(14, 21, 11, 3, c.MUTED, 8),
            Stroke(chevron(35, 21, 8, 0), 4, c.MUTED),
        ),
        "last flight",
    ),
    (_icon(44, Stroke(_SMALL.outline(22, 21, 3), 4, c.WHITE, closed=True)), "new planet"),
    (_icon(44, *art.badge("bonus", 22, 21)), "by bonus"),
    (_icon(44, *art.badge("extracted", 22, 21)), "extracted"),
    (_icon(44, *dashed_ring(22, 21, 15, 4, c.YELLOW, 8)), "bonus waits"),
)
_START = tuple(_icon(84, *art.swatch(tile, _SMALL, 42, 21)) for tile in art.STARTS)
_GHOSTS = _icon(84, *art.ghost(0, 21, 21, 16, 3), *art.ghost(1, 63, 21, 16, 3))
_AIMED = _icon(84, *brackets(42, 21, 14, 3.5, c.MUTED))
_THICK = _icon(
    84,
    Stroke(oval(21, 21, 14, 14, 0, 0, 360), art.LATER, c.MUTED),
    Stroke(oval(63, 21, 14, 14, 0, 0, 360), art.NOW, c.MUTED),
)

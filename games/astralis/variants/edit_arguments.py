"""Arguments of what a referee may set: hexes and sides."""

from __future__ import annotations

import re

from games.astralis.board import names
from games.astralis.moves.refusals import off_board
from games.astralis.sides import Side
from games.astralis.view import AstralisView
from games.core.geometry.hexes import spelling
from games.core.notation import Value
from games.core.referee.edits import Argument, choice


def _read_hex(_: AstralisView, text: str) -> str:
    if not re.fullmatch("[A-Z][0-9]{1,3}", text):
        raise ValueError
    return spelling(text) or text


def _every_hex(view: AstralisView, *_: Side) -> tuple[str, ...]:
    return names(view.board.mask)


HEX = Argument(
    Value("a hex", _read_hex),
    "Which hex?",
    _every_hex,
    group=lambda _, hex: (hex[0], f"Row {hex[0]}"),
    missing=lambda view, hex: off_board(view.board, hex),
)
_SIDES = {"YELLOW": Side.YELLOW, "Y": Side.YELLOW, "CYAN": Side.CYAN, "C": Side.CYAN}
SIDE = choice(
    "YELLOW or CYAN",
    _SIDES,
    "Which side?",
    label=lambda _, side: side.label,
    called=lambda _, side: side.label,
)
OWNER = choice(
    "YELLOW, CYAN or NONE",
    {**_SIDES, "NONE": None, "-": None},
    "Whose {view.piece} is there?",
    label=lambda view, side: (
        f"No {view.piece}" if side is None else f"A {view.piece} of {side.label}"
    ),
    called=lambda _, side: "none" if side is None else f"{side.label}'s",
)

"""Command-line tools of Astralis: JSON positions and fast perft."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictInt, model_validator

from games.astralis.adjusting.line import line_of, line_read, written
from games.astralis.agreement import Agreement, BonusUnderShip
from games.astralis.board import Board, board_of, name
from games.astralis.course import arranged
from games.astralis.meta import KOMI
from games.astralis.moves import Turn, text_of
from games.astralis.options import TurnOptions
from games.astralis.project import view_of
from games.astralis.rules.explore import is_stuck
from games.astralis.rules.turn import Position, play, turns, unexplored
from games.astralis.sides import Side
from games.astralis.state import State
from games.astralis.view import AstralisView
from games.core.decisions import Decision
from games.core.geometry.hexes import spelling
from games.core.refusals import Forbidden

OPENING = ("--ships", "starting hexes of Yellow's and Cyan's ships: A4,O11")
"""The command-line option for the first moves of a match, with its help text."""


class PositionFile(BaseModel):
    """A position: planets and ships of both sides by names of hexes, and who is to move.

    All that can also stand in one text as ``line``: ``N8 Y:E8,I7 C:- SY:B3 SC:O11 T:Y``.
    """

    model_config = ConfigDict(extra="forbid")

    board: StrictInt = Field(8, ge=3, le=8)
    yellow: tuple[str, ...] = Field((), alias="Y_planets")
    cyan: tuple[str, ...] = Field((), alias="C_planets")
    yellow_ship: str = Field(alias="Y_ship")
    cyan_ship: str = Field(alias="C_ship")
    to_move: Literal["Y", "C"] = "Y"
    komi: Annotated[float, Field(ge=-99.5, le=99.5, multiple_of=0.5)] = KOMI
    bonus_under_ship: BonusUnderShip = "deferred"
    strict_supply: bool = False

    @model_validator(mode="before")
    @classmethod
    def _of_line(cls, given: Any) -> Any:
        if not isinstance(given, Mapping) or "line" not in given:
            return given
        line = line_read("".join(f"{given['line']}".upper().split()))
        if line is None:
            raise ValueError("the line must look like N8 Y:E8,I7 C:- SY:B3 SC:O11 T:Y")
        ships = zip(("Y_ship", "C_ship"), line.ships, strict=True)
        told = {
            "board": line.size,
            "Y_planets": line.yellow,
            "C_planets": line.cyan,
            "to_move": line.to_move.name[0],
            **{name: ship for name, ship in ships if ship is not None},
        }
        rest = {name: value for name, value in given.items() if name != "line"}
        if twice := told.keys() & rest.keys():
            raise ValueError(f"the line says that already: {', '.join(sorted(twice))}")
        return {**told, **rest}


def position(data: Mapping[str, Any]) -> State:
    """The state that a position file describes.

    Raises ``pydantic.ValidationError`` for data of another form, and ``Forbidden``
    with its rule for a position that cannot be.
    """
    file = PositionFile.model_validate(data)
    board = board_of(file.board)
    yellow, cyan = _hexes(board, file.yellow), _hexes(board, file.cyan)
    ships = _hexes(board, (file.yellow_ship, file.cyan_ship))
    agreement = Agreement(
        size=file.board,
        komi=file.komi,
        bonus_under_ship=file.bonus_under_ship,
        strict_supply=file.strict_supply,
    )
    _refuse_impossible(board, (*yellow, *cyan), ships, agreement)
    to_move = Side.YELLOW if file.to_move == "Y" else Side.CYAN
    return arranged(agreement, (yellow, cyan), (ships[0], ships[1]), to_move)


def _hexes(board: Board, hexes: tuple[str, ...]) -> tuple[str, ...]:
    found = tuple(spelling(hex) or hex for hex in hexes)
    for hex in found:
        if hex not in board.hex_of:
            raise Forbidden("AST-02", f"{hex!r} is not a hex of a board of size {board.size}.")
    return found


def _refuse_impossible(
    board: Board, planets: tuple[str, ...], ships: tuple[str, ...], agreement: Agreement
) -> None:
    for number, hex in enumerate(planets):
        if hex in planets[:number]:
            raise Forbidden("AST-05", f"{hex} holds two planets.")
        near = board.around[board.hex_of[hex]]
        for other in planets[:number]:
            if near >> board.hex_of[other] & 1:
                raise Forbidden("AST-05", f"The planets on {other} and {hex} are adjacent.")
    if ships[0] == ships[1]:
        raise Forbidden("AST-22", f"Both ships are on {ships[0]}.")
    for ship in ships:
        if ship in planets and agreement.bonus_under_ship == "deferred":
            raise Forbidden("AST-22", f"A ship is on the planet {ship}.")


def describe(state: State, before: State | None = None) -> dict[str, Any]:
    """Status of every hex, score, and what the side to move may do.

    ``changed`` holds the hexes whose status is not what it was ``before``.
    """
    view = view_of(state)
    score = view.score()
    turns = _turns(view)
    status = _status(view)
    described: dict[str, Any] = {
        "line": written(line_of(state)),
        "status": status,
        "score": {
            "yellow": score.yellow,
            "cyan": score.cyan,
            "contested": score.contested,
            "unexplored": score.unexplored,
            "cyan_with_komi": score.cyan_with_komi,
        },
        "to_move": "Y" if view.to_move is Side.YELLOW else "C",
        "destinations": list(dict.fromkeys(turn.to for turn in turns)),
        "turns": [text_of(turn) for turn in turns],
        "ended": view.phase == "over",
    }
    if before is not None:
        was = _status(view_of(before))
        described["changed"] = {hex: now for hex, now in status.items() if was[hex] != now}
    return described


def _status(view: AstralisView) -> dict[str, str]:
    return {name(hex): view.status(hex) for hex in view.hexes}


def _turns(view: AstralisView) -> tuple[Turn, ...]:
    """In canonical order: by destination, each without planting first."""
    decision = Decision(view.seats[view.to_move], "turn", view.turn)
    return tuple(move for move in TurnOptions(view, decision) if isinstance(move, Turn))


def count(state: State, depth: int) -> int | None:
    """Sequences of ``depth`` turns; ``None`` where the ships are still to be placed or swapped."""
    if state.phase == "placing" or (state.agreement.swap and state.turn <= 2):
        return None
    return perft(state, depth)


def perft(state: State, depth: int) -> int:
    """How many different sequences of ``depth`` turns there are from a state in play.

    A forced pass belongs to the turn before it. Sequences that end the match
    earlier do not count, nor does the swap.
    """
    agreement = state.agreement
    if depth < 1:
        return 1
    if state.phase != "playing":
        return 0
    beneath = agreement.bonus_under_ship == "immediate"
    board = board_of(agreement.size)
    return _count(board, state.position(), depth, agreement.strict_supply, beneath)


def _count(board: Board, at: Position, depth: int, strict: bool, beneath: bool) -> int:
    found = turns(board, at, strict)
    if depth == 1:
        return len(found)
    total = 0
    for to, plant in found:
        after = play(board, at, to, plant, strict, beneath).position
        if not unexplored(board, after):
            continue
        if is_stuck(board, after.ship, after.own, after.opposing, after.other):
            after = after.turned()
        total += _count(board, after, depth - 1, strict, beneath)
    return total

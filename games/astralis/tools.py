"""What the command line can do with Astralis: positions, measuring, fast perft."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import wraps
from typing import Any, Literal, Self

from pydantic import Field, StrictInt, model_validator

from games.astralis.agreement import Agreement
from games.astralis.board import Board, board_of, name, names
from games.astralis.game import GAME
from games.astralis.moves import Turn
from games.astralis.position_line import line_of, line_read, written
from games.astralis.rules import explore
from games.astralis.rules.dispersed_go import PASSES
from games.astralis.sides import Side
from games.astralis.state import State
from games.astralis.variants import VARIANTS, variant_of
from games.core.geometry import hexes
from games.core.geometry.hexes import spelling
from games.core.tools import PositionForm, StrictForm, Tools
from games.core.types import Decision, Forbidden, Seats

SIDES = {"Y": Side.YELLOW, "C": Side.CYAN}
ONLY_IN_VARIANTS = {name for each in VARIANTS.values() for name in each.position}
"""Fields of a position that the base game does not have."""


class Arrangement(StrictForm):
    """Where the stones of both sides stood."""

    Y: tuple[str, ...] = ()
    C: tuple[str, ...] = ()


class AstralisPosition(PositionForm):
    """Planets and ships of both sides by names of hexes, and who is to move.

    All but ``turn`` and ``quiet`` can also stand in one text as ``line``:
    ``N8 Y:E8,I7 C:- SY:B3 SC:O11 T:Y``. Without both ships these are still to be placed.
    """

    board: StrictInt | None = Field(None, ge=3, le=8)
    yellow: tuple[str, ...] = Field((), alias="Y_planets")
    cyan: tuple[str, ...] = Field((), alias="C_planets")
    yellow_ship: str | None = Field(None, alias="Y_ship")
    cyan_ship: str | None = Field(None, alias="C_ship")
    to_move: Literal["Y", "C"] = "Y"
    turn: StrictInt | None = Field(None, ge=1)
    quiet: StrictInt | None = Field(None, ge=0)
    awards: dict[Literal["Y", "C"], tuple[str, ...]] | None = None
    passes: StrictInt | None = Field(None, ge=0, le=PASSES)
    history: tuple[Arrangement, ...] | None = None

    @model_validator(mode="before")
    @classmethod
    def _of_line(cls, given: Any) -> Any:
        if not isinstance(given, Mapping) or "line" not in given:
            return given
        line = line_read("".join(f"{given['line']}".upper().split()))
        if line is None:
            raise ValueError("the line must look like N8 Y:E8,I7 C:- SY:B3 SC:O11 T:Y")
        said = {
            "board": line.size,
            "Y_planets": line.yellow,
            "C_planets": line.cyan,
            "Y_ship": line.ships[0],
            "C_ship": line.ships[1],
            "to_move": line.to_move.name[0],
        }
        rest = {name: value for name, value in given.items() if name != "line"}
        if twice := said.keys() & rest.keys():
            raise ValueError(f"the line says that already: {', '.join(sorted(twice))}")
        return {**said, **rest}

    @classmethod
    def of(cls, state: State) -> Self:
        line = written(line_of(state))
        placed = state.turn > 0
        return cls.model_validate(
            {
                "line": line,
                "turn": state.turn or None,
                "quiet": state.quiet if placed else None,
                **variant_of(state).to_position(state),
            }
        )

    def state(self, settings: Agreement, seats: Seats) -> State:
        agreement = settings.replace(size=self.board or settings.size)
        variant = variant_of(agreement)
        more = self.model_dump(include=ONLY_IN_VARIANTS, exclude_none=True)
        if foreign := sorted(more.keys() - variant.position):
            why = f"“{foreign[0]}” belongs to another variant."
            raise Forbidden(variant.rule, why, instead="The settings name the variant.")
        board = board_of(agreement.size)
        for before in more.get("history", ()):
            before |= {side: _hexes(board, before[side]) for side in SIDES}
        yellow, cyan = _hexes(board, self.yellow), _hexes(board, self.cyan)
        first, second = (_hexes(board, (ship,)) for ship in (self.yellow_ship, self.cyan_ship))
        _refuse_impossible(board, (*yellow, *cyan), (*first, *second), agreement)
        ships = (*first, None)[0], (*second, None)[0]
        state = variant.from_position(agreement, (yellow, cyan), ships, SIDES[self.to_move], more)
        turn = state.turn if self.turn is None else self.turn
        return replace(state, turn=turn, quiet=state.quiet if self.quiet is None else self.quiet)


def _hexes(board: Board, given: tuple[str | None, ...]) -> tuple[str, ...]:
    found = tuple(spelling(hex) or hex for hex in given if hex is not None)
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
    if len(set(ships)) < len(ships):
        raise Forbidden("AST-22", f"Both ships are on {ships[0]}.")
    for ship in ships:
        if ship in planets and agreement.bonus_under_ship == "deferred":
            raise Forbidden("AST-22", f"A ship is on the planet {ship}.")


# --- Measuring ---


def score(state: State) -> Mapping[str, float | str] | None:
    """Score of both sides, Cyan's total with komi, and hexes that count for nobody."""
    return None if state.covered else variant_of(state).score(state)


def distance(state: State, from_: str, to: str) -> int:
    """Steps between two hexes (1.2)."""
    board = board_of(state.agreement.size)
    return hexes.distance(board.axial[_hex(state, from_)], board.axial[_hex(state, to)])


def neighbours(state: State, hex: str) -> tuple[str, ...]:
    """The hexes next to a hex (AST-03)."""
    return names(board_of(state.agreement.size).around[_hex(state, hex)])


def status(state: State) -> dict[str, str]:
    """The status of each hex: unexplored, yellow, cyan or contested (AST-10)."""
    return {name(hex): state.status(hex) for hex in state.hexes}


def destinations(state: State) -> tuple[str, ...]:
    """Where the ship of the side to move can go (AST-21 to AST-24)."""
    if state.phase != "playing":
        return ()
    at = state.position(state.to_move)
    passed = at.own if state.flies_over else 0
    stops = (at.own | at.opposing) & ~passed
    found = explore.destinations(state.board, at.ship, passed, stops, at.other)
    return tuple(map(name, sorted(found)))


def plants(state: State, to: str) -> tuple[str, ...]:
    """Where the side to move may plant when its ship goes to a hex (AST-26)."""
    at = name(_hex(state, to))
    return tuple(turn.plant for turn in _turns(state) if turn.to == at and turn.plant)


def gain(state: State, move: str) -> dict[str, Any]:
    """What a turn brings: awards, hexes by kind of change, their new status, the score after it."""
    decision = _decision(state)
    turn = GAME.read(state, decision, move)
    if refusal := GAME.options(state, decision).refusal(turn):
        raise refusal
    if not isinstance(turn, Turn):
        raise ValueError(f"{move[:20]!r} is not a turn")
    after = GAME.apply(state, decision.seat, decision, turn).state
    was = status(state)
    changed = {hex: now for hex, now in status(after).items() if was[hex] != now}
    return {**GAME.state_form.full(after)["last"], "changed": changed, "score": score(after)}


def threats(state: State, side: Literal["Y", "C"]) -> dict[str, dict[str, tuple[str, ...]]]:
    """Planets that a side could win with one planting, with the hexes on which it would."""
    found = state.threats(SIDES[side])
    kinds = {"bonuses": found.bonuses, "extractions": found.extractions}
    return {
        kind: {name(threat.hex): names(threat.plants) for threat in each}
        for kind, each in kinds.items()
    }


def line(state: State) -> str:
    """The position as one line of text (4.6)."""
    return written(line_of(state))


def _hex(state: State, text: str) -> int:
    hex = board_of(state.agreement.size).hex_of.get(spelling(text) or text)
    if hex is None:
        raise ValueError(f"{text[:10]!r} is not a hex of a board of size {state.agreement.size}")
    return hex


def _decision(state: State) -> Decision:
    return Decision(state.seats[state.to_move], "turn", state.turn)


def _turns(state: State) -> tuple[Turn, ...]:
    """All turns in canonical order: by destination, each without planting first."""
    found = GAME.options(state, _decision(state)) if state.phase == "playing" else ()
    return tuple(move for move in found if isinstance(move, Turn))


def _asked(measure: Callable[..., Any]) -> Callable[..., Any]:
    """The same question, refused where the variant of a match does not answer it."""
    owner = next((each for each in VARIANTS.values() if measure in each.measures), None)
    name = measure.__name__

    @wraps(measure)
    def ask(state: State, **given: Any) -> Any:
        variant = variant_of(state)
        if owner not in (None, variant):
            raise Forbidden(owner.rule, f"“{name}” can be asked in the variant {owner.name} only.")
        if refused := variant.refuse_measure(state, name):
            raise refused
        return measure(state, **given)

    return ask


_MEASURES: tuple[Callable[..., Any], ...] = (
    *(distance, neighbours, status, destinations, plants, gain, threats, line, score),
    *(measure for each in VARIANTS.values() for measure in each.measures),
)

TOOLS: Tools[State] = Tools(
    position=AstralisPosition,
    score=score,
    measures=tuple(map(_asked, _MEASURES)),
    count=lambda state, depth: variant_of(state).count(state, depth),
    opening=("--ships", "starting hexes of Yellow's and Cyan's ships: A4,O11"),
)

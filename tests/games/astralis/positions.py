"""Positions and turns of Astralis in the notation of the worked examples."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeVar

from games.astralis.agreement import Agreement
from games.astralis.board import board_of, names
from games.astralis.game import GAME
from games.astralis.moves import Move, Turn
from games.astralis.moves.transitions import arranged
from games.astralis.sides import Side
from games.astralis.state import State
from games.astralis.variants import variant_of
from games.astralis.view import AstralisView
from games.core.events import Event, Step
from games.core.geometry.hexes import distance
from games.core.log.replay import play, read
from games.core.questions.tree import Tree
from games.core.types import REFEREE, Decision, Decisions, Seat

E = TypeVar("E", bound=Event)


class Count(NamedTuple):
    """The line under an example: Yellow, Cyan (without komi), contested, unexplored."""

    yellow: int
    cyan: int
    contested: int
    unexplored: int


def position(
    *,
    y: str = "",
    c: str = "",
    sy: str,
    sc: str,
    t: Literal["Y", "C"] = "Y",
    size: int = 8,
    agreed: Agreement | None = None,
) -> State:
    """``Y: E8 I7; C: -; sY B3; sC O11; T Yellow`` as a state."""
    to_move = Side.YELLOW if t == "Y" else Side.CYAN
    agreement = agreed or Agreement(size=size)
    kind = variant_of(agreement).state_type
    return arranged(agreement, (y.split(), c.split()), (sy, sc), to_move, kind)


def view(state: State) -> AstralisView:
    return GAME.view(state, REFEREE)


def mover(state: State) -> Seat:
    return state.seats[state.to_move]


def decision(state: State, seat: Seat, kind: str) -> Decision:
    pending = GAME.pending(state)
    assert isinstance(pending, Decisions), pending
    return next(found for found in pending.of(seat) if found.kind == kind)


def turn_decision(state: State) -> Decision:
    return decision(state, mover(state), "turn")


def options(state: State) -> Tree[Move]:
    found = GAME.options(view(state), turn_decision(state))
    assert isinstance(found, Tree)
    return found


def turns(state: State) -> list[Turn]:
    return [move for move in options(state) if isinstance(move, Turn)]


def destinations(state: State) -> list[str]:
    return [turn.to for turn in turns(state) if turn.plant is None]


def step(state: State, text: str, seat: Seat | None = None) -> Step[State, Event]:
    """What the seat to move (or ``seat``) does by typing ``text``. Raises a ``Refusal``."""
    asked, move = read(GAME, state, mover(state) if seat is None else seat, text)
    return play(GAME, state, asked, move)


def played(state: State, *texts: str) -> State:
    """The state after these turns, each by the side to move."""
    for text in texts:
        state = step(state, text).state
    return state


def only(events: tuple[Event, ...], kind: type[E]) -> E | None:
    """The event of this kind, if there is one; there may not be two."""
    found = [event for event in events if isinstance(event, kind)]
    assert len(found) <= 1, found
    return found[0] if found else None


def planets(state: State, side: Side) -> str:
    """The planets of a side, by name in canonical order."""
    return " ".join(names(state.planets[side]))


def count(state: State) -> Count:
    score = view(state).score()
    return Count(score.yellow, score.cyan, score.contested, score.unexplored)


def far_planets(number: int) -> list[str]:
    """Planets so far from H8 that they leave the examples around it alone."""
    board = board_of(8)
    found = taken = 0
    for hex in reversed(board.hexes):
        far = distance(board.axial[hex], board.axial[board.hex_of["H8"]]) >= 5
        if far and not (board.around[hex] | 1 << hex) & taken:
            taken |= 1 << hex
            found += 1
            if found == number:
                return list(names(taken))
    raise AssertionError("no room for so many planets")

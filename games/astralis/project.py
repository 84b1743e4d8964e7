"""Views of states and back; nothing in Astralis is hidden."""

from __future__ import annotations

from games.astralis.board import board_of
from games.astralis.rules.terms import tiles
from games.astralis.state import State
from games.astralis.view import AstralisView


def view_of(state: State) -> AstralisView:
    """The public view."""
    yellow, cyan = state.planets
    return AstralisView(
        agreement=state.agreement,
        phase=state.phase,
        planets=state.planets,
        ships=state.ships,
        tiles=tiles(board_of(state.agreement.size), yellow, cyan),
        to_move=state.to_move,
        seats=state.seats,
        turn=state.turn,
        quiet=state.quiet,
        swap_open=state.swap_open,
        asked=state.asked,
        asked_in=state.asked_in,
        last=state.last,
        ending=state.ending,
    )


def state_of(view: AstralisView) -> State:
    """The state behind a view: there is only one."""
    return State(
        agreement=view.agreement,
        phase=view.phase,
        planets=view.planets,
        ships=view.ships,
        to_move=view.to_move,
        seats=view.seats,
        turn=view.turn,
        quiet=view.quiet,
        swap_open=view.swap_open,
        asked=view.asked,
        asked_in=view.asked_in,
        last=view.last,
        ending=view.ending,
    )

"""From a state of the toy to what one viewer may see of it."""

from __future__ import annotations

from games.core.seats import Referee, Seated, Viewer
from tests.toy.state import State
from tests.toy.view import Flame, View


def view_of(state: State, viewer: Viewer) -> View:
    seat = viewer.seat if isinstance(viewer, Seated) else None
    all_seen = state.over or isinstance(viewer, Referee)
    return View(
        lamps=tuple(lamp if all_seen or who == seat else 0 for who, lamp in enumerate(state.lamps)),
        hidden=tuple(lamp > 0 for lamp in state.lamps),
        oil=state.oil,
        flames=tuple(Flame(fire.seat, fire.height) if fire else None for fire in state.fires),
        wind=state.wind,
        turns=state.turns,
        seat=seat,
        teams=state.teams,
        actions=state.actions,
        shifts=state.shifts,
        rounds=state.rounds,
        all_seen=all_seen,
    )

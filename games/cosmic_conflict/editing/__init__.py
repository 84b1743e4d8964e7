"""What a referee may set (4.11).

Nothing is set while dice are due or a window is open, but the answer to that window; what a player
hides is set only by a referee who does not play.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.core.editing.acts import Act, Edited, Kind
from games.core.editing.editing import Editing
from games.core.events import Step
from games.core.refusals import Forbidden
from games.core.seats import REFEREE
from games.cosmic_conflict.agenda import AGENDA
from games.cosmic_conflict.editing.agreed import AGREED, FORMER
from games.cosmic_conflict.editing.items import CONDITIONS, ITEMS
from games.cosmic_conflict.editing.match import FLOW, VICTORY, WINDOW, open_window
from games.cosmic_conflict.editing.orders import LOCK, ORDER_ACTS
from games.cosmic_conflict.editing.terrain import ADD_TERRAIN, TERRAIN
from games.cosmic_conflict.editing.tokens import TOKENS
from games.cosmic_conflict.editing.units import ADD, OF_UNITS, UNITS
from games.cosmic_conflict.events import CosmicEvent
from games.cosmic_conflict.rules import activating, commanding, fleets
from games.cosmic_conflict.rules.deployment import is_secret
from games.cosmic_conflict.rules.values import forbid
from games.cosmic_conflict.state import State, StepBuilder, view_of
from games.cosmic_conflict.view import View

_EARLY = frozenset(act.name for act in (*TERRAIN.acts, ADD_TERRAIN, AGREED.act))
"""What can be set before turn 1."""
_HIDDEN = frozenset(act.name for act in (*ORDER_ACTS, LOCK, WINDOW[1]))


class CosmicEditing(Editing[State, View, StepBuilder, CosmicEvent]):
    rule = "CC-182"
    example = (
        "a1 TO 24 19.5, a1 HEALTH 12, a1 CONDITION 11A, a1 OFF KIN1, a1 ORDER MAIN EVASIVE, "
        "ADD 1 WREN 20 4, TERRAIN T1 TO 27 15, TURN 3, END TURN, CANCEL or OPTION EDGE WALL"
    )
    menu = (
        Kind("unit", "", OF_UNITS.any, (*UNITS, *ITEMS, *CONDITIONS, *ORDER_ACTS)),
        ADD,
        TERRAIN,
        ADD_TERRAIN,
        *TOKENS,
        LOCK,
        *FLOW,
        *WINDOW,
        *VICTORY,
        AGREED.act,
    )
    former = FORMER

    def see(self, state: State) -> View:
        return view_of(state, REFEREE)

    def closed(self, view: View, act: Act) -> Forbidden | None:
        course = view.course
        if course.ending is not None:
            return forbid("PHASE", "CC-220", "The match is over.")
        if act.name in _HIDDEN and None in view.sheets:
            return forbid("HIDDEN", "CC-064", "Only a referee who does not play sets that.")
        if act in WINDOW:
            return None if open_window(view) else forbid("WINDOW", "CC-064", "No window is open.")
        if course.phase == "scoring":
            fits = act in VICTORY
            return None if fits else forbid("PHASE", "CC-215", "The match is being scored.")
        if act in VICTORY:
            return forbid("PHASE", "CC-215", "Victory conditions are scored after the last turn.")
        if course.agenda:
            instead = "CANCEL the window first." if open_window(view) else ""
            why = "A window is open or dice are due." if instead else "Something must end first."
            return forbid("PHASE", "CC-062", why, instead)
        return self._early(view, act)

    def _early(self, view: View, act: Act) -> Forbidden | None:
        if act is LOCK:
            secret = view.course.phase != "deploy" or is_secret(view)
            fits = view.course.phase in ("fleet", "deploy", "orders") and secret
            return None if fits else forbid("PHASE", "CC-063", "There is nothing to lock now.")
        if act.name in _EARLY or view.course.phase in ("orders", "activation"):
            return None
        return forbid("PHASE", "CC-062", "That can be set once turns are played.")

    def perform(
        self, state: State, edited: Edited, put: Callable[[StepBuilder], Any]
    ) -> Step[State, CosmicEvent]:
        builder = StepBuilder(state)
        builder.tell(edited)
        put(builder)
        _settle(builder)
        return builder.done()


def _settle(builder: StepBuilder) -> None:
    """What is gone hides nothing, and a side with nothing left to do is not waited for."""
    for seat in fleets.SEATS:
        sheet, units = builder.sheet(seat), builder.table.units
        there = {id: each for id, each in sheet.orders.items() if id in units}
        kept = {id: each for id, each in there.items() if units[id].state == "in"}
        scans = tuple(each for each in sheet.scans if each.unit in units)
        if (kept, scans) != (sheet.orders, sheet.scans):
            builder.write(seat, orders=kept, scans=scans)
    course = builder.course
    if course.phase == "orders" and not course.agenda:
        commanding.go_on(builder)
    elif course.phase == "activation" and not course.agenda:
        if course.acting and not builder.unit(course.acting.unit).in_space:
            activating.end(builder)
        elif not course.acting:
            activating.check_turn(builder)
    AGENDA.run(builder)

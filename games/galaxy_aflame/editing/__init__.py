"""What a referee may set (GA-G01 to GA-G04, GA-G06). Only GA-71 and GA-102 are tested after it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.core.editing.acts import Act, Edited, Kind, number
from games.core.editing.editing import Editing
from games.core.editing.units import SIDE
from games.core.events import Step
from games.core.refusals import Forbidden
from games.core.seats import REFEREE, Seat
from games.galaxy_aflame.editing.agreed import AGREED
from games.galaxy_aflame.editing.terrain import NEW_TERRAIN, TERRAIN
from games.galaxy_aflame.editing.units import ADD, OF_UNITS, UNITS
from games.galaxy_aflame.events import GaEvent
from games.galaxy_aflame.rules import ending, movement, turns
from games.galaxy_aflame.rules.values import forbid
from games.galaxy_aflame.state import State, StepBuilder, view_of
from games.galaxy_aflame.view import View

MOST_LOSSES = 100


def _losses(name: str, at: int, what: str) -> Act:
    def put(builder: StepBuilder, seat: Seat, count: int) -> None:
        losses = [list(pair) for pair in builder.table.losses]
        losses[seat][at] = count
        builder.change(losses=tuple((models, units) for models, units in losses))

    return Act(
        name, f"LOST {what.upper()} {{side}} {{count}}", f"Lost {what} that reinforcements count",
        {"side": SIDE, "count": number(range(MOST_LOSSES))}, put, f"the lost {what} of {{side}}",
        lambda view, seat: view.table.losses[seat][at], rule="GA-89",
    )  # fmt: skip


def _rights(builder: StepBuilder, count: int) -> None:
    if count:
        builder.change(rights=count, phase="reinforce")
    elif builder.table.rights:
        turns.actions(builder)


def _turn(builder: StepBuilder, seat: Seat) -> None:
    if seat != builder.table.active:
        turns.begin(builder, seat)


def _most_rights(view: View) -> range:
    return range(min(2, len(view.table.reserve(view.table.active))) + 1)


MATCH = (
    _losses("lostmodels", 0, "models"),
    _losses("lostunits", 1, "units"),
    Act(
        "rights", "RIGHTS {count}", "Reinforcements that may be brought now",
        {"count": number(_most_rights)}, _rights, "the reinforcements that may be brought",
        lambda view: view.table.rights, rule="GA-88",
    ),
    Act(
        "turn", "TURN {side}", "Whose turn it is", {"side": SIDE}, _turn,
        "the side to play", lambda view: view.table.active,
    ),
    Act("end", "END TURN", "End the turn", {}, turns.end, said="ends the turn"),
    Act(
        "round", "ROUND {number}", "The round", {"number": number(range(1, 100))},
        lambda builder, value: builder.change(round=value), "the round",
        lambda view: view.table.round, rule="GA-33",
    ),
)  # fmt: skip
_TERRAIN = frozenset(act.name for act in (*TERRAIN.acts, *NEW_TERRAIN))


class GaEditing(Editing[State, View, StepBuilder, GaEvent]):
    rule = "GA-07"
    example = (
        "R4 TO 24 19.5, R4 IN R9, R4 MODELS 2, R4 SUPPRESSED YES, R4 OUT, ADD RED INF 24 31, "
        "ADD SOLID 8 14 14 18, TERRAIN COVER 2 REMOVE, LOST MODELS RED 3, RIGHTS 1, TURN BLUE, "
        "END TURN, ROUND 3 or OPTION ROUND_LIMIT 12"
    )
    menu = (Kind("unit", "", OF_UNITS.any, UNITS), ADD, TERRAIN, *NEW_TERRAIN, *MATCH, AGREED.act)

    def see(self, state: State) -> View:
        return view_of(state, REFEREE)

    def closed(self, view: View, act: Act) -> Forbidden | None:
        """Terrain can be set before turns are played, but not while places are secret."""
        table = view.table
        if table.phase == "over":
            return forbid("GAME_OVER", "102", "The match is over.")
        if table.agenda:
            return forbid("PHASE", "21", "Dice are due; roll them first.")
        if table.phase in ("reinforce", "turn") or act is AGREED.act:
            return None
        if act.name in _TERRAIN and not (table.phase == "deploy" and view.sheets):
            return None
        return forbid("PHASE", "34", "That can be set once turns are played.")

    def perform(
        self, state: State, edited: Edited, put: Callable[[StepBuilder], Any]
    ) -> Step[State, GaEvent]:
        builder = StepBuilder(state)
        builder.tell(edited)
        put(builder)
        if builder.table.phase in ("reinforce", "turn"):
            movement.part(builder)
            ending.by_units(builder)
        if builder.table.phase == "reinforce":
            _check_rights(builder)
        return builder.done()


def _check_rights(builder: StepBuilder) -> None:
    """There are no more rights than units in reserve (GA-88)."""
    rights = min(builder.table.rights, len(builder.table.reserve(builder.table.active)))
    if rights:
        builder.change(rights=rights)
    else:
        turns.actions(builder)

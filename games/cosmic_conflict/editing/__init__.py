"""What a referee may set (4.11): nothing while dice are due or a window is open."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.events import Event
from games.core.referee.edits import Act, ActGroup, Editing
from games.core.types import REFEREE, Forbidden, Seat
from games.cosmic_conflict.agenda import AGENDA
from games.cosmic_conflict.editing import groups, sound
from games.cosmic_conflict.editing.board import TERRAIN, TOKENS
from games.cosmic_conflict.editing.match import AGREED, FLOW, FORMER, VICTORY
from games.cosmic_conflict.editing.units import ADD, OF_UNITS, UNITS
from games.cosmic_conflict.rules import stealth
from games.cosmic_conflict.rules.orders import commands
from games.cosmic_conflict.rules.turns import activation
from games.cosmic_conflict.rules.values import forbid
from games.cosmic_conflict.state import State, StepBuilder, supposed, view_of
from games.cosmic_conflict.table.tasks import Scoring
from games.cosmic_conflict.view import View

_EARLY = (TERRAIN, AGREED.act)
"""What can be set before turn 1."""


class CosmicEditing(Editing[State, View, StepBuilder, Event]):
    rule = "CC-182"
    example = (
        "a1 TO 24 19.5, a1 HEALTH 12, a1 CONDITIONS 4 11A, a1 OFF KIN1, a1 REVEALED EVASIVE, "
        "ADD 1 WREN 20 4, TERRAIN VEIL, TURN 3, END TURN or OPTION EDGE WALL"
    )
    menu = (
        ActGroup("unit", "", OF_UNITS.any, UNITS),
        ADD,
        TERRAIN,
        *TOKENS,
        *FLOW,
        *VICTORY,
        AGREED.act,
    )
    former = FORMER
    builder = StepBuilder

    def see(self, state: State) -> View:
        return view_of(state, REFEREE)

    def suppose(self, view: View) -> State:
        return supposed(view)

    def sound(self, state: State) -> Iterator[Forbidden]:
        return sound.faults(state)

    def closed(self, view: View, act: Act) -> Forbidden | None:
        course = view.course
        if course.ending is not None:
            return forbid("PHASE", "CC-220", "The match is over.")
        if course.phase == "scoring":
            drawn = any(isinstance(each, Scoring) for each in course.agenda)
            fits = act in VICTORY and drawn
            return None if fits else forbid("PHASE", "CC-215", "The match is being scored.")
        if act in VICTORY:
            return forbid("PHASE", "CC-215", "Victory conditions are scored after the last turn.")
        if course.agenda:
            return forbid("PHASE", "CC-062", "A window is open or dice are due.")
        if act in _EARLY or course.phase in ("orders", "activation"):
            return groups.missing(view, act)
        return forbid("PHASE", "CC-062", "That can be set once turns are played.")

    def settle(self, builder: StepBuilder) -> None:
        """What is gone hides nothing, a side with nothing left to do is not waited for, and the VIP
        is where it was put."""
        _settle_vip(builder)
        _settle_hidden(builder)
        _settle_cloaked(builder)
        builder.change(proposal=None)
        for seat in builder.table.seats:
            _settle_sheet(builder, seat)
        course = builder.course
        if course.phase == "orders" and not course.agenda:
            commands.go_on(builder)
        elif course.phase == "activation" and not course.agenda:
            if course.acting and course.acting.unit in builder.table.units:
                if not builder.acting.in_space:
                    activation.end(builder)
            elif not course.acting:
                activation.check_turn(builder)
        AGENDA.run(builder)


def _settle_vip(builder: StepBuilder) -> None:
    """Aboard nobody where it drifts; in the middle where its ship is gone."""
    table = builder.table
    if builder.course.agreement.scenario != "rescue":
        return
    if table.objectives and (carrier := table.rescuer):
        builder.put(carrier, vip=False)
    elif not table.objectives and not table.rescuer:
        builder.table = table.with_vip(table.middle)


def _settle_hidden(builder: StepBuilder) -> None:
    """What is gone or carries an objective has been revealed (D-100)."""
    for unit in tuple(builder.table.units.values()):
        if unit.hidden and (unit.state != "in" or unit.surveyed or unit.vip):
            stealth.reveal(builder, unit.id)


def _settle_cloaked(builder: StepBuilder) -> None:
    """What a referee puts on the board, or removes, is no longer cloaked."""
    for unit in tuple(builder.table.units.values()):
        if unit.vanished and unit.state != "cloaked":
            builder.put(unit, vanished=None)


def _settle_sheet(builder: StepBuilder, seat: Seat) -> None:
    """A ship that jumps gets nothing either (CC-177)."""
    sheet, units = builder.sheet(seat), builder.table.units
    there = {id: each for id, each in sheet.orders.items() if id in units}
    kept = {
        id: each for id, each in there.items() if units[id].state == "in" and not units[id].jumping
    }
    scans = tuple(each for each in sheet.scans if each.unit in units)
    dice = {id: each for id, each in sheet.dice.items() if id in units and units[id].hidden}
    cloaks = {id: each for id, each in sheet.cloaks.items() if id in units and units[id].vanished}
    found = {"orders": kept, "scans": scans, "dice": dice, "cloaks": cloaks}
    if any(getattr(sheet, name) != value for name, value in found.items()):
        builder.write(seat, **found)

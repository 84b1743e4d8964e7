"""The contract of Colonial Space Wars."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from games.colonial_space_wars.agreement import Agreement
from games.colonial_space_wars.catalogue import (
    PACKS,
    STANDARD_UNITS,
    UNITS_OF_A_SWORD,
    catalogue_of,
)
from games.colonial_space_wars.computer import COMPUTER
from games.colonial_space_wars.editing import CswEditing
from games.colonial_space_wars.events import CswEvent
from games.colonial_space_wars.meta import META
from games.colonial_space_wars.moves import NOTATION
from games.colonial_space_wars.notation import Move
from games.colonial_space_wars.options import questions
from games.colonial_space_wars.reimagining import reimagine
from games.colonial_space_wars.rules import armies, deployment
from games.colonial_space_wars.rules.values import forbid
from games.colonial_space_wars.standing import STANDING
from games.colonial_space_wars.state import State, StepBuilder, view_of
from games.colonial_space_wars.story import story
from games.colonial_space_wars.table import Table
from games.colonial_space_wars.view import Sheet, View
from games.colonial_space_wars.words.words import CswWords
from games.core.base import BaseGame
from games.core.chance import Chance, Rolled
from games.core.computer import Computer
from games.core.content.packs import PackFault
from games.core.decisions import Decision, Decisions
from games.core.endings import Ending
from games.core.events import Step
from games.core.forms import Form, tagged
from games.core.geometry.squares import Square
from games.core.notation import Asked
from games.core.options import Options
from games.core.overlay import Overlay
from games.core.refusals import Refusal
from games.core.rulebook import Rulebook
from games.core.seats import Seat, Seated, Seats, Viewer
from games.core.standing.orders import Standing


class ColonialSpaceWars(BaseGame[State, View, Move, CswEvent]):
    meta = META
    rulebook = Rulebook.of("games.colonial_space_wars")
    settings = Agreement
    words = CswWords()
    notation = NOTATION
    state_form = Form(State, sparse=True)
    event_form = tagged(CswEvent)
    editing = CswEditing()
    packs = PACKS
    standing: Standing[View, Move] | None = STANDING
    computer: Computer[View, Move] | None = COMPUTER

    def fault(self, settings: Agreement, seats: Seats) -> Refusal | None:
        return next(_faults(settings, seats), None)

    def setup(self, settings: Agreement, seats: Seats) -> State:
        return armies.opening(settings)

    def pending(self, state: State) -> Chance | Decisions | Ending:
        table = state.table
        if table.ending is not None:
            return table.ending
        if table.phase == "army":
            return Decisions(armies.decisions(state))
        if table.phase == "initiative":
            return deployment.DICE
        return Decisions((Decision(table.active, table.phase, table.steps),))

    def options(self, view: View, decision: Decision) -> Options[Move]:
        asked = Asked(view, decision)
        return self.tree(asked, questions(asked))

    def apply(
        self, state: State, seat: Seat, decision: Decision, move: Move, found: Any = None
    ) -> Step[State, CswEvent]:
        builder = StepBuilder(state)
        if state.table.phase != "army":
            builder.change(steps=state.table.steps + 1)
        NOTATION.carry_out(builder, decision, move, found)
        return builder.done()

    def chance(self, state: State, rolled: Rolled) -> Step[State, CswEvent]:
        builder = StepBuilder(state)
        deployment.rolled(builder, rolled)
        return builder.done()

    def view(self, state: State, viewer: Viewer) -> View:
        return view_of(state, viewer)

    def preview(self, view: View, decision: Decision, move: Move) -> View:
        return view_of(self._foreseen(view, decision, move).state, Seated(decision.seat))

    def sketch(self, view: View, decision: Decision, move: Move) -> Overlay[Square]:
        """There are no dice in a turn: what the move does is certain."""
        return story(self._foreseen(view, decision, move).events)

    def _foreseen(self, view: View, decision: Decision, move: Move) -> Step[State, CswEvent]:
        """The opponent's list counts as open, so that nothing of it is revealed."""
        sheets = tuple(sheet or Sheet() for sheet in view.sheets)
        return self.apply(State(view.table, sheets), decision.seat, decision, move)

    def story(self, view: View, events: Sequence[CswEvent]) -> Overlay[Square]:
        return story(events)

    def reimagine(self, view: View, rng: random.Random) -> State:
        return reimagine(view, rng)


def _faults(agreement: Agreement, seats: Seats) -> Iterator[Refusal]:
    if wrong := META.misseated(seats):
        yield forbid("OPTION", "01", wrong)
    try:
        catalogue_of(agreement.pack)
    except PackFault as fault:
        yield fault.refusal()
        return
    of_a_sword = STANDARD_UNITS if agreement.army_mode == "standard" else UNITS_OF_A_SWORD
    most, table = of_a_sword * agreement.swords, Table(agreement, armies.board_rows(agreement))
    for seat in seats.all()[:2]:
        room = len(tuple(deployment.free_squares(table, seat)))
        if room < most:
            why = (
                f"The {table.zone_of(seat)} zone has {room} squares for units, but an army can "
                f"have {most}. Choose a larger board, deeper zones or fewer Swords."
            )
            yield forbid("OPTION", "23", why)


GAME = ColonialSpaceWars()

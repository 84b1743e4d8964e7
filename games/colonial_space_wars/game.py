"""The contract of Colonial Space Wars."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial

from games.colonial_space_wars import events
from games.colonial_space_wars.agreement import Agreement
from games.colonial_space_wars.catalogue import (
    PACKS,
    STANDARD_UNITS,
    UNITS_OF_A_SWORD,
    catalogue_of,
    over_limits,
    without_leader,
)
from games.colonial_space_wars.computer import COMPUTER
from games.colonial_space_wars.editing import CswEditing
from games.colonial_space_wars.meta import META
from games.colonial_space_wars.moves import NOTATION
from games.colonial_space_wars.notation import Move
from games.colonial_space_wars.options import questions
from games.colonial_space_wars.rules import armies, deployment
from games.colonial_space_wars.rules.values import forbid
from games.colonial_space_wars.standing import STANDING
from games.colonial_space_wars.state import State, StepBuilder
from games.colonial_space_wars.table import Table
from games.colonial_space_wars.view import Request, Sheet, View
from games.colonial_space_wars.words.story import story
from games.colonial_space_wars.words.words import CswWords
from games.core.computer import Computer
from games.core.content import PackFault
from games.core.events import Event, form_of_events
from games.core.geometry.squares import Square
from games.core.overlay import Overlay
from games.core.questions.tree import Ask
from games.core.standing import Standing
from games.core.steps import TableGame, imagined_sheets
from games.core.types import Chance, Decision, Decisions, Ending, Form, Refusal, Rolled, Seat, Seats

EDITS = 24
"""Changes of a hidden list that are imagined, besides those that it must have had."""


class ColonialSpaceWars(TableGame[State, View, Move, Event]):
    meta = META
    settings = Agreement
    words = CswWords()
    notation = NOTATION
    state_form = Form(State, sparse=True)
    builder, view_type = StepBuilder, View
    event_form = form_of_events(events)
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

    def questions(self, request: Request) -> Ask[Move]:
        return questions(request)

    def rolled(self, builder: StepBuilder, rolled: Rolled) -> None:
        deployment.rolled(builder, rolled)

    def sketch(self, view: View, decision: Decision, move: Move) -> Overlay[Square]:
        """The board after a move: a turn has no dice, so what it does is certain."""
        return story(self.foresee(view, decision, move).events)

    def story(self, view: View, events: Sequence[Event]) -> Overlay[Square]:
        return story(events)

    def reimagine(self, view: View, rng: random.Random) -> State:
        """Only lists that are still being written are hidden."""
        found = imagined_sheets(view.sheets, rng, partial(_sheet, view.table, rng))
        return State(view.table, found)


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


def _sheet(table: Table, rng: random.Random, seat: Seat, locked: bool) -> Sheet:
    sword = table.swords[seat]
    if not sword and (locked or rng.random() < 0.75):
        sword = rng.choice(armies.factions(table, seat))
    if not sword:
        return Sheet()
    units = armies.standard(table, sword)
    if table.agreement.army_mode == "points" and rng.random() < 0.75:
        units = _list(table, sword, rng)
        if locked and without_leader(table.catalogue.units, units):
            units = armies.standard(table, sword)
    auto = locked and rng.random() < 0.5
    return Sheet(sword, units, locked, 1 + locked + rng.randrange(EDITS), auto)


def _list(table: Table, sword: str, rng: random.Random) -> tuple[str, ...]:
    """Units that keep within the limits, at random."""
    codes: Sequence[str] = [kind.code for kind in table.catalogue.sword_kinds(sword)]
    units: tuple[str, ...] = ()
    for code in rng.choices(codes, k=rng.randrange(5 * len(codes))):
        more = armies.added(units, code)
        if not over_limits(table.catalogue.units, more, table.agreement.swords):
            units = more
    return units


GAME = ColonialSpaceWars()

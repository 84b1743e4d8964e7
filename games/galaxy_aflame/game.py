"""The contract of A Galaxy Aflame."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from games.core.computer import Computer
from games.core.content import PackFault
from games.core.events import Event, form_of_events
from games.core.geometry.plane import Point
from games.core.overlay import Overlay
from games.core.questions.tree import Ask
from games.core.standing import Standing
from games.core.steps import Agenda, TableGame, TaskKind
from games.core.types import Chance, Decision, Decisions, Ending, Form, Refusal, Seats
from games.galaxy_aflame import events
from games.galaxy_aflame.agreement import Agreement
from games.galaxy_aflame.catalogue import PACKS, catalogue_of, pack_layout
from games.galaxy_aflame.computer import COMPUTER
from games.galaxy_aflame.editing import GaEditing
from games.galaxy_aflame.meta import META
from games.galaxy_aflame.moves import NOTATION
from games.galaxy_aflame.notation import Move
from games.galaxy_aflame.options import questions
from games.galaxy_aflame.options.sketches import sketch
from games.galaxy_aflame.reimagining import reimagine
from games.galaxy_aflame.rules import armies, draft, orders, shooting, turns
from games.galaxy_aflame.rules.values import forbid
from games.galaxy_aflame.standing import STANDING
from games.galaxy_aflame.state import State, StepBuilder
from games.galaxy_aflame.table.tasks import DrawDecks, OrderSteps, RollOff, Shot
from games.galaxy_aflame.view import Request, View
from games.galaxy_aflame.words.story import story
from games.galaxy_aflame.words.words import GaWords

AGENDA: Agenda[StepBuilder] = Agenda(
    {
        RollOff: TaskKind(
            rolls=lambda builder, task: armies.ROLL_OFF,
            rolled=lambda builder, task, rolled: armies.rolled_off(
                builder, (rolled.faces[0][0], rolled.faces[1][0])
            ),
        ),
        DrawDecks: TaskKind(
            rolls=lambda builder, task: draft.draw_rolls(builder.table),
            rolled=lambda builder, task, rolled: draft.drawn(builder, rolled),
        ),
        Shot: TaskKind(shooting.proceed, rolls=shooting.rolls, rolled=shooting.rolled),
        OrderSteps: TaskKind(orders.proceed),
    },
    {"first-turn": turns.begin_first},
    over=lambda builder: builder.table.ending is not None,
)
"""What is done for each task. Without tasks the match waits for the phase's seats."""


class GalaxyAflame(TableGame[State, View, Move, Event]):
    meta = META
    settings = Agreement
    words = GaWords()
    notation = NOTATION
    state_form = Form(State, sparse=True)
    builder, view_type, agenda = StepBuilder, View, AGENDA
    event_form = form_of_events(events)
    editing = GaEditing()
    packs = PACKS
    standing: Standing[View, Move] | None = STANDING
    computer: Computer[View, Move] | None = COMPUTER

    def fault(self, settings: Agreement, seats: Seats) -> Refusal | None:
        if wrong := META.misseated(seats):
            return forbid("OPTION", "01", wrong)
        try:
            catalogue = catalogue_of(settings.pack)
        except PackFault as fault:
            return fault.refusal()
        if settings.layout == "pack" and pack_layout(catalogue) is None:
            why = "The content pack has no layout."
            return forbid("OPTION", "09", why, "Add [[layouts]] to it, or choose another table.")
        return None

    def setup(self, settings: Agreement, seats: Seats) -> State:
        return armies.opening(settings)

    def pending(self, state: State) -> Chance | Decisions | Ending:
        table = state.table
        if table.ending is not None:
            return table.ending
        if table.agenda:
            return Chance(AGENDA.rolls(StepBuilder(state)))
        if state.sheets:
            return Decisions(armies.decisions(state))
        return Decisions((Decision(table.active, table.phase, table.steps),))

    def questions(self, request: Request) -> Ask[Move]:
        return questions(request)

    def sketch(self, view: View, decision: Decision, move: Move) -> Overlay[Point]:
        return sketch(view.table, move)

    def story(self, view: View, events: Sequence[Event]) -> Overlay[Point]:
        return story(events)

    def undisturbed(self, state: State) -> State:
        return replace(state, table=replace(state.table, agenda=()))

    def reimagine(self, view: View, rng: random.Random) -> State:
        return reimagine(view, rng)


GAME = GalaxyAflame()

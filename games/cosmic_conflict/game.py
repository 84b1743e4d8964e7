"""The contract of Cosmic Conflict."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from games.core.computer import Computer
from games.core.content import PackFault, Workshop
from games.core.events import Event, Step, form_of_events
from games.core.geometry.plane import Point
from games.core.overlay import Overlay
from games.core.questions import Options
from games.core.questions.tree import Ask
from games.core.standing import Standing
from games.core.steps import TableGame
from games.core.types import (
    Chance,
    Decision,
    Decisions,
    Ending,
    Form,
    Refusal,
    Rolled,
    Seat,
    Seated,
    Seats,
    Viewer,
)
from games.cosmic_conflict import agenda, agreement, events, teams
from games.cosmic_conflict.agenda import AGENDA
from games.cosmic_conflict.agreement import Agreement
from games.cosmic_conflict.computer import COMPUTER
from games.cosmic_conflict.content.catalogue import PACKS
from games.cosmic_conflict.editing import CosmicEditing, sound
from games.cosmic_conflict.meta import META
from games.cosmic_conflict.moves import NOTATION
from games.cosmic_conflict.notation import Answer
from games.cosmic_conflict.options import questions
from games.cosmic_conflict.options.sketches import sketch
from games.cosmic_conflict.reimagining import reimagine
from games.cosmic_conflict.rules.setup import campaign, fleets
from games.cosmic_conflict.standing import STANDING
from games.cosmic_conflict.state import State, StepBuilder, supposed, view_of
from games.cosmic_conflict.view import Request, View
from games.cosmic_conflict.words.story import story
from games.cosmic_conflict.words.words import CosmicWords
from games.cosmic_conflict.workshop import WORKSHOP


class CosmicConflict(TableGame[State, View, Answer, Event]):
    meta = META
    settings = Agreement
    words = CosmicWords()
    notation = NOTATION
    state_form = Form(State, sparse=True)
    builder, agenda = StepBuilder, AGENDA
    event_form = form_of_events(events)
    editing = CosmicEditing()
    packs = PACKS
    workshop: Workshop[Any] | None = WORKSHOP
    standing: Standing[View, Answer] | None = STANDING
    computer: Computer[View, Answer] | None = COMPUTER

    def fault(self, settings: Agreement, seats: Seats) -> Refusal | None:
        if wrong := META.misseated(seats):
            return Refusal(wrong)
        try:
            settings.catalogue  # noqa: B018
        except PackFault as fault:
            return fault.refusal()
        faults = chain(agreement.seat_faults(settings, seats), agreement.faults(settings))
        return next(chain(faults, sound.of_campaign(settings, seats)), None)

    def follow_up(self, view: View) -> Mapping[str, Any]:
        """The next match of a campaign has the ships that survived, unless they are too many to be
        written down (CC-249)."""
        left = campaign.survivors(view.table)
        return {"campaign": left} if 0 < len(left) <= agreement.LONGEST_CAMPAIGN else {}

    def setup(self, settings: Agreement, seats: Seats) -> State:
        return fleets.opening(settings, seats)

    def pending(self, state: State) -> Chance | Decisions | Ending:
        match agenda.pending(state):
            case Decisions() as found:
                return teams.asked(state, found)
            case Ending() as ending:
                return teams.ended(state.table, ending)
            case Chance() as rolls:
                return teams.rolled(state.table, rolls)

    def options(self, view: View, decision: Decision) -> Options[Answer]:
        return super().options(view, teams.by_side(view.table, decision))

    def read(self, view: View, decision: Decision, text: str) -> Answer:
        return super().read(view, teams.by_side(view.table, decision), text)

    def apply(
        self, state: State, seat: Seat, decision: Decision, move: Answer, found: Any = None
    ) -> Step[State, Event]:
        own = teams.by_side(state.table, decision)
        return teams.told(state.table, super().apply(state, own.seat, own, move, found))

    def chance(self, state: State, rolled: Rolled) -> Step[State, Event]:
        return teams.told(state.table, super().chance(state, rolled))

    def questions(self, request: Request) -> Ask[Answer]:
        return questions(request)

    def view(self, state: State, viewer: Viewer) -> View:
        return view_of(state, viewer)

    def suppose(self, view: View) -> State:
        return supposed(view)

    def preview(self, view: View, decision: Decision, move: Answer) -> View:
        """The view after a move, up to the first dice or answer."""
        builder = StepBuilder(self.foresee(view, decision, move).state)
        agenda.run_unopposed(builder)
        return view_of(builder.state, Seated(decision.seat))

    def sketch(self, view: View, decision: Decision, move: Answer) -> Overlay[Point]:
        return sketch(view, move)

    def story(self, view: View, events: Sequence[Event]) -> Overlay[Point]:
        return story(events)

    def reimagine(self, view: View, rng: random.Random) -> State:
        return reimagine(view, rng)


GAME = CosmicConflict()

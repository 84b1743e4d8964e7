"""The contract of Astral Sailors."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from games.astral_sailors import agenda, events
from games.astral_sailors.agenda import AGENDA, NOTATION
from games.astral_sailors.agreement import Agreement
from games.astral_sailors.computer import COMPUTER
from games.astral_sailors.content.loading import PACKS
from games.astral_sailors.editing import EDITING
from games.astral_sailors.editing.sound import setting_fault
from games.astral_sailors.meta import META
from games.astral_sailors.options import options_for, read
from games.astral_sailors.options.previews import plan_of
from games.astral_sailors.reimagining import reimagine
from games.astral_sailors.rules.setup import muster
from games.astral_sailors.standing import STANDING
from games.astral_sailors.state import State, StepBuilder
from games.astral_sailors.tasks import Move
from games.astral_sailors.view import SailorsView
from games.astral_sailors.words.story import story
from games.astral_sailors.words.words import WORDS
from games.core.contract import Pending, Words
from games.core.events import Event, form_of_events
from games.core.geometry.squares import Base
from games.core.overlay import Overlay
from games.core.questions import Options
from games.core.standing import Standing
from games.core.steps import TableGame
from games.core.types import Decision, Form, Refusal, Seats


def without_offers(state: Any) -> Any:
    """JSON of a state of rules versions 1 to 3, without draws, claims and hand-overs.

    An army that waited for a team-mate goes to the first one who is still there.
    """
    table = state["table"]
    if isinstance(secrets := state["secrets"], dict):
        sheets, answers = secrets["drafts"], secrets.get("answers", [])
        state |= {"sheets": sheets, "secrets": secrets["teams"], "answers": answers}
    players = table["players"]
    for player in players:
        waits = player.pop("handover", False)
        declined = player.pop("declined", ())
        player.pop("talks", None)
        if waits:
            mates = (each for each in players if each["team"] == player["team"])
            there = (each["seat"] for each in mates if not each.get("left"))
            player["played_by"] = min(there, key=lambda seat: (seat in declined, seat))
    table.pop("draw", None)
    agenda = table.get("agenda", [])
    table["agenda"] = [task for task in agenda if task.get("step") != "pass-turn"]
    if not table["agenda"]:
        del table["agenda"]
    return state


class AstralSailors(TableGame[State, SailorsView, Move, Event]):
    meta = META
    settings = Agreement
    words: Words[SailorsView, Event] = WORDS
    state_form = Form(State, sparse=True)
    builder, view_type, agenda = StepBuilder, SailorsView, AGENDA
    move_form = NOTATION.form("move")
    event_form = form_of_events(events)
    standing: Standing[SailorsView, Move] | None = STANDING
    computer = COMPUTER
    packs = PACKS
    editing = EDITING
    notation = NOTATION

    def upgrade(self, state: Any, rules_version: int) -> Any:
        """Remove offers of draws and of armies, which seats could make until version 4."""
        return without_offers(state) if rules_version < 4 else state

    def fault(self, settings: Agreement, seats: Seats) -> Refusal | None:
        return setting_fault(settings, seats)

    def setup(self, settings: Agreement, seats: Seats) -> State:
        builder = StepBuilder(muster.opening(settings, seats))
        agenda.run(builder)
        return builder.state

    def pending(self, state: State) -> Pending:
        return agenda.pending(state)

    def options(self, view: SailorsView, decision: Decision) -> Options[Move]:
        return options_for(view, decision)

    def preview(self, view: SailorsView, decision: Decision, move: Move) -> SailorsView:
        """A plan of the move, or the view after it: up to dice or another answer."""
        plan = plan_of(view.table, move)
        return replace(view, plan=plan) if plan else super().preview(view, decision, move)

    def story(self, view: SailorsView, events: Sequence[Event]) -> Overlay[Base]:
        return story(view, events)

    def read(self, view: SailorsView, decision: Decision, text: str) -> Move:
        return read(view, decision, text)

    def reimagine(self, view: SailorsView, rng: random.Random) -> State:
        return reimagine(view, rng)


GAME = AstralSailors()

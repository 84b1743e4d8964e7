"""The contract of Astralis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import AfterValidator

from games.astralis import transitions
from games.astralis.conditions import AstralisConditions
from games.astralis.editing import AstralisEditing
from games.astralis.events import AstralisEvent
from games.astralis.meta import META, AstralisSettings
from games.astralis.moves import Move
from games.astralis.options import questions
from games.astralis.state import State, sound
from games.astralis.story import story
from games.astralis.verbs import NOTATION
from games.astralis.view import AstralisView
from games.astralis.words.words import AstralisWords
from games.core.base import OpenGame
from games.core.decisions import Decision, Decisions
from games.core.endings import Ending
from games.core.forms import Form, tagged
from games.core.geometry.hexes import Hex
from games.core.notation import Asked
from games.core.options import Options
from games.core.overlay import Overlay
from games.core.refusals import NOT_YOUR_TURN, Forbidden, Refusal, Unreadable
from games.core.seats import Seats


class Astralis(OpenGame[State, AstralisView, Move, AstralisEvent]):
    meta = META
    settings = AstralisSettings
    words = AstralisWords()
    notation = NOTATION
    state_type, view_type = State, AstralisView
    state_form = Form(Annotated[State, AfterValidator(sound)])
    event_form = tagged(AstralisEvent)
    conditions = AstralisConditions()
    editing = AstralisEditing()

    def fault(self, settings: AstralisSettings, seats: Seats) -> Refusal | None:
        wrong = self.meta.misseated(seats)
        return Forbidden("AST-01", wrong) if wrong else None

    def setup(self, settings: AstralisSettings, seats: Seats) -> State:
        return transitions.opening(settings.agreement)

    def pending(self, state: State) -> Decisions | Ending:
        if state.ending is not None:
            return state.ending
        mover = state.seats[state.to_move]
        if state.phase == "placing":
            return Decisions((Decision(mover, "place", 0),))
        proposed = state.asked is not None and state.asked != mover
        found = [Decision(mover, "turn", state.turn, proposed=proposed)]
        if state.may_ask:
            both = (mover, state.seats[state.to_move.other])
            found += [Decision(seat, "settle", state.turn, waits=False) for seat in both]
        if state.asked is not None:
            answerer = next(seat for seat in state.seats if seat != state.asked)
            found.append(Decision(answerer, "settle-answer", state.asked_in, waits=False))
        return Decisions(tuple(found))

    def options(self, view: AstralisView, decision: Decision) -> Options[Move]:
        asked = Asked(view, decision)
        return self.tree(asked, questions(asked), sift=decision.kind != "turn")

    def story(self, view: AstralisView, events: Sequence[AstralisEvent]) -> Overlay[Hex]:
        return story(view, events)

    def read(self, view: AstralisView, decision: Decision, text: str) -> Move:
        try:
            return super().read(view, decision, text)
        except Unreadable as fault:
            if decision.kind != "settle":
                raise
            raise Unreadable(NOT_YOUR_TURN, instead=fault.instead) from None


GAME = Astralis()

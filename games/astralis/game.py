"""The contract of Astralis."""

from __future__ import annotations

import random
from typing import Annotated

from pydantic import AfterValidator

from games.astralis import course
from games.astralis.adjusting.adjustments import Adjustment
from games.astralis.adjusting.referee import AstralisAdjusting
from games.astralis.conditions import AstralisConditions
from games.astralis.course import AstralisStep
from games.astralis.events import AstralisEvent, TaggedEvent
from games.astralis.meta import META, AstralisSettings
from games.astralis.moves import (
    AnswerScore,
    AskScore,
    Move,
    Place,
    Swap,
    TaggedMove,
    Turn,
    text_of,
)
from games.astralis.options import options_for
from games.astralis.project import state_of, view_of
from games.astralis.reading import read
from games.astralis.rules.ending import may_ask
from games.astralis.state import State, sound
from games.astralis.view import AstralisView
from games.astralis.words import AstralisWords
from games.core.adjusting import Adjusting
from games.core.chance import Rolled
from games.core.computer import Computer
from games.core.conditions import Conditions
from games.core.contract import Settings, Words
from games.core.decisions import Decision, Decisions
from games.core.endings import Ending
from games.core.forms import Form
from games.core.options import Options
from games.core.packs import Packs
from games.core.refusals import Forbidden, Refusal
from games.core.rulebook import Rulebook
from games.core.seats import Seat, Seats, Viewer
from games.core.standing import Standing


class Astralis:
    """Implements ``games.core.contract.Game``."""

    meta = META
    rulebook = Rulebook.of("games.astralis")
    settings: type[Settings] = AstralisSettings
    words: Words[AstralisView, AstralisEvent] = AstralisWords()
    state_form: Form[State] = Form(Annotated[State, AfterValidator(sound)])
    move_form: Form[Move] = Form(TaggedMove)
    event_form: Form[AstralisEvent] = Form(TaggedEvent)
    standing: Standing[AstralisView, Move] | None = None
    computer: Computer[AstralisView, Move] | None = None
    packs: Packs | None = None
    conditions: Conditions[Move, AstralisEvent] | None = AstralisConditions()
    adjusting: Adjusting[State, AstralisView, Adjustment, AstralisEvent] = AstralisAdjusting()

    def fault(self, settings: AstralisSettings, seats: Seats) -> Refusal | None:
        wrong = self.meta.misseated(seats)
        return Forbidden("AST-01", wrong) if wrong else None

    def setup(self, settings: AstralisSettings, seats: Seats) -> State:
        return course.opening(settings.agreement)

    def pending(self, state: State) -> Decisions | Ending:
        if state.ending is not None:
            return state.ending
        mover = state.seats[state.to_move]
        if state.phase == "placing":
            return Decisions((Decision(mover, "place", 0),))
        found = [Decision(mover, "turn", state.turn)]
        if may_ask(state.quiet, state.turn, state.asked_in, state.asked is not None):
            both = (mover, state.seats[state.to_move.other])
            found += [Decision(seat, "settle", state.turn, waits=False) for seat in both]
        if state.asked is not None:
            answerer = next(seat for seat in state.seats if seat != state.asked)
            found.append(Decision(answerer, "settle-answer", state.asked_in, waits=False))
        return Decisions(tuple(found))

    def options(self, view: AstralisView, decision: Decision) -> Options[Move]:
        return options_for(view, decision)

    def apply(self, state: State, seat: Seat, decision: Decision, move: Move) -> AstralisStep:
        match move:
            case Turn():
                return course.take_turn(state, move)
            case Place(hex):
                return course.place(state, hex)
            case Swap():
                return course.swap(state)
            case AskScore():
                return course.ask_score(state, seat)
            case AnswerScore(agree):
                return course.answer_score(state, seat, agree)

    def chance(self, state: State, rolled: Rolled) -> AstralisStep:
        raise ValueError("Astralis has no dice")

    def view(self, state: State, viewer: Viewer) -> AstralisView:
        return view_of(state)

    def preview(self, view: AstralisView, decision: Decision, move: Move) -> AstralisView:
        return view_of(self.apply(state_of(view), decision.seat, decision, move).state)

    def read(self, view: AstralisView, decision: Decision, text: str) -> Move:
        return read(view, decision, text)

    def write(self, move: Move) -> str:
        return text_of(move)

    def reimagine(self, view: AstralisView, rng: random.Random) -> State:
        return state_of(view)


GAME = Astralis()

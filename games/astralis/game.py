"""The contract of Astralis: the part of each variant, by the variant of the match."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial, reduce
from operator import or_
from typing import Annotated, Any

from pydantic import AfterValidator, Discriminator, Tag

from games.astralis import events
from games.astralis.agreement import SIZES, Agreement
from games.astralis.computer import COMPUTER
from games.astralis.computer.analysis import ANALYSIS
from games.astralis.conditions import AstralisConditions
from games.astralis.editing import AstralisEditing
from games.astralis.meta import META
from games.astralis.moves import Move
from games.astralis.moves.verbs import notation
from games.astralis.state import State
from games.astralis.variants import VARIANTS, variant_of
from games.astralis.variants.words import VariantWords
from games.astralis.view import AstralisView
from games.core.contract import OpenGame, recast
from games.core.events import Event, Step, form_of_events
from games.core.geometry.hexes import Hex
from games.core.notation import Request
from games.core.overlay import Overlay
from games.core.questions import Options
from games.core.questions.tree import Tree
from games.core.types import (
    NOT_YOUR_TURN,
    Decision,
    Decisions,
    Ending,
    Forbidden,
    Form,
    Refusal,
    Seat,
    Seats,
    Unreadable,
    Viewer,
)


def _variant_in(stored: Any) -> str | None:
    """The variant of a state, or of its JSON."""
    if isinstance(stored, State):
        return stored.agreement.variant
    agreement = stored.get("agreement") if isinstance(stored, dict) else None
    named = agreement.get("variant", "base") if isinstance(agreement, dict) else None
    return named if isinstance(named, str) else None


_STATES = [Annotated[each.state_type, Tag(each.name)] for each in VARIANTS.values()]


class Astralis(OpenGame[State, AstralisView, Move, Event]):
    meta = META
    settings = Agreement
    words = VariantWords()
    notation = notation(
        {verb.type: verb for each in VARIANTS.values() for verb in each.verbs}.values()
    )
    state_type, view_type = State, AstralisView
    state_form = Form(
        Annotated[
            reduce(or_, _STATES),
            Discriminator(_variant_in),
            AfterValidator(lambda state: variant_of(state).sound(state)),
        ]
    )
    event_form = form_of_events(events)
    conditions = AstralisConditions()
    editing = AstralisEditing()
    computer = COMPUTER
    analysis = ANALYSIS

    def fault(self, settings: Agreement, seats: Seats) -> Refusal | None:
        if wrong := self.meta.misseated(seats):
            return Forbidden("AST-01", wrong)
        if settings.size not in SIZES:
            why = f"A board has 8 hexes along an edge, or 7, not {settings.size}."
            return Forbidden("AST-02", why)
        return variant_of(settings).fault(settings)

    def setup(self, settings: Agreement, seats: Seats) -> State:
        return variant_of(settings).opening(settings)

    def pending(self, state: State) -> Decisions | Ending:
        return variant_of(state).pending(state)

    def options(self, view: AstralisView, decision: Decision) -> Options[Move]:
        request, variant = Request(view, decision), variant_of(view)
        return Tree(
            variant.questions(request),
            partial(variant.check, request),
            self.write,
            sift=decision.kind != "turn",
            read=partial(variant.notation.read, request),
        )

    def apply(
        self, state: State, seat: Seat, decision: Decision, move: Move, found: Any = None
    ) -> Step[State, Event]:
        step: Step[State, Event] = variant_of(state).notation.carry_out(
            state, decision, move, found
        )
        return step

    def view(self, state: State, viewer: Viewer) -> AstralisView:
        return recast(state, variant_of(state).view_type)

    def preview(self, view: AstralisView, decision: Decision, move: Move) -> AstralisView:
        shown = variant_of(view).preview(view, move)
        return super().preview(view, decision, move) if shown is None else shown

    def sketch(self, view: AstralisView, decision: Decision, move: Move) -> Overlay[Hex]:
        drawn = variant_of(view).sketch(view, move)
        return super().sketch(view, decision, move) if drawn is None else drawn

    def story(self, view: AstralisView, events: Sequence[Event]) -> Overlay[Hex]:
        return variant_of(view).story(view, events)

    def read(self, view: AstralisView, decision: Decision, text: str) -> Move:
        try:
            return variant_of(view).notation.read(Request(view, decision), text)
        except Unreadable as fault:
            if decision.kind != "settle":
                raise
            raise Unreadable(NOT_YOUR_TURN, instead=fault.instead) from None

    def suppose(self, view: AstralisView) -> State:
        return variant_of(view).as_state(view)


GAME = Astralis()

"""Adjustments by a referee of Astral Sailors (canon 4.6)."""

from __future__ import annotations

from games.astral_sailors import agenda
from games.astral_sailors.adjusting import legality, reading
from games.astral_sailors.adjusting.kinds import Adjustment, TaggedAdjustment
from games.astral_sailors.adjusting.options import AdjustmentOptions
from games.astral_sailors.adjusting.replies import SAME, refuse
from games.astral_sailors.adjusting.sound import unsound
from games.astral_sailors.adjusting.writing import text_of
from games.astral_sailors.project import view_of
from games.astral_sailors.state import State
from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.view import SailorsView
from games.core.chance import Chance
from games.core.events import Event, Step
from games.core.forms import Form
from games.core.options import Options
from games.core.seats import REFEREE


class SailorsAdjusting:
    """Implements ``games.core.adjusting.Adjusting``."""

    form: Form[Adjustment] = Form(TaggedAdjustment)

    def options(self, view: SailorsView) -> Options[Adjustment]:
        return AdjustmentOptions(view)

    def read(self, view: SailorsView, text: str) -> Adjustment:
        return reading.read(view.table, text)

    def write(self, adjustment: Adjustment) -> str:
        return text_of(adjustment)

    def apply(self, state: State, adjustment: Adjustment) -> Step[State, Event]:
        """Apply the adjustment and pending steps, and trigger nothing else."""
        if isinstance(agenda.pending(state), Chance):
            raise refuse("Dice must be rolled first.")
        found = legality.refusal(view_of(state, REFEREE), adjustment)
        if found is not None and found.code != SAME:
            raise found
        builder = StepBuilder(state)
        legality.perform(builder, adjustment)
        agenda.run(builder)
        done = builder.done()
        if fault := unsound(done.state):
            raise refuse(fault)
        return done


ADJUSTING = SailorsAdjusting()

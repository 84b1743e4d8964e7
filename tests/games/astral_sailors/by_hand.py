"""A referee at work: adjustments as they are typed, and what comes of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.astral_sailors import GAME
from games.astral_sailors.editing import EDITING
from games.astral_sailors.state import State
from games.astral_sailors.table import Table, Unit
from games.core.events import Edited, Event
from games.core.types import REFEREE, Forbidden, Viewer
from tests.games.astral_sailors.positions import piece, state, table, unit


def unsound(of: State) -> str:
    """The first thing that no match can be in, in a sentence, or nothing."""
    return next((fault.sentence for fault in EDITING.sound(of)), "")


class Referee:
    """A state set by hand, as ``viewer``."""

    def __init__(self, of: State | Table, viewer: Viewer = REFEREE) -> None:
        self.state = state(of) if isinstance(of, Table) else of
        self.viewer = viewer
        self.events: tuple[Event, ...] = ()

    def sets(self, *texts: str) -> Referee:
        """What is typed is legal, comes back from its text and JSON forms, and is made."""
        for text in texts:
            view = GAME.view(self.state, self.viewer)
            adjustment = EDITING.read(view, text)
            refusal = EDITING.options(view).refusal(adjustment)
            assert refusal is None, (text, refusal)
            assert EDITING.read(view, EDITING.write(adjustment)) == adjustment
            assert EDITING.form.read(EDITING.form.write(adjustment)) == adjustment
            step = EDITING.apply(self.state, adjustment)
            assert not unsound(step.state)
            self.state, self.events = step.state, step.events
        return self

    def refused(self, text: str) -> Forbidden:
        view = GAME.view(self.state, self.viewer)
        refusal = EDITING.options(view).refusal(EDITING.read(view, text))
        assert refusal is not None, f"{text} is legal"
        return refusal

    def puts(self, code: str, **values: Any) -> Referee:
        """Change a unit without asking anybody."""
        of = self.table.put(replace(self.unit(code), **values))
        self.state = replace(self.state, table=of)
        return self

    @property
    def table(self) -> Table:
        return self.state.table

    def unit(self, code: str) -> Unit:
        return self.table.units[code]

    @property
    def said(self) -> str:
        """The sentence of the adjustment."""
        [event] = [each for each in self.events if isinstance(each, Edited)]
        return GAME.words.tell(event)


def skirmish(**options: Any) -> Table:
    """Red: a Commander on B2, Breachers on C5 and in the Reserve; Blue: a Commander on N14, a
    poisoner on D5, a civilian on K12. A wall from F8 to H8, and Red's turn in round 4."""
    units = (
        unit("R1", "EX1", "B2"),
        unit("R2", "EX4", "C5"),
        unit("R3", "EX4", ""),
        unit("B1", "GU1", "N14"),
        unit("B2", "GU8", "D5"),
        unit("B3", "CV1", "K12"),
    )
    return table(units, (piece("WA", "F8"),), **{"round": 4, "pools": {0: 7}, **options})

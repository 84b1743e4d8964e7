"""Base of the option trees: a view, a decision and the legality check."""

from __future__ import annotations

from dataclasses import dataclass

from games.astral_sailors.options.legality import refusal
from games.astral_sailors.table import Table
from games.astral_sailors.tasks import Move
from games.astral_sailors.view import SailorsView
from games.core.types import Decision


@dataclass(frozen=True)
class Gated:
    """Base class whose trees check doubtful choices for legality."""

    view: SailorsView
    decision: Decision

    @property
    def table(self) -> Table:
        return self.view.table

    def legal(self, move: Move) -> bool:
        return refusal(self.view, self.decision, move) is None

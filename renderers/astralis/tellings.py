"""What the text boards of Beeline and Dispersed Go tell in their own way."""

from __future__ import annotations

from collections.abc import Iterator

from games.astralis.view import Side
from games.astralis.view.beeline import BeelineView
from games.astralis.view.dispersed_go import DispersedGoView
from renderers.astralis.summary import listed, names
from renderers.astralis.text import Telling


class BeelineTelling(Telling):
    keys = (".: can be planted", "x: nothing can grow any more")

    def counts(self, view: BeelineView) -> str:
        return f"Flowers can still be planted on {view.plantable.bit_count()} hexes."

    def ground(self, view: BeelineView, hex: int) -> str:
        return "" if view.plantable >> hex & 1 else " (nothing can grow there)"

    def symbol(self, view: BeelineView, hex: int) -> str:
        return "." if view.plantable >> hex & 1 else "x"

    def more(self, view: BeelineView, most: int) -> Iterator[str]:
        if view.phase == "playing" and view.plantable.bit_count() <= 2 * most:
            found = names(view, view.plantable)
            yield f"Flowers can still grow on {listed(found, most)}."


class StoneTelling(Telling):
    keys = (
        "y, c: next to stones of Yellow, of Cyan alone; x: of both",
        "+, -: territory of Yellow, of Cyan; .: nobody's",
    )

    def symbol(self, view: DispersedGoView, hex: int) -> str:
        for side in Side:
            if view.territory[side] >> hex & 1:
                return "+-"[side]
        return super().symbol(view, hex)

    def lists(self, view: DispersedGoView) -> Iterator[str]:
        """The groups with all their liberties."""
        for side, stones, free in self._groups(view):
            yield f"{side} group {' '.join(stones)}: liberties {' '.join(free)}"

    def more(self, view: DispersedGoView, most: int) -> Iterator[str]:
        """Groups that could be captured next, where no stone may go, and the last pass."""
        for side, stones, free in self._groups(view):
            if len(free) == 1:
                yield f"{side} {listed(stones, most)} has one liberty, {free[0]}."
        if view.phase == "playing" and (barred := names(view, view.barred)):
            why = "it would have no liberty, or repeat an earlier board"
            yield f"{view.to_move.label} may place no stone on {listed(barred, most)}: {why}."
        if view.phase == "playing" and view.passes:
            yield "The last turn was a pass: another one ends the match."

    def _groups(self, view: DispersedGoView) -> Iterator[tuple[str, list[str], list[str]]]:
        for each in view.groups:
            yield each.side.label, names(view, each.stones), names(view, each.liberties)

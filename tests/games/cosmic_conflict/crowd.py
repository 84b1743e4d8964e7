"""Two fleets that face each other, each ship in the arcs of most enemies."""

from __future__ import annotations

from games.cosmic_conflict.content.limits import MOST_UNITS
from games.cosmic_conflict.view import View
from tests.games.cosmic_conflict.scenes import scene, unit
from tests.games.crowds import spots
from tests.renderers.cosmic import seen

MOST = MOST_UNITS


def at(count: int) -> View:
    return seen(
        scene(
            *(
                unit(f"{side}{number}", "HALB", f"{12 + 3 * x} {y + ahead * row}", heading=heading)
                for side, y, ahead, heading in (("a", 9, 1, 0), ("b", 21, -1, 180))
                for number, (x, row) in enumerate(spots(count, 10), 1)
            )
        )
    )

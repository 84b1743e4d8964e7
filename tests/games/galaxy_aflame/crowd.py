"""Two armies that face each other at arm range."""

from __future__ import annotations

from games.galaxy_aflame.editing import MOST_UNITS
from games.galaxy_aflame.view import View
from tests.games.crowds import spots
from tests.renderers.galaxy import seen, table, unit

MOST = MOST_UNITS


def at(count: int) -> View:
    return seen(
        table(
            *(
                unit(f"{side}{number}", card, f"{9 + 2 * x} {y + row}")
                for side, card, y in (("R", "INF", 19), ("B", "RIF", 13))
                for number, (x, row) in enumerate(spots(count, 15), 1)
            )
        )
    )

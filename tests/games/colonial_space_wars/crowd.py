"""Two armies that touch each other on the largest board."""

from __future__ import annotations

from games.colonial_space_wars.editing import MOST_UNITS
from games.colonial_space_wars.view import View
from games.core.geometry.squares import Square
from tests.games.crowds import spots
from tests.renderers.colonial import seen, table, unit

MOST = MOST_UNITS


def at(count: int) -> View:
    return seen(
        table(
            *(
                unit(f"{side}{number}", kind, str(Square(column, top + row)))
                for side, kind, top in (("R", "BRI", 9), ("B", "PIL", 6))
                for number, (column, row) in enumerate(spots(count, 20), 1)
            ),
            rows=("." * 20,) * 20,
            pool=99,
        )
    )

"""Two armies on the board of eight players, with sight of each other."""

from __future__ import annotations

from games.astral_sailors.rules.setup import deployment
from games.astral_sailors.view import SailorsView
from games.core.geometry.squares import Square
from tests.games.astral_sailors.positions import table, unit
from tests.games.crowds import spots
from tests.renderers.sailors import seen

MOST = deployment.MOST


def at(count: int) -> SailorsView:
    units = [
        unit(f"{side}{number}", kind, str(Square(2 * column + row % 2, top + 2 * row)))
        for side, kind, top in (("R", "EX3", 6), ("B", "GU3", 20))
        for number, (column, row) in enumerate(spots(count, 15), 1)
    ]
    return seen(table(units, size=32))

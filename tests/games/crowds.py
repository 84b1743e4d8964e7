"""Positions with many units: ``crowd`` in the packages of games that can have them.

``MOST``       the most units that a side can have on the board
``at(count)``  a view of so many units a side, most of them within reach of enemies
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterator
from typing import Any

from games import all_games


def crowds() -> dict[str, Any]:
    """The modules, by game."""
    names = {game.meta.id: f"tests.games.{game.meta.id}.crowd" for game in all_games()}
    return {
        game: importlib.import_module(name)
        for game, name in names.items()
        if importlib.util.find_spec(f"tests.games.{game}") and importlib.util.find_spec(name)
    }


def spots(count: int, wide: int) -> Iterator[tuple[int, int]]:
    """Columns and rows of a block of units."""
    return ((at % wide, at // wide) for at in range(count))

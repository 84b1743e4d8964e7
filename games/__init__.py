"""The games of Starpost: pure rules, one folder each.

A folder with a module ``game`` is a game and exports ``GAME``; nothing else has to be told of it.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from importlib.util import find_spec

from games.core.contract import AnyGame


@cache
def all_games() -> tuple[AnyGame, ...]:
    """Every game found under ``games/``, sorted by id.

    Raises ``TypeError`` with the folder's name for one that is not a game:
    a broken game stops the start and not a match.
    """
    found: list[AnyGame] = []
    for module in pkgutil.iter_modules(__path__):
        if not module.ispkg or find_spec(f"games.{module.name}.game") is None:
            continue
        package = importlib.import_module(f"games.{module.name}")
        game = getattr(package, "GAME", None)
        if game is None or game.meta.id != module.name:
            raise TypeError(f"games/{module.name} must export GAME with meta.id {module.name!r}")
        found.append(game)
    return tuple(sorted(found, key=lambda game: game.meta.id))

"""Games on the shelf: the card at once, the rules when somebody first needs them.

Reading a large game takes longer than everything else at a start, and a start needs
only the names. Whoever takes a rule from the shelf waits for the whole game once; a
host may take all of them beforehand, in a thread of its own (``unshelved``).
"""

from __future__ import annotations

import importlib
from typing import Any, cast

from games.core.contract import AnyGame, Meta


def shelved(meta: Meta, module: str) -> AnyGame:
    """The game that ``module`` exports as ``GAME``, not yet read."""
    return cast(AnyGame, _Shelved(meta, module))


def unshelved(game: AnyGame) -> AnyGame:
    """The game itself, read by now. Raises what goes wrong in its modules and data,
    and ``TypeError`` when the card is not the game's own."""
    return game.whole() if isinstance(game, _Shelved) else game


class _Shelved:
    """Stands for a game. Each member is looked up once and then kept as this object's own."""

    def __init__(self, meta: Meta, module: str) -> None:
        self.meta = meta
        self._module = module

    def whole(self) -> AnyGame:
        game: AnyGame | None = getattr(importlib.import_module(self._module), "GAME", None)
        if game is None or game.meta is not self.meta:
            raise TypeError(f"{self._module} must export GAME with the meta of its card")
        return game

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # questions of copy, pickle and the like, not of a host
            raise AttributeError(name)
        member = getattr(self.whole(), name)
        setattr(self, name, member)
        return member

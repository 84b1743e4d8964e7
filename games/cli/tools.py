"""Finds games, their settings and their optional tools."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from games import all_games
from games.cli.faults import Fault, told
from games.core.contract import AnyGame
from games.core.seats import Seats
from games.core.settings import Settings
from games.core.tools import Tools


def find_game(game_id: str) -> AnyGame:
    """Raises ``Fault`` that names the games there are."""
    for game in all_games():
        if game.meta.id == game_id:
            return game
    known = ", ".join(game.meta.id for game in all_games())
    raise Fault(f"there is no game {game_id!r}; known: {known}")


def tools_of(game: AnyGame) -> Tools[Any]:
    """What the module ``tools`` in the game's folder exports, if there is one."""
    package = type(game).__module__.rpartition(".")[0]
    if importlib.util.find_spec(f"{package}.tools") is None:
        return Tools()
    found: Tools[Any] = importlib.import_module(f"{package}.tools").TOOLS
    return found


def settings_of(game: AnyGame, given: Mapping[str, Any], seats: Seats) -> Settings:
    """Settings of a match in these seats. Raises ``Fault``."""
    try:
        settings = game.settings.model_validate(given)
    except ValidationError as error:
        raise Fault(f"settings of {game.meta.id}: {faults(error)}") from None
    if refusal := game.fault(settings, seats):
        raise Fault(f"settings of {game.meta.id}: {told(refusal)}")
    return settings


def faults(error: ValidationError) -> str:
    """What pydantic found, in one line."""
    return "; ".join(
        f"{'.'.join(map(str, fault['loc'])) or 'all'}: {fault['msg']}"
        for fault in error.errors(include_url=False)[:3]
    )

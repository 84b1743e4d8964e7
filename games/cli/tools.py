"""Finds games and reads their settings."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from games import all_games
from games.cli.faults import Fault, told
from games.cli.files import finite
from games.core.contract import AnyGame
from games.core.log.position_files import faults
from games.core.settings import Settings
from games.core.types import Seats


def find_game(game_id: str) -> AnyGame:
    """Raises ``Fault`` that names the games there are."""
    for game in all_games():
        if game.meta.id == game_id:
            return game
    known = ", ".join(game.meta.id for game in all_games())
    raise Fault(f"there is no game {game_id!r}; known: {known}")


def settings_of(game: AnyGame, given: Mapping[str, Any], seats: Seats) -> Settings:
    """Settings of a match in these seats. Raises ``Fault``."""
    try:
        named = {**game.settings.for_teams({}, len({*seats.teams})), **given}
        settings = game.settings.model_validate(named)
    except ValidationError as error:
        raise Fault(f"settings of {game.meta.id}: {faults(error)}") from None
    if refusal := game.fault(settings, seats):
        raise Fault(f"settings of {game.meta.id}: {told(refusal)}")
    return settings


def value_of(text: str) -> Any:
    """Parse ``8`` as a number, ``true`` as a boolean, anything else as text."""
    try:
        found = json.loads(text, parse_float=finite, parse_constant=finite)
    except (ValueError, RecursionError):
        return text
    return found if isinstance(found, bool | int | float) else text

"""``position FILE``: what a position means, and what a move makes of it, as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from games.cli.course import run
from games.cli.faults import Fault, told
from games.cli.files import read_object, read_text
from games.cli.matchfile import answer
from games.cli.tools import Tools, all_tools, faults
from games.core.contract import AnyGame
from games.core.refusals import Refusal


def read_position(tools: Tools, name: str) -> Any:
    """The state that a file describes. Raises ``Fault``."""
    try:
        return _state(tools, name, read_object(name, read_text(name)))
    except ValidationError as error:
        raise Fault(f"{name}: {faults(error)}") from None


def _state(tools: Tools, name: str, data: Mapping[str, Any]) -> Any:
    """Raises ``Fault`` for a position that cannot be, ``ValidationError`` for another form."""
    try:
        return tools.position(data)
    except Refusal as refusal:
        raise Fault(f"{name}: {told(refusal)}") from None


def find_position(name: str) -> tuple[AnyGame, Tools, Any]:
    """The state that a file describes, with the game whose form it has.

    Raises ``Fault``; of a file that no game reads, with what the game with the
    fewest complaints has to say.
    """
    data = read_object(name, read_text(name))
    complaints: list[ValidationError] = []
    for game, tools in all_tools():
        try:
            return game, tools, _state(tools, name, data)
        except ValidationError as error:
            complaints.append(error)
    if not complaints:
        raise Fault("no game supports position files")
    raise Fault(f"{name}: {faults(min(complaints, key=ValidationError.error_count))}")


def position(game: AnyGame, tools: Tools, state: Any, move: str | None) -> None:
    """Print one JSON object: the position, or the one after ``move``."""
    if move is None:
        described = tools.describe(state)
    else:
        (entry,) = run(game, state, [answer(move)])
        described = tools.describe(entry.state, before=state)
    print(json.dumps(described, ensure_ascii=False))

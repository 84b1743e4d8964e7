"""``position FILE``: what a position means, and what a move makes of it, as JSON."""

from __future__ import annotations

import json
from typing import Any

from pydantic import ValidationError

from games.cli.course import run
from games.cli.faults import Fault, told
from games.cli.files import read_object, read_text
from games.cli.matchfile import answer
from games.cli.tools import Tools, faults
from games.core.contract import AnyGame
from games.core.refusals import Refusal


def read_position(tools: Tools, name: str) -> Any:
    """The state that a file describes. Raises ``Fault``."""
    data = read_object(name, read_text(name))
    try:
        return tools.position(data)
    except Refusal as refusal:
        raise Fault(f"{name}: {told(refusal)}") from None
    except ValidationError as error:
        raise Fault(f"{name}: {faults(error)}") from None


def position(game: AnyGame, tools: Tools, name: str, move: str | None) -> None:
    """Print one JSON object: the position, or the one after ``move``."""
    state = read_position(tools, name)
    if move is None:
        described = tools.describe(state)
    else:
        (entry,) = run(game, state, [answer(move)])
        described = tools.describe(entry.state, before=state)
    print(json.dumps(described, ensure_ascii=False))

"""A match in words, for a terminal."""

from __future__ import annotations

from typing import Any

from games.core.contract import AnyGame
from games.core.decisions import Decisions
from games.core.endings import Ending
from games.core.log.replay import Adjusted, LogAction, Played, Thrown
from games.core.seats import REFEREE
from games.core.settings import Settings


def plain(text: str) -> str:
    """Remove control characters that a terminal would obey."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def concluded(game: AnyGame, state: Any) -> None:
    """Print the score and the ending."""
    over = isinstance(game.pending(state), Ending)
    score = game.words.standing(game.view(state, REFEREE))
    print(f"\n{'Final score' if over else 'So far'}: {score}\n{_outcome(game, state)}")


def agreed(settings: Settings) -> str:
    """The settings of the match by their titles."""
    return "; ".join(
        f"{type(settings).model_fields[name].title}: {_said(value)}"
        for name, value in settings.model_dump().items()
    )


def _said(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else f"{value}"


def headline(game: AnyGame, state: Any, log_action: LogAction) -> str:
    """The seat, by its name before the move, and the move."""
    if isinstance(log_action, Played):
        seat = game.words.seat(game.view(state, REFEREE), log_action.seat)
        return f"{seat}  {game.write(log_action.move)}"
    if isinstance(log_action, Thrown):
        return "dice  " + " / ".join(
            ", ".join(map(str, faces)) for faces in log_action.rolled.faces
        )
    if isinstance(log_action, Adjusted):
        return f"referee  {game.editing.write(log_action.adjustment)}"
    return "the match continues from another position"


def _outcome(game: AnyGame, state: Any) -> str:
    pending = game.pending(state)
    view = game.view(state, REFEREE)
    if isinstance(pending, Ending):
        return f"{game.words.ending(view, pending)} [{pending.rule}]"
    if not isinstance(pending, Decisions):
        return "The match is not over: it waits for dice."
    names = ", ".join(game.words.seat(view, seat) for seat in pending.awaited())
    return f"The match is not over: it waits for {names}."

"""What a referee sets at a match of text, and what he may not."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

from games.core.contract import AnyGame
from games.core.types import Forbidden


class AtTable(Protocol):
    state: Any
    events: Any


M = TypeVar("M", bound=AtTable)


def edited(game: AnyGame, match: M, *texts: str) -> M:
    """The match after edits, which keep their texts and forms, as the states keep theirs."""
    for text in texts:
        edit = game.editing.read(game.editing.see(match.state), text)
        assert game.editing.write(edit) == text
        assert game.editing.form.read(game.editing.form.write(edit)) == edit
        step = game.editing.apply(match.state, edit)
        match.state, match.events = step.state, step.events
        assert game.state_form.read(game.state_form.write(match.state)) == match.state
        game.pending(match.state)
    return match


def not_allowed(game: AnyGame, match: AtTable, text: str, view: Any = None) -> Forbidden:
    """Why an edit that can be read is refused; ``view``: as somebody else sees the match."""
    view = view or game.editing.see(match.state)
    found: Forbidden | None = game.editing.refusal(view, game.editing.read(view, text))
    assert found is not None, f"{text} was allowed"
    return found

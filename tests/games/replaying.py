"""A whole log played again, and what a viewer may know of what happened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from games.core.contract import AnyGame
from games.core.events import Event
from games.core.log.replay import Adjusted, LogAction, Played, carry_out
from games.core.settings import Settings
from games.core.types import Seats, Viewer
from tests.games.kit import Match

E = TypeVar("E", bound=Event)


@dataclass(frozen=True, slots=True)
class Position:
    """A state with everything that led to it in this run."""

    state: Any
    log_action: LogAction | None
    events: tuple[Event, ...]


def fold(
    game: AnyGame, settings: Settings, seats: Seats, log_actions: Iterable[LogAction]
) -> Iterator[Position]:
    """The position at the start and after each deed. Raises a ``Refusal`` at the first bad one."""
    state = game.setup(settings, seats)
    yield Position(state, None, ())
    for log_action in log_actions:
        step = carry_out(game, state, log_action)
        state = step.state
        yield Position(state, log_action, step.events)


def visible(events: Iterable[E], viewer: Viewer) -> tuple[E, ...]:
    """The events that ``viewer`` may know, in order."""
    return tuple(event for event in events if event.visible_to(viewer))


def check_replay(match: Match) -> None:
    """The settings, moves and adjustments of a match, read from their JSON forms, give the same
    bytes again."""
    game = match.title.game
    settings = game.settings.model_validate_json(match.settings.model_dump_json())
    log_actions = (_again(game, log_action) for log_action in match.log_actions)
    replayed = fold(game, settings, Seats(match.seats.teams), log_actions)
    states = [game.state_form.write(position.state) for position in replayed]
    same = states == [game.state_form.write(state) for state in match.states]
    assert same, "a replay gives other states"


def _again(game: AnyGame, log_action: LogAction) -> LogAction:
    if isinstance(log_action, Adjusted):
        form = game.editing.form
        return Adjusted(form.read(form.write(log_action.adjustment)))
    if isinstance(log_action, Played):
        form = game.move_form
        return Played(log_action.seat, log_action.decision, form.read(form.write(log_action.move)))
    return log_action

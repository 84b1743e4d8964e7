"""A whole log played again, and what a viewer may know of what happened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from games.core.contract import AnyGame
from games.core.events import Event
from games.core.log.replay import LogAction, Played, carry_out
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
    """The settings and moves of a match, read from their JSON forms, give the same bytes again."""
    game = match.title.game
    settings = game.settings.model_validate_json(match.settings.model_dump_json())
    log_actions: list[LogAction] = [
        Played(
            log_action.seat,
            log_action.decision,
            game.move_form.read(game.move_form.write(log_action.move)),
        )
        if isinstance(log_action, Played)
        else log_action
        for log_action in match.log_actions
    ]
    replayed = list(fold(game, settings, Seats(match.seats.teams), log_actions))
    assert [game.state_form.write(position.state) for position in replayed] == [
        game.state_form.write(state) for state in match.states
    ]

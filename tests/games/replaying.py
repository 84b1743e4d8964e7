"""A whole log played again, and what a viewer may know of what happened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from games.core.contract import AnyGame, Settings
from games.core.events import Event
from games.core.log.replay import Deed, act
from games.core.seats import Seats, Viewer

E = TypeVar("E", bound=Event)


@dataclass(frozen=True, slots=True)
class Position:
    """A state with everything that led to it in this run."""

    state: Any
    deed: Deed | None
    events: tuple[Event, ...]


def fold(
    game: AnyGame, settings: Settings, seats: Seats, deeds: Iterable[Deed]
) -> Iterator[Position]:
    """The position at the start and after each deed. Raises a ``Refusal`` at the first bad one."""
    state = game.setup(settings, seats)
    yield Position(state, None, ())
    for deed in deeds:
        step = act(game, state, deed)
        state = step.state
        yield Position(state, deed, step.events)


def visible(events: Iterable[E], viewer: Viewer) -> tuple[E, ...]:
    """The events that ``viewer`` may know, in order."""
    return tuple(event for event in events if event.visible_to(viewer))

"""A match as one viewer saw it, view by view."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from typing import Any

from bot.play.positions import Lost, begun, log_actions
from bot.play.records import CHANGING, Entry, Kind, SeatHolder
from bot.play.seat_holders import Seatings
from games.core.contract import AnyGame
from games.core.events import Event
from games.core.forms import Malformed
from games.core.log.replay import act
from games.core.refusals import Refusal
from games.core.seats import Viewer


@dataclass(frozen=True, slots=True)
class Frame:
    """A view that differs from the one before it, the number of the last public entry, and who
    held the seats then.

    ``events``  what the viewer may know of what led to it, from the frame before on
    """

    view: Any
    shown: int
    holders: tuple[SeatHolder, ...]
    events: tuple[Event, ...] = ()


STEPS = 5
"""Of those that tell something so many become one, at most, in a turn of a player."""


async def by_turn(game: AnyGame, frames: AsyncIterator[Frame]) -> AsyncIterator[Frame]:
    """Those of a turn as one, without what tells nothing; the first and the last are there.

    In a game that does not name its turns, each frame that tells something is there.
    """
    held: Frame | None = None
    steps, turn, under_way = 1, "", ""
    async for frame in frames:
        own, under_way = under_way, _turn(game, frame.view)
        tells = any(event.weight and game.words.tell(event) for event in frame.events)
        if held is not None and steps and (own != turn or not own or (tells and steps == STEPS)):
            yield held
            held, steps = None, 0
        if held is not None:
            frame = replace(frame, events=(*held.events, *frame.events))
        held, turn = frame, own
        steps += tells
    if held is not None:
        yield held


def _turn(game: AnyGame, view: Any) -> str:
    tally = game.words.tally(view)
    return "" if tally is None else tally.turn


class FrameCollector:
    """Folds entries and keeps the views that somebody sees change."""

    def __init__(self, game: AnyGame, viewer: Viewer, stride: int, seated: Seatings) -> None:
        self._game = game
        self._viewer = viewer
        self._stride = stride
        self._seated = seated
        self._count = 0
        self._frames: list[Frame] = []
        self._skipped: Frame | None = None
        self._view: Any = None
        self._shown = 0
        self._events: list[Event] = []
        self.state: Any = None

    def begin(self, view: Any, shown: int, seq: int) -> None:
        self._shown = shown
        self._look(view, seq)

    def play(self, entries: list[Entry]) -> None:
        """Raises ``Lost``."""
        try:
            for entry in entries:
                self._play(entry)
        except (Refusal, Malformed, ValueError, LookupError) as fault:
            raise Lost(f"the log of {entries[0].match} cannot be followed") from fault

    def taken(self) -> tuple[Frame, ...]:
        """The frames that have come since this was last asked."""
        frames, self._frames = tuple(self._frames), []
        return frames

    def last(self) -> Frame | None:
        """The last view, if the stride has left it out."""
        return self._skipped

    def _play(self, entry: Entry) -> None:
        self._shown = entry.shown or self._shown
        if entry.kind not in CHANGING and entry.kind is not Kind.START:
            return
        if entry.rules_version != self._game.meta.rules_version:
            self.state = None
        elif entry.kind is Kind.START:
            self.state = begun(self._game, entry)
        elif self.state is not None or entry.kind is Kind.POSITION:
            for log_action in log_actions(self._game, (entry,)):
                step = act(self._game, self.state, log_action)
                self.state = step.state
                self._events += [each for each in step.events if each.visible_to(self._viewer)]
        if self.state is not None:
            self._look(self._game.view(self.state, self._viewer), entry.seq)

    def _look(self, view: Any, seq: int) -> None:
        if view == self._view:
            return
        self._view = view
        frame = Frame(view, self._shown, self._seated.at(seq), tuple(self._events))
        if self._count % self._stride == 0:
            self._frames.append(frame)
            self._skipped = None
            self._events = []
        else:
            self._skipped = frame
        self._count += 1

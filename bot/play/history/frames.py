"""A match as one viewer saw it, as a sequence of views."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, replace
from typing import Any

from bot.play.positions import Lost, WrittenState, read_events, unpack_rows
from bot.play.seat_holders import Seatings
from bot.play.storage.records import CHANGING, Entry, EntryKind, SeatHolder, Snapshot
from games.core.contract import AnyGame
from games.core.events import Event
from games.core.types import Malformed, Viewer


@dataclass(frozen=True, slots=True)
class Frame:
    """A view that differs from the one before it, the number of the last public entry, and who
    held the seats then.

    ``events``  what the viewer may know of what led to it, from the frame before on
    ``recent``  of these, those after the entries that a stride has left out
    """

    view: Any
    shown: int
    holders: tuple[SeatHolder, ...]
    events: tuple[Event, ...] = ()
    recent: tuple[Event, ...] = ()


STEPS = 5
"""Of those that tell something so many become one, at most, in a turn of a player."""


async def join_turns(game: AnyGame, frames: AsyncIterator[Frame]) -> AsyncIterator[Frame]:
    """Join the frames of a turn, and drop those without events; the first and last stay.

    A game that does not name its turns keeps each frame with events.
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
            events, recent = (*held.events, *frame.events), (*held.recent, *frame.recent)
            frame = replace(frame, events=events, recent=recent)
        held, turn = frame, own
        steps += tells
    if held is not None:
        yield held


def _turn(game: AnyGame, view: Any) -> str:
    tally = game.words.tally(view)
    return "" if tally is None else tally.turn


class FrameCollector:
    """Collects the views that change for a viewer, from the positions after entries.

    ``stride``  every so many public entries one is looked at, and always the first and the last
    """

    def __init__(self, game: AnyGame, viewer: Viewer, stride: int, seated: Seatings) -> None:
        self._game = game
        self._viewer = viewer
        self._stride = stride
        self._seated = seated
        self._frames: list[Frame] = []
        self._skipped: tuple[WrittenState, int] | None = None
        self._view: Any = None
        self._shown = 0
        self._events: list[Event] = []
        self._recent = 0
        """From here on the events are recent."""

    def begin(self, view: Any, shown: int, seq: int) -> None:
        self._shown = shown
        self._look(view, seq)

    def add(self, entries: Iterable[Entry], snapshots: Iterable[Snapshot]) -> None:
        """Add the ``snapshots`` of these entries, with their bases. Raises ``Lost``."""
        positions = unpack_rows(snapshots)
        for entry in entries:
            self._shown = entry.shown or self._shown
            if entry.seq in positions and (entry.kind in CHANGING or entry.kind is EntryKind.START):
                self._add(entry, positions[entry.seq])

    def take(self) -> tuple[Frame, ...]:
        """Take the frames collected since the last call."""
        frames, self._frames = tuple(self._frames), []
        return frames

    def finish(self) -> None:
        """Add the last position if the stride has left it out. Raises ``Lost``."""
        if self._skipped is not None:
            self._read(*self._skipped)

    def _add(self, entry: Entry, position: WrittenState) -> None:
        try:
            events = read_events(self._game, entry)
        except Malformed as fault:
            raise Lost from fault
        if self._skipped is not None:
            self._recent = len(self._events)
        self._events += [each for each in events if each.visible_to(self._viewer)]
        counted = self._stride == 1 or (entry.shown is not None and not entry.shown % self._stride)
        if counted or self._view is None:
            self._read(position, entry.seq)
        else:
            self._skipped = position, entry.seq

    def _read(self, position: WrittenState, seq: int) -> None:
        self._skipped = None
        try:
            state = position.load_state(self._game)
        except Malformed as fault:
            raise Lost from fault
        self._look(self._game.view(state, self._viewer), seq)

    def _look(self, view: Any, seq: int) -> None:
        if view == self._view:
            return
        self._view = view
        events, seated = tuple(self._events), self._seated.holders_after(seq)
        self._frames.append(Frame(view, self._shown, seated, events, events[self._recent :]))
        self._events, self._recent = [], 0

"""An event reaches its audience and nobody else."""

from __future__ import annotations

from dataclasses import dataclass

from games.core.events import Event, visible
from games.core.seats import REFEREE, SPECTATOR, Seat, Seated


@dataclass(frozen=True, slots=True, kw_only=True)
class Note(Event):
    text: str


EVERYONE = Note(text="dawn")
FIRST = Note(text="a key", only=(Seat(0),))
TWO = Note(text="a plan", only=(Seat(0), Seat(2)))
NOBODY = Note(text="a ghost", only=())


def test_each_viewer_sees_the_events_meant_for_it_in_order() -> None:
    events = (FIRST, EVERYONE, TWO, NOBODY)
    assert visible(events, Seated(Seat(0))) == (FIRST, EVERYONE, TWO)
    assert visible(events, Seated(Seat(1))) == (EVERYONE,)
    assert visible(events, Seated(Seat(2))) == (EVERYONE, TWO)
    assert visible(events, SPECTATOR) == (EVERYONE,)
    assert visible(events, REFEREE) == events

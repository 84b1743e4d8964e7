"""An event reaches its audience and nobody else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from games.core.events import Event
from games.core.types import REFEREE, SPECTATOR, Form, Seat, Seated
from tests.games.replaying import visible


@dataclass(frozen=True, slots=True, kw_only=True)
class Note(Event):
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Whisper(Event):
    quiet: ClassVar[bool] = True

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


def test_labels_belong_to_the_class_and_are_not_stored() -> None:
    assert Whisper(text="hush").quiet
    assert not EVERYONE.quiet
    assert b"quiet" not in Form[Whisper](Whisper).write(Whisper(text="hush"))


def test_an_event_stored_with_a_label_is_still_read() -> None:
    old = b'{"only":[0],"quiet":true,"text":"hush"}'
    assert Form[Whisper](Whisper).read(old) == Whisper(text="hush", only=(Seat(0),))

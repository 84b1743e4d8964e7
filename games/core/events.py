"""Events and their audience.

A game's events are frozen dataclasses that derive from ``Event``. An event
that not everybody may know names its audience; the log of a seat filters the
one list of events and is never written separately.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from string import Formatter
from typing import Any, ClassVar, Final, Generic, Literal, TypeVar, dataclass_transform

from games.core.seats import Referee, Seat, Seated, Viewer

S = TypeVar("S")
E = TypeVar("E", bound="Event")


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Base of all events. ``only`` is ``None`` when everyone may know it.

    Class attributes tell the host what may be undone, what a summary tells first and what is
    worth a DM:

    ``reveals``  whether it discloses a secret to somebody
    ``weight``   0 for a trifle, 1 as usual, 2 for what a summary must not miss
    ``says``     its sentence, with fields in braces: ``{unit} boards {carrier}.``
    ``quiet``    no news to its audience, such as what a seat has just done itself: it is in the
                 log, but no DM is sent about it
    """

    reveals: ClassVar[bool] = False
    weight: ClassVar[int] = 1
    quiet: ClassVar[bool] = False
    says: ClassVar[str] = ""

    only: tuple[Seat, ...] | None = None

    def visible_to(self, viewer: Viewer) -> bool:
        if self.only is None or isinstance(viewer, Referee):
            return True
        return isinstance(viewer, Seated) and viewer.seat in self.only


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def event(
    kind: str, says: str = "", *, weight: int = 1, reveals: bool = False, quiet: bool = False
) -> Callable[[type[E]], type[E]]:
    """Declare an event: a frozen dataclass with a ``kind`` that tells it apart in JSON."""

    def declared(cls: type[E]) -> type[E]:
        cls.__annotations__ = {**vars(cls).get("__annotations__", {}), "kind": Literal[kind]}
        facts = {"kind": kind, "says": says, "weight": weight, "reveals": reveals, "quiet": quiet}
        for name, value in facts.items():
            setattr(cls, name, value)
        return dataclass(frozen=True, slots=True)(cls)

    return declared


def declared(names: Mapping[str, Any]) -> tuple[type[Event], ...]:
    """The events among the names of a module, those that it passes on included."""
    found = (each for each in names.values() if isinstance(each, type) and issubclass(each, Event))
    return tuple(each for each in found if "kind" in vars(each).get("__annotations__", {}))


class Phrases(Formatter):
    """Fills the sentences of events; ``{at:point}`` names a value by the phrase of that name."""

    def __init__(self, **phrases: Callable[[Any], str]) -> None:
        self._phrases = phrases

    def format_field(self, value: Any, spec: str) -> str:
        return self._phrases[spec](value) if spec else str(value)

    def tell(self, event: Event) -> str:
        return self.vformat(event.says, (), _Fields(event))


class _Fields(dict[str, Any]):
    def __init__(self, event: Event) -> None:
        self._event = event

    def __missing__(self, name: str) -> Any:
        return getattr(self._event, name)


DIGESTED: Final = 4
"""Most sentences of a digest: a headline and three more."""


def weightiest(told: Iterable[tuple[int, str]]) -> tuple[str, ...]:
    """The sentences of a digest, headline first, chosen by weight.

    The weightiest come first, and of those that weigh the same the earliest; where there are too
    many, the newest are kept. Empty ones are left out.
    """
    said = [(weight, at, words) for at, (weight, words) in enumerate(told) if words]
    kept = sorted(said, reverse=True)[:DIGESTED]
    return tuple(words for _, _, words in sorted(kept, key=lambda each: (-each[0], each[1])))


@dataclass(frozen=True, slots=True)
class Step(Generic[S, E]):
    """A new state and the events that led to it, in order."""

    state: S
    events: tuple[E, ...]

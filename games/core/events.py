"""Events: what happened in a match, with its audience, its sentence and its part in a digest."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, reduce
from operator import or_
from string import Formatter
from types import ModuleType
from typing import Any, ClassVar, Final, Generic, Literal, NamedTuple, TypeVar, dataclass_transform

from games.core.types import Form, Referee, Seat, Seated, Viewer, tagged

S_co = TypeVar("S_co", covariant=True)
E = TypeVar("E", bound="Event")


class Sums(NamedTuple):
    """How events of a kind go into a digest, which adds up what pieces did and suffered.

    ``said``    names the field of who did it, then that of the pieces, with a noun where they are
                counted: ``{by} destroyed {unit}``, ``{side} gained {hexes:planet}``. What their
                owner did is ``moved {unit}``, what nobody did ``{unit} fell back``. Where it is
                empty, the digest tells the event's own sentence by its weight; ``None`` leaves it
                to the log
    ``harm``    see ``News``, and ``left``, with fields in braces
    ``latest``  whether of several the last alone is told
    ``scores``  whether it changes the score, which the digest then tells
    """

    said: str | None = ""
    harm: int | None = None
    left: str = ""
    latest: bool = False
    scores: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Base of all events. ``only`` is ``None`` when everyone may know it.

    Class attributes tell the host what may be undone, what a summary tells first and what is
    worth a DM:

    ``reveals``  whether it discloses a secret to somebody
    ``weight``   0 for a trifle, 1 as usual, 2 for what a summary must not miss
    ``says``     its sentence, with fields in braces: ``{unit} boards {carrier}.``
    ``sums``     how it goes into a digest
    ``quiet``    no news to its audience, such as what a seat has just done itself: it is in the
                 log, but no DM is sent about it
    """

    reveals: ClassVar[bool] = False
    weight: ClassVar[int] = 1
    quiet: ClassVar[bool] = False
    says: ClassVar[str] = ""
    sums: ClassVar[Sums] = Sums()

    only: tuple[Seat, ...] | None = None

    def news(self) -> Iterable[News] | None:
        """What it adds to a digest; ``None`` where that tells it in its own sentence."""
        return None if self.sums.said == "" else news_of(self)

    def visible_to(self, viewer: Viewer) -> bool:
        if self.only is None or isinstance(viewer, Referee):
            return True
        return isinstance(viewer, Seated) and viewer.seat in self.only


HURT, LOST, LEADER_LOST = 1, 2, 3
"""How much a piece suffered; an attack without effect is 0."""
ENDS: Final = 9
"""The weight of the end of a match."""


class News(NamedTuple):
    """What an event adds to a digest.

    ``did``     a sentence with gaps for who did it and what it was done to: ``{by} hit {to}``
    ``by``      a piece, a side, or a name; where it is not known, who attacked ``to`` last
    ``harm``    what the owner of ``to`` suffered by it, from 0 to ``LEADER_LOST``; ``None`` if
                nothing. Of a piece that suffered, only the heaviest is told
    ``weight``  of what harms nobody
    ``noun``    what ``to`` is, where it is counted: ``planet``
    ``amount``  added up behind ``to``, with what it counts, for one and for many
    ``marks``   listed behind it, and ``left``, of which the last is told
    ``key``     of news with the same key the last is told, by default with the same ``did`` and
                ``to``; ``over`` if it is no longer so
    """

    did: str
    to: Any
    by: Any = None
    harm: int | None = None
    weight: int = 1
    noun: str = ""
    amount: int = 0
    counts: tuple[str, str] = ("", "")
    marks: tuple[str, ...] = ()
    left: str = ""
    key: Any = None
    over: bool = False


class Owned(NamedTuple):
    """A thing whose name does not tell its owner."""

    owner: Any
    name: str

    def __str__(self) -> str:
        return self.name


_DECLARED: Final = "_declared"
"""Marks what is declared as an event, in contrast to its bases and parts."""


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def event(
    kind: str,
    says: str = "",
    *,
    weight: int = 1,
    reveals: bool = False,
    quiet: bool = False,
    sums: str | None = "",
    harm: int | None = None,
    left: str = "",
    latest: bool = False,
    scores: bool = False,
) -> Callable[[type[E]], type[E]]:
    """Declare an event: a frozen dataclass with a ``kind`` that tells it apart in JSON.

    ``sums`` and what follows it are fields of ``Sums``.
    """

    def declared(cls: type[E]) -> type[E]:
        cls.__annotations__ = {**vars(cls).get("__annotations__", {}), "kind": Literal[kind]}
        facts = {"kind": kind, "says": says, "weight": weight, "reveals": reveals, "quiet": quiet}
        cls.sums = Sums(sums, harm, left, latest, scores)
        setattr(cls, _DECLARED, True)
        for name, value in facts.items():
            setattr(cls, name, value)
        return dataclass(frozen=True, slots=True)(cls)

    return declared


_FIELD: Final = re.compile(r"\{(\w+)(?::(\w+))?\}")


@cache
def _read_sums(sums: str) -> tuple[str, str, str, str]:
    """The sentence with its gaps, the fields of who did it and to what, and its noun."""
    fields = _FIELD.findall(sums)
    to, noun = fields[-1]
    by = to if not sums.startswith("{") else fields[0][0] if len(fields) > 1 else ""
    gaps = iter(["{by}"] * (len(fields) - 1) + ["{to}"])
    did = _FIELD.sub(lambda _: next(gaps), sums)
    return did if sums.startswith("{") else f"{{by}} {did}", by, to, noun


def news_of(event: Event) -> Iterator[News]:
    """What an event adds to a digest by its ``sums``."""
    if event.sums.said is None:
        return
    did, by, to, noun = _read_sums(event.sums.said)
    found = getattr(event, to)
    left = Formatter().vformat(event.sums.left, (), _Fields(event)) if event.sums.left else ""
    for each in found if isinstance(found, tuple) else (found,):
        doer = each if by == to else getattr(event, by, None)
        yield News(did, each, doer, event.sums.harm, event.weight, noun=noun, left=left)


def is_harm(event: Event) -> bool:
    """Whether it tells of an attack or of what somebody suffered."""
    return any(news.harm is not None for news in event.news() or ())


_NONE: Final[Mapping[type[Event], Callable[[Any], str]]] = {}


class Phrases(Formatter):
    """Fills the sentences of events; ``{at:point}`` names a value by the phrase of that name."""

    def __init__(self, **phrases: Callable[[Any], str]) -> None:
        self._phrases = phrases

    def format_field(self, value: Any, spec: str) -> str:
        return self._phrases[spec](value) if spec else str(value)

    def tell(self, event: Event, built: Mapping[type[Event], Callable[[Any], str]] = _NONE) -> str:
        """An event as a sentence: by ``built``, which has a function for some types, or as the
        event itself ``says`` it."""
        if isinstance(event, Edited):
            return event.sentence
        build = built.get(type(event))
        return build(event) if build else self.vformat(event.says, (), _Fields(event))


class _Fields(dict[str, Any]):
    def __init__(self, event: Event) -> None:
        self._event = event

    def __missing__(self, name: str) -> Any:
        return getattr(self._event, name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Edited(Event):
    """The referee set something: ``what``, and the values before and after where they are told."""

    weight: ClassVar[int] = 2

    what: str
    before: str = ""
    after: str = ""
    kind: Literal["edited"] = "edited"

    @property
    def sentence(self) -> str:
        change = f" from {self.before} to {self.after}" if self.before or self.after else ""
        return f"The referee {self.what}{change}."


@dataclass(frozen=True, slots=True)
class Step(Generic[S_co, E]):
    """A new state and the events that led to it, in order."""

    state: S_co
    events: tuple[E, ...]


def form_of_events(module: ModuleType) -> Form[Event]:
    """The form of the events that a module declares or passes on, and of what a referee sets."""
    found = (each for each in vars(module).values() if isinstance(each, type))
    declared = [each for each in found if issubclass(each, Event) and _DECLARED in vars(each)]
    return tagged(reduce(or_, declared, Edited))

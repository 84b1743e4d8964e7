"""What a referee may set, as declarations: acts and their arguments, and the edits they take."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import Field

from games.core import notation
from games.core.events import Event
from games.core.geometry.plane import Scale, Shape
from games.core.notation import Value, one_of
from games.core.options import Points
from games.core.refusals import Forbidden, Unreadable
from games.core.seats import Seat

_PLACE = re.compile(r"(\{\w+\})")

Short: TypeAlias = Annotated[str, Field(max_length=1000)]
Audience: TypeAlias = tuple[Seat, ...] | None


@dataclass(frozen=True, slots=True)
class Edit:
    """One edit: the name of an act, and its arguments as text."""

    edit: Short
    args: Annotated[tuple[Short, ...], Field(max_length=8)] = ()


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


def _fine(*_: Any) -> None:
    return None


@dataclass(frozen=True)
class Argument:
    """An argument of an act. Functions take the view and the arguments so far.

    ``value``    its text form
    ``offered``  the choices; any other value can be typed
    ``bounds``   of a number; values near the present one are offered
    ``points``   of a point: where it can be typed
    ``label``    the label of a choice, by default its text form
    ``detail``   what to know before choosing
    ``called``   its name in sentences, by default its text form
    ``group``    the start of its text and a label, for choices that belong together
    ``missing``  refuses a value that does not exist
    ``example``  for the text field; without one there is no text field
    ``given``    from the arguments before: the argument in their place, where it depends on them
    """

    value: Value[Any, Any]
    prompt: str = ""
    offered: Callable[..., Iterable[Any]] | None = None
    bounds: Callable[..., range] | None = None
    points: Callable[..., Points] | None = None
    label: Callable[[Any, Any], str] | None = None
    detail: Callable[[Any, Any], str] | None = None
    called: Callable[[Any, Any], str] | None = None
    group: Callable[[Any, Any], tuple[str, str]] | None = None
    missing: Callable[[Any, Any], Forbidden | None] = _fine
    example: str = ""
    given: Callable[..., Argument] | None = None

    def name(self, view: Any, value: Any) -> str:
        return (self.called or self._written)(view, value)

    def outside(self, value: Any, view: Any, *before: Any) -> str:
        """How a number must be, for one out of bounds: "must be from 1 to 3, not 4"."""
        if self.bounds is None or value in (bounds := self.bounds(view, *before)):
            return ""
        write = self.value.write
        must = f"from {write(bounds.start)} to {write(bounds.stop - 1)}"
        if bounds.start <= value < bounds.stop:
            must = f"a multiple of {write(bounds.step)}"
        return f"must be {must}, not {write(value)}"

    def _written(self, view: Any, value: Any) -> str:
        return self.value.write(value)

    def read(self, view: Any, text: str) -> Any:
        """Parse the canonical text of a value. Raises ``ValueError``."""
        try:
            value = self.value.read(view, text)
        except Unreadable as unreadable:
            raise ValueError from unreadable
        if self.value.write(value) != text:
            raise ValueError
        return value


@dataclass(frozen=True)
class Act:
    """One thing that can be set. Functions take the view and the arguments.

    ``name``    short and stable: names it in JSON and in custom ids
    ``form``    its text form, with the names of arguments in braces
    ``label``   may speak of the ``view``, as ``what`` and prompts may: "A {view.piece}"
    ``also``    other forms that are accepted
    ``args``    in the order of the form
    ``put``     sets it; called with what the game's ``perform`` passes, then the arguments
    ``what``    what is set ("the oil of {seat}"), where the last argument is a value
    ``now``     the present value of the last argument
    ``said``    what the referee does, for the event: "takes {unit} out of the match"
    ``words``   the values before and after in words, where arguments do not say it
    ``rule``    the rule of the bounds of a number, by default that of the game's edits
    ``refuse``  why it cannot be set now
    ``only``    who is told, from the state and the arguments
    """

    name: str
    form: str
    label: str
    args: Mapping[str, Argument]
    put: Callable[..., Any]
    what: str = ""
    now: Callable[..., Any] | None = None
    said: str | Callable[..., str] = "sets {what}"
    words: Callable[..., tuple[str, str]] | None = None
    rule: str = ""
    refuse: Callable[..., Forbidden | None] = _fine
    only: Callable[..., Audience] = _fine
    detail: str = ""
    also: tuple[str, ...] = ()

    @cached_property
    def asked(self) -> tuple[Argument, ...]:
        return tuple(self.args.values())

    def argument(self, before: Sequence[Any]) -> Argument:
        """The argument behind the values ``before``."""
        found = self.asked[len(before)]
        return found.given(*before) if found.given else found

    def written(self, values: Sequence[Any]) -> tuple[str, ...]:
        """The first arguments as they are written."""
        pairs = enumerate(values)
        return tuple(self.argument(values[:place]).value.write(each) for place, each in pairs)

    def text(self, args: Sequence[str]) -> str:
        """The text form up to the first unknown argument."""
        words = _PLACE.split(self.form)[::2]
        known = "".join(f"{before}{arg}" for before, arg in zip(words, args, strict=False))
        return known + words[len(args)]

    def title(self, view: Any) -> str:
        return self.label.format(view=view)

    def named(self, view: Any, values: Sequence[Any]) -> dict[str, str]:
        """The names of the arguments in sentences, and of ``what`` is set."""
        pairs = enumerate(zip(self.args, values, strict=False))
        names = {
            name: self.argument(values[:place]).name(view, value) for place, (name, value) in pairs
        }
        return {**names, "what": self.what.format(view=view, **names)}

    def edited(self, view: Any, values: Sequence[Any], only: Audience) -> Edited:
        names = self.named(view, values)
        said = self.said.format(**names) if isinstance(self.said, str) else self.said(view, *values)
        before, after = "", ""
        if self.words:
            before, after = self.words(view, *values)
        elif self.now:
            both = (self.now(view, *values[:-1]), values[-1])
            before, after = (self.argument(values[:-1]).name(view, each) for each in both)
        return Edited(what=said, before=before, after=after, only=only)


@dataclass(frozen=True)
class Former:
    """An act that another one has replaced. Edits and texts that are stored are still read.

    ``name``   as it was
    ``form``   its text form, with ``{value}``; empty where it reads as one of the new act
    ``act``    the new act, and ``args``, its arguments before the value
    ``words``  values that are written in another way now
    """

    name: str
    form: str
    act: str
    args: tuple[str, ...]
    words: Mapping[str, str] = field(default_factory=dict)

    def now(self, args: Sequence[str]) -> Edit:
        return Edit(self.act, (*self.args, *(self.words.get(each, each) for each in args)))


@dataclass(frozen=True)
class Kind:
    """Acts on one kind of piece, which is their first argument. Without a ``label`` the pieces,
    or their groups, are among the first choices."""

    name: str
    label: str
    piece: Argument
    acts: tuple[Act, ...]


# --- Arguments ---


def _read_number(_: Any, text: str) -> int:
    if not re.fullmatch("-?[0-9]{1,4}", text):
        raise ValueError
    return int(text)


def number(bounds: Callable[..., range] | range, prompt: str = "", **more: Any) -> Argument:
    """A whole number within bounds, which may depend on the view and the arguments before."""
    value = Value[Any, int]("a whole number of at most four digits", _read_number)
    found = (lambda *_: bounds) if isinstance(bounds, range) else bounds
    return Argument(value=value, prompt=prompt, bounds=found, example="3", **more)


def point(
    scale: Scale, limits: Callable[..., Iterable[Shape]], prompt: str = "", **more: Any
) -> Argument:
    """A point of a plane, offered or typed; ``limits`` are those of ``Points``."""
    value = notation.point(scale, "a point such as 24 19.5")
    return Argument(
        value=value,
        prompt=prompt,
        points=lambda *known: Points(scale, tuple(limits(*known))),
        example="24 19.5",
        **more,
    )


def choice(wanted: str, words: Mapping[str, Any], prompt: str = "", **more: Any) -> Argument:
    """One of some words in capitals; of several words for one value the first is canonical."""
    values = dict.fromkeys(words.values())
    more.setdefault("offered", lambda *_: values)
    return Argument(value=one_of(wanted, words), prompt=prompt, **more)

"""What a referee may set by hand, from declarations.

A game lists ``Act``s: each sets one thing, takes arguments, and has a text form. Acts on the same
kind of piece stand together in a ``Kind``. The tree of questions, texts, JSON, refusals of numbers
out of bounds and of what is so already, and the event that says what was and what is now follow.

An edit is allowed or refused by a view: that of the referee, or that of the seat of a referee who
plays and must not learn anything by it. It triggers no rule by itself. A state that no match can
be in is refused.
"""

from __future__ import annotations

import re
from abc import ABC
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeAlias, TypeVar, cast

from pydantic import Field

from games.core.events import Event, Step
from games.core.forms import Form
from games.core.notation import Notation, Value, Verb, one_of, shown
from games.core.options import Options, TextField
from games.core.refusals import Forbidden, Unreadable
from games.core.seats import Seat
from games.core.tree import AT_ONCE, Ask, Node, Tree, Typed, branch, leaf

S = TypeVar("S")
V = TypeVar("V")
B = TypeVar("B")
E = TypeVar("E", bound=Event)

SAME = "SAME"
"""The code of refusals because nothing would change. They are for people only: what a viewer
does not know may be like that already."""

LONGEST_TYPED = 60
_PLACE = re.compile(r"(\{\w+\})")

Short: TypeAlias = Annotated[str, Field(max_length=1000)]
Audience: TypeAlias = tuple[Seat, ...] | None


@dataclass(frozen=True, slots=True)
class Edit:
    """One thing that is set: the name of an act, and its arguments as they are written."""

    edit: Short
    args: Annotated[tuple[Short, ...], Field(max_length=8)] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Edited(Event):
    """The referee set something: ``what`` was done, and from what to what where that is told."""

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
    """Something that an act has to know. Functions take the view and the arguments so far.

    ``value``    how it is written
    ``offered``  what can be chosen; any other value can be typed
    ``bounds``   of a number; those near the present one are offered
    ``label``    what a choice of it reads, by default as it is written
    ``detail``   what is worth knowing before choosing
    ``called``   what sentences call it, by default as it is written
    ``group``    the beginning of its text and a label, for choices that belong together
    ``missing``  why there is nothing like it
    ``example``  a text for the text field; none without it
    """

    value: Value[Any, Any]
    prompt: str = ""
    offered: Callable[..., Iterable[Any]] | None = None
    bounds: Callable[..., range] | None = None
    label: Callable[[Any, Any], str] | None = None
    detail: Callable[[Any, Any], str] | None = None
    called: Callable[[Any, Any], str] | None = None
    group: Callable[[Any, Any], tuple[str, str]] | None = None
    missing: Callable[[Any, Any], Forbidden | None] = _fine
    example: str = ""

    def name(self, view: Any, value: Any) -> str:
        return (self.called or self._written)(view, value)

    def _written(self, view: Any, value: Any) -> str:
        return self.value.write(value)

    def read(self, view: Any, text: str) -> Any:
        """The value of a text as it is written. Raises ``ValueError``."""
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
    ``also``    other forms that are read
    ``args``    in the order in which they stand in the form
    ``put``     sets it: takes what the game's ``perform`` gives it, then the arguments
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

    def text(self, args: Sequence[str]) -> str:
        """The text form as far as the arguments are known."""
        words = _PLACE.split(self.form)[::2]
        known = "".join(f"{before}{arg}" for before, arg in zip(words, args, strict=False))
        return known + words[len(args)]

    def named(self, view: Any, values: Sequence[Any]) -> dict[str, str]:
        """What sentences call the arguments, and what is set."""
        pairs = zip(self.args.items(), values, strict=False)
        names = {name: arg.name(view, value) for (name, arg), value in pairs}
        return {**names, "what": self.what.format(**names)}

    def edited(self, view: Any, values: Sequence[Any], only: Audience) -> Edited:
        names = self.named(view, values)
        said = self.said.format(**names) if isinstance(self.said, str) else self.said(view, *values)
        before, after = "", ""
        if self.words:
            before, after = self.words(view, *values)
        elif self.now:
            both = (self.now(view, *values[:-1]), values[-1])
            before, after = (self.asked[-1].name(view, each) for each in both)
        return Edited(what=said, before=before, after=after, only=only)


@dataclass(frozen=True)
class Kind:
    """Acts on one kind of piece, which is their first argument. Without a ``label`` the pieces,
    or their groups, stand among the first choices."""

    name: str
    label: str
    piece: Argument
    acts: tuple[Act, ...]


class Editing(ABC, Generic[S, V, B, E]):
    """What a referee may set in a game.

    ``menu``     what can be set, in the order of the first choices
    ``rule``     the rule that edits follow
    ``example``  text forms for somebody whose text says nothing
    """

    menu: ClassVar[tuple[Act | Kind, ...]]
    rule: ClassVar[str]
    example: ClassVar[str]
    form: Form[Edit] = Form(Edit)

    def see(self, state: S) -> V:
        """What the referee sees who sees everything: by default the state, as nothing is hidden."""
        return cast(V, state)

    def perform(self, state: S, edited: Edited, put: Callable[[B], Any]) -> Step[S, E]:
        """The state with what ``put`` sets, and all events, ``edited`` among them: by default
        ``put`` returns a new state. Raises ``Forbidden`` for a state that cannot be."""
        return Step(put(cast(B, state)), (cast(E, edited),))

    def closed(self, view: V, act: Act) -> Forbidden | None:
        """Why nothing of this kind can be set now."""
        return None

    def fault(self, view: V, act: Act, values: tuple[Any, ...]) -> Forbidden | None:
        """Why what would come of it cannot be, as far as the view tells."""
        return None

    def options(self, view: V) -> Options[Edit]:
        """Every edit that is offered to whoever sees ``view``; others can be typed."""
        root = Ask[Edit]("What do you change?", partial(self._root, view))
        return Tree(root, partial(self.refusal, view), self.write, sift=True)

    def read(self, view: V, text: str) -> Edit:
        """Parse an edit; raise ``Unreadable`` or ``Forbidden``."""
        values = self._notation.read(view, text)
        act = self.acts[values["edit"]]
        return Edit(act.name, tuple(a.value.write(values[n]) for n, a in act.args.items()))

    def write(self, edit: Edit) -> str:
        """The text form of ``edit``, the inverse of ``read``."""
        return self.acts[edit.edit].text(edit.args)

    def refusal(self, view: V, edit: Edit) -> Forbidden | None:
        try:
            act, values = self._meant(view, edit)
        except Forbidden as refused:
            return refused
        return self._refused(view, act, values)

    def apply(self, state: S, edit: Edit) -> Step[S, E]:
        """The state with ``edit``, and events that say what was and what is now: with an audience
        where that is secret. Raises ``Forbidden`` for a state that cannot be."""
        view = self.see(state)
        act, values = self._meant(view, edit)
        refused = self._refused(view, act, values)
        if refused is not None and refused.code != SAME:
            raise refused
        edited = act.edited(view, values, act.only(state, *values))
        return self.perform(state, edited, lambda builder: act.put(builder, *values))

    # --- Reading and refusing ---

    @cached_property
    def acts(self) -> dict[str, Act]:
        items = (item.acts if isinstance(item, Kind) else (item,) for item in self.menu)
        return {act.name: act for acts in items for act in acts}

    @cached_property
    def _notation(self) -> Notation[V, dict[str, Any]]:
        return Notation(map(_verb, self.acts.values()), lambda view: self.example)

    def _meant(self, view: V, edit: Edit) -> tuple[Act, tuple[Any, ...]]:
        act = self.acts.get(edit.edit)
        if act is None or len(edit.args) != len(act.args):
            raise Forbidden(self.rule, "Nothing like that can be set.")
        values = []
        for argument, text in zip(act.asked, edit.args, strict=True):
            try:
                values.append(argument.read(view, text))
            except ValueError:
                wanted = argument.value.wanted
                raise Forbidden(self.rule, f"“{shown(text)}” is not {wanted}.") from None
        return act, tuple(values)

    def _refused(self, view: V, act: Act, values: tuple[Any, ...]) -> Forbidden | None:
        if closed := self.closed(view, act):
            return closed
        for argument, value in zip(act.asked, values, strict=True):
            if missing := argument.missing(view, value):
                return missing
        return (
            act.refuse(view, *values)
            or self._outside(view, act, values)
            or self._same(view, act, values)
            or self.fault(view, act, values)
        )

    def _outside(self, view: V, act: Act, values: tuple[Any, ...]) -> Forbidden | None:
        if not act.asked or act.asked[-1].bounds is None:
            return None
        bounds, value = act.asked[-1].bounds(view, *values[:-1]), values[-1]
        if value in bounds:
            return None
        must = f"from {bounds.start} to {bounds.stop - 1}"
        if bounds.start <= value < bounds.stop:
            must = f"a multiple of {bounds.step}"
        what = _begin(act.named(view, values)["what"])
        return Forbidden(act.rule or self.rule, f"{what} must be {must}, not {value}.")

    def _same(self, view: V, act: Act, values: tuple[Any, ...]) -> Forbidden | None:
        if act.now is None or act.now(view, *values[:-1]) != values[-1]:
            return None
        names = act.named(view, values)
        what = _begin(names["what"] or "it")
        now = act.asked[-1].name(view, values[-1])
        return Forbidden(act.rule or self.rule, f"{what} is already {now}.", code=SAME)

    # --- Questions ---

    def _root(self, view: V) -> Iterator[Node[Edit]]:
        for item in self.menu:
            if isinstance(item, Act):
                yield from self._of_act(view, item, ())
            elif self.closed(view, item.acts[0]) is None:
                yield from self._of_kind(view, item)

    def _of_kind(self, view: V, kind: Kind) -> Iterator[Node[Edit]]:
        begun = kind.acts[0].text(())

        def piece(value: Any) -> Node[Edit]:
            written = kind.piece.value.write(value)
            prompt = f"What do you change about {kind.piece.name(view, value)}?"
            below = Ask(prompt, partial(self._acts_on, view, kind, (value,)))
            return _choice(kind.piece, view, value, begun=f"{begun}{written} ", below=below)

        nodes = partial(self._answers, view, kind.piece, (), begun, piece)
        if not kind.label:
            yield from nodes()
        else:
            yield branch(kind.name, kind.label, begun, Ask(kind.piece.prompt, nodes))

    def _acts_on(self, view: V, kind: Kind, values: tuple[Any, ...]) -> Iterator[Node[Edit]]:
        for act in kind.acts:
            yield from self._of_act(view, act, values)

    def _of_act(self, view: V, act: Act, values: tuple[Any, ...]) -> Iterator[Node[Edit]]:
        if self.closed(view, act) is not None:
            return
        args = _written(act, values)
        if len(values) == len(act.args):
            yield leaf(act.name, act.label, Edit(act.name, args), act.detail)
        else:
            below = self._ask(view, act, values)
            yield branch(act.name, act.label, act.text(args), below, act.detail)

    def _ask(self, view: V, act: Act, values: tuple[Any, ...]) -> Ask[Edit]:
        argument, begun = act.asked[len(values)], act.text(_written(act, values))
        last = len(values) + 1 == len(act.args)

        def answer(value: Any) -> Node[Edit]:
            args = _written(act, (*values, value))
            if last:
                return _choice(argument, view, value, move=Edit(act.name, args))
            below = self._ask(view, act, (*values, value))
            return _choice(argument, view, value, begun=act.text(args), below=below)

        def nodes() -> Iterable[Node[Edit]]:
            now = act.now(view, *values) if act.now and last else None
            return self._answers(view, argument, values, begun, answer, now)

        field = TextField(argument.value.wanted, argument.example, LONGEST_TYPED)
        typed = Typed(field, lambda rest: self.read(view, begun + rest))
        prompt = argument.prompt or f"{act.label}:"
        return Ask(prompt, nodes, typed if argument.example else None)

    def _answers(
        self,
        view: V,
        argument: Argument,
        values: tuple[Any, ...],
        begun: str,
        answer: Callable[[Any], Node[Edit]],
        now: Any = None,
    ) -> Iterator[Node[Edit]]:
        if argument.bounds:
            offered: Iterable[Any] = _near(argument.bounds(view, *values), now)
        else:
            offered = argument.offered(view, *values) if argument.offered else ()
        if argument.group is None:
            yield from map(answer, offered)
            return
        groups: dict[tuple[str, str], list[Any]] = {}
        for value in offered:
            groups.setdefault(argument.group(view, value), []).append(value)
        for (prefix, label), found in groups.items():
            ends = [argument.value.write(each) for each in (found[0], found[-1])]
            below = Ask(argument.prompt, partial(map, answer, found))
            yield branch(prefix, label, f"{begun}{prefix}", below, " to ".join(ends))


def _verb(act: Act) -> Verb[Any, Any, Any, Any]:
    fields = {name: argument.value for name, argument in act.args.items()}
    named = {"edit": act.name}
    return Verb(dict, (), (act.form, *act.also), act.refuse, act.put, fields, values=named)


def _written(act: Act, values: Sequence[Any]) -> tuple[str, ...]:
    pairs = zip(act.asked, values, strict=False)
    return tuple(argument.value.write(value) for argument, value in pairs)


def _choice(
    argument: Argument,
    view: Any,
    value: Any,
    *,
    move: Edit | None = None,
    begun: str = "",
    below: Ask[Edit] | None = None,
) -> Node[Edit]:
    written = argument.value.write(value)
    return Node(
        re.sub("[^A-Za-z0-9]", "x", written),
        argument.label(view, value) if argument.label else written,
        move=move,
        below=below,
        text=begun,
        detail=partial(argument.detail, view, value) if argument.detail else "",
    )


def _begin(text: str) -> str:
    return text[:1].upper() + text[1:]


def _near(values: range, now: int | None) -> range:
    """At most ``AT_ONCE`` of the values, around the present one."""
    if len(values) <= AT_ONCE:
        return values
    at = 0 if now is None else (now - values.start) // values.step
    first = max(0, min(at - AT_ONCE // 2, len(values) - AT_ONCE))
    return values[first : first + AT_ONCE]


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


def choice(wanted: str, words: Mapping[str, Any], prompt: str = "", **more: Any) -> Argument:
    """One of some words in capitals; of several for one value the first is written."""
    values = dict.fromkeys(words.values())
    more.setdefault("offered", lambda *_: values)
    return Argument(value=one_of(wanted, words), prompt=prompt, **more)

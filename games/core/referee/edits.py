"""What a referee may set, as declarations: acts with their arguments, and the edits they take."""

from __future__ import annotations

import re
from abc import ABC
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from typing import Annotated, Any, ClassVar, Generic, TypeAlias, TypeVar, cast

from pydantic import AfterValidator, Field

from games.core import notation
from games.core.events import Edited, Event, Step
from games.core.geometry.plane import Scale, Shape
from games.core.notation import Notation, Value, Verb, one_of, read_value, shown
from games.core.questions import Options, Points, TextField
from games.core.questions.tree import AT_ONCE, Ask, Node, Tree, Typed, branch, leaf
from games.core.types import REFEREE, Forbidden, Form, Seat, Unreadable

S = TypeVar("S")
V = TypeVar("V")
B = TypeVar("B")
E = TypeVar("E", bound=Event)

# --- Acts ---

_PLACE = re.compile(r"(\{\w+\})")

Short: TypeAlias = Annotated[str, Field(max_length=1000)]
Audience: TypeAlias = tuple[Seat, ...] | None


@dataclass(frozen=True, slots=True)
class Edit:
    """One edit: the name of an act, and its arguments as text."""

    edit: Short
    args: Annotated[tuple[Short, ...], Field(max_length=8)] = ()


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
    def arguments(self) -> tuple[Argument, ...]:
        return tuple(self.args.values())

    def argument(self, before: Sequence[Any]) -> Argument:
        """The argument behind the values ``before``."""
        found = self.arguments[len(before)]
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
class ActGroup:
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


# --- Editing ---


SAME = "SAME"
"""The code of refusals because nothing would change. They are for people only: a value that the
viewer cannot see may be set already."""

LONGEST_TYPED = 60
Known: TypeAlias = Callable[[], frozenset[str]]
"""Sentences of faults, worked out when they are needed."""


class Editing(ABC, Generic[S, V, B, E]):
    """What a referee may set in a game.

    ``menu``       what can be set, in the order of the first choices
    ``rule``       the rule that edits follow
    ``example``    text forms, quoted when a text is unreadable
    ``former``     acts of earlier releases
    ``builder``    makes what acts change from a state; without one they return a new state
    ``view_type``  as in ``BaseGame``, for games that hide something
    """

    menu: ClassVar[tuple[Act | ActGroup, ...]]
    rule: ClassVar[str]
    example: ClassVar[str]
    former: ClassVar[tuple[Former, ...]] = ()
    builder: ClassVar[type[Any] | None] = None
    view_type: ClassVar[type[Any] | None] = None

    @cached_property
    def form(self) -> Form[Edit]:
        """The JSON form of edits; those of former acts are read as what replaced them."""
        return Form(Annotated[Edit, AfterValidator(self._renamed)])

    def see(self, state: S) -> V:
        """The full view of a referee: without a ``view_type`` the state."""
        return cast(V, self.view_type.of(state, REFEREE) if self.view_type else state)

    def suppose(self, view: V) -> S | None:
        """The state behind a view, as far as it tells, to try edits on; without one what an edit
        makes impossible is found only when it is made."""
        return cast(Any, view).supposed if self.view_type else None

    def perform(self, state: S, edited: Edited, put: Callable[[B], Any]) -> Step[S, E]:
        """The state with what ``put`` sets, and all events, ``edited`` among them. Raises
        ``Forbidden`` for an impossible state."""
        if self.builder is None:
            return Step(put(cast(B, state)), (cast(E, edited),))
        builder = self.builder(state)
        builder.tell(edited)
        put(builder)
        self.settle(builder)
        return cast(Step[S, E], builder.done())

    def settle(self, builder: B) -> None:
        """What follows by itself from an edit."""

    def sound(self, state: S) -> Iterator[Forbidden]:
        """Why no match can be in this state: asked after edits and of positions in files."""
        return iter(())

    def closed(self, view: V, act: Act) -> Forbidden | None:
        """Why this act is not available now."""
        return None

    def options(self, view: V) -> Options[Edit]:
        """The edits offered to a referee who sees ``view``; others can be typed."""
        root = Ask[Edit]("What do you change?", partial(self._root, view))
        before = self.suppose(view)
        refuse = partial(self._refusal, view, before, cache(partial(self._faults, before)))
        return Tree(root, refuse, self.write, sift=True)

    def read(self, view: V, text: str) -> Edit:
        """Parse an edit; raise ``Unreadable`` or ``Forbidden``."""
        found = self._notation.read(view, text)
        if (name := found["edit"]) in self._formers:
            return self.read(view, self.write(self._formers[name].now((found["value"],))))
        act, values = self.acts[name], list[Any]()
        for each, argument in act.args.items():
            value, known = found[each], act.argument(values)
            if known is not argument:
                value = self._typed(known, view, value)
            values.append(value)
        return Edit(act.name, act.written(values))

    def _typed(self, argument: Argument, view: V, text: str) -> Any:
        try:
            return read_value(argument.value, view, text)
        except Unreadable as wrong:
            instead = wrong.instead or f"For example: {self.example}."
            raise Unreadable(wrong.sentence, instead=instead) from None

    def write(self, edit: Edit) -> str:
        """The text form of ``edit``, the inverse of ``read``."""
        return self.acts[edit.edit].text(edit.args)

    def refusal(self, view: V, edit: Edit) -> Forbidden | None:
        before = self.suppose(view)
        return self._refusal(view, before, partial(self._faults, before), edit)

    def _refusal(self, view: V, before: S | None, known: Known, edit: Edit) -> Forbidden | None:
        """``known``: what is wrong ``before`` it."""
        try:
            act, values = self._meant(view, edit)
        except Forbidden as refused:
            return refused
        found = self._refused(view, act, values)
        if found or before is None:
            return found
        return self._tried(view, before, known, act, values)

    def apply(self, state: S, edit: Edit) -> Step[S, E]:
        """The state with ``edit``, and events with the values before and after: with an audience
        where those are secret. Raises ``Forbidden`` for an impossible state."""
        view = self.see(state)
        act, values = self._meant(view, edit)
        refused = self._refused(view, act, values)
        if refused is not None and refused.code != SAME:
            raise refused
        edited = act.edited(view, values, act.only(state, *values))
        done = self.perform(state, edited, lambda builder: act.put(builder, *values))
        if wrong := self._unsound(done.state, partial(self._faults, state)):
            raise wrong
        return done

    def _tried(
        self, view: V, before: S, known: Known, act: Act, values: tuple[Any, ...]
    ) -> Forbidden | None:
        """Why an edit changes nothing, or makes the state impossible, as far as the view tells."""
        edited = act.edited(view, values, None)
        try:
            after = self.perform(before, edited, lambda builder: act.put(builder, *values)).state
        except Forbidden as refused:
            return refused
        if after == before:
            return Forbidden(act.rule or self.rule, "That is so already.", code=SAME)
        return self._unsound(after, known)

    def _unsound(self, after: S, known: Known) -> Forbidden | None:
        """What is wrong only since an edit: else nothing could be put right any more."""
        return next((fault for fault in self.sound(after) if fault.sentence not in known()), None)

    def _faults(self, state: S | None) -> frozenset[str]:
        return frozenset(() if state is None else (each.sentence for each in self.sound(state)))

    # --- Reading and refusing ---

    @cached_property
    def acts(self) -> dict[str, Act]:
        items = (item.acts if isinstance(item, ActGroup) else (item,) for item in self.menu)
        return {act.name: act for acts in items for act in acts}

    @cached_property
    def _formers(self) -> dict[str, Former]:
        return {each.name: each for each in self.former}

    def _renamed(self, edit: Edit) -> Edit:
        former = self._formers.get(edit.edit)
        return former.now(edit.args) if former else edit

    @cached_property
    def _notation(self) -> Notation[V, dict[str, Any]]:
        formers = (_former_verb(each) for each in self.former if each.form)
        return Notation((*map(_verb, self.acts.values()), *formers), lambda view: self.example)

    def _meant(self, view: V, edit: Edit) -> tuple[Act, tuple[Any, ...]]:
        act = self.acts.get(edit.edit)
        if act is None or len(edit.args) != len(act.args):
            raise Forbidden(self.rule, "Nothing like that can be set.")
        values: list[Any] = []
        for text in edit.args:
            argument = act.argument(values)
            try:
                values.append(argument.read(view, text))
            except ValueError:
                wanted = argument.value.wanted
                raise Forbidden(self.rule, f"“{shown(text)}” is not {wanted}.") from None
        return act, tuple(values)

    def _refused(self, view: V, act: Act, values: tuple[Any, ...]) -> Forbidden | None:
        if closed := self.closed(view, act):
            return closed
        for place, value in enumerate(values):
            if missing := act.argument(values[:place]).missing(view, value):
                return missing
        return (
            act.refuse(view, *values)
            or self._outside(view, act, values)
            or self._same(view, act, values)
        )

    def _outside(self, view: V, act: Act, values: tuple[Any, ...]) -> Forbidden | None:
        if not values:
            return None
        *before, value = values
        wrong = act.argument(before).outside(value, view, *before)
        what = _begin(act.named(view, values)["what"])
        return Forbidden(act.rule or self.rule, f"{what} {wrong}.") if wrong else None

    def _same(self, view: V, act: Act, values: tuple[Any, ...]) -> Forbidden | None:
        if act.now is None or act.now(view, *values[:-1]) != values[-1]:
            return None
        names = act.named(view, values)
        what = _begin(names["what"] or "it")
        now = act.argument(values[:-1]).name(view, values[-1])
        return Forbidden(act.rule or self.rule, f"{what} is already {now}.", code=SAME)

    # --- Questions ---

    def _root(self, view: V) -> Iterator[Node[Edit]]:
        for item in self.menu:
            if isinstance(item, Act):
                yield from self._of_act(view, item, ())
            elif self.closed(view, item.acts[0]) is None:
                yield from self._of_kind(view, item)

    def _of_kind(self, view: V, kind: ActGroup) -> Iterator[Node[Edit]]:
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

    def _acts_on(self, view: V, kind: ActGroup, values: tuple[Any, ...]) -> Iterator[Node[Edit]]:
        for act in kind.acts:
            yield from self._of_act(view, act, values)

    def _of_act(self, view: V, act: Act, values: tuple[Any, ...]) -> Iterator[Node[Edit]]:
        if self.closed(view, act) is not None:
            return
        args = act.written(values)
        if len(values) == len(act.args):
            yield leaf(act.name, act.title(view), Edit(act.name, args), act.detail)
        else:
            below = self._ask(view, act, values)
            yield branch(act.name, act.title(view), act.text(args), below, act.detail)

    def _ask(self, view: V, act: Act, values: tuple[Any, ...]) -> Ask[Edit]:
        argument, begun = act.argument(values), act.text(act.written(values))
        last = len(values) + 1 == len(act.args)

        def answer(value: Any) -> Node[Edit]:
            args = act.written((*values, value))
            if last:
                return _choice(argument, view, value, move=Edit(act.name, args))
            below = self._ask(view, act, (*values, value))
            return _choice(argument, view, value, begun=act.text(args), below=below)

        def nodes() -> Iterable[Node[Edit]]:
            now = act.now(view, *values) if act.now and last else None
            return self._answers(view, argument, values, begun, answer, now)

        def typed_in(rest: str) -> Edit | Ask[Edit]:
            """Read the rest of the text, or this argument alone where others follow."""
            try:
                value = None if last else argument.value.read(view, rest.strip().upper())
            except (ValueError, Unreadable):
                value = None
            if value is None:
                return self.read(view, begun + rest)
            if missing := argument.missing(view, value):
                raise missing
            return self._ask(view, act, (*values, value))

        points = argument.points(view, *values) if argument.points else None
        field = TextField(argument.value.wanted, argument.example, LONGEST_TYPED, points)
        typed = Typed(field, typed_in)
        prompt = argument.prompt.format(view=view) or f"{act.title(view)}:"
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
            ends = dict.fromkeys(argument.value.write(each) for each in (found[0], found[-1]))
            below = Ask(argument.prompt, partial(map, answer, found))
            yield branch(prefix, label, f"{begun}{prefix}", below, " to ".join(ends))


def _verb(act: Act) -> Verb[Any, Any, Any, Any]:
    fields = {name: argument.value for name, argument in act.args.items()}
    named = {"edit": act.name}
    return Verb(dict, (), (act.form, *act.also), act.refuse, act.put, fields, values=named)


def _former_verb(former: Former) -> Verb[Any, Any, Any, Any]:
    value = Value[Any, str]("its value", lambda _, text: text, extent=".+")
    named = {"edit": former.name}
    return Verb(dict, (), (former.form,), _never, _never, {"value": value}, values=named)


def _never(*_: Any) -> None:
    """Stands in for checks that are never called: an old act is read as the new one."""


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

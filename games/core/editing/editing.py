"""What a referee may set by hand, from declarations.

A game lists ``Act``s: each sets one thing, takes arguments, and has a text form; a ``Kind`` groups
the acts on one kind of piece. The tree of questions, texts, JSON, refusals (numbers out of bounds,
values that are set already) and the event with the values before and after are derived.

Edits are allowed or refused from a view: the referee's, or that of the seat of a referee who also
plays and must learn nothing from it. An edit triggers no rules. It is tried on the state that the
view tells of, and refused when no match could be in the resulting state, as ``sound`` says.
"""

from __future__ import annotations

import re
from abc import ABC
from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property, partial
from typing import Annotated, Any, ClassVar, Generic, TypeAlias, TypeVar, cast

from pydantic import AfterValidator

from games.core.editing.acts import Act, Argument, Edit, Edited, Former, Kind
from games.core.events import Event, Step
from games.core.forms import Form
from games.core.notation import Notation, Value, Verb, read_value, shown
from games.core.options import Options, TextField
from games.core.refusals import Forbidden, Unreadable
from games.core.tree import AT_ONCE, Ask, Node, Tree, Typed, branch, leaf

S = TypeVar("S")
V = TypeVar("V")
B = TypeVar("B")
E = TypeVar("E", bound=Event)

SAME = "SAME"
"""The code of refusals because nothing would change. They are for people only: a value that the
viewer cannot see may be set already."""

LONGEST_TYPED = 60
Known: TypeAlias = Callable[[], frozenset[str]]
"""Sentences of faults, worked out when they are needed."""


class Editing(ABC, Generic[S, V, B, E]):
    """What a referee may set in a game.

    ``menu``     what can be set, in the order of the first choices
    ``rule``     the rule that edits follow
    ``example``  text forms, quoted when a text is unreadable
    ``former``   acts of earlier releases
    ``builder``  makes what acts change from a state; without one they return a new state
    """

    menu: ClassVar[tuple[Act | Kind, ...]]
    rule: ClassVar[str]
    example: ClassVar[str]
    former: ClassVar[tuple[Former, ...]] = ()
    builder: ClassVar[type[Any] | None] = None

    @cached_property
    def form(self) -> Form[Edit]:
        """The JSON form of edits; those of former acts are read as what replaced them."""
        return Form(Annotated[Edit, AfterValidator(self._renamed)])

    def see(self, state: S) -> V:
        """The full view of a referee: by default the state, for games that hide nothing."""
        return cast(V, state)

    def suppose(self, view: V) -> S | None:
        """The state behind a view, as far as it tells, to try edits on; without one what an edit
        makes impossible is found only when it is made."""
        return None

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
        items = (item.acts if isinstance(item, Kind) else (item,) for item in self.menu)
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
            ends = [argument.value.write(each) for each in (found[0], found[-1])]
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
    """Not called: what is read is an edit of the new act."""


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

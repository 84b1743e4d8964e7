"""Moves, declared once: a dataclass with its text forms, what forbids it and what it does.

    @move("deploy", "deploy", "DEPLOY {unit} {to}")
    class Deploy(Move):
        unit: Unit
        to: At

        def refuse(self, request: Request) -> Forbidden | None: ...
        def do(self, builder: StepBuilder, decision: Decision) -> None: ...

The type of a field says how it is written: ``Unit = Annotated[str, Value("a unit", ...)]``.
Reading, writing and JSON follow (``games.core.notation``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from types import ModuleType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Generic,
    Literal,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from pydantic import Field, GetCoreSchemaHandler
from pydantic_core import CoreSchema

from games.core.notation import Request, Value, Verb, named_fields
from games.core.types import Decision

B = TypeVar("B")
V = TypeVar("V")
D = TypeVar("D", bound="Move[Any, Any]")


@dataclass(frozen=True)
class Written:
    """Text forms of a move, separated by ``|``, in some kinds of decisions, likewise.

    ``short``   forms that are read only for these kinds of decisions
    ``quick``   whether another move can reverse it immediately
    ``values``  fixed values of fields that these forms do not name
    """

    answers: str
    forms: str
    short: str = ""
    quick: bool = False
    values: Mapping[str, Any] = field(default_factory=dict)


def also(
    answers: str, forms: str, *, short: str = "", quick: bool = False, **values: Any
) -> Written:
    """Another way of writing a move, such as with other fixed ``values``."""
    return Written(answers, forms, short, quick, values)


class Move(Generic[V, B]):
    """Base of the moves of a game, and of groups of them: in JSON such a base is any of its moves.

    ``tag``  the field that tells them apart in JSON
    """

    __slots__ = ()

    tag: ClassVar[str] = "kind"
    written: ClassVar[tuple[Written, ...]]

    def refuse(self, request: Request[V]) -> object:
        """Why it is not legal, a ``Forbidden``; of a legal one ``None``, or what the check has
        worked out, which ``do`` takes as well. By default it is legal whenever it is asked for."""
        return None

    def do(self, body: B, decision: Decision) -> Any:
        """Carry out the legal move."""
        raise NotImplementedError

    @classmethod
    def fill(cls, request: Request[V], values: dict[str, Any]) -> Mapping[str, Any]:
        """Complete the fields that were read. Raises ``Unreadable`` where it cannot."""
        return values

    @classmethod
    def declared(cls: type[D]) -> tuple[type[D], ...]:
        """Itself; of a base, the moves that derive from it."""
        if "written" in vars(cls):
            return (cls,)
        return tuple(move for below in cls.__subclasses__() for move in below.declared())

    @classmethod
    def verbs(cls) -> Iterator[Verb[Any, Any, Any, Any]]:
        """How its moves are written."""
        for move in cls.declared():
            hints = get_type_hints(move, include_extras=True)
            for way in move.written:
                forms, short = _split(way.forms), _split(way.short)
                fields = {name: _value(hints[name]) for name in named_fields(*forms, *short)}
                yield Verb(
                    move,
                    tuple(way.answers.split("|")),
                    forms,
                    _refuse,
                    _do,
                    fields,
                    short,
                    way.values,
                    move.fill,
                    way.quick,
                )

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        if "written" in vars(cls):
            return handler(source)
        any_of: Any = reduce(or_, cls.declared())
        return handler.generate_schema(Annotated[any_of, Field(discriminator=cls.tag)])


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def move(
    kind: str,
    answers: str,
    forms: str,
    *more: Written,
    short: str = "",
    quick: bool = False,
    **values: Any,
) -> Callable[[type[D]], type[D]]:
    """Declare a move: its ``kind`` in JSON, the kinds of decisions that it answers, its text forms.

    The rest is as in ``Written``; ``more`` are further ways of writing it.
    """

    def declared(cls: type[D]) -> type[D]:
        cls.__annotations__ = {**vars(cls).get("__annotations__", {}), cls.tag: Literal[kind]}
        setattr(cls, cls.tag, kind)
        made = dataclass(frozen=True, slots=True)(cls)
        made.written = (Written(answers, forms, short, quick, values), *more)
        return made

    return declared


def verbs_of(
    *modules: ModuleType, base: type[Move[Any, Any]] = Move
) -> Iterator[Verb[Any, Any, Any, Any]]:
    """How the moves are written that these modules declare, those of a ``base``, in order."""
    for module in modules:
        for each in vars(module).values():
            here = isinstance(each, type) and each.__module__ == module.__name__
            if here and issubclass(each, base) and "written" in vars(each):
                yield from each.verbs()


def _refuse(request: Request[Any], move: Move[Any, Any]) -> object:
    return move.refuse(request)


def _do(body: Any, decision: Decision, move: Move[Any, Any], *found: Any) -> Any:
    return move.do(body, decision, *found)


def _split(forms: str) -> tuple[str, ...]:
    return tuple(form.strip() for form in forms.split("|")) if forms else ()


def _value(hint: Any) -> Value[Any, Any]:
    found = _found(hint)
    if found is None:
        raise TypeError(f"{hint} does not say how it is written")
    return found


def _found(hint: Any) -> Value[Any, Any] | None:
    """The ``Value`` of a type; of several to choose from the first."""
    if get_origin(hint) is Annotated:
        found = next((each for each in hint.__metadata__ if isinstance(each, Value)), None)
        return found or _found(hint.__origin__)
    if get_origin(hint) in (Union, UnionType, ClassVar):
        return next((found for each in get_args(hint) if (found := _found(each))), None)
    return None

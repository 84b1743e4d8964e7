"""What a game adds to the command line ``python -m games``.

A game exports ``TOOLS`` in its module ``tools``; all of it is optional.
"""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from inspect import Parameter, signature
from typing import Annotated, Any, Generic, Literal, Self, TypeAlias, TypeVar, get_type_hints

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StrictInt, create_model

from games.core.types import Seat, Seats

S = TypeVar("S")
T = TypeVar("T")


def unit_code(letters: str) -> Callable[[str], str]:
    """A check that a text is one of these letters with a number from 1 to 999."""

    def check(text: str) -> str:
        if not re.fullmatch(f"[{letters}][1-9][0-9]{{0,2}}", text):
            raise ValueError(
                f"a unit's code is one of {', '.join(letters)} and a number from 1 to 999, "
                f"such as {letters[0]}1"
            )
        return text

    return check


# What positions of Red and Blue are written with.

Letter: TypeAlias = Literal["R", "B"]
SEAT_OF: Mapping[str, Seat] = {"R": Seat(0), "B": Seat(1)}
UnitCode: TypeAlias = Annotated[str, AfterValidator(unit_code("RB"))]
Number: TypeAlias = Annotated[StrictInt, Field(ge=0, le=999)]


def by_code(codes: Iterable[str]) -> list[str]:
    """Sort unit codes: Red's first, by number."""
    return sorted(codes, key=lambda code: (SEAT_OF[code[0]], int(code[1:])))


def boarded(units: Mapping[str, Any]) -> list[Any]:
    """All units, those inside others last, in the order of boarding."""
    inside = [code for unit in units.values() for code in unit.cargo]
    return [units[code] for code in (*(code for code in units if code not in inside), *inside)]


def known(what: str, name: str, things: Mapping[str, T]) -> T:
    """Look up a name in ``things``; raises ``ValueError`` with the possible names."""
    if name not in things:
        raise ValueError(f"{what}: there are {', '.join(things)}")
    return things[name]


class StrictForm(BaseModel):
    """A part of a position; fields of other names are refused."""

    model_config = ConfigDict(extra="forbid")


class SetupForm(BaseModel, ABC):
    """The start of a match as people write it in JSON; base class for a game's own. Its fields
    must not be called ``seats`` or ``teams``."""

    model_config = ConfigDict(extra="forbid", arbitrary_types_allowed=True)

    @abstractmethod
    def state(self, settings: Any, seats: Seats) -> Any:
        """The state that it means. Raises a ``Refusal``."""


class PositionForm(SetupForm):
    """A position as people write it in JSON; base class for a game's own.

    It may be incomplete: the command line fills in the rest. Its fields must not be called
    ``teams``, ``state``, ``pending``, ``ended``, ``winner``, ``score`` or ``dice_left``.
    """

    @classmethod
    @abstractmethod
    def of(cls, state: Any) -> Self:
        """The position of any state of a match."""

    @abstractmethod
    def state(self, settings: Any, seats: Seats) -> Any:
        """The state that it means; ``of`` of this is equal. Raises a ``Refusal``."""


class Measure:
    """A measuring question: a function of a state and arguments.

    The function's name, the first line of its docstring and its parameters make the question's
    name, its help and its form. ``from_`` is asked as ``from``. The function raises ``ValueError``
    for what does not exist and a ``Refusal`` for what a rule forbids, and returns JSON values.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self.name = function.__name__
        self.help = (function.__doc__ or "").partition("\n")[0]
        hints = get_type_hints(function, include_extras=True)
        _, *parameters = signature(function).parameters.values()
        fields: dict[str, Any] = {
            each.name: (hints[each.name], ... if each.default is Parameter.empty else each.default)
            for each in parameters
        }
        config = ConfigDict(
            strict=True, extra="forbid", alias_generator=lambda name: name.rstrip("_")
        )
        self._form = create_model(self.name, __config__=config, **fields)

    @property
    def fields(self) -> Mapping[str, bool]:
        """The parameters of the question, and whether each is required."""
        fields = self._form.model_fields.values()
        return {each.alias or "": each.is_required() for each in fields}

    def answer(self, state: Any, asked: Mapping[str, Any]) -> Any:
        """Raises ``ValueError`` (also pydantic's) and ``Refusal``."""
        form = self._form.model_validate_json(json.dumps(asked))
        given = {name: getattr(form, name) for name in self._form.model_fields}
        return self._function(state, **given)


@dataclass(frozen=True, slots=True)
class Tools(Generic[S]):
    """What the command line can do with one game alone.

    ``position``  the form of its positions; without one they are what the setup gives
    ``paths``     where parts of the stored state stand, by what files call them, where that differs
    ``setup``     the form of the start of a match; without one it cannot be described
    ``checked``   whether a position that no match could be in is refused; else anything is read
    ``score``     what counts towards the result, ``None`` where nobody may know it yet; without it
                  the scores of the ending. Fractions are text in lowest terms
    ``measures``  what can be asked about a position, see ``Measure``
    ``count``     how many sequences of so many moves there are, counted faster than through the
                  contract; ``None`` where that does not apply
    ``opening``   the name of the option with the first moves, with its help: ``--ships``
    """

    position: type[PositionForm] | None = None
    checked: bool = False
    paths: Mapping[str, str] = field(default_factory=dict)
    setup: type[SetupForm] | None = None
    score: Callable[[S], Mapping[str, float | str] | None] | None = None
    measures: tuple[Callable[..., Any], ...] = ()
    count: Callable[[S, int], int | None] | None = None
    opening: tuple[str, str] | None = None

"""What a game adds to the command line ``python -m games``.

A game exports ``TOOLS`` in its module ``tools``; all of it is optional.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import Parameter, signature
from typing import Any, Generic, Self, TypeVar, get_type_hints

from pydantic import BaseModel, ConfigDict, create_model

from games.core.seats import Seats

S = TypeVar("S")


class PositionForm(BaseModel):
    """A position as people write it, for JSON. Base class of a game's own.

    It need not say everything: the command line adds what is missing. Its fields are not called
    ``teams``, ``state``, ``pending``, ``ended``, ``winner``, ``score`` or ``dice_left``.
    """

    model_config = ConfigDict(extra="forbid", arbitrary_types_allowed=True)

    @classmethod
    def of(cls, state: Any) -> Self:
        """What it says of any state of a match."""
        raise NotImplementedError

    def state(self, settings: Any, seats: Seats) -> Any:
        """The state that it means; ``of`` of this is equal. Raises a ``Refusal``."""
        raise NotImplementedError


class Measure:
    """A measuring question: a function of a state and of what is asked.

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
        """What it asks for, and whether it must be said."""
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

    ``position``  the form of its positions; without one a position is what the setup gives
    ``score``     what counts towards the result; without it the scores of the ending
    ``measures``  what can be asked about a position, see ``Measure``
    ``count``     how many sequences of so many moves there are, counted faster than through the
                  contract; ``None`` where that does not apply
    ``opening``   a name of its own for the option with the first moves, with its help: ``--ships``
    """

    position: type[PositionForm] | None = None
    score: Callable[[S], Mapping[str, float]] | None = None
    measures: tuple[Callable[..., Any], ...] = ()
    count: Callable[[S, int], int | None] | None = None
    opening: tuple[str, str] | None = None

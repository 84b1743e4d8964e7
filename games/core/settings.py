"""Settings: what the players of a match agree on, declared once.

One class a game. The lobby, files of matches, the command line and the referee's ``OPTION`` ask its
fields, and states and views carry it as it is.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import (
    Annotated,
    Any,
    ClassVar,
    Final,
    Literal,
    Self,
    TypeAlias,
    TypeVar,
    get_args,
    get_origin,
)

from annotated_types import Ge, Le, MultipleOf
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationInfo, model_validator
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails
from pydantic_core.core_schema import ErrorType

T = TypeVar("T")

# --- Settings ---

STORED: Final = {"stored": True}
"""Context of the validation of what a match has stored, which is complete as it is."""
Some: TypeAlias = Annotated[tuple[T, ...], AfterValidator(lambda found: tuple(sorted({*found})))]
"""Any of the values of a ``Literal``, or none: equal choices are equal values."""


@dataclass(frozen=True, slots=True)
class Labels:
    """What people call the values of a setting.

    ``Annotated[Some[Literal[1, 2]], Labels({1: "Area Control", 2: "Remaining"})]``
    """

    by_value: Mapping[Any, str] = dataclasses.field(default_factory=dict)


NO_LIMIT: Final = Labels({0: "no limit"})


@dataclass(frozen=True, slots=True)
class Fixed:
    """Why a referee can no longer change a setting, except in these phases."""

    why: str
    before: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Offered:
    """The values of a setting that players can choose, where states can have others, too."""

    values: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class HouseRule:
    """Marks a setting that only chooses between readings of an unclear rule: the lobby keeps them
    apart, as hardly anybody needs them."""


def setting(
    default: Any,
    title: str,
    description: str,
    *,
    fixed: str = "",
    before: Sequence[str] = (),
    offered: Sequence[Any] = (),
    house: bool = False,
    **limits: Any,
) -> Any:
    """A field of ``Settings``.

    Args:
        fixed: why a referee cannot change it during a match, after the phases ``before``.
        offered: values to choose from, empty for all that are possible; ``fault`` refuses others.
        house: whether it is a house rule.
        limits: its bounds, as pydantic's ``Field`` has them: ``ge=1, le=3``.
    """
    field = Field(default=default, title=title, description=description, **limits)
    if fixed:
        field.metadata.append(Fixed(fixed, tuple(before)))
    if offered:
        field.metadata.append(Offered(tuple(offered)))
    if house:
        field.metadata.append(HouseRule())
    return field


class Settings(BaseModel):
    """Base class of a game's settings.

    Every field has a default, a title and a description (``setting``), and is of a kind that the
    lobby can ask for without knowing the game:

    - a ``bool``, or a ``Literal`` of at most 25 values, one of which is chosen; of a single
      value it is not asked for
    - ``Some`` of such a ``Literal``
    - a bounded number; a length is a whole number with the scale that it is read and written
      in: ``Annotated[int, Scale(1)]``
    - a ``str`` with a ``max_length`` of at most 100, which is typed; the game says in ``fault``
      what is wrong with it

    What values are called, unless they speak for themselves, stands in ``Labels``.

    ``dropped``     names of settings of earlier releases, which stored matches may have
    ``team_count``  the name of a setting that is the number of teams, which nobody is asked for
    ``carried``     the name of a text that a match brings along from the one that it follows
                    (``BaseGame.follow_up``), which nobody is asked for
    """

    dropped: ClassVar[frozenset[str]] = frozenset()
    team_count: ClassVar[str] = ""
    carried: ClassVar[str] = ""
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    @classmethod
    def usual(cls, named: Mapping[str, Any]) -> Mapping[str, Any]:
        """Values that go with these unless people name others."""
        return {}

    @classmethod
    def for_teams(cls, named: Mapping[str, Any], teams: int) -> dict[str, Any]:
        """The named values, with the number of teams where that is a setting and unusual."""
        rest = {name: value for name, value in named.items() if name != cls.team_count}
        if not cls.team_count or teams == cls.model_fields[cls.team_count].default:
            return rest
        return {**rest, cls.team_count: teams}

    @model_validator(mode="before")
    @classmethod
    def _complete(cls, values: Any, info: ValidationInfo) -> Any:
        if not isinstance(values, dict):
            return values
        named = {name: value for name, value in values.items() if name not in cls.dropped}
        return named if info.context == STORED else {**cls.usual(named), **named}

    def replace(self, **values: Any) -> Self:
        """A copy with other values, which are not checked."""
        return self.model_copy(update=values)


def find_mark(field: FieldInfo | None, kind: type[T]) -> T | None:
    """What the declaration of a setting says of this kind: its ``Labels``, its ``Scale``."""
    return next(
        (each for each in (field.metadata if field else ()) if isinstance(each, kind)), None
    )


def has_several(field: FieldInfo) -> bool:
    """Whether any of the values may be chosen, or none."""
    return get_origin(field.annotation) is tuple


def values_of(field: FieldInfo) -> tuple[Any, ...]:
    """The values to choose from; empty for a number or a text."""
    kind = get_args(field.annotation)[0] if has_several(field) else field.annotation
    if kind is bool:
        return (True, False)
    if offered := find_mark(field, Offered):
        return offered.values
    return get_args(kind) if get_origin(kind) is Literal else ()


def bounds_of(field: FieldInfo) -> range:
    """The values of a setting that is a whole number."""
    least: Any = find_mark(field, Ge)
    most: Any = find_mark(field, Le)
    step: Any = find_mark(field, MultipleOf)
    return range(least.ge, most.le + 1, step.multiple_of if step else 1)


# --- What is wrong with a value ---

_WORDS = {
    "missing": "is missing",
    "extra_forbidden": "there is nothing of this name",
    "multiple_of": "choose a multiple of {multiple_of:g}",
    "greater_than_equal": "choose {ge:g} or more",
    "less_than_equal": "choose {le:g} or less",
    "int_parsing": "write a whole number",
    "int_type": "write a whole number",
    "int_from_float": "write a whole number",
    "int_parsing_size": "choose a smaller number",
    "finite_number": "choose a smaller number",
    "float_parsing": "write a number, such as 2.5",
    "float_type": "write a number, such as 2.5",
    "bool_parsing": "write true or false",
    "bool_type": "write true or false",
    "string_type": "write a text",
    "string_too_short": "write at least {min_length} characters",
    "string_too_long": "write at most {max_length} characters",
    "string_pattern_mismatch": "write it in the form that is wanted",
    "literal_error": "choose {expected}",
    "union_tag_invalid": "choose {expected_tags}",
    "union_tag_not_found": "is missing",
    "tuple_type": "write a list",
    "list_type": "write a list",
    "dict_type": "write names with values",
    "too_short": "write at least {min_length}",
    "too_long": "write at most {max_length}",
}
"""By the type of the fault in pydantic; validators of our own have their own words."""
_PYDANTIC = frozenset(get_args(ErrorType)) - {"value_error", "assertion_error"}


def describe_fault(fault: ErrorDetails, write: Callable[[int], str] | None = None) -> str:
    """``choose 8 or less``; ``write`` says how bounds are written where they have a unit."""
    context: dict[str, Any] = dict(fault.get("ctx", {}))
    if write is not None:
        context = {name: Decimal(write(bound)) for name, bound in context.items()}
    known = _WORDS.get(fault["type"])
    if known is None and fault["type"] in _PYDANTIC:
        return "write it in the form that is wanted"
    if known is None:
        return fault["msg"].removeprefix("Value error, ")
    return known.format(**context)

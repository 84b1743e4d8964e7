"""What positions and questions are written with, strictly read."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import (
    Field,
    PlainSerializer,
    PlainValidator,
    StrictInt,
    StrictStr,
    TypeAdapter,
    ValidationError,
    ValidationInfo,
)

from games.core.content import echo
from games.core.geometry.plane import Point
from games.cosmic_conflict.content.maps import LENGTH
from games.cosmic_conflict.rules.values import malformed
from games.cosmic_conflict.space import DU

# --- Lengths ---


def read_length(found: object) -> int:
    """A length in cu, from the text of its number, so that none is ever a float (D-001)."""
    try:
        return LENGTH.read(found)
    except ValueError as wrong:
        raise ValueError(str(wrong) or f"It must be {LENGTH.must}") from None


def read_point(found: object) -> Point:
    """``[24, 19.5]`` or ``"24 19.5"``."""
    parts = found.replace(",", " ").split(" ", 9) if isinstance(found, str) else found
    if not isinstance(parts, list | tuple) or len(parts) != 2:
        raise ValueError("It must be a point such as [24, 19.5]")
    return Point(*map(read_length, parts))


def du(units: int) -> int | float:
    whole, rest = divmod(units, DU)
    return units / DU if rest else whole


def at_of(point: Point) -> list[int | float]:
    return [du(point.x), du(point.y)]


Length: TypeAlias = Annotated[
    int, PlainValidator(read_length), PlainSerializer(du, return_type=Any)
]
Amount: TypeAlias = Annotated[Length, Field(ge=0)]
Place: TypeAlias = Annotated[
    Point, PlainValidator(read_point), PlainSerializer(at_of, return_type=Any)
]
Degrees: TypeAlias = Annotated[StrictInt, Field(ge=0, le=359)]
Velocity: TypeAlias = Annotated[StrictInt, Field(ge=0, le=9)]
Size: TypeAlias = Annotated[StrictInt, Field(ge=0, le=6)]
Face: TypeAlias = Annotated[StrictInt, Field(ge=1, le=6)]
Dice: TypeAlias = Annotated[tuple[Face, ...], Field(max_length=99)]
Draws: TypeAlias = Annotated[
    tuple[Annotated[StrictInt, Field(ge=1, le=999)], ...], Field(max_length=99)
]
"""Dice, or places of cards in a deck."""
Text: TypeAlias = Annotated[StrictStr, Field(max_length=40)]
Side: TypeAlias = Literal[1, 2, 3, 4]
"""As ``SIDES``."""

# --- Arguments ---


def checked(form: Any) -> PlainValidator:
    """Reads an argument of a question, or refuses it with E-FORMAT (4.8)."""
    adapter: TypeAdapter[Any] = TypeAdapter(form)

    def read(found: object, info: ValidationInfo) -> Any:
        try:
            return adapter.validate_python(found)
        except ValidationError as error:
            name = (info.field_name or "").rstrip("_")
            raise malformed(_first(error, name)) from None

    return PlainValidator(read)


def _first(error: ValidationError, name: str) -> str:
    """The first fault, with its place."""
    fault = error.errors(include_url=False, include_input=False, include_context=False)[0]
    steps = (name, *(str(step) for step in fault["loc"] if step not in _BRANCHES))
    return f"{'.'.join(map(echo, steps))}: {fault['msg'].removeprefix('Value error, ')}."


_BRANCHES = frozenset({"a text", "a unit", "a design", "figures", "a point"})
"""The names of the forms that an argument may have."""

"""What is wrong with a value that a model refuses, in our own words."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from pydantic_core import ErrorDetails

_WORDS = {
    "multiple_of": "choose a multiple of {multiple_of:g}",
    "greater_than_equal": "choose {ge:g} or more",
    "less_than_equal": "choose {le:g} or less",
    "int_parsing": "write a whole number",
    "int_parsing_size": "choose a smaller number",
    "finite_number": "choose a smaller number",
    "float_parsing": "write a number, such as 2.5",
    "bool_parsing": "write true or false",
    "string_too_short": "write at least {min_length} characters",
    "string_too_long": "write at most {max_length} characters",
    "string_pattern_mismatch": "write it in the form that is wanted",
    "literal_error": "choose {expected}",
    "tuple_type": "write a list",
}
"""By the type of the fault in pydantic; validators of our own have their own words."""


def describe(fault: ErrorDetails, write: Callable[[int], str] | None = None) -> str:
    """``choose 8 or less``; ``write`` says how bounds are written where they have a unit."""
    context: dict[str, Any] = dict(fault.get("ctx", {}))
    if write is not None:
        context = {name: Decimal(write(bound)) for name, bound in context.items()}
    known = _WORDS.get(fault["type"])
    if known is None:
        return fault["msg"].removeprefix("Value error, ")
    return known.format(**context)

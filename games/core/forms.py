"""JSON forms of states, moves and events.

Canonical: equal values give equal bytes, so that a replay can be compared byte
for byte and a state can be hashed.
"""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Any, Generic, TypeVar, get_args

from pydantic import Field, TypeAdapter, ValidationError, WrapSerializer

from games.core.refusals import Unstorable
from games.core.settings import STORED

T = TypeVar("T")


class Malformed(ValueError):
    """Stored or imported JSON does not match its schema.

    The message names places and kinds of faults, never the values: those may
    be secret.
    """


class Form(Generic[T]):
    """Reads and writes one type as JSON bytes, with full validation on reading.

    A ``sparse`` form leaves out what has its default: for large states. How to read and write
    the type is compiled on first use, which takes a while.
    """

    def __init__(self, of: Any, *, sparse: bool = False) -> None:
        self._of = of
        self._sparse = sparse

    @property
    def types(self) -> tuple[type[T], ...]:
        """The types of a ``tagged`` union."""
        union = getattr(self._of, "__origin__", self._of)
        return get_args(union) or (union,)

    @cached_property
    def _adapter(self) -> TypeAdapter[T]:
        return TypeAdapter(self._of)

    def write(self, value: T) -> bytes:
        return self._adapter.dump_json(value, exclude_defaults=self._sparse)

    def proved(self, value: T) -> bytes:
        """As ``write``, for what is to be kept. Raises ``Unstorable`` when it would not be read
        as the same value again."""
        written = self.write(value)
        try:
            if self.read(written) == value:
                return written
        except Malformed:
            pass
        raise Unstorable

    def full(self, value: T) -> Any:
        """As JSON values, with what has its default."""
        return self._adapter.dump_python(value, mode="json")

    def read(self, data: bytes | str) -> T:
        """Raises ``Malformed``."""
        try:
            return self._adapter.validate_json(data, context=STORED)
        except ValidationError as error:
            faults = error.errors(include_input=False, include_url=False, include_context=False)
            places = "; ".join(
                f"{'.'.join(str(step) for step in fault['loc'])}: {fault['type']}"
                for fault in faults[:5]
            )
            raise Malformed(places) from None


def tagged(union: Any, tag: str = "kind") -> Form[Any]:
    """The form of a union of dataclasses whose field ``tag`` tells them apart."""
    return Form(Annotated[union, Field(discriminator=tag)] if len(get_args(union)) > 1 else union)


def keeping(name: str) -> WrapSerializer:
    """Keeps a field in sparse forms although it has its default: one that tells types apart."""
    return WrapSerializer(lambda value, form: {**form(value), name: getattr(value, name)})

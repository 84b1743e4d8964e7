"""Records to rows and back: the fields of a record are the keys of its columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import Field
from functools import cache
from typing import Any, ClassVar, Protocol, TypeVar

from sqlalchemy import ColumnElement, Row, Table

from bot.play.refusals import BadCharacter
from bot.play.storage.stored_fields import own_fields


class Record(Protocol):
    """A dataclass of ``bot.play.storage.records``."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


R = TypeVar("R")


@cache
def _names(kind: type[Record]) -> tuple[str, ...]:
    return tuple(field.name for field in own_fields(kind))


def columns(table: Table, kind: type[Record]) -> tuple[ColumnElement[Any], ...]:
    """The columns of ``table`` that hold the fields of ``kind``, in their order."""
    return tuple(table.c[name] for name in _names(kind))


def values(record: Record) -> dict[str, Any]:
    """The values of a record, by the keys of its columns.

    Raises ``BadCharacter`` for text that not every database takes.
    """
    row = {name: getattr(record, name) for name in _names(type(record))}
    if any(type(value) is str and "\0" in value for value in row.values()):
        raise BadCharacter
    return row


def record(kind: Callable[..., R], row: Row[Any] | None) -> R | None:
    """The record of a row that was selected by ``columns``."""
    return None if row is None else kind(*row)


def records(kind: Callable[..., R], rows: Iterable[Row[Any]]) -> tuple[R, ...]:
    return tuple(kind(*row) for row in rows)

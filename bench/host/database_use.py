"""What is asked of databases: statements, transactions, and ways to their threads."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import aiosqlite
from sqlalchemy import Engine, event


@dataclass
class Counts:
    """``statements`` are all but BEGIN, COMMIT and PRAGMA; ``writes`` are the transactions that
    write; ``crossings`` go to the thread of a database connection and back."""

    statements: int = 0
    transactions: int = 0
    writes: int = 0
    crossings: int = 0

    @property
    def sent(self) -> int:
        """Statements and what begins the transactions."""
        return self.statements + self.transactions

    def __floordiv__(self, moves: int) -> Counts:
        """The rounded share of one of ``moves``."""
        shares = (self.statements, self.transactions, self.writes, self.crossings)
        return Counts(*(round(each / moves) for each in shares))

    def __str__(self) -> str:
        return (
            f"{self.statements} statements in {self.transactions} transactions, {self.writes} of "
            f"which write; {self.crossings} crossings to the database threads and back"
        )


@contextmanager
def counted() -> Iterator[Counts]:
    """What is asked of databases meanwhile, by whomever."""
    counts, writing = Counts(), set[object]()
    crossing = aiosqlite.Connection._execute

    async def crossed(self: Any, *args: Any, **kwargs: Any) -> Any:
        counts.crossings += 1
        return await crossing(self, *args, **kwargs)  # type: ignore[no-untyped-call]

    def said(connection: object, _cursor: object, sql: str, *_: object) -> None:
        verb = sql.split(maxsplit=1)[0]
        counts.statements += verb not in ("BEGIN", "PRAGMA")
        if verb in ("INSERT", "UPDATE", "DELETE"):
            writing.add(connection)

    def begun(_connection: object) -> None:
        counts.transactions += 1

    def committed(connection: object) -> None:
        counts.writes += connection in writing
        writing.discard(connection)

    aiosqlite.Connection._execute = crossed  # type: ignore[method-assign]
    event.listen(Engine, "before_cursor_execute", said)
    event.listen(Engine, "begin", begun)
    event.listen(Engine, "commit", committed)
    try:
        yield counts
    finally:
        aiosqlite.Connection._execute = crossing  # type: ignore[method-assign]
        event.remove(Engine, "before_cursor_execute", said)
        event.remove(Engine, "begin", begun)
        event.remove(Engine, "commit", committed)

"""Traces which modules of ``bot`` an interaction passes, and its delivery afterwards."""

from __future__ import annotations

import asyncio
import dis
import inspect
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

import bot
from bot.play.storage.queries import Query
from bot.store.store import SqlReader

_FOLDER = f"{Path(bot.__file__).parent}/"
_CONFTEST = f"{Path(__file__).with_name('conftest.py')}"
_CHECKING = "chat.platform.message"
"""With this module ``conftest.py`` checks every message."""
_SIMULATED = f"{_FOLDER}playground/"
_SENDING = "delivery.sender"
"""The module in which the tasks of a delivery begin."""


@dataclass
class CallPath:
    """``calls``  between two modules, or into the first from outside (``""``), in order of time
    ``queries``  what the database was asked, each as often as it was
    """

    calls: Counter[tuple[str, str]] = field(default_factory=Counter)
    queries: Counter[str] = field(default_factory=Counter)

    @property
    def modules(self) -> tuple[str, ...]:
        """In the order in which they are passed first."""
        return tuple(dict.fromkeys(callee for _, callee in self.calls))

    @property
    def crossings(self) -> int:
        """Calls from one module into another."""
        return sum(count for (caller, _), count in self.calls.items() if caller)

    def print(self, name: str) -> None:
        lines = [f"{name}: {len(self.modules)} modules, {self.crossings} crossings"]
        lines += [f"  {a or '(outside)'} -> {b}: {count}" for (a, b), count in self.calls.items()]
        lines += [f"  asks {query}: {count}" for query, count in self.queries.items()]
        sys.stdout.write("\n".join(lines) + "\n")


@dataclass
class Traced:
    """Calls on the event loop; the threads of databases and pictures have theirs."""

    answer: CallPath = field(default_factory=CallPath)
    delivery: CallPath = field(default_factory=CallPath)


@contextmanager
def traced(monkeypatch: pytest.MonkeyPatch) -> Iterator[Traced]:
    """Follow all calls between modules of ``bot`` meanwhile."""
    found, roots = Traced(), dict[asyncio.Task[Any], str]()

    def path_of(task: asyncio.Task[Any]) -> CallPath:
        return found.delivery if roots.get(task, "").endswith(_SENDING) else found.answer

    def profile(frame: FrameType, event: str, _: object) -> None:
        if event != "call" or not _is_ours(frame):
            return
        task = _task()
        if task is None or not _begins(frame):
            return
        caller, callee = _caller(frame), _module(frame.f_code)
        roots.setdefault(task, callee)
        if caller is not None and caller != callee:
            path_of(task).calls[caller, callee] += 1

    def asking(read: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def ask(reader: SqlReader, *queries: Query[Any]) -> Any:
            task = _task()
            if task is not None:
                path_of(task).queries.update(map(repr, queries))
            return await read(reader, *queries)

        return ask

    with monkeypatch.context() as patched:
        for name in ("read", "read_together"):
            patched.setattr(SqlReader, name, asking(getattr(SqlReader, name)))
        sys.setprofile(profile)
        try:
            yield found
        finally:
            sys.setprofile(None)


def _task() -> asyncio.Task[Any] | None:
    try:
        return asyncio.current_task()
    except RuntimeError:
        return None


def _begins(frame: FrameType) -> bool:
    """Whether a call begins: a coroutine that goes on after an ``await`` looks like one."""
    return frame.f_lasti <= _start(frame.f_code)


@cache
def _start(code: CodeType) -> int:
    if not code.co_flags & (
        inspect.CO_COROUTINE | inspect.CO_GENERATOR | inspect.CO_ASYNC_GENERATOR
    ):
        return sys.maxsize
    return next(each.offset for each in dis.get_instructions(code) if each.opname == "RESUME")


def _is_ours(frame: FrameType) -> bool:
    name = frame.f_code.co_filename
    return name.startswith(_FOLDER) and not name.startswith(_SIMULATED)


def _caller(frame: FrameType) -> str | None:
    """The module of ``bot`` that calls, be it by way of a library; ``""`` for Discord's client,
    ``None`` for the check of all messages by ``conftest.py``."""
    found, below, above = "", frame, frame.f_back
    while above is not None:
        if above.f_code.co_filename == _CONFTEST and _module(below.f_code) == _CHECKING:
            return None
        if not found and _is_ours(above):
            found = _module(above.f_code)
        below, above = above, above.f_back
    return found


def _module(code: CodeType) -> str:
    return code.co_filename.removeprefix(_FOLDER).removesuffix(".py").replace("/", ".")

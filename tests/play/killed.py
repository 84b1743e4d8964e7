"""Processes that are killed: each is forked from one that has imported all that it needs."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, NoReturn

from sqlalchemy.engine.default import DefaultDialect

from bot.play.application import build
from bot.store.store import SqlStore
from tests.play.conftest import Club, HeldClock, KnownEntropy
from tests.toy import GAME as TOY

KILLED = -9
_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload([__name__, "tests.play.test_crash", "tests.play.test_tournaments"])


def run_apart(deed: Callable[..., Coroutine[Any, Any, Any]], *args: Any) -> int | None:
    """The exit code of a process that does this: 0, 1 after a fault, or ``KILLED``."""
    process = _FORKS.Process(target=_run, args=(deed, args))
    process.start()
    process.join(120)
    code = process.exitcode
    process.kill()
    process.close()
    return code


def _run(deed: Callable[..., Coroutine[Any, Any, Any]], args: tuple[Any, ...]) -> NoReturn:
    try:
        asyncio.run(deed(*args))
        os._exit(0)
    finally:  # the thread of the database would keep it alive
        os._exit(1)


def kill_me(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


async def opened(file: Path) -> Club:
    store = await SqlStore.open(f"sqlite:///{file}")
    clock = HeldClock()
    return Club(build(store, (TOY,), clock, KnownEntropy()), clock)


def do_and_die(file: Path, point: str, deed: Callable[..., Any], *args: str) -> None:
    """Another process does this in the club of the file, and is killed around its commit."""
    assert run_apart(_do, file, point, deed, args) == KILLED


async def _do(file: Path, point: str, deed: Callable[..., Any], args: tuple[str, ...]) -> None:
    club = await opened(file)
    if point == "before the commit":
        DefaultDialect.do_commit = kill_me  # type: ignore[method-assign]  # in this process alone
    else:
        club.app.executor.after_commit = kill_me
    await deed(club, *args)

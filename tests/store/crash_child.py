"""Plays steps against a store and kills itself at a named point: run by ``test_crash``.

``python -m tests.store.crash_child TEMPLATE FOLDER [--early]`` makes one
database for each point and each step from the template, and writes ``ack N`` to
a file beside it as soon as step ``N`` is said to be stored. ``--early`` is a
planted bug: it says so before the commit.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import Connection, Engine, event

from bot.store.store import SqlStore
from tests.store.make import a_match, step

POINTS = (
    "before_lock",
    *(f"before_statement_{number}" for number in range(1, 11)),
    "before_commit",
    "after_commit",
    "after_ack",
)
STEPS = (1, 2, 4)
"""Before the first is stored, on top of one, and on top of a few."""


def crash_at(point: str, crash: Callable[[], None]) -> None:
    """Call ``crash`` when a connection of this process comes to ``point``."""
    passed = 0

    def statement(_: Connection, __: object, text: str, *___: object) -> None:
        nonlocal passed
        passed = 0 if text.startswith("BEGIN") else passed + 1
        if point == ("before_lock" if passed == 0 else f"before_statement_{passed}"):
            crash()

    def commit(_: Connection) -> None:
        if point == "before_commit":
            crash()

    event.listen(Engine, "before_cursor_execute", statement)
    event.listen(Engine, "commit", commit)


async def play(file: Path, acks: int, point: str, at_step: int, *, early: bool) -> None:
    """Play until the crash; ends only when ``point`` is never reached."""
    store = await SqlStore.open(f"sqlite:///{file}")
    match = a_match()
    now = 0

    def crash() -> None:
        if now == at_step:
            os.kill(os.getpid(), signal.SIGKILL)

    crash_at(point, crash)
    for now in range(1, at_step + 1):
        change = step(match)
        async with store.writing() as work:
            await work.record(change)
            if early:
                os.write(acks, b"ack %d\n" % now)
            await work.commit()
        if point == "after_commit":
            crash()
        if not early:
            os.write(acks, b"ack %d\n" % now)
        if point == "after_ack":
            crash()
        match = change.match


def main(template: Path, folder: Path, *, early: bool) -> int:
    """The number of children that were not killed: each is a point that does not exist."""
    survivors = 0
    for point in POINTS:
        for at_step in STEPS:
            file = folder / f"{point}-{at_step}.db"
            shutil.copyfile(template, file)
            acks = os.open(file.with_suffix(".acks"), os.O_CREAT | os.O_WRONLY | os.O_APPEND)
            child = os.fork()
            if child == 0:
                asyncio.run(play(file, acks, point, at_step, early=early))
                os._exit(0)
            _, status = os.waitpid(child, 0)
            survivors += not os.WIFSIGNALED(status)
            os.close(acks)
    return survivors


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2]), early="--early" in sys.argv))

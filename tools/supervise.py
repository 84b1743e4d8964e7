"""Keeps a command running: ``python tools/supervise.py python -m bot``.

discord.py cannot survive everything (an event that it cannot read ends
it), so the bot is started again when it ends. Discord resets
the token of a bot that opens more than 1,000 sessions in a day, one each 86
seconds, so starts lie at least 90 seconds apart for each shard that
``STARPOST_SHARDS`` names (0-3/8), and further when it keeps failing. That
includes a token that Discord refuses: the operator would only start the bot
again, and sooner. A bot that ends with status 0, or refuses its settings, is
not started again.

Uses the standard library alone, and runs as a file.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence

SHORTEST = 90.0
LONGEST = 900.0
UNUSABLE = 2
"""The exit status of a bot that refuses its settings; it has not asked Discord for anything."""


def pause(failures: int, ran: float, shards: int = 1) -> float:
    """Seconds to wait after the ``failures``-th failure in a row, of a run of ``ran`` seconds.

    Each of the ``shards`` begins a session of its own.
    """
    shortest = SHORTEST * shards
    return max(0.0, min(max(LONGEST, shortest), shortest * 2.0 ** min(failures - 1, 10)) - ran)


def shards_of(setting: str) -> int:
    """How many shards ``STARPOST_SHARDS`` names; 1 where Discord says how many there are."""
    named = re.fullmatch(r"(\d+)-(\d+)/\d+", setting)
    return max(1, int(named[2]) - int(named[1]) + 1) if named else 1


def supervise(
    run: Callable[[], int],
    clock: Callable[[], float],
    wait: Callable[[float], bool],
    shards: int = 1,
) -> int:
    """Run until it ends in a way that another start cannot mend; returns its last status.

    ``wait`` waits some seconds and says whether to stop; so a stop that came
    while the command ran ends this too.
    """
    failures = 0
    while True:
        started = clock()
        status = run()
        ran = clock() - started
        failures = 1 if ran >= LONGEST else failures + 1
        if status in (0, UNUSABLE) or wait(pause(failures, ran, shards)):
            return status


def main(command: Sequence[str]) -> int:
    stopping = threading.Event()
    children: list[subprocess.Popen[bytes]] = []

    def stop(number: int, _frame: object) -> None:
        stopping.set()
        for child in children:
            child.send_signal(number)

    def run() -> int:
        if stopping.is_set():
            return 0
        children[:] = [subprocess.Popen(command)]  # noqa: S603 - the owner's own command line
        if stopping.is_set():
            children[0].terminate()
        return children[0].wait()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    shards = shards_of(os.environ.get("STARPOST_SHARDS", ""))
    return supervise(run, time.monotonic, stopping.wait, shards)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

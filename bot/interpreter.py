"""How the interpreter is set for a bot. Imports nothing of ours: it is needed before all else."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_paused() -> Iterator[None]:
    """While modules are read: they leave next to no garbage and hundreds of thousands of
    objects that stay, which the collector would go through again and again. Afterwards it
    never looks at these, so that its pauses are shorter as long as the bot runs."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def switch_often() -> None:
    """Let a thread that works hand over to one that waits after half a millisecond, not five.

    Pictures are drawn and statements are put together in threads; whenever the event loop
    wakes it would wait that long for each of them that is at it.
    """
    sys.setswitchinterval(0.0005)

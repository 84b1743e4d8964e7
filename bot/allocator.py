"""How the process takes memory from the system, where glibc hands it out.

Pictures are drawn in large pieces that live for milliseconds. Every thread would keep its own
supply of what they leave behind, and none of it would ever go back.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from typing import Any

ARENAS = 2
_ARENA_MAX = -8
"""``M_ARENA_MAX`` of ``malloc.h``."""


def _glibc(name: str) -> Callable[..., Any]:
    """A function of the C library that others may lack."""
    found: Callable[..., Any] | None = None
    if sys.platform == "linux":
        found = getattr(ctypes.CDLL(None), name, None)
    return found or (lambda *_: 0)


def share_arenas() -> None:
    """Let all threads take from a few supplies. To be called before there are any."""
    _glibc("mallopt")(_ARENA_MAX, ARENAS)


def return_free_memory() -> None:
    """Return what is free to the system: some milliseconds, in which other threads go on."""
    _glibc("malloc_trim")(0)

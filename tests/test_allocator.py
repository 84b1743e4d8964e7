"""Memory that the process gives back."""

from __future__ import annotations

import ctypes
import sys
from typing import Any

import pytest

from bot import allocator
from bot.chat.platform import pictures
from bot.chat.platform.pictures import TIDIED_AFTER, Pictures


class Library:
    def __init__(self) -> None:
        self.calls: list[tuple[str, tuple[int, ...]]] = []

    def mallopt(self, *given: int) -> None:
        self.calls.append(("mallopt", given))

    def malloc_trim(self, *given: int) -> None:
        self.calls.append(("malloc_trim", given))


@pytest.mark.parametrize(("platform", "has"), [("linux", True), ("linux", False), ("win32", True)])
def test_the_c_library_is_asked_where_it_can_be(
    monkeypatch: pytest.MonkeyPatch, platform: str, has: bool
) -> None:
    library: Any = Library() if has else object()
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(ctypes, "CDLL", lambda name: library)
    allocator.share_arenas()
    allocator.return_free_memory()
    asked = [("mallopt", (-8, 2)), ("malloc_trim", (0,))]
    if has:
        assert library.calls == (asked if platform == "linux" else [])


async def test_memory_goes_back_after_so_many_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[int] = []
    monkeypatch.setattr(pictures, "return_free_memory", lambda: given.append(1))
    drawing = Pictures({})
    for _ in range(2 * TIDIED_AFTER + 1):
        await drawing._run_in_thread(int)
    assert len(given) == 2

"""The bot as it is put together."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bot import composition
from bot.clock import SystemClock
from bot.composition import build_client, switch_often
from bot.store.store import SqlStore
from renderers import renderer_for
from tests.toy import GAME as TOY


async def test_a_game_without_a_renderer_ends_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(composition, "all_games", lambda: (TOY,))
    store = await SqlStore.open(f"sqlite:///{tmp_path}/starpost.db")
    with pytest.raises(TypeError, match=r"games/toy needs a renderers/toy package"):
        build_client(store, SystemClock(), sweep_seconds=900)
    await store.aclose()


def test_a_module_without_a_renderer_is_named() -> None:
    with pytest.raises(TypeError, match=r"games/fonts needs a renderers/fonts package"):
        renderer_for("fonts")


def test_a_thread_at_work_hands_over_soon() -> None:
    usual = sys.getswitchinterval()
    try:
        switch_often()
        assert sys.getswitchinterval() == pytest.approx(0.0005)
    finally:
        sys.setswitchinterval(usual)

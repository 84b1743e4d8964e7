"""The bot as it is put together: quick to be ready, whole when somebody plays."""

from __future__ import annotations

import gc
import subprocess
import sys
from pathlib import Path

import pytest

from bot import composition
from bot.interpreter import collector_paused, switch_often
from games import all_games
from games.core.seats import SPECTATOR, Seats
from renderers import Look, renderer_for, shelved_renderer
from tests.toy import GAME as TOY

ROOT = Path(__file__).parents[1]

READY = """
import asyncio, sys
import simcord
from bot.clock import SystemClock
from bot.composition import composed, warm_up
from bot.store.store import SqlStore
from games.core.seats import SPECTATOR, Seats
from renderers import Look

async def start(file, warm):
    store = await SqlStore.open(f"sqlite:///{file}")
    client = composed(store, SystemClock(), sweep_seconds=900)
    env = simcord.Env(client)
    await env.start()
    games = client.desk.house.games
    rules = {f"games.{id}.game" for id in games} | {f"renderers.{id}" for id in games}
    assert games and not rules & set(sys.modules), "read before they are needed"
    if warm:
        await asyncio.to_thread(warm_up)
        assert rules <= set(sys.modules), "not read by the warm-up"
    for id, game in games.items():
        state = game.setup(game.settings(), Seats.alone(game.meta.players[0]))
        picture = await client.desk.pictures.of(id, game.view(state, SPECTATOR), Look())
        assert picture.png and picture.alt
    assert rules <= set(sys.modules)
    await env.shutdown()
    await store.aclose()

asyncio.run(start(sys.argv[1], sys.argv[2] == "warm"))
"""


@pytest.mark.parametrize("way", ["cold", "warm"])
def test_the_bot_is_ready_before_rules_are_read_and_plays_every_game(
    tmp_path: Path, way: str
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", READY, str(tmp_path / "starpost.db"), way],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_warming_up_reads_every_game_and_every_form(monkeypatch: pytest.MonkeyPatch) -> None:
    prepared: list[str] = []
    monkeypatch.setattr("games.core.forms.Form.prepare", lambda form: prepared.append(repr(form)))
    composition.warm_up()
    assert len(prepared) == 3 * len(all_games())


def test_a_broken_game_ends_the_warming_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(composition, "all_games", lambda: (TOY,))
    with pytest.raises(TypeError, match=r"needs a renderers/toy\.py"):
        composition.warm_up()


def test_a_game_without_a_renderer_is_named_before_the_bot_is_ready() -> None:
    with pytest.raises(TypeError, match=r"games/chess needs a renderers/chess\.py"):
        shelved_renderer("chess")


def test_a_renderer_from_the_shelf_draws_as_the_renderer() -> None:
    for game in all_games():
        view = game.view(game.setup(game.settings(), Seats.alone(game.meta.players[0])), SPECTATOR)
        scenes = [
            find(game.meta.id).scene(view, Look()) for find in (shelved_renderer, renderer_for)
        ]
        assert scenes[0] == scenes[1]


def test_the_collector_rests_while_modules_are_read_and_then_works_again() -> None:
    frozen = gc.get_freeze_count()
    try:
        with collector_paused():
            assert not gc.isenabled()
        assert gc.isenabled()
        assert gc.get_freeze_count() > frozen
    finally:
        gc.unfreeze()


def test_a_thread_at_work_hands_over_soon() -> None:
    usual = sys.getswitchinterval()
    try:
        switch_often()
        assert sys.getswitchinterval() == pytest.approx(0.0005)
    finally:
        sys.setswitchinterval(usual)

"""Commands are registered when they changed, here or at Discord, and only then."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import simcord

from bot.chat import command_tree
from bot.chat.registration import register
from bot.play.storage import queries
from bot.store.store import SqlStore
from tests.chat.conftest import World


def registrations(env: simcord.Env) -> int:
    return sum(
        each.method == "PUT" and each.path.endswith("/commands") for each in env.http_requests
    )


def reworded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another version has other commands."""
    monkeypatch.setattr(command_tree.show_help, "description", "What is new, and how to start")


async def test_a_start_registers_the_commands_when_they_have_changed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert registrations(world.env) == 1
    await world.restart()
    assert registrations(world.env) == 1
    with monkeypatch.context() as newer:
        reworded(newer)
        await world.restart()
        assert registrations(world.env) == 2
        await world.restart()
        assert registrations(world.env) == 2
    await world.restart()
    assert registrations(world.env) == 3


async def test_a_database_of_before_an_upgrade_does_not_hide_the_newer_commands(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.store.aclose()
    saved = world.file.read_bytes()
    with monkeypatch.context() as newer:
        reworded(newer)
        await world.restart()
        await world.store.aclose()
    world.file.write_bytes(saved)
    await world.restart()
    assert registrations(world.env) == 3
    known = {each.name: each.description for each in await world.bot.tree.fetch_commands()}
    assert known["help"] == command_tree.show_help.description


async def test_of_two_processes_that_start_at_once_one_registers(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    reworded(monkeypatch)
    another = await SqlStore.open(world.database)
    await asyncio.gather(*(register(world.bot.tree, store) for store in (world.store, another)))
    await another.aclose()
    assert registrations(world.env) == 2


async def test_who_cannot_store_what_is_registered_starts_all_the_same(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    reworded(monkeypatch)
    another = await SqlStore.open(world.database, busy_timeout=0.01)
    async with world.store.writing() as work:
        await work.read(queries.CommandsDigest(1))
        await register(world.bot.tree, another)
    await another.aclose()
    assert registrations(world.env) == 1
    assert "it is not stored which commands Discord knows" in caplog.text

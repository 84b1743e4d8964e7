"""Commands are registered when they changed, and only then."""

from __future__ import annotations

from pathlib import Path

import simcord

from tests.chat.conftest import World, build_bot


def registrations(env: simcord.Env) -> int:
    return sum(
        each.method == "PUT" and each.path.endswith("/commands") for each in env.http_requests
    )


async def test_commands_are_registered_again_only_when_they_changed(
    world: World, tmp_path: Path
) -> None:
    synced = tmp_path / "starpost.db.commands"
    assert registrations(world.env) == 1

    async def start() -> None:
        await world.store.aclose()
        world.bot, world.store = await build_bot(
            world.database, world.games, world.renderers, world.clock, synced=synced
        )
        await world.env.restart_bot(world.bot)

    await start()
    assert registrations(world.env) == 2
    mark = synced.read_text()
    assert len(mark) == 64
    await start()
    assert registrations(world.env) == 2
    synced.write_text("something else")
    await start()
    assert registrations(world.env) == 3
    assert synced.read_text() == mark

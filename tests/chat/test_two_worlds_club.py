"""Two worlds that differ in a secret look the same in what a club is told: news for followers,
offers of seats, and the ends of matches."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.chat.conftest import a_world
from tests.chat.guests import begin
from tests.chat.test_two_worlds import both, requests, shape

DAY = 86_400


async def told_to_a_club(folder: Path, secret: str) -> dict[str, Any]:
    """A match with a follower, whose secret player leaves and comes back; then it ends. The secret
    is a lamp, or an order: a lamp is shown to all at the end."""
    folder.mkdir()
    lamp, order = (secret, "") if secret.isdecimal() else ("4", secret)
    async with a_world(folder) as world:
        ann, bo, cy, dan = (world.guest(name) for name in ("ann", "bo", "cy", "dan"))
        gm = world.manager("gm")
        rooms = {
            each: world.guild.create_text_channel(each) for each in ("open_seats", "chronicle")
        }
        for field, room in rooms.items():
            await gm.names(field, room)

        async def go_by(seconds: float) -> None:
            await world.env.advance_time(seconds)
            await world.look()

        async def play(text: str) -> None:
            mover, _ = await world.on_turn(ann, dan)
            await mover.types("move", text=text)
            await go_by(200)

        await begin(ann, bo)
        await cy.presses("Follow")
        await ann.types("move", text=f"LAMP{lamp}")
        await go_by(200)
        await bo.types("move", text="LAMP2")
        if order:
            await ann.types("orders", order=order)
        await go_by(200)
        await bo.presses("Leave it empty", (await bo.types("match leave")).message)
        await world.drain()
        await dan.at(rooms["open_seats"]).presses("Join")
        for text in ("B6+1", "B1+1"):
            await play(text)
        if order:
            await dan.resigns()
            await go_by(DAY)
        channels = (world.channel, *rooms.values())
        assert all(each.history() for each in channels[: 3 if order else 2])
        letters = cy.user.dm_channel.history()
        assert len(letters) > 1
        return {
            "channels": [await shape(each) for room in channels for each in room.history()],
            "letters": [await shape(each) for each in letters],
            "requests": requests(world, ann),
        }


@pytest.mark.parametrize("secrets", [("4", "5"), ("REST DRY", "REST ASK")])
async def test_a_club_is_told_no_secret(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, secrets: tuple[str, str]
) -> None:
    assert await both(tmp_path, caplog, told_to_a_club, secrets) == []

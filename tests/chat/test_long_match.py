"""Looking back at a match of more entries than a replay looks at."""

from __future__ import annotations

import json
from itertools import count

import pytest

from bot.chat.history.animations import READ
from bot.chat.platform.message import UPLOAD
from bot.play.executor import Command
from bot.play.match import submission, views
from bot.play.match.submission import TypedMove
from renderers.animation import MOST
from tests.chat.conftest import World
from tests.chat.guests import Guest, begin
from tests.chat.test_history import file_of, frames, lamps
from tests.toy.variants import NIGHT


async def test_all_of_it_fits_and_nothing_takes_long(
    world: World, ann: Guest, bo: Guest, cy: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(NIGHT), "rounds", 110)
    await begin(ann, bo, game="night")
    await lamps(ann, bo)
    match = (await world.match()).id
    ready, world.app.executor.after_commit = world.app.executor.after_commit, lambda: None
    presses = count(1)
    for number in range(1, 10_000):
        match_view = await views.load_public(world.app, match)
        if not match_view.awaited:
            break
        user = (ann, bo)[match_view.awaited[0]].id
        if number % 5 == 0:
            shift = Command(match, ann.id, next(presses))
            await submission.submit(world.app, shift, TypedMove(f"LAMP{number % 6 + 1}"))
        text = "REST" if number > 6 else f"B{number}+1"
        await submission.submit(world.app, Command(match, user, next(presses)), TypedMove(text))
    world.app.executor.after_commit = ready
    stored = await world.match()
    assert READ < stored.shown < stored.seq - 100
    await world.restart()

    told = await cy.opens("match show", "Replay")
    replay = await file_of(told, ".gif")
    assert len(replay) <= UPLOAD * 9 // 10
    assert 1 < frames(replay) <= MOST
    assert "made from one entry in 2." in told.words
    assert f"#500 of {stored.shown}" in (await cy.types("match show", at=500)).words
    told = await cy.opens("match show", "Catch up")
    assert f"{stored.shown} entries" in told.words
    assert len(await file_of(told, ".gif")) < UPLOAD
    exported = await file_of(await cy.opens("match show", "Export"), ".json")
    assert len(json.loads(exported)["entries"]) == stored.seq
    log = (await file_of(await cy.types("match log", file=True), ".txt")).decode()
    assert f"#{stored.shown}" in log

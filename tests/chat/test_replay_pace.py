"""How long a replay takes to watch, and what it says."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image, ImageSequence

from bot.chat.history import animations
from bot.chat.platform.message import UPLOAD
from bot.chat.platform.pictures import Pictures
from bot.play.history.frames import Frame, join_turns
from games import all_games
from games.astral_sailors.events import UnitEliminated
from games.core.events import Event
from games.core.log.replay import Played, Thrown, carry_out
from games.core.overlay import Arrow, Overlay
from games.core.types import SPECTATOR, Chance, Ending, Seated, Seats
from renderers import Look, renderer_for
from renderers.animation import REST, SLOWEST
from tests.games.kit import roll

GAME: Any = next(game for game in all_games() if game.meta.id == "astral_sailors")
AT_MOST = 20
"""Seconds for a round with what comes before it."""


async def one_round(seed: int) -> AsyncIterator[Frame]:
    """What everybody sees of a round of computer players, each view that changes."""
    rng = Random(seed)
    state = GAME.setup(GAME.settings(scenery="preset", round_limit=1), Seats.alone(2))
    view, events, number = None, list[Event](), 1
    while True:
        if view != (view := GAME.view(state, SPECTATOR)):
            yield Frame(view, number, (), tuple(events), tuple(events))
            events = []
        pending = GAME.pending(state)
        if isinstance(pending, Ending):
            return
        if isinstance(pending, Chance):
            step = carry_out(GAME, state, Thrown(roll(pending, rng)))
        else:
            decision = rng.choice([each for each in pending.open if each.waits])
            own = GAME.view(state, Seated(decision.seat))
            ordered = GAME.standing.answer(own, decision, ())
            move = ordered.move if ordered is not None else None
            move = GAME.computer.choose(own, decision, rng) if move is None else move
            step = carry_out(GAME, state, Played(decision.seat, decision.key, move))
        state, number = step.state, number + 1
        events += [each for each in step.events if each.visible_to(SPECTATOR)]


@pytest.mark.parametrize("seed", [3, 7])
async def test_a_round_of_a_large_game_is_watched_in_twenty_seconds(seed: int) -> None:
    views = [frame async for frame in one_round(seed)]
    frames = [frame async for frame in join_turns(GAME, one_round(seed))]
    shots = []
    for frame in frames:
        story = GAME.story(frame.view, frame.events)
        look = Look(("Ann", "Bo"), overlay=story)
        shots.append((frame.view, look, animations.caption(GAME, frame, SPECTATOR)))
    pictures = Pictures({"astral_sailors": renderer_for("astral_sailors")})
    made = await pictures.render_animation(
        "astral_sailors", len(shots), lambda wanted: shots[wanted.number], UPLOAD
    )
    with Image.open(io.BytesIO(made.gif)) as file:
        pauses = [image.info["duration"] / 1000 for image in ImageSequence.Iterator(file)]
    assert sum(pauses) <= AT_MOST
    assert len(views) > 50
    assert 8 <= made.frames <= 16
    assert (made.frames, made.left_out) == (len(frames), 0)
    assert REST < pauses[-1] <= REST + SLOWEST
    assert len(made.gif) <= UPLOAD
    told = " ".join(caption for _, _, caption in shots)
    events = [event for frame in views for event in frame.events]
    lost = [event.unit for event in events if isinstance(event, UnitEliminated)]
    assert lost
    assert all(unit in told for unit in lost)


def test_steps_that_read_alike_one_after_the_other_are_captioned_once() -> None:
    parts = [Arrow(start=0, end=1, number=n, told="a2 misses b4") for n in (1, 1, 2, 3)]
    parts.insert(2, Arrow(start=0, end=1, number=1, told="hits b5"))
    game: Any = SimpleNamespace(story=lambda view, events: Overlay(tuple(parts)))
    said = animations.caption(game, Frame(None, 7, (), (), ()), SPECTATOR)
    assert said == "#7 a2 misses b4 twice, hits b5. a2 misses b4."

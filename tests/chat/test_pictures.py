"""Animations as the bot makes them: drawn aside, and others get their turn in between."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from io import BytesIO
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from PIL import Image, ImageSequence

from bot.chat.platform.message import UPLOAD
from bot.chat.platform.pictures import Animation, PictureRequest, Pictures
from games.core.log.replay import carry_out
from games.core.types import SPECTATOR, Seats
from renderers import Look, animation
from renderers.animation import WantedPicture
from renderers.palettes import colours_of
from tests.games.kit import random_action
from tests.toy import GAME as TOY
from tests.toy import RENDERER

LOOK = Look(("Ann", "Ben"))


@pytest.fixture
def pictures() -> Pictures:
    return Pictures({"toy": RENDERER})


def views() -> list[Any]:
    """What a spectator of a random match of the toy sees, entry by entry."""
    state, rng = TOY.setup(TOY.settings(), Seats.alone(2)), Random(3)
    seen = [TOY.view(state, SPECTATOR)]
    while (log_action := random_action(TOY, state, rng, 0)) is not None:
        state = carry_out(TOY, state, log_action).state
        seen.append(TOY.view(state, SPECTATOR))
    return seen


VIEWS = views()


def shot(wanted: WantedPicture) -> PictureRequest:
    return VIEWS[wanted.number], LOOK, f"#{wanted.number + 1}"


async def whole(
    pictures: Pictures, limit: int = UPLOAD, of: Callable[[WantedPicture], PictureRequest] = shot
) -> Animation:
    return await pictures.render_animation("toy", len(VIEWS), of, limit)


def shown(gif: bytes) -> int:
    """How many pictures there are: parts of one last 20 ms."""
    images = ImageSequence.Iterator(Image.open(BytesIO(gif)))
    return sum(image.info["duration"] != 20 for image in images)


async def test_an_animation_holds_every_board_that_changed_and_tells_the_last(
    pictures: Pictures,
) -> None:
    made = await whole(pictures)
    boards = [RENDERER.scene(view, LOOK).paint() for view in VIEWS]
    changed = sum(one != other for one, other in pairwise(boards))
    assert changed < len(VIEWS) - 1
    assert made.frames == shown(made.gif) == 1 + changed
    assert made.left_out == 0
    assert made.alt == RENDERER.scene(VIEWS[-1], LOOK).alt


async def test_it_is_in_the_palette_of_its_viewer(pictures: Pictures) -> None:
    usual = await whole(pictures)
    own = await pictures.render_animation("toy", len(VIEWS), shot, UPLOAD, "tritanopia")
    table = bytes(value for colour in colours_of("tritanopia") for value in colour)
    assert own.gif[13 : 13 + len(table)] == table
    assert own.gif[781:] == usual.gif[781:]
    assert own.alt == usual.alt


async def test_it_keeps_within_the_limit(pictures: Pictures) -> None:
    all_of_it = await whole(pictures)
    some = await whole(pictures, len(all_of_it.gif) - 200)
    assert len(some.gif) <= len(all_of_it.gif) - 200
    assert some.frames == shown(some.gif)
    assert some.alt == all_of_it.alt
    with pytest.raises(ValueError, match="100 bytes are too few"):
        await whole(pictures, 100)


async def test_it_says_how_many_are_left_out(
    pictures: Pictures, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(animation, "MOST", 5)
    monkeypatch.setattr(animation, "FEW", 3)
    some = await whole(pictures)
    assert some.left_out == len(VIEWS) - 5
    assert some.frames == shown(some.gif) <= 5
    assert some.alt == RENDERER.scene(VIEWS[-1], LOOK).alt


async def test_an_animation_of_nothing_is_refused(pictures: Pictures) -> None:
    with pytest.raises(ValueError, match="at least one picture"):
        await pictures.render_animation("toy", 0, shot, UPLOAD)


async def test_an_unknown_palette_is_found_before_anything_is_drawn(pictures: Pictures) -> None:
    def drawn(wanted: WantedPicture) -> PictureRequest:
        raise AssertionError(wanted)

    with pytest.raises(ValueError, match="no palette 'sepia'"):
        await pictures.render_animation("toy", len(VIEWS), drawn, UPLOAD, "sepia")


async def test_others_get_their_pictures_while_an_animation_is_made(pictures: Pictures) -> None:
    """Somebody else's picture is asked for before each of the animation, and not waited for."""
    order: list[str] = []
    others: list[asyncio.Task[None]] = []

    async def other(view: Any, look: Look) -> None:
        assert (await pictures.render("toy", view, look)).png
        order.append("other")

    def between(wanted: WantedPicture) -> PictureRequest:
        request = shot(wanted)
        order.append("wanted")
        others.append(asyncio.ensure_future(other(*request[:2])))
        return request

    made = await whole(pictures, of=between)
    assert made.frames > 1
    assert len(others) == len(VIEWS)
    assert order.index("other") <= 3, "served while the rest is still to be drawn"
    served = [at for at, each in enumerate(order) if each == "other"]
    assert all(after - before <= 4 for before, after in pairwise(served))


async def test_the_loop_goes_on_while_an_animation_is_made(pictures: Pictures) -> None:
    making = asyncio.ensure_future(whole(pictures))
    turns = 0
    while not making.done():
        await asyncio.sleep(0)
        turns += 1
    assert turns > (await making).frames

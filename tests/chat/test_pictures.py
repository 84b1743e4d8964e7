"""Animations as the bot makes them: drawn aside, and others get their turn in between."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from io import BytesIO
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from PIL import Image, ImageSequence

from bot.chat.limits import UPLOAD
from bot.chat.pictures import PictureRequest, Pictures
from games.core.log.replay import act
from games.core.seats import SPECTATOR, Seats
from renderers import Look
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
        state = act(TOY, state, log_action).state
        seen.append(TOY.view(state, SPECTATOR))
    return seen


def shots(look: Look = LOOK) -> Iterator[PictureRequest]:
    return ((view, look, f"#{number}") for number, view in enumerate(views(), 1))


async def later(look: Look = LOOK) -> AsyncIterator[PictureRequest]:
    for shot in shots(look):
        await asyncio.sleep(0)
        yield shot


def shown(gif: bytes) -> int:
    """How many pictures there are: parts of one last 20 ms."""
    images = ImageSequence.Iterator(Image.open(BytesIO(gif)))
    return sum(image.info["duration"] != 20 for image in images)


async def test_an_animation_holds_every_board_that_changed_and_tells_the_last(
    pictures: Pictures,
) -> None:
    made = await pictures.animation("toy", shots(), UPLOAD)
    boards = [RENDERER.scene(view, LOOK).paint() for view in views()]
    changed = sum(one != other for one, other in pairwise(boards))
    assert changed < len(views()) - 1
    assert made.frames == shown(made.gif) == 1 + changed
    assert made.left_out == 0
    assert made.alt == RENDERER.scene(views()[-1], LOOK).alt


async def test_frames_may_come_from_a_list_or_one_by_one_or_in_their_own_time(
    pictures: Pictures,
) -> None:
    one_by_one = await pictures.animation("toy", shots(), UPLOAD)
    assert await pictures.animation("toy", list(shots()), UPLOAD) == one_by_one
    assert await pictures.animation("toy", later(), UPLOAD) == one_by_one


async def test_it_is_in_the_palette_of_its_viewer(pictures: Pictures) -> None:
    usual = await pictures.animation("toy", shots(), UPLOAD)
    own = await pictures.animation("toy", shots(Look(LOOK.names, palette="tritanopia")), UPLOAD)
    table = bytes(value for colour in colours_of("tritanopia") for value in colour)
    assert own.gif[13 : 13 + len(table)] == table
    assert own.gif[781:] == usual.gif[781:]
    assert own.alt == usual.alt


async def test_it_keeps_within_the_limit_and_says_what_is_left_out(pictures: Pictures) -> None:
    whole = await pictures.animation("toy", shots(), UPLOAD)
    some = await pictures.animation("toy", shots(), len(whole.gif) - 200)
    assert len(some.gif) <= len(whole.gif) - 200
    assert some.frames == shown(some.gif)
    assert some.frames + some.left_out == whole.frames
    with pytest.raises(ValueError, match="100 bytes are too few"):
        await pictures.animation("toy", shots(), 100)


async def test_an_animation_of_nothing_is_refused(pictures: Pictures) -> None:
    with pytest.raises(ValueError, match="at least one picture"):
        await pictures.animation("toy", (), UPLOAD)


async def test_an_unknown_palette_is_found_before_anything_is_drawn(pictures: Pictures) -> None:
    taken: list[int] = []

    def counted() -> Iterator[PictureRequest]:
        for number, shot in enumerate(shots(Look(palette="sepia"))):
            taken.append(number)
            yield shot

    with pytest.raises(ValueError, match="no palette 'sepia'"):
        await pictures.animation("toy", counted(), UPLOAD)
    assert taken == [0]


async def test_others_get_their_pictures_while_an_animation_is_made(pictures: Pictures) -> None:
    """Each entry waits here until somebody else has been served."""
    served: list[int] = []

    async def between() -> AsyncIterator[PictureRequest]:
        for number, shot in enumerate(shots()):
            view, look, _ = shot
            picture = await asyncio.wait_for(pictures.of("toy", view, look), 10)
            assert picture.png
            served.append(number)
            yield shot

    made = await pictures.animation("toy", between(), UPLOAD)
    assert made.frames > 1
    assert served == list(range(len(views())))


async def test_the_loop_goes_on_while_an_animation_is_made(pictures: Pictures) -> None:
    making = asyncio.ensure_future(pictures.animation("toy", shots(), UPLOAD))
    turns = 0
    while not making.done():
        await asyncio.sleep(0)
        turns += 1
    assert turns > (await making).frames

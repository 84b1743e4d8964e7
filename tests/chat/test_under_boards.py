"""In a DM every question stands under the board of now."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.chat.platform import private_pictures
from bot.chat.platform.blocks import board_file
from bot.chat.platform.interactions import note
from bot.chat.platform.message import LONGEST_ALT
from bot.chat.platform.private_pictures import NO_PICTURE, PrivatePicture
from bot.chat.platform.safe_text import shorten
from bot.play.match import views
from tests.chat.conftest import World
from tests.chat.guests import Guest, Told, alt_texts, files
from tests.chat.test_orders import second_match


@pytest.fixture
async def home(world: World, toy: Guest) -> Guest:
    """Ann in her DMs, where the first question of the match is."""
    await world.drain()
    return toy.at_home


def board(told: Told) -> str:
    """The alt text of the only picture, which stands above the words."""
    (alt,) = alt_texts(told.message)
    assert files(told.message)[0].filename.startswith("board-")
    return alt


async def test_orders_and_what_they_lead_to_stand_under_the_board(home: Guest) -> None:
    page = await home.presses("My orders", home.newest)
    assert board(page).startswith("Beacons. 0 of 6 burn.")
    for label in ("Standing orders", "Draw, leave, resign …", "Propose …"):
        told = await home.presses(label, (await home.presses("My orders", home.newest)).message)
        assert board(told).startswith("Beacons. 0 of 6 burn."), label


async def test_the_same_board_is_kept_and_another_one_drawn(home: Guest, bo: Guest) -> None:
    page = await home.presses("My orders", home.newest)
    (first,) = files(page.message)
    orders = await home.presses("Standing orders", page.message)
    (second,) = files(orders.message)
    assert (first.id, first.description) == (second.id, second.description)
    await bo.types("move", text="LAMP2")
    again = await home.presses("My orders", orders.message)
    (third,) = files(again.message)
    assert third.id != second.id
    assert third.filename != second.filename


async def test_a_receipt_and_a_refusal_stand_under_the_board(home: Guest) -> None:
    asked = await home.presses("Make a move", home.newest)
    form = await home.presses("Type it", asked.message)
    refused = await home.fills(form, text="LAMP9")
    assert "beacon" in refused.words
    assert alt_texts(refused.message) == [], "the page with the board stays above it"
    looked = await home.picks("4", asked.message)
    done = await home.presses("Confirm", looked.message)
    assert "Your lamp is in beacon 4." in done.words
    board(done)
    refused = await home.presses("Take back", done.message)
    assert len(alt_texts(refused.message)) == 1


async def test_in_a_channel_and_for_several_matches_no_board_is_added(
    world: World, toy: Guest, bo: Guest
) -> None:
    assert alt_texts((await toy.types("orders")).message) == []
    assert alt_texts((await toy.presses("My orders")).message) == []
    await second_match(world, toy, bo)
    assert alt_texts((await toy.at_home.types("orders")).message) == []


@pytest.mark.parametrize(("length", "drawn"), [(1024, 0), (1025, 1)])
async def test_a_board_that_its_alt_text_cannot_tell_apart_is_drawn_again(
    toy: Guest, world: World, monkeypatch: pytest.MonkeyPatch, length: int, drawn: int
) -> None:
    view = await views.load_public(world.app, (await world.match()).id)
    times: list[str] = []

    async def counted(*_: object) -> PrivatePicture:
        times.append("drawn")
        return NO_PICTURE

    alt = "a" * length
    pictures = SimpleNamespace(build_scene=lambda *_: SimpleNamespace(alt=alt))
    monkeypatch.setattr(private_pictures, "render_private", counted)
    above = SimpleNamespace(filename=board_file(view), description=shorten(alt, LONGEST_ALT))
    await private_pictures.put_below_board(
        view, cast(Any, pictures), note("Words"), [cast(Any, above)]
    )
    assert len(times) == drawn

"""One's own page: colours of private pictures, DMs, how one is asked, quiet hours; and numbers."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from bot.chat.platform.message import Message
from bot.play.people import quiet_hours
from bot.play.storage import queries
from bot.play.storage.profiles import Player
from renderers.palettes import PALETTES
from tests.chat.conftest import World
from tests.chat.guests import Guest, begin, words


async def player(world: World, guest: Guest) -> Player:
    return await world.read(queries.PlayerOf(guest.id))


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The pictures that are sent, in order."""
    found: list[bytes] = []
    for name in ("for_send", "for_edit"):
        real = getattr(Message, name)

        def call(message: Message, real: Callable[[Message], object] = real) -> object:
            found.extend(file.data for file in message.files if file.name.endswith(".png"))
            return real(message)

        monkeypatch.setattr(Message, name, call)
    return found


async def test_the_page_is_read_in_a_dm_and_changed_in_place(world: World, ann: Guest) -> None:
    page = await ann.at_home.types("me")
    assert "### Your settings" in page.words
    assert "**Colours of your own boards**: Standard." in page.words
    changed = await ann.at_home.chooses("palette", page, "mono")
    assert "**Colours of your own boards**: Greys." in changed.words
    assert (await player(world, ann)).palette == "mono"
    await world.restart()
    assert "Greys" in (await ann.types("me")).words
    back = await ann.chooses("palette", await ann.types("me"), "standard")
    assert "Standard" in back.words
    assert (await player(world, ann)).palette == ""


async def test_the_palette_changes_ones_own_pictures_and_no_public_one(
    world: World, ann: Guest, bo: Guest, drawn: list[bytes]
) -> None:
    await begin(ann, bo, game="astralis")
    await world.drain()  # what is delivered is drawn as well
    await ann.types("match show")
    public = drawn[-1]
    await ann.chooses("palette", await ann.types("me"), "deuteranopia")
    await ann.types("match show")
    own = drawn[-1]
    assert own != public
    await bo.types("match show")
    assert drawn[-1] == public
    drawn.clear()
    orders = await ann.presses("My orders")
    asked = await ann.presses("Decide", orders.message)
    await ann.picks("A4", asked.message)
    preview = drawn[-1]
    drawn.clear()
    await ann.types("move", text="A4")
    assert drawn
    assert preview not in drawn


async def test_every_palette_can_be_chosen_on_the_private_page_itself(ann: Guest) -> None:
    page = await ann.types("me")
    assert page.private
    for name in PALETTES:
        changed = await ann.chooses("palette", page, name)
        assert changed.message.id == page.message.id
        assert PALETTES[name].title in changed.words


async def test_how_one_is_asked_is_kept_once_a_dm_arrives(world: World, ann: Guest) -> None:
    page = await ann.chooses("asked", await ann.types("me"), "dm")
    assert "asked**: By direct message." in page.words
    assert (await player(world, ann)).asked == "dm"
    assert "This is how I will write to you." in words(ann.at_home.newest)


async def test_closed_dms_are_said_on_the_page(world: World, ann: Guest) -> None:
    world.close_dms(ann)
    page = await ann.chooses("asked", await ann.types("me"), "both")
    assert "your direct messages are closed" in page.words
    assert (await player(world, ann)).asked == "channel"
    assert "⚠️ Your DMs are closed to me" in (await ann.types("me")).words


async def test_the_dms_of_the_orders_page_are_the_same_wishes(world: World, ann: Guest) -> None:
    page = await ann.chooses("asked", await ann.types("me"), "both")
    assert "reminded and asked**: Both." in page.words
    known = await player(world, ann)
    assert (known.asked, known.dm_turn) == ("both", True)
    theirs = await ann.opens("orders", "Reminders and DMs …")
    assert "reminded and asked**: Both." in theirs.words
    await ann.picks("channel", theirs.message)
    assert not (await player(world, ann)).dm_turn


async def test_quiet_hours_are_set_with_a_form_in_ones_own_zone(world: World, ann: Guest) -> None:
    page = await ann.types("me")
    form = await ann.presses("Quiet hours…", page.message)
    sent = await ann.fills(form, zone="berlin", times="22:00-07:00")
    assert "22:00-07:00, time of Europe/Berlin" in sent.words
    stored = await player(world, ann)
    assert (stored.zone, stored.quiet) == ("Europe/Berlin", "22:00-07:00")
    off = await ann.presses("No quiet hours", sent.message)
    assert "none (your zone: Europe/Berlin)" in off.words


async def test_a_holiday_is_taken_and_cancelled(world: World, ann: Guest) -> None:
    day = world.env.now().date() + timedelta(days=3)
    page = await ann.types("me")
    form = await ann.presses("Holiday…", page.message)
    sent = await ann.fills(form, first=f"{day}", last=f"{day + timedelta(days=2)}")
    assert f"{day} to {day + timedelta(days=2)}" in sent.words
    gone = await ann.presses("No holiday", sent.message)
    assert f"{day} to" not in gone.words
    wrong = await ann.fills(
        await ann.presses("Holiday…", page.message), first="tomorrow", last="later"
    )
    assert "A day is written as year, month, day." in wrong.words


async def test_forgetting_takes_everything_back_after_one_more_question(
    world: World, ann: Guest
) -> None:
    await ann.chooses("palette", await ann.types("me"), "mono")
    form = await ann.presses("Quiet hours…", (await ann.types("me")).message)
    await ann.fills(form, zone="UTC", times="22:00-07:00")
    day = world.env.now().date() + timedelta(days=3)
    for first in (day, day + timedelta(days=5)):
        form = await ann.presses("Holiday…", (await ann.types("me")).message)
        await ann.fills(form, first=f"{first}", last=f"{first + timedelta(days=1)}")
    asked = await ann.opens("me", "Forget me")
    assert "Your quiet hours and 2 holidays end at once." in asked.words
    assert (await player(world, ann)).palette == "mono"
    done = await ann.presses("Forget them", asked.message)
    assert "Forgotten." in done.words
    assert (await quiet_hours.load_rest_times(world.app, ann.id)).holidays == ()
    assert await player(world, ann) == Player(ann.id)


async def ended(ann: Guest, bo: Guest) -> None:
    await begin(ann, bo)
    await bo.resigns()


async def test_numbers_after_matches(world: World, ann: Guest, bo: Guest, cy: Guest) -> None:
    assert "You have not finished a match yet." in (await ann.types("stats")).words
    await ended(ann, bo)
    told = (await ann.types("stats")).words
    assert "**Beacons**" in told
    assert "1 played, 1 won, 0 drawn, 0 lost. Elo 1520? (+20), place 1 of 2" in told
    await world.restart()
    other = (await cy.types("stats", player=bo.user)).words
    assert f"Results of <@{bo.id}>" in other
    assert "1 played, 0 won, 0 drawn, 1 lost. Elo 1480? (−20), place 2 of 2" in other
    assert "on this server" not in (await ann.at_home.types("stats")).words
    assert "overall: 1 played" in (await ann.at_home.types("stats")).words
    assert "1 played, 1 won" in (await ann.types("stats", game="toy")).words
    none = await ann.types("stats", game="astralis")
    assert "You have not finished a match of Astralis yet." in none.words


async def test_the_ladder_of_a_server_notifies_nobody(
    world: World, ann: Guest, bo: Guest, cy: Guest
) -> None:
    assert "Nobody has finished a rated match" in (await cy.types("stats", ladder=True)).words
    await ended(ann, bo)
    told = await cy.types("stats", ladder=True, game="toy")
    assert told.private
    lines = told.words.splitlines()
    assert lines[1].startswith(f"**1\\.** <@{ann.id}>: Elo 1520? (+20)")
    assert lines[2].startswith(f"**2\\.** <@{bo.id}>: Elo 1480? (−20)")
    page = await cy.types("stats", player=ann.user, game="toy")
    assert (await cy.presses("Ladder", page.message)).words == told.words
    both = await cy.types("stats", ladder=True, player=ann.user)
    assert "Leave out either player or ladder." in both.words
    assert "Each server has its own ladder." in (await cy.at_home.types("stats", ladder=True)).words
    guild = world.env.create_guild("Elsewhere")
    away = Guest(bo.user, guild.add_member(bo.user), guild.create_text_channel("games"))
    assert "Nobody has finished a rated match" in (await away.types("stats", ladder=True)).words

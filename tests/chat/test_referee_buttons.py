"""The referee's page: somebody who was named for a match, to whom Discord shows no command for
referees, does everything by buttons and forms."""

from __future__ import annotations

import json

import discord
import pytest
from simcord import SetupError

from bot.chat.platform.custom_ids import Action, CustomId
from bot.play.match import views
from bot.play.storage.records import Status
from tests.chat.conftest import World
from tests.chat.guests import Guest, Told, alt_texts, begin, buttons, words
from tests.chat.hall import letters

WHY = "We had agreed on it"


@pytest.fixture
async def ruled(world: World, ann: Guest, bo: Guest, cy: Guest) -> Guest:
    """A match between Ann and Bo with the lamps hidden. Returns Cy, its referee."""
    await begin(ann, bo, clock="24h", referee=cy.actor)
    await ann.types("move", text="LAMP2")
    await bo.types("move", text="LAMP3")
    return cy


async def page_of(guest: Guest) -> Told:
    own = await guest.presses("My orders")
    return await guest.presses("Referee …", own.message)


async def form_of(guest: Guest, label: str) -> Told:
    return await guest.presses(label, (await page_of(guest)).message)


async def awaited(world: World) -> str:
    """The seat whose turn it is."""
    match_view = await views.load_public(world.app, (await world.match()).id)
    return str(match_view.awaited[0])


async def does(guest: Guest, label: str, **fields: object) -> Told:
    return await guest.fills(await form_of(guest, label), reason=WHY, **fields)


async def posted(world: World, label: str, custom_id: str) -> discord.Message:
    """A public message with that button."""
    button: discord.ui.Button[discord.ui.LayoutView] = discord.ui.Button(
        label=label, custom_id=custom_id
    )
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.ActionRow(button))
    view.stop()
    return await world.bot.get_partial_messageable(world.channel.id).send(view=view)


async def test_a_named_referee_has_a_page_of_buttons_and_no_command(
    ruled: Guest, ann: Guest
) -> None:
    with pytest.raises(SetupError, match="not visible"):
        await ruled.types("referee doctor")
    own = await ruled.presses("My orders")
    assert own.private
    assert "you are its referee" in own.words
    page = await ruled.presses("Referee …", own.message)
    assert page.private
    assert list(buttons(page.message)) == [
        *("Adjust …", "Position …", "Undo …", "Answer …", "Seat …", "Clock …"),
        *("Close …", "Look …", "Dice …", "Doctor", "Board"),
    ]
    assert "Referee …" not in buttons((await ann.presses("My orders")).message)


async def test_who_manages_the_server_has_the_page_too(ruled: Guest, gm: Guest) -> None:
    assert "Adjust …" in buttons((await page_of(gm)).message)


async def test_somebody_else_is_refused_each_form_and_the_page(
    world: World, ruled: Guest, ann: Guest
) -> None:
    page, before = await page_of(ruled), await world.match()
    for label, custom_id in buttons(page.message).items():
        if label != "Board":
            refused = await ann.presses(label, await posted(world, label, custom_id))
            assert "Only the referee of this match can do this." in refused.words, label
    form = await ruled.presses("Answer …", page.message)
    assert (await world.match()) == before
    told = await ruled.fills(form, seat="0", move="REST", reason=" ")
    assert "A referee must give a reason." in told.words
    assert (await world.match()) == before


async def test_a_position_is_set_from_a_file_by_buttons(world: World, ruled: Guest) -> None:
    page = await form_of(ruled, "Position …")
    assert "Secrets stand in that file." in page.words
    position = {"state": {"/oil/0": 7, "/wind": 4, "/lamps/0": 2, "/lamps/1": 3}}
    file = ("position.json", json.dumps({"game": "toy", "position": position}).encode())
    before = (await world.match()).seq
    form = await ruled.presses("From a file …", page.message)
    shown = await ruled.fills(form, file=[file])
    assert "Nothing has changed." in shown.words
    assert (await world.match()).seq == before
    form = await ruled.presses("From a file …", shown.message)
    told = await ruled.fills(form, file=[file], reason=WHY)
    assert "The match goes on from the position of the file." in told.words
    assert (await world.match()).seq > before


async def test_something_is_adjusted_by_buttons(ruled: Guest, ann: Guest) -> None:
    page = await form_of(ruled, "Adjust …")
    for key in ("oil", "RED", "9"):
        page = await ruled.picks(key, page.message)
    told = await ruled.confirms(page, WHY)
    assert "Set: OIL RED 9." in told.words
    assert "Referee Cy changes something by hand" in words(ann.newest)


async def test_a_move_and_a_default_are_played_for_a_seat(
    world: World, ruled: Guest, ann: Guest
) -> None:
    await does(ruled, "Look …", seat="all")
    for move, said in (("B1+1", "Entered for"), ("", "default was played: REST.")):
        told = await does(ruled, "Answer …", seat=await awaited(world), move=move)
        assert said in told.words
    assert f"Why: {WHY}" in words(ann.newest)


async def test_a_seat_goes_to_a_person_to_nobody_and_to_a_computer_player(
    ruled: Guest, ann: Guest, gm: Guest
) -> None:
    told = await does(ruled, "Seat …", seat="0", what="person", user=gm.actor)
    assert "Gm has Red now, in place of Ann." in told.words
    [letter] = letters(ann.user, "The referee has taken your seat")
    assert f"Why: {WHY}" in words(letter)
    refused = await does(ruled, "Seat …", seat="0", what="person")
    assert "Who takes the seat?" in refused.words
    told = await does(ruled, "Seat …", seat="0", what="computer-normal")
    assert "Computer 1 has Red now, in place of Gm." in told.words
    told = await does(ruled, "Seat …", seat="0", what="vacant")
    assert "Nobody has Red now, in place of Computer 1." in told.words


async def test_a_bot_is_given_no_seat(world: World, ruled: Guest) -> None:
    bot = world.env.create_user("beep", bot=True)
    member = world.guild.add_member(bot)
    refused = await does(ruled, "Seat …", seat="0", what="person", user=member)
    assert "A bot cannot play." in refused.words


async def test_clocks_are_paused_resumed_and_extended(
    world: World, ruled: Guest, ann: Guest
) -> None:
    seat = await awaited(world)
    told = await does(ruled, "Clock …", what=seat, hours="5")
    assert "has 5 more hours." in told.words
    refused = await does(ruled, "Clock …", what=seat, hours="soon")
    assert "Hours are a number from 1 to" in refused.words
    refused = await does(ruled, "Clock …", what=seat)
    assert "Who gets how much more time?" in refused.words
    assert "The match is paused." in (await does(ruled, "Clock …", what="pause")).words
    assert (await world.match()).paused_at is not None
    page = await page_of(ruled)
    assert "Answer …" not in buttons(page.message)
    assert "The match goes on." in (await does(ruled, "Clock …", what="resume")).words
    assert (await world.match()).paused_at is None


async def test_an_entry_is_chosen_looked_at_and_rewound_to(
    world: World, ruled: Guest, ann: Guest
) -> None:
    shown = (await world.match()).shown
    page = await ruled.fills(await form_of(ruled, "Undo …"), entry="2")
    assert "This would be taken back:" in page.words
    assert "**The match would be rewound to #2.**" in page.words
    assert alt_texts(page.message) != []
    assert (await world.match()).shown == shown
    await world.restart()
    told = await ruled.confirms(page, WHY)
    assert "Rewound to #2." in told.words
    assert "Referee Cy rewinds to #2" in words(ann.newest)
    page = await ruled.fills(await form_of(ruled, "Undo …"), number=f"#{shown}")
    assert "This would count again:" in page.words
    assert f"Rewound to #{shown}." in (await ruled.confirms(page, WHY)).words
    refused = await ruled.fills(await form_of(ruled, "Undo …"))
    assert "To which entry?" in refused.words


async def test_a_match_that_has_moved_on_since_the_preview_is_not_rewound(
    world: World, ruled: Guest, ann: Guest, bo: Guest
) -> None:
    mover = (ann, bo)[int(await awaited(world))]
    page = await ruled.fills(await form_of(ruled, "Undo …"), entry="2")
    await mover.types("move", text="REST")
    before = await world.match()
    refused = await ruled.confirms(page, WHY)
    assert "The match has moved on since you looked." in refused.words
    assert await world.match() == before


async def test_a_seat_is_asked_again_from_the_same_form(
    world: World, ruled: Guest, ann: Guest, bo: Guest
) -> None:
    number = await awaited(world)
    await (ann, bo)[int(number)].types("move", text="REST")
    page = await ruled.fills(await form_of(ruled, "Undo …"), entry=f"seat-{number}")
    assert "This would be taken back:" in page.words
    assert "is asked again." in (await ruled.confirms(page, WHY)).words
    assert "Make a move" in buttons(ann.newest)


async def test_a_result_is_chosen_looked_at_and_final(
    world: World, ruled: Guest, ann: Guest
) -> None:
    refused = await ruled.fills(await form_of(ruled, "Close …"), result=["draw", "0"])
    assert "Either seats have won, or nobody has." in refused.words
    refused = await ruled.fills(await form_of(ruled, "Close …"), result=["0", "1"])
    assert "They cannot all win." in refused.words
    page = await ruled.fills(await form_of(ruled, "Close …"), result="nobody")
    assert "The match was abandoned without a result." in page.words
    assert "This match would count for nobody." in page.words
    page = await ruled.fills(await form_of(ruled, "Close …"), result="1")
    assert "- Red (Ann): a loss\n- Green (Bo): a win" in page.words
    assert (await world.match()).status is Status.RUNNING
    assert "The match is closed." in (await ruled.confirms(page, WHY)).words
    assert "The referee has ended the match: Green wins." in words(ann.newest)


async def test_looking_and_dice_work_from_the_page(ruled: Guest, ann: Guest) -> None:
    told = await does(ruled, "Look …", seat="0")
    assert "You see what Red may see." in told.words
    assert "Only you know" in told.words
    told = await does(ruled, "Dice …", faces="4 2")
    assert "The next dice will show 4 2" in told.words
    assert "The dice that were set are cleared." in (await does(ruled, "Dice …")).words
    page = await page_of(ruled)
    found = await ruled.presses("Doctor", page.message)
    assert "The match can be read" in found.words


async def test_a_form_that_an_earlier_release_opened_still_ends_the_match(
    world: World, ruled: Guest
) -> None:
    match = await world.match()
    old = CustomId(Action.REASON, match.id, ("close", "0"))
    assert str(old) == f"s1:reason:{match.id}:close:0"
    message = await posted(world, "Close", str(old))
    told = await ruled.fills(await ruled.presses("Close", message), reason=WHY)
    assert "The match is closed." in told.words

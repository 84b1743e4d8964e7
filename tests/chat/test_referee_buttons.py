"""The referee's page: somebody who was named for a match, to whom Discord shows no command for
referees, does everything by buttons and forms; and positions from files."""

from __future__ import annotations

import json

import pytest
from simcord import SetupError

from bot.chat.platform.custom_ids import Action, CustomId, parse
from bot.play.storage.records import Status
from tests.chat.conftest import World
from tests.chat.guests import Guest, Told, alt_texts, begin, buttons, words
from tests.chat.hall import letters
from tests.chat.test_history import file_of
from tests.chat.test_strangers import laid

WHY = "We had agreed on it"
FILE = "position.json"


@pytest.fixture
async def ruled(world: World, ann: Guest, bo: Guest, cy: Guest) -> Guest:
    """A match between Ann and Bo with the lamps hidden. Returns Cy, its referee."""
    await begin(ann, bo, clock="24h", referee=cy.actor)
    await world.to_the_turns(ann, bo)
    return cy


async def page_of(guest: Guest) -> Told:
    return await guest.presses("Referee …", (await guest.presses("My orders")).message)


async def form_of(guest: Guest, label: str) -> Told:
    return await guest.presses(label, (await page_of(guest)).message)


async def does(guest: Guest, label: str, **fields: object) -> str:
    return (await guest.fills(await form_of(guest, label), reason=WHY, **fields)).words


async def awaited(world: World, ann: Guest, bo: Guest) -> str:
    """The seat whose turn it is."""
    mover, _ = await world.on_turn(ann, bo)
    return "0" if mover is ann else "1"


async def test_a_named_referee_has_a_page_of_buttons_and_no_command(
    world: World, ruled: Guest, ann: Guest, gm: Guest
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
    assert "Adjust …" in buttons((await page_of(gm)).message), "who manages the server has it too"
    before = await world.match()
    for label, custom_id in buttons(page.message).items():
        found = parse(custom_id)
        if label != "Board" and found is not None:
            refused = await ann.presses("Press", await laid(world, world.channel.id, found))
            assert "Only the referee of this match can do this." in refused.words, label
    form = await ruled.presses("Answer …", page.message)
    told = await ruled.fills(form, seat="0", move="REST", reason=" ")
    assert "A referee must give a reason." in told.words
    assert (await world.match()) == before


async def test_things_moves_dice_and_clocks_are_set_by_buttons(
    world: World, ruled: Guest, ann: Guest, bo: Guest
) -> None:
    page = await form_of(ruled, "Adjust …")
    for key in ("oil", "RED", "9"):
        page = await ruled.picks(key, page.message)
    assert "Set: OIL RED 9." in (await ruled.confirms(page, WHY)).words
    assert "Referee Cy changes something by hand" in words(ann.newest)
    assert "You see what Red may see." in await does(ruled, "Look …", seat="0")
    assert "You see what every seat may see." in await does(ruled, "Look …", seat="all")
    for move, said in (("B1+1", "Entered for"), ("", "default was played: REST.")):
        seat = await awaited(world, ann, bo)
        assert said in await does(ruled, "Answer …", seat=seat, move=move)
    assert f"Why: {WHY}" in words(ann.newest)
    assert "The next dice will show 4 2" in await does(ruled, "Dice …", faces="4 2")
    assert "The dice that were set are cleared." in await does(ruled, "Dice …")
    found = await ruled.presses("Doctor", (await page_of(ruled)).message)
    assert "The match can be read" in found.words
    seat = await awaited(world, ann, bo)
    for fields, said in (
        ({"what": seat, "hours": "5"}, "has 5 more hours."),
        ({"what": seat, "hours": "soon"}, "Hours are a number from 1 to"),
        ({"what": seat}, "Who gets how much more time?"),
        ({"what": "pause"}, "The match is paused."),
    ):
        assert said in await does(ruled, "Clock …", **fields)
    assert (await world.match()).paused_at is not None
    assert "Answer …" not in buttons((await page_of(ruled)).message)
    assert "The match goes on." in await does(ruled, "Clock …", what="resume")
    assert (await world.match()).paused_at is None


async def test_a_seat_goes_to_a_person_to_nobody_and_to_a_computer_player(
    world: World, ruled: Guest, ann: Guest, gm: Guest
) -> None:
    bot = world.guild.add_member(world.env.create_user("beep", bot=True))
    for what, user, said in (
        ("person", {"user": bot}, "A bot cannot play."),
        ("person", {"user": gm.actor}, "Gm has Red now, in place of Ann."),
        ("person", {}, "Who takes the seat?"),
        ("computer-normal", {}, "Computer 1 has Red now, in place of Gm."),
        ("vacant", {}, "Nobody has Red now, in place of Computer 1."),
    ):
        assert said in await does(ruled, "Seat …", seat="0", what=what, **user)
    [letter] = letters(ann.user, "The referee has taken your seat")
    assert f"Why: {WHY}" in words(letter)


async def test_an_entry_is_chosen_looked_at_and_rewound_to(
    world: World, ruled: Guest, ann: Guest, bo: Guest
) -> None:
    async def chooses(**fields: str) -> Told:
        return await ruled.fills(await form_of(ruled, "Undo …"), **fields)

    shown = (await world.match()).shown
    page = await chooses(entry="2")
    assert "This would be taken back:" in page.words
    assert "**The match would be rewound to #2.**" in page.words
    assert alt_texts(page.message) != []
    assert (await world.match()).shown == shown
    await world.restart()
    assert "Rewound to #2." in (await ruled.confirms(page, WHY)).words
    assert "Referee Cy rewinds to #2" in words(ann.newest)
    page = await chooses(number=f"#{shown}")
    assert "This would count again:" in page.words
    assert f"Rewound to #{shown}." in (await ruled.confirms(page, WHY)).words
    assert "To which entry?" in (await chooses()).words
    number = await awaited(world, ann, bo)
    page = await chooses(entry="2")
    await (ann, bo)[int(number)].types("move", text="REST")
    before = await world.match()
    refused = await ruled.confirms(page, WHY)
    assert "The match has moved on since you looked." in refused.words
    assert await world.match() == before
    page = await chooses(entry=f"seat-{number}")
    assert "This would be taken back:" in page.words
    assert "is asked again." in (await ruled.confirms(page, WHY)).words
    assert "Make a move" in buttons(ann.newest)


async def test_a_result_is_chosen_looked_at_and_final(
    world: World, ruled: Guest, ann: Guest
) -> None:
    for result, said in (
        (["draw", "0"], "Either seats have won, or nobody has."),
        (["0", "1"], "They cannot all win."),
        ("nobody", "The match was abandoned without a result."),
        ("nobody", "This match would count for nobody."),
        ("1", "- Red (Ann): a loss\n- Green (Bo): a win"),
    ):
        page = await ruled.fills(await form_of(ruled, "Close …"), result=result)
        assert said in page.words
    assert (await world.match()).status is Status.RUNNING
    assert "The match is closed." in (await ruled.confirms(page, WHY)).words
    assert "The referee has ended the match: Green wins." in words(ann.newest)


async def test_a_form_that_an_earlier_release_opened_still_ends_the_match(
    world: World, ruled: Guest
) -> None:
    match = await world.match()
    old = CustomId(Action.REASON, match.id, ("close", "0"))
    assert str(old) == f"s1:reason:{match.id}:close:0"
    message = await laid(world, world.channel.id, old)
    told = await ruled.fills(await ruled.presses("Press", message), reason=WHY)
    assert "The match is closed." in told.words


# --- Positions from files ---


async def test_a_position_is_shown_first_and_set_with_a_reason(
    world: World, ann: Guest, bo: Guest, gm: Guest
) -> None:
    await begin(ann, bo, game="noughts")
    given = await form_of(gm, "Position …")
    data = json.loads(await file_of(given, ".json"))
    assert data["game"] == "noughts"
    before = (await world.match()).seq
    data["position"]["state"] = {"/marks/0": 1}
    file = (FILE, json.dumps(data).encode())
    form = await gm.presses("From a file …", given.message)
    for shown in (await gm.fills(form, file=[file]), await gm.types("referee adjust", file=file)):
        assert "Nothing has changed." in shown.words
    assert (await world.match()).seq == before
    for options, said in (
        ({"file": file, "text": "X"}, "A file sets the whole position."),
        ({"file": (FILE, b"{"), "reason": WHY}, "not JSON"),
        ({"file": (FILE, b" " * 500_001), "reason": WHY}, "500000 is the limit"),
        ({"file": file, "reason": "A typo"}, "The match goes on from the position of the file."),
    ):
        assert said in (await gm.types("referee adjust", **options)).words
    assert (await world.match()).seq == before + 1
    log = (await ann.types("match log")).words
    assert "sets a whole position" in log
    assert "A typo" in log


async def test_a_position_with_secrets_is_set_from_a_file_by_buttons(
    world: World, ruled: Guest
) -> None:
    page = await form_of(ruled, "Position …")
    assert "Secrets stand in that file." in page.words
    position = {"state": {"/oil/0": 7, "/wind": 4, "/lamps/0": 2, "/lamps/1": 3}}
    file = (FILE, json.dumps({"game": "toy", "position": position}).encode())
    before = (await world.match()).seq
    form = await ruled.presses("From a file …", page.message)
    told = await ruled.fills(form, file=[file], reason=WHY)
    assert "The match goes on from the position of the file." in told.words
    assert (await world.match()).seq > before

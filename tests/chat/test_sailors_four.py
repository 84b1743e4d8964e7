"""Two against two: what team-mates see of each other, closed DMs, an offer that nobody takes up,
and an army that is handed over."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bot.play.storage.records import Status
from tests.chat.conftest import World
from tests.chat.guests import Guest, alt_texts, buttons, files, taken, words
from tests.chat.sailors import Party, agree, no_alarms, panel, said_to_all, view

RED, BLUE, GREEN, YELLOW = range(4)
LISTS = ("BOARDROOM", "HAMMER", "BOARDROOM", "HAMMER")


@pytest.fixture(autouse=True)
def _calm(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    yield
    no_alarms(caplog)


async def test_a_whole_match_of_two_against_two(world: World, ann: Guest, bo: Guest) -> None:
    cy, di = world.guest("cy"), world.guest("di")
    party = Party(world, dict(enumerate((ann, bo, cy, di))))
    world.close_dms(di)
    await set_up(party)
    await build_armies(party)
    await leave(party)
    await party.passes()
    await the_end(party)


async def set_up(party: Party) -> None:
    ann, bo, cy, di = party.guests.values()
    await ann.types("match new", game="astral_sailors", seating="choice", teams="2v2")
    await agree(ann, scenery="preset", preset="colony", round_limit=1)
    assert "Team A\n- Red: Ann\n- Blue: *free*\nTeam B\n- Green: *free*" in words(ann.newest)
    await bo.presses("Join as Blue")
    await cy.presses("Join as Green")
    await di.presses("Join as Yellow")
    await ann.presses("Start")

    ours, theirs = await party.objective(RED), await party.objective(GREEN)
    assert ours != theirs, "another seed is needed"
    for guest, objective, other in ((ann, ours, theirs), (bo, ours, theirs), (cy, theirs, ours)):
        (letter,) = guest.at_home.reads()
        assert objective in letter
        assert other not in letter
    assert di.at_home.reads() == []
    notice = words(di.newest)
    assert f"<@{di.id}> (Yellow of team B), your DMs are closed to me." in notice
    assert "Press **My orders**" in notice
    mine = await di.presses("My orders")
    assert mine.private
    assert f", {theirs}. You win when " in mine.words
    assert ours not in said_to_all(ann)
    assert theirs not in said_to_all(ann)


async def build_armies(party: Party) -> None:
    """Team-mates read each other's lists as they grow; the other team learns nothing of them."""
    ann, bo, cy, di = party.guests.values()
    public = len(ann.place.history())
    await party.says(RED, "ADD EX1", "ADD EX3")
    assert (
        "The army list of Red: Director-Marshal and Contract Trooper; 28 of 100 points."
        in await orders(bo)
    )
    board = await bo.presses("Board", panel(bo))
    assert (
        "The army list of Red: Director-Marshal and Contract Trooper; 28 of 100 points."
        in board.words
    )
    as_text = await bo.presses("As text", board.message)
    assert "EX1" in as_text.words or files(as_text.message)
    for guest in (cy, di):
        page = await guest.presses("Board", panel(guest))
        told = "\n".join((await orders(guest), page.words, *alt_texts(page.message)))
        assert "EX1" not in told
        assert "Director-Marshal" not in told
        assert "The army list of Red" not in told

    # Di answers by the buttons of the private page: no DM reaches her.
    mine = await di.presses("My orders", panel(di))
    asked = await di.decides(1, mine.message)
    assert "What do you change in your army list?" in asked.words
    for seat, army in enumerate(LISTS):
        await party.says(seat, f"LIST {army}")
    assert len(ann.place.history()) == public
    for seat in range(4):
        await party.says(seat, "LOCK")
    told = words(panel(ann))
    assert "All armies are locked and revealed: Red 14 units, Blue 16 units, " in told
    assert "-# Yellow of team B (Di): your DMs are closed." in told
    for _ in range(4):
        await party.says(await party.on_turn(), "DEPLOY REST")


async def leave(party: Party) -> None:
    """Blue leaves, and the army with it; the bot is started anew, and the others go on."""
    ann, bo, _, _ = party.guests.values()
    noted = await party.guests[YELLOW].types("orders", order="ACTIVATION PASS")
    assert noted.private
    standing = await standing_orders(party)
    await party.says(BLUE, "LEAVE")
    assert "The army of Blue is removed: B1" in words(panel(ann))
    await party.world.restart()
    assert "Nothing waits for you." in await orders(bo)
    assert await standing_orders(party) == standing
    held = False
    while not held or "Yellow of team B (Di): DONE (automatic)" not in await log(ann):
        seat = await party.on_turn()
        assert seat in (RED, GREEN)
        if seat == RED and not held:
            own = view(await party.match_view(RED)).table.of(RED)
            unit = next(unit for unit in own if unit.on_board)
            await party.says(RED, f"{unit.code} HOLD")
            assert re.search(rf"held back .*\b{unit.code}\b", words(panel(ann)))
            held = True
        await party.says(seat, "DONE")
    mine = await bo.types("move", text="B1 HOLD")
    assert not taken(mine)


async def log(guest: Guest) -> str:
    return (await guest.types("match log")).words


async def standing_orders(party: Party) -> str:
    """Those of Di, whom no DM reaches, as she reads them on her private page."""
    di = party.guests[YELLOW]
    page = await di.presses("Standing orders", (await di.presses("My orders", panel(di))).message)
    assert "- Activation turns: pass: all units hold." in page.words
    return page.words


async def the_end(party: Party) -> None:
    ann, *_ = party.guests.values()
    over = words(panel(ann))
    assert (await party.world.match()).status is Status.OVER
    assert "🤝 The match ends without a winner: the last round is over." in over
    ours, theirs = await party.objective(RED), await party.objective(GREEN)
    assert f"The objectives were: Team A {ours} and Team B {theirs}." in over
    assert set(buttons(panel(ann))) == {"Rematch", "Board", "Log", "Check the dice", "Replay"}
    verified = await ann.opens("match show", "Check the dice")
    assert "all agree with the seed." in verified.words


async def orders(guest: Guest) -> str:
    return (await guest.presses("My orders", panel(guest))).words

"""Eight players in four teams on the largest board: one alone, two pairs, and three computer
players; secret answers by DM, closed DMs, standing orders, a player who leaves with the army, and
restarts in the middle."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.play.match import views
from bot.play.storage.records import EntryKind, Status
from games.astral_sailors.names import called
from games.core.types import SPECTATOR
from tests.chat.conftest import World, a_world
from tests.chat.guests import Guest, alt_texts, buttons, choices, taken, words
from tests.chat.sailors import Party, agree, follow, no_alarms, panel, said_to_all, view

RED, BLUE, GREEN, YELLOW, PURPLE, ORANGE, TEAL, WHITE = range(8)
SEED = 21
"""With it Blue and Green roll the Manhunt, Yellow and Purple Assassination."""


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with a_world(tmp_path, SEED) as there:
        yield there


@pytest.fixture(autouse=True)
def _calm(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    yield
    no_alarms(caplog)


async def test_a_whole_match_of_eight(world: World, ann: Guest, bo: Guest) -> None:
    others = (world.guest(name) for name in ("cy", "di", "ed"))
    party = Party(world, dict(enumerate((ann, bo, *others))))
    world.close_dms(party.guests[PURPLE])
    await set_up(party)
    await answer_in_secret(party)
    await choose_the_prey(party)
    await arm(party)
    await first_half(party)
    await leave(party)
    keeps_quiet(party)
    await party.passes()
    await the_end(party)


def keeps_quiet(party: Party) -> None:
    """Nothing that everybody sees names an objective, alt texts included."""
    ann, bo, _, di, _ = party.guests.values()
    pictures = [alt for each in ann.place.history() for alt in alt_texts(each)]
    public = "\n".join((said_to_all(ann), *pictures))
    letters = {guest: "\n".join(guest.at_home.reads()) for guest in (ann, bo, di)}
    assert "Manhunt" not in public + letters[ann] + letters[di]
    assert "Assassination" not in public + letters[ann] + letters[bo]
    assert "Bellicose Hedonists" in public  # announced, by the rule agreed on


async def set_up(party: Party) -> None:
    ann, *others = party.guests.values()
    await ann.types("match new", game="astral_sailors", seating="choice", teams="1v2v2v3")
    await agree(ann, scenery="preset", preset="colony", round_limit=1)
    for guest, colour in zip(others, ("Blue", "Green", "Yellow", "Purple"), strict=True):
        await guest.presses(f"Join as {colour}")
    for _ in range(3):
        asked = await ann.presses("Add a computer player")
        await ann.presses("Computer player (normal)", asked.message)
    lobby = words(ann.newest)
    assert lobby.count("🤖 Computer") == 3
    assert "All seats are taken." in lobby
    await ann.presses("Start")


async def answer_in_secret(party: Party) -> None:
    """Each team answers by DM; the first answer of a member counts for both."""
    ann, bo, cy, di, ed = party.guests.values()
    for guest in (ann, bo, cy, di):
        (letter,) = guest.at_home.reads()
        assert "Will your team fight as Bellicose Hedonists, with no objective?" in letter
    assert ed.at_home.reads() == []
    notice = words(ed.newest)
    assert f"<@{ed.id}> (Purple of team C), your DMs are closed to me." in notice
    assert "Press **My orders**" in notice
    asked = await ed.decides(1, (await ed.presses("My orders")).message)
    assert asked.private
    assert "Will your team fight as Bellicose Hedonists" in asked.words
    before = len(ann.place.history())
    home = ann.at_home
    asked = await home.presses("Make a move", home.place.history()[-1])
    looked = await follow(home, asked, "yes")
    done = await home.presses("Confirm", looked.message)
    assert " wants to fight as Bellicose Hedonists. Nobody else sees it" in done.words
    await party.says(BLUE, "BELLICOSE NO")
    late = await cy.types("move", text="BELLICOSE YES")
    assert late.private
    assert not taken(late)
    assert len(ann.place.history()) == before
    assert "BELLICOSE" not in said_to_all(ann).upper().replace("BELLICOSE HEDONISTS", "").replace(
        "TO BE BELLICOSE", ""
    )
    await party.says(YELLOW, "BELLICOSE NO")
    told = words(panel(di))
    assert "Bellicose Hedonists." in told
    assert await party.objective(BLUE) == "Manhunt", "another seed is needed"
    assert await party.objective(PURPLE) == "Assassination", "another seed is needed"
    assert "Manhunt" in "\n".join(bo.at_home.reads())
    assert ", Assassination. You win when " in await orders(ed)
    assert "-# Purple of team C (Ed): your DMs are closed." in words(panel(ann))


async def choose_the_prey(party: Party) -> None:
    """The target of the Manhunt is named in a DM, and no army of the team is locked before."""
    ann, bo, cy, di, _ = party.guests.values()
    await party.says(GREEN, "LIST HAMMER")
    (listed,) = re.findall(r"The army list of Green: .*", await orders(bo))
    assert listed in (await bo.presses("Board", panel(bo))).words
    for guest in (ann, di):
        page = await guest.presses("Board", panel(guest))
        told = "\n".join((await orders(guest), page.words, *alt_texts(page.message)))
        assert "The army list of Green" not in told
    refused = await cy.types("move", text="LOCK")
    assert "Your team has a Manhunt but has not chosen its target." in refused.words
    home = bo.at_home
    letter = next(each for each in reversed(home.place.history()) if "Make a move" in buttons(each))
    asked = await home.presses("Make a move", letter)
    assert "1. Which team does your Manhunt target?" in asked.words
    asked = await home.decides(1, asked.message)
    assert "Which team does your Manhunt target?" in asked.words
    assert choices(asked.message) == ["t1", "t3", "t4"]
    looked = await follow(home, asked, "t1")
    await home.presses("Confirm", looked.message)
    assert view(await party.match_view(GREEN)).known(GREEN).target == 0
    assert " locks its army. " in (await cy.types("move", text="LOCK")).words
    assert "The army list of Blue" in await orders(cy)
    other = view(await party.match_view(YELLOW))
    assert other.secrets[1] is None


async def arm(party: Party) -> None:
    ann, *_ = party.guests.values()
    for seat in (RED, BLUE, YELLOW, PURPLE):
        await party.says(seat, "LIST HAMMER", "LOCK")
    told = said_to_all(ann)
    assert re.search("All armies are locked and revealed: .*White 1[46] units", told)
    for seat, order in ((YELLOW, "ACTIVATION PASS"), (PURPLE, "REINFORCE PASS")):
        noted = await party.guests[seat].types("orders", order=order)
        assert noted.private
        assert f"Standing order set: {order}." in noted.words
    for _ in range(5):
        await party.says(await party.on_turn(), "DEPLOY REST")
    assert [
        unit for unit in view(await party.match_view(RED)).table.units.values() if unit.on_board
    ]


async def first_half(party: Party) -> None:
    """Everybody has a turn; the bot is started anew while one of them looks at a move."""
    table = view(await party.match_view(RED)).table
    assert (table.size, table.phase, table.round) == (32, "activation", 1)
    seen: set[int] = set()
    while (turn := view(await party.match_view(RED)).table.turn).half == 1:
        seat = await party.on_turn()
        assert seat not in (YELLOW, ORANGE, TEAL, WHITE)
        guest = party.guests[seat]
        seen.add(seat)
        asked = await guest.presses("Make a move", panel(guest))
        own = {each.code for each in view(await party.match_view(seat)).table.of(seat)}
        unit = next(each for each in choices(asked.message) if each in own)
        looked = await follow(guest, asked, unit, "hold")
        if not seen - {seat}:
            await party.world.restart()
        if "Confirm" in buttons(looked.message):
            looked = await guest.presses("Confirm", looked.message)
        name = called(view(await party.match_view(seat)).table, unit)
        assert f"{name} holds and keeps its AP." in looked.words
        before = panel(guest).id
        units = view(await party.match_view(seat)).table.of(seat)
        waiting = [each.code for each in units if each.on_board and each.code != unit]
        if view(await party.match_view(RED)).table.turn == turn:
            continue
        await party.says(seat, f"{waiting[-1]} HOLD")
        assert panel(guest).id == before
        await party.says(seat, "DONE")
    assert seen == {RED, BLUE, GREEN, PURPLE}
    lines = said_to_all(party.guests[RED])
    log = await views.load_log(party.world.app, (await party.world.match()).id, SPECTATOR)
    passed = [line.text for line in log if (line.seat, line.kind) == (YELLOW, EntryKind.STANDING)]
    assert "DONE" in passed
    assert "(🤖 Computer 1 (normal))" in lines


async def leave(party: Party) -> None:
    """Blue leaves, and the army with it; the bot is started anew, and the others go on."""
    ann, bo, *_ = party.guests.values()
    while await party.on_turn() != BLUE:
        await party.says(await party.on_turn(), "DONE")
    await party.says(BLUE, "LEAVE")
    assert "The army of Blue is removed: B1" in (await ann.types("match log")).words
    await party.world.restart()
    assert "Nothing waits for you." in await orders(bo)
    assert not taken(await bo.types("move", text="B1 HOLD"))


async def orders(guest: Guest) -> str:
    return (await guest.presses("My orders", panel(guest))).words


async def the_end(party: Party) -> None:
    ann, *_ = party.guests.values()
    over = words(panel(ann))
    assert (await party.world.match()).status is Status.OVER
    told = over.partition("The objectives were: ")[2]
    assert told.startswith("Red Bellicose Hedonists, Team B Manhunt of Red, Team C ")
    assert "🤝 The match ends without a winner: the last round is over." in over
    assert set(buttons(panel(ann))) == {"Rematch", "Board", "Log", "Check the dice", "Replay"}
    verified = await ann.opens("match show", "Check the dice")
    assert "all agree with the seed." in verified.words

"""A whole match of Astral Sailors between two people, through Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest

from bot.play.storage.records import Status
from games.astral_sailors.names import called
from games.core.log import dice_proofs
from tests.chat.conftest import World, a_world
from tests.chat.guests import Guest, alt_text, buttons, choices, files, words
from tests.chat.sailors import Party, agree, follow, no_alarms, said_to_all, view

RED, BLUE = 0, 1
SEED = 35
"""With it Red rolls the objective Glory and Blue Manpower."""


@pytest.fixture
async def world(database: str) -> AsyncIterator[World]:
    async with a_world(database, SEED) as there:
        yield there


@pytest.fixture(autouse=True)
def _calm(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    yield
    no_alarms(caplog)


def keeps_quiet(ann: Guest, bo: Guest) -> None:
    """No objective shows to anybody whom it does not concern."""
    public, to_bo, to_ann = said_to_all(ann), "\n".join(bo.reads()), "\n".join(ann.reads())
    at_homes = ["\n".join(each.at_home.reads()) for each in (ann, bo)]
    assert "Glory" not in public + to_bo + at_homes[1]
    assert "Manpower" not in public + to_ann + at_homes[0]


@pytest.mark.on_both
async def test_a_whole_match_of_two(world: World, ann: Guest, bo: Guest) -> None:
    party = Party(world, {RED: ann, BLUE: bo})
    await set_up(ann, bo)
    await build_armies(ann, bo)
    keeps_quiet(ann, bo)
    await deploy(party, ann, bo)
    await skirmish(party, ann, bo)
    await pay(party, bo)
    await reinforce(party)
    keeps_quiet(ann, bo)
    await party.plays_on(lambda match_view, decision: False)
    await reveal(world, ann, bo)


async def set_up(ann: Guest, bo: Guest) -> None:
    await ann.types("match new", game="astral_sailors", seating="choice")
    await agree(ann, scenery="preset", start_pool=70, round_limit=4)
    lobby = words(ann.newest)
    assert "- Points at the start: 70\n- Scenery: preset\n- Round limit: 4" in lobby
    await bo.presses("Join as Blue")
    await ann.presses("Start")
    begun = words(ann.newest)
    assert "The dice are bound: `" in begun
    assert "The objectives are rolled" in begun
    (letter,), (other,) = ann.at_home.reads(), bo.at_home.reads()
    assert "Glory" in letter
    assert "Manpower" in other
    orders = await ann.presses("My orders")
    assert orders.private
    assert "Your objective: 2, Glory. You win when your pool holds 100 points." in orders.words


async def build_armies(ann: Guest, bo: Guest) -> None:
    """Ann with the buttons of her letter, Bo by typing; nobody else learns of it."""
    home = ann.at_home
    before = len(ann.place.history())
    letter = home.place.history()[-1]
    asked = await follow(home, await home.presses("Make a move", letter), "add", "add0", "EX1")
    assert "Your army list: Director-Marshal, 21 points. Nobody else sees it" in asked.words
    assert "So far: 1 unit, 21 points." in asked.words
    assert "EX2" not in choices(asked.message)  # the army has its one Commander
    asked = await home.presses("Back", asked.message)
    asked = await follow(home, await home.presses("Back", asked.message), "drop", "EX1")
    looked = await follow(home, asked, "list", "l0")
    assert "The list will have 14 units for 100 of 100 points" in looked.words
    asked = await home.presses("Confirm", looked.message)
    locked = await home.presses("Confirm", (await follow(home, asked, "lock")).message)
    assert "Red locks its army. " in locked.words
    assert len(ann.place.history()) == before

    refused = await bo.types("move", text="LOCK")
    assert "The list has 0 of 1 Commander" in refused.words
    await bo.types("move", text="LIST HAMMER")
    read = "".join((*bo.reads(), *bo.at_home.reads()))
    assert "EX1" not in read
    assert "Director-Marshal" not in read
    await bo.types("move", text="LOCK")
    told = words(bo.newest)
    assert (
        "All armies are locked and revealed: Red has Director-Marshal, 2 Contract Troopers, "
        "Vault Warden, Rail Marksman, Arc Strider, 2 Surveyors and 6 Labourers; "
        "Blue has Political Overseer, 3 Line Conscripts, "
    ) in told
    assert len(ann.place.history()) == before + 1


async def deploy(party: Party, ann: Guest, bo: Guest) -> None:
    """Each player's deployment edits one panel, however many units there are."""
    before = len(ann.place.history())
    first = await party.on_turn()
    for _ in range(2):
        seat = await party.on_turn()
        panel = party.guests[seat].newest
        if seat == BLUE:
            await party.says(BLUE, "DEPLOY B1 H11 N", "DEPLOY B2 G12 N", "DEPLOY B3 I12 N")
            await party.says(BLUE, "DEPLOY B9 A16 N", "DEPLOY B10 B16 N")
        else:
            asked = await follow(ann, await ann.presses("Make a move"), "R1", "A", "A1", "S")
            assert (
                "R1 Director-Marshal is deployed on A1, facing south. It is still your turn."
                in asked.words
            )
            await follow(ann, asked, "R2", "H", "H6", "S")
            await party.says(RED, "DEPLOY R3 I6 S", "DEPLOY R4 G6 S", "DEPLOY R7 P1 S")
        assert party.guests[seat].newest.id == panel.id
        await party.says(seat, "DONE")
    assert len(ann.place.history()) == before + 1 + (first == await party.on_turn())


async def skirmish(party: Party, ann: Guest, bo: Guest) -> None:
    """Ann shoots twice at Bo's Commander: the first time Bo wants to be asked, and the bot is
    started anew while his answer is missing; the second time his orders answer."""
    if await party.on_turn() == BLUE:
        await party.says(BLUE, "DONE")
    noted = await bo.types("orders", order="COVER B1 ASK")
    assert noted.private
    quiet = len(ann.place.history())

    asked = await follow(ann, await ann.presses("Make a move"), "R2", "shoot")
    while "Confirm" not in buttons(asked.message):
        asked = await follow(ann, asked, "B1" if "B1" in choices(asked.message) else "2")
    assert "B1 (3 RE) with 2 dice: 36% to wound (no wound 64%" in asked.words
    assert "B1 could take Cover for 1 of its 3 AP." in asked.words
    assert alt_text(asked.message).startswith("Astral Sailors. Preview: R2")
    assert len(ann.place.history()) == quiet
    shot = await ann.presses("Confirm", asked.message)
    assert (
        "R2 Contract Trooper shoots at B1 Political Overseer. It waits for Blue's reaction."
        in shot.words
    )
    assert list(buttons(shot.message)) == ["Take back", "Board"]
    assert f"▶️ To move: **Blue** <@{bo.id}>" in words(bo.newest)
    early = await ann.types("move", text="R3 SHOOT B2")
    assert "An attack must be answered before the turn goes on" in early.words

    question = await bo.presses("Make a move")
    await party.world.restart()
    assert "How does B1 react?" in question.words
    assert choices(question.message) == ["cover", "none"]
    looked = await follow(bo, question, "cover")
    assert "Its Defence rises from 1 to 2 until the end of the round" in looked.words
    done = await bo.presses("Confirm", looked.message)
    assert done.words.startswith("R2 Contract Trooper shoots at B1 Political Overseer: 2 wounds. ")
    assert "B1 Political Overseer takes cover." in done.words
    assert done.words.endswith("It is Red's turn.")
    told = words(ann.newest)
    assert "**Red wounded Blue's B1 Political Overseer (1 RE left).**" in told
    assert "takes cover" not in told
    log = (await bo.types("match log")).words
    assert "Blue (Bo): B1 COVER**\nB1 takes cover." in log
    assert "R2 shoots at B1: " in log
    assert f"▶️ To move: **Red** <@{ann.id}>" in told

    await party.says(RED, "R3 SHOOT B1")
    told = words(ann.newest)
    assert "(automatic)" not in told
    assert "Blue (Bo): B1 PAY 0 (automatic)**" in (await bo.types("match log")).words
    assert f"▶️ To move: **Red** <@{ann.id}>" in told


async def pay(party: Party, bo: Guest) -> None:
    """The first wound that Bo can pay off is asked for: his orders say so now."""
    page = await bo.presses("Standing orders", (await bo.presses("My orders")).message)
    assert "- Cover, B1: ask me." in page.words
    about = await follow(bo, page, "pay", "all")
    looked = await follow(bo, about, "ask")
    assert looked.private
    assert "### Standing order: PAY ALL ASK\nYour orders with this one:" in looked.words
    given = await bo.presses("Set this order", looked.message)
    assert "- Pay off wounds: ask me." in given.words
    await party.plays_on(lambda match_view, decision: decision.kind == "pay")
    panel = bo.newest
    assert f"▶️ To move: **Blue** <@{bo.id}>" in words(panel)
    question = await bo.presses("Make a move")
    assert "How many wounds of B" in question.words
    assert "the pool holds" in question.words
    looked = await follow(bo, question, "1")
    assert "You pay " in looked.words
    await bo.presses("Confirm", looked.message)
    told = (await bo.types("match log")).words
    assert "1 paid off for " in told
    assert "(automatic)" not in told


async def reinforce(party: Party) -> None:
    """Units come from the Reserve by buttons, looked at before they are brought."""
    await party.plays_on(lambda match_view, decision: decision.kind == "reinforce")
    seat = await party.on_turn()
    guest, table = party.guests[seat], view(await party.match_view(seat)).table
    asked = await guest.presses("Make a move")
    assert "Which unit do you bring from the Reserve?" in asked.words
    code = choices(asked.message)[0]
    asked = await follow(guest, asked, code)
    while "Confirm" not in buttons(asked.message):  # the column first, when there are many squares
        asked = await follow(guest, asked, choices(asked.message)[0])
    assert f"### {called(table, code)} enters on " in asked.words
    assert f"-# Your move: BRING {code} " in asked.words
    assert "and leaves " in asked.words
    assert f"Preview: {code} " in alt_text(asked.message)
    assert not table.units[code].on_board
    done = await guest.presses("Confirm", asked.message)
    assert f"{called(table, code)} enters on " in done.words
    table = view(await party.match_view(seat)).table
    assert table.units[code].on_board


async def reveal(world: World, ann: Guest, bo: Guest) -> None:
    """The end tells all secrets, and the dice can be checked."""
    match = await world.match()
    assert match.status is Status.OVER
    over = words(ann.newest)
    assert "The objectives were: Red Glory and Blue Manpower." in over
    assert "🏆 Red wins by Glory." in over
    assert "Well played, Red (Ann)!" in over
    assert set(buttons(ann.newest)) == {"Rematch", "Board", "Log", "Check the dice", "Replay"}
    assert [message for message in ann.place.history()[:-1] if buttons(message)] == []
    pictures = [message for message in ann.place.history() if files(message)]
    assert all(alt_text(message).startswith("Astral Sailors. ") for message in pictures)
    for guest in (ann, bo):
        told = await guest.opens("match show", "Check the dice")
        (file,) = files(told.message)
        proof = dice_proofs.Proof.model_validate_json(await file.read())
        assert dice_proofs.check(proof) == ()
        assert proof.commitment[:16] in words(ann.place.history()[1])
        assert len(proof.rolls) > 20

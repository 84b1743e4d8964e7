"""The workshop through Discord: designs are made on pages, shared by a code, and played."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.chat.people import workshop as pages
from bot.chat.platform.custom_ids import Action
from bot.chat.router import HANDLERS
from bot.play import workshop
from bot.play.match.views import MatchView
from bot.play.people import preferences
from bot.play.people.hourly_limits import SHARED_CODE
from bot.play.refusals import NotNow
from bot.play.storage import queries
from bot.play.storage.profiles import Creation
from games.core.types import Decision
from tests.chat.conftest import World
from tests.chat.guests import Guest, Told, alt_texts, buttons, choices, ids, labelled, twice, words
from tests.chat.sailors import agree, said_to_all
from tests.chat.test_cosmic_match import GAME, ONE, read, seated, view_of

TITLE = "Ships and fleets of Cosmic Conflict"
WOLF = "WOLF = 2 KIN.FPS SHD | BEAM.F PWS | Grey Wolf"
HOME_GUARD = f"FLEET Home Guard | 481 | WOLF Lark; HEAR; HORN 2 | {WOLF}"
DESIGN = ("addP", "KIN", "back", "addP", "SHD", "back", "addS", "BEAM", "back", "addS", "PWS")


async def home(guest: Guest) -> Told:
    return await guest.opens("me", TITLE)


async def follow(guest: Guest, page: Told, *keys: str) -> Told:
    """Choices one after the other; ``back`` is the button."""
    for key in keys:
        if key == "back":
            page = await guest.presses("Back", page.message)
        else:
            page = await guest.picks(key, page.message)
    return page


async def types_at(guest: Guest, page: Told, key: str, text: str) -> Told:
    """What is typed at a question, such as a name."""
    asked = await guest.picks(key, page.message)
    (label,) = [each for each in buttons(asked.message) if each.startswith("Type the")]
    return await guest.fills(await guest.presses(label, asked.message), text=text)


async def pastes(guest: Guest, text: str) -> Told:
    form = await guest.presses("Paste …", (await home(guest)).message)
    return await guest.fills(form, text=text)


async def kept(world: World, guest: Guest) -> tuple[Creation, ...]:
    return await world.read(queries.CreationsOf(guest.id))


async def opens(guest: Guest, page: Told, kind: str, number: int) -> Told:
    (custom_id,) = [each for each in ids(page.message) if each.endswith(f":open:{kind}")]
    return await guest.picks(str(number), page.message, custom_id)


def code_in(page: Told) -> str:
    found = re.search("`([a-z2-7]{4}-[a-z2-7]{4}-[a-z2-7]{4})`", page.words)
    assert found is not None, page.words
    return found[1]


def has_attacked(match_view: MatchView, decision: Decision) -> bool:
    return any(unit.attacked for unit in match_view.view.table.of(2))


@pytest.mark.rules("CC-021", "CC-290")
async def test_a_ship_is_designed_shared_pasted_and_played_in_a_fleet(
    world: World, ann: Guest, bo: Guest
) -> None:
    page = await ann.presses("New ship", (await home(ann)).message)
    assert page.private
    assert "Size 2, 60 points" in page.words
    page = await follow(ann, page, "addP", "KIN")
    assert page.words.startswith("### New ship\n**Size 2, 86 points**")
    page = await follow(ann, page, "back", "p1", "arcs", "FPS", "back", *DESIGN[3:], "back")
    page = await types_at(ann, page, "name", "Grey Wolf")
    page = await types_at(ann, page, "code", "wolf")
    assert f"```\n{WOLF}\n```" in page.words
    assert "Kinetic [FPS]" in alt_texts(page.message)[0]
    shared = await ann.presses("Share …", page.message)

    pasted = await pastes(bo, code_in(shared).upper())
    assert "Grey Wolf is yours now." in pasted.words
    assert [each.text for each in await kept(world, bo)] == [WOLF]

    plan = await bo.presses("New fleet", (await home(bo)).message)
    plan = await follow(bo, plan, "limit", "n481", "own", "WOLF", "WOLF", "back", "ship", "DART")
    plan = await types_at(bo, await follow(bo, plan, "back"), "name", "Wolf Pack")
    assert "3 units, 340 of 481 points" in plan.words
    assert "Grey Wolf: Size 2, 137 points" in plan.words

    party = await seated(world, ann, bo, map="quick", points=481, max_turns=5)
    asked = await bo.presses("Make a move")
    assert "Your own …" in buttons(asked.message)
    own = await bo.presses("Your own …", asked.message)
    fleet = await opens(bo, own, "fleet", 2)
    looked = await bo.presses("Take Wolf Pack", fleet.message)
    assert "3 units for 340 of 481 points." in looked.words
    assert 'FLEET "WOLF PACK" OF ' in looked.words.upper()
    assert "Grey Wolf is your own design, Size 2, 137 points." in looked.words
    await world.restart()
    await bo.presses("Confirm", looked.message)
    assert "Wolf" not in said_to_all(ann)
    assert "340" not in read(ann)
    await party.says(ONE, "FLEET Q1")
    assert "Side 2 brings Wolf Pack: b1 Grey Wolf" in read(ann)
    assert "Grey Wolf" in said_to_all(ann)
    table = (await view_of(party, ONE)).table
    assert [table.design(unit).name for unit in table.of(2)] == ["Grey Wolf", "Grey Wolf", "Dart"]

    await party.plays_on(has_attacked)
    await bo.resigns()
    assert await party.over()
    assert [each.kind for each in await kept(world, bo)] == ["ship", "fleet"]


async def test_every_change_is_kept_and_an_old_page_changes_nothing(
    world: World, ann: Guest
) -> None:
    page = await pastes(ann, WOLF)
    newer = await follow(ann, await opens(ann, await home(ann), "ship", 1), "size", "h3")
    assert "Size 3, 167 points" in newer.words
    await world.restart()
    old = await follow(ann, page, "p1")
    assert old.words.startswith(workshop.CHANGED)
    assert (await kept(world, ann))[0].text.startswith("WOLF = 3 ")
    refused = await types_at(ann, old, "name", "x`@everyone")
    assert "A name may have Latin letters" in refused.words
    assert (await kept(world, ann))[0].edits == 1


async def test_copies_are_made_and_creations_deleted_when_asked_twice(
    world: World, ann: Guest
) -> None:
    page = await ann.presses("Copy", (await pastes(ann, WOLF)).message)
    assert "### Copy Grey Wolf" in page.words
    again = await opens(ann, await home(ann), "ship", 2)
    sure = await ann.presses("Delete", page.message)
    assert len(await kept(world, ann)) == 2
    gone = await ann.presses("Delete it", sure.message)
    assert "Copy Grey Wolf is deleted." in gone.words
    assert [each.number for each in await kept(world, ann)] == [1]
    assert "You have deleted that." in (await ann.presses("Copy", again.message)).words


async def test_a_code_gives_what_was_shared_and_no_later_change(
    world: World, ann: Guest, bo: Guest
) -> None:
    page = await ann.presses("Share …", (await pastes(ann, WOLF)).message)
    code = code_in(page)
    changed = await follow(ann, page, "size", "h3")
    assert "It has been changed since." in changed.words
    await pastes(bo, code)
    assert (await kept(world, bo))[0].text == WOLF
    renewed = await ann.presses("New code", changed.message)
    newer = code_in(renewed)
    assert newer != code
    assert "nothing under that code" in (await pastes(bo, code)).words
    await ann.presses("Share no longer", renewed.message)
    assert "nothing under that code" in (await pastes(bo, newer)).words
    faulty = await pastes(ann, "FAUL = 2 FH | - | Faulty")
    assert "Fighter Launch Hangar" in (await ann.presses("Share …", faulty.message)).words
    assert all(each.code is None for each in await kept(world, ann))


async def test_codes_cannot_be_tried_without_end(
    world: World, bo: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workshop, "SHARED_CODE", SHARED_CODE._replace(most=3))
    told = [(await pastes(bo, 3 * f"aaa{n}")).words for n in range(2, 6)]
    assert [("nothing under" in each) for each in told] == [True, True, True, False]
    assert "within an hour. Try again in" in told[-1]
    assert (await pastes(bo, WOLF)).words.startswith("Grey Wolf is yours now.")


async def test_number_and_size_have_limits(
    world: World, ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workshop, "MOST", 2)
    for _ in range(2):
        await pastes(ann, WOLF)
    page = await pastes(ann, WOLF)
    assert "You keep 2 of that kind; 2 is the limit. Delete one first." in " ".join(
        page.words.split("\n")
    )
    assert (await pastes(ann, HOME_GUARD)).words.startswith("Home Guard is yours now.")
    for text in (
        "x" * 3999,
        "{" * 900,
        '{"size": 9}',
        "FLEET x | 1 | y",
        WOLF.replace("2", "9", 1),
    ):
        assert len(await kept(world, ann)) == 3
        assert (await pastes(ann, text)).private


async def test_two_presses_at_once_make_one_copy_each_and_lose_nothing(
    world: World, ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = await follow(ann, await pastes(ann, WOLF), "size")
    handler = replace(HANDLERS[Action.WORK], work=twice(pages.show))
    monkeypatch.setitem(HANDLERS, Action.WORK, handler)
    await ann.picks("h4", asked.message)
    (row,) = await kept(world, ann)
    assert (row.edits, row.text[:8]) == (1, "WOLF = 4")


async def test_what_others_have_made_is_out_of_reach(world: World, ann: Guest, bo: Guest) -> None:
    await pastes(ann, WOLF)
    with pytest.raises(NotNow):
        await workshop.load_one(world.app, bo.id, 1)
    with pytest.raises(NotNow):
        await workshop.copy(world.app, bo.id, 1, 1)
    assert await kept(world, bo) == ()
    assert choices((await home(bo)).message) == []


async def test_forget_me_deletes_all_that_was_made_and_its_codes(
    world: World, ann: Guest, bo: Guest
) -> None:
    shared = await ann.presses("Share …", (await pastes(ann, WOLF)).message)
    await preferences.forget(world.app, ann.id)
    assert await kept(world, ann) == ()
    assert "nothing under that code" in (await pastes(bo, code_in(shared))).words


async def test_what_a_later_release_cannot_read_is_told_and_can_be_deleted(
    world: World, ann: Guest
) -> None:
    await pastes(ann, WOLF)
    (row,) = await kept(world, ann)
    async with world.app.store.writing() as work:
        await work.keep(replace(row, text="WOLF = 2 ZAP | - | Wolf"))
        await work.commit()
    page = await opens(ann, await home(ann), "ship", 1)
    assert "is not a type of items" in page.words
    assert list(buttons(page.message)) == ["Delete", "All ships and fleets"]


async def test_a_fleet_with_faults_is_refused_before_the_match_hears_of_it(
    world: World, ann: Guest, bo: Guest
) -> None:
    await pastes(ann, HOME_GUARD.replace("HORN 2", "HORN"))
    await pastes(ann, HOME_GUARD)
    await seated(world, ann, bo, map="quick", points=300)
    own = await ann.presses("Your own …", (await ann.presses("Make a move")).message)
    first = await ann.presses("Take Home Guard", (await opens(ann, own, "fleet", 1)).message)
    assert "Hornet (3) needs a carrier." in first.words
    own = await ann.presses("Your own …", (await ann.presses("Make a move")).message)
    second = await ann.presses("Take Home Guard", (await opens(ann, own, "fleet", 2)).message)
    assert "The fleet costs 385 points, but the limit is 300." in second.words
    assert GAME not in words(second.message)
    assert "Grey Wolf" not in read(bo)


@pytest.mark.rules("CC-237", "CC-253", "D-102", "D-107")
async def test_from_the_lobby_a_fleet_of_a_faction_with_its_crews_is_made_and_taken(
    world: World, ann: Guest, bo: Guest
) -> None:
    await ann.types("match new", game="cosmic_conflict", seating="choice", clock="none")
    mine = await ann.presses("Ships and fleets")
    assert mine.private
    assert "Back to the match" not in buttons(mine.message)
    page = await ann.presses("New fleet", mine.message)
    assert "faction" not in choices(page.message)
    await agree(ann, factions=True, crew=True, map="quick", points=481)
    page = await follow(ann, page, "ship", "WREN", "back", "u1", "tVETERAN", "back")
    assert "**1 unit, 82 of 1000 points**" in page.words
    page = await follow(ann, page, "faction", "fMERC")
    assert "**1 unit, Mercenary, 70 of 1000 points**" in page.words
    assert "Mercenary. For: ships cost 85%." in page.words
    assert "Wren: Size 1 corvette, 70 points, Veteran" in page.words

    await bo.presses("Join as Side 2")
    await ann.presses("Start")
    own = await ann.presses("Your own …", (await ann.presses("Make a move")).message)
    looked = await ann.presses("Take New fleet", (await opens(ann, own, "fleet", 1)).message)
    assert "FLEET AS MERC OF WREN +VETERAN" in looked.words
    assert "1 unit for 70 of 481 points" in looked.words
    assert "Crews: 1 Wren: Veteran." in looked.words
    await ann.presses("Confirm", looked.message)


async def test_labels_of_the_first_page_say_what_can_be_done(ann: Guest) -> None:
    page = await home(ann)
    named = ["New ship", "New Fighter", "New fleet", "Paste …", "Your settings"]
    assert list(buttons(page.message)) == [named[0], *named[1:]]
    assert labelled(page.message) == {}

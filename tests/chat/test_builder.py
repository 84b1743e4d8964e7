"""From the opening of the page to the first shot: Astral Sailors with buttons, alone and by DM."""

from __future__ import annotations

from tests.chat.conftest import World
from tests.chat.guests import Guest, Told, begin, buttons, choices, ids, labelled, words

GAME = "astral_sailors"


async def preset(host: Guest) -> None:
    """Scenery from a preset: two choices in the settings."""
    form = await host.presses("Settings")
    listed = next(each for each in ids(form.message) if ":setting:" in each)
    field = await host.picks("scenery", form.message, custom_id=listed)
    changed = await host.picks("preset", field.message)
    assert "- Scenery: preset" in changed.words


async def ready_made(guest: Guest, asked: Told) -> Told:
    """A ready-made list, then the lock."""
    lists = await guest.picks(labelled(asked.message)["Ready-made list"], asked.message)
    looked = await guest.picks(choices(lists.message)[0], lists.message)
    if "Confirm" in buttons(looked.message):
        looked = await guest.presses("Confirm", looked.message)
    locked = await guest.picks(labelled(looked.message)["Lock the list"], looked.message)
    return await guest.presses("Confirm", locked.message)


async def test_one_person_and_a_computer_player_are_fighting_after_a_dozen_presses(
    world: World, ann: Guest
) -> None:
    await ann.types("match new", game=GAME, computers=1)
    assert "- Time to think: no limit" in words(ann.newest)
    assert "All defaults: see **Settings**" in words(ann.newest)
    await preset(ann)
    assert "- Scenery: preset\n- Everything else at its default" in words(ann.newest)
    await ann.presses("Start")
    done = await ready_made(ann, await ann.presses("Make a move"))
    assert "Make a move" in buttons(done.message)
    asked = await ann.presses("Make a move", done.message)
    assert "Which unit do you deploy?" in asked.words
    rest = await ann.picks(labelled(asked.message)["Let the bot place the rest"], asked.message)
    await ann.presses("Confirm", rest.message)
    panel = words(ann.newest)
    assert "Round 1 of 20" in panel
    assert {"Make a move", "My orders", "Board", "Log", "Follow"} == set(buttons(ann.newest))


async def test_an_army_is_built_by_dm_and_quick_steps_stay_in_their_list(
    world: World, ann: Guest, bo: Guest, cy: Guest
) -> None:
    await ann.types("match new", game=GAME, seating="choice")
    await preset(ann)
    await bo.presses("Join as Blue")
    await ann.presses("Start")
    home = ann.at_home
    letter = home.place.history()[-1]
    assert "Build an army" in words(letter)
    asked = await home.presses("Make a move", letter)
    armies = await home.picks(labelled(asked.message)["Add units"], asked.message)
    kinds = await home.picks(labelled(armies.message)["Add Exiled"], armies.message)
    first = choices(kinds.message)[0]
    added = await home.picks(first, kinds.message)
    if "Confirm" in buttons(added.message):
        added = await home.presses("Confirm", added.message)
    assert "1 unit" in added.words
    again = added
    while "What do you change in your army list?" not in again.words:
        again = await home.presses("Back", again.message)
    done = await ready_made(home, again)
    assert "Red locks its army. Nobody else sees it before everybody has chosen." in done.words
    assert "LIST" not in "\n".join(cy.reads())
    page = await ann.types("orders")
    assert "Your army is locked. You can unlock it" in page.words
    assert "Your army list" in page.words
    assert "Your objective" in page.words


async def test_with_closed_dms_the_builder_is_one_press_away(
    world: World, ann: Guest, bo: Guest
) -> None:
    world.close_dms(ann)
    await begin(ann, bo, game=GAME)
    told = "\n".join(words(each) for each in ann.place.history())
    assert "your DMs are closed" in told
    assert "objective" not in told.replace("objectives are rolled", "")
    page = await ann.types("orders")
    assert "Your objective" in page.words
    assert "Build an army" in page.words


async def test_a_battle_can_be_followed_in_small_pictures_and_large(
    world: World, ann: Guest
) -> None:
    await ann.types("match new", game=GAME, computers=1)
    await preset(ann)
    await ann.presses("Start")
    done = await ready_made(ann, await ann.presses("Make a move"))
    asked = await ann.presses("Make a move", done.message)
    rest = await ann.picks(labelled(asked.message)["Let the bot place the rest"], asked.message)
    await ann.presses("Confirm", rest.message)
    for looks in ({}, {"text": True}, {"looks": "threats.turned"}):
        assert (await ann.types("match show", **looks)).private
    shown = await ann.opens("orders", "Standing orders")
    assert "Counter-attack" in shown.words
    given = await ann.types("orders", order="counter all always")
    assert "Standing order set" in given.words
    assert await ann.suggested("orders", "order", "counter")
    assert await ann.suggested("move", "text", "")

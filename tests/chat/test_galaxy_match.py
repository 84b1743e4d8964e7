"""Matches of A Galaxy Aflame through Discord."""

from __future__ import annotations

from games.core.geometry.plane import Point
from games.core.types import Seat
from games.galaxy_aflame.table import Table
from tests.chat.conftest import World
from tests.chat.guests import Guest, Told, alt_text, alt_texts, buttons, choices, files, ids
from tests.chat.sailors import Party, agree

GAME = "galaxy_aflame"
RED, BLUE = 0, 1


async def seated(ann: Guest, bo: Guest, **rules: object) -> None:
    await ann.types("match new", game=GAME, seating="choice")
    if rules:
        await agree(ann, **rules)
    await bo.presses("Join as Blue")
    await ann.presses("Start")


async def fighting(world: World, ann: Guest, bo: Guest, **rules: object) -> Party:
    """Drawn at random and placed, with the first turn to play."""
    await seated(ann, bo, muster="random", layout="open_basin", **rules)
    party = Party(world, {RED: ann, BLUE: bo})
    await party.says(RED, "ARMY AQUANARATTA")
    await party.says(BLUE, "ARMY HALCYON")
    while (waiting := await party.waiting()) is not None and waiting[1].kind == "deploy":
        await party.says(waiting[0], "AUTO")
    return party


async def table_of(party: Party, seat: int) -> Table:
    found = (await party.match_view(seat)).view.table
    assert isinstance(found, Table)
    return found


def ahead(table: Table, at: Point, seat: int, tenths: int) -> str:
    """A place so far in front of a unit."""
    y = at.y + tenths if table.is_north(Seat(seat)) else at.y - tenths
    return f"{at.x / 10:g} {y / 10:g}"


# --- In secret ---


async def test_rankings_and_places_stay_secret_with_closed_dms_and_a_restart(
    world: World, ann: Guest, bo: Guest
) -> None:
    world.close_dms(bo)
    await seated(ann, bo, muster="ranked", deploy_mode="secret")
    party = Party(world, {RED: ann, BLUE: bo})
    await party.says(RED, "ARMY AQUANARATTA")
    await party.says(BLUE, "ARMY HALCYON")
    await party.says(RED, "RANK OWN EEL CHO INF", "RANK ENEMY WAL")
    assert "EEL CHO" not in "\n".join((*bo.reads(), *bo.at_home.reads()))
    page = await bo.types("orders")
    assert "Which cards" in page.words or "rank" in page.words.lower()
    await world.restart()
    await party.says(BLUE, "RANK OWN WAL MAR", "RANK ENEMY EEL")
    told = "\n".join(bo.reads())
    assert "Eel Riders" in told, "the rankings are open now"
    table = await table_of(party, RED)
    assert [len(table.of(Seat(seat))) for seat in (RED, BLUE)] == [5, 5]
    waiting = await party.waiting()
    assert waiting is not None
    seat, other = waiting[0], 1 - waiting[0]
    first, second = (unit.code for unit in table.of(Seat(seat))[:2])
    y = 4 if table.is_north(Seat(seat)) else 32
    await party.says(seat, f"DEPLOY {first} 11.3 {y}", f"DEPLOY {second} 15.7 {y}")
    seen = "\n".join(party.guests[other].reads())
    assert "11.3" not in seen
    await party.says(other, "AUTO", "AUTO")
    assert "11.3" in "\n".join(party.guests[other].reads())


async def test_a_ranked_match_is_played_to_its_end(world: World, ann: Guest, bo: Guest) -> None:
    await seated(ann, bo, muster="ranked", deploy_mode="secret", round_limit=3)
    party = Party(world, {RED: ann, BLUE: bo})
    await party.plays_on(lambda match_view, decision: False)
    assert await party.over()
    assert "Rematch" in buttons(ann.newest)
    result, *boards = alt_texts(ann.newest)
    assert "The course, Red to Blue: Round 1" in result
    assert len(boards) == 2, "the last fight, and the whole table"


# --- On a phone ---


async def test_a_move_shows_markers_then_rings_and_is_nudged(
    world: World, ann: Guest, bo: Guest
) -> None:
    party = await fighting(world, ann, bo)
    seat = await party.on_turn()
    guest, table = party.guests[seat], await table_of(party, seat)
    unit = next(iter(table.on_table(Seat(seat))))
    asked = await guest.presses("Make a move")
    actions = await guest.picks(unit.code, asked.message)
    where = await guest.picks("move", actions.message)
    assert files(where.message)
    assert "The hatched area is" in alt_text(where.message)
    assert 3 <= len([key for key in choices(where.message) if "x" in key]) <= 24
    form = await guest.presses("Type the place", where.message)
    refused = await guest.fills(form, text="24.55 18")
    assert "at most one decimal" in refused.words
    assert unit.at is not None
    form = await guest.presses("Type the place", where.message)
    looked = await guest.fills(form, text=ahead(table, unit.at, seat, 30))
    assert "Nothing is played before you confirm." in looked.words
    assert f"The rings around {unit.code} are 6 in and 18 in" in alt_text(looked.message)
    nudges = [label for label in buttons(looked.message) if label.endswith("0.5 in")]
    assert nudges
    looked = await guest.presses(nudges[0], looked.message)
    done = await guest.presses("Confirm", looked.message)
    assert f"{unit.code} " in done.words


# --- Around the match ---


def _rules(form: Told) -> str:
    """The select of the rules of the match."""
    (found,) = [each for each in ids(form.message) if ":setting:" in each]
    return found


async def test_lengths_among_the_settings_are_inches(world: World, ann: Guest, bo: Guest) -> None:
    await ann.types("match new", game=GAME, seating="choice")
    form = await ann.presses("Settings")
    page = await ann.picks("hand", form.message, _rules(form))
    typed = await ann.presses("Change 6", page.message)
    refused = await ann.fills(typed, value="6.55")
    assert "Hand range: please write a number with at most 1 decimal, such as 6." in refused.words
    typed = await ann.presses("Change 6", page.message)
    refused = await ann.fills(typed, value="9")
    assert "Hand range: please choose 8 or less." in refused.words
    typed = await ann.presses("Change 6", page.message)
    changed = await ann.fills(typed, value="6,5")
    assert r"Hand range: 6\.5" in changed.words

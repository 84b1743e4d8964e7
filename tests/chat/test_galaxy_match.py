"""Matches of A Galaxy Aflame through Discord."""

from __future__ import annotations

import random

import pytest

from games.core.geometry.plane import Point
from games.core.types import Seat
from games.galaxy_aflame.table import Table
from tests.chat.conftest import World
from tests.chat.guests import (
    Guest,
    Told,
    alt_text,
    alt_texts,
    buttons,
    choices,
    files,
    ids,
    taken,
    words,
)
from tests.chat.sailors import Party, agree
from tests.chat.test_referee_games import played

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
    path = f"/channels/{bo.user.dm_channel.id}/messages"
    world.env.inject_error("POST", path, status=403, code=50007, times=None)
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


@pytest.mark.on_both
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


async def acts(ann: Guest, on: Told, *keys: str) -> Told:
    """Pick one answer after another, and confirm."""
    for key in keys:
        on = await ann.picks(key, on.message)
    return await ann.presses("Confirm", on.message)


async def test_a_newcomer_moves_and_shoots_without_typing(world: World, ann: Guest) -> None:
    await ann.types("match new", game=GAME, computers=1, seating="choice")
    await agree(ann, muster="random", layout="open_basin", deploy_mode="secret")
    await ann.presses("Start")
    presses = 1
    asked: Told | None = None
    acted: list[str] = []
    while len(acted) < 6 and presses < 90:
        if asked is None or not choices(asked.message):
            if asked is not None and "Confirm" in buttons(asked.message):
                asked = await ann.presses("Confirm", asked.message)
            else:
                asked = await ann.presses("Make a move")
        else:
            offered = [key for key in choices(asked.message) if not key.startswith("_")]
            if "shoot" in offered or "move" in offered:
                wanted = "shoot" if "shoot" in offered else "move"
                acted.append(wanted)
                asked = await ann.picks(wanted, asked.message)
            else:
                asked = await ann.picks(offered[0], asked.message)
        presses += 1
        assert "wrong" not in asked.words
    assert {"move", "shoot"} <= set(acted)


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


async def test_the_place_to_move_to_is_typed_as_a_wind_and_a_length(
    world: World, ann: Guest, bo: Guest
) -> None:
    party = await fighting(world, ann, bo)
    seat = await party.on_turn()
    guest, table = party.guests[seat], await table_of(party, seat)
    unit = next(iter(table.on_table(Seat(seat))))
    asked = await guest.presses("Make a move")
    actions = await guest.picks(unit.code, asked.message)
    where = await guest.picks("move", actions.message)
    wind = "S" if table.is_north(Seat(seat)) else "N"
    form = await guest.presses("Type the place", where.message)
    looked = await guest.fills(form, text=f"{wind} 3")
    assert unit.at is not None
    assert f"MOVE {unit.code} {ahead(table, unit.at, seat, 30)}" in looked.words


# --- Turns ---


async def test_moves_are_taken_back_as_far_as_the_last_roll(
    world: World, ann: Guest, bo: Guest
) -> None:
    """GA-A15 through the host's undo."""
    party = await fighting(world, ann, bo)
    seat = await party.on_turn()
    guest, table = party.guests[seat], await table_of(party, seat)
    one, two = table.on_table(Seat(seat))
    assert one.at is not None
    assert two.at is not None
    await party.says(seat, f"MOVE {one.code} {ahead(table, one.at, seat, 20)}")
    await party.says(seat, f"MOVE {two.code} {ahead(table, two.at, seat, 20)}")
    for _ in range(2):
        told = await guest.types("match undo")
        await guest.presses("Take it back", told.message)
    after = await table_of(party, seat)
    assert [after.units[unit.code].at for unit in (one, two)] == [one.at, two.at]
    assert not any(after.units[unit.code].moved for unit in (one, two))


async def test_a_queue_of_steps_is_given_in_advance_and_played_when_the_turn_begins(
    world: World, ann: Guest, bo: Guest
) -> None:
    party = await fighting(world, ann, bo)
    seat = await party.on_turn()
    other = 1 - seat
    table = await table_of(party, other)
    unit = next(iter(table.on_table(Seat(other))))
    assert unit.at is not None
    step = f"MOVE {unit.code} {ahead(table, unit.at, other, 20)}"
    given = await party.guests[other].types("orders", order=f"QUEUE {step}\nEND")
    assert "2 orders added." in given.words
    assert step not in "\n".join(party.guests[seat].reads())
    await party.says(seat, "END")
    assert await party.on_turn() == seat
    moved = (await table_of(party, seat)).units[unit.code]
    assert moved.at != unit.at


async def test_a_whole_turn_is_typed_as_one_order(world: World, ann: Guest, bo: Guest) -> None:
    party = await fighting(world, ann, bo)
    seat = await party.on_turn()
    guest, table = party.guests[seat], await table_of(party, seat)
    steps = [
        f"MOVE {unit.code} {ahead(table, unit.at, seat, 20)}"
        for unit in table.on_table(Seat(seat))
        if unit.at is not None
    ]
    refused = await guest.types("move", text=f"ORDER {steps[0]}; {steps[0]}")
    assert not taken(refused)
    assert "Step 2" in refused.words
    told = await guest.types("move", text=f"ORDER {'; '.join(steps)}")
    assert taken(told)
    after = await table_of(party, seat)
    assert all(after.units[unit.code].moved for unit in table.on_table(Seat(seat)))


@pytest.mark.parametrize("seed", range(2))
async def test_a_match_is_put_right_by_hand(
    world: World, ann: Guest, bo: Guest, gm: Guest, seed: int
) -> None:
    await fighting(world, ann, bo)
    await gm.types("referee look", reason="To put the board right")
    assert await played(world, gm, ann, random.Random(seed)) > 0


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


async def test_cards_and_the_legend_can_be_asked_for(world: World, ann: Guest, bo: Guest) -> None:
    told = await ann.types("rules", game=GAME, unit="infectors")
    assert "INF Infectors, Aquanaratta Families" in alt_texts(told.message)[0]
    assert files(told.message)


async def test_the_close_up_names_the_unit_in_its_middle(
    world: World, ann: Guest, bo: Guest
) -> None:
    party = await fighting(world, ann, bo)
    table = await table_of(party, RED)
    unit = next(iter(table.on_table()))
    shown = await ann.types("match show", around=unit.code)
    assert unit.code in alt_text(shown.message)
    assert "Whole" in buttons(shown.message)
    assert words(shown.message) is not None

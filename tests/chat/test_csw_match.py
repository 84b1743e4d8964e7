"""Matches of Colonial Space Wars through Discord."""

from __future__ import annotations

import pytest

from bot.chat.match import tree_page
from bot.play.answers.conditional_moves import build_mark
from games.colonial_space_wars import options
from games.colonial_space_wars.table import Table
from games.core.types import Seat
from tests.chat.conftest import World
from tests.chat.guests import Guest, alt_texts, ids, taken, words
from tests.chat.sailors import Party, agree

GAME = "colonial_space_wars"
RED, BLUE = 0, 1


async def seated(ann: Guest, bo: Guest, **rules: object) -> None:
    await ann.types("match new", game=GAME, seating="choice")
    if rules:
        await agree(ann, **rules)
    await bo.presses("Join as Blue")
    await ann.presses("Start")


async def prepared(world: World, ann: Guest, bo: Guest) -> Party:
    """Deployed, with Red's or Blue's first turn to play."""
    party = Party(world, {RED: ann, BLUE: bo})
    while (waiting := await party.waiting()) is not None:
        seat, decision = waiting
        if decision.kind == "turn":
            break
        texts = {
            "army": (f"FACTION {('UNION', 'CENTAURI')[seat]}", "READY"),
            "role": ("ROLE ATTACKER",),
            "zone": ("ZONE SOUTH",),
            "deploy": ("DEPLOY AUTO", "DEPLOY DONE"),
        }[decision.kind]
        await party.says(seat, *texts)
    return party


async def test_lists_are_written_in_secret_and_revealed_together(
    world: World, ann: Guest, bo: Guest
) -> None:
    await seated(ann, bo, army_mode="points")
    party = Party(world, {RED: ann, BLUE: bo})
    await party.says(RED, "FACTION UNION", "ARMY COM 2 CAP 3 BRI MAS")
    shown = await ann.types("match show")
    listed = "Commodore (COM), 2 Captains (CAP), 3 Brigades (BRI), Mastiff carrier (MAS)"
    assert f"Your list: {listed}." in alt_texts(shown.message)[0]
    refused = await ann.types("move", text="ARMY 2 COM")
    assert "There are 2 COM, but the limit is 1." in refused.words
    await party.says(RED, "READY")
    public = "\n".join((*bo.reads(), *bo.at_home.reads()))
    assert "CAP" not in public
    await party.says(BLUE, "FACTION CENTAURI", "READY")
    assert "Red commands the Union of Terra" in "\n".join(bo.reads())


async def test_the_receipt_of_a_whole_deployment_names_the_units_in_one_sentence(
    world: World, ann: Guest, bo: Guest
) -> None:
    await seated(ann, bo)
    party = Party(world, {RED: ann, BLUE: bo})
    for seat in (RED, BLUE):
        await party.says(seat, "FACTION UNION", "READY")
    acting = await party.on_turn()
    await party.says(acting, "ROLE ATTACKER", "ZONE SOUTH")
    receipt = await party.guests[acting].types("move", text="DEPLOY AUTO")
    assert "You placed Commodore, 2 Captains, 3 Brigades, Lancers, " in receipt.words
    assert "is placed on" not in receipt.words


async def test_a_turn_of_orders_goes_on_after_a_restart(
    world: World, ann: Guest, bo: Guest
) -> None:
    await seated(ann, bo)
    party = await prepared(world, ann, bo)
    seat = await party.on_turn()
    acting = party.guests[seat]
    code = (await _walk(party, seat)).split()[1].strip(":")
    await party.says(seat, f"ACTIVATE {code}")
    await world.restart()
    asked = await acting.presses("Make a move")
    assert f"{code} " in asked.words
    assert "is active" in asked.words
    refused = await acting.types("move", text="END NOW")
    assert not taken(refused)
    await party.says(seat, "FINISH", "END")
    assert await party.on_turn() != seat


async def test_an_order_longer_than_an_id_is_typed_looked_at_and_played(
    world: World, ann: Guest, bo: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tree_page, "LONGEST", 90)
    monkeypatch.setattr(options, "MOST_STEPS", 4)
    await seated(ann, bo)
    party = await prepared(world, ann, bo)
    seat = await party.on_turn()
    acting = party.guests[seat]
    order = await _walk(party, seat)
    asked = await acting.presses("Make a move")
    form = await acting.presses("Type it", asked.message)
    looked = await acting.fills(form, text=order)
    assert f"```\n{order}\n```" in looked.words
    assert "Nothing is played before you confirm." in looked.words
    await world.restart()
    await acting.presses("Confirm", looked.message)
    assert " moved " in words(acting.newest)


async def test_a_queue_is_given_in_advance_and_played_when_the_turn_begins(
    world: World, ann: Guest, bo: Guest
) -> None:
    await seated(ann, bo)
    party = await prepared(world, ann, bo)
    seat = await party.on_turn()
    other = 1 - seat
    order = await _walk(party, other)
    given = await party.guests[other].types("orders", order=f"QUEUE {order}\nEND")
    assert "2 orders added." in given.words
    take = next(each for each in ids(given.message) if ":take:" in each)
    left = await party.guests[other].picks(build_mark("QUEUE END"), given.message, custom_id=take)
    assert "Removed: QUEUE END" in left.words
    assert f"1: {order}" in left.words
    asked = await party.guests[other].opens("orders", "Queue: your next turn")
    assert "What do you queue?" in asked.words
    await party.guests[other].types("orders", order="QUEUE END")
    long = f"ORDER {order.split()[1]} {'; '.join(['MOVE F6'] * 99)}"
    given = await party.guests[other].types("orders", order=f"QUEUE {long}")
    assert f"Standing order set: QUEUE {long[:100]}" in given.words
    shown = await party.guests[other].opens("orders", "Standing orders")
    assert long[:60] in shown.words
    lines = [f"ORDER {order.split()[1]} {'; '.join(['MOVE F6'] * 9)}"] * 37
    given = await party.guests[other].types("orders", order="QUEUE " + "\n".join(lines))
    assert "37 orders added." in given.words
    assert order not in "\n".join(party.guests[seat].reads())
    await party.says(seat, "END")
    assert await party.on_turn() == seat
    assert f"moved {order.split()[1].strip(':')}" in "\n".join(ann.reads())


async def _walk(party: Party, seat: int) -> str:
    """An order in which the fastest unit that can goes to and fro."""
    table: Table = (await party.match_view(seat)).view.table
    fastest = sorted(table.on_board(Seat(seat)), key=lambda unit: -table.kind(unit).movement)
    for unit in fastest:
        assert unit.at is not None
        for beside in table.board.around(unit.at):
            squares = (unit.at, beside)
            if table.is_free(beside) and {table.board.type(each) for each in squares} == {"."}:
                steps = (squares[1 - step % 2] for step in range(table.kind(unit).movement))
                return f"ORDER {unit.code}: {'; '.join(f'MOVE {each}' for each in steps)}"
    raise AssertionError("nobody can move")

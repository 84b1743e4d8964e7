"""Matches of Cosmic Conflict through Discord."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from bot.play.match.views import MatchView
from games.core.decisions import Decision
from games.core.notation import Asked
from games.core.seats import Seat
from games.cosmic_conflict import moves as m
from games.cosmic_conflict.computer import plans
from games.cosmic_conflict.computer.situation import Situation
from games.cosmic_conflict.course import side_of
from games.cosmic_conflict.rules import windows
from games.cosmic_conflict.rules.attacks import can_attack
from games.cosmic_conflict.table import Unit
from games.cosmic_conflict.view import View
from tests.chat.conftest import World
from tests.chat.guests import Guest, Told, alt_texts, buttons, choices, taken, words
from tests.chat.sailors import Party, agree, said_to_all, wise

GAME = "cosmic_conflict"
ONE, TWO = 0, 1
HOUR = 3600


async def seated(world: World, ann: Guest, bo: Guest, **rules: object) -> Party:
    """A match without limits of time but for reactions."""
    await world.allow_alpha()
    await ann.types("match new", game=GAME, seating="choice", clock="none; react 6h")
    if rules:
        await agree(ann, **rules)
    await bo.presses("Join as Side 2")
    await ann.presses("Start")
    return Party(world, {ONE: ann, TWO: bo})


async def view_of(party: Party, seat: int) -> View:
    found = (await party.match_view(seat)).view
    assert isinstance(found, View)
    return found


async def order(guest: Guest, text: str) -> None:
    told = await guest.types("match standing", order=text)
    assert "Standing order set" in told.words, told.words


def closes_dms(world: World, guest: Guest) -> None:
    path = f"/channels/{guest.user.dm_channel.id}/messages"
    world.env.inject_error("POST", path, status=403, code=50007, times=None)


def read(*guests: Guest) -> str:
    """What they see in the channel and in their private messages."""
    return "\n".join(text for each in guests for text in (*each.reads(), *each.at_home.reads()))


async def deployed(party: Party, one: str, two: str) -> None:
    """Fleets, and units in their automatic slots by standing order."""
    for seat, fleet in ((ONE, one), (TWO, two)):
        await order(party.guests[seat], "DEPLOY AUTO" + 9 * "\nAUTO")
        await party.says(seat, f"FLEET {fleet}")
    assert (await view_of(party, ONE)).course.phase == "orders"


# --- Whole turns in advance ---


def _shots(view: View, unit: Unit) -> Iterator[m.Fire]:
    """Each Weapon at whatever it reaches now."""
    table = view.table
    for place in windows.weapons(table, unit):
        targets = [each.id for each in table.enemies(unit) if can_attack(table, unit, place, each)]
        if targets:
            yield m.Fire(table.design(unit).labels[place], tuple(targets))


async def queues(party: Party, seat: int) -> str:
    """Queue an activation of every ship, the small ones first. Returns the first of them."""
    match_view = await party.match_view(seat)
    view, (decision,) = match_view.view, [each for each in match_view.mine if each.waits]
    now, rng = Situation(Asked(view, decision), "normal"), random.Random(view.table.turn)
    whole = list[str]()
    for unit in sorted(now.own, key=view.table.size):
        move = replace(next(plans.moves(now, unit, rng), m.Move()), pws=(), confirmed=True)
        steps = (*_shots(view, unit), move, m.Done())
        whole.append(match_view.game.write(m.Activate(unit.id, steps)))
    await order(party.guests[seat], "QUEUE " + "\n".join(whole))
    return whole[0]


def commands(match_view: MatchView, decision: Decision) -> bool:
    return decision.kind == "orders"


# --- A against B ---


async def test_fleets_a_and_b_fight_over_six_turns_with_queues(
    world: World, ann: Guest, bo: Guest
) -> None:
    """Bo has closed DMs; in the third turn the bot is started anew."""
    closes_dms(world, bo)
    party = await seated(world, ann, bo, min_turns=6, max_turns=6)
    await party.says(ONE, "FLEET A")
    assert "Citadel" not in read(bo)
    print(words(bo.newest), buttons(bo.newest))
    asked = await bo.presses("Make a move")
    assert asked.private
    looked = await bo.picks("B", asked.message)
    for guest in (ann, bo):
        await order(guest, "DEPLOY AUTO" + 4 * "\nAUTO")
        await order(guest, "ELSE PASS")
        await order(guest, "DEFAULT-ORDER SCANNERS")
    await bo.presses("Confirm", looked.message)
    assert "Side 1 brings Anvil" in read(bo)

    for turn in range(1, 7):
        queued = [await queues(party, seat) for seat in (ONE, TWO)]
        await party.says(ONE, "LOCK")
        assert queued[ONE] not in read(bo)
        assert "Enhance Scanners" not in said_to_all(ann), "Orders stay hidden until they are used"
        if turn == 3:
            await world.restart()
        await party.says(TWO, "LOCK")
        by_hand = await party.plays_on(commands)
        assert by_hand <= 60
        if not await party.over():
            assert (await view_of(party, ONE)).table.turn == turn + 1
        if await party.over():
            break
    assert turn == 6
    told = read(ann)
    assert "Deep Survey" in told
    result, *_ = alt_texts(ann.newest)
    print(result)
    assert "Rematch" in buttons(ann.newest)

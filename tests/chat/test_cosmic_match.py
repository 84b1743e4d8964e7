"""Matches of Cosmic Conflict through Discord."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from bot.play.match.views import MatchView
from games.core.computer import is_number
from games.core.notation import Request
from games.core.types import Decision
from games.cosmic_conflict.computer import plans
from games.cosmic_conflict.computer.situation import PlayerSkill, Situation
from games.cosmic_conflict.moves import Activate
from games.cosmic_conflict.notation import StepList
from games.cosmic_conflict.rules import windows
from games.cosmic_conflict.rules.attacks.shots import Fire
from games.cosmic_conflict.rules.attacks.targeting import can_attack
from games.cosmic_conflict.rules.movement import Move
from games.cosmic_conflict.rules.turns.activation import Done
from games.cosmic_conflict.table.units import Unit
from games.cosmic_conflict.view import View
from tests.chat.conftest import World
from tests.chat.guests import Guest, alt_texts, buttons, choices, taken, words
from tests.chat.sailors import Party, agree, panel, said_to_all
from tests.chat.test_history import file_of

GAME = "cosmic_conflict"
ONE, TWO = 0, 1
HOUR = 3600
WANTED = ("auto", "lock", "shot", "best")
"""The keys of choices with which somebody in a hurry gets on: those that the bot suggests."""


async def seated(
    world: World, ann: Guest, bo: Guest, clock: str = "none; react 6h", **rules: object
) -> Party:
    """A match without limits of time but for reactions."""
    await ann.types("match new", game=GAME, seating="choice", clock=clock)
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
    told = await guest.types("orders", order=text)
    assert re.match("Standing order set|\\d+ orders added", told.words), told.words


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


def _shots(view: View, unit: Unit) -> Iterator[Fire]:
    """Each Weapon at whatever it reaches now."""
    table = view.table
    for place in windows.weapons(table, unit):
        targets = [each.id for each in table.enemies(unit) if can_attack(table, unit, place, each)]
        if targets:
            yield Fire(table.design(unit).labels[place], tuple(targets))


async def queues(party: Party, seat: int) -> str:
    """Queue an activation of every ship, the small ones first. Returns the first of them."""
    match_view = await party.match_view(seat)
    view, (decision,) = match_view.view, [each for each in match_view.mine if each.waits]
    now, rng = Situation(Request(view, decision), PlayerSkill()), random.Random(view.table.turn)
    whole = list[str]()
    for unit in sorted(now.own, key=view.table.size):
        move = replace(next(plans.moves(now, unit, rng), Move()), pws=(), confirmed=True)
        steps: StepList = (*_shots(view, unit), move, Done())
        whole.append(match_view.game.write(Activate(unit.id, steps)))
    await order(party.guests[seat], "QUEUE " + "\n".join(whole))
    return whole[0]


def commands(match_view: MatchView, decision: Decision) -> bool:
    return decision.kind == "orders"


def asks_again(match_view: MatchView, decision: Decision) -> bool:
    return decision.kind in ("orders", "react")


# --- A against B ---


async def test_fleets_a_and_b_fight_over_six_turns_with_queues(
    world: World, ann: Guest, bo: Guest
) -> None:
    """Bo has closed DMs; the bot is started anew in the third turn."""
    world.close_dms(bo)
    party = await seated(world, ann, bo, min_turns=6, max_turns=6)
    await party.says(ONE, "FLEET A")
    assert "Citadel" not in read(bo)
    mine = await bo.presses("My orders")
    fleet = next(label for label in buttons(mine.message) if label.startswith("1. Choose a fleet"))
    asked = await bo.presses(fleet, mine.message)
    looked = await bo.picks("B", asked.message)
    for guest in (ann, bo):
        await order(guest, "DEPLOY AUTO" + 4 * "\nAUTO")
        await order(guest, "ELSE PASS")
    await order(bo, "EVASIVE ASK")
    assert looked.private
    await bo.presses("Confirm", looked.message)
    assert "Side 1 brings Anvil" in read(bo)
    by_hand = []
    for turn in range(1, 7):
        queued = [await queues(party, seat) for seat in (ONE, TWO)]
        if turn > 4:
            for unit in (await view_of(party, ONE)).table.of(1):
                if unit.state == "in":
                    await party.says(ONE, f"ORDER {unit.id} SCANNERS")
        await party.says(ONE, "LOCK")
        assert queued[ONE] not in read(bo)
        if turn == 3:
            await world.restart()
        if turn in (2, 3):
            await party.says(TWO, "ORDER b1 EVASIVE")
        await party.says(TWO, "LOCK")
        made = await party.plays_on(asks_again)
        if turn in (2, 3):
            await _evades(world, party, bo, late=turn == 3)
        by_hand.append(made + await party.plays_on(commands))
        if not await party.over():
            assert (await view_of(party, ONE)).table.turn == turn + 1
    assert await party.over()
    # By hand where an enemy has left the arc of what was queued.
    assert max(by_hand) <= 9, by_hand
    assert "its token of Deep Survey" in said_to_all(ann)
    assert "Rematch" in buttons(ann.newest)
    result, *boards = alt_texts(ann.newest)
    assert "Deep Survey for Side 1, 5 to 0" in result
    assert len(boards) == 2, "the last activation, and the whole board"


async def _evades(world: World, party: Party, bo: Guest, *, late: bool) -> None:
    """The window is answered by hand, or by the automatic rule after 6 hours."""
    waiting = await party.waiting()
    assert waiting is not None
    assert (waiting[0], waiting[1].kind) == (TWO, "react")
    asked = await bo.presses("Make a move", panel(bo))
    assert asked.private
    assert "reveal Evasive Actions? Mean damage" in asked.words
    if late:
        await world.env.advance_time(6.3 * HOUR)
        assert "Otherwise the automatic rule answers." in said_to_all(bo)
    else:
        looked = await bo.picks("yes", asked.message)
        await bo.presses("Confirm", looked.message)
    assert await party.waiting() != waiting
    log = await bo.presses("As a file", (await bo.types("match log")).message)
    turns = (await file_of(log, ".txt")).decode().split(" begins: ")
    assert "b1 Tempest reveals Evasive Actions" in turns[3 if late else 2]


# --- The smallest and the largest fleets ---


async def test_late_players_get_the_fleets_that_the_panel_promises_for_few_points(
    world: World, ann: Guest, bo: Guest
) -> None:
    party = await seated(world, ann, bo, clock="none; fleet 2h", points=200)
    assert "Missing choices then play their default." in words(panel(ann))
    await world.env.advance_time(3 * HOUR)
    table = (await view_of(party, ONE)).table
    assert [unit.sic for unit in table.units.values()] == ["BULW", "BULW"]


async def test_the_largest_fleets_are_exported_and_replayed_while_they_fight(
    world: World, ann: Guest, bo: Guest
) -> None:
    party = await seated(world, ann, bo, points=5000)
    refused = await ann.types("move", text=f"FLEET OF {'; '.join(['DART'] * 41)}")
    assert "The fleet has 41 units, but the limit is 40." in refused.words
    for guest in (ann, bo):
        await order(guest, "DEPLOY AUTO" + 39 * "\nAUTO")
    for seat in (ONE, TWO):
        await party.says(seat, f"FLEET OF {'; '.join(['DART'] * 40)}")
    assert (await view_of(party, ONE)).course.phase == "orders"
    board = json.loads(await file_of(await ann.opens("match show", "Export"), ".json"))["end"][
        "board"
    ]
    assert "32 more" in board
    assert await file_of(await ann.opens("match show", "Replay"), ".gif")


# --- Secrets ---


async def test_orders_are_secret_until_the_last_lock_and_hidden_after_it(
    world: World, ann: Guest, bo: Guest
) -> None:
    party = await seated(world, ann, bo, map="quick", points=481)
    await deployed(party, "Q1", "Q2")
    asked = await ann.at_home.presses("Make a move")
    ship = await ann.at_home.picks("a1", asked.message)
    given = await ann.at_home.picks("brace", ship.message)
    assert "a1 Brace for Impact" in given.words
    assert "Which ship gets an Order?" in given.words
    assert {"a2", "lock"} < set(choices(given.message))
    await party.says(ONE, "ORDER a2 EVASIVE", "TOKEN a3", "LOCK")
    own = (await ann.types("orders")).words
    assert "a1 Brace for Impact; a2 Evasive Actions; a3 Token; locked" in own
    assert all(secret not in said_to_all(bo) for secret in ("a1 Brace", "a2 Evasive", "locked"))
    refused = await ann.types("move", text="ORDER a3 MARK")
    assert not taken(refused)
    await party.says(ONE, "UNLOCK", "ORDER a3 MARK", "LOCK")
    await party.says(TWO, "ORDER b1 FOCUS", "LOCK")
    assert (await view_of(party, ONE)).course.phase == "activation"
    assert said_to_all(bo).count("Orders: a1, a2, a3 and b1. Tokens: b2, b3 and b4.") == 1
    for secret in ("a1 Brace for Impact", "a2 Evasive Actions", "a3 Mark Target"):
        assert secret in (await ann.types("orders")).words
        assert secret not in read(bo)
    assert "b1 Offensive Focus" not in read(ann)


# --- Three sides ---


async def test_three_sides_play_to_the_end_though_one_of_them_resigns(
    world: World, ann: Guest, bo: Guest, cy: Guest
) -> None:
    await ann.types("match new", game=GAME, seating="choice", clock="none")
    await agree(ann, map="veil", scenario="open", points=200, min_turns=1, max_turns=3)
    form = await ann.presses("Settings")
    refused = await ann.chooses("teams", form, "1v1v1")
    assert "3 sides need a square board, not one of 54.00 by 30.00" in refused.words
    await agree(ann, map="four_winds")
    await ann.chooses("teams", form, "1v1v1")
    assert "- Map: Four Winds" in words(ann.newest)
    for number, guest in enumerate((bo, cy), 2):
        await guest.presses(f"Join as Side {number}")
    await ann.presses("Start")
    party = Party(world, {0: ann, 1: bo, 2: cy})
    for seat, fleet in enumerate(("BULW", "LONG", "DART; DART; DART")):
        await party.says(seat, f"FLEET OF {fleet}")
        assert "DART" not in read(ann, bo) or seat == 2
    assert "Side 3 brings a fleet of its own: c1 Dart, c2 Dart and c3 Dart." in said_to_all(ann)
    await party.plays_on(commands)
    assert {each.at.x for each in (await view_of(party, 2)).table.of(3) if each.at} == {800}
    await party.says(2, "ORDER c1 EVASIVE", "LOCK")
    assert "Evasive" not in read(ann, bo)
    await party.says(0, "LOCK")
    await party.says(1, "LOCK")
    result = await cy.opens("match leave", "Resign …")
    plays_on = next(each for each in buttons(result.message) if "computer player" in each)
    told = await cy.presses(plays_on, result.message)
    assert "the others go on" in told.words
    party = Party(world, {0: ann, 1: bo})
    await party.plays_on(lambda view, decision: False)
    assert await party.over()
    said, *boards = alt_texts(ann.newest)
    assert boards
    assert re.search(r"Side [123] wins\. \d victory conditions? to \d to \d, |a draw", said)
    assert "Rematch" in buttons(ann.newest)


async def test_players_who_share_a_side_write_one_sheet_and_move_their_own_ships(
    world: World, ann: Guest, bo: Guest, cy: Guest
) -> None:
    await ann.types("match new", game=GAME, seating="choice", clock="none", teams="2v1")
    await agree(ann, map="quick", scenario="open", points=481, min_turns=1, max_turns=2)
    assert "Team A\n- Side 1A: Ann\n- Side 1B: *free*\nTeam B\n- Side 2: *free*" in words(bo.newest)
    await bo.presses("Join as Side 1B")
    await cy.presses("Join as Side 2")
    await ann.presses("Start")
    party = Party(world, {0: ann, 1: bo, 2: cy})
    await party.says(1, "FLEET Q1")
    assert "Vanguard" in (await ann.types("orders")).words
    assert "Vanguard" not in read(cy)
    await party.says(2, "FLEET Q2")
    await party.plays_on(commands)
    await party.says(0, "ORDER a2 EVASIVE", "LOCK")
    assert "a2 Evasive Actions" in (await bo.types("orders")).words
    assert "Evasive" not in read(cy)
    await party.says(2, "LOCK")
    await party.plays_on(lambda view, decision: decision.kind == "activate" and view.seat == 1)
    refused = await ann.types("move", text="ACTIVATE a2; MOVE V0; DONE")
    assert not taken(refused), refused.words
    asked = await bo.types("match leave")
    left = await bo.presses("Leave it empty", asked.message)
    assert "Nobody holds your seat now." in left.words
    party = Party(world, {0: ann, 2: cy})
    await party.plays_on(lambda view, decision: False)
    assert await party.over()
    assert "Side 1" in alt_texts(ann.newest)[0]


# --- On a phone ---


async def _play_by_buttons(
    party: Party, until: Callable[[MatchView], bool], first: tuple[str, ...] = ()
) -> list[str]:
    """Seat 0 takes what is in ``first`` or suggested, or the first choice, until the match is
    over or ``until``. Returns the keys that were taken."""
    ann, keys = party.guests[0], list[str]()
    asked = await ann.presses("Make a move", panel(ann))
    for _ in range(200):
        if await party.over() or until(await party.match_view(0)):
            return keys
        every = choices(asked.message)
        offered = [key for key in every if key[0] != "_" and not is_number(key)]
        wanted = [key for key in offered if key in first or key.startswith(WANTED)]
        wanted.sort(key=lambda key: key not in first)
        if wanted or offered:
            keys.append((wanted or offered)[0])
            asked = await ann.picks(keys[-1], asked.message)
        elif "Confirm" in buttons(asked.message):
            asked = await ann.presses("Confirm", asked.message)
        else:
            asked = await ann.presses("Make a move", panel(ann))
        assert "wrong" not in asked.words
    raise AssertionError(asked.words)


def _has_fired(match_view: MatchView) -> bool:
    return any(unit.attacked for unit in match_view.view.table.of(1))


async def test_the_survivors_of_a_match_are_played_on_with_by_the_button_below_it(
    world: World, ann: Guest
) -> None:
    await ann.types("match new", game=GAME, computers=1)
    await ann.presses("Quick", (await ann.presses("Settings")).message)
    assert "Preset: Quick" in words(ann.newest)
    await agree(ann, refit=0)
    await ann.presses("Start")
    party = Party(world, {0: ann})
    keys = await _play_by_buttons(party, _is_worn)
    assert all(any(key.startswith(each) for key in keys) for each in WANTED)
    await ann.resigns()
    before = (await view_of(party, ONE)).table
    assert "**Next in campaign** goes on with what is left, in the same seats." in said_to_all(ann)
    world.seed += 1  # or the new match would have the id of the old one
    await ann.presses("Next in campaign", panel(ann))
    assert "The next match of the campaign, in the same seats." in words(ann.newest)
    await ann.presses("Start")
    after = (await view_of(party, ONE)).table
    for side in (1, 2):
        left = [unit for unit in before.of(side) if unit.state != "destroyed"]
        assert left
        assert [_wear(unit) for unit in after.of(side)] == [_wear(unit) for unit in left]
    assert _is_worn(await party.match_view(ONE))
    await _play_by_buttons(party, _has_fired)
    assert any(unit.attacked for unit in (await view_of(party, ONE)).table.of(1))


def _is_worn(match_view: MatchView) -> bool:
    table = match_view.view.table
    return any(
        each.health and each.state != "destroyed" for side in (1, 2) for each in table.of(side)
    )


def _wear(unit: Unit) -> tuple[object, ...]:
    """What goes on in a campaign; results of Conditions without their time."""
    return (unit.name, unit.health, [each.result for each in unit.conditions], unit.off)


@pytest.mark.rules("CC-238", "CC-291")
async def test_factions_and_rescue_are_played_by_buttons(world: World, ann: Guest) -> None:
    await ann.types("match new", game=GAME, computers=1)
    await agree(ann, scenario="rescue", factions=True, crew=True, noncombat=True)
    await ann.presses("Start")
    party = Party(world, {0: ann})
    await _play_by_buttons(party, _has_fired, first=("ofMERC", "1a"))
    assert "Side 2 brings Anvil (Mercenary): b1 Citadel" in said_to_all(ann)
    assert "Rescue: 0 to 0." in said_to_all(ann)
    table = (await view_of(party, ONE)).table
    ships = table.of(2)
    assert "VETERAN" in {each.code for each in table.design(ships[0]).traits}
    # 4 is Structural Damage.
    assert all(unit.conditions[0].result == 4 for unit in ships)


async def test_orders_for_the_whole_fleet_are_looked_at_together_and_confirmed_once(
    world: World, ann: Guest
) -> None:
    help_page = await ann.types("help")
    asked = await ann.presses("Play the computer: Cosmic Conflict", help_page.message)
    asked = await ann.presses("Make a move")
    looked = await ann.picks("autoQ1", asked.message)
    asked = await ann.presses("Confirm", looked.message)
    if "Make a move" in buttons(asked.message):
        asked = await ann.presses("Make a move", asked.message)
    (whole,) = [label for label in buttons(asked.message) if label.endswith("; lock")]
    looked = await ann.presses(whole, asked.message)
    assert "```\nORDER " in looked.words
    assert "LOCK" in looked.words
    assert "Nothing is played before you confirm." in looked.words
    party = Party(world, {ONE: ann, TWO: ann})
    seat = (await party.match_view(ONE)).own_seat()
    assert not (await view_of(party, seat)).sheet(seat).orders
    played = await ann.presses("Confirm", looked.message)
    assert "The plan" not in played.words
    assert (await view_of(party, seat)).course.phase == "activation"
    assert re.search(r"Orders: .*\bb\d", said_to_all(ann)), "side 2 has given some"

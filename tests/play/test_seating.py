"""Who holds a seat: people, computer players, nobody; before a match and in it."""

from __future__ import annotations

import pytest

from bot.play.application import build
from bot.play.executor import Command
from bot.play.history import looking_back
from bot.play.lobby import lobby, seating
from bot.play.lobby.lobby import Opening
from bot.play.people.leaving import Replacement
from bot.play.refusals import NotNow, NotSeated
from bot.play.storage.outbox import MessageKind
from bot.play.storage.records import EntryKind, MatchId, Status
from games.core.types import Ending, Seat
from tests.noughts import GAME as NOUGHTS
from tests.play.conftest import ALICE, BOB, CAROL, CHANNEL, SERVER, Club, KnownEntropy


async def names(club: Club, match: MatchId) -> tuple[str, ...]:
    return (await club.public(match)).names


async def test_the_host_fills_free_seats_with_computer_players_and_empties_them(club: Club) -> None:
    match = await club.open(seats=3)
    presses = club.interactions
    await seating.add_computer(club.app, Command(match, ALICE.user, next(presses)), Seat(2))
    receipt = await seating.add_computer(club.app, Command(match, ALICE.user, next(presses)))
    assert receipt.text == "Computer 2 plays along."
    assert await names(club, match) == ("Alice", "Computer 2", "Computer 1")
    with pytest.raises(NotNow, match="All seats"):
        await seating.add_computer(club.app, Command(match, ALICE.user, next(presses)))
    await seating.remove(club.app, Command(match, ALICE.user, next(presses)), Seat(2))
    assert await names(club, match) == ("Alice", "Computer 2", "")
    await seating.add_computer(club.app, Command(match, ALICE.user, next(presses)))
    assert await names(club, match) == ("Alice", "Computer 2", "Computer 1")
    with pytest.raises(NotNow, match="no computer player to remove"):
        await seating.remove(club.app, Command(match, ALICE.user, next(presses)), Seat(0))


async def test_only_the_host_brings_computer_players(club: Club) -> None:
    match = await club.open(seats=3)
    await club.join(match, BOB)
    with pytest.raises(NotSeated):
        await seating.add_computer(club.app, club.command(match, BOB))
    await seating.add_computer(club.app, club.command(match, ALICE))
    with pytest.raises(NotSeated):
        await seating.remove(club.app, club.command(match, BOB))
    with pytest.raises(NotNow, match="not free"):
        await seating.add_computer(club.app, club.command(match, ALICE), Seat(1))


async def test_a_game_without_computer_players_says_so(club: Club) -> None:
    app = build(club.app.store, (NOUGHTS,), club.clock, KnownEntropy())
    wish = Opening(SERVER, CHANNEL, ALICE, "noughts", 901, computers=1)
    with pytest.raises(NotNow, match="Noughts and crosses has no computer player"):
        await lobby.open(app, wish)
    assert (await club.rows())["matches"] == 0


async def test_a_person_who_joins_a_full_lobby_takes_the_seat_of_a_computer_player(
    club: Club,
) -> None:
    match = await club.open(computers=1)
    with pytest.raises(NotNow, match="Computer players hold all other seats"):
        await club.join(match, BOB)
    assert (await club.join(match, BOB, 1)).text == (
        "You have a seat: Green, in place of Computer 1. Have fun!"
    )
    assert await names(club, match) == ("Alice", "Bob")
    with pytest.raises(NotNow, match="All seats"):
        await club.join(match, CAROL)


async def test_a_lobby_with_computer_players_alone_closes(club: Club) -> None:
    match = await club.open(computers=1)
    receipt = await club.leave(match, ALICE)
    assert "closed" in receipt.text
    assert (await club.match(match)).status is Status.OVER


async def test_a_seat_that_is_left_passes_at_once_and_everybody_is_told(club: Club) -> None:
    match = await club.begin_with_lamps()
    mover, other = await club.on_turn(match)
    await club.posted()
    receipt = await club.leave(match, mover)
    assert "Nobody holds your seat now" in receipt.text
    kinds = await club.kinds(match)
    seat = (ALICE, BOB).index(mover)
    assert kinds[-2:] == [f"left {seat}", f"default {seat}"]
    assert await club.posted() == [
        (MessageKind.PANEL, None),
        (MessageKind.TURN, other.user),
        (MessageKind.VACANT, other.user),
    ]
    match_view = await club.public(match)
    assert match_view.awaited == (1 - seat,)
    assert match_view.names[seat] == ""
    [left] = [entry for entry in await club.entries(match) if entry.kind is EntryKind.LEFT]
    assert (left.text, left.user) == (mover.name, mover.user)
    await club.say(match, other, "REST")
    assert (await club.kinds(match))[-2:] == [f"move {1 - seat}", f"default {seat}"]
    await club.replayed(match)


async def test_a_seat_can_be_left_to_a_computer_player(club: Club) -> None:
    match = await club.begin()
    await club.leave(match, BOB, Replacement.COMPUTER)
    assert await names(club, match) == ("Alice", "Computer 1")
    assert (await club.kinds(match))[-1] == "move 1"
    with pytest.raises(NotSeated):
        await club.say(match, BOB, "LAMP3")
    with pytest.raises(NotSeated):
        await club.leave(match, BOB)


async def test_a_vacant_seat_is_taken_over_as_it_stands(club: Club) -> None:
    match = await club.begin_with_lamps()
    await club.leave(match, BOB)
    await club.posted()
    await club.join(match, CAROL)
    assert await names(club, match) == ("Alice", "Carol")
    match_view = await club.sees(match, CAROL)
    assert match_view.view.lamps == (0, 3)
    assert (await club.kinds(match))[-1] == "taken 1"
    assert (MessageKind.PANEL, None) in await club.posted()
    with pytest.raises(NotNow, match="You already have a seat in this match"):
        await club.join(match, CAROL)


async def test_the_seat_of_a_computer_player_is_taken_over_and_played_by_nobody_else(
    club: Club,
) -> None:
    match = await club.solo()
    await club.say(match, ALICE, "LAMP2")
    await club.join(match, BOB, 1)
    await club.settled()
    match_view = await club.public(match)
    if match_view.awaited == (0,):
        await club.say(match, ALICE, "REST")
    await club.settled()
    assert (await club.public(match)).awaited == (1,)
    with pytest.raises(NotNow, match="Bob has that seat"):
        await club.join(match, CAROL, 1)
    with pytest.raises(NotNow, match=r"already started\. All its seats"):
        await club.join(match, CAROL)


async def test_a_match_that_everybody_has_left_stands_still_and_makes_room_for_another(
    club: Club,
) -> None:
    match = await club.begin_with_lamps()
    await club.leave(match, ALICE, Replacement.COMPUTER)
    await club.leave(match, BOB)
    kinds = await club.kinds(match)
    assert kinds[-1] == "left 1"
    assert (await club.public(match)).paused
    other = await club.begin(channel=CHANNEL + 1)
    with pytest.raises(NotNow, match="already has a match"):
        await club.open(channel=CHANNEL + 1, host=CAROL)
    assert (await club.match(other)).status is Status.RUNNING
    new = await club.open(host=CAROL)
    assert new != match
    gone = await club.match(match)
    assert gone.status is Status.OVER
    ending = (await club.public(match)).ending
    assert ending == Ending.abandoned()
    assert await club.decisions(match) == {}
    assert await club.kinds(match) == kinds


async def test_orders_go_when_the_seat_changes_hands(club: Club) -> None:
    match = await club.begin()
    await club.order(match, BOB, "REST ALWAYS")
    await club.leave(match, BOB)
    await club.join(match, CAROL)
    assert [holder.answers for holder in await club.holders(match)] == ["", ""]


# --- Who held a seat then ---


async def test_an_empty_seat_of_then_stays_empty(club: Club) -> None:
    match = await club.begin_with_lamps()
    await club.leave(match, BOB)
    empty = (await club.match(match)).shown
    await club.join(match, CAROL, 1)
    assert (
        await looking_back.load_position(club.app, match, ALICE.user, empty)
    ).match_view.names == ("Alice", "")
    assert (await looking_back.load_position(club.app, match, ALICE.user, 1)).match_view.names == (
        "Alice",
        "Bob",
    )

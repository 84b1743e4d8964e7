"""Seats in the hands of the referee: answered for, given, cleared, looked through."""

from __future__ import annotations

import pytest

from bot.play.history import excerpts
from bot.play.people.leaving import Replacement
from bot.play.referee import referee_views
from bot.play.refusals import NotNow
from bot.play.storage.outbox import MessageKind
from bot.play.storage.records import EntryKind, MatchId
from games.core.types import REFEREE, SPECTATOR, Forbidden, Seat, Seated, Unreadable
from tests.play.conftest import ALICE, BOB, CAROL, Club
from tests.play.referees import GM, WHY, Whistle, seen


async def seat_on_turn(club: Club, match: MatchId) -> int:
    mover, _ = await club.on_turn(match)
    return 0 if mover is ALICE else 1


# --- Answers ---


async def test_the_default_of_a_seat_is_played_at_once(club: Club) -> None:
    match = await club.begin_with_lamps()
    seat = await seat_on_turn(club, match)
    receipt = await Whistle(club, match).default(seat)
    assert receipt.text == f"{('Red', 'Green')[seat]}'s default was played: REST."
    entry = (await club.entries(match))[-1]
    assert (entry.kind, entry.seat, entry.referee, entry.reason) == (
        EntryKind.DEFAULT,
        seat,
        "Gm",
        WHY,
    )
    assert all(holder.expired == 0 for holder in await club.holders(match)), "nobody was late"
    assert await seat_on_turn(club, match) != seat
    with pytest.raises(NotNow, match="is not openly waiting for"):
        await Whistle(club, match).default(seat)
    await club.replayed(match)


async def test_the_default_of_a_secret_choice_is_for_a_referee_who_does_not_play_and_has_looked(
    club: Club,
) -> None:
    match = await club.begin()
    await club.say(match, BOB, "LAMP3")
    with pytest.raises(NotNow, match="that is for a referee") as blind:
        await Whistle(club, match, BOB).default(0)
    with pytest.raises(NotNow) as other:
        await Whistle(club, match, ALICE).default(1)
    assert str(blind.value).replace("Red", "Green") == str(other.value)
    gm = Whistle(club, match)
    with pytest.raises(NotNow, match="is not openly waiting for Red") as unlooked:
        await gm.default(0)
    assert "/referee look seat:Red" in unlooked.value.instead
    await gm.look(0)
    await gm.default(0)
    assert (await seen(club, match)).wind
    await club.replayed(match)


async def test_a_move_is_entered_for_a_seat_by_who_has_looked(club: Club) -> None:
    match = await club.begin_with_lamps()
    seat, gm = await seat_on_turn(club, match), Whistle(club, match)
    name = ("Red", "Green")[seat]
    with pytest.raises(NotNow, match=f"you would have to see what {name} sees") as refused:
        await gm.move(seat, "B1+2")
    assert refused.value.instead == f"Look first: `/referee look seat:{name}`."
    assert await referee_views.complete_move(
        club.app, match, GM.user, Seat(seat), "B1", 25, manages=True
    ) == ((), 0)
    await gm.look(seat)
    found, _ = await referee_views.complete_move(
        club.app, match, GM.user, Seat(seat), "B1", 25, manages=True
    )
    assert "B1+2" in [each.text for each in found]
    with pytest.raises(Forbidden):
        await gm.move(seat, "B1+3" if (await seen(club, match)).oil[seat] < 3 else "B9+1")
    with pytest.raises(Unreadable):
        await gm.move(seat, "hello")
    receipt = await gm.move(seat, "B1+2")
    assert receipt.text == f"Entered for {name}: B1+2"
    entry = (await club.entries(match))[-1]
    assert (entry.kind, entry.user, entry.seat, entry.referee) == (EntryKind.MOVE, 9, seat, "Gm")
    with pytest.raises(NotNow, match="you would have to see"):
        await gm.move(1 - seat, "REST")
    await club.replayed(match)


async def test_a_referee_who_plays_answers_for_nobody_where_there_are_secrets(club: Club) -> None:
    match = await club.begin_with_lamps()
    seat = await seat_on_turn(club, match)
    mover, other = await club.on_turn(match)
    with pytest.raises(NotNow, match="you would have to see"):
        await Whistle(club, match, other).move(seat, "REST")
    with pytest.raises(NotNow, match="That is your own seat"):
        await Whistle(club, match, mover).move(seat, "REST")


# --- Who sits there ---


async def test_a_player_who_takes_a_seat_gets_its_open_choices(club: Club) -> None:
    match = await club.begin()
    await club.posted()
    await Whistle(club, match).give(0, CAROL)
    posted = await club.posted()
    assert (MessageKind.OFFER, CAROL.user) in posted
    assert BOB.user not in [user for _, user in posted]
    await club.say(match, CAROL, "LAMP4")
    await club.say(match, BOB, "LAMP3")
    assert (await seen(club, match)).wind


async def test_a_seat_is_given_only_to_who_has_none_and_knows_no_other_side(club: Club) -> None:
    match = await club.begin_with_lamps()
    gm = Whistle(club, match)
    with pytest.raises(NotNow, match="Bob already has a seat in this match"):
        await gm.give(0, BOB)
    await gm.give(0, CAROL)
    with pytest.raises(NotNow, match="Alice has played for another team"):
        await gm.give(1, ALICE)
    await gm.clear(0)
    with pytest.raises(NotNow, match="Carol has played for another team"):
        await gm.give(1, CAROL)
    await gm.give(0, ALICE)
    assert {holder.seat: holder.name for holder in await club.holders(match)} == {
        0: "Alice",
        1: "Bob",
    }


async def test_a_seat_is_cleared_for_nobody_or_for_a_computer_player(club: Club) -> None:
    match = await club.begin_with_lamps()
    gm = Whistle(club, match)
    receipt = await gm.clear(0)
    assert receipt.text == "Nobody has Red now, in place of Alice."
    with pytest.raises(NotNow, match="Nobody holds that seat"):
        await gm.clear(0, Replacement.VACANT)
    await gm.give(0, CAROL)
    receipt = await gm.clear(0, Replacement.COMPUTER)
    assert receipt.text == "Computer 1 has Red now, in place of Carol."
    await club.settled()
    with pytest.raises(NotNow, match="a computer player"):
        await gm.clear(0, Replacement.COMPUTER)
    await club.replayed(match)


# --- Looking ---


async def test_a_look_is_hidden_until_the_end_and_then_told_to_all(club: Club) -> None:
    match = await club.begin_with_lamps()
    shown = (await club.match(match)).shown
    await club.posted()
    receipt = await Whistle(club, match).look(0)
    assert receipt.text == "You see what Red may see. Everybody is told when the match is over."
    assert (await club.match(match)).shown == shown
    assert await club.posted() == []
    for viewer in (SPECTATOR, Seated(Seat(0)), Seated(Seat(1))):
        assert EntryKind.LOOKED not in [line.kind for line in await club.log(match, viewer)]
    assert await excerpts.referee_lines(club.app, match) == ()
    through = await referee_views.load_through(club.app, match, Seat(0))
    assert through.view.lamps == (2, 0)
    await club.resign(match, ALICE)
    [told] = await excerpts.referee_lines(club.app, match)
    assert (told.kind, told.seat, told.referee, told.reason) == (EntryKind.LOOKED, 0, "Gm", WHY)
    assert EntryKind.LOOKED in [line.kind for line in await club.log(match)]
    await Whistle(club, match).undo(shown)
    assert await excerpts.referee_lines(club.app, match) == (), "hidden again"


async def test_who_has_looked_takes_no_seat_that_it_would_help(club: Club) -> None:
    match = await club.begin_with_lamps()
    gm = Whistle(club, match)
    await gm.look(0)
    await gm.clear(1)
    with pytest.raises(NotNow, match="looked through the eyes of another team"):
        await club.join(match, GM)
    await gm.clear(0)
    await club.join(match, GM, 0)
    assert (await seen(club, match, GM.user)).lamps[0] == 2
    other = await club.begin_with_lamps(channel=300)
    gm = Whistle(club, other)
    await gm.look(None)
    assert (await referee_views.load_through(club.app, other, None)).viewer == REFEREE
    await gm.clear(0)
    with pytest.raises(NotNow, match="seen the secrets of all seats as the referee"):
        await club.join(other, GM)
    with pytest.raises(NotNow, match="You have seen the secrets of all seats"):
        await gm.give(0, GM)


async def test_a_referee_who_plays_does_not_look(club: Club) -> None:
    match = await club.begin_with_lamps()
    before = await club.match(match)
    for seat in (0, 1, None):
        with pytest.raises(NotNow, match="You play in this match"):
            await Whistle(club, match, ALICE).look(seat)
    assert await club.match(match) == before

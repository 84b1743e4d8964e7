"""Time that has run out: the default is played, once, never early, and never against an answer."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.play.answers import giving
from bot.play.application import build
from bot.play.clocks import time_controls
from bot.play.executor import Command
from bot.play.lobby import lobby
from bot.play.lobby.seating import Person
from bot.play.refusals import NotNow, NotSeated
from bot.play.storage import queries
from bot.play.storage.leases import ALL
from bot.play.storage.outbox import MessageKind
from bot.play.storage.ports import StoreBusy, StoreUnwritable
from bot.play.storage.records import EntryKind, MatchId
from bot.store.store import SqlUnitOfWork
from tests.databases import behind
from tests.play.conftest import ALICE, BOB, CAROL, Club, KnownEntropy
from tests.toy import GAME as TOY
from tests.toy.game import ToyStanding
from tests.toy.variants import NIGHT

HOUR = timedelta(hours=1)
DORA = Person(4, "Dora")


async def later(club: Club, match: MatchId, hours: float) -> list[str]:
    """What has been entered after so many hours and a sweep."""
    before = len(await club.kinds(match))
    club.clock.advance(hours * 3600)
    await club.app.deadlines.sweep()
    return (await club.kinds(match))[before:]


async def test_a_clock_is_chosen_at_the_opening_or_in_the_lobby(club: Club) -> None:
    match = await club.open(clock="1h")
    assert (await club.match(match)).clock == "1h"
    for name, text in time_controls.presets(TOY.meta).items():
        await club.change(match, ALICE, "clock", name)
        assert time_controls.from_stored((await club.match(match)).clock) == time_controls.parse(
            text
        )
    await club.change(match, ALICE, "clock", "2h; hiding a lamp 30m")
    assert (await club.match(match)).clock == "2h; hide 30m"
    with pytest.raises(NotNow, match="1m is too short"):
        await club.change(match, ALICE, "clock", "1m")
    with pytest.raises(NotSeated):
        await club.change(match, CAROL, "clock", "1h")


async def test_without_a_limit_nothing_happens_by_itself(club: Club) -> None:
    match = await club.begin()
    assert set((await club.decisions(match)).values()) == {None}
    assert await later(club, match, 24 * 365) == []


@pytest.mark.on_both
async def test_a_decision_falls_to_its_default_at_its_time_and_not_before(club: Club) -> None:
    match = await club.begin(clock="1h")
    start = club.clock.now()
    assert set((await club.decisions(match)).values()) == {start + HOUR}
    assert await later(club, match, 0.999) == []
    await club.say(match, ALICE, "LAMP2")
    assert await later(club, match, 0.001) == ["default 1", "dice"]
    entry = (await club.entries(match))[-2]
    assert (entry.kind, entry.user, entry.text) == (EntryKind.DEFAULT, None, "")
    assert (await club.sees(match, BOB)).view.lamps == (0, 1)
    assert await later(club, match, 0) == []
    await club.replayed(match)


@pytest.mark.on_both
async def test_all_that_is_due_in_a_match_is_one_transaction(club: Club) -> None:
    match = await club.begin(clock="1h")
    audit = (await club.rows())["audit"]
    assert await later(club, match, 1) == ["default 0", "default 1", "dice"]
    assert (await club.rows())["audit"] == audit + 1
    assert {holder.expired for holder in await club.holders(match)} == {1}


async def restarted(club: Club, hours: float) -> None:
    """The bot stops right after a sweep, and is there again after so many hours."""
    await club.app.deadlines.sweep()
    club.clock.advance(hours * 3600)
    club.app = build(club.app.store, (TOY, NIGHT), club.clock, KnownEntropy())


@pytest.mark.on_both
async def test_the_time_that_the_bot_was_away_is_added_to_what_fell_due_in_it(club: Club) -> None:
    """Nobody loses on time because of the bot."""
    soon = await club.begin(300, clock="1h; remind never")
    start = club.clock.now()
    late = await club.begin(301, clock="24h")
    club.clock.advance(1800)
    await club.posted()
    await restarted(club, 10)
    assert await club.app.deadlines.sweep() == 0
    assert await club.kinds(soon) == ["start"]
    assert set((await club.decisions(soon)).values()) == {start + 11 * HOUR}
    # What did not fall due meanwhile stays as it was.
    assert set((await club.decisions(late)).values()) == {start + 24 * HOUR}
    # The panel names another time now.
    assert await club.posted() == [(MessageKind.REFRESH, None)]
    assert await later(club, soon, 0.499) == []
    assert await later(club, soon, 0.001) == ["default 0", "default 1", "dice"]
    assert await later(club, soon, 0) == []


async def test_what_was_due_before_the_bot_went_away_is_due_when_it_is_back(club: Club) -> None:
    match = await club.begin(clock="1h")
    await club.app.deadlines.sweep()
    club.clock.advance(3600)
    async with club.app.store.writing() as work:
        await work.note_sweep(club.clock.now(), ALL)
        await work.commit()
    club.clock.advance(3600)
    club.app = build(club.app.store, (TOY, NIGHT), club.clock, KnownEntropy())
    assert await club.app.deadlines.sweep() == 1
    assert (await club.kinds(match))[1:] == ["default 0", "default 1", "dice"]


@pytest.mark.on_both
async def test_the_time_in_which_the_store_failed_is_nobodys_loss_either(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.begin(clock="1h")
    await club.app.deadlines.sweep()

    async def full(*_: object) -> None:
        raise StoreUnwritable

    club.clock.advance(1800)
    with monkeypatch.context() as patched:
        patched.setattr(SqlUnitOfWork, "commit", full)
        with pytest.raises(StoreUnwritable):
            await club.app.deadlines.sweep()
    assert await later(club, match, 2) == []
    assert await later(club, match, 0.999) == []
    assert await later(club, match, 0.001) == ["default 0", "default 1", "dice"]


async def test_a_turn_of_several_actions_has_one_time_and_lapses_as_a_whole(club: Club) -> None:
    match = await club.begin_with_lamps("night", clock="1h")
    mover, other = await club.on_turn(match)
    seat = (ALICE, BOB).index(mover)
    start = club.clock.now()
    club.clock.advance(1800)
    await club.say(match, mover, "B5+1")
    due = await club.decisions(match)
    assert due[f"turn-1-{seat}"] == start + HOUR
    assert await later(club, match, 0.5) == [f"default {seat}"] * 2
    assert await club.on_turn(match) == (other, mover)
    holder = (await club.holders(match))[seat]
    assert (holder.expired, holder.lapsed) == (1, "turn-0")
    assert (await club.decisions(match))[f"turn-3-{1 - seat}"] == club.clock.now() + HOUR
    await club.replayed(match)


async def test_a_decision_without_a_default_stays_open_and_is_looked_at_once(club: Club) -> None:
    match = await club.begin_with_lamps("night", clock="1h")
    mover, _ = await club.on_turn(match)
    await later(club, match, 1)
    due = await club.decisions(match)
    assert [due[f"shift-0-{seat}"] for seat in (0, 1)] == [None, None]
    await club.pick(match, mover, f"shift-0-{(ALICE, BOB).index(mover)}", "5")


async def test_without_any_default_nothing_is_entered(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.begin(clock="1h")
    monkeypatch.setattr(ToyStanding, "default", lambda *_: None)
    assert await later(club, match, 1) == []
    rows = await club.read(queries.OpenDecisions(match))
    assert all(row.late and row.is_for_others for row in rows)
    assert [holder.expired for holder in await club.holders(match)] == [0, 0]
    await club.say(match, ALICE, "LAMP2")


@pytest.mark.on_both
async def test_a_store_that_is_busy_is_told_to_the_caller(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.begin(clock="1h")

    async def busy(*_: object) -> bool:
        raise StoreBusy

    club.clock.advance(3600)
    with monkeypatch.context() as patched:
        patched.setattr(type(club.app.executor), "execute_automatic", busy)
        with pytest.raises(StoreBusy):
            await club.app.deadlines.sweep()
    assert await later(club, match, 0) == ["default 0", "default 1", "dice"]


async def test_a_row_that_has_strayed_from_the_rules_is_looked_at_once(club: Club) -> None:
    match = await club.begin(clock="1h")
    await behind(club.app.store, "UPDATE decisions SET decision = 'gone-0-0' WHERE seat = 0")
    assert await later(club, match, 1) == ["default 1"]
    assert (await club.decisions(match))["gone-0-0"] is None
    await club.say(match, ALICE, "LAMP2")


@pytest.mark.on_both
async def test_three_expired_turns_in_a_row_and_the_seat_is_waited_for_no_more(club: Club) -> None:
    match = await club.begin_with_lamps("night", clock="1h")
    first, second = await club.on_turn(match)
    away = (ALICE, BOB).index(first)

    async def second_plays() -> None:
        for _ in range(3):
            await club.say(match, second, "REST")

    for expired in (1, 2, 3):
        assert await later(club, match, 1) == [f"default {away}"] * 3
        assert (await club.holders(match))[away].expired == expired
        assert (await club.public(match)).holders[away].is_autopilot is (expired == 3)
        await club.posted()
        await second_plays()
    # From now on the match waits for the other alone.
    assert (await club.kinds(match))[-3:] == [f"default {away}"] * 3
    assert await club.on_turn(match) == (second, first)
    # What they do unseen must show nowhere, so it does not bring them back.
    receipt = await club.pick(match, first, f"shift-0-{away}", "5")
    assert "Press I am back" in receipt.text
    assert (await club.holders(match))[away].expired == 3
    await giving.come_back(club.app, club.command(match, first))
    holder = (await club.holders(match))[away]
    assert (holder.expired, holder.lapsed) == (0, "")
    await second_plays()
    assert await club.on_turn(match) == (first, second)
    await club.replayed(match)


async def test_an_answer_in_time_ends_the_row_of_expired_turns(club: Club) -> None:
    match = await club.begin(clock="1h")
    await later(club, match, 1)
    mover, other = await club.on_turn(match)
    await club.say(match, mover, "REST")
    holders = await club.holders(match)
    assert [holder.expired for holder in holders] == [
        int(holder.user == other.user) for holder in holders
    ]


async def test_when_nobody_is_there_any_more_the_match_stands_still_until_somebody_is(
    club: Club,
) -> None:
    match = await club.begin_with_lamps("night", clock="1h")
    for _ in range(5):
        assert await later(club, match, 1) != []
    [seat] = (await club.public(match)).awaited
    # With that nobody is there any more: not even the turn is played to its end.
    assert await later(club, match, 1) == [f"default {seat}"]
    assert (await club.public(match)).paused
    kinds = await club.kinds(match)
    assert await later(club, match, 1000) == []
    match_view = await club.public(match)
    assert (match_view.paused, dict(match_view.due)) == (True, {})
    await club.app.computers.wake_all()
    await club.settled()
    assert await club.kinds(match) == kinds
    # The other one is there again: the match goes on, and their time begins anew.
    back = (ALICE, BOB)[1 - seat]
    await giving.come_back(club.app, Command(match, back.user, 9001))
    await club.settled()
    match_view = await club.public(match)
    assert (match_view.paused, match_view.awaited) == (False, (1 - seat,))
    assert set(match_view.due.values()) == {club.clock.now() + HOUR}
    assert await club.kinds(match) == [*kinds, f"default {seat}", f"default {seat}"]
    await club.replayed(match)


async def test_a_player_back_during_their_own_turn_plays_it_to_its_end(club: Club) -> None:
    match = await club.begin_with_lamps("night", clock="1h")
    for _ in range(6):
        await later(club, match, 1)
    mover, other = await club.on_turn(match)
    kinds = await club.kinds(match)
    club.clock.advance(10 * 3600)
    await club.say(match, mover, "REST")
    seat = (ALICE, BOB).index(mover)
    assert (await club.kinds(match))[len(kinds) :] == [f"move {seat}"]
    match_view = await club.public(match)
    assert not match_view.paused
    assert set(match_view.due.values()) == {club.clock.now() + HOUR}
    await club.say(match, mover, "REST")
    assert (await club.kinds(match))[-3:] == [f"default {1 - seat}"] * 3
    assert await club.on_turn(match) == (mover, other)


async def test_a_computer_player_and_an_empty_seat_have_no_time_limit(club: Club) -> None:
    match = await club.open(seats=3, computers=1, clock="1h")
    await club.join(match, BOB)
    club.app.executor.go_on = lambda *_: None
    await lobby.start(club.app, club.command(match, ALICE))
    seats = {holder.seat: holder.is_computer for holder in await club.holders(match)}
    [computer] = [seat for seat, plays in seats.items() if plays]
    assert (await club.decisions(match))[f"hide-0-{computer}"] is None
    await club.app.computers.drive(match)
    await club.leave(match, BOB)
    assert all(due is not None for due in (await club.decisions(match)).values())


async def test_a_player_who_takes_over_a_seat_has_the_whole_time(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.begin(clock="1h")
    monkeypatch.setattr(ToyStanding, "default", lambda *_: None)
    await club.leave(match, BOB)
    assert (await club.decisions(match))["hide-0-1"] is None
    club.clock.advance(7200)
    await club.join(match, CAROL)
    assert (await club.decisions(match))["hide-0-1"] == club.clock.now() + HOUR


async def test_the_time_for_secret_choices_does_not_tell_who_has_chosen(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody took a seat over; whether the seats have chosen shows in no deadline."""
    monkeypatch.setattr(ToyStanding, "default", lambda *_: None)
    seen = []
    for channel, chosen in ((300, False), (301, True)):
        match = await club.open(channel=channel, seats=3, clock="1h")
        await club.join(match, BOB)
        await club.join(match, DORA)
        await club.start(match)
        if chosen:
            await club.say(match, BOB, "LAMP3")
        start = club.clock.now()
        club.clock.advance(1800)
        await club.leave(match, BOB)
        await club.join(match, CAROL)
        due = (await club.public(match)).secretly_due
        assert due is not None
        seen.append(due - start)
        if not chosen:
            await club.say(match, CAROL, "LAMP3")
            assert (await club.public(match)).secretly_due == due
    assert seen == [1.5 * HOUR, 1.5 * HOUR]


async def test_when_the_match_is_over_nothing_is_due(club: Club) -> None:
    match = await club.begin_with_lamps(clock="1h")
    await club.resign(match, ALICE)
    assert await club.decisions(match) == {}
    assert await later(club, match, 10) == []


async def test_those_who_are_asked_are_told_until_when_and_nobody_more(club: Club) -> None:
    match = await club.begin(clock="1h")
    due = club.clock.now() + HOUR
    assert dict((await club.sees(match, ALICE)).due) == {"hide-0-0": due}
    for match_view in (await club.public(match), await club.sees(match, CAROL)):
        assert (dict(match_view.due), match_view.secretly_due) == ({}, due)
    await club.say(match, ALICE, "LAMP2")
    await club.say(match, BOB, "LAMP3")
    match_view = await club.public(match)
    [turn] = match_view.waiting
    assert dict(match_view.due) == {turn.key: due}
    assert match_view.describe_default(turn) == "Otherwise the seat rests."


async def test_a_default_tells_those_it_concerns(club: Club) -> None:
    match = await club.begin_with_lamps(clock="1h")
    _, other = await club.on_turn(match)
    await club.posted()
    await later(club, match, 1)
    assert await club.posted() == [(MessageKind.PANEL, None), (MessageKind.TURN, other.user)]

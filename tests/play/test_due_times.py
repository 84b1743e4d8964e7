"""What seats have of their time: paces, banks, turns that are interrupted, pauses, more time."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from bot.play.deadlines import extensions, pauses
from bot.play.executor import Outcome, Receipt
from bot.play.lobby.seating import Person
from bot.play.match import submission
from bot.play.match.changes import Cause
from bot.play.match.transitions import PendingEntry, Transition
from bot.play.people.proposal_kinds import ProposalTerms
from bot.play.storage import queries
from bot.play.storage.outbox import MessageKind
from bot.play.storage.ports import UnitOfWork
from bot.play.storage.records import EntryKind, MatchId, OpenDecision, Pauser
from games.core.types import Seat
from tests.play.conftest import ALICE, BOB, CAROL, Club

HOUR = timedelta(hours=1)


async def rows(club: Club, match: MatchId) -> dict[str, OpenDecision]:
    return {row.key: row for row in await club.read(queries.OpenDecisions(match))}


async def the_row(club: Club, match: MatchId) -> OpenDecision:
    """The only decision that is publicly waited for."""
    [row] = [row for row in (await rows(club, match)).values() if row.waits and not row.secret]
    return row


async def due(club: Club, match: MatchId) -> datetime:
    found = (await the_row(club, match)).due_at
    assert found is not None
    return found


def hours(club: Club, number: float) -> None:
    club.clock.advance(number * 3600)


async def by_hand(club: Club, match: MatchId, piece: Any) -> None:
    """A step of which ``piece(work, run, now)`` is the deed."""

    async def step(work: UnitOfWork) -> Outcome:
        now = club.clock.now()
        transition: Transition = await submission.begin_transition(
            work, club.app, match, paused=True
        )
        await piece(work, transition, now)
        change = await submission.build_change(work, club.app, transition, Cause("test"))
        return Outcome(change, Receipt(match, ""))

    await club.app.executor.execute(match, 9, next(club.interactions), step)


async def paused(club: Club, match: MatchId, until: datetime | None = None) -> None:
    async def piece(work: UnitOfWork, transition: Transition, now: datetime) -> None:
        pauses.pause(transition, now, Pauser.REFEREE, until, reason="Holidays")

    await by_hand(club, match, piece)


async def resumed(club: Club, match: MatchId) -> None:
    async def piece(work: UnitOfWork, transition: Transition, now: datetime) -> None:
        await pauses.resume(transition, reason="Back")

    await by_hand(club, match, piece)


async def given_more(club: Club, match: MatchId, seat: int, more: timedelta) -> None:
    async def piece(work: UnitOfWork, transition: Transition, now: datetime) -> None:
        await extensions.extend(work, transition, Seat(seat), more, reason="Exams")

    await by_hand(club, match, piece)


def seat_of(person: Person) -> int:
    return (ALICE, BOB).index(person)


# Paces by kind


async def test_each_kind_of_decision_has_its_own_pace(club: Club) -> None:
    match = await club.begin(clock="24h; hide 3d")
    start = club.clock.now()
    assert set((await club.decisions(match)).values()) == {start + 72 * HOUR}
    await club.say(match, ALICE, "LAMP2")
    await club.say(match, BOB, "LAMP3")
    assert await due(club, match) == start + 24 * HOUR


async def test_a_kind_may_have_no_limit_and_only_one_kind_may_have_one(club: Club) -> None:
    free = await club.begin(300, clock="24h; hide none")
    assert set((await club.decisions(free)).values()) == {None}
    held = await club.begin(301, clock="none; hide 1h")
    assert None not in (await club.decisions(held)).values()
    await club.say(held, ALICE, "LAMP2")
    await club.say(held, BOB, "LAMP3")
    assert (await the_row(club, held)).due_at is None


# A turn that is interrupted


async def test_a_turn_stops_while_another_seat_reacts_and_goes_on_with_what_was_left(
    club: Club,
) -> None:
    match = await club.begin_with_lamps("duel", clock="24h; react 8h")
    mover, other = await club.on_turn(match)
    hours(club, 20)
    await club.say(match, mover, "B1+1")
    now = club.clock.now()
    assert await due(club, match) == now + 8 * HOUR
    hours(club, 7)
    await club.say(match, other, "REST")
    assert await due(club, match) == club.clock.now() + 4 * HOUR
    # A second interruption of the same turn, and its end.
    hours(club, 1)
    await club.say(match, mover, "B2+1")
    hours(club, 3)
    await club.say(match, other, "REST")
    assert await due(club, match) == club.clock.now() + 3 * HOUR
    await club.say(match, mover, "REST")
    assert await due(club, match) == club.clock.now() + 24 * HOUR
    await club.replayed(match)


async def test_an_interrupted_turn_runs_out_when_what_was_left_has_run_out(club: Club) -> None:
    match = await club.begin_with_lamps("duel", clock="24h; react 8h; remind never")
    mover, other = await club.on_turn(match)
    hours(club, 20)
    await club.say(match, mover, "B1+1")
    assert await club.after(8) == 1
    assert (await club.kinds(match))[-1] == f"default {seat_of(other)}"
    assert await club.after(3.9) == 0
    assert await club.after(0.1) == 1
    assert (await club.kinds(match))[-2:] == [f"default {seat_of(mover)}"] * 2


# Banks


async def test_a_bank_lasts_for_the_match_and_grows_with_each_answer_in_time(club: Club) -> None:
    match = await club.begin_with_lamps(clock="10h+2h max 20h")
    mover, other = await club.on_turn(match)
    assert await due(club, match) == club.clock.now() + 10 * HOUR
    assert (await club.public(match)).banks == {seat_of(other): 10 * HOUR}
    hours(club, 7)
    await club.say(match, mover, "REST")
    assert (await club.public(match)).banks == {seat_of(mover): 5 * HOUR}
    hours(club, 1)
    await club.say(match, other, "REST")
    assert await due(club, match) == club.clock.now() + 5 * HOUR
    assert (await club.public(match)).banks == {seat_of(other): 11 * HOUR}


async def test_a_bank_holds_no_more_than_its_cap(club: Club) -> None:
    match = await club.begin_with_lamps(clock="10h+2h max 11h")
    mover, _ = await club.on_turn(match)
    await club.say(match, mover, "REST")
    assert (await club.public(match)).banks == {seat_of(mover): 11 * HOUR}


async def test_an_empty_bank_still_gives_its_increment_and_does_not_grow_when_late(
    club: Club,
) -> None:
    match = await club.begin_with_lamps(clock="10h+2h; remind never; autopilot never")
    mover, other = await club.on_turn(match)
    assert await club.after(10) == 1
    await club.say(match, other, "REST")
    assert await club.on_turn(match) == (mover, other)
    assert await due(club, match) == club.clock.now() + 2 * HOUR


async def test_a_turn_of_many_actions_that_is_interrupted_earns_one_increment(club: Club) -> None:
    match = await club.begin_with_lamps("duel", clock="10h+2h max 90h; react 8h")
    mover, other = await club.on_turn(match)
    hours(club, 1)
    for number in (1, 2):
        await club.say(match, mover, f"B{number}+1")
        hours(club, 5)
        await club.say(match, other, "REST")
    # 10 less the hour that ran, and 2 once.
    assert await due(club, match) == club.clock.now() + 11 * HOUR
    await club.say(match, mover, "REST")
    banks = (await club.public(match)).banks
    # A reaction has a time of its own and touches no bank.
    assert banks == {seat_of(mover): 11 * HOUR}
    assert await due(club, match) == club.clock.now() + 10 * HOUR


async def test_secret_choices_touch_no_bank_and_have_one_time_for_all(club: Club) -> None:
    match = await club.begin(clock="10h+2h")
    start = club.clock.now()
    hours(club, 3)
    await club.say(match, ALICE, "LAMP2")
    match_view = await club.public(match)
    assert (match_view.secretly_due, match_view.banks) == (
        start + 10 * HOUR,
        {0: 10 * HOUR, 1: 10 * HOUR},
    )
    await club.say(match, BOB, "LAMP3")
    assert await due(club, match) == club.clock.now() + 10 * HOUR


# Reminders and grace


async def told(club: Club, *kinds: MessageKind) -> list[tuple[MessageKind, int | None]]:
    return [each for each in await club.posted() if each[0] in kinds]


async def test_each_reminder_is_sent_once_at_its_time(club: Club) -> None:
    match = await club.begin_with_lamps(clock="24h; remind 50% 75% 1h")
    mover, _ = await club.on_turn(match)
    await club.posted()
    reminders = {12: 1, 18: 1, 23: 1}
    for hour in range(1, 24):
        hours(club, 1)
        for _ in range(3):
            await club.app.deadlines.sweep()
        expected = [(MessageKind.REMIND, mover.user)] * reminders.get(hour, 0)
        assert await told(club, MessageKind.REMIND, MessageKind.LATE) == expected, hour
    await club.say(match, mover, "REST")
    await club.after(11.9)
    assert await told(club, MessageKind.REMIND) == []


async def test_reminders_that_were_missed_are_sent_as_one(club: Club) -> None:
    match = await club.begin_with_lamps(clock="24h; remind 50% 75% 1h")
    mover, _ = await club.on_turn(match)
    await club.posted()
    await club.after(23.5)
    await club.app.deadlines.sweep()
    assert await told(club, MessageKind.REMIND) == [(MessageKind.REMIND, mover.user)]


async def test_the_next_action_of_a_turn_reminds_nobody_again(club: Club) -> None:
    match = await club.begin_with_lamps("night", clock="24h; remind 50%")
    mover, _ = await club.on_turn(match)
    await club.after(12)
    assert await told(club, MessageKind.REMIND) == [(MessageKind.REMIND, mover.user)]
    await club.say(match, mover, "REST")
    await club.after(1)
    assert await told(club, MessageKind.REMIND) == []


async def test_grace_names_who_is_late_and_only_then_the_default_is_made(club: Club) -> None:
    match = await club.begin_with_lamps(clock="24h; grace 12h; remind never")
    mover, _ = await club.on_turn(match)
    seat = seat_of(mover)
    await club.posted()
    start = club.clock.now()
    assert await club.after(24) == 0
    assert await told(club, MessageKind.LATE, MessageKind.REFRESH) == [
        (MessageKind.REFRESH, None),
        (MessageKind.LATE, None),
    ]
    match_view = await club.public(match)
    [waiting] = match_view.waiting
    assert match_view.late == {waiting.key}
    assert match_view.due[waiting.key] == start + 36 * HOUR
    assert not (await the_row(club, match)).is_for_others
    assert await club.after(11.9) == 0
    assert await told(club, MessageKind.LATE) == []
    assert await club.after(0.1) == 1
    assert (await club.kinds(match))[-1] == f"default {seat}"


async def test_an_answer_within_the_grace_stands_and_is_not_counted(club: Club) -> None:
    match = await club.begin_with_lamps(clock="24h; grace 12h")
    mover, _ = await club.on_turn(match)
    await club.after(30)
    await club.say(match, mover, "REST")
    assert {holder.expired for holder in await club.holders(match)} == {0}
    assert not (await the_row(club, match)).late


async def test_with_a_vote_it_stays_open_and_the_others_may_decide(club: Club) -> None:
    match = await club.begin_with_lamps(clock="24h; grace 12h; then vote; remind never")
    await club.posted()
    await club.after(24)
    assert await told(club, MessageKind.LATE) == [(MessageKind.LATE, None)]
    assert await club.after(12) == 0
    assert await told(club, MessageKind.LATE) == [(MessageKind.LATE, None)]
    assert (await the_row(club, match)).is_for_others
    assert await club.after(1000) == 0
    assert await told(club, MessageKind.LATE) == []
    mover, _ = await club.on_turn(match)
    await club.say(match, mover, "REST")


# Autopilot


async def test_after_how_many_turns_a_seat_is_away_is_agreed_and_the_referee_is_told(
    club: Club,
) -> None:
    match = await club.begin_with_lamps(clock="1h; remind never; autopilot 1")
    mover, other = await club.on_turn(match)
    await named_referee(club, match, CAROL.user)
    await club.posted()
    await club.after(1)
    assert (await club.holders(match))[seat_of(mover)].is_autopilot
    assert await told(club, MessageKind.REFEREE) == [(MessageKind.REFEREE, CAROL.user)]
    await club.say(match, other, "REST")
    assert await told(club, MessageKind.REFEREE) == []


async def test_the_others_decide_once_for_a_whole_turn(club: Club) -> None:
    match = await club.begin_with_lamps("night", clock="24h; then vote; remind never")
    mover, other = await club.on_turn(match)
    seat = seat_of(mover)
    await club.say(match, mover, "REST")
    await club.after(24)
    terms = ProposalTerms("default", Seat(seat))
    await club.propose(match, other, terms)
    assert (await club.kinds(match))[-2:] == [f"default {seat}"] * 2
    assert (await club.holders(match))[seat].expired == 1
    assert await club.on_turn(match) == (other, mover)


async def named_referee(club: Club, match: MatchId, user: int) -> None:
    async def piece(work: UnitOfWork, transition: Transition, now: datetime) -> None:
        transition.match = replace(transition.match, referee=user)
        transition.add(PendingEntry(EntryKind.LOOKED, "{}", transition.state))

    await by_hand(club, match, piece)


async def test_never_means_never(club: Club) -> None:
    match = await club.begin_with_lamps(clock="1h; remind never; autopilot never")
    for _ in range(4):
        assert await club.after(1) == 1
    assert all(not holder.is_autopilot for holder in await club.holders(match))


async def test_who_takes_a_secret_choice_back_wins_no_time_and_all_go_on_having_one(
    club: Club,
) -> None:
    match = await club.begin(clock="24h; hide 8h")
    due = set((await club.decisions(match)).values())
    assert len(due) == 1
    for _ in range(3):
        club.clock.advance(3600)
        await club.say(match, ALICE, "LAMP2")
        await club.undo(match, ALICE)
        decisions = await club.decisions(match)
        assert len(decisions) == 2
        assert set(decisions.values()) == due


async def test_the_referee_is_called_after_as_many_timeouts_in_a_row_as_the_game_says(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    called = replace(club.app.games["toy"].meta, referee_after=2)
    monkeypatch.setattr(type(club.app.games["toy"]), "meta", called)
    match = await club.begin_with_lamps(clock="1h; remind never; autopilot never")
    _, other = await club.on_turn(match)
    await named_referee(club, match, CAROL.user)
    await club.posted()
    for letters in (0, 1):
        await club.after(1)
        said = await told(club, MessageKind.REFEREE)
        assert said == letters * [(MessageKind.REFEREE, CAROL.user)]
        await club.say(match, other, "REST")

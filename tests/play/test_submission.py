"""Moves: each once, whole or not at all, and only by those who are asked."""

from __future__ import annotations

import asyncio

import pytest

from bot.play.executor import Command
from bot.play.lobby.seating import Person
from bot.play.match import submission, views
from bot.play.match.questions import load_node
from bot.play.match.submission import TypedMove
from bot.play.refusals import NoMatch, NotNow, NotSeated
from bot.play.storage import queries
from bot.play.storage.outbox import MessageKind
from bot.play.storage.records import Match, MatchId, SeatHolder, Status
from games.core.types import Forbidden, NotYourDecision, Refusal, Seat, Unreadable
from tests.play.conftest import ALICE, BOB, CAROL, Club
from tests.toy import GAME as TOY

pytestmark = pytest.mark.on_both


async def test_a_move_is_stored_with_its_entry_snapshot_decisions_parcels_and_press(
    club: Club,
) -> None:
    match = await club.begin()
    before = await club.rows()
    receipt = await club.say(match, ALICE, "LAMP2")
    after = await club.rows()
    grown = {table: after[table] - before[table] for table in after if after[table] > before[table]}
    assert receipt.match == match
    assert "beacon 2" in receipt.text
    assert grown["entries"] == 1
    assert grown["snapshots"] == 1
    assert grown["presses"] == 1
    assert grown["audit"] == 1


async def test_a_decision_is_answered_once(club: Club) -> None:
    match = await club.begin()
    await club.pick(match, ALICE, "hide-0-0", *await path(club, match, ALICE, "hide-0-0"))
    rows = await club.rows()
    with pytest.raises(NotYourDecision):
        await club.pick(match, ALICE, "hide-0-0", "2")
    assert await club.rows() == rows


async def path(club: Club, match: MatchId, person: Person, key: str) -> tuple[str, ...]:
    """The keys of the first choices down to a whole move."""
    match_view = await views.load_for_user(club.app, match, person.user, key)
    asked = await load_node(match_view, (key,))
    while asked.question is not None:
        asked = await load_node(match_view, (*asked.path, asked.question.choices[0].key))
    return asked.path[1:]


@pytest.mark.parametrize(
    "wish", ["", "nonsense", "LAMP99", "B1+1", "@everyone", "\x00", "9" * 4000]
)
async def test_a_refused_move_changes_nothing(club: Club, wish: str) -> None:
    match = await club.begin()
    rows, stored = await club.rows(), await club.match(match)
    with pytest.raises(Refusal):
        await club.say(match, ALICE, wish)
    assert await club.rows() == rows
    assert await club.match(match) == stored


async def test_only_a_seat_may_move_and_only_when_asked(club: Club) -> None:
    match = await club.begin_with_lamps()
    _, waiting = await club.on_turn(match)
    with pytest.raises(NotSeated):
        await club.say(match, CAROL, "REST")
    with pytest.raises(NotYourDecision):
        await club.say(match, waiting, "REST")


async def test_there_is_no_move_in_a_lobby_or_in_no_match(club: Club) -> None:
    match = await club.open()
    with pytest.raises(NotNow):
        await club.say(match, ALICE, "LAMP2")
    with pytest.raises(NoMatch):
        await club.say(MatchId("nowhere2"), ALICE, "LAMP2")


async def test_an_unfinished_or_forged_path_is_refused(club: Club) -> None:
    match = await club.begin_with_lamps()
    person, _ = await club.on_turn(match)
    match_view = await club.sees(match, person)
    key = match_view.mine[0].key
    with pytest.raises((Unreadable, Forbidden)):
        await club.pick(match, person, key)
    with pytest.raises((Unreadable, Forbidden)):
        await club.pick(match, person, key, "zzz", "1")


async def test_of_twenty_submits_of_one_decision_exactly_one_wins(club: Club) -> None:
    match = await club.begin_with_lamps()
    person, _ = await club.on_turn(match)
    before = await club.rows()
    preferences = [Command(match, person.user, 1000 + number) for number in range(20)]
    results = await asyncio.gather(
        *(submission.submit(club.app, wish, TypedMove("REST")) for wish in preferences),
        return_exceptions=True,
    )
    assert sum(not isinstance(result, BaseException) for result in results) == 1
    assert all(isinstance(r, Refusal) for r in results if isinstance(r, BaseException))
    assert (await club.rows())["entries"] == before["entries"] + 1


async def test_a_process_that_was_slower_is_refused_and_stores_nothing(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.begin_with_lamps()
    person, _ = await club.on_turn(match)
    stale = await club.read(queries.SeatedMatch(match))
    assert stale is not None
    await club.say(match, person, "REST")
    rows = await club.rows()

    async def as_it_was(*_: object, **__: object) -> tuple[Match, tuple[SeatHolder, ...]]:
        return stale

    # What a process sees that read before the other one wrote.
    monkeypatch.setattr("bot.play.match.submission.load_running", as_it_was)
    with pytest.raises(NotYourDecision):
        await club.say(match, person, "REST")
    assert await club.rows() == rows


async def test_a_match_goes_on_after_everything_in_memory_is_lost(club: Club) -> None:
    match = await club.begin_with_lamps()
    club.app.executor.positions._states.clear()
    person, _ = await club.on_turn(match)
    assert " rests." in (await club.say(match, person, "REST")).text


async def test_giving_up_ends_the_match_for_the_other_side(club: Club) -> None:
    match = await club.begin_with_lamps()
    await club.resign(match, ALICE)
    match_view = await club.public(match)
    assert match_view.match.status is Status.OVER
    assert match_view.ending is not None
    assert (match_view.ending.kind, match_view.ending.winners) == ("resigned", (Seat(1),))
    assert match_view.ending.rule == TOY.meta.resign_rule
    with pytest.raises(NotNow):
        await club.say(match, BOB, "REST")


async def outbox_messages(club: Club) -> list[tuple[MessageKind, int | None]]:
    due = await club.read(queries.DueMessages(club.clock.now(), 100))
    return [(outbox_message.kind, outbox_message.user) for outbox_message in due]


async def test_the_one_who_must_move_next_is_told_and_the_mover_is_not(club: Club) -> None:
    match = await club.begin_with_lamps()
    mover, next_one = await club.on_turn(match)
    start = len(await outbox_messages(club))
    await club.say(match, mover, "REST")
    new = (await outbox_messages(club))[start:]
    assert (MessageKind.PANEL, None) in new
    assert (MessageKind.TURN, next_one.user) in new
    assert (MessageKind.TURN, mover.user) not in new


async def test_after_the_commit_the_sender_is_woken_once_per_step(club: Club) -> None:
    woken: list[int] = []
    match = await club.begin_with_lamps()
    club.app.executor.after_commit = lambda: woken.append(1)
    mover, _ = await club.on_turn(match)
    await club.say(match, mover, "REST")
    assert woken == [1]
    with pytest.raises(Refusal):
        await club.say(match, mover, "REST")
    assert woken == [1]


async def test_a_secret_choice_is_asked_for_by_dm_and_is_nobodys_turn(club: Club) -> None:
    await club.begin()
    sent = [kind for kind in await outbox_messages(club) if kind[1] is not None]
    assert sent == [(MessageKind.ASK, ALICE.user), (MessageKind.ASK, BOB.user)]


async def test_a_secret_is_owed_by_dm_to_the_one_who_made_it_as_well(club: Club) -> None:
    match = await club.begin()
    start = len(await outbox_messages(club))
    await club.say(match, ALICE, "LAMP2")
    new = (await outbox_messages(club))[start:]
    assert new == [(MessageKind.PANEL, None), (MessageKind.SECRET, ALICE.user)]

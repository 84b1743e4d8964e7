"""Two worlds that differ in what somebody did in secret: their times are the same for others."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.play.match.views import MatchView
from bot.play.people import quiet_hours
from bot.play.storage import queries
from bot.play.storage.outbox import MessageKind
from bot.play.storage.records import MatchId
from games.core.types import Decision
from tests.play.conftest import ALICE, BOB, CAROL, Club, a_club
from tests.play.test_clock_steps import absent
from tests.play.test_due_times import given_more, hours, paused, resumed, rows
from tests.play.test_quiet_hours import BERLIN

ONLY_ALICE = {MessageKind.SECRET, MessageKind.ASK, MessageKind.OFFER, MessageKind.REMIND}
"""What a player is told privately; that it was told is for nobody else to see."""


def plain(match_view: MatchView) -> MatchView:
    """Without the counters that secret moves tick."""
    return replace(match_view, match=replace(match_view.match, seq=0, place=0, touched_at=None))


def times(match_view: MatchView) -> Any:
    """All that a sight tells of time; of one's own, only for oneself."""
    own = match_view.due if match_view.seat is not None else {}
    public = {each.key for each in match_view.waiting}
    return (
        match_view.secretly_due,
        match_view.secretly_late,
        dict(own),
        {key: at for key, at in match_view.due.items() if key in public},
        match_view.late,
        dict(match_view.banks),
        (match_view.match.paused_at, match_view.match.paused_until),
    )


async def seen(club: Club, match: MatchId) -> Any:
    """What everybody but Alice can know of the times of a match, and what is told of them."""
    letters = [
        (each.kind, each.user)
        for each in await waiting(club, match)
        if not (each.user == ALICE.user and each.kind in ONLY_ALICE)
    ]
    return (
        times(await club.public(match)),
        times(await club.sees(match, BOB)),
        times(await club.sees(match, CAROL)),
        letters,
    )


async def waiting(club: Club, match: MatchId) -> Any:
    async with club.app.store.writing() as work:
        due = await work.read(queries.DueMessages(club.clock.now(), 1000))
        mine = [each for each in due if each.match == match]
        for outbox_message in mine:
            assert outbox_message.id is not None
            await work.mark_sent(outbox_message.id, 1, club.clock.now())
        await work.commit()
    # An edit of the panel shows what was there: only what it shows may not differ.
    return [each for each in mine if each.kind is not MessageKind.REFRESH]


@pytest.mark.parametrize("clock", ["24h; grace 12h", "72h+12h; grace 1h; then vote", "6h"])
async def test_no_time_tells_who_has_chosen_whatever_happens_to_the_clocks(
    club: Club, clock: str
) -> None:
    one = await club.begin(300, clock=f"{clock}; remind 50% 1h; autopilot never")
    other = await club.begin(301, clock=f"{clock}; remind 50% 1h; autopilot never")
    await club.say(one, ALICE, "LAMP2")
    for match in (one, other):
        await waiting(club, match)
    assert await seen(club, one) == await seen(club, other)

    async def same() -> None:
        await club.app.deadlines.sweep()
        assert await seen(club, one) == await seen(club, other)

    await same()
    hours(club, 3)
    await same()
    await quiet_hours.set_hours(
        club.app, ALICE.user, next(club.interactions), BERLIN, "12:00-20:00"
    )
    await same()
    for match in (one, other):
        await given_more(club, match, 0, timedelta(hours=5))
    await same()
    await absent(club, 2)
    await same()
    for match in (one, other):
        await paused(club, match)
    hours(club, 10)
    await same()
    for match in (one, other):
        await resumed(club, match)
    await same()
    hours(club, 2)
    await same()


async def test_a_secret_draft_has_the_time_of_all_however_often_it_is_changed(club: Club) -> None:
    match = await club.begin_with_lamps("night", clock="24h; grace 2h")
    before = await rows(club, match)
    public = plain(await club.public(match))
    for number in range(3):
        hours(club, 1)
        await club.pick(match, ALICE, f"shift-{number}-0", str(number + 1))
    after = await rows(club, match)
    assert after["shift-3-0"].due_at == before["shift-0-0"].due_at
    assert plain(await club.public(match)) == public
    # Offers that nobody waits for are no reason to remind or to call anybody late.
    await waiting(club, match)
    await club.after(22)
    assert {each.about.split("-")[0] for each in await waiting(club, match)} <= {"turn", ""}


@pytest.mark.parametrize("unseen", ["move", "undo", "order"])
async def test_when_a_seat_is_waited_for_no_more_does_not_tell_what_it_does_unseen(
    tmp_path_factory: pytest.TempPathFactory, unseen: str
) -> None:
    worlds: list[list[Any]] = []
    for does in (False, True):
        async with a_club(tmp_path_factory.mktemp("world")) as there:
            worlds.append([])
            match = await there.begin_with_lamps("night", clock="1h; remind never; autopilot 2")
            for _ in range(4):
                worlds[-1].append(await seen(there, match))
                away = [each.away for each in await there.holders(match)]
                worlds[-1].append(away)
                # Whoever is away and gives an order says to all that they are back.
                if does and not (away[0] and unseen == "order"):
                    await does_unseen(there, match, unseen)
                for _ in range(3):
                    if await there.on_turn(match) == (BOB, ALICE):
                        await there.say(match, BOB, "REST")
                await there.after(1.1)
    assert worlds[0] == worlds[1]
    assert [True, False] in worlds[0]


async def does_unseen(club: Club, match: MatchId, what: str) -> None:
    if what == "order":
        await club.order(match, ALICE, "REST DRY")
        await club.order(match, ALICE, "REST CLEAR")
        return
    await club.say(match, ALICE, "LAMP6")
    if what == "undo":
        await club.undo(match, ALICE)


async def test_the_harness_finds_a_time_that_tells(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = await club.begin(300, clock="24h"), await club.begin(301, clock="24h")
    await club.say(one, ALICE, "LAMP2")

    def only_theirs(book: Any, decision: Decision) -> timedelta:
        more: timedelta = book.transition.extended.get(decision.seat, timedelta())
        return more

    monkeypatch.setattr("bot.play.match.changes._Book._extension", only_theirs)
    for match in (one, other):
        await given_more(club, match, 0, timedelta(hours=5))
    assert await seen(club, one) != await seen(club, other)

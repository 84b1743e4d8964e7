"""Who won, drew or lost is written in the transaction that ends a match."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.play.match.changes import build_results
from bot.play.storage import queries
from bot.play.storage.profiles import PlayerResult, Result
from bot.play.storage.records import Match, MatchId, SeatHolder, SeatingOrder, Status
from games.core.types import Ending, Seat
from tests.play.conftest import ALICE, BOB, SERVER, Club
from tests.play.referees import Whistle

NOW = datetime(2026, 5, 1, tzinfo=UTC)
MATCH = Match(
    id=MatchId("abcdefgh"),
    game="toy",
    settings="{}",
    rules_version=1,
    status=Status.OVER,
    server=7,
    channel=8,
    host=1,
    seats=3,
    seating=SeatingOrder.CHOICE,
    seed=b"",
    created_at=NOW,
)


def sitting(*users: int | None) -> tuple[SeatHolder, ...]:
    return tuple(SeatHolder(MATCH.id, Seat(s), user, "Somebody") for s, user in enumerate(users))


def fared(found: tuple[Result, ...]) -> list[tuple[int, int, str]]:
    return [(row.user, row.seat, row.outcome.value) for row in found]


WIN = Ending("score", (Seat(1),), (), "")


def test_the_winners_have_won_and_all_others_have_lost() -> None:
    found = build_results(MATCH, sitting(1, 2, 3), WIN, NOW)
    assert fared(found) == [(1, 0, "lost"), (2, 1, "won"), (3, 2, "lost")]
    assert {(row.team, row.teams, row.rated, row.at) for row in found} == {
        (team, 3, True, NOW) for team in range(3)
    }


def test_a_draw_is_one_for_all_and_an_abandoned_match_counts_for_nobody() -> None:
    found = build_results(MATCH, sitting(1, 2, 3), Ending.agreed(""), NOW)
    assert {row.outcome for row in found} == {PlayerResult.DRAWN}
    assert build_results(MATCH, sitting(1, 2, 3), Ending.abandoned(), NOW) == ()


def test_a_player_who_resigned_has_lost_even_if_their_team_wins() -> None:
    match = replace(MATCH, seats=4, teams=(0, 0, 1, 1), resigned=(1,), resigned_by=(9,))
    holders = (*sitting(1)[:1], *(replace(h, seat=Seat(h.seat + 2)) for h in sitting(3, 4)))
    win = Ending("score", (Seat(0), Seat(1)), (), "")
    found = build_results(match, holders, win, NOW)
    assert fared(found) == [(1, 0, "won"), (9, 1, "left"), (3, 2, "lost"), (4, 3, "lost")]
    assert all(row.rated for row in found)


def test_who_took_over_a_seat_that_was_given_up_fares_as_the_seat_does() -> None:
    match = replace(MATCH, resigned=(1,), resigned_by=(9,))
    began = sitting(1, 9, 3)
    found = build_results(match, sitting(1, 2, 3), WIN, NOW, began)
    assert fared(found) == [(1, 0, "lost"), (2, 1, "won"), (9, 1, "left"), (3, 2, "lost")]
    found = build_results(match, sitting(1, 2, 3), replace(WIN, winners=(Seat(0),)), NOW, began)
    assert fared(found) == [(1, 0, "won"), (2, 1, "helped"), (9, 1, "left"), (3, 2, "lost")]


def test_a_player_who_resigned_and_was_let_in_again_counts_once() -> None:
    match = replace(MATCH, resigned=(0,), resigned_by=(2,))
    assert fared(build_results(match, sitting(1, 2, 3), WIN, NOW))[1] == (2, 1, "won")


@pytest.mark.parametrize(
    ("match", "holders"),
    [
        (replace(MATCH, practice=True), sitting(1, 2, 3)),
        (replace(MATCH, origin="fork:zzzzzzzz"), sitting(1, 2, 3)),
        (replace(MATCH, origin="import"), sitting(1, 2, 3)),
        (MATCH, sitting(1, 2, None)),
        (MATCH, sitting(1, 2)),
        (MATCH, sitting(1)),
        (replace(MATCH, seats=2, teams=(0, 1)), sitting(1)),
    ],
)
def test_practice_and_matches_without_a_person_in_each_seat_count_but_are_not_rated(
    match: Match, holders: tuple[SeatHolder, ...]
) -> None:
    found = build_results(match, holders, WIN, NOW)
    assert found
    assert not any(row.rated for row in found)


def test_a_rematch_is_rated() -> None:
    match = replace(MATCH, origin="rematch:zzzzzzzz")
    assert all(row.rated for row in build_results(match, sitting(1, 2, 3), WIN, NOW))


def test_in_practice_all_begin_alike_whenever_they_sit_down() -> None:
    practice = replace(MATCH, practice=True)
    found = build_results(practice, sitting(1, 2, 3), WIN, NOW, sitting(1))
    assert fared(found) == [(1, 0, "lost"), (2, 1, "won"), (3, 2, "lost")]


async def _stored(club: Club) -> list[tuple[int, str, bool]]:
    return [
        (row.user, row.outcome, row.rated)
        for row in await club.read(queries.Results("toy", SERVER))
    ]


async def test_a_resignation_of_two_writes_the_results_with_the_ending(club: Club) -> None:
    match = await club.begin()
    assert await _stored(club) == []
    await club.resign(match, BOB)
    assert await _stored(club) == [(ALICE.user, "won", True), (BOB.user, "lost", True)]


async def test_a_match_that_ends_by_its_rules_writes_them_too(club: Club) -> None:
    match = await club.begin_with_lamps()
    while (await club.match(match)).status is Status.RUNNING:
        person, _ = await club.on_turn(match)
        await club.say(match, person, "REST")
    winners = {row[0] for row in await _stored(club) if row[1] == "won"}
    assert len(await _stored(club)) == 2
    assert winners <= {ALICE.user, BOB.user}


async def test_a_match_against_a_computer_player_counts_without_a_rating(club: Club) -> None:
    match = await club.solo()
    await club.resign(match, ALICE)
    assert await _stored(club) == [(ALICE.user, "lost", False)]


async def test_the_mark_of_the_results_is_another_after_each_match(club: Club) -> None:
    async def mark() -> str:
        return await club.read(queries.ResultsMark())

    before = await mark()
    match = await club.begin()
    assert await mark() == before
    await club.resign(match, BOB)
    assert await mark() != before


async def test_results_go_when_the_match_is_opened_again_and_come_with_its_new_end(
    club: Club,
) -> None:
    match = await club.begin()
    await club.resign(match, BOB)
    gm = Whistle(club, match)
    assert await _stored(club) == [(ALICE.user, "won", True), (BOB.user, "lost", True)]
    await gm.undo(1)
    assert (await club.match(match)).status is Status.RUNNING
    assert await _stored(club) == []
    await gm.close(None)
    assert await _stored(club) == []
    await gm.undo(1)
    await gm.close((Seat(1),))
    assert await _stored(club) == [(ALICE.user, "lost", True), (BOB.user, "won", True)]

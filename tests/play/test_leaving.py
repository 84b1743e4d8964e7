"""Leaving a match: the others can claim it, or let somebody take the seat; who pays for it."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.play.context import Command
from bot.play.lobby.seating import Person
from bot.play.match import views
from bot.play.match.results import results_of
from bot.play.people import proposals, ratings
from bot.play.people.leaving import Replacement
from bot.play.people.proposal_kinds import ProposalTerms
from bot.play.refusals import NotNow
from bot.play.storage import queries
from bot.play.storage.outbox import MessageKind
from bot.play.storage.profiles import PlayerResult, Result
from bot.play.storage.records import MatchId, Status
from games.core import endings
from games.core.endings import Ending
from games.core.seats import Seat
from tests.play.conftest import ALICE, BOB, CAROL, SERVER, Club
from tests.play.test_results import MATCH, NOW, sitting

DAN = Person(4, "Dan")
CLAIM = ProposalTerms("claim")


async def claim(club: Club, match: MatchId, person: Person) -> str:
    press = next(club.interactions)
    return (await proposals.propose(club.app, Command(match, person.user, press), CLAIM)).text


async def results(club: Club) -> dict[int, tuple[str, bool]]:
    async with club.app.store.reading() as reader:
        rows = await reader.read(queries.Results("toy", SERVER))
    return {row.user: (row.outcome.value, row.rated) for row in rows}


async def changes(club: Club) -> dict[int, float]:
    async with club.app.store.reading() as reader:
        known = ratings.folded(await reader.read(queries.Results("toy", SERVER)))
    return {user: round(record.change, 6) for user, record in known.items()}


@pytest.mark.parametrize("instead", list(Replacement))
async def test_the_last_player_left_claims_the_win_and_the_leaver_loses_rating(
    club: Club, instead: Replacement
) -> None:
    match = await club.begin()
    await club.leave(match, BOB, instead)
    possible = await proposals.possible(club.app, match, ALICE.user)
    assert CLAIM.kind in {terms.kind for terms in possible}
    assert await claim(club, match, ALICE) == "The win is yours."
    match_view = await views.by_public(club.app, match)
    assert match_view.ending == endings.left((Seat(0),))
    assert match_view.result == "Green has left the match: Red wins."
    assert await changes(club) == {ALICE.user: 20.0, BOB.user: -20.0}


async def test_who_took_the_seat_over_has_helped_and_the_leaver_loses(club: Club) -> None:
    match = await club.begin()
    await club.leave(match, BOB)
    await club.join(match, CAROL)
    with pytest.raises(NotNow):
        await claim(club, match, ALICE)
    await club.resign(match, CAROL)
    assert await results(club) == {
        ALICE.user: ("won", True),
        BOB.user: ("left", True),
        CAROL.user: ("helped", False),
    }
    assert await changes(club) == {ALICE.user: 20.0, BOB.user: -20.0, CAROL.user: 0.0}
    async with club.app.store.reading() as reader:
        known = ratings.folded(await reader.read(queries.Results("toy", SERVER)))
    carol = known[CAROL.user]
    assert (carol.played, carol.won, carol.drawn, carol.lost, carol.helped) == (1, 0, 0, 0, 1)


async def test_who_takes_a_computers_seat_over_and_resigns_has_helped_in_a_match_without_a_rating(
    club: Club,
) -> None:
    match = await club.open(seats=3, computers=1)
    await club.join(match, BOB)
    await club.start(match)
    await club.join(match, CAROL, 1)
    await club.resign(match, CAROL)
    await club.resign(match, BOB)
    assert await results(club) == {
        ALICE.user: ("won", False),
        BOB.user: ("lost", False),
        CAROL.user: ("helped", False),
    }


async def test_who_took_the_seat_over_wins_by_winning_and_the_leaver_has_no_result(
    club: Club,
) -> None:
    match = await club.begin()
    await club.leave(match, BOB)
    await club.join(match, CAROL)
    await club.resign(match, ALICE)
    assert await changes(club) == {ALICE.user: -20.0, CAROL.user: 20.0}


async def test_a_draw_and_an_abandoned_match_change_nothing_for_a_seat_that_was_left(
    club: Club,
) -> None:
    match = await club.begin()
    await club.leave(match, BOB)
    await club.join(match, CAROL)
    await proposals.propose(club.app, Command(match, ALICE.user, 9001), ProposalTerms("draw"))
    [put] = await proposals.open_in(club.app, await club.match(match))
    await proposals.answer(
        club.app, Command(put.proposal.match, CAROL.user, 9002), put.proposal.id, agree=True
    )
    assert await changes(club) == {ALICE.user: 0.0, CAROL.user: 0.0}
    other = await club.begin(channel=300)
    await club.leave(other, BOB)
    await proposals.propose(club.app, Command(other, ALICE.user, 9003), ProposalTerms("abandon"))
    assert (await club.match(other)).status is Status.OVER
    assert BOB.user not in await changes(club)


async def test_a_returning_player_plays_as_if_they_had_never_left(club: Club) -> None:
    match = await club.begin()
    await club.leave(match, BOB)
    await club.join(match, BOB)
    await club.resign(match, ALICE)
    assert await changes(club) == {ALICE.user: -20.0, BOB.user: 20.0}


async def test_in_a_match_of_three_nobody_claims_while_two_play(club: Club) -> None:
    match = await club.open(seats=3)
    await club.join(match, BOB)
    await club.join(match, CAROL)
    await club.start(match)
    await club.leave(match, BOB)
    with pytest.raises(NotNow):
        await claim(club, match, ALICE)
    await club.leave(match, CAROL)
    assert await claim(club, match, ALICE) == "The win is yours."
    assert await results(club) == {
        ALICE.user: ("won", True),
        BOB.user: ("left", True),
        CAROL.user: ("left", True),
    }
    assert sum((await changes(club)).values()) == 0.0


async def test_a_computer_player_of_the_start_is_an_opponent(club: Club) -> None:
    match = await club.solo()
    with pytest.raises(NotNow):
        await claim(club, match, ALICE)


async def test_a_team_claims_by_more_than_half_of_it(club: Club) -> None:
    match = await club.open(teams=(0, 1, 1))
    await club.join(match, BOB)
    await club.join(match, CAROL)
    await club.start(match)
    await club.leave(match, ALICE)
    assert "Asked: Carol" in await claim(club, match, BOB)


async def test_those_who_play_on_are_told_what_they_can_do(club: Club) -> None:
    match = await club.begin()
    await club.posted()
    await club.leave(match, BOB)
    assert (MessageKind.VACANT, ALICE.user) in await club.posted()


WINS = (
    Ending("score", (Seat(0),), (), ""),
    Ending("score", (Seat(1),), (), ""),
    Ending("score", (Seat(2),), (), ""),
    Ending("score", (), (), ""),
)


@pytest.mark.parametrize("seed", range(40))
def test_nobody_gains_by_leaving_nobody_loses_as_a_substitute_and_no_points_are_made(
    seed: int,
) -> None:
    """Forty histories of matches in which people leave and others take over."""
    rng = random.Random(seed)
    rows: list[Result] = []
    for number in range(12):
        users = rng.sample(range(1, 9), 3)
        began = sitting(*users)
        holders = list(began)
        for seat in rng.sample(range(3), rng.randint(0, 3)):
            holders = [holder for holder in holders if holder.seat != seat]
            new = rng.choice([None, 100 + seat])
            if rng.random() < 0.7:
                holders += [holder for holder in sitting(new, new, new) if holder.seat == seat]
        match = replace(MATCH, id=MatchId(f"m{number}"))
        found = results_of(match, holders, rng.choice(WINS), NOW, began)
        before = ratings.folded(rows)
        rows += found
        after = ratings.folded(rows)
        took_over = {holder.user for holder in holders if holder not in began}
        moved = {
            row.user: after[row.user].rating - before.get(row.user, ratings.RatingRecord()).rating
            for row in found
        }
        for row in found:
            if row.outcome is PlayerResult.LEFT:
                assert moved[row.user] <= 0
            if row.user in took_over:
                assert moved[row.user] >= 0
                assert row.outcome is PlayerResult.WON or moved[row.user] == 0
                assert after[row.user].lost == before.get(row.user, ratings.RatingRecord()).lost
        assert sum(moved.values()) <= 1e-6
    assert rows

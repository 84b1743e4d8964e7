"""Leaving and resigning: who plays on, who takes the seat, who wins, and who pays for it."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.play.lobby.seating import Person
from bot.play.match.changes import build_results
from bot.play.people import proposals, ratings
from bot.play.people.leaving import Replacement, find_winners
from bot.play.people.proposal_kinds import ProposalTerms
from bot.play.refusals import NotNow, NotSeated
from bot.play.storage import queries
from bot.play.storage.profiles import PlayerResult, Result
from bot.play.storage.records import MatchId, SeatHolder, Status
from games.core.types import Ending, Seat
from tests.play.conftest import ALICE, BOB, CAROL, SERVER, Club
from tests.play.referees import Whistle
from tests.play.test_results import MATCH, NOW, sitting

DAN = Person(4, "Dan")
CLAIM = ProposalTerms("claim")


async def claim(club: Club, match: MatchId, person: Person) -> str:
    return await club.propose(match, person, CLAIM)


async def results(club: Club) -> dict[int, tuple[str, bool]]:
    rows = await club.read(queries.Results("toy", SERVER))
    return {row.user: (row.outcome.value, row.rated) for row in rows}


async def changes(club: Club) -> dict[int, float]:
    known = ratings.rate(await club.read(queries.Results("toy", SERVER)))
    return {user: round(record.change, 6) for user, record in known.items()}


@pytest.mark.parametrize("instead", list(Replacement))
async def test_the_last_player_left_claims_the_win_and_the_leaver_loses_rating(
    club: Club, instead: Replacement
) -> None:
    match = await club.begin()
    await club.leave(match, BOB, instead)
    possible = await proposals.load_possible(club.app, match, ALICE.user)
    assert CLAIM.kind in {terms.kind for terms in possible}
    assert await claim(club, match, ALICE) == "The win is yours."
    match_view = await club.public(match)
    assert match_view.ending == Ending.left((Seat(0),))
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
    known = ratings.rate(await club.read(queries.Results("toy", SERVER)))
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
    await club.propose(match, ALICE, ProposalTerms("draw"))
    put = await club.proposal(match)
    await club.answer(put, CAROL, agree=True)
    assert await changes(club) == {ALICE.user: 0.0, CAROL.user: 0.0}
    other = await club.begin(channel=300)
    await club.leave(other, BOB)
    await club.propose(other, ALICE, ProposalTerms("abandon"))
    assert (await club.match(other)).status is Status.OVER
    assert BOB.user not in await changes(club)


async def test_a_returning_player_plays_as_if_they_had_never_left(club: Club) -> None:
    match = await club.begin()
    await club.leave(match, BOB)
    await club.join(match, BOB)
    await club.resign(match, ALICE)
    assert await changes(club) == {ALICE.user: -20.0, BOB.user: 20.0}


async def test_in_a_match_of_three_nobody_claims_while_two_play(club: Club) -> None:
    match = await club.three()
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
    match = await club.three(teams=(0, 1, 1))
    await club.leave(match, ALICE)
    assert "Asked: Carol" in await claim(club, match, BOB)


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
        found = build_results(match, holders, rng.choice(WINS), NOW, began)
        before = ratings.rate(rows)
        rows += found
        after = ratings.rate(rows)
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


# --- Resigning ---


@pytest.mark.parametrize(
    ("teams", "users", "out", "won"),
    [
        ((0, 1), (1, 2), (), [1]),
        ((0, 1), (1, None), (), [1]),
        ((0, 1), (1, ""), (), [1]),
        # Of three two go on, whether people hold their seats or computer players.
        ((0, 1, 2), (1, 2, 3), (), []),
        ((0, 1, 2), (1, 2, None), (), []),
        ((0, 1, 2), (1, None, None), (), []),
        # The last side that has not given up wins.
        ((0, 1, 2), (1, "", 3), (1,), [2]),
        ((0, 1, 2), (1, None, 3), (1,), [2]),
        ((0, 1, 2), (1, "", 3), (), [2]),
        ((0, 1, 1), (1, 2, 3), (), [1, 2]),
        # A team goes on while one of it has not given up.
        ((0, 0, 1, 1), (1, 2, 3, 4), (), []),
        ((0, 0, 1, 1), (1, "", 3, 4), (1,), [2, 3]),
        ((0, 0, 1, 1), (1, None, 3, 4), (1,), [2, 3]),
        # Where nobody is left those win who have not given up.
        ((0, 1, 2), (1, "", ""), (1,), [2]),
        ((0, 1, 2), (1, "", ""), (1, 2), [1, 2]),
    ],
)
def test_who_wins_when_the_first_seat_gives_up(
    teams: tuple[int, ...],
    users: tuple[int | str | None, ...],
    out: tuple[int, ...],
    won: list[int],
) -> None:
    """``""`` among the users is an empty seat, ``None`` a computer player."""
    match = replace(MATCH, seats=len(teams), teams=teams, resigned=out, resigned_by=out)
    holders = [
        SeatHolder(match.id, Seat(seat), user, "")
        for seat, user in enumerate(users)
        if not isinstance(user, str)
    ]
    assert list(find_winners(match, holders, Seat(0))) == won


async def test_one_of_three_gives_up_and_the_two_others_play_it_out(club: Club) -> None:
    match = await club.three()
    receipt = await club.resign(match, BOB)
    assert "the others go on" in receipt.text
    stored = await club.match(match)
    assert stored.status is Status.RUNNING
    assert (stored.resigned, stored.resigned_by) == ((1,), (BOB.user,))
    assert [holder.user for holder in await club.holders(match)] == [ALICE.user, CAROL.user]
    await club.say(match, ALICE, "LAMP4")
    await club.say(match, CAROL, "LAMP2")
    await club.replayed(match)
    with pytest.raises(NotSeated):
        await club.resign(match, BOB)
    await club.resign(match, CAROL)
    ending = (await club.public(match)).ending
    assert ending is not None
    assert (ending.kind, ending.winners) == ("resigned", (0,))
    assert await results(club) == {
        ALICE.user: ("won", True),
        BOB.user: ("left", True),
        CAROL.user: ("lost", True),
    }


async def test_a_computer_player_takes_over_for_a_player_who_resigned(club: Club) -> None:
    match = await club.three()
    receipt = await club.resign(match, BOB, Replacement.COMPUTER)
    assert "Computer 1 plays on" in receipt.text
    assert [holder.user for holder in await club.holders(match)] == [ALICE.user, None, CAROL.user]
    await club.resign(match, CAROL, Replacement.COMPUTER)
    assert (await club.match(match)).status is Status.OVER


@pytest.mark.parametrize("instead", list(Replacement))
async def test_nobody_joins_for_a_seat_that_was_given_up(club: Club, instead: Replacement) -> None:
    match = await club.three()
    await club.resign(match, BOB, instead)
    for person, seat in ((DAN, 1), (BOB, 1)):
        with pytest.raises(NotNow, match="resigned for good") as refused:
            await club.join(match, person, seat)
        assert "referee" in refused.value.instead
    with pytest.raises(NotNow) as refused:
        await club.join(match, DAN)
    assert refused.value.instead == "Its other seats were resigned for good."
    await club.leave(match, CAROL)
    await club.join(match, DAN)
    assert {holder.user for holder in await club.holders(match)} >= {ALICE.user, DAN.user}


async def test_one_of_a_team_gives_up_and_the_team_plays_on(club: Club) -> None:
    match = await club.three(teams=(0, 1, 1))
    await club.resign(match, CAROL)
    assert (await club.match(match)).status is Status.RUNNING
    await club.resign(match, BOB)
    ending = (await club.public(match)).ending
    assert ending is not None
    assert ending.winners == (0,)


async def test_the_referee_lets_somebody_take_a_seat_that_was_given_up(club: Club) -> None:
    match = await club.three()
    await club.resign(match, BOB)
    await Whistle(club, match).give(1, DAN)
    users = [holder.user for holder in await club.holders(match)]
    assert users == [ALICE.user, DAN.user, CAROL.user]
    await club.resign(match, CAROL)
    assert (await club.match(match)).status is Status.RUNNING
    await club.resign(match, ALICE)
    # The player who resigned it is forgiven: the seat counts for those who played it to the end.
    assert await results(club) == {
        ALICE.user: ("lost", True),
        CAROL.user: ("left", True),
        DAN.user: ("won", True),
    }

"""Giving up in matches of many: who wins, who goes on, what becomes of the seat."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.play.lobby.seating import Person
from bot.play.match import views
from bot.play.people.leaving import Replacement, find_winners
from bot.play.refusals import NotNow, NotSeated
from bot.play.storage import queries
from bot.play.storage.records import MatchId, SeatHolder, Status
from games.core.seats import Seat
from tests.play.conftest import ALICE, BOB, CAROL, SERVER, Club
from tests.play.referees import Whistle
from tests.play.test_results import MATCH, sitting

DAN = Person(4, "Dan")
OWN = Seat(0)


def winners(teams: tuple[int, ...], users: tuple[int | str | None, ...], *out: int) -> list[int]:
    """Who wins when the first seat gives up; ``""`` is an empty seat."""
    match = replace(MATCH, seats=len(teams), teams=teams, resigned=out, resigned_by=out)
    holders = [
        SeatHolder(match.id, Seat(seat), user, "")
        for seat, user in enumerate(users)
        if not isinstance(user, str)
    ]
    return list(find_winners(match, holders, OWN))


def test_with_two_seats_the_other_one_wins_whether_a_person_holds_it_or_not() -> None:
    assert winners((0, 1), (1, 2)) == winners((0, 1), (1, None)) == winners((0, 1), (1, "")) == [1]


def test_of_three_two_go_on() -> None:
    assert winners((0, 1, 2), (1, 2, 3)) == []
    assert winners((0, 1, 2), (1, 2, None)) == []
    assert winners((0, 1, 2), (1, None, None)) == []


def test_the_last_side_that_has_not_given_up_wins() -> None:
    assert winners((0, 1, 2), (1, "", 3), 1) == [2]
    assert winners((0, 1, 2), (1, None, 3), 1) == [2]
    assert winners((0, 1, 2), (1, "", 3)) == [2]
    assert winners((0, 1, 1), (1, 2, 3)) == [1, 2]


def test_a_team_goes_on_while_one_of_it_has_not_given_up() -> None:
    assert winners((0, 0, 1, 1), (1, 2, 3, 4)) == []
    assert winners((0, 0, 1, 1), (1, "", 3, 4), 1) == [2, 3]
    assert winners((0, 0, 1, 1), (1, None, 3, 4), 1) == [2, 3]


def test_where_nobody_is_left_those_win_who_have_not_given_up() -> None:
    assert winners((0, 1, 2), (1, "", ""), 1) == [2]
    assert winners((0, 1, 2), (1, "", ""), 1, 2) == [1, 2]


async def three(club: Club) -> MatchId:
    match = await club.open(seats=3)
    await club.join(match, BOB)
    await club.join(match, CAROL)
    await club.start(match)
    return match


async def test_one_of_three_gives_up_and_the_two_others_play_it_out(club: Club) -> None:
    match = await three(club)
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
    ending = (await views.by_public(club.app, match)).ending
    assert ending is not None
    assert (ending.kind, ending.winners) == ("resigned", (0,))
    async with club.app.store.reading() as reader:
        rows = await reader.read(queries.Results("toy", SERVER))
    assert [(row.user, row.outcome, row.rated) for row in rows] == [
        (ALICE.user, "won", True),
        (BOB.user, "left", True),
        (CAROL.user, "lost", True),
    ]


async def test_a_computer_player_takes_over_for_a_player_who_resigned(club: Club) -> None:
    match = await three(club)
    receipt = await club.resign(match, BOB, Replacement.COMPUTER)
    assert "Computer 1 plays on" in receipt.text
    assert [holder.user for holder in await club.holders(match)] == [ALICE.user, None, CAROL.user]
    await club.resign(match, CAROL, Replacement.COMPUTER)
    assert (await club.match(match)).status is Status.OVER


@pytest.mark.parametrize("instead", list(Replacement))
async def test_nobody_joins_for_a_seat_that_was_given_up(club: Club, instead: Replacement) -> None:
    match = await three(club)
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
    match = await club.open(teams=(0, 1, 1))
    await club.join(match, BOB)
    await club.join(match, CAROL)
    await club.start(match)
    await club.resign(match, CAROL)
    assert (await club.match(match)).status is Status.RUNNING
    await club.resign(match, BOB)
    ending = (await views.by_public(club.app, match)).ending
    assert ending is not None
    assert ending.winners == (0,)


def test_computer_players_that_were_opponents_from_the_start_are_still_in_it() -> None:
    match = replace(MATCH, resigned=(), resigned_by=())
    assert find_winners(match, sitting(1, None, 3), Seat(2)) == ()


async def test_the_referee_lets_somebody_take_a_seat_that_was_given_up(club: Club) -> None:
    match = await three(club)
    await club.resign(match, BOB)
    await Whistle(club, match).give(1, DAN)
    assert [holder.user for holder in await club.holders(match)] == [
        ALICE.user,
        DAN.user,
        CAROL.user,
    ]
    await club.resign(match, CAROL)
    assert (await club.match(match)).status is Status.RUNNING
    await club.resign(match, ALICE)
    async with club.app.store.reading() as reader:
        rows = await reader.read(queries.Results("toy", SERVER))
    # Whoever gave it up before is forgiven: the seat counts for those who played it to the end.
    assert {row.user: row.outcome.value for row in rows} == {
        ALICE.user: "lost",
        CAROL.user: "left",
        DAN.user: "won",
    }

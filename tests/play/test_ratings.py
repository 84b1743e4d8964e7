"""Ratings are folded from results: who they favour, and what can never happen to them."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.play.people import ratings
from bot.play.people.ratings import START, RatingRecord, rank, rate
from bot.play.storage.profiles import PlayerResult, Result
from bot.play.storage.stored_fields import MatchId
from games.core.types import Seat

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)


def match(
    number: int, teams: list[list[int]], winners: set[int], *, rated: bool = True
) -> tuple[Result, ...]:
    """``teams`` are the users by team; nobody among ``winners`` means a draw."""
    rows = [(team, user) for team, users in enumerate(teams) for user in users]
    return tuple(
        Result(
            match=MatchId(f"match{number:03}"),
            seat=Seat(seat),
            user=user,
            team=team,
            teams=len(teams),
            server=1,
            game="toy",
            at=BEGIN + timedelta(hours=number),
            outcome=PlayerResult.DRAWN
            if not winners
            else PlayerResult.WON
            if team in winners
            else PlayerResult.LOST,
            rated=rated,
        )
        for seat, (team, user) in enumerate(rows)
    )


def test_two_newcomers_of_equal_rating_exchange_twenty_points() -> None:
    known = rate(match(1, [[1], [2]], {0}))
    assert known[1] == RatingRecord(1, 1, 0, 0, 1, 1520.0, 20.0)
    assert known[2] == RatingRecord(1, 0, 0, 1, 1, 1480.0, -20.0)


def test_a_draw_between_equals_changes_nothing() -> None:
    known = rate(match(1, [[1], [2]], set()))
    assert known[1] == known[2] == RatingRecord(1, 0, 1, 0, 1, START, 0.0)


def test_400_points_more_are_ten_times_the_chance() -> None:
    assert ratings.expected_score(1900, 1500) == pytest.approx(10 / 11)
    assert ratings.expected_score(1500, 1900) == pytest.approx(1 / 11)


def test_after_twenty_rated_matches_half_as_much_is_at_stake() -> None:
    rows = [row for number in range(20) for row in match(number, [[1], [100 + number]], set())]
    before = rate(rows)[1]
    assert before.rated == 20
    after = rate((*rows, *match(99, [[1], [2]], {1})))
    fall, rise = after[1].change, after[2].change
    assert rise == pytest.approx(-2 * fall)


def test_a_match_that_is_not_rated_is_counted_and_changes_no_rating() -> None:
    known = rate(match(1, [[1], [2]], {0}, rated=False))
    assert known[1] == RatingRecord(played=1, won=1)
    assert rank(known) == ()


def test_of_three_who_are_equal_the_winner_gets_what_the_two_lose() -> None:
    known = rate(match(1, [[1], [2], [3]], {1}))
    assert known[2].change == pytest.approx(20.0)
    assert known[1].change == known[3].change == pytest.approx(-10.0)


def test_members_of_a_team_win_alike_and_one_who_resigned_loses() -> None:
    rows = match(1, [[1, 2], [3, 4]], {0})
    quitter = tuple(replace(r, outcome=PlayerResult.LOST) if r.user == 2 else r for r in rows)
    known = rate(quitter)
    assert known[1].change == pytest.approx(20.0)
    assert known[2].change == pytest.approx(0.0)  # lost like the other team: that is a draw
    assert known[3].change == known[4].change == pytest.approx(-20.0)


def test_the_ladder_begins_with_the_highest() -> None:
    known = rate((*match(1, [[1], [2]], {1}), *match(2, [[3], [1]], {0})))
    assert [user for user, _ in rank(known)] == sorted(known, key=lambda u: -known[u].rating)


pairs = st.lists(
    st.tuples(st.integers(1, 5), st.integers(6, 9), st.sampled_from([{0}, {1}, set()])),
    min_size=1,
    max_size=19,
)


@given(pairs)
def test_with_equal_weights_two_players_win_together_what_they_lose(
    played: list[tuple[int, int, set[int]]],
) -> None:
    rows = [
        row
        for number, (one, other, winners) in enumerate(played)
        for row in match(number, [[one], [other]], winners)
    ]
    known = rate(rows)
    assert sum(record.rating for record in known.values()) == pytest.approx(START * len(known))


@given(st.lists(st.integers(1, 3), min_size=2, max_size=5), st.data())
def test_the_order_of_seats_and_teams_is_of_no_matter(
    sizes: list[int], data: st.DataObject
) -> None:
    users = iter(range(1, 100))
    teams = [[next(users) for _ in range(size)] for size in sizes]
    winner = data.draw(st.integers(0, len(teams) - 1))
    before = [row for n in range(3) for row in match(n, [[1], [n + 2]], {0}) if n + 2 < 90]
    rows = list(match(50, teams, {winner}))
    usual = rate((*before, *rows))
    mixed = rows[:]
    random.Random(data.draw(st.integers())).shuffle(mixed)
    relabelled = [replace(row, team=len(teams) - 1 - row.team) for row in mixed]
    other = rate((*before, *relabelled))
    for user, record in usual.items():
        assert other[user].rating == pytest.approx(record.rating)


@given(st.lists(st.integers(1, 3), min_size=2, max_size=5), st.data())
def test_nobody_gains_by_losing_or_loses_by_winning_alone(
    sizes: list[int], data: st.DataObject
) -> None:
    users = iter(range(1, 100))
    teams = [[next(users) for _ in range(size)] for size in sizes]
    winner = data.draw(st.integers(0, len(teams) - 1))
    for row in match(1, teams, {winner}):
        change = rate(match(1, teams, {winner}))[row.user].change
        assert change > 0 if row.outcome is PlayerResult.WON else change < 0

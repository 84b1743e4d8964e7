"""Teams in words, and in a match."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.play.lobby.teams import list_choices, parse, to_text, usual
from bot.play.refusals import NotNow, NotSeated
from bot.play.storage.records import SeatingOrder
from games.core.types import Seats
from tests.play.conftest import ALICE, BOB, CAROL, Club
from tests.toy import GAME as TOY

WIDE = replace(TOY.meta, players=tuple(range(2, 9)), largest_team=3)


@pytest.mark.parametrize(
    ("text", "teams"),
    [
        ("1v1", (0, 1)),
        ("2v2", (0, 0, 1, 1)),
        (" 2 vs. 2 ", (0, 0, 1, 1)),
        ("1V2v2v3", (0, 1, 1, 2, 2, 3, 3, 3)),
        ("3v1", (0, 0, 0, 1)),
    ],
)
def test_teams_are_read_and_written_back(text: str, teams: tuple[int, ...]) -> None:
    assert parse(text, WIDE) == teams
    assert parse(to_text(Seats(teams)), WIDE) == teams


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "numbers of seats with a v between"),
        ("two against two", "numbers of seats with a v between"),
        ("2", "at least two teams"),
        ("0v2", "at least one seat"),
        ("4v1", "at most 3 seats, not 4"),
        ("3v3v3", "these teams have 9"),
        ("1" * 4000, "numbers of seats"),
        ("²v2", "numbers of seats"),
    ],
)
def test_teams_that_cannot_be_are_refused_with_an_example(text: str, said: str) -> None:
    with pytest.raises(NotNow, match=said) as refused:
        parse(text, WIDE)
    assert "1v1" in refused.value.instead


def test_a_game_without_teams_says_so() -> None:
    with pytest.raises(NotNow, match="every seat plays for itself"):
        parse("2v1", replace(WIDE, largest_team=1))
    assert list_choices(replace(WIDE, largest_team=1)) == tuple(
        "v".join("1" * n) for n in range(2, 9)
    )


def test_what_is_offered_can_be_chosen() -> None:
    offered = list_choices(WIDE, 100)
    assert len(set(offered)) == len(offered)
    assert {"1v1", "2v2", "1v2v2v3"} <= set(offered)
    for text in offered:
        assert to_text(Seats(parse(text, WIDE))) == text
    assert len(list_choices(WIDE)) == 25


async def test_the_host_chooses_the_teams_and_with_them_the_seats(club: Club) -> None:
    match = await club.open()
    await club.join(match, BOB)
    await club.change(match, ALICE, "teams", "1v2")
    stored = await club.match(match)
    assert (stored.seats, stored.teams, stored.sides) == (3, (0, 1, 1), Seats((0, 1, 1)))
    await club.join(match, CAROL)
    with pytest.raises(NotNow, match="3 seats are taken, and these teams have 2"):
        await club.change(match, ALICE, "teams", "1v1")
    await club.leave(match, BOB)
    await club.change(match, ALICE, "teams", "1v1")
    assert [(holder.seat, holder.name) for holder in await club.holders(match)] == [
        (0, "Alice"),
        (1, "Carol"),
    ]
    assert (await club.match(match)).teams == ()
    with pytest.raises(NotSeated):
        await club.change(match, CAROL, "teams", "1v2")


async def test_a_match_is_played_in_teams_from_its_log_on_to_its_end(club: Club) -> None:
    match = await club.open(teams=(0, 1, 1), seating=SeatingOrder.RANDOM)
    await club.join(match, BOB)
    await club.join(match, CAROL)
    await club.start(match)
    by_user = {holder.user: holder.seat for holder in await club.holders(match)}
    people = sorted((ALICE, BOB, CAROL), key=lambda each: by_user[each.user])
    for lamp, person in enumerate(people, 1):
        await club.say(match, person, f"LAMP{lamp}")
    club.app.executor.positions._states.clear()
    await club.replayed(match)
    for _ in range(6):
        [seat] = (await club.public(match)).awaited
        mine = [f"B{seat + 1}+1", "REST"]
        lit = sum(entry.seat == seat and entry.text != "" for entry in await club.entries(match))
        await club.say(match, people[seat], mine[lit] if seat else "REST")
    ending = (await club.public(match)).ending
    assert ending is not None
    assert ending.winners == (1, 2)


def test_many_players_without_teams_are_divided_as_evenly_as_can_be() -> None:
    meta = replace(WIDE, players=tuple(range(2, 13)), team_names=("A", "B", "C", "D"))
    divided = {
        seats: to_text(Seats(teams)) for seats in range(2, 13) if (teams := usual(seats, meta))
    }
    assert divided == {
        5: "3v2", 6: "3v3", 7: "3v2v2", 8: "3v3v2", 9: "3v3v3",
        10: "3v3v2v2", 11: "3v3v3v2", 12: "3v3v3v3",
    }  # fmt: skip
    assert all(meta.misseated(Seats(usual(seats, meta))) == "" for seats in divided)
    assert usual(8, WIDE) == (), "each for itself"

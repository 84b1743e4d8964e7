"""Another round: the same people, the same game, seats swapped."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest
from pydantic import Field, model_validator

from bot.play.lobby import agreement, rematches
from bot.play.lobby.seating import Person
from bot.play.refusals import NotNow, NotSeated
from bot.play.storage import queries
from bot.play.storage.records import MatchId, SeatingOrder, Status
from games.core.settings import Settings
from games.core.types import Seats
from tests.play.conftest import ALICE, BOB, CAROL, Club
from tests.play.test_results import MATCH, sitting
from tests.toy.game import Toy, ToySettings

DAN = Person(4, "Dan")


async def ask(club: Club, match: MatchId, person: Person) -> MatchId:
    asked = await rematches.ask_for_rematch(club.app, club.command(match, person), person.name)
    return asked.match


async def seats(club: Club, match: MatchId) -> dict[int | None, int]:
    return {holder.user: holder.seat for holder in await club.holders(match)}


class WindySettings(ToySettings):
    """How long it blows depends on the oil, unless that is named."""

    gusts: int = Field(1, ge=1, le=6, title="Gusts", description="How long it blows.")

    @model_validator(mode="before")
    @classmethod
    def _following(cls, given: dict[str, int]) -> dict[str, int]:
        return {"gusts": given.get("oil", 4), **given}


class Windy(Toy):
    settings: type[Settings] = WindySettings


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"oil": 4, "gusts": 4}, {}),
        ({"oil": 2, "gusts": 2}, {"oil": 2}),
        ({"oil": 2, "gusts": 4}, {"oil": 2, "gusts": 4}),
        ({"oil": 4, "gusts": 1}, {"gusts": 1}),
    ],
)
def test_only_settings_that_make_a_difference_are_named_again(
    settings: dict[str, int], named: dict[str, int]
) -> None:
    assert agreement.unusual_values(Windy(), settings) == named


@pytest.mark.parametrize(
    ("teams", "new"),
    [
        ((0, 1), (1, 0)),
        ((0, 1, 2), (1, 2, 0)),
        ((0, 0, 1, 1), (2, 3, 0, 1)),
        ((0, 0, 1, 1, 2, 2), (2, 3, 4, 5, 0, 1)),
        ((0, 1, 1), (0, 1, 2)),
        ((0, 1, 0, 1), (0, 1, 2, 3)),
    ],
)
def test_everybody_moves_on_by_a_team(teams: tuple[int, ...], new: tuple[int, ...]) -> None:
    assert rematches.swap_seats(Seats(teams)) == new


def test_who_gave_up_is_invited_unless_somebody_else_played_their_seat_to_the_end() -> None:
    match = replace(MATCH, resigned=(1,), resigned_by=(9,))
    assert rematches.invited_seats(match, sitting(1, None, 3)) == {1: 1, 9: 2, 3: 0}
    assert rematches.invited_seats(match, sitting(1, 2, 3)) == {1: 1, 2: 2, 3: 0}


async def test_the_first_opens_the_lobby_and_the_others_sit_down_in_it(club: Club) -> None:
    match = await club.begin(settings={"oil": 5}, clock="4h", seating=SeatingOrder.CHOICE)
    await club.resign(match, BOB)
    new = await ask(club, match, BOB)
    lobby, old = await club.match(new), await club.match(match)
    assert (lobby.status, lobby.host, lobby.channel) == (Status.LOBBY, BOB.user, old.channel)
    assert lobby.origin == f"rematch:{match}"
    assert json.loads(lobby.settings)["oil"] == 5
    assert lobby.clock == old.clock != ""
    assert lobby.seed != old.seed
    assert await seats(club, new) == {BOB.user: 0}
    assert await ask(club, match, ALICE) == new
    assert await seats(club, new) == {BOB.user: 0, ALICE.user: 1}
    with pytest.raises(NotNow, match="You already have a seat in this match"):
        await ask(club, match, ALICE)
    await club.start(new)
    assert await seats(club, new) == {BOB.user: 0, ALICE.user: 1}
    with pytest.raises(NotNow, match="has already begun"):
        await ask(club, match, ALICE)


async def test_both_at_once_open_one_lobby(club: Club) -> None:
    match = await club.begin()
    await club.resign(match, BOB)
    found = await asyncio.gather(
        *(ask(club, match, person) for person in (ALICE, BOB)), return_exceptions=True
    )
    opened = [each for each in found if isinstance(each, str)]
    for failed in (each for each in found if not isinstance(each, str)):
        assert isinstance(failed, NotNow)
        assert "once more" in failed.instead
    assert len(set(opened)) == 1
    assert len(await club.read(queries.OpenOn(100, 10))) == 1


async def test_a_rematch_of_the_rematch_swaps_back(club: Club) -> None:
    match = await club.begin()
    for person in (BOB, ALICE):
        await club.resign(match, person)
        match, before = await ask(club, match, ALICE), match
        await ask(club, before, BOB)
        await club.start(match)
    assert await seats(club, match) == {ALICE.user: 0, BOB.user: 1}


async def test_computer_players_play_along_again(club: Club) -> None:
    match = await club.solo()
    await club.resign(match, ALICE)
    new = await ask(club, match, ALICE)
    assert await seats(club, new) == {ALICE.user: 1, None: 0}
    await club.start(new)


async def test_only_players_may_ask_and_only_after_the_end(club: Club) -> None:
    match = await club.begin()
    with pytest.raises(NotNow, match="not over yet"):
        await ask(club, match, ALICE)
    await club.resign(match, BOB)
    with pytest.raises(NotSeated, match="Only those who played"):
        await ask(club, match, CAROL)


async def test_a_lobby_that_was_never_played_has_no_rematch(club: Club) -> None:
    match = await club.open()
    await club.leave(match, ALICE)
    with pytest.raises(NotNow, match="not over yet"):
        await ask(club, match, ALICE)


async def test_whose_seat_is_taken_by_another_gets_a_free_one(club: Club) -> None:
    match = await club.begin()
    await club.resign(match, BOB)
    new = await ask(club, match, ALICE)
    await club.join(new, DAN, 0)
    with pytest.raises(NotNow, match="All seats"):
        await ask(club, match, BOB)
    await club.leave(new, ALICE)
    await ask(club, match, BOB)
    assert await seats(club, new) == {DAN.user: 0, BOB.user: 1}


async def test_the_next_match_of_a_campaign_goes_on_in_the_same_seats(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.begin(settings={"oil": 5}, seating=SeatingOrder.CHOICE)
    await club.resign(match, BOB)

    async def go_on(person: Person) -> MatchId:
        command = club.command(match, person)
        ask_for = rematches.ask_for_rematch
        return (await ask_for(club.app, command, person.name, follows=True)).match

    with pytest.raises(NotNow, match="Nothing goes on from this match"):
        await go_on(BOB)
    monkeypatch.setattr(Toy, "follow_up", lambda self, view: {"oil": 3})
    new = await go_on(BOB)
    lobby = await club.match(new)
    assert (lobby.origin, json.loads(lobby.settings)["oil"]) == (f"next:{match}", 3)
    assert await go_on(ALICE) == new
    assert await seats(club, new) == await seats(club, match) == {ALICE.user: 0, BOB.user: 1}

"""Opening a match, sitting down, setting it up, starting it."""

from __future__ import annotations

import json

import pytest

from bot.play.application import build
from bot.play.executor import Command
from bot.play.lobby import lobby, seating
from bot.play.lobby.lobby import Opening, shuffle
from bot.play.lobby.seating import Person
from bot.play.match import views
from bot.play.refusals import NoMatch, NotNow, NotSeated
from bot.play.storage import queries
from bot.play.storage.records import MatchId, SeatHolder, SeatingOrder, Status
from games import all_games
from games.core.types import Forbidden, Refusal, Seat, Seats
from tests.play.conftest import ALICE, BOB, CAROL, SERVER, Club, KnownEntropy
from tests.toy.game import Toy, ToySettings


async def join(club: Club, match: MatchId, person: Person, seat: int | None = None) -> None:
    chosen = None if seat is None else Seat(seat)
    await seating.join(club.app, club.command(match, person), person.name, chosen)


async def start(club: Club, match: MatchId, person: Person = ALICE) -> None:
    await lobby.start(club.app, club.command(match, person))


async def leave(club: Club, match: MatchId, person: Person) -> None:
    await seating.leave(club.app, club.command(match, person))


async def holders(club: Club, match: MatchId) -> dict[int, int | None]:
    match_view = await club.public(match)
    return {holder.seat: holder.user for holder in match_view.holders}


async def test_the_player_who_opens_a_match_has_a_seat(club: Club) -> None:
    match = await club.open()
    stored = await club.match(match)
    assert stored.status is Status.LOBBY
    assert stored.host == ALICE.user
    assert await holders(club, match) == {0: ALICE.user}
    assert len(stored.seed) == 32


async def test_nobody_opens_matches_without_end(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "OPEN_OF_A_USER", 2)
    await club.open(channel=301)
    await club.open(channel=302)
    with pytest.raises(NotNow, match="You have 2 open matches; 2 is the limit"):
        await club.open(channel=303)
    monkeypatch.setattr(lobby, "OPEN_ON_A_SERVER", 2)
    with pytest.raises(NotNow, match="This server has 2 open matches"):
        await club.open(channel=303, host=BOB)


@pytest.mark.parametrize(
    ("game", "seats", "refusal"), [("chess", 0, NoMatch), ("toy", 9, NotNow), ("toy", -1, NotNow)]
)
async def test_a_match_that_no_game_offers_is_refused(
    club: Club, game: str, seats: int, refusal: type[Exception]
) -> None:
    rows = await club.rows()
    with pytest.raises(refusal):
        await lobby.open(club.app, Opening(SERVER, 300, ALICE, game, 1, seats=seats))
    assert await club.rows() == rows


async def test_a_seat_is_taken_once(club: Club) -> None:
    match = await club.open()
    with pytest.raises(NotNow, match="Alice already has that seat"):
        await join(club, match, BOB, 0)
    await join(club, match, BOB, 1)
    with pytest.raises(NotNow, match="All seats"):
        await join(club, match, CAROL)
    with pytest.raises(NotNow, match="already"):
        await join(club, match, BOB)
    assert await holders(club, match) == {0: ALICE.user, 1: BOB.user}


async def test_a_player_may_change_to_a_free_seat_but_to_none_that_is_not_there(club: Club) -> None:
    match = await club.open()
    await join(club, match, ALICE, 1)
    assert await holders(club, match) == {1: ALICE.user}
    with pytest.raises(NotNow):
        await join(club, match, BOB, 7)


async def test_when_the_host_leaves_the_next_one_is_host_and_the_last_closes_the_lobby(
    club: Club,
) -> None:
    match = await club.open()
    await join(club, match, BOB)
    await leave(club, match, ALICE)
    assert (await club.match(match)).host == BOB.user
    with pytest.raises(NotSeated):
        await leave(club, match, ALICE)
    await leave(club, match, BOB)
    assert (await club.match(match)).status is Status.OVER
    with pytest.raises(NotNow):
        await join(club, match, ALICE)


async def test_only_the_host_sets_up_and_only_what_is_possible(club: Club) -> None:
    match = await club.open()
    await join(club, match, BOB)
    await club.change(match, ALICE, "oil", 6)
    assert '"oil":6' in (await club.match(match)).settings
    with pytest.raises(NotSeated):
        await club.change(match, BOB, "oil", 5)
    for field, value in (("oil", 99), ("oil", "much"), ("nothing", 1), ("seating", "by age")):
        with pytest.raises(NotNow):
            await club.change(match, ALICE, field, value)
    await club.change(match, ALICE, "seating", "random")
    stored = await club.match(match)
    assert '"oil":6' in stored.settings
    assert stored.seating is SeatingOrder.RANDOM


async def test_a_setting_that_nobody_named_keeps_following_the_others(club: Club) -> None:
    app = build(club.app.store, all_games(), club.clock, KnownEntropy())
    match = (await lobby.open(app, Opening(SERVER, 300, ALICE, "astralis", 901))).match

    async def komi() -> float:
        return float((await views.load_public(app, match)).settings.model_dump()["komi"])

    assert await komi() == 3.5
    await lobby.change_setting(app, Command(match, ALICE.user, 902), "swap", True)
    assert await komi() == 0.5
    await lobby.change_setting(app, Command(match, ALICE.user, 903), "komi", 2)
    await lobby.change_setting(app, Command(match, ALICE.user, 904), "swap", False)
    assert await komi() == 2


async def test_from_the_start_on_all_settings_stand_in_the_match_and_its_log(club: Club) -> None:
    match = await club.begin()
    assert (await club.match(match)).settings == '{"oil":4}'
    [start] = await club.read(queries.Entries(match, limit=1))
    assert json.loads(start.body) == {"settings": {"oil": 4}, "teams": [0, 1]}


async def test_the_match_starts_when_all_seats_are_taken_and_a_player_says_so(club: Club) -> None:
    match = await club.open()
    with pytest.raises(NotNow, match="needs one more player"):
        await start(club, match)
    await join(club, match, BOB)
    with pytest.raises(NotSeated):
        await start(club, match, CAROL)
    await start(club, match, BOB)
    assert (await club.match(match)).status is Status.RUNNING
    with pytest.raises(NotNow, match="already started"):
        await start(club, match)


async def test_seats_at_random_use_the_entropy_and_lose_nobody(club: Club) -> None:
    seen = set()
    for number in range(12):
        match = await club.open(channel=400 + number, seating=SeatingOrder.RANDOM)
        await join(club, match, BOB)
        await start(club, match)
        seen.add(tuple((await holders(club, match)).items()))
    assert seen == {((0, ALICE.user), (1, BOB.user)), ((0, BOB.user), (1, ALICE.user))}


def test_every_order_of_three_comes_up() -> None:
    holders = [SeatHolder(MatchId("a"), Seat(s), s, "") for s in range(3)]
    entropy = KnownEntropy()
    orders = {tuple(holder.user for holder in shuffle(holders, entropy)) for _ in range(100)}
    assert len(orders) == 6


async def test_settings_that_these_seats_cannot_have_are_refused_by_their_rule(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fault(_: Toy, settings: ToySettings, seats: Seats) -> Refusal | None:
        few = settings.oil < 2 * len(seats)
        return Forbidden("TOY-05", "There is too little oil for so many.") if few else None

    match, other = await club.open(), await club.open(channel=901)
    await join(club, match, BOB)
    await club.change(other, ALICE, "oil", 6)
    await club.change(other, ALICE, "teams", "1v1v1")
    monkeypatch.setattr(Toy, "fault", fault)
    await club.change(other, ALICE, "clock", "blitz")
    rows = await club.rows()
    for field, value in (("oil", 5), ("oil", 3)):
        with pytest.raises(Forbidden, match="too little oil"):
            await club.change(other, ALICE, field, value)
    with pytest.raises(Forbidden, match="too little oil"):
        await club.change(match, ALICE, "teams", "1v1v1")
    with pytest.raises(Forbidden, match="too little oil"):
        await club.open(channel=902, seats=3)
    monkeypatch.setattr(Toy, "fault", lambda *_: Forbidden("TOY-05", "There is too little oil."))
    with pytest.raises(Forbidden, match="too little oil"):
        await start(club, match)
    assert await club.rows() == rows
    assert (await club.match(match)).status is Status.LOBBY

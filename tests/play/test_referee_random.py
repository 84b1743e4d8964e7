"""Whatever referees and players do, in any order: the log replays, and nothing is half done."""

from __future__ import annotations

import random

import pytest

from bot.play.match import views
from bot.play.people.leaving import Replacement
from bot.play.positions import ENDINGS
from bot.play.referee import referee_views
from bot.play.storage.records import MatchId, Status
from games.core import questions
from games.core.types import SPECTATOR, Refusal, Seated, Viewer
from tests.play.conftest import ALICE, BOB, CAROL, Club
from tests.play.referees import GM, Whistle

ACTS = 45


async def act(club: Club, match: MatchId, rng: random.Random) -> None:
    by = rng.choice((GM, GM, ALICE, BOB))
    whistle, seat = Whistle(club, match, by), rng.randrange(2)
    shown = (await club.match(match)).shown
    match rng.randrange(14):
        case 0 | 1:
            await adjusted(club, whistle, rng)
        case 2:
            await whistle.dice(rng.choice(("", "1", "6 3", "4 4 4", "7")))
        case 3 | 4:
            await whistle.undo(rng.randint(1, shown))
        case 5:
            await whistle.reopen(seat)
        case 6:
            await whistle.default(seat)
        case 7:
            await whistle.look(rng.choice((None, 0, 1)))
        case 8:
            await whistle.give(seat, rng.choice((ALICE, BOB, CAROL)))
        case 9:
            await whistle.clear(seat, rng.choice(list(Replacement)))
        case 10:
            await whistle.close(rng.choice(((0,), (1,), (), None)))
        case 11:
            await whistle.pause()
        case _:
            await whistle.resume()


async def adjusted(club: Club, whistle: Whistle, rng: random.Random) -> None:
    match_view = await referee_views.load_view(
        club.app, whistle.match, whistle.by.user, manages=True
    )
    editing = match_view.game.editing
    adjustment = questions.sample(editing.options(match_view.view), rng)
    await whistle.adjust(editing.write(adjustment))


async def moved(club: Club, match: MatchId, rng: random.Random) -> None:
    for person in (ALICE, BOB, CAROL):
        match_view = await views.load_for_user(club.app, match, person.user)
        if match_view.mine:
            decision = rng.choice(match_view.mine)
            move = questions.sample(match_view.game.options(match_view.view, decision), rng)
            await club.say(match, person, match_view.game.write(move))
            return


@pytest.mark.parametrize("game", ["toy", "night"])
@pytest.mark.parametrize("seed", range(4))
async def test_any_order_of_acts_and_moves_replays(club: Club, game: str, seed: int) -> None:
    rng = random.Random(seed)
    match = await club.begin(game=game)
    happened = 0
    for _ in range(ACTS):
        before = await club.match(match)
        rows = await club.rows()
        try:
            await (moved if rng.random() < 0.6 else act)(club, match, rng)
        except Refusal:
            assert await club.match(match) == before
            assert await club.rows() == rows
            continue
        happened += 1
        await club.app.computers.wait_until_settled()
        await whole(club, match)
    assert happened > ACTS // 3


async def whole(club: Club, match: MatchId) -> None:
    """The log gives the state, and what is stored beside it agrees with it."""
    await club.replayed(match)
    stored = await club.match(match)
    entries = await club.entries(match)
    assert [entry.seq for entry in entries] == list(range(1, stored.seq + 1))
    shown = [entry.shown for entry in entries if entry.shown is not None]
    assert shown == list(range(1, stored.shown + 1))
    match_view = await views.load_public(club.app, match)
    keys = await club.decisions(match)
    if stored.status is Status.OVER:
        assert stored.ending is not None
        assert ENDINGS.read(stored.ending) == match_view.ending
        assert keys == {}
    else:
        assert {decision.key for decision in match_view.waiting} <= set(keys)
    viewers: list[Viewer] = [SPECTATOR, *map(Seated, match_view.match.sides.all())]
    for viewer in viewers:
        await views.load_log(club.app, match, viewer)

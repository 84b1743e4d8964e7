"""The referee's picker in the games themselves: whatever is chosen fits Discord, is shown, and can
be set."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable

import pytest

from bot.play.storage.records import EntryKind, Status
from tests.amounts import amount
from tests.chat import test_csw_match, test_galaxy_match
from tests.chat.conftest import World
from tests.chat.guests import Guest, Told, alt_texts, begin, buttons, choices, words
from tests.chat.sailors import Party, agree
from tests.chat.test_referee_match import WHY, answers

WALKS = 6


async def walk(gm: Guest, rng: random.Random) -> Told:
    """Answers at random until something would be set."""
    page = await gm.types("referee adjust")
    while "Set it" not in buttons(page.message):
        offered = choices(page.message)
        assert offered, page.words
        page = await gm.picks(rng.choice(offered), page.message)
    return page


async def played(world: World, gm: Guest, guest: Guest, rng: random.Random) -> int:
    """Sets things by hand at random; how many of them could be."""
    done = 0
    for _ in range(WALKS):
        if (await world.match()).status is Status.OVER:
            break  # by what was set
        page = await walk(gm, rng)
        assert alt_texts(page.message) != []
        text = words(page.message).partition("### Change: ")[2].splitlines()[0]
        told = await answers(gm, await gm.presses("Set it", page.message))
        if "Set: " in told.words:
            done += 1
            assert text in told.words
            assert "Referee Gm changes something by hand" in words(guest.newest)
            assert f"Why: {WHY}" in words(guest.newest)
    assert (await world.kinds()).count(EntryKind.ADJUSTED) == done
    return done


async def _astralis(world: World, ann: Guest, bo: Guest) -> None:
    await begin(ann, bo, game="astralis")


async def _sailors(world: World, ann: Guest, bo: Guest) -> None:
    await ann.types("match new", game="astral_sailors", seating="choice")
    await agree(ann, scenery="preset", start_pool=70, round_limit=4)
    await bo.presses("Join as Blue")
    await ann.presses("Start")
    party = Party(world, {0: ann, 1: bo})
    await party.plays_on(lambda match_view, decision: decision.kind == "activate")


async def _colonial(world: World, ann: Guest, bo: Guest) -> None:
    await test_csw_match.seated(ann, bo)
    await test_csw_match.prepared(world, ann, bo)


async def _galaxy(world: World, ann: Guest, bo: Guest) -> None:
    await test_galaxy_match.fighting(world, ann, bo)


@pytest.mark.parametrize("started", [_astralis, _sailors, _colonial, _galaxy])
@pytest.mark.parametrize("seed", range(amount(1, 4)))
async def test_a_match_is_put_right_by_hand(
    world: World,
    ann: Guest,
    bo: Guest,
    gm: Guest,
    started: Callable[[World, Guest, Guest], Awaitable[None]],
    seed: int,
) -> None:
    await started(world, ann, bo)
    if started is not _astralis:
        await gm.types("referee look", reason="To put the board right")
    assert await gm.suggested("referee adjust", "text", "") != []
    assert await played(world, gm, ann, random.Random(seed)) > 0


async def test_a_referee_who_plays_sees_what_comes_of_it_where_nothing_is_secret(
    world: World, ann: Guest, bo: Guest
) -> None:
    await ann.types("match new", game="astralis", seating="choice", referee=ann.actor)
    await bo.presses(next(each for each in buttons(ann.newest) if each.startswith("Join")))
    await ann.presses("Start")
    await world.show_command("referee", ann)
    page = await walk(ann, random.Random(5))
    assert "You play in this match, so you are offered only what your seat sees" in page.words
    assert alt_texts(page.message) != []
    await answers(ann, await ann.presses("Set it", page.message))
    assert "Referee Ann, who plays " in words(bo.newest)

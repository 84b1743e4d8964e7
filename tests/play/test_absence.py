"""Somebody who is away blocks neither an undo nor a draw; their absence is no way to have one."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.play.lobby.seating import Person
from bot.play.people import proposals
from bot.play.people.proposal_kinds import ProposalTerms
from bot.play.refusals import NotNow
from bot.play.storage.profiles import Holiday
from bot.play.storage.records import MatchId, Status
from tests.play.conftest import ALICE, BOB, CAROL, Club
from tests.play.referees import Whistle
from tests.play.test_team_questions import away

DRAW = ProposalTerms("draw")


async def on_holiday(club: Club, person: Person) -> None:
    now = club.clock.now()
    async with club.app.store.writing() as work:
        await work.keep(Holiday(person.user, now, now + timedelta(days=5)))
        await work.commit()


async def gone(club: Club, match: MatchId, person: Person, how: str) -> None:
    await (on_holiday(club, person) if how == "holiday" else away(club, match, person))


@pytest.mark.parametrize("how", ["holiday", "away"])
async def test_those_who_are_there_agree_on_a_draw(club: Club, how: str) -> None:
    match = await club.three(clock="24h")
    await gone(club, match, CAROL, how)
    said = await club.propose(match, ALICE, DRAW)
    assert said == "Asked: Bob. No answer counts as no."
    put = await club.proposal(match)
    # Whoever has been asked can agree, even when their holiday has begun.
    await on_holiday(club, BOB)
    await club.answer(put, BOB, agree=True)
    assert (await club.match(match)).status is Status.OVER


@pytest.mark.parametrize("how", ["holiday", "away"])
async def test_with_the_only_opponent_away_the_referee_decides(club: Club, how: str) -> None:
    match = await club.begin_with_lamps(clock="24h")
    mover, other = await club.on_turn(match)
    await club.say(match, mover, "B1+2")
    await club.say(match, other, "B2+2")
    await gone(club, match, other, how)
    before = await club.kinds(match)
    with pytest.raises(NotNow, match="Your opponents are away") as refused:
        await club.undo(match, mover)
    assert "/referee undo" in refused.value.instead
    with pytest.raises(NotNow, match="Your opponents are away") as refused:
        await club.propose(match, mover, DRAW)
    assert "/referee close" in refused.value.instead
    assert await club.kinds(match) == before
    possible = await proposals.load_possible(club.app, match, mover.user)
    assert "draw" not in {terms.kind for terms in possible}
    await Whistle(club, match).close(())
    assert (await club.match(match)).status is Status.OVER

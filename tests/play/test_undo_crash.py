"""``kill -9`` around the answer that lets something be taken back: it happened or not, and once."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.play.executor import Command
from bot.play.people import proposals
from bot.play.storage.outbox import MessageKind
from bot.play.storage.profiles import ProposalStatus
from bot.play.storage.records import EntryKind, MatchId
from tests.play.conftest import Club
from tests.play.killed import do_and_die, opened
from tests.play.test_crash import LAST

PRESS = 4713


async def agreed(club: Club, proposal: str) -> str:
    """Whoever is asked agrees, with a press that may have come before."""
    put = await proposals.load(club.app, proposal)
    match_view = await club.public(put.proposal.match)
    [user] = [holder.user for holder in match_view.holders if holder.seat in put.proposal.asked]
    assert user is not None
    return (
        await proposals.answer(
            club.app, Command(put.proposal.match, user, PRESS), proposal, agree=True
        )
    ).text


async def asked(club: Club) -> tuple[MatchId, str]:
    match = await club.begin_with_lamps()
    assert match == LAST.match
    first, second = await club.on_turn(match)
    await club.say(match, first, "B1+2")
    await club.say(match, second, "B2+2")
    await club.undo(match, first)
    put = await club.proposal(match)
    return match, put.proposal.id


@pytest.mark.parametrize("point", ["before the commit", "after the commit"])
async def test_a_killed_answer_takes_back_once(tmp_path: Path, point: str) -> None:
    file = tmp_path / "starpost.db"
    club = await opened(file)
    match, proposal = await asked(club)
    await club.posted()
    await club.app.store.aclose()  # type: ignore[attr-defined]  # the club's is a SqlStore
    do_and_die(file, point, agreed, proposal)
    club = await opened(file)
    put = await proposals.load(club.app, proposal)
    happened = point == "after the commit"
    kinds = [entry.kind for entry in await club.entries(match)]
    assert (put.proposal.fate is ProposalStatus.AGREED) is (EntryKind.UNDONE in kinds) is happened
    said = [await agreed(club, proposal) for _ in range(2)]
    assert said == ["Agreed: it has been taken back."] * 2
    assert [entry.kind for entry in await club.entries(match)].count(EntryKind.UNDONE) == 1
    posted = [kind for kind, _ in await club.posted()]
    assert posted.count(MessageKind.ANSWERED) == posted.count(MessageKind.PANEL) == 1
    await club.replayed(match)
    await club.app.store.aclose()  # type: ignore[attr-defined]  # the club's is a SqlStore

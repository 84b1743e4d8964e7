"""A question to a whole team: the people of it decide, and nobody else before them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.play.lobby import seating
from bot.play.lobby.seating import Person
from bot.play.match import views
from bot.play.people.leaving import Replacement
from bot.play.storage.records import Audit, Change, EntryKind, MatchId
from games.astral_sailors import GAME
from games.astral_sailors.rules.setup import muster
from games.astral_sailors.rules.victory.conditions import MANHUNT
from games.core.types import Form, Seat
from tests.play.conftest import ALICE, BOB, CAROL, Club, a_club

DAN = Person(4, "Dan")
TEAMS = (0, 1, 2, 2)


@pytest.fixture
async def sailors(tmp_path: Path) -> AsyncIterator[Club]:
    async with a_club(tmp_path, (GAME,)) as club:
        yield club


async def begun(club: Club, *, clock: str = "", fourth: Person | None = None) -> MatchId:
    """Alice and Bob alone, Carol with ``fourth``, by default a computer player: all are asked
    whether their team is Bellicose."""
    match = await club.open("astral_sailors", teams=TEAMS, clock=clock)
    await club.join(match, BOB)
    await club.join(match, CAROL)
    if fourth is None:
        await seating.add_computer(club.app, club.command(match, ALICE))
    else:
        await club.join(match, fourth)
    await club.start(match)
    return match


async def asked(club: Club, match: MatchId) -> set[int]:
    """The seats that are asked whether their team is Bellicose."""
    keys = await club.decisions(match)
    return {int(key.rpartition("-")[2]) for key in keys if key.startswith("bellicose")}


async def answers(club: Club, match: MatchId) -> list[tuple[EntryKind, int, int | None, bool]]:
    """How each was given, for which seat, by whom, and what it was."""
    form: Form[Any] = GAME.move_form
    return [
        (entry.kind, int(entry.seat), entry.user, form.read(entry.body).yes)
        for entry in await club.entries(match)
        if entry.seat is not None and (entry.decision or "").startswith("bellicose")
    ]


async def away(club: Club, match: MatchId, person: Person) -> None:
    """As when somebody has let too many turns run out; what follows of itself follows."""
    stored = await club.match(match)
    holders = tuple(
        replace(holder, away=True) if holder.user == person.user else holder
        for holder in await club.holders(match)
    )
    audit = Audit(club.clock.now(), 0, "test", match)
    async with club.app.store.writing() as work:
        await work.record(Change(stored, stored.seq, audit, holders=holders))
        await work.commit()
    club.app.computers.wake(match)
    await club.settled()


@pytest.mark.rules("ASCW-120")
async def test_a_computer_player_does_nothing_while_its_team_mate_has_a_target_to_name(
    sailors: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = muster._give
    monkeypatch.setattr(muster, "_give", lambda course, team, _: real(course, team, team + 1))
    match = await begun(sailors)
    for person in (ALICE, BOB, CAROL):
        await sailors.say(match, person, "BELLICOSE NO")
    await sailors.app.computers.wait_until_settled()
    # It has taken a list, which cannot be locked before the target is named.
    assert (await sailors.kinds(match))[-2:] == ["dice", "move 3"]
    await sailors.say(match, CAROL, "TARGET 1")
    await sailors.app.computers.wait_until_settled()
    assert (await sailors.kinds(match))[-2:] == ["move 2", "move 3"]
    locked = [key for key in await sailors.decisions(match) if key.startswith("army-open")]
    assert locked == ["army-open-2-3"]


@pytest.mark.rules("ASCW-D56")
async def test_a_computer_player_leaves_the_question_to_its_team_mate(sailors: Club) -> None:
    match = await begun(sailors)
    assert await asked(sailors, match) == {0, 1, 2, 3}
    await sailors.say(match, ALICE, "BELLICOSE NO")
    await sailors.app.computers.wait_until_settled()
    assert await asked(sailors, match) == {1, 2, 3}
    await sailors.say(match, CAROL, "BELLICOSE YES")
    assert await asked(sailors, match) == {1}
    assert (EntryKind.MOVE, 2, CAROL.user, True) in await answers(sailors, match)
    await sailors.say(match, BOB, "BELLICOSE NO")
    await sailors.app.computers.wait_until_settled()
    await sailors.replayed(match)


async def test_a_computer_player_decides_when_no_person_of_its_team_is_left(sailors: Club) -> None:
    match = await begun(sailors)
    await sailors.leave(match, CAROL, Replacement.COMPUTER)
    assert await asked(sailors, match) == {0, 1}
    ((kind, _, user, yes),) = await answers(sailors, match)
    assert (kind, user, yes) == (EntryKind.MOVE, None, False)


async def test_a_computer_player_decides_when_its_team_mate_is_away(sailors: Club) -> None:
    match = await begun(sailors, clock="24h")
    await away(sailors, match, CAROL)
    assert await asked(sailors, match) == {0, 1}


@pytest.mark.parametrize("how", ["left", "away"])
async def test_a_default_answers_for_no_team_in_which_somebody_is_there(
    sailors: Club, how: str
) -> None:
    match = await begun(sailors, fourth=DAN, clock="24h")
    if how == "left":
        await sailors.leave(match, CAROL)
    else:
        await away(sailors, match, CAROL)
    assert 3 in await asked(sailors, match)
    await sailors.say(match, DAN, "BELLICOSE YES")
    assert await answers(sailors, match) == [(EntryKind.MOVE, 3, DAN.user, True)]


async def test_at_the_deadline_the_team_takes_its_default(sailors: Club) -> None:
    match = await begun(sailors, clock="1h")
    await sailors.after(1)
    assert await asked(sailors, match) == set()
    assert (EntryKind.DEFAULT, 2, None, False) in await answers(sailors, match)


async def test_the_target_of_a_manhunt_is_named_by_the_person_of_the_team(sailors: Club) -> None:
    for channel in range(30):
        match = await sailors.open("astral_sailors", teams=TEAMS, channel=channel)
        for person in (BOB, CAROL):
            await sailors.join(match, person)
        await seating.add_computer(sailors.app, sailors.command(match, ALICE))
        await sailors.start(match)
        for person in (ALICE, BOB, CAROL):
            await sailors.say(match, person, "BELLICOSE NO")
        await sailors.app.computers.wait_until_settled()
        view = (await views.load_for_user(sailors.app, match, CAROL.user)).view
        if view.known(view.seat).objective == MANHUNT:
            break
    else:
        pytest.fail("Carol's team never hunts")
    mine = (await views.load_for_user(sailors.app, match, CAROL.user)).mine
    assert [each.kind for each in mine if each.kind == "target"] == ["target"]
    await sailors.say(match, CAROL, "TARGET 1")
    assert [
        (entry.seat, entry.user)
        for entry in await sailors.entries(match)
        if (entry.decision or "").startswith("target-0-") and entry.seat in (2, 3)
    ] == [(Seat(2), CAROL.user)]

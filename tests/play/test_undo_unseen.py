"""What seats choose unseen: taken back by them alone, and kept when others take back."""

from __future__ import annotations

from typing import Any

import pytest

from bot.play.history import undo as play_undo
from bot.play.lobby.seating import Person
from bot.play.match import views
from bot.play.storage.records import EntryKind, MatchId
from games.core.types import Seat, Seated
from tests.play.conftest import ALICE, Club, a_club
from tests.play.referees import Whistle
from tests.play.test_undo import verdict


async def test_a_hidden_choice_is_taken_back_unseen(club: Club) -> None:
    match = await club.begin_with_lamps("night")
    await club.say(match, ALICE, "LAMP5")
    stored = await club.match(match)
    open_before = await club.decisions(match)
    public = await club.log(match)
    await club.posted()
    assert await club.undo(match, ALICE) == "Taken back. Nobody else knows of it."
    match_view = await club.sees(match, ALICE)
    assert match_view.view.lamps[0] == 2
    assert await club.posted() == []
    assert (await club.match(match)).shown == stored.shown
    assert await club.log(match) == public
    for seat, told in ((0, 1), (1, 0)):
        lines = await views.load_log(club.app, match, Seated(Seat(seat)))
        assert sum(line.kind is EntryKind.UNDONE for line in lines) == told
    assert set(await club.decisions(match)) - set(open_before) == {"shift-0-0"}
    assert await club.decisions(match) == {
        key.replace("shift-1-0", "shift-0-0"): due for key, due in open_before.items()
    }
    await club.say(match, ALICE, "LAMP6")
    await club.replayed(match)


async def test_what_another_seat_has_chosen_unseen_is_kept(club: Club) -> None:
    match = await club.begin_with_lamps("night")
    mover, other = await club.on_turn(match)
    await club.say(match, mover, "B1+1")
    await club.say(match, other, "LAMP6")
    await club.posted()
    assert await verdict(club, match, mover) == "free: "
    assert await club.undo(match, mover) == "Taken back: #5. Rewound to #4."
    match_view = await club.sees(match, other)
    assert match_view.seat is not None
    assert match_view.view.lamps[match_view.seat] == 6
    assert [d.key for d in match_view.mine] == [f"shift-1-{match_view.seat}"]
    kept = (await club.entries(match))[-1]
    assert (kept.kind, kept.user, kept.shown, kept.again) == (
        EntryKind.MOVE,
        other.user,
        None,
        True,
    )
    # It reads of its choice once, and gets no letter for it.
    lines = await club.log(match, Seated(match_view.seat))
    assert sum(line.shown is None for line in lines) == 1
    assert all(user != other.user for _, user in await club.posted())
    await club.replayed(match)


async def test_a_hidden_choice_right_after_the_entry_to_go_back_to_simply_stays(club: Club) -> None:
    match = await club.begin_with_lamps("night")
    mover, other = await club.on_turn(match)
    await club.say(match, other, "LAMP6")
    await club.say(match, mover, "B1+1")
    await club.undo(match, mover)
    assert [entry.kind for entry in (await club.entries(match))[4:]] == [
        EntryKind.MOVE,
        EntryKind.MOVE,
        EntryKind.UNDONE,
    ]
    await club.replayed(match)


async def surfaces(club: Club, match: MatchId, person: Person) -> list[Any]:
    """All that this person and everybody can see of the match."""
    known: list[Any] = []
    mine = await club.sees(match, person)
    for match_view in (mine, await club.public(match)):
        known += [match_view.view, match_view.mine, match_view.awaited, match_view.match.shown]
        known += [match_view.due, match_view.secretly_due, match_view.holders]
        known.append(await club.log(match, match_view.viewer))
    return known


@pytest.mark.parametrize("to", [None, 4, 5])
@pytest.mark.parametrize("mine", [False, True])
async def test_whether_another_seat_has_chosen_unseen_shows_nowhere(
    tmp_path_factory: pytest.TempPathFactory, to: int | None, mine: bool
) -> None:
    """Two worlds: in one of them Bob moves his lamp between the actions of the other."""
    worlds: list[list[Any]] = []
    for shifts in (False, True):
        async with a_club(tmp_path_factory.mktemp("world")) as club:
            worlds.append([])
            known = worlds[-1]
            match = await club.begin_with_lamps("night", clock="24h")
            mover, other = await club.on_turn(match)

            for text in ("B1+1", "B2+1", "LAMP5" if mine else "B3+1"):
                club.clock.advance(600)
                await club.say(match, mover, text)
                if shifts:
                    await club.say(match, other, "LAMP6")
                known += await surfaces(club, match, mover)
            found = await play_undo.classify(club.app, match, mover.user, to)
            assert found.plan is not None
            known.append(
                (
                    found.lines,
                    found.before,
                    found.after,
                    found.plan.number,
                    found.plan.verdict,
                    found.plan.is_hidden,
                    found.mark,
                )
            )
            await club.posted()
            known.append(await club.undo(match, mover, to))
            known.append([each for each in await club.posted() if each[1] != other.user])
            known += await surfaces(club, match, mover)
            if shifts:
                match_view = await club.sees(match, other)
                assert match_view.seat is not None
                assert match_view.view.lamps[match_view.seat] == 6
            await club.replayed(match)
    assert worlds[0] == worlds[1]


async def possible(club: Club, match: MatchId, person: Person) -> list[Any]:
    """All that somebody is told about taking back."""
    told: list[Any] = [await play_undo.list_places(club.app, match, person.user, 25)]
    for to in (None, 4, 5, 6):
        found = await play_undo.classify(club.app, match, person.user, to)
        plan = found.plan
        assert plan is not None
        told += [found.lines, found.before, found.after, found.mark]
        told += [plan.number, plan.verdict, plan.is_hidden]
    return told


@pytest.mark.parametrize("shifts", [False, True])
async def test_whether_the_referee_has_looked_shows_to_nobody_who_takes_back(
    tmp_path_factory: pytest.TempPathFactory, shifts: bool
) -> None:
    """Two worlds: in one of them the referee looks through the eyes of the mover all the time."""
    worlds: list[list[Any]] = []
    for looks in (False, True):
        async with a_club(tmp_path_factory.mktemp("world")) as club:
            worlds.append([])
            match = await club.begin_with_lamps("night")
            mover, _ = await club.on_turn(match)
            seat = (await club.sees(match, mover)).seat
            for text in ("B1+1", *(("LAMP5",) if shifts else ()), "B2+1", "", ""):
                if text:
                    await club.say(match, mover, text)
                else:
                    worlds[-1].append(await club.undo(match, mover))
                if looks:
                    await Whistle(club, match).look(seat)
                    await Whistle(club, match).look(None)
                worlds[-1] += await possible(club, match, mover)
                worlds[-1] += await surfaces(club, match, mover)
            await club.replayed(match)
    assert worlds[0] == worlds[1]

"""The best moves of a position are shown where they can help nobody in a running match."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.play.history import best_moves, looking_back
from bot.play.history.best_moves import BestMoves
from bot.play.lobby.seating import Person
from bot.play.refusals import NotNow
from bot.play.storage.records import MatchId, Status
from games import all_games
from tests.play.conftest import ALICE, BOB, CAROL, Club, a_club
from tests.play.pasts import exported, in_database, raw
from tests.play.test_forks import fork
from tests.play.test_imports import imported, sealed
from tests.toy import GAME as TOY

TEXTS = ("A3", "M8", "A3-C3+B2", "M8-I4+J5")
PLACED = 3
"""The public number of the entry after which both ships stand."""


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    async with a_club(tmp_path, (*all_games(), TOY)) as there:
        yield there


async def begun(club: Club) -> MatchId:
    match = await club.begin(game="astralis", settings={"size": 7})
    for number, text in enumerate(TEXTS):
        await club.say(match, (ALICE, BOB)[number % 2], text)
    return match


async def over(club: Club) -> MatchId:
    match = await begun(club)
    await club.resign(match, BOB)
    return match


async def find(club: Club, match: MatchId, person: Person, number: int = PLACED) -> BestMoves:
    return await best_moves.find(club.app, club.app.computers, match, person.user, number)


async def refused(club: Club, match: MatchId, person: Person, number: int = PLACED) -> bool:
    """Whether there are none; then nothing leads to them either."""
    then = await looking_back.load_position(club.app, match, person.user, number)
    shown = await best_moves.may_show(club.app, then.match_view, then.asked)
    if shown:
        assert (await find(club, match, person, number)).candidates
        return False
    with pytest.raises(NotNow, match="in a match that goes on"):
        await find(club, match, person, number)
    return True


async def test_after_the_end_three_legal_moves_of_who_was_to_move_are_shown(club: Club) -> None:
    match = await over(club)
    found = await find(club, match, CAROL)
    game, view = found.then.match_view.game, found.then.match_view.view
    assert (found.decision.seat, found.decision.kind) == (0, "turn")
    options = game.options(view, found.decision)
    assert len({each.move for each in found.candidates}) == 3
    for each in found.candidates:
        assert options.refusal(each.move) is None
        assert "for Yellow" in each.gains
    again = await find(club, match, ALICE)
    assert again.candidates == found.candidates


async def test_nothing_is_shown_in_a_running_match_to_anybody(club: Club) -> None:
    match = await begun(club)
    for person in (ALICE, BOB, CAROL):
        assert await refused(club, match, person)


async def test_a_fork_of_a_running_match_shows_none_however_far_it_is_away(club: Club) -> None:
    match = await begun(club)
    first = await fork(club, match, CAROL, PLACED, 701, computers=False)
    second = await fork(club, first, BOB, 2, 702, computers=False)
    for each in (first, second):
        for person in (ALICE, BOB, CAROL):
            assert await refused(club, each, person, 2)
    await club.resign(second, BOB)
    assert (await club.match(second)).status is Status.OVER
    assert await refused(club, second, BOB, 2), "its end is not that of the match it comes from"
    await club.resign(match, ALICE)
    assert not await refused(club, first, CAROL, 2)
    assert not await refused(club, second, BOB, 2)


async def test_a_fork_of_a_finished_match_shows_them_while_it_is_played(club: Club) -> None:
    forked = await fork(club, await over(club), CAROL, PLACED, computers=False)
    assert not await refused(club, forked, CAROL, 2)
    await club.say(forked, CAROL, "A3-C3+B2")
    found = await find(club, forked, CAROL, 3)
    assert found.decision.seat == 1


async def test_a_file_carries_the_match_that_it_comes_from(club: Club) -> None:
    match = await begun(club)
    data = await exported(club, match, ALICE)
    new = (await imported(club, data, computers=False)).match
    assert (await club.match(new)).origin == f"import:{match}"
    assert await refused(club, new, CAROL)
    forked = await fork(club, new, CAROL, PLACED, 703, computers=False)
    file = await exported(club, forked, CAROL)
    again = (await imported(club, file, channel=704, computers=False)).match
    assert await refused(club, forked, CAROL, 2)
    assert await refused(club, again, CAROL, 2)
    await club.resign(match, BOB)
    for each, number in ((new, PLACED), (forked, 2), (again, 2)):
        assert not await refused(club, each, CAROL, number)


async def test_a_file_of_a_match_that_nobody_here_knows_shows_none_before_its_end(
    club: Club,
) -> None:
    file = raw(await exported(club, await over(club), ALICE))
    file["match"]["id"] = "aaaaaaaa"
    new = (await imported(club, sealed(file), at=PLACED, computers=False)).match
    assert await refused(club, new, CAROL)
    forked = await fork(club, new, CAROL, PLACED, 703, computers=False)
    assert await refused(club, forked, CAROL, 2)
    await club.join(new, BOB, 1)
    await club.resign(new, BOB)
    assert not await refused(club, new, CAROL)
    assert not await refused(club, forked, CAROL, 2)


async def test_what_an_older_release_imported_shows_none_before_its_end(club: Club) -> None:
    data = await exported(club, await over(club), ALICE)
    new = (await imported(club, data, at=PLACED, computers=False)).match
    assert not await refused(club, new, CAROL)
    await in_database(club, f"UPDATE matches SET origin = 'import' WHERE id = '{new}'")
    assert await refused(club, new, CAROL)


async def test_a_match_that_is_opened_again_shows_none_any_more(club: Club) -> None:
    match = await over(club)
    forked = await fork(club, match, CAROL, PLACED, computers=False)
    await in_database(club, f"UPDATE matches SET status = 'running' WHERE id = '{match}'")
    assert await refused(club, match, ALICE)
    assert await refused(club, forked, CAROL, 2)


async def test_where_nothing_is_to_be_moved_there_is_nothing_to_compare(club: Club) -> None:
    match = await over(club)
    with pytest.raises(NotNow, match="no move to be compared"):
        await find(club, match, CAROL, 1)


async def test_a_game_without_a_search_has_none(club: Club) -> None:
    match = await club.begin()
    with pytest.raises(NotNow, match="no best moves in Beacons"):
        await find(club, match, ALICE, 1)

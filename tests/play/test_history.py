"""Positions of then, what is new to somebody, and a match as a film."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.play.history import excerpts, looking_back
from bot.play.history.frames import Frame, join_turns
from bot.play.history.looking_back import PastPosition
from bot.play.lobby.seating import Person
from bot.play.match import views as play_views
from bot.play.match.rewind import ActivePath
from bot.play.positions import WrittenState
from bot.play.refusals import NotNow
from bot.play.storage.records import Entry, EntryKind, MatchId
from games.core.contract import AnyGame
from games.core.telling import ScoreHistory
from games.core.types import REFEREE, SPECTATOR, Seat, Seated, Seats, Viewer
from tests.play.conftest import ALICE, BOB, CAROL, Club
from tests.play.pasts import finish, in_database, make_whole, seq_of, take_back
from tests.toy import GAME as TOY
from tests.toy.view import Blew, Hidden, Lit, Rested


async def at(club: Club, match: MatchId, person: Person, number: int) -> PastPosition:
    return await looking_back.load_position(club.app, match, person.user, number)


async def film(
    club: Club, match: MatchId, viewer: Viewer, after: int = 0, stride: int = 1
) -> list[Frame]:
    stored = await club.match(match)
    frames = looking_back.film(club.app, stored, viewer, after=after, stride=stride)
    return [frame async for frame in frames]


async def test_every_entry_shows_the_position_after_it_as_the_asker_saw_it(club: Club) -> None:
    match = await club.begin_with_lamps()
    first, second = await club.on_turn(match)
    await club.say(match, first, "B4+2")
    await club.say(match, second, "B5+1")
    start = await at(club, match, ALICE, 1)
    assert start.line.kind is EntryKind.START
    assert start.match_view.view.lamps == (0, 0)
    lit = await at(club, match, ALICE, 5)
    assert lit.match_view.view.flames[3].height == 2
    assert lit.match_view.view.flames[4] is None
    assert lit.match_view.view.lamps == (2, 0)
    assert (await at(club, match, BOB, 5)).match_view.view.lamps == (0, 3)
    assert (await at(club, match, CAROL, 5)).match_view.view.lamps == (0, 0)
    assert (await at(club, match, CAROL, 6)).match_view.view.flames[4].height == 1
    assert (lit.number, lit.last, lit.match_view.match.shown) == (5, 6, 5)


async def test_what_was_taken_back_is_marked_and_still_shown(club: Club) -> None:
    match = await club.begin_with_lamps()
    first, _ = await club.on_turn(match)
    await club.say(match, first, "B4+2")
    await take_back(club, match, await seq_of(club, match, 4))
    await club.say(match, first, "B6+1")
    gone, kept = await at(club, match, ALICE, 5), await at(club, match, ALICE, 7)
    assert gone.line.undone
    assert gone.match_view.view.flames[3].height == 2
    assert not kept.line.undone
    assert kept.match_view.view.flames[3] is None
    undo = await at(club, match, ALICE, 6)
    assert undo.line.kind is EntryKind.UNDONE
    assert not undo.line.undone
    assert undo.match_view.view.flames[3] is None
    log = await club.log(match)
    assert [line.shown for line in log if line.undone] == [5]


async def test_what_happened_since_a_seat_acted_is_told_as_it_sees_it(club: Club) -> None:
    match = await club.begin_with_lamps()
    first, second = await club.on_turn(match)
    await club.say(match, first, "B4+2")
    await club.say(match, second, "REST")
    for person, kinds in ((second, []), (first, [Rested])):
        match_view = await club.sees(match, person)
        lines = await excerpts.lines_since_acted(club.app, match_view)
        assert [type(event) for event in play_views.events_of(lines)] == kinds
    await take_back(club, match, await seq_of(club, match, 4))
    lines = await excerpts.lines_since_acted(club.app, await club.sees(match, first))
    assert [line.kind for line in lines] == [EntryKind.MOVE, EntryKind.UNDONE]
    assert play_views.events_of(lines) == ()


async def test_what_others_take_back_in_secret_marks_nothing(club: Club) -> None:
    match = await club.begin_with_lamps("night")
    before = await play_views.load_log(club.app, match, Seated(Seat(1)))
    base = (await club.match(match)).seq
    await club.say(match, ALICE, "LAMP5")
    await club.say(match, BOB, "LAMP6")
    mine = await play_views.load_log(club.app, match, Seated(Seat(1)))
    assert len(mine) == len(before) + 1
    await take_back(club, match, base, seat=0, hidden=True)
    assert await play_views.load_log(club.app, match, Seated(Seat(1))) == mine
    own = await play_views.load_log(club.app, match, Seated(Seat(0)))
    assert [line.kind for line in own if line.undone] == [EntryKind.MOVE]
    assert own[-1].kind is EntryKind.UNDONE, "the one who took it back reads of it"


async def test_a_position_that_was_not_kept_is_kindly_refused(club: Club) -> None:
    match = await club.begin_with_lamps()
    await make_whole(club, match)
    await in_database(club, "DELETE FROM snapshots WHERE seq < 4")
    with pytest.raises(NotNow, match="no position was kept"):
        await looking_back.load_position(club.app, match, ALICE.user, 2)
    frames = [
        each async for each in looking_back.film(club.app, await club.match(match), SPECTATOR)
    ]
    assert [frame.shown for frame in frames] == [4]


# --- What is new ---


async def test_a_look_is_written_once(club: Club) -> None:
    match = await club.begin_with_lamps()
    match_view = await club.sees(match, ALICE)
    await looking_back.mark_seen(club.app, match_view, ALICE.user)
    await looking_back.mark_seen(club.app, match_view, ALICE.user)
    assert (await club.rows())["seen"] == 1
    lobby = await club.open(channel=201)
    await looking_back.mark_seen(club.app, await club.sees(lobby, ALICE), ALICE.user)
    assert (await club.rows())["seen"] == 1


# --- Films ---


async def test_a_film_shows_every_view_once_and_in_order(club: Club) -> None:
    match = await club.begin_with_lamps()
    first, second = await club.on_turn(match)
    for person in (first, second):
        await club.say(match, person, "B4+1" if person is first else "B5+1")
    frames = await film(club, match, SPECTATOR)
    assert [frame.shown for frame in frames] == [1, 2, 3, 4, 5, 6]
    assert frames[-1].view == (await club.public(match)).view
    views = [frame.view for frame in frames]
    assert all(one != other for one, other in pairwise(views))


async def test_a_film_leaves_out_what_was_taken_back(club: Club) -> None:
    match = await club.begin_with_lamps()
    first, _ = await club.on_turn(match)
    await club.say(match, first, "B4+2")
    await take_back(club, match, await seq_of(club, match, 4))
    await club.say(match, first, "B6+1")
    frames = await film(club, match, SPECTATOR)
    assert [frame.shown for frame in frames] == [1, 2, 3, 4, 7]
    assert all(frame.view.flames[3] is None for frame in frames)


async def test_a_film_from_what_was_seen_and_taken_back_since_begins_with_it(club: Club) -> None:
    match = await club.begin_with_lamps()
    first, _ = await club.on_turn(match)
    await club.say(match, first, "B4+2")
    seen = (await club.match(match)).seq
    await take_back(club, match, await seq_of(club, match, 4))
    frames = await film(club, match, SPECTATOR, after=seen)
    assert [frame.shown for frame in frames] == [5, 4], "it ends with the board of now"
    await club.say(match, first, "B6+1")
    frames = await film(club, match, SPECTATOR, after=seen)
    assert [frame.shown for frame in frames] == [5, 4, 7]
    assert frames[0].view.flames[3].height == 2
    assert frames[-1].view.flames[3] is None


async def test_what_others_do_unseen_makes_no_frame(club: Club) -> None:
    match = await club.begin_with_lamps("night")
    before = await film(club, match, Seated(Seat(1)))
    for lamp in ("LAMP5", "LAMP6", "LAMP1"):
        await club.say(match, ALICE, lamp)
    assert await film(club, match, Seated(Seat(1))) == before
    assert await film(club, match, SPECTATOR, stride=2) == await film(club, match, SPECTATOR, 0, 2)
    assert len(await film(club, match, Seated(Seat(0)))) == len(before) + 3


async def test_a_stride_looks_at_every_so_many_public_entries_and_the_first_and_the_last(
    club: Club,
) -> None:
    match = await club.begin_with_lamps()
    await finish(club, match)
    every = await film(club, match, REFEREE)
    some = await film(club, match, REFEREE, stride=3)
    last = every[-1].shown
    assert [frame.shown for frame in some] == [1, *range(3, last, 3), last]
    views = {frame.shown: frame.view for frame in every}
    assert all(frame.view == views[frame.shown] for frame in some)
    assert [event for frame in some for event in frame.events] == [
        event for frame in every for event in frame.events
    ]
    assert all(frame.recent == frame.events for frame in every)
    own = {frame.shown: frame.events for frame in every}
    assert all(frame.recent == own[frame.shown] for frame in some)


async def test_a_stride_reads_only_the_positions_that_it_looks_at(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.begin_with_lamps()
    await finish(club, match)
    read: list[WrittenState] = []
    state = WrittenState.load_state

    def counted(self: WrittenState, game: AnyGame) -> Any:
        read.append(self)
        return state(self, game)

    monkeypatch.setattr(WrittenState, "load_state", counted)
    frames = await film(club, match, SPECTATOR, stride=4)
    assert len(read) == len(frames) < (await club.match(match)).shown // 2


async def test_with_a_stride_too_what_others_do_unseen_makes_no_frame(club: Club) -> None:
    match = await club.begin_with_lamps("night")
    for stride in (2, 3, 5):
        before = await film(club, match, Seated(Seat(1)), stride=stride)
        await club.say(match, ALICE, f"LAMP{stride + 1}")
        assert await film(club, match, Seated(Seat(1)), stride=stride) == before


async def pictures(club: Club, match: MatchId, viewer: Viewer = SPECTATOR) -> list[Frame]:
    stored = await club.match(match)
    frames = looking_back.film(club.app, stored, viewer)
    return [frame async for frame in join_turns(club.app.games[stored.game], frames)]


async def test_a_picture_of_a_turn_shows_its_last_view_and_tells_all_of_it(club: Club) -> None:
    match = await club.begin_with_lamps()
    first, second = await club.on_turn(match)
    await club.say(match, first, "B4+2")
    await club.say(match, second, "REST")
    await club.say(match, first, "B6+1")
    assert [frame.shown for frame in await film(club, match, SPECTATOR)] == [1, 2, 3, 4, 5, 6, 7]
    found = await pictures(club, match)
    assert [frame.shown for frame in found] == [1, 5, 7], "nobody misses who hides or rests"
    assert [[type(each) for each in frame.events] for frame in found] == [
        [], [Hidden, Hidden, Blew, Lit], [Rested, Lit]
    ]  # fmt: skip
    assert found[-1].view == (await club.public(match)).view


async def test_the_last_view_is_shown_even_if_it_tells_nothing(club: Club) -> None:
    match = await club.begin_with_lamps()
    first, _ = await club.on_turn(match)
    await club.say(match, first, "REST")
    assert [frame.shown for frame in await pictures(club, match)] == [1, 5]


async def test_what_others_do_unseen_makes_no_picture(club: Club) -> None:
    match = await club.begin_with_lamps("night")
    before = await pictures(club, match, Seated(Seat(1)))
    await club.say(match, ALICE, "LAMP5")
    assert await pictures(club, match, Seated(Seat(1))) == before


async def test_in_a_long_turn_every_fifth_step_is_shown() -> None:
    events = (Lit(seat=0, beacon=1, height=1),)
    view = TOY.view(TOY.setup(TOY.settings(), Seats.alone(2)), SPECTATOR)

    async def frames() -> AsyncIterator[Frame]:
        for number in range(1, 14):
            yield Frame(view, number, (), events)

    assert [frame.shown async for frame in join_turns(TOY, frames())] == [1, 6, 11, 13]


async def test_a_course_is_what_everybody_saw_without_what_was_taken_back(club: Club) -> None:
    match = await club.begin_with_lamps()
    first, second = await club.on_turn(match)
    await club.say(match, first, "B4+2")
    await take_back(club, match, await seq_of(club, match, 4))
    await club.say(match, first, "B6+1")
    await club.say(match, second, "B3+2")
    score_history = await looking_back.load_score_history(club.app, await club.match(match))
    assert [side.name for side in score_history.sides] == ["Red", "Green"]
    views = [frame.view for frame in await film(club, match, SPECTATOR)]
    assert [each.scores for each in score_history.samples] == [
        tuple(views[at].score(seat) for seat in (0, 1)) for at in (-3, -2, -1)
    ]
    assert [each.turn for each in score_history.samples][-2:] == ["Turn 1", "Turn 2"]


async def test_a_course_is_worked_out_once_and_again_after_another_entry(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.begin_with_lamps()
    asked: list[MatchId] = []
    followed = looking_back.film

    def film_of(*about: Any, **more: Any) -> AsyncIterator[Frame]:
        asked.append(about[1].id)
        return followed(*about, **more)

    monkeypatch.setattr(looking_back, "film", film_of)
    for _ in range(3):
        await looking_back.load_score_history(club.app, await club.match(match))
    assert asked == [match]
    first, _ = await club.on_turn(match)
    await club.say(match, first, "B4+2")
    score_history = await looking_back.load_score_history(club.app, await club.match(match))
    assert asked == [match, match]
    assert score_history.samples[-1].turn == "Turn 1"


async def test_a_course_is_the_same_whatever_others_do_unseen(club: Club) -> None:
    match = await club.begin_with_lamps("night")
    before = await looking_back.load_score_history(club.app, await club.match(match))
    await club.say(match, ALICE, "LAMP5")
    assert await looking_back.load_score_history(club.app, await club.match(match)) == before


async def test_a_match_without_positions_has_no_course(club: Club) -> None:
    lobby = await club.open(channel=201)
    assert (
        await looking_back.load_score_history(club.app, await club.match(lobby)) == ScoreHistory()
    )
    match = await club.begin_with_lamps()
    await in_database(club, "DELETE FROM snapshots")
    assert (
        await looking_back.load_score_history(club.app, await club.match(match)) == ScoreHistory()
    )


async def test_one_of_a_kind_is_made_at_a_time(club: Club) -> None:
    with looking_back.only_once(club.app, "replay"):
        with (
            pytest.raises(NotNow, match="being made already"),
            looking_back.only_once(club.app, "replay"),
        ):
            pass
        with looking_back.only_once(club.app, "another"):
            pass
    with looking_back.only_once(club.app, "replay"):
        pass


@given(st.lists(st.integers(0, 9), max_size=40))
def test_a_trail_counts_what_a_walk_back_through_the_log_meets(preferences: list[int]) -> None:
    """0 stands for an entry like any other, the rest for one that goes back so many entries."""
    cuts: list[Entry] = []
    for seq, back in enumerate(preferences, 2):
        if back and seq - back >= 1:
            body = f'{{"to":{seq - back}}}'
            now = datetime(2026, 1, 1, tzinfo=UTC)
            cuts.append(Entry(MatchId("abcdefg2"), seq, EntryKind.UNDONE, body, "[]", 1, now))
    last = len(preferences) + 1
    to = {cut.seq: json.loads(cut.body)["to"] for cut in cuts}
    walked, at = set(), last
    while at > 0:
        if at in to:
            at = to[at]
        else:
            walked.add(at)
            at -= 1
    active_path = ActivePath(last, cuts)
    assert {seq for seq in range(-1, last + 3) if active_path.counts(seq)} == walked
    for seq in range(last + 1):
        assert active_path.newest_up_to(seq) == max(
            (each for each in walked if each <= seq), default=0
        )

"""The log is read page by page, and no entry is out of reach."""

from __future__ import annotations

import re
from itertools import count
from typing import Any

import pytest

from bot.chat.history import log_pages
from bot.chat.platform.custom_ids import parse
from bot.chat.platform.message import message_faults
from bot.play.executor import Command
from bot.play.match import submission, views
from bot.play.match.submission import TypedMove
from bot.play.match.views import LogLine, MatchView
from bot.play.storage.records import Entry
from bot.store import codec, reading
from games.core.types import SPECTATOR, Seat, Seated
from tests.amounts import amount
from tests.chat.conftest import World
from tests.chat.guests import Guest, begin
from tests.chat.match_views import ids, move, seen, words
from tests.chat.test_history import lamps
from tests.toy.variants import NIGHT


def first_of(custom_id: str) -> str | None:
    found = parse(custom_id)
    assert found is not None
    return None if found.args[0] == "-" else found.args[0]


@pytest.mark.parametrize("length", [1, 90, 590, 900])
@pytest.mark.parametrize("letter", ["a", "星"])
def test_paging_from_end_to_end_shows_every_entry(length: int, letter: str) -> None:
    match_view = seen()
    lines: tuple[LogLine, ...] = tuple(
        move(number, 0, "REST", letter * length) for number in range(1, 30)
    )
    shown = log_pages.build_page(match_view, lines)
    assert "#29 " in words(shown)
    for way, step in (("Older", 0), ("Newer", 1)):
        read: set[str] = set()
        for _ in range(60):
            assert message_faults(shown) == ()
            assert not re.search(r"…\Z", words(shown)), "cut short"
            read |= set(re.findall(r"\*\*#(\d+) ", words(shown)))
            to = first_of(ids(shown)[step])
            if to is None:
                break
            shown = log_pages.build_page(match_view, lines, to)
        else:
            pytest.fail(f"{way} never ends")
        assert read == {str(number) for number in range(1, 30)}


def test_an_empty_log_says_so() -> None:
    assert "Nothing has happened" in words(log_pages.build_page(seen(), ()))
    assert "Nothing has happened" in words(log_pages.build_page(seen(), (), "7.0"))


async def played(world: World, ann: Guest, bo: Guest, rests: int) -> MatchView:
    """A match in which both move their lamps unseen, now and then several times."""
    await begin(ann, bo, game="night")
    await lamps(ann, bo)
    match = (await world.match()).id
    world.app.executor.after_commit = lambda: None
    presses = count(1)
    for number in range(rests):
        for lamp in range(number % 4):
            user = (ann, bo)[number // 4 % 2].id
            text = f"LAMP{(number + lamp) % 6 + 1}"
            await submission.submit(world.app, Command(match, user, next(presses)), TypedMove(text))
        [seat] = (await views.load_public(world.app, match)).awaited
        command = Command(match, (ann, bo)[seat].id, next(presses))
        await submission.submit(world.app, command, TypedMove("REST"))
    return await views.load_public(world.app, match)


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many entries were read at a time."""
    found = list[int]()

    def counted(kind: Any, rows: Any) -> Any:
        made = codec.records(kind, rows)
        if kind is Entry:
            found.append(len(made))
        return made

    monkeypatch.setattr(reading, "records", counted)
    return found


async def test_a_page_reads_as_many_entries_of_a_long_log_as_of_a_short_one(
    world: World, ann: Guest, bo: Guest, reads: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(NIGHT), "rounds", 60)
    match_view = await played(world, ann, bo, 120)
    newest = match_view.match.shown
    assert match_view.match.seq > newest > 100
    for place in ("", f"{newest // 2}.0", "1.0", f"{newest + 1}.0", "999999.9999"):
        reads.clear()
        await log_pages.load_page(world.app, match_view, place)
        assert 0 < sum(reads) <= 6 * log_pages.A_PAGE, place


async def test_pages_say_the_same_as_those_of_the_whole_log(
    world: World, ann: Guest, bo: Guest
) -> None:
    match = (await played(world, ann, bo, amount(14, 30))).match
    for viewer in (SPECTATOR, Seated(Seat(0)), Seated(Seat(1))):
        match_view = await views.load_for_viewer(world.app, match.id, viewer)
        lines = await views.load_log(world.app, match.id, viewer)
        unseen = [line for line in lines if line.shown is None]
        assert bool(unseen) == isinstance(viewer, Seated)
        places = ("", "-", *(f"{at}.{more}" for at in range(match.shown + 3) for more in range(4)))
        for place in places:
            page = await log_pages.load_page(world.app, match_view, place)
            whole = log_pages.build_page(match_view, lines, place)
            assert (words(page), ids(page)) == (words(whole), ids(whole)), place

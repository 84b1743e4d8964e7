"""The log is read page by page, and no entry is out of reach."""

from __future__ import annotations

import re

import pytest

from bot.chat import limits
from bot.chat.custom_ids import parse
from bot.chat.history import log_pages
from bot.play.match.views import LogLine
from tests.chat.match_views import ids, move, seen, words


def first_of(custom_id: str) -> int | None:
    found = parse(custom_id)
    assert found is not None
    return int(found.args[0]) if found.args[0].isdecimal() else None


@pytest.mark.parametrize("length", [1, 90, 590, 900])
@pytest.mark.parametrize("letter", ["a", "星"])
def test_paging_from_end_to_end_shows_every_entry(length: int, letter: str) -> None:
    match_view = seen()
    lines: tuple[LogLine, ...] = tuple(
        move(number, 0, "REST", letter * length) for number in range(1, 30)
    )
    shown = log_pages.page(match_view, lines, None)
    assert "#29 " in words(shown)
    for way, step in (("Older", 0), ("Newer", 1)):
        read: set[str] = set()
        for _ in range(60):
            assert limits.of_message(shown) == ()
            assert not re.search(r"…\Z", words(shown)), "cut short"
            read |= set(re.findall(r"\*\*#(\d+) ", words(shown)))
            to = first_of(ids(shown)[step])
            if to is None:
                break
            shown = log_pages.page(match_view, lines, to)
        else:
            pytest.fail(f"{way} never ends")
        assert read == {str(number) for number in range(1, 30)}


def test_an_empty_log_says_so() -> None:
    assert "Nothing has happened" in words(log_pages.page(seen(), (), None))
    assert "Nothing has happened" in words(log_pages.page(seen(), (), 7))

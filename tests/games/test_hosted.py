"""The two worlds that go on in the host show what the host should not tell."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.play.match import views
from bot.play.match.views import LogLine
from bot.play.storage.records import Entry
from games.core.contract import AnyGame
from games.core.types import SPECTATOR, Viewer
from tests.games.hosted import check_two_logs
from tests.games.kit import random_match, title_of


def check() -> None:
    for seed in range(4):
        match = random_match(title_of("toy"), seed)
        check_two_logs(match.title, match.seats, match.states, SPECTATOR, random.Random(seed), 4)


def test_an_honest_host_tells_nothing() -> None:
    check()


def test_a_line_with_a_secret_move_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def readable_line(game: AnyGame, entry: Entry, viewer: Viewer) -> LogLine | None:
        line = views.readable_line(game, entry, viewer)
        return line and replace(line, reason=entry.body)

    monkeypatch.setattr("tests.games.hosted.readable_line", readable_line)
    with pytest.raises(AssertionError, match="can tell two worlds apart: log lines"):
        check()

"""``python -m bot.playground`` as it is typed."""

from __future__ import annotations

import importlib.util
import socket
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from bot.chat.client import StarpostClient
from bot.play.lobby import alpha
from bot.playground.__main__ import main
from bot.playground.evening import Evening
from tests.databases import Server
from tests.databases import server as server


def test_a_trial_run_opens_both_pages_and_leaves_nothing_behind(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert main(["--once", "--seed-match", "4"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "Starpost, on your own machine. Two pages:"
    assert said[1].endswith("/channel")
    assert said[-1] == "Both pages answer."
    assert len(said) <= 9
    assert list(tmp_path.iterdir()) == []


def test_a_trial_run_on_a_server_wants_an_empty_database(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    with server.database() as url:
        there = ["--once", "--seed-match", "4", "--database", url]
        assert main(there) == 0
        assert capsys.readouterr().out.splitlines()[-1] == "Both pages answer."
        assert main(there) == 2
        assert "needs an empty database" in capsys.readouterr().err


async def test_games_in_alpha_can_be_tried(tmp_path: Path) -> None:
    async with Evening(browser=False)._open_playground(tmp_path) as (_, pump):
        world = pump._world
        client = world.env.bot
        assert isinstance(client, StarpostClient)
        assert await alpha.is_allowed(client.context.app, world.server)


def test_what_is_missing_is_said_before_anything_is_opened(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = importlib.util.find_spec

    def without(name: str, package: str | None = None) -> ModuleSpec | None:
        return None if name == "simcord" else found(name, package)

    monkeypatch.setattr(importlib.util, "find_spec", without)
    assert main(["--once"]) == 2
    said = capsys.readouterr()
    assert "needs the extra 'play' (simcord not found)" in said.err
    assert said.out == ""


def test_a_port_that_is_taken_is_told_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert main(["--once", "--port", str(taken.getsockname()[1])]) == 2
    assert "The playground cannot open:" in capsys.readouterr().err


@pytest.mark.parametrize("port", ["65535", "-1", "http"])
def test_an_impossible_port_is_refused(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([f"--port={port}"])
    assert "--port" in capsys.readouterr().err

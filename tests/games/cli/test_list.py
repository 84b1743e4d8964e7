"""Listing the games, and the command line as a whole."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import games
from tests.games.cli.asking import ROOT, W08, W31, Capture, complaint, placed, told, w32


def test_list_names_every_game(capsys: Capture) -> None:
    out, _ = told(capsys, "list")
    assert [line.split()[0] for line in out] == [game.meta.id for game in games.all_games()]
    assert any(line.startswith("astralis  Astralis by Phil Leduc, 2 players") for line in out)


def test_no_command_of_the_rules_imports_discord_or_sql(tmp_path: Path) -> None:
    commands = [
        ["list"],
        ["replay", w32(tmp_path)],
        ["position", placed(tmp_path, W31, play=["C4-E6+E7"])],
        ["ask", placed(tmp_path, W31, "questions", ask=[{"ask": "status"}])],
        ["perft", "astralis", "--ships", "A4,O11", "--depth", "1"],
        ["selfplay", "astralis", "--size", "7"],
    ]
    script = (
        "import sys\n"
        "from games.__main__ import main\n"
        "outside = {'discord', 'sqlalchemy', 'aiosqlite', 'alembic', 'PIL', 'bot', 'renderers'}\n"
        f"for command in {commands!r}:\n"
        "    assert main(command) == 0, command\n"
        "    assert not outside & set(sys.modules), command\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.stderr, done.returncode) == ("", 0)
    assert done.stdout


def test_it_runs_as_a_module() -> None:
    command = [sys.executable, "-m", "games"]
    listed = subprocess.run([*command, "list"], cwd=ROOT, capture_output=True, check=True)
    assert listed.stdout.startswith(b"astral_sailors")
    missing = subprocess.run([*command, "replay", "-"], cwd=ROOT, capture_output=True, input=b"{")
    assert missing.returncode == 2
    assert missing.stderr.startswith(b"games replay: -: not JSON, line 1")
    assert missing.stderr.count(b"\n") == 1


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "games: the following arguments are required: command"),
        (["fly"], "games: argument command: invalid choice: 'fly'"),
        (["perft", "chess", "--depth", "1"], "games perft: there is no game 'chess'"),
        (["perft", "astralis"], "games perft: the following arguments are required: --depth"),
        (["perft", "astralis", "--depth", "0"], "games perft: argument --depth: at least 1"),
        (["perft", "astralis", "--depth", "1", "--size", "9"], "games perft: settings of astralis"),
        (["selfplay", "astralis", "--matches", "x"], "games selfplay: argument --matches"),
        (["selfplay", "astralis", "--seats", "3"], "games selfplay: astralis needs 2"),
        (["draw", "FILE"], "games draw: the following arguments are required: --out"),
    ],
)
def test_a_mistake_is_told_in_one_line(arguments: list[str], says: str, capsys: Capture) -> None:
    assert complaint(capsys, *arguments).startswith(says)


def test_ships_that_cannot_start_there_are_refused(capsys: Capture) -> None:
    flags = ("--ships", "A1,O11", "--depth", "1")
    assert complaint(capsys, "perft", "astralis", *flags, status=1).endswith("[AST-15]")


def test_a_position_leaves_no_room_for_settings(tmp_path: Path, capsys: Capture) -> None:
    file = placed(tmp_path, W08)
    for extra in (("--size", "8"), ("--ships", "A4,O11")):
        flags = ("--depth", "1", "--position", file, *extra)
        assert "already sets everything" in complaint(capsys, "perft", "astralis", *flags)
    other = complaint(capsys, "perft", "astral_sailors", "--depth", "1", "--position", file)
    assert other.endswith("a position of astralis")

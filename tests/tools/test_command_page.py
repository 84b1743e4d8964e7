from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.chat import command_tree
from bot.chat.commands import reference
from tools import command_page


def test_a_page_that_is_not_what_the_commands_say_fails_the_check(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "commands.md"
    assert command_page.main(["--check"], page) == 1
    assert command_page.main([], page) == 0
    assert command_page.main(["--check"], page) == 0
    page.write_text(page.read_text().replace("/match join", "/match sit"))
    capsys.readouterr()
    assert command_page.main(["--check"], page) == 1
    assert "run: make commands" in capsys.readouterr().err


def test_the_page_has_every_command_with_its_options_and_choices() -> None:
    page = reference.build_page(reference.parse_commands(command_tree.build_payload()))
    for command in command_tree.all_commands():
        assert f"\n## /{command.name}\n" in page
    assert "\n### /match move-to\n" in page
    assert "| **`channel`** | Where it continues |" in page
    assert "| `seating` | How players get their seats (random; choice) |" in page


def test_hidden_commands_are_one_line_of_the_help() -> None:
    option = {"type": 5, "name": "allow", "description": "Or not"}
    below = {"type": 1, "description": "Do it", "options": [option]}
    payload: list[dict[str, Any]] = [
        {"name": "move", "description": "Play a move", "options": [option]},
        {
            "name": "server",
            "description": "For owners",
            "default_member_permissions": 32,
            "options": [{**below, "name": "alpha"}, {**below, "name": "pack"}],
        },
    ]
    assert list(reference.short_lines(reference.parse_commands(payload))) == [
        "- `/move`: Play a move",
        "- `/server`: For owners",
    ]

from __future__ import annotations

from pathlib import Path

import pytest

from tools.feature_sizes import WHOLE, room, room_of_test, sizes

MODULES = {
    *("bot.play.executor", "bot.play.storage.ports", "bot.store.store"),
    *("bot.play.lobby.idle", "bot.play.people.ratings", "bot.play.people.resigning"),
}


@pytest.mark.parametrize(
    ("module", "found"),
    [
        ("bot.chat.people.profile", "people"),
        ("bot.play.people.ratings", "people"),
        ("bot.play.executor", "play"),
        ("bot.store.sqlite.faults", "store"),
        ("bot.settings", "bot"),
    ],
)
def test_a_room_is_the_same_on_both_floors(module: str, found: str) -> None:
    assert room(module) == found


def test_a_test_belongs_to_the_module_or_the_room_of_its_name() -> None:
    imported = "from bot.play.people import ratings\n"
    assert room_of_test("idle_for_weeks", imported, MODULES) == "lobby"
    assert room_of_test("lobby", imported, MODULES) == "lobby"


def test_any_other_test_belongs_to_the_room_that_it_imports_most() -> None:
    people = "from bot.play.people import ratings, resigning\nfrom bot.play.lobby import idle\n"
    assert room_of_test("table", people, MODULES) == "people"
    assert room_of_test("table", "from bot.play.executor import Executor\n", MODULES) == "play"
    assert room_of_test("table", "from bot.play.storage.ports import Store\n", MODULES) == WHOLE


def test_lines_are_added_up_by_room(tmp_path: Path) -> None:
    for name, lines in (("bot/play/lobby/a.py", 3), ("bot/chat/lobby/b.py", 4)):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text("1\n" * lines)
    test = tmp_path / "test_c.py"
    test.write_text("from bot.play.lobby import a\n1\n")
    found = sizes(sorted((tmp_path / "bot").rglob("*.py")), [test], tmp_path)
    assert found == {"lobby": (7, 2)}

"""The check of module and folder sizes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.module_lengths import FOLDER, LIMIT, SMALL, crowded, lengths, main, too_long, too_small


def write_modules(root: Path, **modules: str) -> tuple[Path, ...]:
    folder = root / "bot"
    folder.mkdir()
    paths = []
    for name, text in modules.items():
        path = folder / f"{name}.py"
        path.write_text(text, encoding="utf-8")
        paths.append(path)
    return tuple(paths)


def test_all_modules_and_folders_are_of_a_good_size(capsys: pytest.CaptureFixture[str]) -> None:
    assert main() == 0, capsys.readouterr().err


def test_a_module_above_the_limit_is_too_long() -> None:
    assert too_long({"a.py": LIMIT, "b.py": LIMIT + 1}) == ["b.py"]


def test_the_longest_module_comes_first(tmp_path: Path) -> None:
    files = write_modules(tmp_path, short="one = 1\n", long="one = 1\ntwo = 2\n")
    assert lengths(files, tmp_path) == {"bot/long.py": 2, "bot/short.py": 1}


def test_a_folder_with_one_module_too_many_is_crowded() -> None:
    full = [f"bot/full/m{number}.py" for number in range(FOLDER)]
    over = [f"bot/over/m{number}.py" for number in range(FOLDER + 1)]
    assert crowded(["bot/full/__init__.py", *full, *over]) == ["bot/over"]


@pytest.mark.parametrize(
    "statement", ["from bot.part import x", "from bot import part", "import bot.part"]
)
def test_a_small_module_with_one_importer_is_too_small(tmp_path: Path, statement: str) -> None:
    files = write_modules(tmp_path, part="x = 1\n", user=f"{statement}\n")
    assert too_small(files, tmp_path) == ["bot/part.py"]


def test_a_small_module_with_two_importers_may_stay(tmp_path: Path) -> None:
    use = "from bot.part import x\n"
    files = write_modules(tmp_path, part="x = 1\n", user=use, other=use)
    assert too_small(files, tmp_path) == []


def test_a_module_of_some_size_may_have_one_importer(tmp_path: Path) -> None:
    files = write_modules(tmp_path, part="x = 1\n" * SMALL, user="from bot.part import x\n")
    assert too_small(files, tmp_path) == []

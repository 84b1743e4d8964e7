"""What holds for the files of the repository as files."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from packaging.requirements import Requirement

from tests.amounts import LONG
from tools.sources import ROOT

MACHINE_PATH = re.compile(
    r"(?<![\w.~)}\]])/(?:work|root|tmp)/|(?<![\w.])/(?:home|Users)/\w|[A-Z]:\\\\?Users\\"
)
"""A place that exists on one machine only."""

INDEX = re.compile(r"--(?:extra-)?index-url|--find-links|https?://\S*/simple\b")
"""A package index: which one to use is the reader's business, the hashes are ours."""

PINNED = re.compile(r"^([a-z0-9.-]+)==(\S+?)(?: ; (.+?))? \\$", re.MULTILINE)


def tracked_files() -> tuple[Path, ...]:
    """Every file that is, or is about to be, under version control."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    paths = (ROOT / name for name in listed.split("\0") if name)
    return tuple(sorted(path for path in paths if path.is_file()))


def text_files() -> dict[str, str]:
    found = {}
    for path in tracked_files():
        try:
            found[path.relative_to(ROOT).as_posix()] = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
    return found


def test_no_file_holds_a_path_of_one_machine() -> None:
    found = [
        f"{name}:{number}: {line.strip()}"
        for name, text in text_files().items()
        for number, line in enumerate(text.splitlines(), 1)
        if MACHINE_PATH.search(line) and name != "tests/architecture/test_files.py"
    ]
    assert found == []


@pytest.mark.parametrize(
    "line",
    ['open("/tmp/board.png")', "cd /root/starpost", "/home/anna/starpost", "C:\\Users\\anna"],
)
def test_a_machine_path_is_noticed(line: str) -> None:
    assert MACHINE_PATH.search(line)


@pytest.mark.parametrize(
    "line",
    ["https://example.org/site/home/page", "data/tmp/x", "tests/work/x", "/data/starpost.db"],
)
def test_other_paths_pass(line: str) -> None:
    assert MACHINE_PATH.search(line) is None


@pytest.mark.parametrize(
    ("lock", "extras"), [("run", ()), ("play", ("play",)), ("dev", ("play", "dev"))]
)
def test_a_lock_pins_what_the_project_asks_for(lock: str, extras: tuple[str, ...]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"]]
    for extra in extras:
        wanted += project["optional-dependencies"][extra]
    pinned = {
        name: version
        for name, version, _ in PINNED.findall(
            (ROOT / "requirements" / f"{lock}.txt").read_text(encoding="utf-8")
        )
    }
    for requirement in map(Requirement, wanted):
        name = requirement.name.lower().replace("_", "-").replace(".", "-")
        assert pinned.get(name), f"{requirement.name}: run make lock"
        assert requirement.specifier.contains(pinned[name]), f"{requirement}: run make lock"


@pytest.mark.parametrize("lock", ["run", "play", "dev", "lock"])
def test_a_lock_has_a_hash_for_everything_and_names_no_index(lock: str) -> None:
    text = (ROOT / "requirements" / f"{lock}.txt").read_text(encoding="utf-8")
    blocks = re.split(r"\n(?=[a-z0-9])", text)
    assert blocks
    for block in blocks:
        assert PINNED.search(block), block.splitlines()[0]
        assert "--hash=sha256:" in block, block.splitlines()[0]
    assert INDEX.search(text) is None


def test_made_up_examples_depend_on_no_clock_and_no_chance() -> None:
    """One that takes long on a busy machine, or is met in one run of a hundred, is no fault."""
    usual = settings()
    assert usual.deadline is None
    assert usual.derandomize is not LONG
    assert HealthCheck.too_slow in usual.suppress_health_check

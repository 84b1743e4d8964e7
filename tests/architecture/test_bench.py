"""How much the benches may grow, and what they may not lean on."""

from __future__ import annotations

from tests.architecture.test_arrows import imports
from tools.module_lengths import lengths
from tools.sources import python_files

MODULES = 15
"""Besides the ``__init__.py`` of both folders."""
LINES = 5_194
"""Of the whole. Lower it where it is less."""


def test_benches_import_no_tests() -> None:
    found = (each for path in python_files("bench") for each in imports(path))
    assert [str(each) for each in found if each.imported.partition(".")[0] == "tests"] == []


def test_benches_stay_few_and_short() -> None:
    counted = lengths(python_files("bench"))
    assert sum(not name.endswith("__init__.py") for name in counted) <= MODULES
    assert sum(counted.values()) <= LINES

"""The browser for the tests of the page."""

from __future__ import annotations

import os
import shutil

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def chromium() -> str:
    """The path of a Chromium. Without one the test is skipped; with ``STARPOST_CI=1`` it fails."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is not None:
        return found
    if os.environ.get("STARPOST_CI") == "1":
        pytest.fail("CI must have a Chromium: tools/browser installs it")
    pytest.skip("no Chromium on this machine: install the package chromium to test the page")

from __future__ import annotations

from pathlib import Path

import pytest

from tests.chromium import chromium


def test_without_a_browser_the_page_is_skipped(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("STARPOST_CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="no Chromium"):
        chromium()


def test_without_a_browser_ci_fails(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("STARPOST_CI", "1")
    with pytest.raises(pytest.fail.Exception, match="CI must have"):
        chromium()


def test_the_browser_that_is_there_is_taken(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    browser = tmp_path / "chromium-browser"
    browser.touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert chromium() == str(browser)

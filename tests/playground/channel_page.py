"""Drives SimCord's channel page as a person with a keyboard does.

The page redraws while one aims, so that mouse clicks miss; focus and keys do not.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

from playwright.sync_api import Error, Locator, Page, Response, expect

PATIENCE = 60_000.0
SOON = 4_000.0
POLL = 600.0
TRIES = 6
AT_REST = "() => simcordPreview.ready && simcordPreview.awaitingRevision === null"
_NUMBERED = re.compile(r"\d+\. ")
_AWAITED = re.compile(r"To move:[^@]*@(\w+)")


class ChannelPage:
    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        page.set_default_timeout(PATIENCE)
        page.on("response", self._hear)
        page.goto(url)
        self.timeline = page.locator("#channel-timeline")
        self._rest()

    @property
    def newest(self) -> Locator:
        return self.page.locator("#channel-message-list > article").last

    def sees(self, found: Locator) -> bool:
        """Whether the upper edge of something is in the window of the timeline."""
        place, window = found.bounding_box(), self.timeline.bounding_box()
        assert place is not None
        assert window is not None
        return window["y"] <= place["y"] < window["y"] + window["height"]

    def scroll_up(self, pixels: int) -> None:
        self.timeline.evaluate(f"box => {{ box.scrollTop -= {pixels} }}")

    def wait_for(self, text: str | re.Pattern[str]) -> Locator:
        found = self.timeline.get_by_text(text).last
        found.wait_for()
        return found

    def view_as(self, name: str) -> None:
        self._act(lambda: self.page.locator("#viewer-picker").select_option(label=name))

    def awaited(self) -> str:
        """The name of the player whom the newest panel asks to move."""
        names: list[str] = _AWAITED.findall(self.timeline.inner_text())
        return names[-1]

    def press(self, label: str) -> None:
        """The newest button with this label."""
        button = self.timeline.get_by_role("button", name=label, exact=True).last
        button.focus()
        self._act(lambda: self.page.keyboard.press("Enter"))

    def shows_button(self, label: str) -> bool:
        return self.newest.get_by_role("button", name=label, exact=True).count() > 0

    def choose(self) -> None:
        """The first choice: a numbered button, or an option of the newest select."""
        before = self.newest.inner_text()
        if not self.newest.locator(".select-trigger").count():
            labels = self.newest.get_by_role("button").all_inner_texts()
            self.press(next(filter(_NUMBERED.match, labels)))
            expect(self.newest).not_to_have_text(before, use_inner_text=True, timeout=PATIENCE)
            return
        for place in range(1, TRIES):
            try:
                self._act(partial(self._take, place), SOON)
            except Error:
                # The page kept its draft and takes only what differs from it.
                continue
            expect(self.newest).not_to_have_text(before, use_inner_text=True, timeout=PATIENCE)
            return
        raise AssertionError("the list of the select did not stay open")

    def take(self, label: str) -> None:
        """The option of the newest select that begins with ``label``."""
        for _ in range(TRIES):
            try:
                self._act(partial(self._take_named, label), SOON)
            except Error:
                continue
            return
        raise AssertionError(f"{label} could not be taken")

    def _take_named(self, label: str) -> None:
        trigger = self.timeline.locator(".select-trigger").last
        if trigger.get_attribute("aria-expanded") != "true":
            trigger.focus()
            self.page.keyboard.press("Enter")
        options = self.timeline.locator(".is-open [role=option]")
        options.first.wait_for(timeout=SOON)
        # Aiming misses when the page redraws; what is found is pressed where it stands.
        options.filter(has_text=label).first.evaluate("option => option.click()")

    def _take(self, place: int) -> None:
        trigger = self.timeline.locator(".select-trigger").last
        if trigger.get_attribute("aria-expanded") != "true":
            trigger.focus()
            self.page.keyboard.press("Enter")
        self.timeline.locator(".is-open [role=option]").first.wait_for(timeout=SOON)
        for _ in range(place):
            self.page.keyboard.press("ArrowDown")
        self.page.keyboard.press("Enter")

    def command(self, words: str, option: str = "", *, suggested: bool = False) -> None:
        """A slash command with at most one option; ``suggested`` takes it from the suggestions."""
        keyboard = self.page.keyboard
        self.page.locator("#channel-composer-input").focus()
        keyboard.type(words)
        self.page.get_by_role("option", name=words).first.wait_for()
        keyboard.press("Enter")
        keyboard.type(option)
        if suggested:
            self.page.get_by_role("option", name=option).first.wait_for()
            keyboard.press("ArrowDown")
            keyboard.press("Enter")
        self.page.locator("#channel-composer [type=submit]:visible").focus()
        self._act(lambda: keyboard.press("Enter"))

    def keep_picture(self, file: Path) -> None:
        newest = self.page.get_by_role("button", name=re.compile("jump to latest"))
        if newest.is_visible():
            newest.click()
        self.timeline.evaluate("box => { box.scrollTop = box.scrollHeight }")
        self._rest()
        self.page.screenshot(path=file)

    def _act(self, deed: Callable[[], object], patience: float = PATIENCE) -> None:
        """Do it, and see that the bot came to rest after it.

        A press that meets a refresh of the page is turned down as stale; a
        person presses again.
        """
        for _ in range(TRIES):
            self._rest()
            with self.page.expect_response(_is_deed, timeout=patience) as answered:
                deed()
            result = answered.value.json()
            if "stale-revision" not in str(result["diagnostics"]):
                break
            self.page.wait_for_timeout(POLL)
        assert result["settlement"] == "settled", result
        self._rest()

    def _rest(self) -> None:
        """Until the page shows what came of the last action: before that it drops presses."""
        self.page.locator("#preview-app[aria-busy=false]").wait_for()
        # Not wait_for_function: the page's own policy forbids what that does.
        while not self.page.evaluate(AT_REST):
            self.page.wait_for_timeout(50)

    def _hear(self, response: Response) -> None:
        if response.url.endswith("/api/action") and not response.ok:
            kind = (response.request.post_data_json or {}).get("kind")
            raise AssertionError(f"{kind} was turned down: {response.status} {response.text()}")


def _is_deed(response: Response) -> bool:
    if not response.url.endswith("/api/action"):
        return False
    kind = (response.request.post_data_json or {}).get("kind")
    return kind not in ("autocomplete_command", "configure_presentation", "browse_candidates")

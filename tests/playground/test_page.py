"""The beginning of a match, played in a browser through the playground as a newcomer would."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from tests.chromium import chromium
from tests.playground.channel_page import PATIENCE, ChannelPage

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "artifacts" / "playground"
COMMAND = (sys.executable, "-u", "-m", "bot.playground", "--no-browser")
DESKTOP: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 412, "height": 915}


@dataclass
class Playground:
    """A running ``python -m bot.playground``; ``page`` and ``channel`` are its addresses."""

    process: subprocess.Popen[str]
    channel: str
    page: str

    def stop(self) -> str:
        """What it has said since, after Ctrl-C."""
        self.process.send_signal(signal.SIGINT)
        said, _ = self.process.communicate(timeout=30)
        return said


@pytest.fixture
def playground() -> Iterator[Playground]:
    process = subprocess.Popen(
        COMMAND, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    assert process.stdout is not None
    said: list[str] = []
    found: list[str] = []
    for line in process.stdout:
        said.append(line)
        found += re.findall(r"http://\S+", line)
        if "Ctrl-C" in line:
            break
    assert len(found) == 2, "".join(said)
    channel, page = found
    yield Playground(process, channel, page)
    if process.poll() is None:
        process.terminate()
        process.communicate(timeout=30)


@pytest.fixture
def browser() -> Iterator[Browser]:
    path = chromium()
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-gpu"]
        )
        yield opened
        opened.close()


Opener = Callable[[str, ViewportSize], Page]


@pytest.fixture
def window(browser: Browser) -> Iterator[Opener]:
    """Opens a window of its own by name: a tab behind gets no keys."""
    opened: dict[str, Page] = {}

    def new(name: str, size: ViewportSize) -> Page:
        handheld = size is PHONE
        context = browser.new_context(viewport=size, is_mobile=handheld, has_touch=handheld)
        opened[name] = context.new_page()
        return opened[name]

    PICTURES.mkdir(parents=True, exist_ok=True)
    yield new
    # The first thing to look at after a failure.
    for name, page in opened.items():
        page.screenshot(path=PICTURES / f"last-{name}.png")


def test_two_people_begin_a_match_and_a_third_looks_on(
    playground: Playground, window: Opener
) -> None:
    table = ChannelPage(window("table", DESKTOP), playground.channel)
    onlooker = ChannelPage(window("onlooker", PHONE), playground.channel)
    assert onlooker.sees(onlooker.wait_for("Welcome to Starpost"))
    onlooker.keep_picture(PICTURES / "greeting-phone.png")
    onlooker.view_as("Carol")

    _open_match(table)
    onlooker.wait_for("The match begins")
    onlooker.scroll_up(300)

    first = table.awaited()
    table.view_as(first)
    table.command("/move", "A1")
    table.wait_for(re.compile(r"Rule AST-\d+"))
    table.keep_picture(PICTURES / "refused.png")
    assert table.awaited() == first

    _play(table)
    assert onlooker.sees(onlooker.wait_for("Astralis · #2"))
    letters = _private_page(window("letters", DESKTOP), playground.page)
    _wish_for_letters(letters, first)
    assert letters.get_by_text("It is your turn").count() == 0

    second = table.awaited()
    assert {first, second} == {"Alice", "Bob"}
    table.view_as(second)
    _play(table)
    _read_letter(letters)

    for player, number, seat in ((first, 4, "Yellow"), (second, 5, "Cyan")):
        assert table.awaited() == player
        table.view_as(player)
        _play(table, PICTURES / f"preview-{number}.png")
        onlooker.wait_for(f"Astralis · #{number}")
        onlooker.wait_for(f"{seat} flew to")
    table.keep_picture(PICTURES / "channel-desktop.png")
    onlooker.keep_picture(PICTURES / "channel-phone.png")
    _read_on_phone(window("phone", PHONE), playground.page, first)

    said = playground.stop()
    assert playground.process.returncode == 0, said
    assert "ERROR" not in said
    assert "Nothing of it is kept." in said


def test_somebody_alone_is_fighting_the_computer_without_typing_a_word(
    playground: Playground, window: Opener
) -> None:
    table = ChannelPage(window("alone", DESKTOP), playground.channel)
    table.view_as("Alice")
    table.keep_picture(PICTURES / "greeting.png")
    table.press("Play the computer: Astral Sailors: Civil War")
    table.wait_for("The match begins")
    table.press("Make a move")
    table.wait_for("What do you change in your army list?")
    labels = table.newest.get_by_role("button").all_inner_texts()
    table.press(next(each for each in labels if each.endswith("and deploy for me")))
    table.press("Confirm")
    table.wait_for(re.compile(r"Round 1 of \d+"))
    table.keep_picture(PICTURES / "battle.png")
    said = playground.stop()
    assert "ERROR" not in said


def test_words_of_a_message_never_become_markup(playground: Playground, window: Opener) -> None:
    page = _private_page(window("words", DESKTOP), playground.page)
    drawn = page.evaluate(
        """async (text) => {
            const { words } = await import(new URL("words.js", location.href));
            return words(text, { "@5": "Bob <b>", "#6": "table" }).innerHTML;
        }""",
        "# *A4* <img src=x onerror=alert(1)>\n"
        "-# <@5> in <#6>, \\*no\\* [here](javascript:alert(1)) `<i>`\n"
        "- **one**\n- two\n"
        "```\n1: <s>\n**2**\n```",
    )
    assert drawn == (
        "<h3><em>A4</em> &lt;img src=x onerror=alert(1)&gt;</h3>"
        '<p class="small"><span class="mention">@Bob &lt;b&gt;</span> in '
        '<span class="mention">#table</span>, *no* [here](javascript:alert(1)) '
        "<code>&lt;i&gt;</code></p>"
        "<ul><li><strong>one</strong></li><li>two</li></ul>"
        '<pre tabindex="0"><code>1: &lt;s&gt;\n**2**</code></pre>'
    )


def _open_match(table: ChannelPage) -> None:
    """Alice opens it, Bob sits down and starts it."""
    table.view_as("Alice")
    table.command("/match new", "Astralis", suggested=True)
    table.wait_for("Players")
    table.keep_picture(PICTURES / "lobby.png")
    table.view_as("Bob")
    table.press("Join")
    table.wait_for("All seats are taken.")
    table.press("Start")
    table.wait_for("The match begins")


def _play(table: ChannelPage, picture: Path | None = None) -> None:
    """The first move that the buttons offer, looked at and confirmed."""
    table.press("Make a move")
    table.wait_for("Type it")
    while not table.shows_button("Confirm"):
        table.choose()
    table.wait_for("Nothing is played before you confirm.")
    if picture is not None:
        table.keep_picture(picture)
    table.press("Confirm")
    table.wait_for(re.compile("flew to|goes to|It is .*turn|waits for"))


def _private_page(page: Page, url: str) -> Page:
    page.set_default_timeout(PATIENCE)
    page.goto(url)
    page.get_by_role("heading", name="private messages").wait_for()
    return page


def _wish_for_letters(letters: Page, person: str) -> None:
    letters.get_by_role("button", name=person).click()
    letters.get_by_role("heading", name=f"{person}’s private messages").wait_for()
    letters.get_by_role("button", name="/orders").click()
    letters.get_by_role("button", name="Reminders and DMs …").click()
    letters.locator(".choice select").last.select_option("both")
    letters.locator(".choice button").last.click()
    letters.get_by_text("reminded and asked: Both").wait_for()
    letters.get_by_text("This is how I will write to you.").wait_for()


def _read_letter(letters: Page) -> None:
    letters.get_by_text("It is your turn").last.wait_for()
    board = letters.get_by_role("log").get_by_role("img").last
    expect(board).to_have_js_property("complete", value=True)
    assert board.evaluate("picture => picture.naturalWidth") > 600
    assert len(board.get_attribute("alt") or "") > 40
    letters.screenshot(path=PICTURES / "private-desktop.png")


def _read_on_phone(page: Page, url: str, person: str) -> None:
    letters = _private_page(page, url)
    letters.get_by_role("button", name=person).click()
    letters.get_by_text("It is your turn").last.wait_for()
    expect(letters.get_by_role("img").last).to_have_js_property("complete", value=True)
    assert letters.evaluate("document.scrollingElement.scrollWidth") == PHONE["width"]
    letters.screenshot(path=PICTURES / "private-phone.png")
    letters.evaluate("scrollTo(0, 0)")
    letters.screenshot(path=PICTURES / "private-phone-top.png")

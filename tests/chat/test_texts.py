"""The books of all languages say the same things, and fit Discord's limits."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

from bot.chat import texts
from bot.chat.texts import ENGLISH, LANGUAGES, book, counted, say
from bot.play.people import Asking
from renderers.palettes import PALETTES

LONGEST = {"button": 80, "option": 100, "hint": 100, "form": 45}
"""By table; what stands in a message is measured with the message."""
CODE = Path(texts.__file__).parent.parent


def names(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_texts_with_the_same_names_in_them(language: str) -> None:
    assert list(book(language)) == list(book(ENGLISH))
    for key, text in book(language).items():
        assert text.strip(), key
        assert names(text) == names(book(ENGLISH)[key]), key
        assert len(text) <= LONGEST.get(key.partition(".")[0], 400), key


def test_every_file_is_a_language_and_every_language_a_file() -> None:
    files = {path.stem for path in Path(texts.__file__).parent.glob("*.toml")}
    assert files == set(LANGUAGES)


def test_every_text_is_used_and_every_text_used_is_there() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in CODE.glob("*.py"))
    used = set(re.findall(rf"[\"']((?:{'|'.join(tables())})\.[a-z_]+)[\"']", code))
    assert used <= set(book(ENGLISH))
    built = ("count.", "option.", "hint.", "button.turn_", "button.over_", "form.", "proposal.")
    # Others are put together from their table and a name that stands in the code.
    unused = [
        key
        for key in book(ENGLISH)
        if key not in used
        and not key.startswith(built)
        and f'"{key.partition(".")[2]}"' not in code
    ]
    assert unused == []


def tables() -> set[str]:
    return {key.partition(".")[0] for key in book(ENGLISH)}


def test_what_a_language_lacks_is_said_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    assert say("xx", "button.move") == say("", "button.move") == "Make a move"
    short = {key: text for key, text in book("de").items() if key != "button.move"}
    monkeypatch.setattr(texts, "book", lambda code: short if code == "de" else book(ENGLISH))
    assert say("de", "button.move") == "Make a move"
    assert say("de", "button.agree") == "Zustimmen"


def test_what_is_put_in_is_not_read_as_a_text_again() -> None:
    assert "{names}" in say("de", "letter.watching", names="{names}")


def test_one_and_many_are_told_apart() -> None:
    assert counted("", 1, "hour") == "1 hour"
    assert counted("de", 1, "hour") == "1 Stunde"
    assert counted("de", 3, "day") == "3 Tage"


def test_palettes_and_ways_to_be_asked_have_their_words() -> None:
    for name, info in PALETTES.items():
        assert say("", f"option.palette_{name}") == info.title
        assert say("", f"hint.palette_{name}") == info.description
    for way in Asking:
        assert say("de", f"option.asked_{way.value}")

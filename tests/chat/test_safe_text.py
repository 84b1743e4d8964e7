from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.platform.safe_text import WIDE_AT, escape, isolate_name, safe_name, shorten


@pytest.mark.parametrize(
    ("raw", "safe"),
    [
        ("Ann", "Ann"),
        ("  Ann   Bo  ", "Ann Bo"),
        ("some_user_7", "some_user_7"),
        ("_sly_", "sly"),
        ("__under__", "under"),
        ("a_b_é", "a_bé"),
        ("@everyone", "everyone"),
        ("<@123>", "123"),
        ("**bold** ~~gone~~ ||spoiler||", "bold gone spoiler"),
        ("[click](https://evil.example)", "click(https:/evil.example)"),
        ("https:////evil.example", "https:/evil.example"),
        ("http:/_/evil.example", "http:/evil.example"),
        ("_\u0301 \u0301", "Player"),
        ("`code`", "code"),
        ("\u202egnirts\u202c", "gnirts"),
        ("zero\u200bwidth\ufeff", "zerowidth"),
        ("line\nbreak\u2028again", "line break again"),
        ("\x00\x1b[31mred", "31mred"),
        ("Zoe\u0308", "Zoë"),
        ("Ж Ω 星", "Ж Ω 星"),
        ("ليلى", "ليلى"),
        ("🦊 Fox", "🦊 Fox"),
        ("a" + "\u0301\u0316\u0317\u0318\u0319", "á\u0316\u0317"),
        ("\u3164\u2800", "Player"),
        ("***", "Player"),
        ("", "Player"),
        ("x" * 50, "x" * 32),
    ],
)
def test_a_name_is_made_safe(raw: str, safe: str) -> None:
    assert safe_name(raw) == safe


@given(st.text(max_size=80))
def test_a_safe_name_is_short_visible_and_stays_as_it_is(raw: str) -> None:
    name = safe_name(raw)
    assert 1 <= len(name) <= 32
    assert unicodedata.is_normalized("NFC", name)
    assert not set(name) & set("@<>*~|`\\[]#\n\r\u200b\u200f\u202e\u2066\ufe0f")
    assert all(unicodedata.category(each)[0] != "C" for each in name)
    assert name == name.strip()
    assert safe_name(name) == name


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("E5-H8+G9", "E5-H8+G9"),
        ("Yellow 12 – Cyan 9", "Yellow 12 – Cyan 9"),
        ("some_user", "some\\_user"),
        ("*a* ~b~ |c| `d` [e] <@1>", f"\\*a\\* \\~b\\~ \\|c\\| \\`d\\` \\[e\\] \\<{WIDE_AT}1\\>"),
        ("@everyone", f"{WIDE_AT}everyone"),
        ("# title", "\\# title"),
        ("- list\n+ list", "\\- list\n\\+ list"),
        ("1. first", "1\\. first"),
        ("1.5 points", "1\\.5 points"),
        ("a\\b", "a\\\\b"),
        ("https://evil.example", "https\\://evil.example"),
        ("> quoted", "\\> quoted"),
    ],
)
def test_text_is_shown_as_it_is(text: str, escaped: str) -> None:
    assert escape(text) == escaped


def test_a_name_that_runs_from_right_to_left_turns_nothing_else_around() -> None:
    assert isolate_name("ليلى") == "\u2068ليلى\u2069"
    assert isolate_name("Ann_1") == "Ann\\_1"


def test_shortened_text_shows_that_something_is_missing() -> None:
    assert shorten("abcdef", 6) == "abcdef"
    assert shorten("abcdefg", 6) == "abcde…"
    assert shorten("abcd fg", 6) == "abcd…"


@given(st.text(alphabet=st.sampled_from("/:a -.\u0301é*\u200d🚀\u202e"), max_size=50))
def test_a_safe_name_stays_as_it_is_when_made_safe_again(raw: str) -> None:
    assert safe_name(safe_name(raw)) == safe_name(raw)

"""TOML with its lines."""

from __future__ import annotations

from decimal import Decimal

import pytest

from games.core.content import DEEPEST, LONGEST_LINE, PackFault, echo, read_toml

TEXT = '''# [[units]] in a comment
title = "a # no comment [[units]]"
notes = """
[[units]]
cost = 1
"""

[[units]]
code = "A1"
"quoted" = 1
specials = [
    "one",  # ]]
    "two",
]
cost = 0.5

  [[ pieces ]]
name = 'x'
[["units"]]
code = "A2"
range.near = 1
[table]
code = 3
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("title",), 2),
        (("notes",), 3),
        (("units", 0), 8),
        (("units", 0, "code"), 9),
        (("units", 0, "quoted"), 10),
        (("units", 0, "specials"), 11),
        (("units", 0, "cost"), 15),
        (("units", 0, "never"), 8),
        (("pieces", 0), 17),
        (("pieces", 0, "name"), 18),
        (("units", 1, "code"), 20),
        (("units", 1, "range"), 21),
        (("table",), 22),
        (("units", 2, "code"), 0),
        (("never",), 0),
        ((), 0),
    ],
)
def test_every_value_has_the_line_on_which_it_was_written(
    path: tuple[str | int, ...], line: int
) -> None:
    assert read_toml(TEXT, 10_000).line(*path) == line


def test_arrays_written_in_one_go_have_the_line_of_their_name() -> None:
    found = read_toml('a = 1\nunits = [\n{ code = "A" },\n{ code = "B" },\n]\n', 100)
    assert found.values["units"][1] == {"code": "B"}
    assert found.line("units", 1, "code") == 2


def test_numbers_with_a_point_are_exact() -> None:
    values = read_toml("a = 0.1\nb = 1e99999999999999999999\n", 100).values
    assert values["a"] == Decimal("0.1")
    assert values["b"].is_nan()


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [
        ("a = 1\nb = \n", 2, "not valid TOML"),
        ("a = 1\n\n[[x]", 3, "not valid TOML"),
        ('a = """\n\n', 1, "not valid TOML"),
        ("a = 1\na = 2\n", 2, "given twice"),
        ("[a]\n[b]\n[a]\n", 3, "already been started"),
        ("a = {b = 1, b = 2}\n", 1, "twice"),
        ("a = {b = 1}\na.c = 2\n", 2, "already been closed"),
        ("a = 1\nb = '\0'\n", 2, "not valid TOML"),
        ("a = 1\rb = 2\n", 1, "not valid TOML"),
        ("a = 1\n" + "#" * (LONGEST_LINE + 1), 2, "1001 characters"),
        ("a = 1\nb = [\n" + "[" * DEEPEST + "]" * DEEPEST + "]\n", 3, "Brackets"),
        ("a = \n" + "[\n" * 3000, 1, "not valid TOML"),
        ("a = [\n" + "[\n" * 3000, 9, "Brackets"),
        ("a = 1\n" * 100, 0, "600 bytes"),
    ],
)
def test_a_text_that_cannot_be_read_is_refused_with_the_line(
    text: str, line: int, part: str
) -> None:
    with pytest.raises(PackFault) as caught:
        read_toml(text, 7000 if "[\n" in text else 599 if part == "600 bytes" else 2000)
    assert caught.value.line == line
    assert part in caught.value.reason


def test_a_number_with_too_many_digits_is_refused() -> None:
    with pytest.raises(PackFault):
        read_toml("a = " + "9" * (LONGEST_LINE + 1), 10_000)
    assert read_toml("a = " + "9" * 900, 10_000).values["a"] > 10**800


def test_windows_files_are_read() -> None:
    found = read_toml("\ufefftitle = 'x'\r\n\r\n[[units]]\r\ncode = 'A'\r\n", 100)
    assert found.values["title"] == "x"
    assert found.line("units", 0, "code") == 4


def test_an_echo_is_short_and_harmless() -> None:
    assert echo("plain words") == "plain words"
    assert echo("a\u202eb\0c`*<@1>") == "a?b?c????1?"
    assert len(echo("x" * 1000)) == 60
    assert echo(3) == "that"

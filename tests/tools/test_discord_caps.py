from __future__ import annotations

from typing import Any

import pytest

from tools.discord_caps import faults, leaves, size


def option(name: str = "text", **more: Any) -> dict[str, Any]:
    return {"type": 3, "name": name, "description": "What to say", **more}


def command(name: str = "say", **more: Any) -> dict[str, Any]:
    return {"type": 1, "name": name, "description": "Say something", "options": [], **more}


def group(*children: dict[str, Any]) -> dict[str, Any]:
    return command("match", options=list(children))


GOOD = [
    command(options=[option("to", required=True), option(choices=[{"name": "Hi", "value": "h"}])]),
    group(command("new"), {**command("clock"), "type": 2, "options": [command("set")]}),
]


def test_commands_within_the_caps_have_no_fault() -> None:
    assert faults(GOOD) == []


def test_what_can_be_called_is_listed_with_its_options() -> None:
    assert [leaf for one in GOOD for leaf in leaves(one)] == [
        ("say", 2),
        ("match new", 0),
        ("match clock set", 0),
    ]


def test_the_size_counts_names_descriptions_and_values() -> None:
    plain = command(options=[option(choices=[{"name": "Hi", "value": "h"}])])
    assert size(plain) == 3 + 13 + 4 + 11 + 2 + 1


@pytest.mark.parametrize(
    ("commands", "words"),
    [
        ([command(f"c{number}") for number in range(101)], "101 commands of type 1; at most 100"),
        ([{"type": 2, "name": f"m{number}"} for number in range(6)], "6 commands of type 2"),
        ([command(), command()], "/say: stands twice"),
        ([command("Say")], "the name must be"),
        ([command("a" * 33)], "the name must be"),
        ([command("two words")], "the name must be"),
        ([command(description="x" * 101)], "description of 101 characters"),
        ([command(description="")], "description of 0 characters"),
        ([command(options=[option(f"o{n}") for n in range(26)])], "26 options; at most 25"),
        ([command(options=[option(), option()])], "/say text: stands twice"),
        ([command(options=[option("a"), option("b", required=True)])], "required options"),
        ([command(options=[option(description="x" * 101)])], "/say text: description of 101"),
        ([command(options=[option("Text")])], "/say Text: the name must be"),
        ([command(options=[option(max_length=6001)])], "max_length 6001; at most 6000"),
        ([group(command("new"), option())], "do not mix"),
        ([group(*(command(f"s{n}") for n in range(26)))], "/match: 26 options"),
        (
            [command(options=[option(choices=[{"name": "x" * 101, "value": "x"}])])],
            "at most 100 characters",
        ),
        (
            [command(options=[option(choices=[{"name": "a", "value": "a"}], autocomplete=True)])],
            "choices and autocomplete",
        ),
        (
            [command(options=[option(choices=[{"name": f"{n}", "value": n} for n in range(26)])])],
            "26 choices; at most 25",
        ),
        (
            [group(*(command(f"s{n}", options=[option(f"o{m}", description="x" * 100)
                                              for m in range(25)]) for n in range(4)))],
            "characters in all; at most 8000",
        ),
    ],
)  # fmt: skip
def test_a_broken_cap_is_named(commands: list[dict[str, Any]], words: str) -> None:
    assert any(words in fault for fault in faults(commands)), faults(commands)

"""Rulebooks: read from TOML, found by ID, title or words."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from pydantic import ValidationError

from games.core.rulebook import Rule, Rulebook

BOOK = Rulebook.of("tests.toy")


def test_the_rules_of_a_package_are_read_in_their_order() -> None:
    assert BOOK.title == "Beacons"
    assert [rule.id for rule in BOOK] == [f"TOY-0{number}" for number in range(1, 10)]
    assert BOOK.by_id["TOY-05"].status == "option"
    assert len(BOOK.chapters) == 3


def test_an_id_comes_before_titles_and_titles_before_texts() -> None:
    assert [rule.id for rule in BOOK.find(" toy-03 ")] == ["TOY-03"]
    assert [rule.id for rule in BOOK.find("oil")] == ["TOY-05", "TOY-04"]
    assert BOOK.find("dragons") == ()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("id", "TOY"),
        ("id", "toy-01"),
        ("title", ""),
        ("title", "x" * 81),
        ("text", ""),
        ("text", "x" * 1501),
        ("status", "rumour"),
        ("colour", "red"),
    ],
)
def test_a_rule_of_another_form_is_refused(name: str, value: str) -> None:
    sound = {"id": "TOY-01", "title": "Beacons", "text": "There are six."}
    assert Rule.model_validate(sound).section == ""
    with pytest.raises(ValidationError):
        Rule.model_validate({**sound, name: value})


def test_an_id_that_stands_twice_stops_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "twice_told"
    package.mkdir()
    (package / "__init__.py").write_text("")
    rule = '[[chapters.rules]]\nid = "TWO-01"\ntitle = "One"\ntext = "One."\n'
    (package / "rulebook.toml").write_text(
        'title = "T"\ncredit = "C"\nsummary = "S"\n[[chapters]]\ntitle = "All"\n' + rule + rule
    )
    monkeypatch.syspath_prepend(tmp_path)
    try:
        with pytest.raises(ValueError, match="twice"):
            Rulebook.of("twice_told")
    finally:
        sys.modules.pop("twice_told", None)

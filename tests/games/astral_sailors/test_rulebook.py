"""The rulebook: every rule and decision of the canon, and everything the code cites."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

import pytest

from games.astral_sailors.agreement import Agreement
from games.core.rulebook import Rulebook

BOOK = Rulebook.of("games.astral_sailors")
PACKAGE = Path(str(resources.files("games.astral_sailors")))

CITED = re.compile(r"ASCW-D?[0-9]+")


def test_all_rules_and_all_decisions_stand_in_the_rulebook_in_order() -> None:
    assert [rule.id for rule in BOOK] == [
        *(f"ASCW-{number:02}" for number in range(1, 162)),
        *(f"ASCW-D{number:02}" for number in range(1, 80)),
    ]


def test_every_decision_has_a_reason_and_every_rule_its_place_in_the_source() -> None:
    for rule in BOOK:
        assert rule.section, rule.id
        assert rule.status == ("decision" if "-D" in rule.id else "source")
        assert bool(rule.reason) == (rule.status == "decision"), rule.id


def test_every_rule_that_the_rulebook_or_the_code_cites_exists() -> None:
    texts = {rule.id: f"{rule.text} {rule.reason}" for rule in BOOK}
    texts |= {path.name: path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")}
    for place, text in texts.items():
        for cited in CITED.findall(text):
            assert cited in BOOK.by_id, f"{place} cites {cited}"


def test_every_option_of_a_match_is_explained_under_its_name() -> None:
    named = set(re.findall(r"“([a-z_]+)”", " ".join(rule.text for rule in BOOK)))
    options = set(Agreement.model_fields)
    # The army size has rules of its own (ASCW-23 and 24); boards and packs change no rule.
    assert options - {"army_size", "preset", "pack"} <= named
    assert {name for name in named if "_" in name} <= options


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("ascw-d24", "ASCW-D24"),
        ("Counter-attack", "ASCW-136"),
        ("half cover", "ASCW-108"),
        ("autopilot", "ASCW-D76"),
    ],
)
def test_a_player_finds_rules_by_id_or_words(words: str, first: str) -> None:
    assert BOOK.find(words)[0].id == first


@pytest.mark.rules("ASCW-D01")
def test_the_odd_words_of_the_sheet_stand_nowhere_but_where_they_are_explained() -> None:
    odd = ("radio", "invoke", "summon", "silhouette", "diameter", "contiguous", "slipt")
    explained = BOOK.by_id["ASCW-D01"].text.casefold()
    assert sum(word in explained for word in odd) >= 5
    for rule in BOOK:
        if rule.id not in ("ASCW-D01", "ASCW-D30"):
            told = f"{rule.title} {rule.text} {rule.reason}".casefold()
            assert not any(word in told for word in odd), rule.id

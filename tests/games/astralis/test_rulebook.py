"""The rulebook, the card and the settings."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

import pytest
from pydantic import ValidationError

from games.astralis import GAME
from games.astralis.agreement import Agreement
from games.core.types import Forbidden, Seats


def test_every_rule_of_the_canon_stands_in_the_rulebook_in_order() -> None:
    variants = {1: 7, 2: 5, 3: 7, 4: 11}
    expected = [*(f"AST-{number:02}" for number in range(1, 46)), "AST-D25"]
    for variant, last in variants.items():
        expected += [f"AST-V{variant}-{number:02}" for number in range(1, last + 1)]
    assert [rule.id for rule in GAME.rulebook] == expected


def test_every_decision_names_its_reason() -> None:
    for rule in GAME.rulebook:
        assert rule.section
        if rule.status != "source":
            assert rule.reason, rule.id


def test_the_decisions_of_the_canon_are_folded_in() -> None:
    folded = {number for rule in GAME.rulebook for number in re.findall(r"D-(\d\d)", rule.reason)}
    elsewhere = {"25"}  # the swap is a rule of its own
    assert folded | elsewhere == {f"{number:02}" for number in range(1, 29)}


def test_every_rule_that_the_code_cites_exists() -> None:
    package = Path(str(resources.files("games.astralis")))
    for source in package.rglob("*.py"):
        for cited in re.findall(r"AST-(?:V\d-\d\d|[0-9D]+)", source.read_text(encoding="utf-8")):
            assert cited in GAME.rulebook.by_id, f"{source.name} cites {cited}"


def test_the_author_is_credited_where_players_see_it() -> None:
    for text in (GAME.meta.credit, GAME.rulebook.credit):
        assert "© 2021 Phil Leduc" in text
        assert "permission or a licence" in text
    assert GAME.meta.rules_url in GAME.rulebook.credit


@pytest.mark.rules("AST-02")
def test_players_choose_between_two_boards() -> None:
    assert Agreement().size == 8
    assert Agreement.model_validate({"size": 7}) == Agreement(size=7)
    for size in (9, "8"):
        with pytest.raises(ValidationError):
            Agreement.model_validate({"size": size})
    for size in (3, 6):
        refusal = GAME.fault(Agreement.model_validate({"size": size}), Seats.alone(2))
        assert isinstance(refusal, Forbidden)
        assert refusal.rule == "AST-02"


def test_only_variants_of_the_author_are_settings() -> None:
    with pytest.raises(ValidationError):
        Agreement.model_validate({"variant": "chess"})


def test_the_settings_of_a_base_match_do_not_name_a_variant() -> None:
    assert Agreement.model_validate({}).variant == "base"
    said = {"size": 8, "komi": 3.5, "bonus_under_ship": "deferred"}
    said |= {"strict_supply": False, "swap": False}
    assert Agreement().model_dump() == said
    assert Agreement(variant="dice").model_dump() == {**said, "variant": "dice"}

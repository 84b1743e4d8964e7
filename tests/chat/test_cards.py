"""Cards of units: found by code or name, told in words as well."""

from __future__ import annotations

import pytest

from tests.chat.conftest import World
from tests.chat.guests import Guest, alt_text, files


async def test_a_unit_is_shown_as_a_card_that_is_told_as_well(world: World, ann: Guest) -> None:
    for name in ("ex8", "Arc Strider", "arc str"):
        told = await ann.types("rules", game="astral_sailors", unit=name)
        assert told.private
        assert [each.filename for each in files(told.message)] == ["card.png"]
        for text in (alt_text(told.message), told.words):
            assert "EX8 Arc Strider, Machine, Exiled. Cost 18 points, Resistance (RE) 3" in text
            assert "Special rules: Electric 1." in text


@pytest.mark.parametrize(
    ("game", "name", "said"),
    [
        ("colonial_space_wars", "commodore", "COM Commodore, Union of Terra"),
        ("galaxy_aflame", "infectors", "INF Infectors, Aquanaratta Families"),
    ],
)
async def test_other_games_have_cards_too(
    world: World, ann: Guest, game: str, name: str, said: str
) -> None:
    assert said in alt_text((await ann.types("rules", game=game, unit=name)).message)


@pytest.mark.parametrize("name", ["EX99", "e", "**", "@everyone", " "])
async def test_a_unit_that_is_none_is_refused_kindly(world: World, ann: Guest, name: str) -> None:
    told = await ann.types("rules", game="astral_sailors", unit=name)
    assert "has no unit" in told.words
    assert "@everyone" not in told.words


async def test_a_game_without_units_says_so(world: World, ann: Guest) -> None:
    told = await ann.types("rules", game="astralis", unit="EX1")
    assert "Astralis has no cards of units." in told.words


async def test_units_are_suggested_by_code_and_name(world: World, ann: Guest) -> None:
    assert "EX8" in await ann.suggested("rules", "unit", "strider", game="astral_sailors")
    assert await ann.suggested("rules", "unit", "", game="astralis") == []

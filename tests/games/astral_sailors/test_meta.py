"""The card and the settings."""

from __future__ import annotations

from dataclasses import fields

import pytest
from pydantic import ValidationError

from games.astral_sailors.agreement import Agreement
from games.astral_sailors.meta import META, SailorsSettings
from tests.games.surfaces import check_settings


def test_a_lobby_can_ask_for_all_but_the_pack() -> None:
    check_settings(SailorsSettings, "pack")
    titles = [field.title for field in SailorsSettings.model_fields.values()]
    assert all(title and len(title) <= 45 for title in titles)
    assert len(set(titles)) == len(titles)


def test_settings_and_agreement_have_the_same_fields_and_defaults() -> None:
    assert list(SailorsSettings.model_fields) == [field.name for field in fields(Agreement)]
    assert SailorsSettings().agreement == Agreement()
    chosen = SailorsSettings(army_size=250, commanders=2, glory="each", pack="x")
    assert chosen.agreement == Agreement(army_size=250, commanders=2, glory="each", pack="x")


@pytest.mark.rules("ASCW-23", "ASCW-24", "WE-44")
@pytest.mark.parametrize("size", [50, 120, 550, 0, -100])
def test_army_sizes_go_up_in_fifties_from_a_hundred(size: int) -> None:
    with pytest.raises(ValidationError):
        SailorsSettings(army_size=size)
    assert SailorsSettings(army_size=150).army_size == 150


@pytest.mark.rules("ASCW-118", "ASCW-D46")
def test_no_pool_can_be_full_before_the_first_round() -> None:
    smallest = SailorsSettings().army_size
    assert SailorsSettings(start_pool=smallest - 1).start_pool == 99
    with pytest.raises(ValidationError):
        SailorsSettings(start_pool=smallest)


def test_every_number_of_seats_has_its_names() -> None:
    assert META.players == (2, 3, 4, 5, 6, 7, 8)
    assert META.seat_names[8][-1] == "White"
    assert all(len(META.seat_names[count]) == count for count in META.players)

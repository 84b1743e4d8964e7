"""The settings of a match (canon 3.2)."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from games.core.types import Seats
from games.galaxy_aflame.agreement import Agreement
from games.galaxy_aflame.game import GAME
from games.galaxy_aflame.meta import META
from tests.games.galaxy_aflame.course import SEATS, Course


def test_the_defaults_are_those_of_the_canon() -> None:
    agreement = Agreement()
    assert (agreement.muster, agreement.layout) == ("draft", "ruined_quarter")
    assert (agreement.mirror, agreement.deck_copies) == (True, 1)
    assert agreement.deploy_mode == "sequential"
    assert (agreement.hand, agreement.arm, agreement.courtesy) == (60, 180, 0)
    assert (agreement.los, agreement.suppression) == (True, "vulnerable")
    assert (agreement.small_arms_shake, agreement.last_resort) == (False, False)
    assert (agreement.fallback, agreement.round_limit) == ("immediate", 20)


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [
        ("hand", 40, 80),
        ("arm", 120, 240),
        ("courtesy", 0, 59),
        ("deck_copies", 1, 2),
        ("round_limit", 0, 99),
    ],
)
def test_numbers_have_the_bounds_of_the_canon(name: str, least: int, most: int) -> None:
    for value in (least, most):
        assert getattr(Agreement.model_validate({name: value}), name) == value
    for value in (least - 1, most + 1):
        with pytest.raises(ValidationError):
            Agreement.model_validate({name: value})


@pytest.mark.parametrize(
    ("name", "value"),
    [("muster", "auction"), ("layout", "moon"), ("deploy_mode", "late"), ("fallback", "never")],
)
def test_choices_are_those_of_the_canon(name: str, value: str) -> None:
    with pytest.raises(ValidationError):
        Agreement.model_validate({name: value})


@pytest.mark.rules("GA-01")
@pytest.mark.parametrize("teams", [(0,), (0, 0), (0, 1, 2), (1, 0)])
def test_two_players_oppose_each_other(teams: tuple[int, ...]) -> None:
    assert GAME.fault(Agreement(), SEATS) is None
    refusal = GAME.fault(Agreement(), Seats(teams))
    assert refusal is not None
    assert refusal.code == "E_OPTION"


def test_a_faulty_pack_is_told_with_its_line() -> None:
    refusal = GAME.fault(Agreement(pack='title = "X"\n[[armies]]\nkey = 3'), SEATS)
    assert refusal is not None
    assert "Line 2: An army needs the field name" in refusal.sentence


def test_a_first_match_is_short() -> None:
    settings = Agreement.model_validate(META.first_match)
    assert GAME.fault(settings, SEATS) is None
    assert settings.muster == "random"


# --- Lengths that the settings change ---


@pytest.mark.rules("GA-22")
def test_two_copies_of_each_card_are_laid_out() -> None:
    match = Course(GAME.setup(Agreement(deck_copies=2, muster="random"), SEATS))
    match.play("R: ARMY HALCYON", "B: ARMY HALCYON")
    assert [len(deck) for deck in match.table.decks] == [20, 20]


def test_without_mirror_red_chooses_first_and_blue_takes_another_army() -> None:
    match = Course(GAME.setup(Agreement(mirror=False), SEATS)).play("ARMY HALCYON")
    assert match.table.armies == ("halcyon", "aquanaratta")

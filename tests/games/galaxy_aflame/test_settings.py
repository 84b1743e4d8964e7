"""The settings of a match (canon 3.2)."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from games.core.types import Seats
from games.galaxy_aflame.agreement import Agreement
from games.galaxy_aflame.game import GAME
from games.galaxy_aflame.meta import META
from tests.games.galaxy_aflame.course import SEATS, Course, having, position


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


def _allowed(units: dict[str, Any], text: str, **settings: Any) -> str:
    """The code of a refusal, or nothing."""
    match = position(units, settings=settings)
    return "" if match.allows(text) else match.refused(text)


@pytest.mark.rules("GA-14", "GA-35", "GA-48")
def test_a_hand_is_the_same_everywhere() -> None:
    marksmen = {"R1": "SPI 24 24", "B1": "RIF 24 17.9"}
    assert _allowed(marksmen, "SHOOT R1 B1 KILL") == ""
    assert _allowed(marksmen, "SHOOT R1 B1 KILL", hand=61) == "E_DEAD_ZONE"
    assert _allowed({"R1": "INF 24 31", "B1": "RIF 2 2"}, "RUN R1 24 18.9") == "E_TOO_FAR"
    assert _allowed({"R1": "INF 24 31", "B1": "RIF 2 2"}, "RUN R1 24 18.9", hand=61) == ""
    assert _allowed({"R1": "INF 24 31", "B1": "RIF 2 2"}, "RUN R1 24 20.9", hand=40) == "E_TOO_FAR"


@pytest.mark.rules("GA-14", "GA-29")
def test_the_home_zones_are_a_hand_deep() -> None:
    for hand, code in ((60, ""), (59, "E_ZONE")):
        match = position({"R1": "INF", "B1": "RIF"}, phase="deploy", settings={"hand": hand})
        text = "DEPLOY R1 24 30"
        assert ("" if match.allows(text) else match.refused(text)) == code


@pytest.mark.rules("GA-15", "GA-49")
def test_an_arm_is_the_same_for_both() -> None:
    units = {"R1": "INF 24 24", "B1": "RIF 24 5.9"}
    assert _allowed(units, "SHOOT R1 B1 KILL") == "E_RANGE"
    assert _allowed(units, "SHOOT R1 B1 KILL", arm=181) == ""


@pytest.mark.rules("GA-17")
def test_courtesy_lengthens_arm_range() -> None:
    units = {"R1": "INF 24 24", "B1": "RIF 24 4"}
    assert _allowed(units, "SHOOT R1 B1 KILL", courtesy=19) == "E_RANGE"
    assert _allowed(units, "SHOOT R1 B1 KILL", courtesy=20) == ""
    hordes = {"R1": "SPA 24 24", "B1": "RIF 24 17.9"}
    assert _allowed(hordes, "SHOOT R1 B1 KILL", courtesy=59) == "E_RANGE", "close range stays"


@pytest.mark.rules("GA-51")
def test_without_line_of_sight_solid_pieces_block_no_shot() -> None:
    units, layout = {"R1": "INF 11 22", "B1": "RIF 11 10"}, "ruined_quarter"
    assert position(units, layout).refused("SHOOT R1 B1 KILL") == "E_LOS"
    assert position(units, layout, settings={"los": False}).allows("SHOOT R1 B1 KILL")


@pytest.mark.rules("GA-62")
def test_pinned_units_give_up_moving_or_shooting() -> None:
    units = {"R1": "INF 24 24", "B1": having("RIF", "24 12", suppressed=True)}
    for value, code in (("vulnerable", ""), ("pinned", "E_SHAKEN")):
        match = position(units, settings={"suppression": value}).play("END", "MOVE B1 24 13")
        text = "SHOOT B1 R1 KILL"
        assert ("" if match.allows(text) else match.refused(text)) == code


@pytest.mark.rules("GA-76", "GA-79")
def test_small_arms_can_shake_a_vehicle() -> None:
    units = {"R1": "REE 24 24", "B1": "WAL 24 12"}
    assert _allowed(units, "SHOOT R1 B1 KILL") == "E_VEHICLE"
    match = position(units, settings={"small_arms_shake": True})
    match.shoot("R1 B1 KILL", "4 4 4 1 1 1", "1 1 1")
    assert (match.models("B1"), match.unit("B1").shaken) == ([1], True)
    assert _allowed(units, "SHOOT R1 B1 SUPPRESS", small_arms_shake=True) == "E_VEHICLE"


@pytest.mark.rules("GA-76")
def test_a_side_without_anti_vehicle_has_a_last_resort() -> None:
    near, far = {"R1": "REE 24 24", "B1": "WAL 24 18"}, {"R1": "REE 24 24", "B1": "WAL 24 17.9"}
    assert _allowed(near, "SHOOT R1 B1 KILL") == "E_VEHICLE"
    assert _allowed(near, "SHOOT R1 B1 KILL", last_resort=True) == ""
    assert _allowed(far, "SHOOT R1 B1 KILL", last_resort=True) == "E_VEHICLE"
    armed = {**near, "R2": "LAM"}
    assert _allowed(armed, "SHOOT R1 B1 KILL", last_resort=True) == "E_VEHICLE"


@pytest.mark.rules("GA-22")
def test_two_copies_of_each_card_are_laid_out() -> None:
    match = Course(GAME.setup(Agreement(deck_copies=2, muster="random"), SEATS))
    match.play("R: ARMY HALCYON", "B: ARMY HALCYON")
    assert [len(deck) for deck in match.table.decks] == [20, 20]


def test_without_mirror_red_chooses_first_and_blue_takes_another_army() -> None:
    match = Course(GAME.setup(Agreement(mirror=False), SEATS)).play("ARMY HALCYON")
    assert match.table.armies == ("halcyon", "aquanaratta")

"""Settings of a match: their defaults, and those that its seats cannot have (BAD_OPTION)."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from games.astral_sailors import GAME
from games.astral_sailors.agreement import Agreement
from games.astral_sailors.editing.sound import setting_fault
from games.astral_sailors.rules.setup import muster
from games.core.types import Forbidden, Seats

TWO, FOUR = Seats((0, 1)), Seats((0, 0, 1, 1))
DEFAULTS = {
    "army_size": 100, "commanders": 1, "start_pool": 0, "open_armies": True,
    "scenery": "alternate", "perimeter_clear": True, "zones": "auto", "deploy_gap": 3,
    "shoot_arc": "all", "melee_arc": "front", "fly_melee_down": True,
    "extension_first": "natural6", "attacker_extension": False, "reroll_uses": "split",
    "aura_scope": "each", "saved_ap": "round", "limited_reset": False,
    "venom_stack": "refresh", "civilian_income": "own", "reinforce_alone": "own_zone",
    "silent_gap": 3, "silent_los": "clean", "glory": "sum", "delivery": "zone",
    "retarget": True, "promotion_dead": "ignore", "intrusion": "end",
    "bellicose_public": True, "fallen_share": False, "round_limit": 20,
    "unreachable": "draw", "reactions": "mixed",
}  # fmt: skip


@pytest.mark.rules("ASCW-D68")
def test_every_option_has_the_default_of_the_canon_and_a_match_keeps_its_own() -> None:
    assert {name: getattr(Agreement(), name) for name in DEFAULTS} == DEFAULTS
    agreed = Agreement(army_size=150, glory="each", round_limit=0, venom_stack="stack")
    state = muster.opening(agreed, TWO)
    form = GAME.state_form
    assert form.read(form.write(state)).table.agreement == state.table.agreement == agreed


def refused(seats: Seats, **options: Any) -> str:
    found = setting_fault(Agreement(**options), seats)
    if found is None:
        return ""
    assert isinstance(found, Forbidden)
    assert found.code == "BAD_OPTION"
    return found.rule


@pytest.mark.rules("ASCW-01", "ASCW-28", "ASCW-30")
@pytest.mark.parametrize(
    "teams", [(0,), (0, 0), (0, 1, 0), (1, 0), (0, 2), (0, 0, 0, 0, 0, 1), tuple(range(9))]
)
def test_other_seatings_are_refused(teams: tuple[int, ...]) -> None:
    refusal = setting_fault(Agreement(), Seats(teams))
    assert isinstance(refusal, Forbidden)
    assert refusal.rule in ("ASCW-01", "ASCW-28", "ASCW-30")


@pytest.mark.rules("ASCW-23", "ASCW-24", "WE-44")
def test_armies_are_of_100_points_or_50_more() -> None:
    for size in (100, 150, 200, 500):
        assert refused(TWO, army_size=size) == ""
    for size in (50, 120, 125, 149, 99):
        with pytest.raises(ValidationError):
            Agreement(army_size=size)


@pytest.mark.rules("ASCW-D51")
@pytest.mark.parametrize("players", range(2, 9))
def test_rectangles_are_for_2_3_4_and_8_players(players: int) -> None:
    seats = Seats(tuple(range(players)))
    wanted = "ASCW-D51" if players in (5, 6, 7) else ""
    assert refused(seats, zones="rectangles") == wanted
    assert refused(seats, zones="strips") == refused(seats, zones="auto") == ""


@pytest.mark.rules("ASCW-D46", "ASCW-D60")
@pytest.mark.parametrize(
    ("seats", "glory", "most"),
    [(TWO, "sum", 99), (FOUR, "sum", 49), (FOUR, "any", 99), (FOUR, "each", 99)],
)
def test_nobody_begins_with_a_glory(seats: Seats, glory: Any, most: int) -> None:
    assert refused(seats, glory=glory, start_pool=most) == ""
    assert refused(seats, glory=glory, start_pool=most + 1) == "ASCW-D46"
    found = GAME.fault(Agreement(glory=glory, start_pool=most + 1), seats)
    assert found is not None
    assert f"at most {most}" in found.sentence

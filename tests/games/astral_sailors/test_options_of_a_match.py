"""The options of a match: their defaults, and that a match keeps them."""

from __future__ import annotations

import pytest

from games.astral_sailors.agreement import Agreement
from games.astral_sailors.rules.setup import muster
from games.astral_sailors.state import State
from games.core.types import Form, Seats

DEFAULTS = {
    "army_size": 100,
    "commanders": 1,
    "start_pool": 0,
    "open_armies": True,
    "scenery": "alternate",
    "perimeter_clear": True,
    "zones": "auto",
    "deploy_gap": 3,
    "shoot_arc": "all",
    "melee_arc": "front",
    "fly_melee_down": True,
    "extension_first": "natural6",
    "attacker_extension": False,
    "reroll_uses": "split",
    "aura_scope": "each",
    "saved_ap": "round",
    "limited_reset": False,
    "venom_stack": "refresh",
    "civilian_income": "own",
    "reinforce_alone": "own_zone",
    "silent_gap": 3,
    "silent_los": "clean",
    "glory": "sum",
    "delivery": "zone",
    "retarget": True,
    "promotion_dead": "ignore",
    "intrusion": "end",
    "bellicose_public": True,
    "fallen_share": False,
    "round_limit": 20,
    "unreachable": "draw",
    "reactions": "mixed",
}


@pytest.mark.rules("ASCW-D68")
@pytest.mark.parametrize(("name", "default"), DEFAULTS.items())
def test_every_option_has_the_default_of_the_canon(name: str, default: object) -> None:
    assert getattr(Agreement(), name) == default


@pytest.mark.rules("ASCW-D68")
def test_a_match_carries_its_options_wherever_it_is_stored() -> None:
    agreed = Agreement(army_size=150, glory="each", round_limit=0, venom_stack="stack")
    state = muster.opening(agreed, Seats((0, 1)))
    assert state.table.agreement == agreed
    form: Form[State] = Form(State, sparse=True)
    assert form.read(form.write(state)).table.agreement == agreed

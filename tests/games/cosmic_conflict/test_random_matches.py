"""Short random matches with fleets of all designs, two hundred of them in the nightly run. Those
of the usual length are the contract kit's."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from games.core.types import Ending
from games.cosmic_conflict.agreement import Agreement
from games.cosmic_conflict.content.catalogue import BASE
from games.cosmic_conflict.content.limits import own_faults
from games.cosmic_conflict.reimagining import own_fleet
from games.cosmic_conflict.rules.setup.preparation import refuse_fleet
from tests.amounts import amount
from tests.games.kit import random_match, title_of
from tests.games.replaying import check_replay

PARTS, MATCHES = 2, amount(3, 100)
SHORT = {"points": 481, "min_turns": 1, "max_turns": 2}
TITLE = title_of("cosmic_conflict")
QUICK = replace(TITLE, agreed={"map": "quick", **SHORT}, sizes=(2,))
SEVERAL = replace(TITLE, agreed={**SHORT, "points": 200}, sizes=(3, 4))


def test_random_fleets_are_legal_and_of_all_designs() -> None:
    rng, seen = random.Random(1), set[tuple[str, bool]]()
    for points in (200, 481, 1000, 5000) * 40:
        built = own_fleet(Agreement(points=points), rng)
        own = {each.code: each for each in built.designs}
        assert refuse_fleet({**own, **BASE.designs}, built.units, points) is None
        assert next(own_faults(BASE.designs, built.designs, built.units), None) is None
        seen |= {(each.design, each.carrier > 0) for each in built.units}
    codes = {code for code, _ in seen}
    assert set(BASE.designs) < codes
    assert {("DRIF", True), ("DRIF", False)} <= seen


@pytest.mark.parametrize("part", range(PARTS))
def test_random_matches_end_and_replay_byte_for_byte(part: int) -> None:
    for seed in range(part * MATCHES, (part + 1) * MATCHES):
        match = random_match(SEVERAL if seed % 3 == 0 else QUICK, seed)
        assert isinstance(TITLE.game.pending(match.states[-1]), Ending)
        check_replay(match)

"""Matches stored under earlier rules."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from games.astral_sailors import GAME
from games.astral_sailors.agreement import Agreement
from games.astral_sailors.secrets import SecretAnswer
from tests.games.astral_sailors.goals import commander
from tests.games.astral_sailors.positions import state, table

MATCH = replace(
    state(table([commander(seat) for seat in range(3)], teams=(2, 1)), (2, 3), {1: 0}),
    answers=(SecretAnswer("R1", "cover"),),
)


def older(**player: Any) -> dict[str, Any]:
    """JSON of a match under rules 3, with what the first seat was then."""
    found: dict[str, Any] = json.loads(GAME.state_form.write(MATCH))
    teams, drafts = found.pop("secrets"), found.pop("sheets")
    found["secrets"] = {"teams": teams, "drafts": drafts, "answers": found.pop("answers")}
    of = found["table"]
    of["players"][0] |= {"talks": 2, **player}
    of |= {"draw": [0], "agenda": [{"step": "pass-turn", "about": "0", "task": "do"}]}
    of["agreement"] = {**of.get("agreement", {}), "victory": "claim", "leavers": "remove"}
    return found


@pytest.mark.rules("ASCW-D75")
def test_offers_of_a_draw_and_what_seats_had_said_are_forgotten() -> None:
    read = GAME.state_form.read(json.dumps(GAME.upgrade(older(), 3)).encode())
    assert read.table.agenda == ()
    assert read.table.controller(0) == 0
    assert (read.sheets, read.secrets) == (MATCH.sheets, MATCH.secrets)
    assert read.answers == MATCH.answers


@pytest.mark.rules("ASCW-D77")
def test_an_army_that_waited_for_a_team_mate_goes_to_the_first_who_is_there() -> None:
    waiting = older(left=True, handover=True, declined=[1])
    read = GAME.state_form.read(json.dumps(GAME.upgrade(waiting, 3)).encode())
    assert read.table.controller(0) == 1


def test_settings_of_earlier_releases_are_passed_over() -> None:
    found = Agreement.model_validate({"victory": "claim", "leavers": "remove"})
    assert found == Agreement()
    assert "victory" not in found.model_dump()

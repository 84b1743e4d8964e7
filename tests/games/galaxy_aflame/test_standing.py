"""What can be ordered in advance, and what others are told of it; ``cases/standing.toml`` has what
orders do."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.questions import Question
from games.core.types import Seat, Seated, Unreadable
from games.galaxy_aflame.game import GAME
from games.galaxy_aflame.standing import STANDING
from tests.games.galaxy_aflame.course import Course, position
from tests.games.galaxy_aflame.starting import orders

HERE = {"R1": "INF 24 31", "R2": "REE 10 31", "B1": "RIF 24 5", "B2": "STO 10 5"}


def _red(match: Course) -> Any:
    return GAME.view(match.state, Seated(Seat(0)))


def test_a_list_is_not_endless() -> None:
    with pytest.raises(Unreadable):
        STANDING.read(_red(position(HERE)), "OWN " + "INF " * 41)


def test_the_form_offers_every_topic() -> None:
    found = STANDING.options(_red(position(HERE))).question(())
    assert isinstance(found, Question)
    keys = [choice.key for choice in found.choices]
    assert keys == [
        *("privilege", "own", "deny", "reinforce"),
        *("prefer", "places", "queue", "losses"),
    ]
    said = STANDING.show(_red(position(HERE)), ())
    assert "If you win the roll-off: ask me (default)." in said


def test_what_happens_by_itself_is_told_without_secrets() -> None:
    match = position(HERE)
    decision = match.decision()
    given = orders(match, "R", "QUEUE END")
    said = {STANDING.unless(_red(match), decision, each) for each in ((), given)}
    assert said == {"Otherwise the turn ends."}

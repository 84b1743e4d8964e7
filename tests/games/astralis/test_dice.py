"""Variant 2, dice planets."""

from __future__ import annotations

import pytest

from games.astralis import GAME
from games.astralis.agreement import Agreement
from games.core.questions import Question
from games.core.types import Forbidden
from tests.games.astralis.positions import options, played, position, turn_decision, view
from tests.games.astralis.variants import asked

DICE = Agreement(variant="dice")


def test_choices_say_how_many_points_they_bring() -> None:
    state = position(c="E8", sy="B3", sc="O11", agreed=DICE)
    flights, plantings = (options(state).question(path) for path in ((), ("E6",)))
    assert isinstance(flights, Question)
    assert isinstance(plantings, Question)
    details = {choice.key: choice.detail for choice in flights.choices}
    assert details["E6"] == "+6 points by planting D5; 5 hexes to plant"
    assert "F7 (+4), Cyan −2" in [choice.label for choice in plantings.choices]


def test_a_match_with_dice_is_told_in_points() -> None:
    state = played(position(c="E8", sy="B3", sc="O11", agreed=DICE), "B3-E6+F7")
    tally = GAME.words.tally(view(state))
    assert tally is not None
    assert tally.measure == "Points, 3.5 komi for Cyan included"
    assert GAME.words.standing(view(state)).startswith(
        "Turn 2, Cyan to move: Yellow 4, Cyan 4 + 3.5"
    )


def test_the_value_of_a_die_is_asked_with_dice_alone() -> None:
    with pytest.raises(Forbidden, match="dice") as refused:
        asked(position(sy="B6", sc="O11"), "dice")
    assert refused.value.rule == "AST-V2-01"


def test_the_preview_of_a_turn_has_dice() -> None:
    state = position(c="E8", sy="B3", sc="O11", agreed=DICE)
    decision = turn_decision(state)
    seen = view(state)
    after = GAME.preview(seen, decision, GAME.read(seen, decision, "E6+F7"))
    assert type(after) is type(seen)
    assert (after.score().yellow, after.score().cyan) == (4, 4)

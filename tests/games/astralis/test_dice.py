"""Variant 2, dice planets."""

from __future__ import annotations

from typing import Any

import pytest

from games.astralis import GAME
from games.astralis.agreement import Agreement
from games.astralis.board import name
from games.astralis.events import Ended, Extracted
from games.astralis.sides import Side
from games.astralis.state import State
from games.astralis.tools import TOOLS, AstralisPosition
from games.astralis.variants.dice import DiceState
from games.core.questions import Question
from games.core.tools import Measure
from games.core.types import Ending, Forbidden, Seat, Seated, Seats
from tests.games.astralis.positions import (
    count,
    only,
    options,
    planets,
    played,
    position,
    step,
    turn_decision,
    turns,
    view,
)

DICE = Agreement(variant="dice")


def dice(state: State) -> dict[str, int]:
    assert isinstance(state, DiceState)
    return {name(hex): n for side in Side for hex, n in state.values(side).items()}


def asked(state: State, ask: str, **given: Any) -> Any:
    measures = {each.name: each for each in map(Measure, TOOLS.measures)}
    return measures[ask].answer(state, given)


@pytest.mark.rules("W34", "AST-V2-02", "AST-V2-05")
def test_contested_neighbours_take_from_the_dice_of_both_sides() -> None:
    state = position(c="E8", sy="B3", sc="O11", agreed=DICE)
    assert dice(state) == {"E8": 6}
    after = step(state, "B3-E6+F7").state
    assert dice(after) == {"F7": 4, "E8": 4}
    assert (count(after).yellow, count(after).cyan) == (4, 4)
    assert view(after).score().cyan_with_komi == 7.5


@pytest.mark.rules("W34", "AST-V2-05")
def test_a_hex_next_to_several_dice_of_a_side_counts_in_each() -> None:
    state = position(y="I7 I10", c="G9", sy="B3", sc="O11", agreed=DICE)
    after = step(state, "B3-E6+F7").state
    assert dice(after) == {"I7": 6, "I10": 4, "F7": 4, "G9": 2}
    assert (count(after).yellow, count(after).cyan) == (14, 2)


@pytest.mark.rules("W34", "AST-V2-03", "AST-V2-04")
def test_a_die_that_loses_its_last_point_is_extracted_and_the_points_come_back() -> None:
    state = position(y="B3", c="A4", sy="C9", sc="O11", agreed=DICE)
    assert dice(state) == {"B3": 4, "A4": 2}
    after = step(state, "C9-C6+B6")
    assert only(after.events, Extracted) == Extracted(Side.YELLOW, ("A4",))
    assert dice(after.state) == {"B3": 6, "A4": 4, "B6": 6}
    assert (count(after.state).yellow, count(after.state).cyan) == (16, 0)


@pytest.mark.rules("W34", "AST-V2-02")
def test_dice_in_corners_and_on_edges_start_lower() -> None:
    state = position(y="A1 A4 H8", sy="B6", sc="O11", agreed=DICE)
    assert dice(state) == {"A1": 3, "A4": 4, "H8": 6}
    assert count(state).yellow == 13


@pytest.mark.rules("W34", "AST-V2-04")
def test_a_die_that_walks_into_a_ring_shows_0_and_stays() -> None:
    state = position(y="G9", c="F7 I7 I10", sy="H14", sc="O11", agreed=DICE)
    after = step(state, "H14-H9+H8").state
    assert dice(after) == {"G9": 2, "H8": 0, "F7": 3, "I7": 4, "I10": 3}
    assert (count(after).yellow, count(after).cyan) == (2, 10)
    later = step(after, "O11-O9+O8").state
    assert planets(later, Side.YELLOW) == "G9 H8"


@pytest.mark.rules("AST-V2-01")
def test_turns_are_those_of_the_base_game() -> None:
    agreements = (Agreement(), DICE)
    base, with_dice = (
        position(y="I7 I10 L10", c="H8", sy="B3", sc="O11", agreed=each) for each in agreements
    )
    assert turns(base) == turns(with_dice)
    assert planets(played(base, "B3-E6+F7"), Side.YELLOW) == "F7 H8 I7 I10 J9 L10"
    assert planets(played(with_dice, "B3-E6+F7"), Side.YELLOW) == "F7 H8 I7 I10 J9 L10"


@pytest.mark.rules("AST-V2-05")
def test_the_dice_decide_and_komi_is_added() -> None:
    agreed = Agreement(size=4, variant="dice")
    state = position(y="B2 B4 D1 D3 D5", c="F3 F6 G5", sy="C4", sc="C6", agreed=agreed)
    last = step(played(state, "C4-E6+E7"), "C6-D7")
    yellow = {"B2": 6, "B4": 6, "C6": 4, "D1": 2, "D3": 5, "D5": 4, "E7": 2}
    assert dice(last.state) == {**yellow, "F3": 2, "F6": 3, "G5": 4}
    assert last.events[-1] == Ended("score", Side.YELLOW, 29.0, 12.5)
    ending = GAME.pending(last.state)
    assert ending == Ending("score", (Seat(0),), (29.0, 12.5), "AST-40")


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


def test_a_match_with_dice_is_stored_with_its_variant() -> None:
    state = position(y="A1 A4 H8", sy="B6", sc="O11", agreed=DICE)
    written = GAME.state_form.write(state)
    assert b'"variant":"dice"' in written
    read = GAME.state_form.read(written)
    assert (read, type(read)) == (state, DiceState)
    assert type(GAME.view(state, Seated(Seat(0)))) is DiceState.__mro__[2]


def test_the_value_of_every_die_can_be_asked() -> None:
    state = position(y="A1 A4 H8", c="J9", sy="B6", sc="O11", agreed=DICE)
    assert asked(state, "dice") == {"A1": 3, "A4": 4, "H8": 4, "J9": 4}
    with pytest.raises(Forbidden, match="dice") as refused:
        asked(position(sy="B6", sc="O11"), "dice")
    assert refused.value.rule == "AST-V2-01"


def test_a_position_file_is_of_the_variant_of_its_settings() -> None:
    settings = Agreement(variant="dice")
    file = {"Y_planets": ["F7"], "C_planets": ["E8"], "Y_ship": "E6", "C_ship": "O11"}
    state = AstralisPosition.model_validate(file).state(settings, Seats.alone(2))
    assert type(state) is DiceState
    assert dice(state) == {"F7": 4, "E8": 4}
    again = AstralisPosition.of(state).state(settings, Seats.alone(2))
    assert again == state


def test_the_preview_of_a_turn_has_dice() -> None:
    state = position(c="E8", sy="B3", sc="O11", agreed=DICE)
    decision = turn_decision(state)
    seen = view(state)
    after = GAME.preview(seen, decision, GAME.read(seen, decision, "E6+F7"))
    assert type(after) is type(seen)
    assert (after.score().yellow, after.score().cyan) == (4, 4)

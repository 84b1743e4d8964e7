"""Matches of Beeline: settings, questions and words (the rules are in ``cases``)."""

from __future__ import annotations

import re

import pytest

from games.astralis import GAME
from games.astralis.sides import Side
from games.astralis.state import State
from games.astralis.view.threats import Threats
from games.core.questions import Question
from games.core.types import Ending, Forbidden
from tests.games.astralis.positions import options, played, step, turn_decision, view
from tests.games.astralis.variants import (
    TWO,
    answer,
    asked,
    digested,
    moves,
    refused_measures,
    set_up,
    settings,
)


def garden(y: str = "", c: str = "", sy: str = "A4", sc: str = "O11", t: str = "Y") -> State:
    return set_up("beeline", Y_planets=y, C_planets=c, Y_ship=sy, C_ship=sc, to_move=t)


W35 = garden("J10", "H5", "H8", "F6")


@pytest.mark.rules("AST-V3-01")
@pytest.mark.parametrize(
    "agreed", [{"swap": True}, {"strict_supply": True}, {"bonus_under_ship": "immediate"}]
)
def test_settings_of_the_base_game_do_not_exist(agreed: dict[str, object]) -> None:
    fault = GAME.fault(settings("beeline", **agreed), TWO)
    assert isinstance(fault, Forbidden)
    assert fault.rule == "AST-V3-01"
    assert "has no setting" in fault.sentence


@pytest.mark.rules("W35", "AST-V3-02", "AST-V3-03")
def test_turns_are_offered_by_landing_without_planting_first() -> None:
    found = moves(garden())
    assert len(found) == 52
    assert found[:5] == ["A4-A1", "A4-A2", "A4-A2*", "A4-A3", "A4-A3*"]
    assert len({move.rstrip("*") for move in found}) == 28
    assert len(moves(W35)) == 43
    assert len(asked(W35, "destinations")) == 25
    assert asked(W35, "destinations")[:2] == ("A8", "B8")


@pytest.mark.rules("AST-V3-06")
def test_flowers_are_counted_and_cyan_adds_half_a_point() -> None:
    state = garden("J10 D7", "H5 C4")
    assert asked(state, "score") == {"yellow": 2, "cyan": 2, "cyan_with_komi": 2.5}
    assert view(state).komi == 0.5
    assert GAME.words.standing(view(state)) == (
        "Turn 1, Yellow to move: Yellow 2, Cyan 2 + 0.5; flowers can still be planted on "
        f"{len(asked(state, 'plantable'))} hexes."
    )
    tally = GAME.words.tally(view(state))
    assert tally is not None
    assert (tally.measure, [float(each) for each in tally.scores]) == (
        "Flowers, 0.5 komi for Cyan included",
        [2.0, 2.5],
    )


@pytest.mark.rules("AST-V3-06")
def test_the_winner_is_told_with_flowers() -> None:
    state = set_up(
        "beeline", board=3, Y_planets="A1 A3 C5", C_planets="C1 E3 E5", Y_ship="C2", C_ship="D5"
    )
    over = played(state, "C2-B2") if state.phase == "playing" else state
    assert isinstance(over.ending, Ending)
    assert GAME.words.ending(view(over), over.ending) == (
        "Cyan wins by 0.5, 3.5 to 3, by komi: 3 flowers against 3. No more flowers can be planted."
    )


def test_the_questions_lead_to_every_turn() -> None:
    tree = options(garden())
    question = tree.question(())
    assert isinstance(question, Question)
    assert question.prompt == "Where does your Yellow bee fly?"
    found = [(choice.label, choice.mark) for choice in question.choices if choice.label[:2] == "D7"]
    assert found == [("D7", ""), ("D7, plant E8", "+1")]
    assert (answer(garden(), "D7"), answer(garden(), "D7p")) == ("A4-D7", "A4-D7*")
    assert len(question.suggest()) == 3
    for choice in question.suggest():
        said = r"plants \w+; then you have \d+ (more|fewer) than Cyan to plant"
        assert re.fullmatch(said, choice.reason)


def test_the_words_ask_for_a_flight() -> None:
    asks = GAME.words.ask(view(garden()), turn_decision(garden()))
    assert asks == "Fly your bee, then plant a flower on the next hex of its line if you like."


def test_a_digest_tells_flights_flowers_and_the_score() -> None:
    first = step(garden(), "A4-D7*")
    second = step(first.state, "O11-L8*")
    assert digested(second.state, (*first.events, *second.events), 0) == (
        "Cyan flew to L8 and planted a flower on K7; you flew to D7 and planted a flower on E8.",
        "You 1, Cyan 1.5.",
    )


@pytest.mark.rules("AST-V3-04")
def test_nothing_is_controlled_or_threatened() -> None:
    state = garden("I7 I10", "H8", "B3")
    assert view(state).threats(Side.YELLOW) == Threats()
    assert view(state).pending is None
    assert refused_measures(state, "A4-D7") == {
        **dict.fromkeys(("status", "plants", "gain", "threats"), "AST-V3-04"),
        "destinations": "",
    }


@pytest.mark.rules("AST-V3-06")
def test_no_other_komi_can_be_agreed_on() -> None:
    assert settings("beeline").komi == 0.5
    fault = GAME.fault(settings("beeline", komi=3.5), TWO)
    assert isinstance(fault, Forbidden)
    assert (fault.rule, fault.sentence) == ("AST-V3-06", "In Beeline Cyan's komi is 0.5, not 3.5.")

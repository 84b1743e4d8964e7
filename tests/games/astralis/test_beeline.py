"""Matches of Beeline: turns, refusals, questions, words, files and the referee."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from games.astralis import GAME
from games.astralis.board import names
from games.astralis.events import ForcedPass, Moved, Placed, Planted, Stalled
from games.astralis.sides import Side
from games.astralis.state import State
from games.astralis.threats import Threats
from games.core.questions import Question
from games.core.types import Decisions, Ending, Forbidden, Seat, Unreadable
from tests.games.astralis.positions import (
    decision,
    only,
    options,
    planets,
    played,
    refused,
    step,
    turn_decision,
    view,
)
from tests.games.astralis.variants import (
    TWO,
    adjusted,
    answer,
    asked,
    digested,
    moves,
    not_adjusted,
    printed,
    reread,
    set_up,
    settings,
    started,
    told,
)


def garden(y: str = "", c: str = "", sy: str = "A4", sc: str = "O11", t: str = "Y") -> State:
    return set_up("beeline", Y_planets=y, C_planets=c, Y_ship=sy, C_ship=sc, to_move=t)


W35 = garden("J10", "H5", "H8", "F6")


@pytest.mark.rules("AST-V3-01")
def test_bees_start_on_the_home_edges_and_yellow_flies_first() -> None:
    state = started("beeline")
    first = step(state, "A4")
    assert first.events == (Placed(Side.YELLOW, "A4", what="bee"),)
    assert told(first.events) == ["Yellow places its bee on A4."]
    assert refused_start(state, "A1").rule == "AST-15"
    assert "bees cannot start in a corner" in refused_start(state, "A1").sentence
    second = step(first.state, "O11").state
    assert (second.phase, second.to_move, second.turn) == ("playing", Side.YELLOW, 1)
    assert played(second, "A4-D7").to_move is Side.CYAN


def refused_start(state: State, text: str) -> Forbidden:
    asked_for = decision(state, Seat(0), "place")
    move = GAME.read(view(state), asked_for, text)
    found = GAME.options(view(state), asked_for).refusal(move)
    assert found is not None
    return found


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


@pytest.mark.rules("AST-V3-03")
def test_a_flower_is_planted_ahead_or_not_at_all() -> None:
    done = step(garden(), "A4-D7*")
    assert done.events == (
        Moved(Side.YELLOW, "A4", "D7"),
        Planted(Side.YELLOW, "E8", "flower"),
    )
    assert told(done.events) == ["Yellow flies from A4 to D7.", "Yellow plants a flower on E8."]
    assert planets(done.state, Side.YELLOW) == "E8"
    assert done.state.quiet == 0
    bare = step(garden(), "d7").state
    assert planets(bare, Side.YELLOW) == ""
    assert (bare.quiet, bare.turn) == (1, 2)
    assert step(garden(), "D7 *").state == done.state


@pytest.mark.rules("AST-V3-02")
@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("H8-H8", "E06", "already on H8"),
        ("J9", "E07", "not in a straight line"),
        ("J10", "E08", "a flower of Yellow is there"),
        ("H5", "E08", "a flower of Cyan is there"),
        ("F6", "E09", "the bee of Cyan is there"),
        ("K11", "E10", "blocked on J10 by Yellow's flower"),
        ("H4", "E10", "blocked on H5 by Cyan's flower"),
        ("E5", "E10", "blocked on F6 by Cyan's bee"),
    ],
)
def test_where_a_bee_cannot_fly_is_told_with_what_stops_it(text: str, code: str, said: str) -> None:
    found = refused(W35, text)
    assert (found.code, found.rule) == (code, "AST-V3-02")
    assert said in found.sentence
    assert found.instead.startswith("From H8 it can fly to A8 B8")


def test_a_stale_or_foreign_hex_is_refused_before_the_flight() -> None:
    assert refused(W35, "A4-H9").code == "E05"
    assert "Your bee is on H8" in refused(W35, "A4-H9").sentence
    assert refused(W35, "P3").code == "E03"


@pytest.mark.rules("W35", "AST-V3-03")
@pytest.mark.parametrize(
    ("state", "text", "said"),
    [
        (W35, "I9*", "A flower of Yellow is on J10"),
        (W35, "H6*", "A flower of Cyan is on H5"),
        (W35, "H7*", "H6, the next hex of the line, is next to the flower on H5"),
        (W35, "G7*", "The bee of Cyan is on F6"),
        (garden(), "A8*", "The line ends on A8"),
        (garden(), "A1*", "The line ends on A1"),
    ],
)
def test_where_nothing_grows_ahead_is_told_with_the_hex(state: State, text: str, said: str) -> None:
    found = refused(state, text)
    assert (found.code, found.rule) == ("E16", "AST-V3-03")
    assert said in found.sentence
    assert "You can plant after a flight to" in found.instead


def test_a_hex_to_plant_cannot_be_named() -> None:
    with pytest.raises(Unreadable, match="not expected here") as found:
        GAME.read(view(garden()), turn_decision(garden()), "A4-D7+E7")
    assert found.value.instead.startswith("Write ")
    assert found.value.instead.count(".") == 2


@pytest.mark.rules("AST-V3-07")
def test_nobody_may_pass() -> None:
    with pytest.raises(Forbidden) as found:
        GAME.read(view(garden()), turn_decision(garden()), "pass")
    assert (found.value.rule, found.value.code) == ("AST-V3-07", "E15")
    assert "move your bee" in found.value.sentence


@pytest.mark.rules("AST-V3-07")
def test_a_stuck_bee_loses_its_turn() -> None:
    state = garden("A2", "B1", "A1", "B5", t="C")
    done = step(state, "B5-B2")
    assert only(done.events, ForcedPass) == ForcedPass(Side.YELLOW, "A1")
    assert (done.state.to_move, done.state.turn, done.state.quiet) == (Side.CYAN, 3, 2)
    assert GAME.fault(settings("beeline"), TWO) is None


@pytest.mark.rules("AST-V3-07")
def test_a_match_without_new_flowers_can_be_settled() -> None:
    state = replace(garden("J10", "H5 C5"), quiet=59, turn=60)
    asked_for = step(state, "A4-A5")
    assert only(asked_for.events, Stalled) == Stalled(60, what="flower")
    assert "no new flower for 60 turns" in " ".join(told(asked_for.events))
    agreed = played(step(asked_for.state, "settle", Seat(1)).state)
    over = step(agreed, "agree", Seat(0))
    assert isinstance(over.state.ending, Ending)
    assert over.state.ending.scores == (1.0, 2.5)
    assert told(over.events)[-1] == (
        "Cyan wins by 1.5, 2.5 to 1. The match is settled as it stands."
    )


@pytest.mark.rules("AST-V3-04")
def test_nothing_is_controlled_awarded_or_threatened() -> None:
    state = garden("I7 I10", "H8", "B3")
    assert view(state).threats(Side.YELLOW) == Threats()
    assert view(state).pending is None
    after = step(state, "B3-E6*")
    assert planets(after.state, Side.CYAN) == "H8"
    for measure in ("status", "plants", "gain", "threats"):
        given = {"plants": {"to": "D7"}, "gain": {"move": "A4-D7"}, "threats": {"side": "Y"}}
        with pytest.raises(Forbidden) as found:
            asked(garden(), measure, **given.get(measure, {}))
        assert found.value.rule == "AST-V3-04"
    assert not_adjusted(garden(), "AWARD H8 YELLOW").rule == "AST-V3-04"


def nearly_full() -> State:
    """On a small board one hex can still be planted."""
    return set_up("beeline", board=3, Y_planets="A1 A3", C_planets="E3", Y_ship="C1", C_ship="D5")


@pytest.mark.rules("AST-V3-05")
def test_the_match_ends_when_nothing_can_ever_be_planted() -> None:
    state = nearly_full()
    hexes = asked(state, "plantable")
    assert hexes
    while state.phase == "playing":
        plants = [move for move in moves(state) if move.endswith("*")]
        state = played(state, (plants or moves(state))[0])
    assert asked(state, "plantable") == ()
    assert isinstance(state.ending, Ending)
    assert (state.ending.kind, state.ending.rule) == ("grown", "AST-V3-05")
    assert isinstance(GAME.pending(state), Ending)


@pytest.mark.rules("W36", "AST-V3-05")
def test_what_can_be_planted_some_day_is_answered_and_bees_do_not_count() -> None:
    for bees in ({"sy": "A1"}, {"sy": "H8", "sc": "A1"}):
        assert "A1" not in asked(garden("A3 C1", "C3", **bees), "plantable")
    assert "A1" in asked(garden("A3", "C3", "A1"), "plantable")
    assert moves(garden("A3 C3", "", "D1"))[:1] == ["D1-A1"]
    assert "D1-B1*" in moves(garden("A3 C3", "", "D1"))


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
def test_no_other_komi_can_be_agreed_on() -> None:
    assert settings("beeline").komi == 0.5
    fault = GAME.fault(settings("beeline", komi=3.5), TWO)
    assert isinstance(fault, Forbidden)
    assert (fault.rule, fault.sentence) == (
        "AST-V3-06",
        "In Beeline Cyan's komi is 0.5, not 3.5.",
    )
    assert not_adjusted(garden(), "OPTION KOMI 2.5").rule == "AST-V3-06"
    assert not_adjusted(garden(), "OPTION SWAP YES").rule == "AST-V3-01"


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


def test_positions_are_printed_as_they_are_read() -> None:
    state = played(garden("J10", "H5", "H8", "F6"), "H8-H10*", "F6-F9")
    assert printed(state)["Y_planets"] == ["H11", "J10"]
    assert replace(reread(state), last=state.last) == state
    assert asked(state, "line") == "N8 Y:H11,J10 C:H5 SY:H10 SC:F9 T:Y"


def test_a_referee_sets_flowers_and_bees() -> None:
    after = adjusted(garden(), "PLANET E7 CYAN", "SHIP CYAN H8", "TURN CYAN")
    assert (planets(after, Side.CYAN), after.to_move) == ("E7", Side.CYAN)
    assert names(1 << (after.ships[1] or 0)) == ("H8",)
    beside = not_adjusted(after, "PLANET E8 YELLOW")
    assert (beside.rule, beside.sentence) == (
        "AST-V3-03",
        "The flowers on E7 and E8 would be adjacent.",
    )
    assert not_adjusted(after, "SHIP YELLOW E7").rule == "AST-V3-02"
    assert not_adjusted(after, "PLANET A4 YELLOW").rule == "AST-V3-02"
    event = GAME.editing.apply(after, GAME.editing.read(view(after), "PLANET E7 NONE")).events[0]
    assert GAME.words.tell(event) == "The referee sets the flower on E7 from Cyan's to none."


def test_stored_states_and_settings_are_read_again() -> None:
    state = played(started("beeline"), "A4", "O11", "A4-D7*")
    assert GAME.state_form.read(GAME.state_form.write(state)) == state
    assert type(GAME.state_form.read(GAME.state_form.write(state))) is type(state)
    assert isinstance(GAME.pending(state), Decisions)
    move = GAME.read(view(state), turn_decision(state), "O11-L8*")
    assert GAME.move_form.read(GAME.move_form.write(move)) == move
    events = step(state, "O11-L8*").events
    for event in events:
        assert GAME.event_form.read(GAME.event_form.write(event)) == event

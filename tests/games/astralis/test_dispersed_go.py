"""Matches of Dispersed Go: turns, refusals, questions, words, files and the referee."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.astralis import GAME
from games.astralis.events import Captured, Ended, Passed, Planted
from games.astralis.sides import Side
from games.astralis.state import State
from games.core.overlay import Loss, Marker
from games.core.questions import Question
from games.core.types import Decision, Decisions, Ending, Forbidden, Malformed, Seat, Unreadable
from tests.games.astralis.positions import (
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


def stones(y: str = "", c: str = "", t: str = "Y", **more: Any) -> State:
    return set_up("dispersed_go", Y_planets=y, C_planets=c, to_move=t, **more)


def after_four() -> State:
    """W41: Cyan's fourth stone, C5, has taken E5."""
    return played(stones(board=3), "B3", "D3", "E5", "C5")


@pytest.mark.rules("AST-V4-01")
def test_the_board_is_empty_and_yellow_begins_without_ships() -> None:
    state = started("dispersed_go")
    assert (state.phase, state.turn, state.ships) == ("playing", 1, (None, None))
    pending = GAME.pending(state)
    assert pending == Decisions((Decision(Seat(0), "turn", 1),))
    assert len(moves(state)) == 170
    after = played(state, "H8")
    assert GAME.pending(after) == Decisions((Decision(Seat(1), "turn", 2),))
    assert len(moves(started("dispersed_go", size=7))) == 128


@pytest.mark.rules("AST-V4-01")
def test_nothing_of_the_game_with_ships_exists() -> None:
    for agreed in ({"swap": True}, {"strict_supply": True}, {"bonus_under_ship": "immediate"}):
        fault = GAME.fault(settings("dispersed_go", **agreed), TWO)
        assert isinstance(fault, Forbidden)
        assert fault.rule == "AST-V4-01"
    given = {"plants": {"to": "D7"}, "gain": {"move": "H8"}, "threats": {"side": "Y"}}
    for measure in ("destinations", "plants", "gain", "threats"):
        with pytest.raises(Forbidden) as found:
            asked(stones(), measure, **given.get(measure, {}))
        assert found.value.rule == "AST-V4-01"
    assert not_adjusted(stones(), "SHIP YELLOW H8").rule == "AST-V4-01"
    assert not_adjusted(stones(), "AWARD H8 YELLOW").rule == "AST-V4-01"
    with pytest.raises(Forbidden, match="no ships"):
        stones(Y_ship="A4")


@pytest.mark.rules("AST-V4-02")
def test_a_turn_is_a_stone_or_a_pass() -> None:
    state = stones()
    done = step(state, "h8")
    assert done.events == (Planted(Side.YELLOW, "H8", what="stone"),)
    assert told(done.events) == ["Yellow places a stone on H8."]
    assert planets(done.state, Side.YELLOW) == "H8"
    passed = step(done.state, "pass")
    assert passed.events == (Passed(Side.CYAN),)
    assert told(passed.events) == ["Cyan passes."]
    assert (passed.state.to_move, passed.state.turn) == (Side.YELLOW, 3)
    assert moves(done.state)[-1] == "PASS"
    with pytest.raises(Unreadable, match="is not a hex"):
        GAME.read(view(state), turn_decision(state), "H8-H9")


@pytest.mark.rules("AST-V4-03")
@pytest.mark.parametrize(
    ("hex", "said"),
    [
        ("H8", "H8 already holds a stone of Yellow."),
        ("J9", "J9 already holds a stone of Cyan."),
        ("H9", "H9 is next to the stone on H8."),
        ("K10", "K10 is next to the stone on J9."),
    ],
)
def test_stones_are_never_placed_on_or_next_to_others(hex: str, said: str) -> None:
    found = refused(stones("H8", "J9"), hex)
    assert (found.rule, found.code, found.sentence) == ("AST-V4-03", "E17", said)
    assert found.instead == "You can place it on one of 157 other hexes, or pass."


def test_a_hex_off_the_board_is_refused_as_in_the_base_game() -> None:
    assert refused(stones(), "P3").code == "E03"


@pytest.mark.rules("W37", "AST-V4-04", "AST-V4-05", "AST-V4-06")
def test_groups_are_told_with_their_stones_and_liberties() -> None:
    assert asked(stones("H8 J9", "I6"), "groups") == [
        {
            "side": "Y",
            "stones": ("H8", "J9"),
            "liberties": ("G7", "G8", "H7", "H9", "J8", "J10", "K9", "K10"),
        },
        {
            "side": "C",
            "stones": ("I6",),
            "liberties": ("H5", "H6", "I5", "I7", "J6", "J7"),
        },
    ]
    order = [
        (each["side"], each["stones"][0]) for each in asked(stones("O8 C3", "A1 N11"), "groups")
    ]
    assert order == [("C", "A1"), ("Y", "C3"), ("C", "N11"), ("Y", "O8")]


@pytest.mark.rules("W38", "AST-V4-07")
def test_captured_stones_are_told_and_taken_off() -> None:
    done = step(stones("A1", "B3", "C"), "C2")
    assert only(done.events, Captured) == Captured(Side.CYAN, ("A1",))
    assert told(done.events) == [
        "Cyan places a stone on C2.",
        "Cyan captures the stone on A1.",
    ]
    assert planets(done.state, Side.YELLOW) == ""
    (group,) = asked(done.state, "groups")
    assert group["liberties"] == ("A2", "A3", "B1", "B4", "C1", "C4", "D2", "D3")


@pytest.mark.rules("W39", "AST-V4-08")
def test_suicide_is_refused() -> None:
    state = played(stones("A1", "B3", "C"), "C2")
    found = refused(state, "A1")
    assert (found.rule, found.code) == ("AST-V4-08", "E17")
    assert found.sentence == "A stone on A1 would be in a group without a liberty."
    assert {refused(state, hex).rule for hex in ("A2", "B1")} == {"AST-V4-03"}
    assert "A1" not in asked(state, "placements")


@pytest.mark.rules("W41", "AST-V4-09")
def test_a_repetition_is_refused_with_when_it_was() -> None:
    state = after_four()
    assert asked(state, "placements") == ("A1", "B1", "C1")
    found = refused(state, "E5")
    assert (found.rule, found.code) == ("AST-V4-09", "E17")
    assert (
        found.sentence
        == "With a stone on E5 the board would be as it was before the last placement."
    )
    assert found.instead == "You can place it on A1 B1 C1, or pass."
    score = asked(state, "score")
    assert (score["yellow"], score["cyan"], score["cyan_with_komi"]) == (4, 9, 12.5)


@pytest.mark.rules("AST-V4-09")
def test_turns_without_a_stone_do_not_make_a_repetition_legal() -> None:
    state = adjusted(after_four(), "END TURN", "END TURN")
    assert state.to_move is Side.YELLOW
    assert refused(state, "E5").rule == "AST-V4-09"


@pytest.mark.rules("W41", "AST-V4-09")
def test_position_files_carry_the_earlier_arrangements() -> None:
    state = after_four()
    assert printed(state)["history"] == [
        {"Y": ["B3"], "C": []},
        {"Y": ["B3"], "C": ["D3"]},
        {"Y": ["B3", "E5"], "C": ["D3"]},
    ]
    assert printed(reread(state)) == printed(state)
    assert moves(reread(state)) == moves(state)
    bare = stones("B3", "C5 D3", board=3)
    assert "E5" in asked(bare, "placements")
    one = stones("B3", "C5 D3", board=3, history=[{"C": ["d3"], "Y": ["e5", "B3"]}])
    assert asked(one, "placements") == asked(state, "placements")
    with pytest.raises(Forbidden) as found:
        stones("B3", board=3, history=[{"Y": ["H8"]}])
    assert found.value.rule == "AST-02"


def test_what_is_printed_keeps_neither_the_empty_board_nor_the_present_one() -> None:
    now = {"Y": ["B3"], "C": ["D3"]}
    state = stones("B3", "D3", board=3, history=[{}, now, {"Y": ["B3"]}, {"Y": ["B3"]}])
    assert printed(state)["history"] == [{"Y": ["B3"], "C": []}]


@pytest.mark.rules("AST-V4-10")
def test_two_passes_in_a_row_end_the_match() -> None:
    state = played(stones("B3 C2 H8", "J9"), "PASS")
    assert GAME.words.ask(view(state), turn_decision(state)) == (
        "Place a stone, or pass too and end the match."
    )
    assert printed(state)["passes"] == 1
    assert printed(played(state, "L5"))["passes"] == 0
    over = step(state, "PASS")
    assert isinstance(over.state.ending, Ending)
    assert (over.state.ending.kind, over.state.ending.rule) == ("passed", "AST-V4-10")
    assert over.state.ending.scores == (18.0, 8.5)
    assert told(over.events) == [
        "Cyan passes." if state.to_move is Side.CYAN else "Yellow passes.",
        "Yellow wins by 9.5, 18 to 8.5. Both sides have passed.",
    ]
    between = played(state, "L5", "PASS", "N9", "PASS")
    assert between.phase == "playing"


@pytest.mark.rules("AST-V4-10")
def test_a_pass_that_a_file_tells_of_counts() -> None:
    over = played(stones("B3", "D3", board=3, passes=1), "PASS")
    assert over.phase == "over"
    assert stones("B3", "D3", board=3, passes=2).phase == "over"
    assert played(stones("B3", "D3", board=3), "PASS").phase == "playing"


def full() -> State:
    """On a small board, one placement before neither side can place anything."""
    state = stones(board=3)
    while len(asked(state, "placements")) > 0:
        before, state = state, step(state, asked(state, "placements")[0]).state
    return before


@pytest.mark.rules("AST-V4-10")
def test_a_side_that_can_place_nothing_passes_by_itself_and_that_counts() -> None:
    state = full()
    done = step(state, asked(state, "placements")[0])
    forced = [event for event in done.events if isinstance(event, Passed)]
    assert forced
    assert all(event.forced for event in forced)
    assert told((forced[0],)) == [f"{forced[0].side.label} can place no stone and passes."]
    assert len(forced) == 2
    assert done.state.phase == "over"
    assert done.state.turn == state.turn + 3
    assert only(done.events, Ended) is not None


@pytest.mark.rules("AST-V4-10")
def test_a_match_cannot_be_settled() -> None:
    state = replace(stones("H8", "J9"), quiet=90, turn=90)
    pending = GAME.pending(state)
    assert isinstance(pending, Decisions)
    assert [decision.kind for decision in pending.open] == ["turn"]


@pytest.mark.rules("W40", "AST-V4-11")
def test_the_score_counts_stones_control_and_territory() -> None:
    assert asked(stones("B3 C2 H8", "J9"), "score") == {
        "yellow": 18,
        "cyan": 5,
        "cyan_with_komi": 8.5,
        "contested": 2,
        "unexplored": 144,
    }
    assert asked(stones("B3 C2"), "score")["yellow"] == 169
    assert asked(stones(), "score")["yellow"] == 0


@pytest.mark.rules("AST-V4-11")
def test_komi_is_agreed_on_and_equal_totals_are_a_draw() -> None:
    state = started("dispersed_go", komi=0.0)
    over = played(state, "PASS", "PASS")
    assert isinstance(over.ending, Ending)
    assert over.ending.winners == ()
    assert started("dispersed_go").ending is None
    usual = played(started("dispersed_go"), "PASS", "PASS").ending
    assert usual is not None
    assert (usual.winners, usual.scores) == ((Seat(1),), (0.0, 3.5))


def test_the_questions_ask_for_the_row_where_places_are_many() -> None:
    tree = options(stones("H8", "J9"))
    question = tree.question(())
    assert isinstance(question, Question)
    assert question.prompt == "Where does Yellow place a stone?"
    assert [choice.label for choice in question.choices][:2] == ["Row A", "Row B"]
    assert question.choices[-1].label == "Pass"
    row = tree.question(("H",))
    assert isinstance(row, Question)
    assert row.prompt == "Which hex of row H?"
    assert answer(stones("H8", "J9"), "H", "H5") == "H5"
    assert len(question.suggest()) == 3
    small = options(stones(board=4)).question(())
    assert isinstance(small, Question)
    assert len(small.choices) == 38
    assert small.choices[0].mark == "+4"


def test_what_a_placement_takes_is_suggested_first() -> None:
    question = options(stones("A1", "B3", "C")).question(())
    assert isinstance(question, Question)
    first, *_ = question.suggest()
    assert (first.key, first.reason) == ("C1", "+7, Yellow −2, takes A1")


def test_a_story_numbers_stones_and_shows_what_was_taken() -> None:
    first = step(stones("A1", "B3", "C"), "C2")
    second = step(first.state, "H8")
    overlay = GAME.story(view(second.state), (*first.events, *second.events))
    assert [type(part) for part in overlay.parts] == [Marker, Loss, Marker]
    assert [part.number for part in overlay.parts] == [1, 1, 2]
    assert overlay.parts[1].label == "A1"
    assert not GAME.story(view(first.state), first.events)


def test_a_digest_tells_captures_first() -> None:
    first = step(stones("A1", "B3", "C"), "C2")
    second = step(first.state, "H8")
    assert digested(second.state, (*first.events, *second.events), 0) == (
        "Cyan captured your A1.",
        "Cyan placed a stone on C2; you placed a stone on H8.",
        "You 7, Cyan 16.5.",
    )


def test_the_standing_counts_as_the_score_does() -> None:
    assert GAME.words.standing(view(stones("B3 C2 H8", "J9"))) == (
        "Turn 1, Yellow to move: Yellow 18, Cyan 5 + 3.5; 2 contested, 144 unexplored."
    )


@pytest.mark.rules("AST-V4-03", "AST-V4-07", "AST-V4-09")
def test_a_referee_sets_stones_and_the_arrangement_before_counts_as_earlier() -> None:
    state = after_four()
    after = adjusted(state, "PLANET A1 YELLOW")
    assert printed(after)["history"][-1] == {"Y": ["B3"], "C": ["C5", "D3"]}
    assert "E5" in asked(after, "placements")
    assert "E5" not in asked(adjusted(after, "PLANET A1 NONE"), "placements")
    beside = not_adjusted(state, "PLANET D4 YELLOW")
    assert (beside.rule, beside.sentence) == (
        "AST-V4-03",
        "The stones on D3 and D4 would be adjacent.",
    )
    doomed = not_adjusted(stones("", "B3 C2"), "PLANET A1 YELLOW")
    assert (doomed.rule, doomed.sentence) == (
        "AST-V4-07",
        "The group on A1 would have no liberty.",
    )
    event = GAME.editing.apply(state, GAME.editing.read(view(state), "PLANET A1 YELLOW")).events[0]
    assert GAME.words.tell(event) == "The referee sets the stone on A1 from none to Yellow's."


@pytest.mark.rules("AST-V4-09")
def test_history_begins_anew_with_a_whole_position() -> None:
    line = "N8 Y:B3 C:C5,D3 SY:- SC:- T:Y"
    state = adjusted(played(stones(), "B3", "D3", "H8", "C5"), line)
    assert printed(state)["history"] == []
    assert asked(state, "line") == line
    assert not_adjusted(state, "N8 Y:B3 C:- SY:A4 SC:O11 T:Y").rule == "AST-V4-01"


def test_a_pass_does_not_count_any_more_after_a_change() -> None:
    state = adjusted(played(stones("H8", "J9"), "PASS"), "TURN YELLOW")
    assert played(state, "PASS").phase == "playing"
    over = played(stones("H8", "J9"), "PASS", "PASS")
    assert played(adjusted(over, "RESUME"), "PASS").phase == "playing"


def test_a_match_becomes_another_variant_before_its_first_turn() -> None:
    go = adjusted(started("beeline", komi=0.5), "OPTION VARIANT DISPERSED_GO")
    assert (go.phase, go.turn, go.ships) == ("playing", 1, (None, None))
    back = adjusted(go, "OPTION VARIANT BASE")
    assert (back.phase, back.turn) == ("placing", 0)
    assert not_adjusted(played(go, "H8"), "OPTION VARIANT BASE").rule == "AST-V4-01"


def test_no_stored_state_has_ships() -> None:
    written = GAME.state_form.write(replace(stones("H8"), ships=(0, 5)))
    with pytest.raises(Malformed):
        GAME.state_form.read(written)


def test_stored_states_moves_and_events_are_read_again() -> None:
    state = after_four()
    assert GAME.state_form.read(GAME.state_form.write(state)) == state
    for text in ("A1", "PASS"):
        move = GAME.read(view(state), turn_decision(state), text)
        assert GAME.move_form.read(GAME.move_form.write(move)) == move
        for event in step(state, text).events:
            assert GAME.event_form.read(GAME.event_form.write(event)) == event

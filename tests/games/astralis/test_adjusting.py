"""What a referee may set by hand (canon 4.6)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.astralis import GAME
from games.astralis.agreement import Agreement
from games.astralis.position_line import PositionLine, line_of, line_read, written
from games.astralis.sides import Side
from games.astralis.state import State, sound
from games.astralis.transitions import opening
from games.core.questions import path_of
from games.core.referee.edits import Edit
from games.core.types import REFEREE, Decision, Decisions, Ending, Forbidden, Seat, Unreadable
from tests.games.astralis.positions import (
    count,
    decision,
    far_planets,
    planets,
    played,
    position,
    step,
)

W08 = position(y="E8 I7 I10", sy="B3", sc="O11")
ADJUSTING = GAME.editing
STRICT = Agreement(strict_supply=True)
IMMEDIATE = Agreement(bonus_under_ship="immediate")


def adjusted(state: State, *texts: str) -> State:
    """What the host does with texts of the referee, one after the other."""
    for text in texts:
        view = GAME.view(state, REFEREE)
        adjustment = ADJUSTING.read(view, text)
        if refusal := ADJUSTING.options(view).refusal(adjustment):
            raise refusal
        state = sound(ADJUSTING.apply(state, adjustment).state)
    return state


def told(state: State, text: str) -> list[str]:
    adjustment = ADJUSTING.read(GAME.view(state, REFEREE), text)
    return [GAME.words.tell(event) for event in ADJUSTING.apply(state, adjustment).events]


def refused(state: State, text: str) -> Forbidden:
    with pytest.raises(Forbidden) as found:
        adjusted(state, text)
    with pytest.raises(Forbidden):  # a log is not believed either
        ADJUSTING.apply(state, ADJUSTING.read(GAME.view(state, REFEREE), text))
    assert found.value.rule in GAME.rulebook.by_id
    return found.value


def stalled() -> State:
    """After sixty quiet turns Yellow has asked to settle."""
    return step(replace(W08, quiet=60, turn=61), "settle", Seat(1)).state


@pytest.mark.rules("W42", "AST-05", "AST-29")
def test_the_worked_example_of_the_canon() -> None:
    after = adjusted(W08, "PLANET H8 YELLOW")
    assert count(W08).yellow == 21
    assert count(after).yellow == 24
    assert planets(after, Side.YELLOW) == "E8 H8 I7 I10"
    beside = refused(W08, "PLANET E7 YELLOW")
    assert (beside.rule, "E7 and E8" in str(beside)) == ("AST-05", True)
    assert refused(W08, "SHIP CYAN I7").rule == "AST-22"


def test_planets_are_set_given_away_and_taken_off() -> None:
    given = adjusted(W08, "planet e8 c")
    assert (planets(given, Side.YELLOW), planets(given, Side.CYAN)) == ("I7 I10", "E8")
    assert planets(adjusted(given, "PLANET E8 NONE"), Side.CYAN) == ""
    assert (
        told(given, "PLANET E8 NONE")[0] == "The referee sets the planet on E8 from Cyan's to none."
    )
    assert refused(W08, "PLANET E8 YELLOW").rule == "AST-27"
    assert refused(W08, "PLANET A1 NONE").rule == "AST-27"
    assert refused(W08, "PLANET Z3 CYAN").rule == "AST-02"


@pytest.mark.rules("AST-32")
def test_a_planet_beneath_a_ship_needs_the_setting_for_it() -> None:
    assert refused(W08, "PLANET B3 CYAN").rule == "AST-32"
    beneath = adjusted(replace(W08, agreement=IMMEDIATE), "PLANET B3 CYAN")
    assert refused(beneath, "OPTION BONUS_UNDER_SHIP DEFERRED").rule == "AST-32"
    assert refused(beneath, "SHIP CYAN B3").rule == "AST-22"
    assert (
        adjusted(beneath, "PLANET B3 NONE", "OPTION BONUS_UNDER_SHIP DEFERRED").planets
        == W08.planets
    )


@pytest.mark.rules("AST-17")
def test_a_side_without_planets_left_gets_none_by_hand() -> None:
    full = position(y=" ".join(far_planets(30)), sy="B3", sc="A5", agreed=STRICT)
    assert refused(full, "PLANET H8 YELLOW").rule == "AST-17"
    assert adjusted(full, "PLANET H8 CYAN").planets[Side.CYAN].bit_count() == 1
    free = adjusted(full, "OPTION STRICT_SUPPLY NO", "PLANET H8 YELLOW")
    assert free.planets[Side.YELLOW].bit_count() == 31


@pytest.mark.rules("AST-12", "AST-29", "AST-35")
def test_what_is_due_can_be_awarded_and_nothing_else() -> None:
    ring = position(y="F7 I7 I10", sy="B3", sc="O11")
    assert told(W08, "PLANET F7 YELLOW")[1] == "Surrounded for Yellow without an award: H8."
    assert planets(adjusted(ring, "AWARD H8 YELLOW"), Side.YELLOW) == "F7 H8 I7 I10"
    assert "AWARD H8 YELLOW" in texts(ring)
    contested = position(y="F7 I7 I10", c="H8", sy="B3", sc="O11")
    assert planets(adjusted(contested, "AWARD H8 YELLOW"), Side.CYAN) == ""
    assert told(contested, "AWARD H8 YELLOW")[0] == (
        "The referee awards Yellow Cyan's planet due on H8."
    )
    for state, text in ((W08, "AWARD H8 YELLOW"), (ring, "AWARD H8 CYAN"), (ring, "AWARD A1 C")):
        assert refused(state, text).rule == "AST-12"
    waits = position(y="F7 I7 I10", sy="B3", sc="H8")
    assert refused(waits, "AWARD H8 YELLOW").rule == "AST-12"
    assert adjusted(replace(waits, agreement=IMMEDIATE), "AWARD H8 YELLOW").planets != (0, 0)


@pytest.mark.rules("AST-16")
def test_another_side_is_to_move_or_a_turn_is_skipped() -> None:
    other = adjusted(W08, "TURN CYAN")
    assert (other.to_move, other.turn) == (Side.CYAN, 1)
    skipped = adjusted(W08, "END TURN")
    assert (skipped.to_move, skipped.turn, skipped.quiet) == (Side.CYAN, 2, 0)
    assert refused(W08, "TURN YELLOW").rule == "AST-16"
    assert told(W08, "END TURN") == ["The referee ends Yellow's turn."]
    assert played(other, "O11-N11").to_move is Side.YELLOW


@pytest.mark.rules("AST-20")
def test_nobody_is_left_to_move_who_cannot() -> None:
    state = position(c="A2 B1", sy="A1", sc="B2", t="C")
    stuck = refused(state, "TURN YELLOW")
    assert stuck.rule == "AST-20"
    assert "A1" in str(stuck)


@pytest.mark.rules("AST-15", "AST-13")
def test_while_ships_are_placed_only_starts_can_be_set() -> None:
    placed = step(opening(Agreement()), "A4").state
    assert adjusted(placed, "SHIP YELLOW A6").ships[Side.YELLOW] is not None
    assert refused(placed, "SHIP YELLOW A1").rule == "AST-15"
    assert refused(placed, "SHIP CYAN O11").rule == "AST-15"
    for text in ("PLANET H8 YELLOW", "TURN YELLOW", "END TURN", "SETTLE", "AWARD H8 CYAN"):
        assert refused(placed, text).rule == "AST-16"


@pytest.mark.rules("AST-42")
def test_komi_is_set_in_halves_within_its_bounds() -> None:
    for text, komi in (
        ("OPTION KOMI 0", 0),
        ("option komi −2.5", -2.5),
        ("OPTION KOMI 99,5", 99.5),
        ("OPTION KOMI +7", 7),
    ):
        assert adjusted(W08, text).agreement.komi == komi
    assert refused(W08, "OPTION KOMI 3.5").code == "SAME"
    for text in ("OPTION KOMI 100", "OPTION KOMI 0.3"):
        assert refused(W08, text).rule == "AST-42"
    assert told(W08, "OPTION KOMI -2") == [
        "The referee sets the option “Komi, extra points for Cyan” from 3.5 to −2."
    ]


@pytest.mark.rules("AST-D25")
def test_the_swap_is_open_for_the_first_turn_of_cyan_alone() -> None:
    first = position(sy="A4", sc="O11", agreed=Agreement(swap=True))
    second = played(first, "A4-D7+E7")
    assert second.swap_open
    assert not adjusted(second, "TURN YELLOW").swap_open
    assert adjusted(second, "TURN YELLOW", "TURN CYAN").swap_open
    assert not adjusted(second, "OPTION SWAP NO").swap_open
    assert adjusted(played(position(sy="A4", sc="O11"), "A4-D7"), "OPTION SWAP YES").swap_open
    swapped = step(second, "swap").state
    assert not adjusted(swapped, "OPTION KOMI 1.5").swap_open
    assert refused(replace(W08, turn=3), "OPTION SWAP YES").rule == "AST-D25"


@pytest.mark.rules("AST-02")
def test_the_board_changes_before_the_first_turn_only() -> None:
    empty = opening(Agreement())
    assert adjusted(empty, "OPTION SIZE 7").agreement.size == 7
    placed = step(empty, "A7").state
    assert refused(placed, "OPTION SIZE 7").rule == "AST-15"
    assert adjusted(placed, "SHIP YELLOW A6", "OPTION SIZE 7").agreement.size == 7
    assert str(refused(empty, "OPTION SIZE 5")).endswith("must be from 7 to 8, not 5.")
    assert refused(replace(W08, turn=2), "OPTION SIZE 7").rule == "AST-02"
    assert refused(replace(W08, turn=2), "N7 Y:- C:- SY:A3 SC:M10 T:Y").rule == "AST-02"
    assert adjusted(W08, "N7 Y:- C:- SY:A3 SC:M10 T:Y").agreement.size == 7


@pytest.mark.rules("AST-45")
def test_a_request_to_settle_lapses_with_any_change() -> None:
    asked = stalled()
    assert asked.asked == 1
    assert adjusted(asked, "OPTION KOMI 0.5").asked is None
    assert told(asked, "END TURN")[1] == "Cyan's request to settle has expired."
    pending = GAME.pending(adjusted(asked, "END TURN"))
    assert isinstance(pending, Decisions)
    assert "settle-answer" not in {each.kind for each in pending.open}


@pytest.mark.rules("AST-40", "AST-41", "AST-44")
def test_a_match_is_scored_as_it_stands_and_may_go_on_after_all() -> None:
    over = adjusted(W08, "SETTLE")
    assert GAME.pending(over) == Ending("settled", (Seat(0),), (21.0, 3.5), "AST-45")
    assert told(W08, "SETTLE") == [
        "The referee ends the match as it stands.",
        "Yellow wins by 17.5, 21 to 3.5. The match is settled as it stands.",
    ]
    for text in ("OPTION KOMI 0", "PLANET H8 YELLOW", "END TURN", "SETTLE", "OPTION SIZE 7"):
        assert refused(over, text).rule == "AST-40"
    resumed = adjusted(over, "RESUME")
    assert decision(resumed, Seat(0), "turn").number == W08.turn
    assert resumed == W08
    assert refused(W08, "RESUME").rule == "AST-40"


@pytest.mark.rules("AST-40")
def test_an_explored_board_does_not_end_a_match_by_hand() -> None:
    full = position(sy="A1", sc="E5", size=3)
    while count(full).unexplored:
        free = next(text for text in texts(full) if text.endswith("YELLOW") and "PLANET" in text)
        full = adjusted(full, free)
    assert isinstance(GAME.pending(full), Decisions)


LINE = "N8 Y:E8,I7,I10 C:- SY:B3 SC:O11 T:Y"


def test_a_whole_position_is_one_line() -> None:
    assert written(line_of(W08)) == LINE
    elsewhere = replace(position(sy="A4", sc="O11", t="C"), turn=9, quiet=12)
    there = adjusted(elsewhere, f" position {LINE.lower()} ")
    assert (there.planets, there.ships, there.to_move) == (W08.planets, W08.ships, Side.YELLOW)
    assert (there.turn, there.quiet) == (9, 0)
    there_now = written(line_of(elsewhere))
    assert told(elsewhere, LINE)[0] == f"The referee sets the position from {there_now} to {LINE}."
    again = adjusted(there, "N8 Y:- C:- SY:A4 SC:- T:C")
    assert [each.kind for each in asked(again)] == ["place"]
    over = adjusted(W08, "SETTLE")
    assert adjusted(over, "N8 Y:E8 C:- SY:B3 SC:O11 T:C").ending is None


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("N9 Y:- C:- SY:A4 SC:O11 T:Y", "AST-02"),
        ("N8 Y:Z3 C:- SY:A4 SC:O11 T:Y", "AST-02"),
        ("N8 Y:E8 C:E8 SY:A4 SC:O11 T:Y", "AST-05"),
        ("N8 Y:E8 C:E7 SY:A4 SC:O11 T:Y", "AST-05"),
        ("N8 Y:E8 C:- SY:A4 SC:A4 T:Y", "AST-22"),
        ("N8 Y:E8 C:- SY:E8 SC:A4 T:Y", "AST-32"),
        ("N8 Y:- C:A2 SY:A1 SC:B1 T:Y", None),
        ("N8 Y:- C:A2,C1 SY:A1 SC:B2 T:Y", None),
        ("N8 Y:- C:- SY:- SC:O11 T:Y", "AST-15"),
        ("N8 Y:- C:- SY:- SC:- T:C", "AST-15"),
        ("N8 Y:- C:- SY:A1 SC:- T:C", "AST-15"),
        ("N8 Y:E8 C:- SY:A4 SC:- T:C", "AST-13"),
    ],
)
def test_a_position_that_cannot_be_is_refused(line: str, rule: str | None) -> None:
    if rule is None:
        assert written(line_of(adjusted(W08, line))) == line
    else:
        assert refused(W08, line).rule == rule


HEXES = st.sampled_from([f"{letter}{number}" for letter in "ABHOZ" for number in (0, 1, 8, 99)])


@given(
    st.integers(3, 9),
    st.lists(HEXES, max_size=40),
    st.lists(HEXES, max_size=40),
    st.tuples(st.none() | HEXES, st.none() | HEXES),
    st.sampled_from(Side),
)
def test_what_a_line_says_is_read_from_it(
    size: int,
    yellow: list[str],
    cyan: list[str],
    ships: tuple[str | None, str | None],
    to_move: Side,
) -> None:
    line = PositionLine(size, tuple(yellow), tuple(cyan), ships, to_move)
    assert line_read(written(line).replace(" ", "")) == line
    edit = Edit("position", (written(line),))
    assert ADJUSTING.read(GAME.view(W08, REFEREE), written(line)) == edit
    assert ADJUSTING.form.read(ADJUSTING.form.write(edit)) == edit


@pytest.mark.parametrize(
    "text",
    [
        "",
        "PLANET",
        "PLANET E7",
        "PLANET E7 GREEN",
        "SHIP E7",
        "OPTION KOMI",
        "OPTION KOMI nan",
        "OPTION KOMI 1e9",
        "OPTION SWAP",
        "OPTION SIZE eight",
        "N8",
        "TURN",
        "N8 Y:E8 C:- SY:B3 SC:O11",
        "AWARD",
        "PLANET É7 Y",
    ],
)
def test_nonsense_is_not_read(text: str) -> None:
    with pytest.raises(Unreadable):
        ADJUSTING.read(GAME.view(W08, REFEREE), text)


def test_questions_lead_to_what_can_be_typed_too() -> None:
    options = ADJUSTING.options(GAME.view(W08, REFEREE))
    assert "OPTION KOMI 20" in texts(W08)
    for text in (
        "OPTION KOMI -99.5",
        "OPTION KOMI 20.5",
        "PLANET H8 YELLOW",
        LINE.replace("E8", "E9"),
    ):
        adjustment = ADJUSTING.read(GAME.view(W08, REFEREE), text)
        assert options.question(path_of(options, adjustment, text)) == adjustment
    for path in (("position", "zz"), ("position", "41"), ("komi", "203"), ("komi", "m2000")):
        with pytest.raises((Unreadable, Forbidden)):
            options.question(path)
    assert Edit("komi", ("20.5",)) not in set(options)


def texts(state: State) -> list[str]:
    return [ADJUSTING.write(each) for each in ADJUSTING.options(GAME.view(state, REFEREE))]


def asked(state: State) -> tuple[Decision, ...]:
    pending = GAME.pending(state)
    assert isinstance(pending, Decisions)
    return pending.open

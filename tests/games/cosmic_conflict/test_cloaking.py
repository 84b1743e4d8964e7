"""Cloaked ships: who sees them where, what is asked, and what a referee sets (CC-236, D-101)."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from games.core.geometry.plane import Point
from games.core.overlay import Ghost, Marker, Route
from games.core.questions import Question
from games.core.types import REFEREE, SPECTATOR, Decision, Forbidden, Seat, Seated, Seats, Viewer
from games.cosmic_conflict.agreement import Agreement
from games.cosmic_conflict.computer import SKILLS, think
from games.cosmic_conflict.editing import sound
from games.cosmic_conflict.game import GAME
from games.cosmic_conflict.rules.movement import Move
from games.cosmic_conflict.rules.orders.commands import GiveOrder
from games.cosmic_conflict.rules.reactions import Cloak, Decline
from games.cosmic_conflict.state import State
from games.cosmic_conflict.table.units import Vanished
from games.cosmic_conflict.tools.position import CosmicPosition
from games.cosmic_conflict.view import Cloaked, Leg, View
from games.cosmic_conflict.words import story
from renderers import Look
from renderers.cosmic_conflict import RENDERER
from tests.games.cosmic_conflict.sources import WISP

NORMAL = SKILLS["normal"]
AGREED = Agreement(cloak=True, map="quick", scenario="open")
AWAY: dict[str, Any] = {
    "sic": WISP,
    "heading": 90,
    "velocity": 2,
    "cloaked": {
        "at": [12, 9],
        "heading": 30,
        "velocity": 3,
        "moves": ["MOVE V+1 TO 13.5 12.4 TURN 30", "MOVE V0"],
        "turn": 3,
        "place": [11, 7],
    },
}


def _state(phase: str = "command", turn: int = 4, **units: Any) -> State:
    there = {"a1": AWAY, "a2": {"sic": "WREN", "at": [5, 5]}, "b1": {"sic": "CITA", "at": [30, 20]}}
    position = {"turn": turn, "phase": phase, "map": "quick", "units": {**there, **units}}
    return CosmicPosition.model_validate(position).state(AGREED, Seats.alone(2))


def _asked(units: Any) -> tuple[State, View, Decision]:
    """Side 1 is asked for a course."""
    state = _state("resolution", **units)
    while True:
        pending: Any = GAME.pending(state)
        (decision, *_) = pending.open
        view = GAME.view(state, Seated(decision.seat))
        if decision.kind == "cloak":
            return state, view, decision
        state = GAME.apply(state, decision.seat, decision, Decline()).state


HIDING = {"sic": WISP, "at": [12, 9], "velocity": 2, "orders": ["cloak"]}


# --- What sides see ---


def _boards(viewer: Viewer, state: State) -> tuple[str, str]:
    scene = RENDERER.scene(GAME.view(state, viewer), Look(()))
    return scene.alt, scene.board


@pytest.mark.parametrize(("phase", "back"), [("command", 5), ("activation", 5)])
def test_its_side_reads_where_a_cloaked_ship_is_and_where_it_comes_back(
    phase: str, back: int
) -> None:
    state = _state(phase)
    said = "a1 is cloaked at 12 9, heading 30°, Velocity 3; it is back at the end of turn "
    for viewer in (Seated(Seat(0)), REFEREE):
        for told in _boards(viewer, state):
            assert f"{said}{back}, at 17 14.4" in told
    secrets = GAME.words.secrets(GAME.view(state, Seated(Seat(0))))
    assert f"Side 1: {said}{back}, at 17 14.4." in secrets


@pytest.mark.rules("CC-236", "D-101")
def test_a_course_of_two_moves_ends_two_turns_after_the_one_in_which_the_ship_cloaks() -> None:
    state, _, decision = _asked({"a1": HIDING, "a2": HIDING})
    after = GAME.apply(state, decision.seat, decision, Cloak((Move(), Move()))).state
    (said,) = [told for told in GAME.words.secrets(GAME.view(after, REFEREE)) if "cloaked" in told]
    assert "it is back at the end of turn 6, " in said
    assert not [*sound.faults(after)]


def test_others_read_where_it_vanished() -> None:
    for viewer in (Seated(Seat(1)), SPECTATOR):
        for told in _boards(viewer, _state()):
            assert "cloaked in turn 3 at 11 7" in told
            assert " 12 9" not in told


def test_a_picture_shows_the_course_to_its_side_and_others_the_place_where_it_vanished() -> None:
    def parts(seat: int) -> list[Any]:
        return list(story.courses(GAME.view(_state(), Seated(Seat(seat)))))

    ghost, route = parts(0)
    assert isinstance(ghost, Ghost)
    assert ghost.place == Point(1200, 900)
    assert isinstance(route, Route)
    assert route.places == (Point(1200, 900), Point(1350, 1240), Point(1696, 1440))
    (marker,) = parts(1)
    assert isinstance(marker, Marker)
    assert (marker.place, marker.label) == (Point(1100, 700), "a1 cloaked")


def test_cloaked_ships_count_among_those_left() -> None:
    assert "Side 1: 2 of 2 ships" in GAME.words.standing(GAME.view(_state(), SPECTATOR))
    assert "2 of 2 units left" in _boards(SPECTATOR, _state())[1]


# --- Positions ---


def test_a_position_keeps_a_course() -> None:
    state = _state()
    course = state.sheets[0].cloaks["a1"]
    now = Leg(Point(1200, 900), 30, 3)
    legs = (Leg(Point(1350, 1240), 60, 4), Leg(Point(1696, 1440), 60, 4))
    assert course == Cloaked(now, legs)
    assert state.table.units["a1"].vanished == Vanished(3, Point(1100, 700))
    written = CosmicPosition.of(state)
    assert written.state(AGREED, Seats.alone(2)) == state


def test_a_course_in_a_position_is_legal() -> None:
    wrong = {**AWAY, "cloaked": {"at": [12, 9], "moves": ["MOVE V0", "MOVE V0 TURN 121"]}}
    with pytest.raises(Forbidden, match="Move 2: The turn is 121° wide"):
        _state(a1=wrong)


@pytest.mark.parametrize(
    ("unit", "course", "said"),
    [
        ({"vanished": None}, True, "has not vanished in that way"),
        ({"vanished": Vanished(1, Point(0, 0))}, True, "is cloaked for 1 to 3 turns"),
        ({"vanished": Vanished(4, Point(0, 0))}, True, "is cloaked for 1 to 3 turns"),
        ({}, False, "is cloaked with a course, or neither"),
        ({"off": (0,)}, True, "cannot cloak"),
        ({"jumping": True}, True, "jumps, so it is not cloaked"),
        ({"hidden": True}, True, "has shown its SIC by cloaking"),
    ],
)
def test_what_no_cloaked_ship_can_be(unit: Any, course: bool, said: str) -> None:
    state = _state()
    table = state.table.put(replace(state.table.units["a1"], **unit))
    sheet = state.sheets[0] if course else replace(state.sheets[0], cloaks={})
    faults = sound.faults(State(table, state.course, (sheet, state.sheets[1])))
    assert [str(each) for each in faults if said in str(each)]
    assert not [*sound.faults(state)]


@pytest.mark.parametrize("leg", [Leg(Point(1700, 1240), 60, 4), Leg(Point(1350, 1240), 60, 5)])
def test_a_course_of_illegal_moves_is_not_sound(leg: Leg) -> None:
    state = _state()
    course = Cloaked(state.sheets[0].cloaks["a1"].now, (leg,))
    sheets = (replace(state.sheets[0], cloaks={"a1": course}), state.sheets[1])
    assert [*sound.faults(State(state.table, state.course, sheets))]


def test_a_course_that_is_over_is_not_sound() -> None:
    state = _state()
    course = replace(state.sheets[0].cloaks["a1"], left=())
    sheets = (replace(state.sheets[0], cloaks={"a1": course}), state.sheets[1])
    faults = [str(each) for each in sound.faults(State(state.table, state.course, sheets))]
    assert faults == ["a1 is cloaked for 1 to 3 turns."]


# --- What could be behind it ---


@pytest.mark.parametrize(("turn", "lengths"), [(4, {1, 2, 3}), (5, {1, 2}), (6, {1})])
def test_an_imagined_course_fits_the_turn_in_which_the_ship_vanished(
    turn: int, lengths: set[int]
) -> None:
    away = {**AWAY, "cloaked": {**AWAY["cloaked"], "moves": ["MOVE V0"]}}
    view, found = GAME.view(_state(turn=turn, a1=away), Seated(Seat(1))), set()
    for seed in range(40):
        other = GAME.reimagine(view, random.Random(seed))
        assert not [*sound.faults(other)]
        found.add(len(other.sheets[0].cloaks["a1"].left))
    assert found == lengths


# --- Questions ---


def _pick(options: Any, *path: str) -> Any:
    return options.question(path)


def test_a_course_is_picked_move_by_move() -> None:
    _, view, decision = _asked({"a1": HIDING})
    options = GAME.options(view, decision)
    first = _pick(options)
    assert isinstance(first, Question)
    assert first.prompt == "Does a1 Wisp cloak? Its moves are recorded now, in secret."
    assert [each.key for each in first.choices] == ["same", "faster", "slower", "no"]
    assert first.choices[1].label == "V3, straight to 12 12"
    assert first.choices[1].detail == "Maneuver 2, turn up to 90°"
    ways = _pick(options, "faster")
    assert [each.key for each in ways.choices[:4]] == ["bt0", "bt90", "btm90", "b0t0"]
    assert ways.choices[1].label == "To 12 12, heading 90: no shift"
    ends = _pick(options, "faster", "bt90")
    assert ends.prompt == "1 move recorded. Is a1 back then, or does it go on?"
    assert [each.label for each in ends.choices] == [
        "Back at the end of turn 5, at 12 12",
        "Another move",
    ]
    once = _pick(options, "faster", "bt90", "back")
    assert once == Cloak((Move(1, turn=90),))
    three = ("same", "bt0", "on", "slower", "b0t0", "on", "same", "bt0")
    assert [each.key for each in _pick(options, *three).choices] == ["back"]
    assert _pick(options, *three, "back") == Cloak((Move(), Move(-1, bearing=0, far=100), Move()))


def test_a_course_that_ends_the_ship_is_offered_with_confirm() -> None:
    ship = {**HIDING, "at": [12, 1], "heading": 180}
    _, view, decision = _asked({"a1": ship})
    ends = _pick(GAME.options(view, decision), "same", "bt0")
    assert ends.choices[0].detail == "it is destroyed or flees there"
    found = _pick(GAME.options(view, decision), "same", "bt0", "back")
    assert found == Cloak((Move(confirmed=True),))
    further = _pick(GAME.options(view, decision), "same", "bt90", "on", "same", "bt90", "back")
    assert further == Cloak((Move(turn=90), Move(turn=90, confirmed=True)))


def test_who_hides_no_cloak_can_only_decline() -> None:
    _, view, decision = _asked({"a1": {**HIDING, "orders": ["brace"]}})
    found = _pick(GAME.options(view, decision))
    assert [each.key for each in found.choices] == ["no"]
    assert GAME.words.ask(view, decision).endswith("It hides no Cloak.")
    assert think(view, decision, random.Random(1), NORMAL) == Decline()


def test_the_sketch_of_a_course_shows_all_its_moves() -> None:
    _, view, decision = _asked({"a1": HIDING})
    found = GAME.sketch(view, decision, Cloak((Move(1, turn=90), Move())))
    route = next(part for part in found.parts if isinstance(part, Route))
    assert route.places == (Point(1200, 900), Point(1200, 1200), Point(1500, 1200))
    assert route.told == "a1 is cloaked for 2 moves, to 15 12"


# --- The computer player ---


def test_the_computer_takes_its_ship_along_a_safe_course() -> None:
    state, view, decision = _asked({"a1": HIDING})
    found = think(view, decision, random.Random(1), NORMAL)
    assert isinstance(found, Cloak)
    assert GAME.options(view, decision).contains(found)
    after = GAME.apply(state, decision.seat, decision, found).state
    assert after.table.units["a1"].state == "cloaked"


@pytest.mark.parametrize(
    ("enemies", "health", "cloaks"),
    [("CITA CITA", 0, True), ("WREN WREN", 0, False), ("PART", 0, False), ("PART", 14, True)],
)
def test_the_computer_cloaks_a_ship_that_enemies_outgun_or_could_soon_destroy(
    enemies: str, health: int, cloaks: bool
) -> None:
    weak = {**HIDING, "orders": [], "sic": {**WISP, "primary": [{"type": "CLK"}]}}
    units: dict[str, Any] = {"a1": {**weak, "health": health, "absorbers": [0]}}
    for at, enemy in enumerate(enemies.split()):
        units[f"b{1 + at}"] = {"sic": enemy, "at": [12 + at, 14], "heading": 180}
    state = _state(**units)
    pending: Any = GAME.pending(state)
    decision = next(each for each in pending.open if each.seat == 0)
    move = think(GAME.view(state, Seated(Seat(0))), decision, random.Random(1), NORMAL)
    assert (move == GiveOrder("a1", "cloak")) == cloaks


# --- The referee ---


def test_the_referee_brings_a_cloaked_ship_back() -> None:
    state = _state("command")
    edit = GAME.editing.read(GAME.editing.see(state), "a1 DECLOAK")
    found = GAME.editing.apply(state, edit)
    unit = found.state.table.units["a1"]
    assert (unit.at, unit.heading, unit.velocity) == (Point(1200, 900), 30, 3)
    assert found.state.sheets[0].cloaks == {}
    refused = GAME.editing.refusal(GAME.editing.see(found.state), edit)
    assert refused is not None
    assert str(refused).startswith("a1 is not cloaked.")


def test_what_the_referee_puts_on_the_board_is_no_longer_cloaked() -> None:
    state = _state("command")
    found = GAME.editing.apply(state, GAME.editing.read(GAME.editing.see(state), "a1 TO 20 10"))
    unit = found.state.table.units["a1"]
    assert (unit.state, unit.at, unit.vanished) == ("in", Point(2000, 1000), None)
    assert found.state.sheets[0].cloaks == {}


# --- False contacts ---


def test_its_side_reads_that_a_bogey_is_a_false_contact() -> None:
    bogey = {"sic": "BOGEY", "at": [20, 5]}
    state = CosmicPosition.model_validate({"map": "quick", "units": {"b1": bogey}}).state(
        AGREED.replace(stealth="category", bogeys=1), Seats.alone(2)
    )
    assert "b1 Bogey (false contact of Size 2), at 20.00 5.00" in _boards(Seated(Seat(1)), state)[1]
    assert "b1 Small contact, at 20.00 5.00" in _boards(SPECTATOR, state)[1]


def test_a_bogey_is_no_ship_with_health_once_it_is_known() -> None:
    units = {
        "a1": {"sic": "WREN", "at": [5, 5]},
        "b1": {"sic": "BOGEY", "at": [20, 5]},
        "b2": {"sic": "WREN", "at": [30, 5], "revealed": True},
    }
    state = CosmicPosition.model_validate({"map": "quick", "units": units}).state(
        AGREED.replace(stealth="category", bogeys=1), Seats.alone(2)
    )
    known = GAME.words.standing(GAME.view(state, REFEREE))
    assert "Side 2: 1 of 1 ship, Health 10 of 10 left" in known
    assert GAME.words.tally(GAME.view(state, REFEREE)).scores == (Fraction(10), Fraction(10))
    hidden = GAME.words.standing(GAME.view(state, SPECTATOR))
    assert "Side 2: 2 of 2 ships" in hidden

"""Variant 1, simplified turns: nothing is told before the end; positions and the referee."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.astralis import GAME
from games.astralis.agreement import Agreement
from games.astralis.board import names
from games.astralis.events import Ended, LeftDue, TilesChanged
from games.astralis.sides import Side
from games.astralis.state import State
from games.astralis.threats import Threats
from games.astralis.tools import TOOLS, AstralisPosition
from games.astralis.variants.simplified import SimplifiedState
from games.core.questions import Question
from games.core.types import REFEREE, SPECTATOR, Forbidden, Malformed, Seat, Seated, Seats
from renderers import Look
from renderers.astralis import RENDERER
from tests.games.astralis.positions import (
    count,
    decision,
    destinations,
    mover,
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
from tests.games.astralis.simplified import W08, W17, W27, asked, awards

# --- Nothing is told ---


def everything_said(state: State, text: str) -> list[Any]:
    """All that is shown about a move before it is made."""
    seen, asked_now = view(state), turn_decision(state)
    move = GAME.read(seen, asked_now, text)
    tree = GAME.options(seen, asked_now)
    after = GAME.preview(seen, asked_now, move)
    sketch = GAME.sketch(seen, asked_now, move)
    told = [part.told for part in sketch.parts]
    scene = RENDERER.scene(after, Look(threats=True))
    question = tree.question(("E6", "F7"))
    assert isinstance(question, Question)
    choices = [(each.label, each.detail, each.reason) for each in question.advised().choices]
    considered = GAME.words.consider(seen, asked_now, move)
    said = [tree.refusal(move), considered, choices, told, len(sketch.parts), after]
    return [*said, scene.alt, scene.board, scene.paint()]


@pytest.mark.rules("AST-V1-01")
def test_a_right_claim_looks_like_a_wrong_one_until_it_is_made() -> None:
    right, mistaken = (everything_said(W27, f"E6+F7 CLAIM {hex}") for hex in ("H8", "G9"))
    assert [*map(str, right[3])] == [each.replace("G9", "H8") for each in mistaken[3]]
    right[3] = mistaken[3] = None
    assert right == mistaken


@pytest.mark.rules("AST-V1-01")
def test_choices_promise_nothing() -> None:
    for path in ((), ("E6",), ("E6", "F7"), ("E6", "F7", "H")):
        question = options(W27).question(path)
        assert isinstance(question, Question)
        for choice in question.advised().choices:
            assert (choice.detail, choice.reason, choice.mark) == ("", "", "")


@pytest.mark.rules("AST-V1-01")
@pytest.mark.parametrize("viewer", [Seated(Seat(0)), Seated(Seat(1)), SPECTATOR, REFEREE])
def test_no_surface_tells_a_status_or_a_score_before_the_end(viewer: Any) -> None:
    state = played(W27, "B3-E6+F7 CLAIM H8,G9")
    seen = GAME.view(state, viewer)
    assert (seen.score().yellow, seen.score().cyan, seen.score().contested) == (0, 0, 0)
    assert [seen.status(hex) for hex in seen.hexes] == ["unexplored"] * 169
    assert seen.threats(Side.YELLOW) == seen.threats(Side.CYAN) == Threats()
    scene = RENDERER.scene(seen, Look(threats=True))
    whole = " ".join([scene.alt, scene.board, GAME.words.standing(seen)]).lower()
    for word in ("control", "contested", "unexplored", "komi", "3.5", "could"):
        assert word not in whole
    assert "5 planets" in scene.alt
    tally = GAME.words.tally(seen)
    assert tally is not None
    assert tally.scores == ()


@pytest.mark.rules("AST-V1-01")
def test_events_and_digests_of_a_turn_tell_no_tiles() -> None:
    after = step(W27, "B3-E6+F7 CLAIM H8,G9")
    assert only(after.events, TilesChanged) is None
    last = after.state.last
    assert last is not None
    assert (last.controlled, last.contested, last.lost) == (0, 0, 0)
    digest = GAME.words.digest(view(after.state), after.events, Seated(Seat(0)))
    assert digest == (
        "You extracted Cyan's H8.",
        "You flew to E6 and gained a planet on F7.",
        "Yellow's claim of G9 is wrong.",
    )


@pytest.mark.rules("AST-V1-01")
def test_measuring_tells_nothing_before_the_end() -> None:
    assert asked(W27, "score") is None
    given = {"gain": {"move": "E6+F7"}, "threats": {"side": "Y"}, "plants": {"to": "E6"}}
    for ask in ("status", "gain", "threats", "plants"):
        with pytest.raises(Forbidden) as told:
            asked(W27, ask, **given.get(ask, {}))
        assert told.value.rule == "AST-V1-01"
    assert asked(W27, "destinations") == tuple(destinations(W27))
    assert asked(W27, "distance", **{"from": "A4", "to": "O11"}) == 14


@pytest.mark.rules("AST-V1-01")
def test_settling_names_no_score() -> None:
    stalled = AstralisPosition.model_validate(
        {"Y_planets": ["E8"], "Y_ship": "B3", "C_ship": "O11", "turn": 61, "quiet": 60}
    ).state(Agreement(variant="simplified"), Seats.alone(2))
    settle = decision(stalled, mover(stalled), "settle")
    question = GAME.options(view(stalled), settle).question(())
    assert isinstance(question, Question)
    assert [choice.detail for choice in question.choices] == [""]
    assert "7" not in GAME.words.ask(view(stalled), settle)


# --- The end ---


def last_turn() -> State:
    agreed = Agreement(size=4, variant="simplified")
    return position(y="B2 B4 D1 D3 D5", c="F3 F6 G5", sy="C4", sc="C6", agreed=agreed)


@pytest.mark.rules("AST-V1-07", "AST-V1-06")
def test_the_match_ends_when_the_last_hex_is_explored_and_all_is_shown() -> None:
    state = played(last_turn(), "C4-E6+E7 CLAIM D7,C6")
    assert state.phase == "playing"
    assert asked(state, "score") is None
    last = step(state, "C6-D7")
    assert last.events[-1] == Ended("score", Side.YELLOW, 24.0, 11.5)
    assert count(last.state) == (24, 8, 5, 0)
    assert asked(last.state, "score")["cyan_with_komi"] == 11.5
    assert asked(last.state, "status")["C6"] == "yellow"
    assert "5 contested, 0 unexplored" in RENDERER.scene(view(last.state), Look()).alt


@pytest.mark.rules("AST-V1-05", "AST-V1-07")
def test_a_missed_last_hex_keeps_the_match_going_until_it_is_planted() -> None:
    state = played(last_turn(), "C4-E6+E7", "C6-D7")
    assert state.phase == "playing"
    assert planets(state, Side.YELLOW) == "B2 B4 D1 D3 D5 E7"
    over = step(played(state, "E6-E5"), "D7-D6+C6")
    assert over.state.phase == "over"


@pytest.mark.rules("AST-V1-07")
def test_settling_counts_the_tiles_as_they_stand() -> None:
    state = played(W08, "B3-E6+F7 CLAIM H8")
    over = GAME.editing.apply(state, GAME.editing.read(view(state), "SETTLE"))
    assert over.events[-1] == Ended("settled", Side.YELLOW, 27.0, 3.5)
    assert count(over.state).yellow == 27


# --- Positions, perft and the referee ---


@pytest.mark.rules("AST-V1-06")
def test_waiting_planets_stand_in_position_files() -> None:
    settings, seats = Agreement(variant="simplified"), Seats.alone(2)
    state = played(W17, "B3-E6+F7 CLAIM H8")
    file = AstralisPosition.of(state)
    assert file.awards == {"Y": ("H8",)}
    again = file.state(settings, seats)
    assert awards(again) == ("H8", "")
    assert planets(played(again, "H8-H5"), Side.YELLOW) == "F7 H8 I7 I10"
    assert AstralisPosition.of(W08).awards is None
    data = {"Y_planets": ["I7"], "Y_ship": "B3", "C_ship": "O11", "awards": {"Y": ["H8"]}}
    with pytest.raises(Forbidden) as told:
        AstralisPosition.model_validate(data).state(settings, seats)
    assert told.value.rule == "AST-V1-06"
    with pytest.raises(Forbidden, match="another variant"):
        AstralisPosition.model_validate(data).state(Agreement(), seats)


@pytest.mark.rules("AST-V1-05")
def test_sequences_are_counted_without_claims() -> None:
    assert TOOLS.count is not None
    for state in (W08, W17, played(W17, "B3-E6+F7 CLAIM H8")):
        slow = sum(len(turns(step(state, GAME.write(turn)).state)) for turn in turns(state))
        assert TOOLS.count(state, 1) == len(turns(state))
        assert TOOLS.count(state, 2) == slow


@pytest.mark.rules("AST-V1-06")
def test_a_referee_sets_what_waits_and_a_moved_ship_voids_it() -> None:
    def edit(state: State, text: str) -> State:
        return GAME.editing.apply(state, GAME.editing.read(view(state), text)).state

    waiting = edit(played(W17, "B3-E6+F7"), "WAITING YELLOW YES")
    assert awards(waiting) == ("H8", "")
    assert awards(edit(waiting, "WAITING YELLOW NO")) == ("", "")
    assert awards(edit(waiting, "SHIP CYAN O11")) == ("", "")
    base = position(y="I7 I10", sy="B3", sc="H8")
    with pytest.raises(Forbidden, match="another variant"):
        edit(base, "WAITING YELLOW YES")


@pytest.mark.rules("AST-V1-01")
def test_a_referee_is_not_told_what_is_due() -> None:
    state = played(W08, "B3-E6+F7", "O11-N11")
    seen = view(state)
    with pytest.raises(Forbidden) as told:
        GAME.editing.apply(state, GAME.editing.read(seen, "AWARD H8 YELLOW"))
    assert told.value.rule == "AST-V1-01"
    step_ = GAME.editing.apply(state, GAME.editing.read(seen, "PLANET E8 NONE"))
    step_ = GAME.editing.apply(
        step_.state, GAME.editing.read(view(step_.state), "PLANET E8 YELLOW")
    )
    assert not any(isinstance(event, LeftDue) for event in step_.events)


def test_the_variant_can_be_changed_before_the_first_turn_only() -> None:
    start = position(sy="A4", sc="O11")
    edit = GAME.editing.read(view(start), "OPTION VARIANT SIMPLIFIED")
    changed = GAME.editing.apply(start, edit).state
    assert type(changed) is SimplifiedState
    back = GAME.editing.apply(changed, GAME.editing.read(view(changed), "OPTION VARIANT BASE"))
    assert (back.state, type(back.state)) == (start, State)
    later = played(changed, "A4-D7+E7")
    with pytest.raises(Forbidden, match="first turn"):
        GAME.editing.apply(later, GAME.editing.read(view(later), "OPTION VARIANT BASE"))
    komi = GAME.editing.apply(later, GAME.editing.read(view(later), "OPTION KOMI 5")).state
    assert (type(komi), komi.komi) == (SimplifiedState, 5)


def test_a_random_state_is_stored_and_read_again() -> None:
    rng, state = random.Random(4), W08
    for _ in range(20):
        if state.phase != "playing":
            break
        hexes = rng.sample(names(state.board.mask), 3)
        turn = GAME.write(rng.choice(turns(state)))
        state = step(state, f"{turn} CLAIM {','.join(hexes)}", mover(state)).state
        written = GAME.state_form.write(state)
        assert GAME.state_form.read(written) == state
        assert GAME.state_form.write(GAME.state_form.read(written)) == written


@pytest.mark.rules("AST-V1-06")
@pytest.mark.parametrize(
    ("old", "new"), [(b'[["H8"],[]]', b'[["G9"],[]]'), (b'"wrong":[]', b'"wrong":["A16"]')]
)
def test_a_stored_award_that_cannot_wait_is_not_read(old: bytes, new: bytes) -> None:
    written = GAME.state_form.write(played(W17, "B3-E6+F7 CLAIM H8"))
    assert old in written
    with pytest.raises(Malformed):
        GAME.state_form.read(written.replace(old, new))

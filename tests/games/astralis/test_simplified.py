"""Simplified turns: nothing is told before the end; questions and files of claims."""

from __future__ import annotations

from typing import Any

import pytest

from games.astralis import GAME
from games.astralis.agreement import Agreement
from games.astralis.board import names
from games.astralis.events import TilesChanged
from games.astralis.moves import Turn
from games.astralis.sides import Side
from games.astralis.state import State
from games.astralis.tools import TOOLS, AstralisPosition
from games.astralis.variants.claims import ClaimingTurn
from games.astralis.view.threats import Threats
from games.core.questions import Question, complete, path_of
from games.core.types import (
    REFEREE,
    SPECTATOR,
    Forbidden,
    Malformed,
    Seat,
    Seated,
    Seats,
    Unreadable,
)
from renderers import Look
from renderers.astralis import RENDERER
from tests.games.astralis.positions import (
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
from tests.games.astralis.variants import asked, refused_measures

SIMPLE = Agreement(variant="simplified")
W08 = position(y="E8 I7 I10", sy="B3", sc="O11", agreed=SIMPLE)
W17 = position(y="I7 I10", sy="B3", sc="H8", agreed=SIMPLE)
W27 = position(y="I7 I10 L10", c="H8", sy="B3", sc="O11", agreed=SIMPLE)

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
def test_settling_names_no_score() -> None:
    stalled = AstralisPosition.model_validate(
        {"Y_planets": ["E8"], "Y_ship": "B3", "C_ship": "O11", "turn": 61, "quiet": 60}
    ).state(Agreement(variant="simplified"), Seats.alone(2))
    settle = decision(stalled, mover(stalled), "settle")
    question = GAME.options(view(stalled), settle).question(())
    assert isinstance(question, Question)
    assert [choice.detail for choice in question.choices] == [""]
    assert "7" not in GAME.words.ask(view(stalled), settle)


# --- Positions and perft ---


@pytest.mark.rules("AST-V1-06")
def test_waiting_planets_stand_in_position_files() -> None:
    settings, seats = Agreement(variant="simplified"), Seats.alone(2)
    state = played(W17, "B3-E6+F7 CLAIM H8")
    file = AstralisPosition.of(state)
    assert file.awards == {"Y": ("H8",)}
    again = file.state(settings, seats)
    assert AstralisPosition.of(again) == file
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
@pytest.mark.parametrize(
    ("old", "new"), [(b'[["H8"],[]]', b'[["G9"],[]]'), (b'"wrong":[]', b'"wrong":["A16"]')]
)
def test_a_stored_award_that_cannot_wait_is_not_read(old: bytes, new: bytes) -> None:
    written = GAME.state_form.write(played(W17, "B3-E6+F7 CLAIM H8"))
    assert old in written
    with pytest.raises(Malformed):
        GAME.state_form.read(written.replace(old, new))


@pytest.mark.rules("AST-V1-01")
def test_measuring_tells_nothing_before_the_end() -> None:
    assert asked(W27, "score") is None
    assert refused_measures(W27, "E6+F7") == {
        **dict.fromkeys(("status", "plants", "gain", "threats"), "AST-V1-01"),
        "destinations": "",
    }
    assert asked(W27, "destinations") == tuple(destinations(W27))


# --- The text form ---


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("B3-E6+F7 CLAIM H8,G9", ("G9", "H8")),
        ("b3 - e6 + f7 claim h8 , g9", ("G9", "H8")),
        ("E6+F7 CLAIM G9 H8 G9", ("G9", "H8")),
        ("E6+F7 CLAIM H08", ("H8",)),
        ("E6+F7 CLAIM I10,I9", ("I9", "I10")),
    ],
)
def test_claims_stand_behind_the_turn(text: str, claims: tuple[str, ...]) -> None:
    move = GAME.read(view(W08), turn_decision(W08), text)
    assert move == ClaimingTurn("B3", "E6", "F7", claims=claims)
    assert GAME.write(move) == f"B3-E6+F7 CLAIM {','.join(claims)}"
    assert GAME.move_form.read(GAME.move_form.write(move)) == move


def test_claims_can_be_made_without_planting() -> None:
    move = GAME.read(view(W08), turn_decision(W08), "E6 CLAIM H8")
    assert move == ClaimingTurn("B3", "E6", claims=("H8",))


def test_the_base_game_knows_no_claims() -> None:
    base = position(y="E8 I7 I10", sy="B3", sc="O11")
    with pytest.raises(Unreadable):
        GAME.read(view(base), turn_decision(base), "B3-E6+F7 CLAIM H8")
    refusal = options(base).refusal(ClaimingTurn("B3", "E6", "F7", claims=("H8",)))
    assert refusal is not None
    assert refusal.code == "E01"


# --- Questions ---


@pytest.mark.rules("AST-V1-01", "AST-V1-02")
def test_all_hexes_without_an_own_planet_can_be_chosen_row_by_row() -> None:
    tree = options(W27)
    first = tree.question(("E6", "F7"))
    assert isinstance(first, Question)
    assert [choice.text for choice in first.choices] == ["B3-E6+F7"]
    offered = []
    for choice in first.advised().choices[1:]:
        row = tree.question(("E6", "F7", choice.key))
        assert isinstance(row, Question)
        offered += [each.label for each in row.choices]
    own = W27.planets[Side.YELLOW] | W27.board.bits("F7")
    assert offered == list(names(W27.board.mask & ~own))


def test_claims_are_chosen_one_after_the_other_or_typed() -> None:
    tree = options(W27)
    way = ("E6", "F7", "J", "9", "H", "8", "done")
    move = ClaimingTurn("B3", "E6", "F7", claims=("H8", "J9"))
    assert tree.question(way) == move
    assert tree.question(path_of(tree, move, GAME.write(move))) == move
    last = tree.question(("E6", "F7"))
    assert isinstance(last, Question)
    assert last.field is not None


def test_after_eight_claims_more_can_be_typed_only() -> None:
    way = ["E6", "F7"]
    for number in range(1, 9):
        way += ["O", f"{number + 7}"]
    question = options(W27).question(tuple(way))
    assert isinstance(question, Question)
    assert [choice.key for choice in question.advised().choices] == ["done"]
    assert question.field is not None
    assert len(".".join(way)) <= 60


@pytest.mark.rules("AST-V1-01")
def test_moves_on_offer_are_turns_without_claims() -> None:
    found = list(options(W08))
    assert len(found) == 179
    assert all(type(move) is Turn for move in found)
    assert [each.text for each in complete(options(W08), "B3-E6+F")] == ["B3-E6+F6", "B3-E6+F7"]

"""What a referee may set in the toy, in numbers; and what the toy costs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import tests.toy
from games.core.types import REFEREE, SPECTATOR, Forbidden, Seat, Seated, Unreadable, Viewer
from tests.toy.game import State, Toy
from tests.toy.view import Flame

MOST = 806
"""Lines of Python of the toy and its variants: rules, words, referee and picture."""

TOY = Toy()
ADJUSTING = TOY.editing
BEGUN = State(lamps=(4, 2), oil=(4, 1), wind=1, turns=1, flames=(*(None,) * 5, Flame(0, 2)))


def adjusted(state: State, text: str, viewer: Viewer = REFEREE) -> State:
    """What the host does with a text of the referee."""
    view = TOY.view(state, viewer)
    adjustment = ADJUSTING.read(view, text)
    if refusal := ADJUSTING.options(view).refusal(adjustment):
        raise refusal
    return ADJUSTING.apply(state, adjustment).state


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("OIL GREEN 3", replace(BEGUN, oil=(4, 3))),
        ("oil red 0", replace(BEGUN, oil=(0, 1))),
        ("BEACON 6 OUT", replace(BEGUN, flames=(None,) * 6)),
        ("BEACON 1 GREEN 3", replace(BEGUN, flames=(Flame(1, 3), *BEGUN.flames[1:]))),
        ("WIND 4", replace(BEGUN, wind=4)),
        ("LAMP RED 5", replace(BEGUN, lamps=(5, 2))),
        ("TURN 3", replace(BEGUN, turns=3)),
        ("TURN 0", replace(BEGUN, turns=0)),
    ],
)
def test_a_text_sets_one_thing_and_nothing_else(text: str, after: State) -> None:
    assert adjusted(BEGUN, text) == after


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("OIL RED -1", "TOY-05"),
        ("OIL RED 10", "TOY-05"),
        ("OIL RED 4", "TOY-05"),
        ("OIL BLUE 4", "TOY-02"),
        ("BEACON 7 OUT", "TOY-01"),
        ("BEACON 1 OUT", "TOY-04"),
        ("BEACON 2 RED 5", "TOY-04"),
        ("WIND 0", "TOY-01"),
        ("WIND 1", "TOY-03"),
        ("LAMP RED 4", "TOY-02"),
        ("TURN 4", "TOY-07"),
        ("TURN 1", "TOY-07"),
    ],
)
def test_what_cannot_be_is_refused_by_its_rule(text: str, rule: str) -> None:
    with pytest.raises(Forbidden) as refused:
        adjusted(BEGUN, text)
    assert refused.value.rule == rule


@pytest.mark.parametrize("text", ["", "OIL", "OIL RED", "OIL PINK 3", "BEACON 2", "TURN ٣", "💥"])
def test_nonsense_is_not_read(text: str) -> None:
    with pytest.raises(Unreadable):
        adjusted(BEGUN, text)


@pytest.mark.parametrize("text", ["WIND 3", "LAMP GREEN 3", "TURN 2"])
def test_before_all_have_hidden_nothing_is_decided_for_them(text: str) -> None:
    with pytest.raises(Forbidden):
        adjusted(State(lamps=(4, 0), oil=(4, 4)), text)


@pytest.mark.parametrize("viewer", [Seated(Seat(0)), SPECTATOR])
def test_only_a_referee_who_sees_everything_moves_lamps(viewer: Viewer) -> None:
    for lamp in range(1, 7):
        with pytest.raises(Forbidden, match="not playing"):
            adjusted(BEGUN, f"LAMP RED {lamp}", viewer)
    adjusted(BEGUN, "OIL RED 3", viewer)


def test_events_say_what_was_and_what_is_and_a_lamp_is_for_its_seat_alone() -> None:
    said = {
        "OIL GREEN 3": "The referee sets the oil of Green from 1 to 3.",
        "BEACON 6 OUT": "The referee sets beacon 6 from Red's, 2 high to dark.",
        "TURN 2": "The referee sets the turns taken from 1 to 2.",
        "LAMP RED 3": "The referee sets the lamp of Red from beacon 4 to beacon 3.",
    }
    for text, sentence in said.items():
        edit = ADJUSTING.read(TOY.view(BEGUN, REFEREE), text)
        (event,) = ADJUSTING.apply(BEGUN, edit).events
        assert TOY.words.tell(event) == sentence
        assert event.only == ((0,) if text.startswith("LAMP") else None)
    assert TOY.view(BEGUN, SPECTATOR).flames[5] == Flame(0, 2)


def test_the_toy_costs_few_lines_with_all_its_variants() -> None:
    folder = Path(tests.toy.__file__).parent
    lines = sum(len(path.read_text("utf-8").splitlines()) for path in folder.rglob("*.py"))
    assert lines <= MOST

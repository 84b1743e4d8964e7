"""States as JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.astralis import GAME
from games.astralis.state import State
from games.core.contract import recast
from games.core.types import REFEREE, SPECTATOR, Malformed, Seat, Seated
from tests.games.astralis.positions import played, position, view


def test_a_state_is_written_with_the_names_of_hexes() -> None:
    state = played(position(y="I7 I10", c="D3", sy="B3", sc="H8"), "B3-E6+F7")
    written = json.loads(GAME.state_form.write(state))
    assert written["planets"] == [["F7", "I7", "I10"], ["D3"]]
    assert written["ships"] == ["E6", "H8"]
    assert written["last"]["planted"] == "F7"
    assert written["last"]["pending"] == "H8"
    assert written["last"]["controlled"] == ["E6", "E7", "F6", "F8", "G7", "G8"]
    assert GAME.state_form.read(GAME.state_form.write(state)) == state


def changed(path: str, value: Any) -> str:
    """A sound state with one value replaced."""
    state = json.loads(GAME.state_form.write(position(y="I7", c="D3", sy="B3", sc="H8")))
    *steps, last = path.split(".")
    place = state
    for step in steps:
        place = place[step]
    place[last] = value
    return json.dumps(state)


@pytest.mark.rules("AST-02", "AST-05")
@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("planets", [["I7", "I8"], ["D3"]]),
        ("planets", [["I7"], ["I7"]]),
        ("planets", [["P1"], ["D3"]]),
        ("planets", [["A9"], ["D3"]]),
        ("planets", [[7], ["D3"]]),
        ("planets", "I7"),
        ("ships", ["B3", "B3"]),
        ("ships", ["B3", None]),
        ("ships", ["A9", "H8"]),
        ("ships", ["zz", "H8"]),
        ("agreement.size", 9),
        ("agreement.bonus_under_ship", "never"),
        ("phase", "over"),
        ("to_move", 2),
        ("turn", "many"),
    ],
)
def test_states_that_cannot_be_are_not_read(path: str, value: Any) -> None:
    assert GAME.state_form.read(changed("turn", 1)).turn == 1
    with pytest.raises(Malformed):
        GAME.state_form.read(changed(path, value))


def test_everybody_sees_the_same_and_it_is_the_whole_state() -> None:
    state = played(position(y="I7 I10", sy="B3", sc="H8"), "B3-E6+F7")
    seen = {GAME.view(state, v) for v in (Seated(Seat(0)), Seated(Seat(1)), SPECTATOR, REFEREE)}
    assert seen == {view(state)}
    assert recast(view(state), State) == state

"""States and events as JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.astralis import GAME
from games.astralis.events import (
    AstralisEvent,
    Awarded,
    Bonus,
    Deferred,
    Ended,
    Extracted,
    ForcedPass,
    Moved,
    Placed,
    Planted,
    SettleAnswered,
    SettleAsked,
    SettleLapsed,
    Stalled,
    Swapped,
    TilesChanged,
)
from games.astralis.sides import Side
from games.astralis.state import State
from games.core.contract import recast
from games.core.types import REFEREE, SPECTATOR, Malformed, Seat, Seated
from tests.games.astralis.positions import played, position, view

Y, C = Side.YELLOW, Side.CYAN

MAY_SETTLE = "either player may ask to settle the match as it stands."
MAY_SETTLE_NOW = "either player may now ask to settle the match as it stands."

TOLD: list[tuple[AstralisEvent, str]] = [
    (Placed(Y, "A4"), "Yellow places its ship on A4."),
    (Moved(C, "O11", "K7"), "Cyan flies from O11 to K7."),
    (Awarded(Y, "H8"), "The ship leaves, and Yellow gets a planet on H8."),
    (Planted(Y, "F7"), "Yellow plants a planet on F7."),
    (Bonus(Y, ("H8",)), "Yellow earns a bonus planet on H8."),
    (Bonus(Y, ("A7", "C8", "G3")), "Yellow earns bonus planets on A7, C8 and G3."),
    (
        Deferred(Y, "H8"),
        "Yellow closes a ring around H8 and gets a planet there when Cyan's ship leaves.",
    ),
    (Extracted(Y, ("H8",)), "Yellow extracts the planet of Cyan on H8."),
    (Extracted(C, ("B9", "C8")), "Cyan extracts the planets of Yellow on B9 and C8."),
    (
        TilesChanged(Y, ("E6", "F6"), ("E7",), ("E7",)),
        "Yellow now controls E6 and F6; now contested: E7; Cyan loses E7.",
    ),
    (TilesChanged(Y, (), ("E7",), ()), "Now contested: E7."),
    (ForcedPass(Y, "A1"), "Yellow cannot move from A1 and loses its turn."),
    (Stalled(40), f"There has been no new planet for 40 turns. After 60, {MAY_SETTLE}"),
    (Stalled(60), f"There has been no new planet for 60 turns: {MAY_SETTLE_NOW}"),
    (SettleAsked(C), "Cyan asks to settle the match as it stands."),
    (SettleAnswered(Y, True), "Yellow agrees to settle the match as it stands."),
    (SettleAnswered(Y, False), "Yellow declines to settle the match as it stands."),
    (SettleLapsed(C), "Cyan's request to settle has expired."),
    (Swapped(), "The players swap colours. The board stays the same; Cyan is to move."),
    (Ended("score", Y, 59.0, 53.5), "Yellow wins by 5.5, 59 to 53.5. The sky is explored."),
    (
        Ended("settled", C, 7.0, 8.5),
        "Cyan wins by 1.5, 8.5 to 7. The match is settled as it stands.",
    ),
    (Ended("score", None, 24.0, 24.0), "A draw, 24 each. The sky is explored."),
]


@pytest.mark.parametrize(("event", "sentence"), TOLD)
def test_every_event_is_told_and_written(event: AstralisEvent, sentence: str) -> None:
    assert GAME.words.tell(event) == sentence
    assert GAME.event_form.read(GAME.event_form.write(event)) == event
    assert event.only is None


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

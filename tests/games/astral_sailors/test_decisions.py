"""What the host is told of dice and decisions, beside what players read."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.astral_sailors import GAME
from games.astral_sailors.rules.combat.questions import unit_asked
from games.core.types import Chance, Decisions, Seated
from tests.games.playthrough import Playthrough


def match(units: dict[str, Any], **position: Any) -> Any:
    return Playthrough.at(GAME, units={"R9": "EX1 A1 S", "B9": "GU1 P16 S", **units}, **position)


def whys(played: Any) -> list[str]:
    pending = GAME.pending(played.state)
    assert isinstance(pending, Chance)
    return [roll.why for roll in pending.rolls]


def decisions(played: Any, kind: str) -> list[Any]:
    pending = GAME.pending(played.state)
    assert isinstance(pending, Decisions)
    return [each for each in pending.open if each.kind == kind]


FACING = {"R1": "GU3 F6 N", "B1": "EX4 F5 S"}


@pytest.mark.rules("ASCW-D21", "ASCW-D25")
@pytest.mark.parametrize(
    ("units", "more", "play", "expected"),
    [
        (FACING, {}, ("R1 SHOOT B1:2", "NONE"), ["R1 attacks B1", "B1 defends"]),
        (FACING, {}, ("R1 MELEE B1:1", "COUNTER", "1d6: 1, 1d6: 6"), [
            "B1 strikes back at R1", "R1 defends",
        ]),
        ({"R1": "EX7 F9", "B1": "GU3 F3"}, {}, ("R1 SHOOT B1:1", "1d6: 6, 1d6: 6"), [
            "B1: extension",
        ]),
        ({"R1": "EX5 F9", "B1": "EX4 F3"},
         {"pieces": ["WO F5"], "settings": {"attacker_extension": True}},
         ("R1 SHOOT B1:1", "1d6: 6, 1d6: 3"), ["R1: extension"]),
        ({"R1": "GU3 E8"}, {"pieces": ["LV E8"]}, ("R1 HOLD",), ["Lava strikes R1", "R1 defends"]),
        ({"R1": "GU3 D8", "R2": "GU3 E8"}, {"pieces": ["LV E8"],
          "settings": {"attacker_extension": True}}, ("R2 HOLD", "1d6: 6, 1d6: 6"), [
            "R2: extension",
        ]),
    ],
)  # fmt: skip
def test_dice_say_what_they_are_for(
    units: dict[str, Any], more: dict[str, Any], play: tuple[str, ...], expected: list[str]
) -> None:
    played = match(units, **more)
    for step in play:
        played.roll(step) if "d6: " in step else played.play(step)
    assert whys(played) == expected


@pytest.mark.rules("ASCW-159", "ASCW-D33")
def test_dice_of_poison_name_their_source() -> None:
    mark = {"source": "R1", "damage": 1, "ticks": 2}
    over = {"activated": True}
    units = {
        "R9": {"kind": "EX1", "at": "A1", **over},
        "B9": {"kind": "GU1", "at": "P16", **over},
        "R1": {"kind": "GU8", "at": "D8", **over},
        "B1": {"kind": "GU3", "at": "H8", "poison": [mark], **over},
    }
    played = match(units, half=2)
    played.play("DONE")
    assert whys(played) == ["poison of R1 on B1", "B1 defends"]


@pytest.mark.rules("ASCW-D34", "ASCW-D59", "ASCW-D69")
def test_the_host_answers_for_who_has_left_and_the_time_of_a_turn_is_one_batch() -> None:
    played = match({"R1": "GU3 F6 N", "B1": "EX4 F5 S", "G9": "GU1 A15"}, teams=[1, 2])
    turn = GAME.state_form.full(played.state)["table"]["turn"]["number"]
    played.play("R1 SHOOT B1:2")
    (react,) = decisions(played, "react")
    assert (react.left, react.secret, react.batch) == (False, False, f"half-{turn}-1")
    view, other = (
        GAME.view(played.state, Seated(react.seat)),
        replace(react, number=react.number + 1),
    )
    assert [unit_asked(view, each) for each in (react, other)] == ["B1", ""]
    assert {each.number for each in decisions(played, "talk")} == {0}
    played.play("B: LEAVE")
    (react,) = decisions(played, "react")
    assert (react.seat, react.left) == (1, True)


@pytest.mark.rules("ASCW-D43", "ASCW-D69")
def test_every_decision_of_a_turn_has_a_key_of_its_own() -> None:
    played, keys = match({"R1": "GU3 F6", "R2": "GU3 H6", "R3": "GU3 K6"}, quota=4), []
    for move in ("R1 TURN E", "R1 TURN W", "ENDUNIT", "R2 HOLD"):
        keys += [each.key for each in decisions(played, "activate")]
        played.play(move)
    assert len(set(keys)) == len(keys) == 4

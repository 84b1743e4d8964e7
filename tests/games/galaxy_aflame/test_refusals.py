"""What refusals of a turn say, with the numbers, and which comes first (canon 4.4)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.galaxy_aflame.course import having, position

UNITS: dict[str, Any] = {
    "R1": "INF 24 24",
    "R2": having("REE", "30 24", moved=True, shots=1),
    "R3": "MAN 36 24",
    "R4": having("LAM", **{"in": "R3"}),
    "R5": having("EEL", "4 30", embarked=True),
    "R6": "CHO 10 30",
    "R7": "SPA 16 30",
    "R8": "SPI",
    "R9": having("BRI", state="out"),
    "R10": having("LEV", "42 30", limited=True, moved=True),
    "R11": having("LEV", "46 24", limited=True, shots=1),
    "R12": having("SPI", "2 24", ran=True),
    "R13": having("INF", "2 20", shots=2),
    "R14": having("INF", "46 14", shots=1),
    "B1": "RIF 24 19",
    "B2": "CAR 10 24.5",
    "B3": having("STO", **{"in": "B2"}),
    "B4": "BIK 46 2",
    "B5": "PEN",
}
WALL = {"solid": [[28, 15, 32, 17], [15, 25, 17, 27]]}


@pytest.mark.rules("GA-07", "GA-35", "GA-36", "GA-40", "GA-41", "GA-42", "GA-93")
@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        ("MOVE R20 1 1", "E_TARGET", "There is no unit R20. On the table: R1, R2, R3"),
        ("MOVE R9 1 1", "E_TARGET", "R9 is out of the game."),
        ("MOVE R8 1 1", "E_TARGET", "R8 is in reserve, not on the table."),
        ("MOVE B1 1 1", "E_TARGET", "B1 belongs to your opponent."),
        ("MOVE R1 49 1", "E_SPOT", "49 1 is off the table of 48 x 36 in."),
        ("MOVE R1 30 16", "E_SPOT", "30 16 is inside a solid piece."),
        (
            "MOVE R1 24 20.5",
            "E_SPOT",
            "24 20.5 is 1.5 in from B1. It has to be at least 2 in away.",
        ),
        ("MOVE R1 24.1 20.9", "E_SPOT", "24.1 20.9 is 1.9 in from B1."),
        ("MOVE R2 30 23", "E_BUDGET", "R2 has moved and shot once this turn. A unit moves or runs"),
        ("MOVE R12 2 25", "E_BUDGET", "R12 has run this turn. A unit moves or runs once."),
        ("MOVE R13 2 21", "E_BUDGET", "R13 has shot twice this turn. A unit that shoots twice"),
        (
            "RUN R14 46 15",
            "E_BUDGET",
            "R14 has shot once this turn. After one shot a unit can move or shoot again, but not",
        ),
        ("MOVE R5 4 29", "E_BUDGET", "R5 got into a transport and does nothing more."),
        (
            "MOVE R11 46 25",
            "E_SHAKEN",
            "R11 has shot once this turn. It has to give up either moving or shooting. It can",
        ),
        ("MOVE R4 36 20", "E_CARRIED", "R4 is inside R3."),
        (
            "MOVE R1 24 30.1",
            "E_TOO_FAR",
            "That is 6.1 in, but R1 can move 6 in. It can run 12 in.",
        ),
        ("MOVE R14 46 20.1", "E_TOO_FAR", "That is 6.1 in, but R14 can move 6 in."),
        ("RUN R1 24 12", "E_PATH", "The way from 24 24 to 24 12 passes through the marker of B1."),
        (
            "MOVE R7 16 24.5 VIA 16 28",
            "E_PATH",
            "The way from 16 28 to 16 24.5 passes through a solid piece. Go round it.",
        ),
        (
            "RUN R7 16 34 VIA 16 36.1",
            "E_PATH",
            "The way from 16 30 to 16 36.1 leaves the table.",
        ),
    ],
)
def test_moves(text: str, code: str, says: str) -> None:
    refusal = position(UNITS, WALL).refusal(text)
    assert (refusal.code, str(refusal)[: len(says)]) == (code, says)


@pytest.mark.rules("GA-40")
def test_a_run_is_named_only_where_it_helps() -> None:
    match = position(UNITS)
    assert match.refusal("MOVE R1 24 36").instead == "It can run 12 in."
    assert match.refusal("MOVE R1 14 32.1").instead == ""
    assert match.refusal("MOVE R14 46 20.1").instead == ""
    assert match.refusal("RUN R1 14 32.1").instead == ""


@pytest.mark.rules("GA-46", "GA-48", "GA-49", "GA-51", "GA-52", "GA-59", "GA-60", "GA-76")
@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        ("SHOOT R12 B1", "E_BUDGET", "R12 has run this turn. A unit shoots twice without moving"),
        ("SHOOT R2 B1", "E_BUDGET", "R2 has moved and shot once this turn."),
        ("SHOOT R13 B1", "E_BUDGET", "R13 has shot twice this turn."),
        ("SHOOT R5 B1", "E_BUDGET", "R5 got into a transport and does nothing more."),
        (
            "SHOOT R10 B1",
            "E_SHAKEN",
            "R10 has moved this turn. It has to give up either moving or shooting.",
        ),
        ("SHOOT R4 B1", "E_CARRIED", "R4 is inside R3."),
        ("SHOOT R1 B3", "E_CARRIED", "B3 is inside B2."),
        ("SHOOT R1 B5", "E_TARGET", "B5 is in reserve, not on the table."),
        ("SHOOT R1 R7", "E_TARGET", "R7 is your own unit."),
        (
            "SHOOT R6 B2",
            "E_DEAD_ZONE",
            "B2 is 5.5 in away; without close range R6 attacks nothing within 6 in.",
        ),
        ("SHOOT R7 B1", "E_RANGE", "B1 is 13.7 in away; R7 attacks within 6 in only."),
        ("SHOOT R1 B4", "E_RANGE", "B4 is 31.2 in away; R1 reaches 18 in. R1 can attack B1."),
        ("SHOOT R14 B1 KILL", "E_RANGE", "B1 is 22.6 in away; R14 reaches 18 in. R14 can attack"),
        (
            "SHOOT R1 B2 SUPPRESS",
            "E_VEHICLE",
            "B2 is a Vehicle: it cannot be suppressed.",
        ),
        ("SHOOT R1 B2", "E_VEHICLE", "B2 is a Vehicle, and R1 has no Anti-Vehicle weapons. R10,"),
        ("SHOOT R1 B1 KILL VICTIM B1", "E_VICTIM", "Only a unit with Auto-Suppress chooses a vi"),
        (
            "SHOOT R6 B1 SUPPRESS VICTIM B4",
            "E_VICTIM",
            "B4 would not be suppressed by this attack. It suppresses B1.",
        ),
        ("SHOOT R6 B1 SUPPRESS VICTIM R1", "E_TARGET", "R1 is your own unit."),
    ],
)
def test_shots(text: str, code: str, says: str) -> None:
    refusal = position(UNITS).refusal(text)
    assert (refusal.code, str(refusal)[: len(says)]) == (code, says)


@pytest.mark.rules("GA-51")
def test_a_blocked_shot_names_other_targets() -> None:
    units = {"R1": "INF 30 24", "B1": "RIF 30 10", "B2": "STO 20 24"}
    refusal = position(units, WALL).refusal("SHOOT R1 B1")
    says = "A solid piece stands between 30 24 and B1. R1 can attack B2."
    assert (refusal.code, str(refusal)) == ("E_LOS", says)


@pytest.mark.rules("GA-60")
def test_who_could_kill_a_vehicle_is_told_the_other_mode() -> None:
    match = position({"R1": "LAM 24 24", "R2": "INF 26 24", "B1": "CAR 24 12"})
    assert match.refusal("SHOOT R1 B1 SUPPRESS").instead == "Write SHOOT R1 B1 KILL."
    assert match.refusal("SHOOT R2 B1 SUPPRESS").instead == ""
    assert match.refusal("SHOOT R2 B1 KILL").instead == "R1 can attack it."
    alone = position({"R2": "INF 26 24", "B1": "CAR 24 12"})
    assert alone.refusal("SHOOT R2 B1 KILL").instead == ""


@pytest.mark.rules("GA-92", "GA-93", "GA-94")
@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        ("EMBARK R1 R6", "E_CAPACITY", "R6 is not a transport."),
        ("EMBARK R10 R3", "E_CAPACITY", "R10 is a Vehicle; transports carry none."),
        (
            "EMBARK R1 R3",
            "E_CAPACITY",
            "R3 carries 10 models and has room for 6, but R1 has 10.",
        ),
        ("EMBARK R12 R3", "E_BUDGET", "R12 has run this turn. A unit gets in if it has not run"),
        ("EMBARK R5 R3", "E_BUDGET", "R5 got into a transport this turn."),
        ("EMBARK R4 R3", "E_CARRIED", "R4 is inside R3."),
        ("EMBARK R2 B2", "E_TARGET", "B2 belongs to your opponent."),
        ("EMBARK R2 R8", "E_TARGET", "R8 is in reserve, not on the table."),
        ("EMBARK R2 R3", "E_DISTANCE", "R2 is 6 in from R3. It has to be 4 in at most."),
        ("DISEMBARK R4 36 25", "E_SPOT", "36 25 is 1 in from R3. It has to be at least 2.5 in"),
        ("DISEMBARK R1 24 24", "E_BUDGET", "R1 is not inside a transport."),
        ("DISEMBARK R4 36 28.1", "E_DISTANCE", "36 28.1 is 4.1 in from R3. It has to be 4 in at"),
        (
            "DISEMBARK R4 36 20",
            "E_PATH",
            "A solid piece stands between R3 and 36 20.",
        ),
    ],
)
def test_transports(text: str, code: str, says: str) -> None:
    refusal = position(UNITS, {"solid": [[34, 21, 38, 22]]}).refusal(text)
    assert (refusal.code, str(refusal)[: len(says)]) == (code, says)


@pytest.mark.rules("GA-94")
def test_who_has_just_embarked_waits_a_turn() -> None:
    units = {"R3": "MAN 36 24", "R4": "LAM 36 20", "B1": "RIF 4 4"}
    refusal = position(units).play("EMBARK R4 R3").refusal("DISEMBARK R4 36 20")
    says = "R4 was not inside R3 when this turn began. It can get out in your next turn."
    assert str(refusal) == says
    out = position({**units, "R4": having("LAM", "36 20", disembarked=True)})
    assert str(out.refusal("EMBARK R4 R3")) == "R4 got out of a transport this turn."


# --- Which comes first ---

SPENT: dict[str, Any] = {"moved": True, "shots": 1}


@pytest.mark.rules("GA-36", "GA-52", "GA-93")
@pytest.mark.parametrize(
    ("unit", "text", "code"),
    [
        (having("INF", "24 24", **SPENT), "MOVE R1 49 1", "E_SPOT"),
        (having("INF", "24 24", **SPENT), "MOVE R1 24 1", "E_BUDGET"),
        (having("LEV", "24 24", limited=True, shots=1), "MOVE R1 24 1", "E_SHAKEN"),
        (having("LEV", "24 24", limited=True, shots=1), "RUN R1 24 1", "E_BUDGET"),
        ("INF 24 24", "MOVE R1 30 1", "E_TOO_FAR"),
        (having("INF", **{"in": "R2"}, **SPENT), "MOVE R1 24 1", "E_BUDGET"),
        (having("INF", **{"in": "R2"}), "MOVE R1 49 1", "E_SPOT"),
        (having("INF", **{"in": "R2"}), "MOVE R1 24 1", "E_CARRIED"),
        (having("INF", "24 24", **SPENT), "SHOOT R1 B9", "E_BUDGET"),
        (having("LEV", "24 24", limited=True, moved=True), "SHOOT R1 B9", "E_SHAKEN"),
        (having("INF", **{"in": "R2"}), "SHOOT R1 B9", "E_CARRIED"),
        ("INF 4 30", "SHOOT R1 B2 SUPPRESS", "E_RANGE"),
        ("SPI 24 12.5", "SHOOT R1 B2 SUPPRESS", "E_DEAD_ZONE"),
        ("INF 24 19", "SHOOT R1 B2 SUPPRESS", "E_LOS"),
        ("INF 30 9", "SHOOT R1 B2 SUPPRESS VICTIM B1", "E_VEHICLE"),
        ("INF 4 30", "SHOOT R1 B2 SUPPRESS VICTIM B9", "E_TARGET"),
        (having("SPA", "24 24", **SPENT, ran=True), "EMBARK R1 R2", "E_CAPACITY"),
        (having("REE", "24 24", ran=True), "EMBARK R1 R9", "E_BUDGET"),
        (having("REE", **{"in": "R2"}), "EMBARK R1 R9", "E_CARRIED"),
        ("REE 24 24", "EMBARK R1 R9", "E_TARGET"),
        ("REE 24 24", "DISEMBARK R1 49 1", "E_SPOT"),
        (having("REE", **{"in": "R2"}, boarded=False), "DISEMBARK R1 24 1", "E_BUDGET"),
        (having("REE", **{"in": "R2"}), "DISEMBARK R1 24 1", "E_PATH"),
        ("REE 24 24", "MOVE R1 TOWARD B9", "E_TARGET"),
        (having("REE", "24 24", **SPENT), "MOVE R1 TOWARD B9", "E_BUDGET"),
        (having("REE", **{"in": "R2"}), "MOVE R1 TOWARD B9", "E_CARRIED"),
    ],
)
def test_of_several_errors_the_first_is_told(unit: Any, text: str, code: str) -> None:
    units = {"R1": unit, "R2": "MAN 24 32", "B1": "RIF 40 10", "B2": "CAR 24 8"}
    match = position(units, {"solid": [[22, 14, 26, 16]]})
    assert match.refused(text) == code
